"""Before the first deal: opening a table, joining it, adding computer players, starting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.errors import Declined, Stale
from bot.tables.draws import DEALER
from bot.tables.live import Done, Live, Step, committed
from bot.tables.seats import OVER, Person, computer_name, seated
from bot.tables.tables import EXPIRE, OPENING, SOON, TELL, Tables
from data.errors import HostIsBusy, ServerIsFull, StoreError
from data.records import BOARD, Limits, NewEvent, NewTable, NewWork, SeatRecord, Work, WorkState
from rules.contract import Game, OptionValue
from rules.shuffle import SECRET_BYTES

LIFE: Final = 24 * 3600 * 1000
"""Milliseconds that a lobby waits to be started."""


async def open_table(
    tables: Tables,
    game: Game,
    options: Mapping[str, OptionValue],
    where: tuple[int, int],
    host: Person,
    interaction: int | None,
    players: Sequence[SeatRecord] = (),
    settings: Mapping[str, int] | None = None,
) -> Live:
    """A new table in its lobby with `host` in seat 0, then `players` (a rematch). `where` is (guild, channel).

    `settings` are the table's own, MENTION among them.

    Raises Refusal for bad options, Declined where the server or the host has too many tables.
    """
    resolved = game.resolve(options)
    try:
        table = await _opened(tables, game, resolved, where, host, interaction, players, settings)
    except StoreError as error:
        # An interaction that came twice, or a commit of which nobody can say what became: the log can.
        kept = None if interaction is None else await tables.store.interaction(interaction)
        if kept is None:
            if isinstance(error, (ServerIsFull, HostIsBusy)):
                raise Declined(_enough(error)) from None
            raise
        table = kept.table
    finally:
        tables.owed(tables.clock() + SOON)  # the lobby, if its answer does not get there
    return await tables.find(table)


def _enough(error: ServerIsFull | HostIsBusy) -> str:
    if isinstance(error, ServerIsFull):
        return f"This server has {error.tables} tables under way, as many as I keep at a time. End one first."
    names = ", ".join(f"table {table}" for table in error.tables)
    return (
        f"You have {len(error.tables)} tables under way ({names}), as many as I keep for one person at a time. "
        "End one first with `/table end`, or ask somebody else to open this one."
    )


async def _opened(
    tables: Tables,
    game: Game,
    options: dict[str, OptionValue],
    where: tuple[int, int],
    host: Person,
    interaction: int | None,
    players: Sequence[SeatRecord],
    settings: Mapping[str, int] | None,
) -> int:
    guild, channel = where
    seats = [SeatRecord(0, 0, host.id, "person", host.display_name)]
    events = [NewEvent("join", 0, interaction=interaction, user=host.id, name=host.display_name)]
    for player in players:
        if player.user != host.id and len(seats) < game.seats[1]:
            seats.append(replace(player, seat=len(seats), points=0))
            name = player.name if player.user is None else ""
            events.append(NewEvent("join", len(seats) - 1, name, user=player.user))
    events += [committed(name, tables.secret(SECRET_BYTES)) for name in (DEALER, "0")]
    own = dict(settings or {})
    draft = NewTable(game.id, game.version, options, guild, channel, host.id, settings=own)
    waits = NewWork(EXPIRE, seq=len(events), due=tables.clock() + LIFE)
    work = (waits,) if interaction is None else (waits, _lobby_meant(tables, channel, interaction))
    limits = Limits(server=tables.max_live, host=tables.max_open)
    return (await tables.store.create_table(draft, events, work, seats, limits)).id


def _lobby_meant(tables: Tables, channel: int, interaction: int) -> NewWork:
    """The intention to answer `interaction` with the lobby.

    A process that is killed before it has noted the message leaves one to be looked for after the interaction.
    """
    return NewWork(BOARD, OPENING, payload={"channel": channel, "after": interaction}, due=tables.clock() + SOON)


async def join(tables: Tables, table: int, who: Person, interaction: int) -> tuple[Live, Done]:
    """Seat a person at a lobby table. Raises Declined where they sit there already or it is full."""

    def build(step: Step) -> None:
        seats = _waiting(step)
        if any(seat.user == who.id for seat in seats):
            raise Declined("You have a seat at this table already.")
        _room(step, seats)
        step.add(NewEvent("join", len(seats), interaction=interaction, user=who.id, name=who.display_name))
        step.seats = (*seats, SeatRecord(step.record.id, len(seats), who.id, "person", who.display_name))

    return await tables.change(table, interaction, build)


async def add_computer(tables: Tables, table: int, who: Person, interaction: int) -> tuple[Live, Done]:
    """Seat a computer player at a lobby table; any seated person may ask for one."""

    def build(step: Step) -> None:
        seats = _waiting(step)
        seated(step, who)
        _room(step, seats)
        name = computer_name(seats)
        step.add(NewEvent("join", len(seats), name, {"computer": True}, interaction=interaction, user=who.id))
        step.seats = (*seats, SeatRecord(step.record.id, len(seats), None, "computer", name))

    return await tables.change(table, interaction, build)


async def start(tables: Tables, table: int, who: Person, interaction: int) -> tuple[Live, Done]:
    """Draw the dealer and deal. Any seated person may start, so that an absent host blocks nobody."""

    def build(step: Step) -> None:
        seats = _waiting(step)
        seated(step, who)
        fewest, _ = step.live.game.seats
        if len(seats) < fewest:
            raise Declined(
                f"{step.live.game.name} needs at least {fewest} players; {len(seats)} "
                f"{'is' if len(seats) == 1 else 'are'} seated. Invite somebody, or add a computer player."
            )
        step.start(interaction, who.id)

    return await tables.change(table, interaction, build)


async def expire(tables: Tables, work: Work) -> WorkState | None:
    """Close a lobby that nobody started within a day; its host is told. Raises StoreError."""

    def build(step: Step) -> None:
        if step.record.status != "lobby":
            raise Stale("This table has begun, or has come to its end.")
        step.add(NewEvent("end", public={"expired": True}))
        step.reveal()
        step.changes["status"] = "ended"
        step.work.append(NewWork(TELL, seq=step.next_seq, payload={"user": step.record.host}, due=tables.clock()))

    try:
        await tables.change(work.table, None, build)
    except Stale:
        return "gone"
    return None


def _waiting(step: Step) -> tuple[SeatRecord, ...]:
    if step.record.status != "lobby":
        raise Declined("This table has begun already." if step.record.status == "playing" else OVER)
    return step.record.seats


def _room(step: Step, seats: Sequence[SeatRecord]) -> None:
    most = step.live.game.seats[1]
    if len(seats) >= most:
        raise Declined(f"All {most} seats are taken.")
