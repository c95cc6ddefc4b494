"""Results of real tables and pads: what counts for whom, whatever happens to seats, and that nothing comes twice."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.pads import commands
from bot.pads.consent_commands import agree
from bot.tables.commands import leave_and_end, lessons, play, substitutes, take_computer_seat
from bot.tables.model.table_state import TableState
from bot.tables.services.finished_hand_steps import exported, steps_of
from bot.tables.services.integrity_check import check_all
from bot.ui.table.debts import debts_of, paid_line
from data.people.records import is_erased
from data.standings.records import GameResult, HandResult, Origin
from data.tables.records import Append, NewWork, Work
from data.tables.work import WorkKind, WorkState
from rules.registry import GAMES
from rules.table import Table
from tests.cogs.pads.sheets import entered, form, fresh, number_of, opened, submitted
from tests.support.house import House
from tests.support.wire_tables import HOST, OTHER, SEATED, by, ended, number, person, play_on, room, table


async def results(here: House, live: TableState) -> tuple[list[HandResult], GameResult | None]:
    """A table's results, once none are owed."""
    await here.until(lambda: not_due(here, live, WorkKind.RECORD))
    origin = Origin("table", live.id)
    return await here.store.results.hands_of(origin), await here.store.results.game_of(origin)


def who(here: House, name: str) -> int:
    """A person's number."""
    return person(here, name).id


async def test_a_game_that_was_played_to_its_end() -> None:
    """Each hand with its points and time, then the game with places and winners as the rules have them; once only."""
    async with room() as here:
        live = await play_on(here, await table(here, hands=2), 2)
        assert live.record.status == "over"
        hands, game = await results(here, live)
        assert [hand.number for hand in hands] == [0, 1]
        assert live.state is not None
        score = live.state.score()
        assert [tuple(part.points for part in hand.parts) for hand in hands] == list(score.hands)
        users = [who(here, HOST), who(here, SEATED)]
        assert all([part.user for part in hand.parts] == users for hand in hands)
        assert hands[0].at <= hands[1].at
        assert game is not None
        assert (game.game, game.hands, game.state, game.friendly, game.at) == ("voren", 2, "counts", False, hands[1].at)
        assert [part.points for part in game.parts] == list(score.totals)
        assert {part.seat for part in game.parts if part.won} == set(score.winners)
        assert {part.place for part in game.parts if part.won} == {1}
        assert all(part.stay == "whole" and part.kind == "person" for part in game.parts)
        again = here.services.recorder
        assert await here.store.work.of_table(live.id, WorkKind.RECORD) == []
        row = Work(0, live.id, None, None, 0, WorkKind.RECORD, "", 0, {}, 0, 0, WorkState.DUE, None, None)
        assert await again.record(row) == WorkState.DONE
        assert await results(here, live) == (hands, game)


async def test_leaver_is_last_and_a_late_player_has_only_hands() -> None:
    """Somebody leaves after the first hand; a computer player plays the second, another person takes that seat for the
    third.
    """
    async with room() as here:
        live = await play_on(here, await table(here, people=(HOST, SEATED), hands=3))
        gone = live.seat_of(who(here, SEATED))
        assert gone is not None
        await leave_and_end.leave(here.services.tables, live.id, by(here, SEATED))
        live = await play_on(here, live)
        question = await take_computer_seat.ask(here.services.tables, live.id, gone, by(here, OTHER))
        await take_computer_seat.sit(here.services.tables, live.id, question[1].seq, by(here, HOST))
        live = await play_on(here, live)
        assert live.record.status == "over"
        hands, game = await results(here, live)
        users = [[(part.kind, part.user) for part in hand.parts if part.seat == gone] for hand in hands]
        assert users == [
            [("person", who(here, SEATED))],
            [("computer", None)],
            [("person", who(here, OTHER))],
        ]
        assert game is not None
        stays = {part.user: (part.stay, part.place, part.won) for part in game.parts}
        assert stays[who(here, SEATED)] == ("left", 3, False)
        assert stays[who(here, OTHER)][0] == "came"
        assert not stays[who(here, OTHER)][2]
        assert stays[who(here, HOST)][0] == "whole"
        game_part = next(part for part in game.parts if part.stay == "left")
        assert game_part.points == hands[0].parts[gone].points


async def test_returned_player_has_played_the_whole_game() -> None:
    """The hand in which the seat changed hands counts for nobody there."""
    async with room() as here:
        live = await play_on(here, await table(here, people=(HOST, SEATED), hands=2))
        seat = live.seat_of(who(here, SEATED))
        assert seat is not None
        await play.next_hand(here.services.tables, live.id, by(here, HOST))
        await leave_and_end.leave(here.services.tables, live.id, by(here, SEATED))
        live = await here.services.tables.find(live.id)
        _, result = await take_computer_seat.ask(here.services.tables, live.id, seat, by(here, SEATED))
        await take_computer_seat.sit(here.services.tables, live.id, result.seq, by(here, HOST))
        live = await play_on(here, live)
        hands, game = await results(here, live)
        assert [part.seat for part in hands[1].parts] == [1 - seat]
        assert game is not None
        assert {part.user: part.stay for part in game.parts} == {
            who(here, HOST): "whole",
            who(here, SEATED): "whole",
        }


async def test_a_table_that_was_given_up_is_no_game_and_a_lesson_nothing() -> None:
    """Its finished hands count as hands."""
    async with room() as here:
        live = await play_on(here, await table(here, hands=3))
        await ended(here, live)
        hands, game = await results(here, live)
        assert len(hands) == 1
        assert game is None
        presenter = here.services.presenters["voren"]
        lesson, _ = await lessons.begin(here.services.tables, GAMES["voren"], presenter.lesson.plan, by(here, HOST))
        lesson = await lessons.finished(here.services.tables, lesson)
        assert lesson.record.status == "over"
        assert await here.store.work.of_table(lesson.id, WorkKind.RECORD) == []
        assert await here.store.results.hands_of(Origin("table", lesson.id)) == []


async def test_of_a_table_that_was_voted_void_nothing_is_left(tmp_path: Path) -> None:
    """Its finished hands were recorded before; nor do its rows bring them back later, nor another process."""
    async with room(path=tmp_path) as here:
        live = await play_on(here, await table(here, people=(HOST, SEATED, OTHER), hands=3))
        hands, _ = await results(here, live)
        assert len(hands) == 1
        other = await play_on(here, await table(here, hands=3))
        assert len((await results(here, other))[0]) == 1
        for name in (SEATED, OTHER):
            await leave_and_end.end(here.services.tables, live.id, by(here, name), moderator=False, void=True)
        live = await here.services.tables.find(live.id)
        assert live.record.status == "ended"
        assert await results(here, live) == ([], None)
        await here.restart()
        live = await here.services.tables.find(live.id)
        assert live.void
        now = here.services.tables.clock()
        await here.store.tables.append(
            Append(live.id, live.record.seq, work=(NewWork(WorkKind.RECORD, seq=1, due=now),))
        )
        here.services.scheduler.notify_due(now)
        assert await results(here, live) == ([], None)
        assert len((await results(here, other))[0]) == 1


async def test_substitute_has_their_hands_and_the_former_owner_a_leave() -> None:
    """The hand in which it changed hands is nobody's there."""
    async with room() as here:
        live = await play_on(here, await table(here, people=(HOST, SEATED), hands=3))
        tables, gone = here.services.tables, live.seat_of(who(here, SEATED))
        assert gone is not None
        await play.next_hand(tables, live.id, by(here, HOST))
        _, result = await substitutes.offer(tables, live.id, gone, by(here, SEATED))
        await substitutes.take_over(tables, live.id, gone, result.seq, by(here, OTHER))
        live = await play_on(here, live)
        live = await play_on(here, live)
        assert live.record.status == "over"
        hands, game = await results(here, live)
        users = [[part.user for part in hand.parts if part.seat == gone] for hand in hands]
        assert users == [[who(here, SEATED)], [], [who(here, OTHER)]]
        assert game is not None
        stays = {part.user: (part.stay, part.won) for part in game.parts}
        assert stays[who(here, SEATED)] == ("left", False)
        assert stays[who(here, OTHER)] == ("came", False)


async def test_friendly_games_say_so_and_computer_players_take_places() -> None:
    async with room() as here:
        game = await here.open(HOST, (), 1, hands=1, friendly=True)
        live = await here.play_out(game)
        hands, played = await results(here, live)
        assert [hand.friendly for hand in hands] == [True]
        assert played is not None
        assert played.friendly
        assert sorted((part.kind, part.user) for part in played.parts if part.kind == "computer") == [
            ("computer", None)
        ]
        assert min(part.place for part in played.parts) == 1


async def test_next_process_records_results_of_a_killed_one() -> None:
    """The row of work is written with the hand: whoever starts next makes the results."""
    async with room() as here:
        here.services.scheduler._kinds[WorkKind.RECORD].handler = _never
        live = await play_on(here, await table(here, hands=2))
        assert await here.store.results.hands_of(Origin("table", live.id)) == []
        await here.restart()
        hands, _ = await results(here, live)
        assert [hand.number for hand in hands] == [0]


async def not_due(here: House, live: TableState, kind: WorkKind) -> bool:
    """Whether nothing of a kind is owed at a table."""
    return all(row.state != WorkState.DUE for row in await here.store.work.of_table(live.id, kind))


async def test_work_due_before_its_commit_is_confirmed_is_recorded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The row of a game's end can be read while whoever ended it has not heard yet that it is kept."""
    async with room() as here:
        live = await play_on(here, await table(here, hands=2))
        append = here.store.tables.append

        async def slow(write: Append) -> int:
            count = await append(write)
            here.services.scheduler.notify_due(0)
            await asyncio.sleep(0.2)
            return count

        monkeypatch.setattr(here.store.tables, "append", slow)
        live = await play_on(here, live)
        assert live.record.status == "over"
        hands, game = await results(here, live)
        assert len(hands) == 2
        assert game


async def _never(_: Any) -> Any:
    """What a process does that is killed here."""
    raise RuntimeError


async def pad_results(here: House, pad: int) -> tuple[list[HandResult], GameResult | None]:
    """A pad's results, once they are those of its last change."""
    await here.settled(WorkKind.RECORD_PAD)
    origin = Origin("pad", pad)
    return await here.store.results.hands_of(origin), await here.store.results.game_of(origin)


async def test_a_pad_is_recorded_as_it_stands() -> None:
    """Entered, corrected, struck out, finished, opened again; a guest who turns out to be a member."""
    async with room() as here:
        message = await opened(here, HOST, "free", guests="Grandma, Tom")
        pad = number_of(message)
        await entered(here, HOST, message, "Enter points", points="1 2 3")
        await entered(here, HOST, await fresh(here, message), "Enter points", points="4 5 6")
        hands, game = await pad_results(here, pad)
        assert [[part.points for part in hand.parts] for hand in hands] == [[1, 2, 3], [4, 5, 6]]
        assert [part.kind for part in hands[0].parts] == ["person", "guest", "guest"]
        guests = [part.user for part in hands[0].parts[1:]]
        assert all(map(is_erased, guests))  # they have rows and no number at Discord
        assert len(set(guests)) == 2
        assert game is None
        change = here.services.pads.change
        actor = commands.PadActor(person(here, HOST), number(here))
        await change(pad, commands.strike(actor, 1, out=True))
        hands, _ = await pad_results(here, pad)
        assert [hand.number for hand in hands] == [2]
        await change(
            pad, commands.link(commands.PadActor(person(here, HOST), number(here)), 2, who(here, SEATED), SEATED)
        )
        hands, _ = await pad_results(here, pad)
        assert hands[0].parts[1].user == guests[0]  # as long as they have not agreed
        await change(pad, agree(commands.PadActor(person(here, SEATED), number(here)), 1))
        await change(pad, commands.finish(commands.PadActor(person(here, HOST), number(here)), over=True))
        hands, game = await pad_results(here, pad)
        assert hands[0].parts[1].user == who(here, SEATED)
        assert game is not None
        assert [(part.user, part.place, part.won, part.stay) for part in game.parts] == [
            (who(here, HOST), 3, False, "whole"),
            (who(here, SEATED), 2, False, "whole"),
            (guests[1], 1, True, "whole"),
        ]
        await change(pad, commands.finish(commands.PadActor(person(here, HOST), number(here)), over=False))
        _, game = await pad_results(here, pad)
        assert game is None


async def test_player_of_some_hands_of_a_pad_has_no_game() -> None:
    """Places and the win are for those who played all; what was won by somebody who came late is theirs as a hand."""
    async with room() as here:
        message = await opened(here, HOST, "free", guests="Grandma, Tom")
        pad = number_of(message)
        await entered(here, HOST, message, "Enter points", points="1 2 3")
        draft = await here.press(HOST, await fresh(here, message), "Who played …")
        question = draft.get("message") or {}
        ids = [index for index in _ids(question["components"]) if index.startswith("eh:set_entry_players:")]
        draft = await here.click(HOST, question, ids[0], ["1", "2"])
        filled = await form(here, HOST, draft.get("message") or {}, "Fill in: Points")
        await submitted(here, HOST, filled, points="1 1")
        await here.services.pads.change(
            pad, commands.finish(commands.PadActor(person(here, HOST), number(here)), over=True)
        )
        _, game = await pad_results(here, pad)
        assert game is not None
        assert [(part.place, part.won, part.stay) for part in game.parts] == [
            (2, False, "whole"),
            (1, True, "whole"),
            (3, False, "came"),
        ]


def _ids(parts: list[Any]) -> list[str]:
    return [result for part in parts for result in (part.get("custom_id", ""), *_ids(part.get("components", [])))]


async def test_partners_of_a_pad_are_one_side() -> None:
    """Conference: who sits opposite, in every hand."""
    async with room() as here:
        message = await opened(here, HOST, "conference", guests="Bo, Cy, Di")
        pad = number_of(message)
        position = await here.services.pads.find(pad)
        assert list(position.players) == [1, 2, 3, 4]
        sides = {seat: min(seat, *GAMES["conference"].conduct.confidants(seat)) for seat in range(4)}
        from tests.support.pad_sheets import possible, tell  # helpers of another test

        await tell(here, position, message, possible(position, here.rng))
        await here.services.pads.change(
            pad, commands.finish(commands.PadActor(person(here, HOST), number(here)), over=True)
        )
        _, game = await pad_results(here, pad)
        assert game is not None
        assert {part.seat: part.side for part in game.parts} == sides


@pytest.mark.parametrize("begun", [False, True])
async def test_early_end_counts_debts_everywhere(begun: bool) -> None:
    """The seats' points, the row of the hand, the replayed log, the export, the steps and the standings agree."""
    async with room() as here:
        live = await play_on(here, await table(here, people=(HOST, SEATED, OTHER), hands=20))
        while not debts_of(live):
            live = await play_on(here, live)
        tables, before = here.services.tables, [seat.points for seat in live.record.seats]
        await results(here, live)  # they are recorded with what is still owed
        if begun:
            await play.next_hand(tables, live.id, by(here, HOST))
        assert live.state is not None
        paid = list(live.game.settled(live.state).score().totals)
        assert paid != before
        await ended(here, live)
        for read in (live, await cold(here, live)):
            assert read.state is not None
            assert list(read.state.score().totals) == [seat.points for seat in read.record.seats] == paid
            assert paid_line(read).startswith("Matches owed were paid: ")
        spans, faults = await here.store.tables.hands(live.id), list[str]()
        assert [sum(hand) for hand in zip(*(span.points for span in spans), strict=True)] == paid
        assert not (await check_all(here.store, faults.append)).faults, faults
        hands, _ = await results(here, live)
        assert [sum(hand.parts[seat].points for hand in hands) for seat in range(3)] == paid
        steps = await steps_of(here.store, live, spans, spans[-1].number)
        assert steps is not None
        assert list(steps.positions[-1].score().totals) == paid
        dump = (await exported(here.store, live, spans))["game"]
        assert list(Table.load(dump).state.score().totals) == paid


async def cold(here: House, live: TableState) -> TableState:
    """A table read anew from its rows."""
    here.services.tables.evict(live.id)
    return await here.services.tables.find(live.id)
