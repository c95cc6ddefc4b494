"""Lessons: one person plays a hand in private against computer players.

A lesson has no server and no board, and counts for no limit. Computer players move at once; the stored row of such a
move is for a process killed before it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import Random
from typing import Final, NamedTuple

from bot.common.errors import Stale
from bot.common.version import VERSION
from bot.people.person import Person
from bot.tables.model import finished_hands
from bot.tables.model.actor import Actor
from bot.tables.model.fair_draws import DEALER
from bot.tables.model.seats import computer_name
from bot.tables.model.step import Step, committed
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from data.tables.errors import DuplicateInteraction
from data.tables.events import EventKind, JoinPayload, MoveSecret, PlayerSecret
from data.tables.records import LESSONS_GUILD_ID, NewEvent, NewTable, NewWork, SeatRecord
from data.tables.settings import TableSettings
from data.tables.work import WorkKind
from rules.contract import Game, Move, OptionValue, State
from rules.players import player_of
from rules.shuffle import SECRET_BYTES

LESSON_LIFETIME_MS: Final = 7 * 24 * 3600 * 1000
"""Milliseconds that a lesson waits for its learner to come back."""


class Plan(NamedTuple):
    """A game's first lesson.

    It has the options that differ from the standard game, the number of players, the seats of the learner and the
    dealer, and the name of the deal.
    """

    options: Mapping[str, OptionValue]
    seats: int
    seat: int
    dealer: int
    deal: str


async def begin(tables: Tables, game: Game, plan: Plan, actor: Actor) -> tuple[TableState, bool]:
    """Return a person's unfinished lesson in a game, or a new one, and whether it is new.

    Raises StoreError. After the first lesson, as long as that is stored, the deal is random.
    """
    earlier = [
        record
        for record in await tables.store.tables.of_user(actor.id, LESSONS_GUILD_ID)
        if record.lesson and record.game == game.id
    ]
    under_way = next((record for record in reversed(earlier) if record.is_under_way), None)
    if under_way is None:
        first = not await tables.store.lists.has_finished(actor.id, LESSONS_GUILD_ID, game.id)
        number = await _open_lesson(tables, game, plan, actor, chosen=first)
    else:
        number = under_way.id
    table = await tables.find(number)
    if table.record.status == "lobby":  # a process may have been killed before it was dealt
        table = await _deal(tables, table, plan, actor)
    return await play_computer_moves(tables, table), under_way is None


async def _open_lesson(tables: Tables, game: Game, plan: Plan, actor: Actor, *, chosen: bool) -> int:
    """Open the table of a lesson, with its learner and computer players. Returns its number."""
    seats, events = list[SeatRecord](), list[NewEvent]()
    for seat in range(plan.seats):
        if seat == plan.seat:
            seats.append(SeatRecord(0, seat, actor.id, "person", actor.display_name))
            events.append(actor.new_event(EventKind.JOIN, seat))
        else:
            name = computer_name(seats)
            seats.append(SeatRecord(0, seat, None, "computer", name, level="normal"))
            events.append(NewEvent(EventKind.JOIN, seat, name, JoinPayload(computer=True, level="normal")))
    events += [committed(name, tables.secret(SECRET_BYTES)) for name in (DEALER, "0")]
    settings: TableSettings = {"deal": f"{game.id} {plan.deal}"} if chosen else {}
    options = game.resolve(plan.options)
    draft = NewTable(game.id, game.version, options, LESSONS_GUILD_ID, LESSONS_GUILD_ID, actor.id, settings=settings)
    work = [NewWork(WorkKind.EXPIRE, seq=len(events), due=tables.clock() + LESSON_LIFETIME_MS)]
    try:
        return (await tables.store.tables.create(draft, events, work, seats)).id
    except DuplicateInteraction as error:  # the command was delivered twice
        return error.record.table


async def _deal(tables: Tables, table: TableState, plan: Plan, learner: Person) -> TableState:
    """Deal the hand."""

    def build(step: Step) -> None:
        if step.record.status != "lobby":
            raise Stale("This lesson has already started.")
        step.start_game(None, learner.id, plan.dealer if "deal" in step.record.settings else None)

    try:
        table, _ = await tables.change(table.id, None, build)
    except Stale:
        return await tables.find(table.id)
    return table


async def play_computer_moves(tables: Tables, table: TableState) -> TableState:
    """Let the computer players move up to the learner's next decision. Returns the lesson; raises StoreError."""
    computers = frozenset(seat.seat for seat in table.record.seats if seat.kind != "person")
    return await _play(tables, table, computers)


async def finished(tables: Tables, table: TableState) -> TableState:
    """Play a lesson's hand to its end, with the learner's own cards, too. Returns the lesson. Raises StoreError."""
    return await _play(tables, table, frozenset(range(len(table.record.seats))))


async def _play(tables: Tables, table: TableState, seats: frozenset[int]) -> TableState:
    """Let these seats move as long as none but them is awaited."""
    while table.record.status == "playing" and table.state is not None:
        seq = table.record.seq
        moves = await asyncio.to_thread(_line, table.game, table.state, seats, seq)
        if not moves:
            break

        def build(step: Step, seq: int = seq, moves: list[Move] = moves) -> None:
            if step.record.seq != seq:
                raise Stale("The lesson has gone on.")
            for move in moves:
                step.move(move.seat, move.text, None, None, hidden=_hidden_part(step, move))

        try:
            table, _ = await tables.change(table.id, None, build)
        except Stale:  # the learner has pressed twice, or work that was owed has been done
            table = await tables.find(table.id)
    return table


def _hidden_part(step: Step, move: Move) -> MoveSecret | None:
    """Return the hidden part of a computer player's move; None for a move of the learner's seat."""
    if step.record.seats[move.seat].kind == "person":
        return None
    seen_seq = step.last_seq
    return MoveSecret(player=PlayerSecret(level="normal", seed=seen_seq, worlds=0, version=VERSION, seen_seq=seen_seq))


def _line(game: Game, state: State, seats: frozenset[int], seq: int) -> list[Move]:
    """Return the moves of these seats up to another's decision, a draw of cards or the end of the hand.

    `seq` is the table's last event. The seed of each move is the number of the event before it.
    """
    moves, player = list[Move](), player_of(game)
    while state.expects is None and (acting := [seat for seat in state.awaited if seat in seats]):
        rng = Random(seq + len(moves))
        move = Move(acting[0], player.choose(state.view(acting[0]), rng))
        before, state = state, finished_hands.position_after(state, move)
        moves.append(move)
        if finished_hands.is_over(before, state):
            break
    return moves
