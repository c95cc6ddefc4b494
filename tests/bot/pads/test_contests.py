"""Hands that are contested: by whom and until when, what they count for, who decides, twice and at the same instant."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.common.errors import Declined, Stale
from bot.pads import commands, contests
from bot.pads.commands import PadActor
from bot.pads.contests import CONTEST_PERIOD_MS, MAX_WITHDRAWALS
from bot.pads.pad import Pad
from bot.pads.pads import Pads
from data.pads.records import FREE_GAME_ID, ContestOutcome, EntryTime
from tests.support.pads import (
    ADA,
    BELA,
    CLEO,
    ZOE,
    Person,
    draft_hand,
    enter_hand,
    make_pad_actor,
    open_pad,
    reload_pad,
)


async def contest_hand(
    pads: Pads, pad: Pad, who: Person = BELA, hand: int = 1, reason: str = "", delay_ms: int = 0
) -> Pad:
    """Contest a hand as somebody, so many milliseconds after it was entered; return the pad."""
    entry_time = contests.last_entry_of(pad.hands[hand], await pads.store.pads.last_entry_time(pad.id, hand))
    build = contests.contest(
        make_pad_actor(who), hand, pad.hands[hand].rev, reason, entry_time, entry_time.at + delay_ms
    )
    return (await pads.change(pad.id, build))[0]


async def make_pad(pads: Pads) -> Pad:
    """Return a pad of Ada's with one hand of her, Bela and Grandma."""
    return await enter_hand(pads, await open_pad(pads, FREE_GAME_ID, "Grandma"), {"points": [1, 2, 3]})


async def test_a_contested_hand_counts_for_nothing_and_is_told_with_who_and_why(pads: Pads) -> None:
    """In memory as in the store; the next dealer and the form for the next hand know that it was played."""
    pad = await enter_hand(pads, await make_pad(pads), {"points": [10, 20, 30]})
    dealer = pad.next_dealer(pad.playing)
    pad = await contest_hand(pads, pad, BELA, 2, " I had  *40*\n ")
    assert (pad.hands[2].state, pad.totals, len(pad.counted)) == ("contested", {1: 1, 2: 2, 3: 3}, 1)
    assert pad.next_dealer(pad.playing) == dealer
    (contest,) = pad.record.contests
    assert (contest.hand, contest.user, contest.name, contest.why, contest.outcome) == (
        *(2, BELA.id, "Bela", "I had *40*", "waits"),
    )
    reloaded = await reload_pad(pads, pad)
    assert replace(contest, at=0) == replace(reloaded.record.contests[0], at=0)
    assert reloaded.record == pad.record
    change = (await pads.store.pads.changes(pad.id, None, 1))[0]
    assert (change.kind, change.hand, change.user) == ("contest", 2, BELA.id)
    assert (change.before or {})["state"], (change.after or {})["state"] == ("counts", "contested")


async def test_contest_permissions_and_time_limit(pads: Pads) -> None:
    """Members who played it, to the last millisecond of the day; the other hand of nobody else."""
    pad = await make_pad(pads)
    pad, _ = await pads.change(pad.id, commands.add_players(make_pad_actor(CLEO), [(CLEO.id, "Cleo")]))
    for who in (CLEO, ZOE):
        with pytest.raises(Declined, match="Only members who played a hand"):
            await contest_hand(pads, pad, who)
    with pytest.raises(Declined, match="only for a day"):
        await contest_hand(pads, pad, delay_ms=CONTEST_PERIOD_MS + 1)
    pad, _ = await pads.change(pad.id, commands.leave(make_pad_actor(BELA), 2))
    pad = await contest_hand(pads, pad, delay_ms=CONTEST_PERIOD_MS)
    assert pad.hands[1].state == "contested"
    with pytest.raises(Stale, match="Bela already contests this hand"):
        await contest_hand(pads, pad, ADA)


async def test_a_contest_is_withdrawn_twice_until_the_hand_is_corrected(pads: Pads) -> None:
    """Each contest is a row and a notice: their number is limited. Another member's are their own."""
    pad = await make_pad(pads)
    for _ in range(MAX_WITHDRAWALS):
        pad = await contest_hand(pads, pad)
        pad, _ = await pads.change(pad.id, contests.withdraw(make_pad_actor(BELA), 1, pad.hands[1].rev))
    with pytest.raises(Declined, match="Ask a keeper to correct this hand: you have withdrawn your contest 2 times"):
        await contest_hand(pads, pad)
    pad = await contest_hand(pads, pad, ADA)
    pad, _ = await pads.change(pad.id, contests.withdraw(make_pad_actor(ADA), 1, pad.hands[1].rev))
    pad = await enter_hand(pads, pad, {"points": [4, 4, 4]}, hand=1)
    pad = await contest_hand(pads, pad)
    assert pad.hands[1].state == "contested"


async def test_a_correction_begins_the_day_anew_and_a_struck_hand_is_none_to_contest(pads: Pads) -> None:
    pad = await make_pad(pads)
    first = await pads.store.pads.last_entry_time(pad.id, 1)
    pad = await enter_hand(pads, pad, {"points": [4, 4, 4]}, hand=1)
    entry_time = await pads.store.pads.last_entry_time(pad.id, 1)
    assert first is not None
    assert entry_time is not None
    assert entry_time.seq > first.seq
    pad, _ = await pads.change(pad.id, commands.strike(make_pad_actor(ADA), 1, out=True))
    with pytest.raises(Declined, match="struck out"):
        await contest_hand(pads, pad)


OUTCOMES: dict[str, tuple[ContestOutcome, str, dict[int, int]]] = {
    "stands": ("stands", "counts", {1: 1, 2: 2, 3: 3}),
    "correct": ("corrected", "counts", {1: 7, 2: 8, 3: 9}),
    "strike": ("struck", "struck", {1: 0, 2: 0, 3: 0}),
    "withdraw": ("withdrawn", "counts", {1: 1, 2: 2, 3: 3}),
}


@pytest.mark.parametrize("decision", OUTCOMES)
async def test_contest_is_decided_by_a_keeper_or_withdrawn_by_its_author(pads: Pads, decision: str) -> None:
    """What became of it is kept with who decided; nobody else may decide."""
    pad = await contest_hand(pads, await make_pad(pads))
    rev = pad.hands[1].rev

    async def decide(who: Person, *, moderator: bool = False) -> Pad:
        actor = make_pad_actor(who, moderator=moderator)
        build = {
            "stands": contests.uphold(actor, 1, rev),
            "correct": commands.enter(actor, *draft_hand(pad, who, {"points": [7, 8, 9]}, hand=1), 1_000),
            "strike": commands.strike(actor, 1, out=True, rev=rev),
            "withdraw": contests.withdraw(actor, 1, rev),
        }[decision]
        return (await pads.change(pad.id, build))[0]

    decider = BELA if decision == "withdraw" else ADA
    for who in (BELA, ADA, ZOE):
        if who is not decider:
            with pytest.raises(Declined):
                await decide(who)
    now = await decide(decider)
    outcome, state, totals = OUTCOMES[decision]
    (contest,) = now.record.contests
    assert (contest.outcome, contest.decided, contest.decider) == (outcome, now.record.seq, decider.display_name)
    assert (now.hands[1].state, now.totals) == (state, totals)
    assert (await reload_pad(pads, now)).record == now.record
    with pytest.raises(Declined):
        await decide(decider)


@pytest.mark.parametrize("first", ["stands", "struck"])
@pytest.mark.parametrize("processes", [1, 2])
async def test_of_two_keepers_who_decide_at_the_same_instant_one_counts(
    pads: Pads, first: ContestOutcome, processes: int
) -> None:
    """The other is told, whatever each wanted: it is not let stand and struck out one after the other."""
    pad, other = await make_pad(pads), Pads(pads.store) if processes == 2 else pads
    pad, _ = await pads.change(pad.id, commands.set_keepers(make_pad_actor(ADA), [(CLEO.id, "Cleo")]))
    pad = await contest_hand(pads, pad)
    rev = pad.hands[1].rev
    await other.find(pad.id)
    decisions = [
        contests.uphold(make_pad_actor(ADA), 1, rev),
        commands.strike(make_pad_actor(CLEO), 1, out=True, rev=rev),
    ]
    earlier, two = decisions if first == "stands" else decisions[::-1]
    both = await asyncio.gather(pads.change(pad.id, earlier), other.change(pad.id, two), return_exceptions=True)
    assert [isinstance(item, Stale) for item in both] == [False, True], both
    pad = await reload_pad(pads, pad)
    assert [contest.outcome for contest in pad.record.contests] == [first]


async def test_contested_while_it_is_corrected_the_correction_is_refused_and_the_other_way_round(pads: Pads) -> None:
    """Whoever comes second is told that the hand is another by now."""
    pad = await make_pad(pads)
    pad = await enter_hand(pads, pad, {"points": [1, 1, 1]}, BELA)
    correction = commands.enter(make_pad_actor(BELA), *draft_hand(pad, BELA, {"points": [5, 5, 5]}, hand=2), 1_000)
    entry_time = EntryTime(pad.hands[2].rev, 0)
    late = contests.contest(make_pad_actor(BELA), 2, pad.hands[2].rev, "", entry_time, 0)
    await contest_hand(pads, pad, ADA, 2)
    with pytest.raises(Declined, match="Only keepers can change"):
        await pads.change(pad.id, correction)
    keepers = commands.enter(make_pad_actor(ADA), *draft_hand(pad, ADA, {"points": [5, 5, 5]}, hand=2), 1_000)
    with pytest.raises(Stale, match="Someone else changed this hand"):
        await pads.change(pad.id, keepers)
    pad = await pads.find(pad.id)
    pad, _ = await pads.change(pad.id, contests.uphold(make_pad_actor(ADA), 2, pad.hands[2].rev))
    with pytest.raises(Stale, match="has changed since"):
        await pads.change(pad.id, late)


async def test_a_hand_on_which_was_decided_is_the_keepers_alone(pads: Pads) -> None:
    """Whoever entered it cannot undo what a keeper decided; nor does anybody's Undo make it wait again."""
    pad = await make_pad(pads)
    pad = await enter_hand(pads, pad, {"points": [1, 1, 1]}, BELA)
    pad = await contest_hand(pads, pad, ADA, 2)
    for actor in (make_pad_actor(BELA), make_pad_actor(ADA)):
        change = (await pads.store.pads.changes(pad.id, None, 1))[0]
        with pytest.raises(Declined):
            await pads.change(pad.id, commands.undo(actor, 2, change.seq, change.before))
    with pytest.raises(Declined):
        await pads.change(pad.id, commands.strike(make_pad_actor(ADA), 2, out=False))
    pad, _ = await pads.change(pad.id, commands.strike(make_pad_actor(ADA), 2, out=True))
    with pytest.raises(Declined, match="Only keepers can change"):
        await pads.change(pad.id, commands.strike(make_pad_actor(BELA), 2, out=False))
    change = (await pads.store.pads.changes(pad.id, None, 1))[0]
    with pytest.raises(Declined, match="cannot be undone"):
        await pads.change(pad.id, commands.undo(make_pad_actor(ADA), 2, change.seq, change.before))
    pad, _ = await pads.change(pad.id, commands.strike(make_pad_actor(ADA), 2, out=False))
    assert pad.totals == {1: 2, 2: 3, 3: 4}
    pad = await contest_hand(pads, pad, BELA, 1)
    pad, _ = await pads.change(pad.id, contests.withdraw(make_pad_actor(BELA), 1, pad.hands[1].rev))
    assert not pad.was_judged(1)


async def test_upheld_hand_is_contested_again_by_others_or_after_a_correction(pads: Pads) -> None:
    pad = await contest_hand(pads, await make_pad(pads))
    pad, _ = await pads.change(pad.id, contests.uphold(make_pad_actor(ADA), 1, pad.hands[1].rev))
    with pytest.raises(Declined, match="A keeper decided that this hand stands"):
        await contest_hand(pads, pad, BELA)
    pad = await contest_hand(pads, pad, ADA)
    pad, _ = await pads.change(pad.id, contests.uphold(make_pad_actor(ADA), 1, pad.hands[1].rev))
    pad = await enter_hand(pads, pad, {"points": [2, 2, 2]}, hand=1)
    pad = await contest_hand(pads, pad, BELA)
    assert [contest.outcome for contest in pad.record.contests] == ["stands", "stands", "waits"]
    pad, _ = await pads.change(pad.id, contests.withdraw(make_pad_actor(BELA), 1, pad.hands[1].rev))
    pad = await contest_hand(pads, pad, BELA)
    assert [contest.outcome for contest in pad.record.contests] == ["stands", "stands", "withdrawn", "waits"]


async def test_on_a_finished_pad_nothing_else_can_be_done(pads: Pads) -> None:
    """Contested, let stand, struck out and withdrawn; corrected only once it is open again."""
    pad = await enter_hand(pads, await make_pad(pads), {"points": [1, 1, 1]})
    pad, _ = await pads.change(pad.id, commands.finish(make_pad_actor(ADA), over=True))
    pad = await contest_hand(pads, pad)
    with pytest.raises(Declined, match="finished"):
        await pads.change(
            pad.id, commands.enter(make_pad_actor(ADA), *draft_hand(pad, ADA, {"points": [7, 8, 9]}, hand=1), 1_000)
        )
    pad, _ = await pads.change(pad.id, contests.withdraw(make_pad_actor(BELA), 1, pad.hands[1].rev))
    pad = await contest_hand(pads, pad)
    pad, _ = await pads.change(pad.id, contests.uphold(make_pad_actor(ADA), 1, pad.hands[1].rev))
    pad = await contest_hand(pads, pad, BELA, 2)
    with pytest.raises(Declined, match="finished"):
        await pads.change(pad.id, commands.strike(make_pad_actor(ADA), 1, out=True))
    pad, _ = await pads.change(pad.id, commands.strike(make_pad_actor(ADA), 2, out=True))
    assert (pad.hands[2].state, pad.record.status) == ("struck", "finished")


async def test_vorens_matches_pass_a_contested_hand_by(pads: Pads) -> None:
    """What is owed is worked out of the hands that count, and again when it stands."""
    pad = await open_pad(pads, "voren", "Grandma")
    pad = await enter_hand(pads, pad, {"stayed": [0, 1], "tricks": [3, 0, 0], "wolf_exempt": None})
    pad = await enter_hand(pads, pad, {"stayed": [0, 1, 2], "tricks": [1, 1, 1], "wolf_exempt": None})
    before = pad.totals, pad.hands[2].entry
    assert any(pad.hands[2].entry["owed"])
    pad = await contest_hand(pads, pad)
    assert not any(pad.hands[2].entry["owed"])
    pad, _ = await pads.change(pad.id, contests.uphold(make_pad_actor(ADA), 1, pad.hands[1].rev))
    assert (pad.totals, pad.hands[2].entry) == before


def test_a_moderator_decides_as_keepers_do() -> None:
    """Where they may manage messages (cogs/pads/common.py)."""
    assert PadActor(ZOE, None, moderator=True).moderator


async def test_an_interaction_that_comes_again_contests_once(pads: Pads) -> None:
    pad = await make_pad(pads)
    entry_time = contests.last_entry_of(pad.hands[1], await pads.store.pads.last_entry_time(pad.id, 1))
    build = contests.contest(make_pad_actor(BELA), 1, pad.hands[1].rev, "why", entry_time, entry_time.at)
    _, first = await pads.change(pad.id, build)
    again, second = await Pads(pads.store).change(pad.id, build)
    assert (first, len(again.record.contests)) == (second, 1)
