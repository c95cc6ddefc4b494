"""Guests get another name, or are another player of the pad; both stand in the log, and the latter can be undone."""

from __future__ import annotations

import pytest

from bot.common.errors import Declined, Stale
from bot.pads import commands
from bot.pads.guest_commands import merge_players, new_guests, player_named, rename_guest, split_players
from bot.pads.pad import Pad
from bot.pads.pads import Pads
from bot.standings.pad_results import hand_results
from tests.support.pads import ADA, BELA, CLEO, enter_hand, make_pad_actor, open_pad, reload_pad


async def merge_guest(pads: Pads) -> Pad:
    """Return a pad of Ada and Bela, on which a guest who played the second hand is Bela by now."""
    pad = await open_pad(pads, "free", "Belinda")
    pad, _ = await pads.change(pad.id, commands.set_states(make_pad_actor(ADA), [1, 2]))
    pad = await enter_hand(pads, pad, {"points": [1, 2]})
    pad, _ = await pads.change(pad.id, commands.set_states(make_pad_actor(ADA), [1, 3]))
    pad = await enter_hand(pads, pad, {"points": [10, 20]})
    pad, _ = await pads.change(pad.id, merge_players(make_pad_actor(ADA), 3, 2))
    return pad


async def test_the_hands_of_a_guest_who_is_another_player_are_that_players(pads: Pads) -> None:
    pad = await merge_guest(pads)
    assert pad.totals == {1: 11, 2: 22}
    assert [[part.user for part in hand.parts] for hand in hand_results(pad)] == [[ADA.id, BELA.id]] * 2
    assert (await reload_pad(pads, pad)).record == pad.record
    assert await pads.store.pads.merged_players(pad.id) == {3: 2}


async def test_a_merge_is_undone_but_for_hands_that_were_corrected_since(pads: Pads) -> None:
    pad = await merge_guest(pads)
    (change,) = await pads.store.pads.changes(pad.id, None, 1)
    assert change.before is not None
    pad = await enter_hand(pads, pad, {"points": [0, 5]})
    pad, _ = await pads.change(pad.id, split_players(make_pad_actor(ADA), change.before))
    assert pad.totals == {1: 11, 2: 7, 3: 20}
    assert (pad.players[3].name, pad.players[3].state) == ("Belinda", "in")
    assert (await reload_pad(pads, pad)).record == pad.record
    assert await pads.store.pads.merged_players(pad.id) == {}
    with pytest.raises(Stale, match="players have changed"):
        await pads.change(pad.id, split_players(make_pad_actor(ADA), change.before))


async def test_two_who_played_one_hand_are_two_people(pads: Pads) -> None:
    pad = await enter_hand(pads, await open_pad(pads, "free", "Grandma"), {"points": [1, 2, 3]})
    with pytest.raises(Declined, match="Grandma and Bela both played hand 1, so they are two people"):
        await pads.change(pad.id, merge_players(make_pad_actor(ADA), 3, 2))
    with pytest.raises(Declined, match="not a guest"):
        await pads.change(pad.id, merge_players(make_pad_actor(ADA), 2, 3))
    with pytest.raises(Declined, match="Only this pad's keepers"):
        await pads.change(pad.id, merge_players(make_pad_actor(BELA), 3, 1))


async def test_a_guest_is_renamed_and_the_log_says_from_what(pads: Pads) -> None:
    pad = await open_pad(pads, "free", "Gradma", "Tom")
    pad, _ = await pads.change(pad.id, rename_guest(make_pad_actor(ADA), 3, " Grandma "))
    assert pad.players[3].name == "Grandma"
    (change,) = await pads.store.pads.changes(pad.id, None, 1)
    assert (change.before, change.after) == ({"number": 3, "name": "Gradma"}, {"number": 3, "name": "Grandma"})
    for name, wrong in (
        ("tom", "tom is on this pad"),
        ("\u200b", "can be read"),
        ("Grandma", "called Grandma already"),
    ):
        with pytest.raises(Declined, match=wrong):
            await pads.change(pad.id, rename_guest(make_pad_actor(ADA), 3, name))
    pad_player = player_named(pad, "TOM", 3)
    assert pad_player is not None
    assert pad_player.number == 4
    assert new_guests(pad, ["Lina", "tom", "Bela", "lina"]) == (("lina",), ("tom", "Bela"))


async def test_erasure_removes_all_names_of_a_linked_guest(pads: Pads) -> None:
    """The former names of a guest go with the member: also of the guest whose hands became theirs."""
    pad = await open_pad(pads, "free", "Beli", "Tom")
    for build in (
        rename_guest(make_pad_actor(ADA), 3, "Belinda"),
        merge_players(make_pad_actor(ADA), 3, 2),
        rename_guest(make_pad_actor(ADA), 4, "Tim"),
    ):
        pad, _ = await pads.change(pad.id, build)
    await pads.store.privacy.erase(BELA.id)
    names = [
        (change.kind, (change.before or {}).get("name")) for change in await pads.store.pads.changes(pad.id, None, 9)
    ]
    assert ("merge", "") in names
    assert [name for kind, name in names if kind == "rename"] == ["Tom", ""]


async def test_linking_again_names_the_pending_question(pads: Pads) -> None:
    pad = await open_pad(pads, "free", "Grandma")
    pad, _ = await pads.change(pad.id, commands.link(make_pad_actor(ADA), 3, CLEO.id, "Cleo"))
    with pytest.raises(Declined, match="Cleo was asked already and has not answered yet"):
        await pads.change(pad.id, commands.link(make_pad_actor(ADA), 3, CLEO.id, "Cleo"))
