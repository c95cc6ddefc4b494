"""Tables of leagues: opened and dealt at once, seats that change hands for good, and their end."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from bot.common.errors import Declined, Stale
from bot.people.person import Person
from bot.tables.commands.leave_and_end import leave_seat
from bot.tables.commands.substitutes import hand_over
from bot.tables.commands.time_out import require_due_clock
from bot.tables.model.actor import Actor
from bot.tables.model.clock_terms import SEAT
from bot.tables.model.fair_draws import DEALER
from bot.tables.model.seats import computer_name
from bot.tables.model.step import Step, committed
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from data.leagues.records import Entrant, LeaguePlace, LeagueRecord
from data.tables.errors import LeagueTableOpened
from data.tables.events import EndPayload, EventKind, JoinPayload, LeavePayload
from data.tables.records import NewEvent, NewTable, SeatRecord
from data.tables.settings import TableSettings
from rules.contract import Game
from rules.shuffle import SECRET_BYTES

SLEEP_HOURS: Final = 8
"""Hours of a player's night for which clocks of leagues stand still."""


async def open_league_table(
    tables: Tables,
    league: LeagueRecord,
    game: Game,
    place: LeaguePlace,
    players: Sequence[Entrant],
    seats: int,
    mention: int | None = None,
) -> None:
    """Open a table of a league for these players, by seat, unless it is open. Raises StoreError.

    Of the `seats` those over go to computer players. `mention` is the setting of mentions that the server wants.
    """
    # The first event is nobody's, so the table counts for no player as one that they opened.
    events = [committed(name, tables.secret(SECRET_BYTES)) for name in (DEALER, "0")]
    holders = list[SeatRecord]()
    for seat in range(seats):
        player = players[seat] if seat < len(players) else None
        if player is not None and player.state == "in":
            events.append(NewEvent(EventKind.JOIN, seat, user=player.user, name=player.name))
            holders.append(SeatRecord(0, seat, player.user, "person", player.name))
        else:  # also if somebody was banned, or had their data deleted, since the season began
            name = computer_name(holders)
            events.append(NewEvent(EventKind.JOIN, seat, name, JoinPayload(computer=True, level="normal")))
            holders.append(SeatRecord(0, seat, None, "computer", name, level="normal"))
    options = game.resolve(league.options, seats)
    settings = TableSettings(league=league.id, clock=league.clock, time_out=SEAT, sleep=SLEEP_HOURS)
    if mention is not None:
        settings["mention"] = mention
    host = next((player.user for player in players if player.state == "in"), players[0].user)
    draft = NewTable(game.id, game.version, options, league.guild, league.channel, host, settings=settings)
    with suppress(LeagueTableOpened):
        await tables.store.tables.create(draft, events, (), holders, place=place)


async def deal_league_table(tables: Tables, table: TableState) -> TableState:
    """Deal the first hand of a table of a league; the first dealer is drawn. Raises StoreError."""

    def build(step: Step) -> None:
        if step.record.status != "lobby":
            raise Stale("This table has started.")
        step.start_game(None, step.record.host or 0)

    with suppress(Stale):
        table, _ = await tables.change(table.id, None, build)
    return table


async def lose_seat(tables: Tables, table: TableState, seat: int, began: int) -> None:
    """Let a computer player have the seat whose clock, which began with event `began`, has run out.

    Raises Stale if its player has moved, Reschedule if the table is paused, StoreError.
    """

    def build(step: Step) -> None:
        require_due_clock(step, seat, began)
        player = step.record.seats[seat]
        leave_seat(step, player, Actor(player.user or 0, player.name, None), LeavePayload(late=True))

    await tables.change(table.id, None, build)


async def seat_entrant(tables: Tables, table_id: int, seat: int, person: Person) -> None:
    """Seat a person in place of whoever has a seat of a table in play. Raises Declined, StoreError."""

    def build(step: Step) -> None:
        former = step.record.seats[seat]
        if step.record.status != "playing" or former.user == person.id:
            raise Stale("This seat is taken, or the table has ended.")
        hand_over(step, former, Actor(person.id, person.display_name, None))

    with suppress(Stale):
        await tables.change(table_id, None, build)


async def end_league_table(tables: Tables, table_id: int, *, void: bool = False) -> None:
    """End a table of a league: its scores stand, or are `void`. Raises StoreError."""

    def build(step: Step) -> None:
        if step.record.status not in {"lobby", "playing"}:
            raise Stale("This table has ended.")
        public = EndPayload(league=True, void=True) if void else EndPayload(league=True, kept=True)
        step.add(NewEvent(EventKind.END, public=public))
        step.announce()
        step.close_table()

    with suppress(Declined):  # it has ended, or is frozen
        await tables.change(table_id, None, build)
