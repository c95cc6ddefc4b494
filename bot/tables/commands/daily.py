"""The hand of the day: everybody gets the same cards against the same strong computer players, once.

A try is a table of no server, as a lesson is (lessons.py). The moves of computer players depend only on the day's
secret and on what their seats know.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final, NamedTuple

from bot.common.errors import Declined, Stale
from bot.common.version import VERSION
from bot.people.person import Person
from bot.search.process import SearchFailed
from bot.search.search_processes import SearchProcesses
from bot.tables.commands import play
from bot.tables.model import daily_tries
from bot.tables.model.actor import Actor
from bot.tables.model.fair_draws import DEALER
from bot.tables.model.seats import COMPUTERS
from bot.tables.model.step import Step, committed
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from data.daily.records import GRACE_MS, DailyHand, NewTry, day_of, end_of
from data.tables.errors import DuplicateInteraction, HandTried, PersonIsKeptOut
from data.tables.events import EventKind, JoinPayload, PlayerSecret
from data.tables.records import LESSONS_GUILD_ID, NewEvent, NewTable, NewWork, SeatRecord
from data.tables.settings import DailySettings, TableSettings
from data.tables.work import WorkKind
from rules.contract import Game, OptionValue
from rules.shuffle import SECRET_BYTES

log = logging.getLogger(__name__)

KEPT_OUT: Final = "You are banned from the tables of this server."

ERASED_TRY_TEXT: Final = "You have had today's try, and its data is deleted. Tomorrow there is another hand."


class DailyPlan(NamedTuple):
    """The terms of a hand of the day: options that differ from the standard game, players, and two seats.

    `seat` is the person's, `dealer` the dealer's.
    """

    options: Mapping[str, OptionValue]
    seats: int
    seat: int
    dealer: int


async def open_hand(tables: Tables, game: Game) -> DailyHand:
    """Today's hand in a game; whoever asks first opens it with a fresh secret. Raises StoreError."""
    day, daily = day_of(tables.clock()), tables.store.daily
    return await daily.hand(day, game.id) or await daily.open(day, game.id, tables.secret(SECRET_BYTES))


async def find(tables: Tables, hand: DailyHand, who: Person) -> TableState | None:
    """A person's try at a hand; None before they begin it. Raises Declined if its data was deleted; StoreError."""
    found = await tables.store.daily.find_try(hand.day, hand.game, daily_tries.person_mark(hand.secret, who.id))
    if found is None:
        return None
    if found.table is None or found.user != who.id:
        raise Declined(ERASED_TRY_TEXT)
    return await tables.find(found.table)


async def begin(
    tables: Tables, game: Game, plan: DailyPlan, actor: Actor, guild: int | None, hand: DailyHand
) -> TableState:
    """A person's one try at a hand: a new one, which counts for the server `guild`, or the one that they have begun.

    Raises Declined for somebody who is banned there, and if the data of the try was deleted; StoreError.
    """
    table = await find(tables, hand, actor)
    if table is None:
        mark = daily_tries.person_mark(hand.secret, actor.id)
        try:
            await _opened(tables, game, plan, actor, hand, NewTry(hand.day, game.id, actor.id, guild, mark))
        except HandTried:  # pressed twice at the same instant
            pass
        except PersonIsKeptOut:
            raise Declined(KEPT_OUT) from None
        table = await find(tables, hand, actor)
        if table is None:
            raise Declined(ERASED_TRY_TEXT)
    if table.record.status == "lobby":  # a process may have been killed before it was dealt
        table = await _dealt(tables, table, plan, actor)
    return table


async def _opened(tables: Tables, game: Game, plan: DailyPlan, actor: Actor, hand: DailyHand, attempt: NewTry) -> None:
    daily = DailySettings(day=hand.day, secret=hand.secret.hex(), guild=attempt.guild)
    seats, events = list[SeatRecord](), list[NewEvent]()
    for seat in range(plan.seats):
        if seat == plan.seat:
            seats.append(SeatRecord(0, seat, actor.id, "person", actor.display_name))
            events.append(actor.new_event(EventKind.JOIN, seat))
        else:
            name = COMPUTERS[seat]
            seats.append(SeatRecord(0, seat, None, "computer", name, level="strong"))
            events.append(NewEvent(EventKind.JOIN, seat, name, JoinPayload(computer=True, level="strong")))
    events += [committed(name, daily_tries.draw_secret(daily, name)) for name in (DEALER, "0")]
    options = game.resolve(plan.options, plan.seats)
    settings = TableSettings(daily=daily)
    draft = NewTable(game.id, game.version, options, LESSONS_GUILD_ID, LESSONS_GUILD_ID, actor.id, settings=settings)
    work = [NewWork(WorkKind.EXPIRE, seq=len(events), due=end_of(hand.day) + GRACE_MS)]
    try:
        await tables.store.tables.create(draft, events, work, seats, attempt=attempt)
    except DuplicateInteraction:  # the command was delivered twice
        return


async def _dealt(tables: Tables, table: TableState, plan: DailyPlan, who: Person) -> TableState:
    """Deal the hand."""

    def build(step: Step) -> None:
        if step.record.status != "lobby":
            raise Stale("This hand has already started.")
        step.start(None, who.id, plan.dealer)

    try:
        table, _ = await tables.change(table.id, None, build)
    except Stale:
        return await tables.find(table.id)
    return table


async def answered(tables: Tables, search: SearchProcesses, table: TableState) -> TableState:
    """The try once its computer players have moved, up to its person's next decision. Raises StoreError.

    Where the process ends before, the try as it is: its work row goes on.
    """
    async with search.tries.of(table.id):
        table = await tables.find(table.id)  # whoever had the lock before has moved on
        try:
            while table.computers():
                table = await move(tables, search, table)
        except SearchFailed:
            log.info("table %s: its computer players move once the bot is back", table.id)
    return table


async def move(tables: Tables, search: SearchProcesses, table: TableState) -> TableState:
    """The try after one computer player's move; where somebody else has made it, as it then is.

    Raises SearchFailed where the process ends; StoreError.
    """
    seat, daily = table.computers()[0], table.record.settings.get("daily")
    assert table.state is not None
    assert daily is not None
    decision, view = table.decisions[seat], table.state.view(seat)
    seed, seen = daily_tries.player_seed(daily, view), table.record.seq
    text, level, worlds = await search.choose_for_try(table.game, view, seed)
    player = PlayerSecret(level=level, seed=seed, worlds=worlds, version=VERSION, seen=seen)
    try:
        table, _ = await play.computer_move(tables, table.id, seat, decision, text, player)
    except Stale:
        return await tables.find(table.id)
    return table
