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
from tests.support.pads import ADA, BELA, CHANNEL, CLEO, GUILD, IDS, ZOE, anew, by, entered, opened, told_of


async def test_an_interaction_that_comes_again_does_nothing_twice(pads: Pads) -> None:
    """Opening, entering, and after the process was killed in between."""
    new = NewPad("free", 1, "Friday", {"wins": "most", "target": 0, "rounds": 0, "ties": "shared"}, GUILD, CHANNEL, 11)
    number = next(IDS)
    pad = await pads.open(new, "Ada", [], number)
    assert (await pads.open(new, "Ada", [], number)).id == pad.id
    pad = await opened(pads)
    actor = by(ADA)
    enter = commands.enter(actor, *told_of(pad, ADA, {"points": [1, 2]}), 1_000)
    _, first = await pads.change(pad.id, enter)
    later = Pads(pads.store)
    again, second = await later.change(pad.id, enter)
    assert (first, len(again.record.hands)) == (second, 1)


async def test_two_who_enter_at_the_same_instant_are_told_of_each_other(pads: Pads) -> None:
    """One hand counts; the other is a twin until its keeper says that it is another."""
    pad = await opened(pads)
    both = [commands.enter(by(who), *told_of(pad, who, {"points": [1, 2]}), 1_000) for who in (ADA, BELA)]
    results = await asyncio.gather(*(pads.change(pad.id, item) for item in both), return_exceptions=True)
    twins = [item for item in results if isinstance(item, commands.HandEnteredMeanwhile)]
    assert len(twins) == 1
    assert twins[0].hand.number == 1
    pad = await pads.find(pad.id)
    assert len(pad.record.hands) == 1
    pad = await entered(pads, pad, {"points": [1, 2]}, BELA)
    assert len((await anew(pads, pad)).record.hands) == 2


async def test_two_processes_do_not_overwrite_each_other(pads: Pads) -> None:
    """Whoever comes second decides on what there is then."""
    pad, other = await opened(pads), Pads(pads.store)
    await other.find(pad.id)
    pad = await entered(pads, pad, {"points": [1, 2]})
    position = await other.find(pad.id)
    assert len(position.record.hands) == 0
    with pytest.raises(commands.HandEnteredMeanwhile):
        await other.change(pad.id, commands.enter(by(BELA), *told_of(position, BELA, {"points": [3, 4]}), 1_000))
    now, _ = await other.change(pad.id, commands.strike(by(ADA), 1, out=True))
    assert now.record == (await anew(pads, now)).record
    change = NewChange("finish", ADA.id, "Ada", None)
    with pytest.raises(PadMoved):
        await pads.store.pads.write(PadWrite(pad.id, pad.record.seq, 1, change, {"status": "finished"}))


async def test_permissions_of_keepers_players_and_others(pads: Pads) -> None:
    """Keepers and moderators everything, players enter and correct their own, all others nothing."""
    pad = await opened(pads, "free", "Grandma")
    pad = await entered(pads, pad, {"points": [1, 2, 3]}, BELA)
    message = {"points": [3, 2, 1]}

    def attempts(actor: PadActor) -> dict[str, PadCommand]:
        return {
            "enter": commands.enter(actor, *told_of(pad, ZOE, message), 1_000),
            "correct": commands.enter(actor, *told_of(pad, ZOE, message, hand=1), 1_000),
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

    async def may(actor: PadActor) -> set[str]:
        allowed = set[str]()
        for name, build in attempts(actor).items():
            try:
                build.step(await pads.find(pad.id))
            except Declined:
                continue
            allowed.add(name)
        return allowed

    everything = set(attempts(by(ADA)))
    assert await may(by(ADA)) == everything
    assert await may(by(ZOE, moderator=True)) == everything
    assert await may(by(BELA)) == {"enter", "correct", "strike"}
    assert await may(by(ZOE)) == set()
    pad = await entered(pads, pad, {"points": [0, 0, 0]}, ADA)
    with pytest.raises(Declined, match="Only keepers, or the player who entered"):
        await pads.change(pad.id, commands.strike(by(BELA), 2, out=True))
    pad, _ = await pads.change(pad.id, commands.leave(by(BELA), 2))
    with pytest.raises(Declined, match="only players and keepers enter hands"):
        await entered(pads, pad, {"points": [1, 1]}, BELA)


async def test_people_come_late_sit_out_leave_and_come_back(pads: Pads) -> None:
    """Whoever has played stays on the pad with their points; whoever has not is gone; numbers are never given again."""
    pad = await opened(pads, "free", "Grandma")
    pad = await entered(pads, pad, {"points": [1, 2, 3]})
    pad, _ = await pads.change(pad.id, commands.add_players(by(CLEO), [(CLEO.id, "Cleo")]))
    pad, _ = await pads.change(pad.id, commands.leave(by(CLEO), 4))
    assert list(pad.players) == [1, 2, 3]
    late, _ = told_of(pad, ADA, {"points": [1, 2, 3]})
    pad, _ = await pads.change(pad.id, commands.add_players(by(ADA), [(None, "Dora"), (None, "Emil")]))
    assert list(pad.players) == [1, 2, 3, 5, 6]
    for number in (5, 6):
        pad, _ = await pads.change(pad.id, commands.leave(by(ADA), number))
    pad_draft = replace(late, players=(1, 2, 6), base=len(pad.record.hands))
    pad, _ = await pads.change(pad.id, commands.add_players(by(ADA), [(None, "Fay")]))
    with pytest.raises(Stale, match="Choose again who played"):
        await pads.change(pad.id, commands.enter(by(ADA), pad_draft, {"points": [1, 2, 3]}, 1_000))
    pad, _ = await pads.change(pad.id, commands.leave(by(ADA), 7))
    pad, _ = await pads.change(pad.id, commands.leave(by(ADA), 3))
    assert (pad.players[3].state, pad.totals[3]) == ("left", 3)
    pad, _ = await pads.change(pad.id, commands.add_players(by(ADA), [(None, "grandma")]))
    assert (pad.players[3].state, pad.players[3].name) == ("in", "Grandma")
    pad, _ = await pads.change(pad.id, commands.leave(by(ADA), 3))
    assert (pad.players[3].state, pad.totals[3]) == ("left", 3)
    pad = await entered(pads, pad, {"points": [1, 2]})
    for name in ("ADA", "Bela"):
        with pytest.raises(Declined, match=f"{name} is on this pad"):
            await pads.change(pad.id, commands.add_players(by(ADA), [(None, name)]))
    pad, _ = await pads.change(pad.id, commands.link(by(ADA), 3, CLEO.id, "Cleo"))
    pad, _ = await pads.change(pad.id, commands.add_players(by(CLEO), [(CLEO.id, "Cleo")]))
    assert (pad.players[3].state, pad.players[3].user, pad.totals[3]) == ("in", CLEO.id, 3)
    with pytest.raises(Declined, match="Cleo is on this pad already"):
        await pads.change(pad.id, commands.add_players(by(CLEO), [(CLEO.id, "Cleo")]))
    with pytest.raises(Declined, match=f"at most {MAX_PLAYERS} players"):
        await pads.change(pad.id, commands.add_players(by(ADA), [(None, f"guest {n}") for n in range(MAX_PLAYERS)]))
    assert (await anew(pads, pad)).record == pad.record
    for name in ("", "\u3164", "\u200b"):
        with pytest.raises(Declined, match="Type a name that can be read"):
            await pads.change(pad.id, commands.add_players(by(ADA), [(None, name)]))
    pad, _ = await pads.change(pad.id, commands.sit_after(by(ADA), 3, None))
    assert list(pad.players) == [3, 1, 2]
    assert (await anew(pads, pad)).record == pad.record


async def test_changes_of_a_hand_are_stored_and_undone(pads: Pads) -> None:
    """Who, before and after; each change can be undone until there is another, the first by striking the hand out."""
    pad = await opened(pads)
    pad = await entered(pads, pad, {"points": [1, 2]})
    pad = await entered(pads, pad, {"points": [5, 6]}, hand=1)
    newest, first = (await pads.store.pads.changes(pad.id, None, 10))[:2]
    assert (newest.kind, newest.name) == ("correct", "Ada")
    assert newest.before is not None
    assert newest.after is not None
    assert (newest.before["account"], newest.after["account"]) == ({"points": [1, 2]}, {"points": [5, 6]})
    with pytest.raises(Stale, match="has changed since"):
        await pads.change(pad.id, commands.undo(by(ADA), 1, first.seq, first.before))
    pad, _ = await pads.change(pad.id, commands.undo(by(ADA), 1, newest.seq, newest.before))
    assert pad.hands[1].points == (1, 2)
    undone = (await pads.store.pads.changes(pad.id, None, 1))[0]
    pad, _ = await pads.change(pad.id, commands.undo(by(ADA), 1, undone.seq, undone.before))
    assert pad.hands[1].points == (5, 6)
    pad = await entered(pads, pad, {"points": [7, 8]})
    change_record = (await pads.store.pads.changes(pad.id, None, 1))[0]
    pad, _ = await pads.change(pad.id, commands.undo(by(ADA), 2, change_record.seq, change_record.before))
    assert (pad.hands[2].state, pad.totals) == ("struck", {1: 5, 2: 6})
    back = (await pads.store.pads.changes(pad.id, None, 1))[0]
    pad, _ = await pads.change(pad.id, commands.undo(by(ADA), 2, back.seq, back.before))
    assert pad.totals == {1: 12, 2: 14}
    assert (await anew(pads, pad)).record == pad.record


async def test_correction_of_an_outdated_hand_is_refused(pads: Pads) -> None:
    """Their own account does not replace one that they have not seen."""
    pad = await opened(pads)
    pad = await entered(pads, pad, {"points": [1, 2]})
    old = told_of(pad, ADA, {"points": [9, 9]}, hand=1)
    pad = await entered(pads, pad, {"points": [5, 6]}, hand=1)
    with pytest.raises(Stale, match="Someone else changed this hand"):
        await pads.change(pad.id, commands.enter(by(ADA), *old, 1_000))
    assert (await pads.find(pad.id)).hands[1].points == (5, 6)


async def test_a_finished_pad_is_locked_until_a_keeper_opens_it_again(pads: Pads) -> None:
    """Nothing in it can be changed; who keeps it can."""
    pad = await opened(pads)
    pad = await entered(pads, pad, {"points": [1, 2]})
    pad, _ = await pads.change(pad.id, commands.finish(by(ADA), over=True))
    for build in (
        commands.enter(by(ADA), *told_of(pad, ADA, {"points": [1, 2]}), 1_000),
        commands.strike(by(ADA), 1, out=True),
        commands.undo(by(ADA), 1, pad.hands[1].rev, None),
        commands.add_players(by(ADA), [(None, "Dora")]),
        commands.leave(by(ADA), 1),
        commands.set_options(by(ADA), "Friday", None),
    ):
        with pytest.raises(Declined, match="This pad is finished"):
            await pads.change(pad.id, build)
    with pytest.raises(Stale, match="finished already"):
        await pads.change(pad.id, commands.finish(by(ADA), over=True))
    pad, _ = await pads.change(pad.id, commands.set_keepers(by(ADA), [(BELA.id, "Bela")]))
    assert [user for user, _ in pad.record.keepers] == [ADA.id, BELA.id]
    pad, _ = await pads.change(pad.id, commands.finish(by(BELA), over=False))
    pad = await entered(pads, pad, {"points": [1, 2]})
    assert len(pad.counted) == 2


async def test_options_hold_for_all_hands_so_they_change_only_before_the_first(pads: Pads) -> None:
    """The name may change at any time."""
    pad = await opened(pads, "voren", "Cleo")
    pad, _ = await pads.change(pad.id, commands.set_options(by(ADA), None, {"ante": 6}))
    assert pad.record.options["ante"] == 6
    pad = await entered(pads, pad, {"stayed": [0], "tricks": [0, 0, 0], "wolf_exempt": None})
    assert pad.hands[1].outcome["pot"] == 24
    with pytest.raises(Declined, match="options are fixed"):
        await pads.change(pad.id, commands.set_options(by(ADA), None, {"ante": 9}))
    pad, _ = await pads.change(pad.id, commands.set_options(by(ADA), "Fri\nday", None))
    assert pad.title == "Fri day"
    pad, _ = await pads.change(pad.id, commands.strike(by(ADA), 1, out=True))
    pad, _ = await pads.change(pad.id, commands.set_options(by(ADA), None, {"ante": 9}))
    assert pad.record.options["ante"] == 9


async def test_a_server_has_so_many_open_pads_and_no_more(pads: Pads, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are finished do not count."""
    monkeypatch.setattr("bot.pads.pads.MAX_OPEN_PADS", 2)
    first = await opened(pads)
    await opened(pads)
    with pytest.raises(ServerHasPads):
        await opened(pads)
    await pads.change(first.id, commands.finish(by(ADA), over=True))
    await opened(pads)
    with pytest.raises(UnknownPad):
        await pads.find(99)
