"""Tries at a deal that many play: everybody gets the same cards against the same strong computer players, once.

A try is a table of no server, as a lesson is (lessons.py). The moves of computer players depend only on the deal's
secret and on what their seats know.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from bot.common.errors import Declined, Stale, UnknownTable
from bot.common.version import VERSION
from bot.people.bans import BANNED_TEXT
from bot.people.person import Person
from bot.search.process import SearchFailed
from bot.search.search_processes import SearchProcesses
from bot.tables.commands import play
from bot.tables.model import tries
from bot.tables.model.actor import Actor
from bot.tables.model.fair_draws import DEALER
from bot.tables.model.seats import COMPUTERS
from bot.tables.model.step import Step, committed
from bot.tables.model.table_state import TableState
from bot.tables.services.known_views import known_view
from bot.tables.services.tables import Tables
from data.deals.records import GRACE_MS, Deal, DealKind, NewTry, date_of
from data.tables.errors import DealTried, DuplicateInteraction, PersonIsKeptOut
from data.tables.events import EventKind, JoinPayload, PlayerSecret
from data.tables.records import (
    LESSONS_GUILD_ID,
    Append,
    NewEvent,
    NewTable,
    NewWork,
    SeatRecord,
    TableRecord,
    Work,
)
from data.tables.settings import BoardSettings, TableSettings, TrySettings
from data.tables.work import WorkKind, WorkState
from rules.registry import GAMES

log = logging.getLogger(__name__)


ERASED_TRY_TEXTS: Final[Mapping[DealKind, str]] = {
    "daily": "You have had today's try, and its data is deleted. Tomorrow there is another hand.",
    "challenge": "You have had your try at this challenge, and its data is deleted.",
    "match": "You have had your try at this board, and its data is deleted.",
}
SAT_THERE: Final = "You sat at the table where this was played, so you have no try. Press *Ranking* to see how it goes."


async def close(tables: Tables, work: Work) -> WorkState:
    """Close the deals that end at the time of `work`. Raises StoreError."""
    await tables.store.deals.close(int(work.key))
    tables.on_work_due.emit(tables.clock())
    return WorkState.DONE


async def count(tables: Tables, work: Work) -> WorkState:
    """Bring the message of the challenge or match up to date at which the try of `work` was finished.

    Raises StoreError.
    """
    await tables.store.deals.show_finished(work.table)
    tables.on_work_due.emit(tables.clock())
    return WorkState.DONE


async def open_to_server(tables: Tables, table_id: int) -> None:
    """Let the members of its server look at a try at a closed deal, unless it is deleted. Raises StoreError."""

    def write(record: TableRecord) -> Append:
        attempt = record.settings.get("attempt")
        if attempt is None:
            return Append(record.id, record.seq)
        settings: TableSettings = {**record.settings, "attempt": {**attempt, "open": True}}
        return Append(record.id, record.seq, changes={"settings": settings})

    try:
        await tables.update_row(table_id, write)
    except UnknownTable:
        log.info("table %s, the best of a deal, is deleted", table_id)


async def find(tables: Tables, deal: Deal, who: Person) -> TableState | None:
    """Return a person's try at a deal; None before they begin it.

    Raises Declined if its data was deleted, or if they sat at the table of a challenge; StoreError.
    """
    own_try = await tables.store.deals.find_try(deal.id, tries.person_mark(deal.secret, who.id))
    if own_try is None:
        return None
    if own_try.table is None or own_try.user != who.id:
        raise Declined(SAT_THERE if own_try.user == who.id else ERASED_TRY_TEXTS[deal.kind])
    return await tables.find(own_try.table)


async def begin(
    tables: Tables, deal: Deal, actor: Actor, guild: int | None, board: BoardSettings | None = None
) -> TableState:
    """Return a person's one try at a deal: a new one, or the one that they have begun.

    A new one counts for the server `guild`. `board` is the place of the deal in a match. Raises Declined for somebody
    who is banned there, and if the data of the try was deleted; StoreError.
    """
    table = await find(tables, deal, actor)
    if table is None:
        mark = tries.person_mark(deal.secret, actor.id)
        try:
            await _open_try(tables, deal, actor, NewTry(deal.id, actor.id, guild, mark), board)
        except DealTried:  # pressed twice at the same instant
            pass
        except PersonIsKeptOut:
            raise Declined(BANNED_TEXT) from None
        table = await find(tables, deal, actor)
        if table is None:
            raise Declined(ERASED_TRY_TEXTS[deal.kind])
    if table.record.status == "lobby":  # a process may have been killed before it was dealt
        table = await _deal(tables, table, deal.plan.dealer, actor)
    return table


async def _open_try(tables: Tables, deal: Deal, actor: Actor, new: NewTry, board: BoardSettings | None) -> None:
    """Open the table of a person's try at a deal, with computer players. Raises StoreError."""
    game, plan = GAMES[deal.game], deal.plan
    attempt = TrySettings(
        deal=deal.id,
        kind=deal.kind,
        closes=deal.closes,
        secret=deal.secret.hex(),
        label=f"{deal.game} {date_of(deal.day)}",
        packs=[list(pack) for pack in deal.packs],
        guild=new.guild,
    )
    if board is not None:
        attempt["board"] = board
    seats, events = list[SeatRecord](), list[NewEvent]()
    for seat in range(plan.seats):
        if seat == plan.seat:
            seats.append(SeatRecord(0, seat, actor.id, "person", actor.display_name))
            events.append(actor.new_event(EventKind.JOIN, seat))
        else:
            name = COMPUTERS[seat]
            seats.append(SeatRecord(0, seat, None, "computer", name, level="strong"))
            events.append(NewEvent(EventKind.JOIN, seat, name, JoinPayload(computer=True, level="strong")))
    events += [committed(name, tries.draw_secret(attempt, name)) for name in (DEALER, "0")]
    options = game.resolve(plan.options, plan.seats)
    settings = TableSettings(attempt=attempt)
    draft = NewTable(game.id, game.version, options, LESSONS_GUILD_ID, LESSONS_GUILD_ID, actor.id, settings=settings)
    work = [NewWork(WorkKind.EXPIRE, seq=len(events), due=deal.closes + GRACE_MS)]
    try:
        await tables.store.tables.create(draft, events, work, seats, attempt=new)
    except DuplicateInteraction:  # the command was delivered twice
        return


async def _deal(tables: Tables, table: TableState, dealer: int, who: Person) -> TableState:
    """Deal the hand."""

    def build(step: Step) -> None:
        if step.record.status != "lobby":
            raise Stale("This hand has already started.")
        step.start_game(None, who.id, dealer)

    try:
        table, _ = await tables.change(table.id, None, build)
    except Stale:
        return await tables.find(table.id)
    return table


async def play_computer_moves(tables: Tables, search: SearchProcesses, table: TableState) -> TableState:
    """Let the computer players move up to the person's next decision. Returns the try after it; raises StoreError.

    If the process ends first, returns the try as it is: its work row goes on.
    """
    async with search.try_locks.of(table.id):
        table = await tables.find(table.id)  # whoever had the lock before has moved on
        try:
            while table.computers():
                table = await move(tables, search, table)
        except SearchFailed:
            log.info("table %s: its computer players move once the bot is back", table.id)
    return table


async def move(tables: Tables, search: SearchProcesses, table: TableState) -> TableState:
    """Return the try after one computer player's move; where somebody else has made it, as it then is.

    Raises SearchFailed where the process ends; StoreError.
    """
    seat, attempt = table.computers()[0], table.record.settings.get("attempt")
    assert table.state is not None
    assert attempt is not None
    decision, seen_seq = table.decisions[seat], table.record.seq
    seed, view = tries.player_seed(attempt, table.state.view(seat)), await known_view(tables.store, table, seat)
    text, level, worlds = await search.choose_for_try(table.game, view, seed)
    player = PlayerSecret(level=level, seed=seed, worlds=worlds, version=VERSION, seen_seq=seen_seq)
    try:
        table, _ = await play.computer_move(tables, table.id, seat, decision, text, player)
    except Stale:
        return await tables.find(table.id)
    return table
