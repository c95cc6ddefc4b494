"""What can be done to a pad, by whom, twice, and at the same instant."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.common.errors import Declined, Stale
from bot.pads import commands
from bot.pads.commands import PadActor
from bot.pads.free_game import MAX_PLAYERS
from bot.pads.pads import PadCommand, Pads, UnknownPad
from data.pads.errors import PadMoved, ServerHasPads
from data.pads.records import NewChange, NewPad, PadWrite
from tests.support.pads import (
    ADA,
    BELA,
    CHANNEL,
    CLEO,
    GUILD,
    INTERACTIONS,
    ZOE,
    draft_hand,
    enter_hand,
    make_pad_actor,
    open_pad,
    reload_pad,
)


async def test_an_interaction_that_comes_again_does_nothing_twice(pads: Pads) -> None:
    """Opening, entering, and after the process was killed in between."""
    new = NewPad("free", 1, "Friday", {"wins": "most", "target": 0, "rounds": 0, "ties": "shared"}, GUILD, CHANNEL, 11)
    number = next(INTERACTIONS)
    pad = await pads.open(new, "Ada", [], number)
    assert (await pads.open(new, "Ada", [], number)).id == pad.id
    pad = await open_pad(pads)
    actor = make_pad_actor(ADA)
    enter = commands.enter(actor, *draft_hand(pad, ADA, {"points": [1, 2]}), 1_000)
    _, first = await pads.change(pad.id, enter)
    restarted = Pads(pads.store)
    repeated, second = await restarted.change(pad.id, enter)
    assert (first, len(repeated.record.hands)) == (second, 1)


async def test_two_who_enter_at_the_same_instant_are_told_of_each_other(pads: Pads) -> None:
    """One hand counts; the other is a twin until its keeper says that it is another."""
    pad = await open_pad(pads)
    entries = [
        commands.enter(make_pad_actor(who), *draft_hand(pad, who, {"points": [1, 2]}), 1_000) for who in (ADA, BELA)
    ]
    results = await asyncio.gather(*(pads.change(pad.id, entry) for entry in entries), return_exceptions=True)
    twins = [entry for entry in results if isinstance(entry, commands.HandEnteredMeanwhile)]
    assert len(twins) == 1
    assert twins[0].hand.number == 1
    pad = await pads.find(pad.id)
    assert len(pad.record.hands) == 1
    pad = await enter_hand(pads, pad, {"points": [1, 2]}, BELA)
    assert len((await reload_pad(pads, pad)).record.hands) == 2


async def test_two_processes_do_not_overwrite_each_other(pads: Pads) -> None:
    """Whoever comes second decides on what there is then."""
    pad, other_pads = await open_pad(pads), Pads(pads.store)
    await other_pads.find(pad.id)
    pad = await enter_hand(pads, pad, {"points": [1, 2]})
    position = await other_pads.find(pad.id)
    assert len(position.record.hands) == 0
    with pytest.raises(commands.HandEnteredMeanwhile):
        await other_pads.change(
            pad.id, commands.enter(make_pad_actor(BELA), *draft_hand(position, BELA, {"points": [3, 4]}), 1_000)
        )
    pad_after, _ = await other_pads.change(pad.id, commands.strike(make_pad_actor(ADA), 1, out=True))
    assert pad_after.record == (await reload_pad(pads, pad_after)).record
    change = NewChange("finish", ADA.id, "Ada", None)
    with pytest.raises(PadMoved):
        await pads.store.pads.write(PadWrite(pad.id, pad.record.seq, 1, change, {"status": "finished"}))


async def test_permissions_of_keepers_players_and_others(pads: Pads) -> None:
    """Keepers and moderators everything, players enter and correct their own, all others nothing."""
    pad = await open_pad(pads, "free", "Grandma")
    pad = await enter_hand(pads, pad, {"points": [1, 2, 3]}, BELA)
    message = {"points": [3, 2, 1]}

    def list_commands(actor: PadActor) -> dict[str, PadCommand]:
        return {
            "enter": commands.enter(actor, *draft_hand(pad, ZOE, message), 1_000),
            "correct": commands.enter(actor, *draft_hand(pad, ZOE, message, hand=1), 1_000),
            "strike": commands.strike(actor, 1, out=True),
            "bring": commands.add_players(actor, [(None, "Dora")]),
            "plays": commands.set_states(actor, [1, 2]),
            "away": commands.leave(actor, 3),
            "seat": commands.sit_after(actor, 3, None),
            "link": commands.link(actor, 3, CLEO.id, "Cleo"),
            "options": commands.set_options(actor, "Friday", None),
            "keepers": commands.set_keepers(actor, [(BELA.id, "Bela")]),
            "finish": commands.finish(actor, over=True),
        }

    async def find_allowed(actor: PadActor) -> set[str]:
        allowed = set[str]()
        for name, build in list_commands(actor).items():
            try:
                build.step(await pads.find(pad.id))
            except Declined:
                continue
            allowed.add(name)
        return allowed

    all_names = set(list_commands(make_pad_actor(ADA)))
    assert await find_allowed(make_pad_actor(ADA)) == all_names
    assert await find_allowed(make_pad_actor(ZOE, moderator=True)) == all_names
    assert await find_allowed(make_pad_actor(BELA)) == {"enter", "correct", "strike"}
    assert await find_allowed(make_pad_actor(ZOE)) == set()
    pad = await enter_hand(pads, pad, {"points": [0, 0, 0]}, ADA)
    with pytest.raises(Declined, match="Only keepers, or the player who entered"):
        await pads.change(pad.id, commands.strike(make_pad_actor(BELA), 2, out=True))
    pad, _ = await pads.change(pad.id, commands.leave(make_pad_actor(BELA), 2))
    with pytest.raises(Declined, match="only players and keepers enter hands"):
        await enter_hand(pads, pad, {"points": [1, 1]}, BELA)


async def test_people_come_late_sit_out_leave_and_come_back(pads: Pads) -> None:
    """Whoever has played stays on the pad with their points; whoever has not is gone; numbers are never given again."""
    pad = await open_pad(pads, "free", "Grandma")
    pad = await enter_hand(pads, pad, {"points": [1, 2, 3]})
    pad, _ = await pads.change(pad.id, commands.add_players(make_pad_actor(CLEO), [(CLEO.id, "Cleo")]))
    pad, _ = await pads.change(pad.id, commands.leave(make_pad_actor(CLEO), 4))
    assert list(pad.players) == [1, 2, 3]
    late, _ = draft_hand(pad, ADA, {"points": [1, 2, 3]})
    pad, _ = await pads.change(pad.id, commands.add_players(make_pad_actor(ADA), [(None, "Dora"), (None, "Emil")]))
    assert list(pad.players) == [1, 2, 3, 5, 6]
    for number in (5, 6):
        pad, _ = await pads.change(pad.id, commands.leave(make_pad_actor(ADA), number))
    pad_draft = replace(late, players=(1, 2, 6), base=len(pad.record.hands))
    pad, _ = await pads.change(pad.id, commands.add_players(make_pad_actor(ADA), [(None, "Fay")]))
    with pytest.raises(Stale, match="Choose again who played"):
        await pads.change(pad.id, commands.enter(make_pad_actor(ADA), pad_draft, {"points": [1, 2, 3]}, 1_000))
    pad, _ = await pads.change(pad.id, commands.leave(make_pad_actor(ADA), 7))
    pad, _ = await pads.change(pad.id, commands.leave(make_pad_actor(ADA), 3))
    assert (pad.players[3].state, pad.totals[3]) == ("left", 3)
    pad, _ = await pads.change(pad.id, commands.add_players(make_pad_actor(ADA), [(None, "grandma")]))
    assert (pad.players[3].state, pad.players[3].name) == ("in", "Grandma")
    pad, _ = await pads.change(pad.id, commands.leave(make_pad_actor(ADA), 3))
    assert (pad.players[3].state, pad.totals[3]) == ("left", 3)
    pad = await enter_hand(pads, pad, {"points": [1, 2]})
    for name in ("ADA", "Bela"):
        with pytest.raises(Declined, match=f"{name} is on this pad"):
            await pads.change(pad.id, commands.add_players(make_pad_actor(ADA), [(None, name)]))
    pad, _ = await pads.change(pad.id, commands.link(make_pad_actor(ADA), 3, CLEO.id, "Cleo"))
    pad, _ = await pads.change(pad.id, commands.add_players(make_pad_actor(CLEO), [(CLEO.id, "Cleo")]))
    assert (pad.players[3].state, pad.players[3].user, pad.totals[3]) == ("in", CLEO.id, 3)
    with pytest.raises(Declined, match="Cleo is on this pad already"):
        await pads.change(pad.id, commands.add_players(make_pad_actor(CLEO), [(CLEO.id, "Cleo")]))
    with pytest.raises(Declined, match=f"at most {MAX_PLAYERS} players"):
        await pads.change(
            pad.id, commands.add_players(make_pad_actor(ADA), [(None, f"guest {n}") for n in range(MAX_PLAYERS)])
        )
    assert (await reload_pad(pads, pad)).record == pad.record
    for name in ("", "\u3164", "\u200b"):
        with pytest.raises(Declined, match="Type a name that can be read"):
            await pads.change(pad.id, commands.add_players(make_pad_actor(ADA), [(None, name)]))
    pad, _ = await pads.change(pad.id, commands.sit_after(make_pad_actor(ADA), 3, None))
    assert list(pad.players) == [3, 1, 2]
    assert (await reload_pad(pads, pad)).record == pad.record


async def test_changes_of_a_hand_are_stored_and_undone(pads: Pads) -> None:
    """Who, before and after; each change can be undone until there is another, the first by striking the hand out."""
    pad = await open_pad(pads)
    pad = await enter_hand(pads, pad, {"points": [1, 2]})
    pad = await enter_hand(pads, pad, {"points": [5, 6]}, hand=1)
    newest, first = (await pads.store.pads.changes(pad.id, None, 10))[:2]
    assert (newest.kind, newest.name) == ("correct", "Ada")
    assert newest.before is not None
    assert newest.after is not None
    assert (newest.before["account"], newest.after["account"]) == ({"points": [1, 2]}, {"points": [5, 6]})
    with pytest.raises(Stale, match="has changed since"):
        await pads.change(pad.id, commands.undo(make_pad_actor(ADA), 1, first.seq, first.before))
    pad, _ = await pads.change(pad.id, commands.undo(make_pad_actor(ADA), 1, newest.seq, newest.before))
    assert pad.hands[1].points == (1, 2)
    undone = (await pads.store.pads.changes(pad.id, None, 1))[0]
    pad, _ = await pads.change(pad.id, commands.undo(make_pad_actor(ADA), 1, undone.seq, undone.before))
    assert pad.hands[1].points == (5, 6)
    pad = await enter_hand(pads, pad, {"points": [7, 8]})
    change_record = (await pads.store.pads.changes(pad.id, None, 1))[0]
    pad, _ = await pads.change(pad.id, commands.undo(make_pad_actor(ADA), 2, change_record.seq, change_record.before))
    assert (pad.hands[2].state, pad.totals) == ("struck", {1: 5, 2: 6})
    back = (await pads.store.pads.changes(pad.id, None, 1))[0]
    pad, _ = await pads.change(pad.id, commands.undo(make_pad_actor(ADA), 2, back.seq, back.before))
    assert pad.totals == {1: 12, 2: 14}
    assert (await reload_pad(pads, pad)).record == pad.record


async def test_correction_of_an_outdated_hand_is_refused(pads: Pads) -> None:
    """Their own account does not replace one that they have not seen."""
    pad = await open_pad(pads)
    pad = await enter_hand(pads, pad, {"points": [1, 2]})
    old = draft_hand(pad, ADA, {"points": [9, 9]}, hand=1)
    pad = await enter_hand(pads, pad, {"points": [5, 6]}, hand=1)
    with pytest.raises(Stale, match="Someone else changed this hand"):
        await pads.change(pad.id, commands.enter(make_pad_actor(ADA), *old, 1_000))
    assert (await pads.find(pad.id)).hands[1].points == (5, 6)


async def test_a_finished_pad_is_locked_until_a_keeper_opens_it_again(pads: Pads) -> None:
    """Nothing in it can be changed; who keeps it can."""
    pad = await open_pad(pads)
    pad = await enter_hand(pads, pad, {"points": [1, 2]})
    pad, _ = await pads.change(pad.id, commands.finish(make_pad_actor(ADA), over=True))
    for build in (
        commands.enter(make_pad_actor(ADA), *draft_hand(pad, ADA, {"points": [1, 2]}), 1_000),
        commands.strike(make_pad_actor(ADA), 1, out=True),
        commands.undo(make_pad_actor(ADA), 1, pad.hands[1].rev, None),
        commands.add_players(make_pad_actor(ADA), [(None, "Dora")]),
        commands.leave(make_pad_actor(ADA), 1),
        commands.set_options(make_pad_actor(ADA), "Friday", None),
    ):
        with pytest.raises(Declined, match="This pad is finished"):
            await pads.change(pad.id, build)
    with pytest.raises(Stale, match="finished already"):
        await pads.change(pad.id, commands.finish(make_pad_actor(ADA), over=True))
    pad, _ = await pads.change(pad.id, commands.set_keepers(make_pad_actor(ADA), [(BELA.id, "Bela")]))
    assert [user for user, _ in pad.record.keepers] == [ADA.id, BELA.id]
    pad, _ = await pads.change(pad.id, commands.finish(make_pad_actor(BELA), over=False))
    pad = await enter_hand(pads, pad, {"points": [1, 2]})
    assert len(pad.counted) == 2


async def test_options_hold_for_all_hands_so_they_change_only_before_the_first(pads: Pads) -> None:
    """The name may change at any time."""
    pad = await open_pad(pads, "voren", "Cleo")
    pad, _ = await pads.change(pad.id, commands.set_options(make_pad_actor(ADA), None, {"ante": 6}))
    assert pad.record.options["ante"] == 6
    pad = await enter_hand(pads, pad, {"stayed": [0], "tricks": [0, 0, 0], "wolf_exempt": None})
    assert pad.hands[1].outcome["pot"] == 24
    with pytest.raises(Declined, match="options are fixed"):
        await pads.change(pad.id, commands.set_options(make_pad_actor(ADA), None, {"ante": 9}))
    pad, _ = await pads.change(pad.id, commands.set_options(make_pad_actor(ADA), "Fri\nday", None))
    assert pad.title == "Fri day"
    pad, _ = await pads.change(pad.id, commands.strike(make_pad_actor(ADA), 1, out=True))
    pad, _ = await pads.change(pad.id, commands.set_options(make_pad_actor(ADA), None, {"ante": 9}))
    assert pad.record.options["ante"] == 9


async def test_a_server_has_so_many_open_pads_and_no_more(pads: Pads, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are finished do not count."""
    monkeypatch.setattr("bot.pads.pads.MAX_OPEN_PADS", 2)
    first = await open_pad(pads)
    await open_pad(pads)
    with pytest.raises(ServerHasPads):
        await open_pad(pads)
    await pads.change(first.id, commands.finish(make_pad_actor(ADA), over=True))
    await open_pad(pads)
    with pytest.raises(UnknownPad):
        await pads.find(99)
