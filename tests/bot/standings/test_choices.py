"""Who chose the moves of a seat: what counts for people for whom a computer player moved."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.standings.table_results import MoveChoices, game_result
from bot.tables.commands import leave_and_end, moderation, play, take_computer_seat, time_out
from bot.tables.model.actor import Actor
from bot.tables.model.automatic_moves import CLAIMED_PAYLOAD, LATE_PAYLOAD, NO_CHOICE, PREMOVE_SECRET, UNASKED_SECRET
from bot.tables.model.seat_history import SeatHistory
from bot.tables.model.table_state import TableState
from data.standings.records import ALL_TIME, GameResult, HandResult, Origin, Standing
from data.store import Store
from data.tables.events import EventKind
from data.tables.records import NewEvent, SeatRecord, Span, TableRecord
from data.tables.work import WorkKind, WorkState
from rules.contract import Score
from rules.registry import GAMES
from tests.data.makers import create_table, make_hand, make_step, url_of
from tests.support.house import House
from tests.support.standings import summarize_stored_table, wait_until_worked_out
from tests.support.wire_tables import (
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    find_actor,
    new_interaction_id,
    person,
    play_on,
    set_up_table,
    start_room,
)

ADA, BELA = 14 << 56, 15 << 56


async def let_stand_in(house: House, live: TableState, name: str) -> TableState:
    """Let somebody's time run out, so that a computer player plays until they are back; return the table."""
    seat = live.seat_of(person(house, name).id)
    assert seat is not None
    while seat not in (live := await house.services.tables.find(live.id)).timers:
        assert live.state is not None
        await make_move(house, live, live.record.seats[live.state.to_act[0]])
    await time_out.run_out(house.services.tables, live, seat, live.timers[seat].seq, stands_in=True)
    return await house.services.tables.find(live.id)


async def make_move(house: House, live: TableState, mover: SeatRecord) -> None:
    """Make a move as a person."""
    assert live.state is not None
    assert mover.user is not None
    move = min(live.state.legal(mover.seat).moves)
    await play.act(house.services.tables, live.id, move, Actor(mover.user, "", new_interaction_id(house)))


async def play_to_end(house: House, live: TableState) -> tuple[TableState, list[HandResult], GameResult]:
    """Play a table to its end; return it with its results."""
    while (live := await house.services.tables.find(live.id)).record.status == "playing":
        if live.awaits_deal():
            await play.next_hand(house.services.tables, live.id, find_actor(house, HOST))
            continue
        await house.until(lambda table=live: not table.computers())
        live = await house.services.tables.find(live.id)
        if live.state is not None and not live.awaits_deal() and live.record.status == "playing":
            await make_move(house, live, live.record.seats[live.state.to_act[0]])

    async def recorded() -> bool:
        return all(row.state != WorkState.DUE for row in await house.store.work.of_table(live.id, WorkKind.RECORD))

    await house.until(recorded)
    await wait_until_worked_out(house)
    origin = Origin("table", live.id)
    game = await house.store.results.game_of(origin)
    assert game is not None
    return live, await house.store.results.hands_of(origin), game


async def read_standings(house: House, live: TableState) -> dict[str, Standing]:
    """Return the standings of people in Voren in the server, by name."""
    return {
        standing.name: standing
        for standing in await house.store.results.standings(live.record.guild, "voren", ALL_TIME)
    }


def list_stays(game: GameResult) -> set[tuple[int | None, str]]:
    """Return which user had which part of the game."""
    return {(part.user, part.stay) for part in game.parts}


async def test_game_played_by_a_stand_in_does_not_count_for_the_owner() -> None:
    """They have no win, record, streak or rating of it. What the other gets stays, a rating against them included."""
    async with start_room() as house:
        live = await let_stand_in(house, await set_up_table(house, hands=3), SEATED)
        live, hands, game = await play_to_end(house, live)
        owner, host = person(house, SEATED).id, person(house, HOST).id
        assert all([part.user for part in hand.parts if part.kind == "person"] == [host] for hand in hands)
        assert all(len(hand.parts) == 2 for hand in hands)
        assert list_stays(game) == {(host, "whole"), (owner, "absent")}
        assert not any(part.won for part in game.parts if part.user == owner)
        assert live.state is not None
        won = live.seat_of(host) in live.state.score().winners
        result = await read_standings(house, live)
        assert set(result) == {HOST}
        assert (result[HOST].games, result[HOST].wins, result[HOST].rated, result[HOST].hands) == (1, int(won), 1, 3)
        evening = await summarize_stored_table(house, live)
        assert {player.name: (player.hands, player.won) for player in evening.players} == {HOST: (3, won)}
        (against,) = [await house.store.results.head_to_head(live.record.guild, host, owner)]
        assert against == []


async def test_player_of_fewer_than_half_the_moves_has_left_the_game() -> None:
    """The hand that they played is theirs; they come last, with its points, whoever of the two has won."""
    async with start_room() as house:
        live = await play_on(house, await set_up_table(house, hands=8))
        await play.next_hand(house.services.tables, live.id, find_actor(house, HOST))
        live = await let_stand_in(house, await house.services.tables.find(live.id), SEATED)
        seat = live.seat_of(person(house, SEATED).id)
        live, hands, game = await play_to_end(house, live)
        leaver, host = person(house, SEATED).id, person(house, HOST).id
        assert [leaver in {part.user for part in hand.parts} for hand in hands] == [True] + [False] * 7
        assert list_stays(game) == {(host, "whole"), (None, "came"), (leaver, "left")}
        game_part = next(part for part in game.parts if part.user == leaver)
        assert (game_part.place, game_part.won) == (3, False)
        assert game_part.points == next(part.points for part in hands[0].parts if part.seat == seat)
        result = await read_standings(house, live)
        assert (result[SEATED].games, result[SEATED].wins, result[SEATED].hands, result[SEATED].rated) == (1, 0, 1, 1)


async def test_player_back_in_time_has_played_the_game() -> None:
    """A computer player makes one hand's moves of eight."""
    async with start_room() as house:
        live = await let_stand_in(house, await set_up_table(house, hands=8), SEATED)
        while not (live := await house.services.tables.find(live.id)).awaits_deal():
            await house.until(lambda table=live: not table.computers())
            live = await house.services.tables.find(live.id)
            if live.state is not None and not live.awaits_deal():
                await make_move(house, live, live.record.seats[live.state.to_act[0]])
        await time_out.come_back(house.services.tables, live.id, find_actor(house, SEATED))
        live, hands, game = await play_to_end(house, live)
        returned, host = person(house, SEATED).id, person(house, HOST).id
        assert [returned in {part.user for part in hand.parts} for hand in hands] == [False] + [True] * 7
        assert list_stays(game) == {(host, "whole"), (returned, "whole")}
        assert (await read_standings(house, live))[SEATED].games == 1


async def test_player_back_only_for_the_end_has_left() -> None:
    """The computer player that sat there meanwhile made most of the seat's moves."""
    async with start_room() as house:
        live = await play_on(house, await set_up_table(house, people=(HOST, SEATED), hands=12))
        tables, seat = house.services.tables, live.seat_of(person(house, SEATED).id)
        assert seat is not None
        await leave_and_end.leave(tables, live.id, find_actor(house, SEATED))
        for _ in range(10):
            live = await play_on(house, live)
        question = await take_computer_seat.ask(tables, live.id, seat, find_actor(house, SEATED))
        await take_computer_seat.sit(tables, live.id, question[1].seq, find_actor(house, HOST))
        _, hands, game = await play_to_end(house, live)
        user = person(house, SEATED).id
        assert [user in {part.user for part in hand.parts} for hand in hands] == [True, *[False] * 10, True]
        assert (user, "left") in list_stays(game)
        assert not any(part.won for part in game.parts if part.user == user)


async def test_freed_seat_without_moves_is_no_game_a_given_up_seat_is() -> None:
    for by_others in (True, False):
        async with start_room() as house:
            live = await let_stand_in(house, await set_up_table(house, people=(HOST, SEATED, OTHER), hands=2), SEATED)
            tables, seat = house.services.tables, live.seat_of(person(house, SEATED).id)
            assert seat is not None
            if by_others:
                await moderation.free(tables, live.id, person(house, SEATED).id, find_actor(house, MODERATOR))
            else:
                await leave_and_end.leave(tables, live.id, find_actor(house, SEATED))
            _, _, game = await play_to_end(house, live)
            assert (person(house, SEATED).id, "absent" if by_others else "left") in list_stays(game)


@pytest.mark.parametrize(
    ("public", "hidden", "user", "expected"),
    [
        ({}, None, ADA, [(0, 0, ADA, 2)]),
        ({}, PREMOVE_SECRET, ADA, [(0, 0, ADA, 2)]),
        ({}, UNASKED_SECRET, None, [(0, 0, ADA, 1)]),
        ({"forced": True}, None, None, [(0, 0, ADA, 1)]),
        (CLAIMED_PAYLOAD, None, None, [(0, 0, ADA, 1)]),
        (LATE_PAYLOAD, None, None, [(0, 0, None, 1), (0, 0, ADA, 1)]),
        (LATE_PAYLOAD, NO_CHOICE, None, [(0, 0, ADA, 1)]),
    ],
)
async def test_moves_are_attributed_to_their_players(
    tmp_path: Path,
    public: dict[str, bool],
    hidden: dict[str, bool] | None,
    user: int | None,
    expected: list[tuple[int, int, int | None, int]],
) -> None:
    """Ordered ones are chosen; forced ones are nobody's; one that was taken back was never made."""
    store = await Store.open(url_of(tmp_path / "kept.db"))
    record = await create_table(store)
    events = (
        NewEvent(EventKind.MOVE, 0, "stay", user=ADA),
        NewEvent(EventKind.MOVE, 0, "play QH", dict(public), hidden and dict(hidden), user=user),
        NewEvent(EventKind.MOVE, 0, "play KH", user=BELA),
        NewEvent(EventKind.TAKE_BACK, 0, public={"seq": 4, "by": 0}, user=BELA),
    )
    await store.tables.append(make_step(record.id, 1, *events, hands=(make_hand(0, 2, 5),)))
    assert sorted(await store.lists.chosen_moves(record.id), key=str) == sorted(expected, key=str)
    assert await store.lists.chosen_moves(record.id, 3) == []
    await store.close()


SEATS = tuple(SeatRecord(1, seat, user, "person", "", 0) for seat, user in enumerate((ADA, BELA)))


@pytest.mark.parametrize(
    ("own_moves", "other_moves", "stay"),
    [(0, 0, "whole"), (1, 1, "whole"), (1, 2, "left"), (0, 1, "absent"), (5, 4, "whole"), (4, 5, "left")],
)
def test_half_of_the_moves_are_enough(own_moves: int, other_moves: int, stay: str) -> None:
    """Whoever had nothing to choose has played, too."""
    rows = [(0, 0, ADA, own_moves), (0, 0, None, other_moves), (0, 1, BELA, 3)]
    choices = MoveChoices.of(row for row in rows if row[3])
    record = TableRecord(1, "voren", 1, {}, 5, 6, None, ADA, "over", 9, None, None, 0, 0, 0, SEATS, {})
    score = Score(((3, -3),), (3, -3), True, (0,))
    game = game_result(record, GAMES["voren"], score, [Span(0, 1, 9, (3, -3))], 1, SeatHistory.of(SEATS, []), choices)
    assert [part.stay for part in game.parts if part.user == ADA] == [stay]
    assert [part.won for part in game.parts if part.user == ADA] == [stay == "whole"]
    assert [(part.place, part.stay) for part in game.parts if part.user == BELA] == [(2, "whole")]
