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
from tests.cogs.pads.sheets import enter_hand, number_of, open_form, open_pad, submit_form, wait_for_pad_message
from tests.support.house import House
from tests.support.pad_sheets import enter_facts, make_possible_facts
from tests.support.standings import pad_results
from tests.support.wire_tables import (
    HOST,
    OTHER,
    SEATED,
    end_table,
    find_actor,
    new_interaction_id,
    person,
    play_on,
    set_up_table,
    start_room,
)


async def read_results(house: House, live: TableState) -> tuple[list[HandResult], GameResult | None]:
    """Return a table's results, once none are owed."""
    await house.until(lambda: is_settled(house, live, WorkKind.RECORD))
    origin = Origin("table", live.id)
    return await house.store.results.hands_of(origin), await house.store.results.game_of(origin)


def user_of(house: House, name: str) -> int:
    """Return a person's number."""
    return person(house, name).id


async def test_a_game_that_was_played_to_its_end() -> None:
    """Each hand with its points and time, then the game with places and winners as the rules have them; once only."""
    async with start_room() as house:
        live = await play_on(house, await set_up_table(house, hands=2), 2)
        assert live.record.status == "over"
        hands, game = await read_results(house, live)
        assert [hand.number for hand in hands] == [0, 1]
        assert live.state is not None
        score = live.state.score()
        assert [tuple(part.points for part in hand.parts) for hand in hands] == list(score.hands)
        users = [user_of(house, HOST), user_of(house, SEATED)]
        assert all([part.user for part in hand.parts] == users for hand in hands)
        assert hands[0].at <= hands[1].at
        assert game is not None
        assert (game.game, game.hands, game.state, game.friendly, game.at) == ("voren", 2, "counts", False, hands[1].at)
        assert [part.points for part in game.parts] == list(score.totals)
        assert {part.seat for part in game.parts if part.won} == set(score.winners)
        assert {part.place for part in game.parts if part.won} == {1}
        assert all(part.stay == "whole" and part.kind == "person" for part in game.parts)
        again = house.services.recorder
        assert await house.store.work.of_table(live.id, WorkKind.RECORD) == []
        row = Work(0, live.id, None, None, 0, WorkKind.RECORD, "", 0, {}, 0, 0, WorkState.DUE, None, None)
        assert await again.record(row) == WorkState.DONE
        assert await read_results(house, live) == (hands, game)


async def test_leaver_is_last_and_a_late_player_has_only_hands() -> None:
    """Somebody leaves after the first hand; a computer player plays the second, another person takes that seat for the
    third.
    """
    async with start_room() as house:
        live = await play_on(house, await set_up_table(house, people=(HOST, SEATED), hands=3))
        gone = live.seat_of(user_of(house, SEATED))
        assert gone is not None
        await leave_and_end.leave(house.services.tables, live.id, find_actor(house, SEATED))
        live = await play_on(house, live)
        question = await take_computer_seat.ask(house.services.tables, live.id, gone, find_actor(house, OTHER))
        await take_computer_seat.sit(house.services.tables, live.id, question[1].seq, find_actor(house, HOST))
        live = await play_on(house, live)
        assert live.record.status == "over"
        hands, game = await read_results(house, live)
        users = [[(part.kind, part.user) for part in hand.parts if part.seat == gone] for hand in hands]
        assert users == [
            [("person", user_of(house, SEATED))],
            [("computer", None)],
            [("person", user_of(house, OTHER))],
        ]
        assert game is not None
        stays = {part.user: (part.stay, part.place, part.won) for part in game.parts}
        assert stays[user_of(house, SEATED)] == ("left", 3, False)
        assert stays[user_of(house, OTHER)][0] == "came"
        assert not stays[user_of(house, OTHER)][2]
        assert stays[user_of(house, HOST)][0] == "whole"
        game_part = next(part for part in game.parts if part.stay == "left")
        assert game_part.points == hands[0].parts[gone].points


async def test_returned_player_has_played_the_whole_game() -> None:
    """The hand in which the seat changed hands counts for nobody there."""
    async with start_room() as house:
        live = await play_on(house, await set_up_table(house, people=(HOST, SEATED), hands=2))
        seat = live.seat_of(user_of(house, SEATED))
        assert seat is not None
        await play.next_hand(house.services.tables, live.id, find_actor(house, HOST))
        await leave_and_end.leave(house.services.tables, live.id, find_actor(house, SEATED))
        live = await house.services.tables.find(live.id)
        _, result = await take_computer_seat.ask(house.services.tables, live.id, seat, find_actor(house, SEATED))
        await take_computer_seat.sit(house.services.tables, live.id, result.seq, find_actor(house, HOST))
        live = await play_on(house, live)
        hands, game = await read_results(house, live)
        assert [part.seat for part in hands[1].parts] == [1 - seat]
        assert game is not None
        assert {part.user: part.stay for part in game.parts} == {
            user_of(house, HOST): "whole",
            user_of(house, SEATED): "whole",
        }


async def test_a_table_that_was_given_up_is_no_game_and_a_lesson_nothing() -> None:
    """Its finished hands count as hands."""
    async with start_room() as house:
        live = await play_on(house, await set_up_table(house, hands=3))
        await end_table(house, live)
        hands, game = await read_results(house, live)
        assert len(hands) == 1
        assert game is None
        presenter = house.services.presenters["voren"]
        lesson, _ = await lessons.begin(
            house.services.tables, GAMES["voren"], presenter.lesson.plan, find_actor(house, HOST)
        )
        lesson = await lessons.finished(house.services.tables, lesson)
        assert lesson.record.status == "over"
        assert await house.store.work.of_table(lesson.id, WorkKind.RECORD) == []
        assert await house.store.results.hands_of(Origin("table", lesson.id)) == []


async def test_of_a_table_that_was_voted_void_nothing_is_left(tmp_path: Path) -> None:
    """Its finished hands were recorded before; nor do its rows bring them back later, nor another process."""
    async with start_room(path=tmp_path) as house:
        live = await play_on(house, await set_up_table(house, people=(HOST, SEATED, OTHER), hands=3))
        hands, _ = await read_results(house, live)
        assert len(hands) == 1
        other = await play_on(house, await set_up_table(house, hands=3))
        assert len((await read_results(house, other))[0]) == 1
        for name in (SEATED, OTHER):
            await leave_and_end.end(house.services.tables, live.id, find_actor(house, name), moderator=False, void=True)
        live = await house.services.tables.find(live.id)
        assert live.record.status == "ended"
        assert await read_results(house, live) == ([], None)
        await house.restart()
        live = await house.services.tables.find(live.id)
        assert live.void
        now = house.services.tables.clock()
        await house.store.tables.append(
            Append(live.id, live.record.seq, work=(NewWork(WorkKind.RECORD, seq=1, due=now),))
        )
        house.services.scheduler.notify_due(now)
        assert await read_results(house, live) == ([], None)
        assert len((await read_results(house, other))[0]) == 1


async def test_substitute_has_their_hands_and_the_former_owner_a_leave() -> None:
    """The hand in which it changed hands is nobody's there."""
    async with start_room() as house:
        live = await play_on(house, await set_up_table(house, people=(HOST, SEATED), hands=3))
        tables, gone = house.services.tables, live.seat_of(user_of(house, SEATED))
        assert gone is not None
        await play.next_hand(tables, live.id, find_actor(house, HOST))
        _, result = await substitutes.offer(tables, live.id, gone, find_actor(house, SEATED))
        await substitutes.take_over(tables, live.id, gone, result.seq, find_actor(house, OTHER))
        live = await play_on(house, live)
        live = await play_on(house, live)
        assert live.record.status == "over"
        hands, game = await read_results(house, live)
        users = [[part.user for part in hand.parts if part.seat == gone] for hand in hands]
        assert users == [[user_of(house, SEATED)], [], [user_of(house, OTHER)]]
        assert game is not None
        stays = {part.user: (part.stay, part.won) for part in game.parts}
        assert stays[user_of(house, SEATED)] == ("left", False)
        assert stays[user_of(house, OTHER)] == ("came", False)


async def test_friendly_games_say_so_and_computer_players_take_places() -> None:
    async with start_room() as house:
        game = await house.open(HOST, (), 1, hands=1, friendly=True)
        live = await house.play_out(game)
        hands, played = await read_results(house, live)
        assert [hand.friendly for hand in hands] == [True]
        assert played is not None
        assert played.friendly
        assert sorted((part.kind, part.user) for part in played.parts if part.kind == "computer") == [
            ("computer", None)
        ]
        assert min(part.place for part in played.parts) == 1


async def test_next_process_records_results_of_a_killed_one() -> None:
    """The row of work is written with the hand: whoever starts next makes the results."""
    async with start_room() as house:
        house.services.scheduler._kinds[WorkKind.RECORD].handler = die
        live = await play_on(house, await set_up_table(house, hands=2))
        assert await house.store.results.hands_of(Origin("table", live.id)) == []
        await house.restart()
        hands, _ = await read_results(house, live)
        assert [hand.number for hand in hands] == [0]


async def is_settled(house: House, live: TableState, kind: WorkKind) -> bool:
    """Check that nothing of a kind is owed at a table."""
    return all(row.state != WorkState.DUE for row in await house.store.work.of_table(live.id, kind))


async def test_work_due_before_its_commit_is_confirmed_is_recorded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The row of a game's end can be read while whoever ended it has not heard yet that it is kept."""
    async with start_room() as house:
        live = await play_on(house, await set_up_table(house, hands=2))
        append = house.store.tables.append

        async def append_slowly(write: Append) -> int:
            count = await append(write)
            house.services.scheduler.notify_due(0)
            await asyncio.sleep(0.2)
            return count

        monkeypatch.setattr(house.store.tables, "append", append_slowly)
        live = await play_on(house, live)
        assert live.record.status == "over"
        hands, game = await read_results(house, live)
        assert len(hands) == 2
        assert game


async def die(_: Any) -> Any:
    """Raise an error where a process is killed."""
    raise RuntimeError


async def test_a_pad_is_recorded_as_it_stands() -> None:
    """Entered, corrected, struck out, finished, opened again; a guest who turns out to be a member."""
    async with start_room() as house:
        message = await open_pad(house, HOST, "free", guests="Grandma, Tom")
        pad = number_of(message)
        await enter_hand(house, HOST, message, "Enter points", points="1 2 3")
        await enter_hand(house, HOST, await wait_for_pad_message(house, message), "Enter points", points="4 5 6")
        hands, game = await pad_results(house, pad)
        assert [[part.points for part in hand.parts] for hand in hands] == [[1, 2, 3], [4, 5, 6]]
        assert [part.kind for part in hands[0].parts] == ["person", "guest", "guest"]
        guests = [part.user for part in hands[0].parts[1:]]
        assert all(map(is_erased, guests))  # they have rows and no number at Discord
        assert len(set(guests)) == 2
        assert game is None
        change = house.services.pads.change
        actor = commands.PadActor(person(house, HOST), new_interaction_id(house))
        await change(pad, commands.strike(actor, 1, out=True))
        hands, _ = await pad_results(house, pad)
        assert [hand.number for hand in hands] == [2]
        await change(
            pad,
            commands.link(
                commands.PadActor(person(house, HOST), new_interaction_id(house)), 2, user_of(house, SEATED), SEATED
            ),
        )
        hands, _ = await pad_results(house, pad)
        assert hands[0].parts[1].user == guests[0]  # as long as they have not agreed
        await change(pad, agree(commands.PadActor(person(house, SEATED), new_interaction_id(house)), 1))
        await change(pad, commands.finish(commands.PadActor(person(house, HOST), new_interaction_id(house)), over=True))
        hands, game = await pad_results(house, pad)
        assert hands[0].parts[1].user == user_of(house, SEATED)
        assert game is not None
        assert [(part.user, part.place, part.won, part.stay) for part in game.parts] == [
            (user_of(house, HOST), 3, False, "whole"),
            (user_of(house, SEATED), 2, False, "whole"),
            (guests[1], 1, True, "whole"),
        ]
        await change(
            pad, commands.finish(commands.PadActor(person(house, HOST), new_interaction_id(house)), over=False)
        )
        _, game = await pad_results(house, pad)
        assert game is None


async def test_player_of_some_hands_of_a_pad_has_no_game() -> None:
    """Places and the win are for those who played all; what was won by somebody who came late is theirs as a hand."""
    async with start_room() as house:
        message = await open_pad(house, HOST, "free", guests="Grandma, Tom")
        pad = number_of(message)
        await enter_hand(house, HOST, message, "Enter points", points="1 2 3")
        draft = await house.press(HOST, await wait_for_pad_message(house, message), "Who played …")
        question = draft.get("message") or {}
        ids = [index for index in list_ids(question["components"]) if index.startswith("eh:set_entry_players:")]
        draft = await house.click(HOST, question, ids[0], ["1", "2"])
        filled = await open_form(house, HOST, draft.get("message") or {}, "Fill in: Points")
        await submit_form(house, HOST, filled, points="1 1")
        await house.services.pads.change(
            pad, commands.finish(commands.PadActor(person(house, HOST), new_interaction_id(house)), over=True)
        )
        _, game = await pad_results(house, pad)
        assert game is not None
        assert [(part.place, part.won, part.stay) for part in game.parts] == [
            (2, False, "whole"),
            (1, True, "whole"),
            (3, False, "came"),
        ]


def list_ids(parts: list[Any]) -> list[str]:
    return [result for part in parts for result in (part.get("custom_id", ""), *list_ids(part.get("components", [])))]


async def test_partners_of_a_pad_are_one_side() -> None:
    """Conference: who sits opposite, in every hand."""
    async with start_room() as house:
        message = await open_pad(house, HOST, "conference", guests="Bo, Cy, Di")
        pad = number_of(message)
        position = await house.services.pads.find(pad)
        assert list(position.players) == [1, 2, 3, 4]
        sides = {seat: min(seat, *GAMES["conference"].conduct.confidants(seat)) for seat in range(4)}
        await enter_facts(house, position, message, make_possible_facts(position, house.rng))
        await house.services.pads.change(
            pad, commands.finish(commands.PadActor(person(house, HOST), new_interaction_id(house)), over=True)
        )
        _, game = await pad_results(house, pad)
        assert game is not None
        assert {part.seat: part.side for part in game.parts} == sides


@pytest.mark.parametrize("has_begun", [False, True])
async def test_early_end_counts_debts_everywhere(has_begun: bool) -> None:
    """The seats' points, the row of the hand, the replayed log, the export, the steps and the standings agree."""
    async with start_room() as house:
        live = await play_on(house, await set_up_table(house, people=(HOST, SEATED, OTHER), hands=20))
        while not debts_of(live):
            live = await play_on(house, live)
        tables, before = house.services.tables, [seat.points for seat in live.record.seats]
        await read_results(house, live)  # they are recorded with what is still owed
        if has_begun:
            await play.next_hand(tables, live.id, find_actor(house, HOST))
        assert live.state is not None
        paid = list(live.game.settled(live.state).score().totals)
        assert paid != before
        await end_table(house, live)
        for view in (live, await reload_table(house, live)):
            assert view.state is not None
            assert list(view.state.score().totals) == [seat.points for seat in view.record.seats] == paid
            assert paid_line(view).startswith("Matches owed were paid: ")
        spans, faults = await house.store.tables.hands(live.id), list[str]()
        assert [sum(hand) for hand in zip(*(span.points for span in spans), strict=True)] == paid
        assert not (await check_all(house.store, faults.append)).faults, faults
        hands, _ = await read_results(house, live)
        assert [sum(hand.parts[seat].points for hand in hands) for seat in range(3)] == paid
        steps = await steps_of(house.store, live, spans, spans[-1].number)
        assert steps is not None
        assert list(steps.positions[-1].score().totals) == paid
        dump = (await exported(house.store, live, spans))["game"]
        assert list(Table.load(dump).state.score().totals) == paid


async def reload_table(house: House, live: TableState) -> TableState:
    """Return a table read anew from its rows."""
    house.services.tables.evict(live.id)
    return await house.services.tables.find(live.id)
