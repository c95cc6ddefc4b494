"""What a pad comes to: totals, leaders, who deals next, and what one hand owes the next."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.pads import commands
from bot.pads.pads import Pads
from rules.contract import Refusal
from tests.support.pads import ADA, enter_hand, make_pad_actor, open_pad, reload_pad

NOBODY: dict[str, Any] = {"wolf_exempt": None}


def make_account(stayed: list[int], tricks: list[int]) -> dict[str, Any]:
    """Return the account of a hand of Voren."""
    return {"stayed": stayed, "tricks": tricks, **NOBODY}


async def test_a_match_travels_to_the_next_hand_and_is_paid_at_once_after_the_last(pads: Pads) -> None:
    """By the arithmetic of 6-pads: V2.1 and V6.2 between hands, V6.5 when the pad is finished and not before."""
    pad = await open_pad(pads, "voren", "Cleo", ante=3)
    pad = await enter_hand(pads, pad, make_account([0, 1], [3, 0, 0]))
    first = pad.hands[1]
    assert first.entry == {
        "seats": 3, "ante": 3, "limit": 0, "dealer": 0, "owed": [0, 0, 0], "last": False,
        **make_account([0, 1], [3, 0, 0]),
    }  # fmt: skip
    assert first.outcome["owes"] == [0, 12, 0]
    pad = await enter_hand(pads, pad, make_account([0, 1, 2], [1, 1, 1]))
    assert pad.hands[2].entry["owed"] == [0, 12, 0]
    assert pad.hands[2].dealer == 1
    assert sum(pad.hands[2].points) == 0
    pad = await enter_hand(pads, pad, make_account([1, 2], [0, 0, 3]))
    assert pad.hands[3].outcome["owes"][1] > 0
    before = pad.hands[3].points
    pad, _ = await pads.change(pad.id, commands.finish(make_pad_actor(ADA), over=True))
    assert pad.hands[3].entry["last"]
    assert pad.hands[3].outcome["owes"] == [0, 0, 0]
    assert pad.hands[3].points[1] < before[1]
    assert (await reload_pad(pads, pad)).record == pad.record
    pad, _ = await pads.change(pad.id, commands.finish(make_pad_actor(ADA), over=False))
    assert pad.hands[3].points == before


async def test_a_correction_recomputes_every_later_hand_that_depends_on_it(pads: Pads) -> None:
    """And none that does not: those keep what they had, row for row."""
    pad = await open_pad(pads, "voren", "Cleo")
    pad = await enter_hand(pads, pad, make_account([0, 1], [3, 0, 0]))
    pad = await enter_hand(pads, pad, make_account([0, 1], [3, 0, 0]))
    pad = await enter_hand(pads, pad, make_account([0, 1, 2], [1, 1, 1]))
    pad = await enter_hand(pads, pad, make_account([2], [0, 0, 0]))
    before = pad
    pad = await enter_hand(pads, pad, make_account([0, 1], [2, 1, 0]), hand=1)
    assert pad.hands[1].outcome["owes"] == [0, 0, 0]
    assert pad.hands[2].entry["owed"] == [0, 0, 0]
    assert pad.hands[2].outcome["pot"] < before.hands[2].outcome["pot"]
    assert pad.hands[3].outcome["pot"] < before.hands[3].outcome["pot"]
    assert pad.hands[4] is before.hands[4]
    assert [pad.hands[number].rev for number in (2, 3)] == [before.hands[number].rev for number in (2, 3)]
    assert (await reload_pad(pads, pad)).record == pad.record
    pad, _ = await pads.change(pad.id, commands.strike(make_pad_actor(ADA), 1, out=True))
    assert pad.hands[2].entry["owed"] == [0, 0, 0]
    assert [each_hand.number for each_hand in pad.counted] == [2, 3, 4]
    assert (await reload_pad(pads, pad)).record == pad.record


async def test_where_who_plays_changes_matches_are_paid_at_once(pads: Pads) -> None:
    """Whoever sits the next hand out, or comes to it, has no part in what the others owed."""
    pad = await open_pad(pads, "voren", "Cleo")
    pad = await enter_hand(pads, pad, make_account([0, 1], [3, 0, 0]))
    assert pad.hands[1].outcome["owes"] == [0, 12, 0]
    pad, _ = await pads.change(pad.id, commands.set_states(make_pad_actor(ADA), [1, 2]))
    assert not pad.hands[1].entry["last"]
    pad = await enter_hand(pads, pad, make_account([0, 1], [2, 1]))
    assert pad.hands[1].entry["last"]
    assert sum(pad.hands[1].points) == 0
    assert pad.hands[2].entry["owed"] == [0, 0]
    assert sum(pad.totals.values()) == 0
    assert (await reload_pad(pads, pad)).record == pad.record


async def test_impossible_hand_is_refused_and_not_stored(pads: Pads) -> None:
    """With the reason; the pad is as it was, in memory and in the store."""
    pad = await open_pad(pads, "voren", "Cleo")
    with pytest.raises(Refusal, match="A hand has three tricks, not 2"):
        await enter_hand(pads, pad, make_account([0, 1], [2, 0, 0]))
    assert (await pads.find(pad.id)).record == pad.record
    assert (await reload_pad(pads, pad)).record == pad.record


async def test_totals_of_any_size_and_those_who_lead(pads: Pads) -> None:
    """The most or the fewest, level players together, beyond 64 bits."""
    huge = 10**30 - 1
    pad = await open_pad(pads, "free", "Cleo")
    assert pad.leaders() == []
    pad = await enter_hand(pads, pad, {"points": [huge, huge, -huge]})
    pad = await enter_hand(pads, pad, {"points": [-1, -1, 1]})
    assert pad.totals == {1: huge - 1, 2: huge - 1, 3: -huge + 1}
    assert pad.leaders() == [1, 2]
    assert (await reload_pad(pads, pad)).totals == pad.totals
    with pytest.raises(Refusal, match="at most 30 digits"):
        await enter_hand(pads, pad, {"points": [10**30, 0, 0]})
    few = await open_pad(pads, "five_crowns", "Cleo")
    few = await enter_hand(pads, few, {"dealt": 3, "left": [0, 15, 20], "out": 0})
    assert (few.leaders(), few.standing.order) == ([1], (1, 2, 3))


@pytest.mark.parametrize(("ties", "leaders"), [("shared", [1, 2]), ("earlier", [2]), ("none", [])])
async def test_how_ties_count_is_as_the_pad_says(pads: Pads, ties: str, leaders: list[int]) -> None:
    """Of two with 10 points Bela had them first."""
    pad = await open_pad(pads, "free", ties=ties, target=10)
    pad = await enter_hand(pads, pad, {"points": [4, 10]})
    pad = await enter_hand(pads, pad, {"points": [6, 0]})
    assert pad.leaders() == leaders
    assert pad.is_over() is bool(leaders)


async def test_a_free_pad_is_over_when_its_hands_are_played_or_its_total_is_reached(pads: Pads) -> None:
    """And goes on where neither was agreed on."""
    for options, over in (({"rounds": 2}, True), ({"target": 9}, True), ({"target": 10}, False), ({}, False)):
        pad = await open_pad(pads, "free", **options)
        pad = await enter_hand(pads, pad, {"points": [4, 3]})
        assert not pad.is_over()
        pad = await enter_hand(pads, pad, {"points": [5, 3]})
        assert pad.is_over() is over, options


async def test_the_deal_goes_round_those_who_play(pads: Pads) -> None:
    """To the left; past whoever sits out; to the right where Mitigati has it so."""
    pad = await open_pad(pads, "free", "Cleo", "Dora")
    dealers: list[int] = []
    for _ in range(5):
        dealers.append(pad.playing[pad.next_dealer(pad.playing)])
        pad = await enter_hand(pads, pad, {"points": [1, 0, 0, 0]})
    assert dealers == [1, 2, 3, 4, 1]
    pad, _ = await pads.change(pad.id, commands.set_states(make_pad_actor(ADA), [1, 3, 4]))
    assert pad.playing[pad.next_dealer(pad.playing)] == 3
    pad = await enter_hand(pads, pad, {"points": [1, 0, 0]})
    assert pad.playing[pad.next_dealer(pad.playing)] == 4
    bought = {"words": [["offer", 20], ["ask", 20], None]}
    for rotation, second in (("right", 3), ("left", 2)):
        pad = await open_pad(pads, "mitigati", "Cleo", rotation=rotation)
        pad = await enter_hand(pads, pad, bought)
        assert pad.playing[pad.next_dealer(pad.playing)] == second
        assert pad.hands[1].points == (-20, 20, 0)


async def test_a_pad_is_a_fold_over_its_entries(pads: Pads) -> None:
    """What is kept of what the rules answered is what they answer to the entries anew."""
    from bot.pads.pad import rescore_hands

    pad = await open_pad(pads, "voren", "Cleo")
    for _ in range(4):
        pad = await enter_hand(pads, pad, make_account([0, 1], [3, 0, 0]))
    bare = replace(
        pad.record, hands=tuple(replace(each_hand, entry={}, outcome={}, points=()) for each_hand in pad.record.hands)
    )
    assert rescore_hands(bare) == pad.record.hands
