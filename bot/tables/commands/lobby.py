"""Lobbies: opening a table, joining it, adding computer players, starting."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Final, TypeVar

from bot.common.errors import Declined, Stale
from bot.common.text import escape, name_of
from bot.people.bans import check_not_banned
from bot.people.person import Person
from bot.tables.model.actor import Actor
from bot.tables.model.fair_draws import DEALER
from bot.tables.model.seats import (
    ALREADY_SEATED_TEXT,
    NO_COMPUTER,
    computer_name,
    host_of,
    remove_lobby_seat,
    require_lobby,
    require_seat,
)
from bot.tables.model.step import Step, committed
from bot.tables.model.table_state import Done, TableState
from bot.tables.services.tables import LOBBY_POSTING_KEY, SHORT_DELAY_MS, Tables
from data.engine.errors import StoreError
from data.people.records import is_erased
from data.tables.errors import HostIsBusy, PersonIsKeptOut, ServerIsFull, ThreadIsTaken
from data.tables.events import EndPayload, EventKind, InvitePayload, JoinPayload, LeavePayload, SeatLevel
from data.tables.records import Limits, NewEvent, NewTable, NewWork, SeatRecord, Work
from data.tables.settings import TableSettings
from data.tables.work import AnnouncementPayload, BoardPayload, WorkKind, WorkState
from rules.contract import Game, OptionValue
from rules.sentences import listed
from rules.shuffle import SECRET_BYTES

T = TypeVar("T")

HOST_STARTS_WITHIN_MS: Final = 10 * 60 * 1000
"""Milliseconds for which a table is its host's to start; then it is anybody's who sits there."""

START_DELAY_MS: Final = 10 * 1000
"""Milliseconds between a stricter setting and the earliest start."""

NO_SEAT: Final = "You cannot join this table now. Ask a player there, or find another: `/table lobbies`."
"""The same answer for users blocked by the host, sent away, or not invited where they must be: it does not say which.
"""

INVITE: Final = "invite"
"""The key of the message that mentions who is invited."""

LOBBY_LIFETIME_MS: Final = 24 * 3600 * 1000
"""Milliseconds that a lobby waits to be started."""


class Seated(Declined):
    """Raised where a player joins who sits there already."""


async def open_table(
    tables: Tables,
    game: Game,
    options: Mapping[str, OptionValue],
    where: tuple[int, int],
    host: Actor,
    players: Sequence[SeatRecord] = (),
    settings: TableSettings | None = None,
    *,
    exclusive_in_thread: bool = False,
    max_tables: int | None = None,
) -> TableState:
    """Return a new lobby with `host` in seat 0, at `where` (guild, channel).

    Of earlier `players` computer players are seated, people invited. `exclusive_in_thread` and `max_tables` limit the
    tables in a thread and in the server. Raises Refusal, Declined.
    """
    resolved = game.resolve(options)
    await check_not_banned(tables.store, where[0], host.id)
    try:
        opened = partial(
            _create_table,
            tables,
            game,
            resolved,
            where,
            host,
            players,
            settings,
            exclusive_in_thread=exclusive_in_thread,
            max_tables=max_tables,
        )
        table_id = await within_host_limit(tables, lambda uncounted_tables: opened(uncounted_tables=uncounted_tables))
    except StoreError as error:
        # An interaction that came twice, or a commit of which nobody can say what became: the log can.
        event = None if host.interaction is None else await tables.store.tables.event_of_interaction(host.interaction)
        if event is None:
            if isinstance(error, PersonIsKeptOut):
                raise Declined(error.sentence) from None
            if isinstance(error, HostIsBusy):
                error = HostIsBusy(await _within_reach(tables, error))
            if isinstance(error, (ServerIsFull, HostIsBusy, ThreadIsTaken)):
                raise Declined(_limit_text(error)) from None
            raise
        table_id = event.table
    finally:
        tables.on_work_due.emit(tables.clock() + SHORT_DELAY_MS)  # the lobby, if its answer does not get there
    table = await tables.find(table_id)
    tables.on_change.emit(table)
    return table


async def within_host_limit(tables: Tables, attempt: Callable[[int], Awaitable[T]]) -> T:
    """Return what `attempt` returns. It is called with the number of a host's tables that count for no limit.

    Raises what `attempt` raises, HostIsBusy only if the tables that count are too many.
    """
    try:
        return await attempt(0)
    except HostIsBusy as busy:
        return await attempt(len(busy.tables) - len(await _within_reach(tables, busy)))


async def _within_reach(tables: Tables, busy: HostIsBusy) -> tuple[int, ...]:
    """Return a user's tables in servers that the bot is in. Only these count for the limit."""
    records = [(await tables.find(table_id)).record for table_id in busy.tables]
    return tuple([record.id for record in records if not await tables.has_left(record.guild)])


def _limit_text(error: ServerIsFull | HostIsBusy | ThreadIsTaken) -> str:
    """Return the sentence for a limit that is reached."""
    if isinstance(error, ThreadIsTaken):
        return f"Table {error.table} is being played in this thread. Open yours in another channel."
    if isinstance(error, ServerIsFull):
        return f"This server has {error.tables} open tables, its limit. End one first."
    names = ", ".join(f"table {table_id}" for table_id in error.tables)
    tables = "1 table" if len(error.tables) == 1 else f"{len(error.tables)} tables"
    return (
        f"You have {tables} open, the limit: {names}. End one with `/table end`, or ask someone else to open this one."
    )


async def _create_table(
    tables: Tables,
    game: Game,
    options: dict[str, OptionValue],
    where: tuple[int, int],
    host: Actor,
    players: Sequence[SeatRecord],
    settings: TableSettings | None,
    *,
    exclusive_in_thread: bool,
    max_tables: int | None,
    uncounted_tables: int,
) -> int:
    """Open a table; `uncounted_tables` are tables of the host's that count for no limit."""
    guild, channel = where
    seats = [SeatRecord(0, 0, host.id, "person", host.display_name)]
    events = [host.new_event(EventKind.JOIN, 0)]
    for player in players:
        if player.level is not None:
            public = JoinPayload(computer=True, level=player.level)
            events.append(NewEvent(EventKind.JOIN, len(seats), player.name, public))
            seats.append(SeatRecord(0, len(seats), None, "computer", player.name, level=player.level))
    people = [player for player in players if player.kind == "person" and not is_erased(player.user)]
    former = [player.user for player in people if player.user]
    blocks = await tables.store.blocks.pairs_of([host.id, *former])
    kept_out = await tables.store.moderation.banned_among(guild, former)
    former = [user for user in former if user != host.id and user not in kept_out]
    invited = [user for user in former if not {(host.id, user), (user, host.id)} & blocks]
    events += [NewEvent(EventKind.INVITE, public=InvitePayload(message_key=INVITE), user=user) for user in invited]
    events += [committed(name, tables.secret(SECRET_BYTES)) for name in (DEALER, "0")]
    own: TableSettings = {} if settings is None else settings.copy()
    draft = NewTable(game.id, game.version, options, guild, channel, host.id, settings=own)
    work = [NewWork(WorkKind.EXPIRE, seq=len(events), due=tables.clock() + LOBBY_LIFETIME_MS)]
    if host.interaction is not None:
        work.append(_lobby_posting(tables, channel, host.interaction))
    if invited:
        work.append(NewWork(WorkKind.ANNOUNCE, INVITE, len(events), due=tables.clock() + SHORT_DELAY_MS))
    server = tables.max_live if max_tables is None else max_tables
    limits = Limits(server=server, host=tables.max_open + uncounted_tables, alone=exclusive_in_thread)
    return (await tables.store.tables.create(draft, events, work, seats, limits)).id


def _lobby_posting(tables: Tables, channel: int, interaction: int) -> NewWork:
    """Return the intention to answer `interaction` with the lobby.

    A process that is killed before it has noted the message leaves one to be looked for after the interaction.
    """
    return NewWork(
        WorkKind.FIND_BOARD,
        LOBBY_POSTING_KEY,
        payload=BoardPayload(channel=channel, after=interaction),
        due=tables.clock() + SHORT_DELAY_MS,
    )


async def join(tables: Tables, table_id: int, actor: Actor, seat: int | None = None) -> tuple[TableState, Done]:
    """Seat a person in a lobby: in a free seat, else in that of a computer player, or of the computer player in `seat`.

    Raises Declined if they are seated already, not welcome or banned, or if people have all the seats.
    """
    blocks = await tables.store.blocks.pairs_of([actor.id])
    await check_not_banned(tables.store, (await tables.find(table_id)).record.guild, actor.id)

    def build(step: Step) -> None:
        seats = require_lobby(step)
        if any(player.user == actor.id for player in seats):
            raise Seated(ALREADY_SEATED_TEXT)
        computers = [player for player in seats if player.kind == "computer" and seat in {None, player.seat}]
        if seat is not None and not computers:
            raise Declined(NO_COMPUTER)
        full = len(seats) >= step.before.game.seats[1]
        if full and not computers:
            _require_free_seat(step, seats)  # first, for it is so for everybody
        _require_welcome(step, actor, blocks)
        instead = computers[-1] if seat is not None or full else None
        own_seat = len(seats) if instead is None else instead.seat
        public = JoinPayload() if instead is None else JoinPayload(instead=instead.name)
        step.add(actor.new_event(EventKind.JOIN, own_seat, public))
        own_row = SeatRecord(step.record.id, own_seat, actor.id, "person", actor.display_name)
        step.seats = (*seats[:own_seat], own_row, *seats[own_seat + 1 :])

    return await tables.change(table_id, actor.interaction, build)


async def add_computer(
    tables: Tables, table_id: int, actor: Actor, level: SeatLevel = "normal", *, fill: bool = False
) -> tuple[TableState, Done]:
    """Seat a computer player of this level at a lobby table, or one in every free seat (`fill`).

    Any seated person may ask for it. Raises Declined, StoreError.
    """

    def build(step: Step) -> None:
        seats = require_lobby(step)
        require_seat(step, actor)
        _require_free_seat(step, seats)
        missing_players = step.before.game.seats[1] - len(seats) if fill else 1
        for number in range(missing_players):
            name, once = computer_name(seats), None if number else actor.interaction
            public = JoinPayload(computer=True, level=level)
            step.add(NewEvent(EventKind.JOIN, len(seats), name, public, interaction=once, user=actor.id))
            seats = (*seats, SeatRecord(step.record.id, len(seats), None, "computer", name, level=level))
        step.seats = seats

    return await tables.change(table_id, actor.interaction, build)


async def send_away(tables: Tables, table_id: int, name: str, actor: Actor) -> tuple[TableState, Done]:
    """Take a computer player of this name out of a lobby; any seated person may."""

    def build(step: Step) -> None:
        seats = require_lobby(step)
        require_seat(step, actor)
        seat = next((player for player in seats if player.kind == "computer" and player.name == name), None)
        if seat is None:
            raise Stale(f"{name} is no longer seated.")
        public = LeavePayload(computer=True)
        step.add(actor.new_event(EventKind.LEAVE, seat.seat, public, text=name))
        remove_lobby_seat(step, seat)

    return await tables.change(table_id, actor.interaction, build)


async def start(tables: Tables, table_id: int, actor: Actor) -> tuple[TableState, Done]:
    """Begin the game: the host may, and after ten minutes anybody seated, so that nobody waits for long.

    The first dealer is the one whom all want, else a drawn one. Raises Declined where it has to wait, StoreError.
    """

    def build(step: Step) -> None:
        seats = require_lobby(step)
        require_seat(step, actor)
        free = step.record.created + HOST_STARTS_WITHIN_MS
        if step.record.host != actor.id and tables.clock() < free:
            raise Declined(f"Only {host_of(step.record)} can start until <t:{free // 1000}:t>. Then anyone seated can.")
        fewest, _ = step.before.game.seats
        if len(seats) < fewest:
            raise Declined(
                f"{step.before.game.name} needs at least {fewest} players; {len(seats)} "
                f"{'is' if len(seats) == 1 else 'are'} seated. Invite someone, or add a computer player."
            )
        _require_terms_read(step, actor)
        step.start_game(actor.interaction, actor.id)

    return await tables.change(table_id, actor.interaction, build)


def _require_terms_read(step: Step, who: Person) -> None:
    """Require that players had time to read stricter settings. Raises Declined."""
    table, until = step.before, step.before.stricter_since_ms + START_DELAY_MS
    exempt = {who.id, step.record.host, *table.terms_accepted_by}
    unread = [player for player in step.record.seats if player.kind == "person" and player.user not in exempt]
    if table.stricter_since_ms <= step.at < until and unread:  # the clock may have been set back since
        names = listed([escape(name_of(player.name, player.seat)) for player in unread])
        raise Declined(
            f"Press Start again <t:{-(-until // 1000)}:R>, or once {names} {'has' if len(unread) == 1 else 'have'} "
            "pressed *All right*. They must see the change first."
        )


async def expire(tables: Tables, work: Work) -> WorkState | None:
    """Close a lobby that nobody started within a day; its host is told.

    A lesson that was left ends without a word, and so does a try whose day is over.

    Raises StoreError.
    """

    def build(step: Step) -> None:
        private = step.record.private
        if step.record.status not in {"lobby", *(("playing",) if private else ())}:
            raise Stale("This table has started or ended.")
        step.add(NewEvent(EventKind.END, public=EndPayload(expired=True)))
        step.close_table()
        if not private:
            step.work.append(
                NewWork(
                    WorkKind.ANNOUNCE,
                    seq=step.next_seq,
                    payload=AnnouncementPayload(user=step.record.host),
                    due=tables.clock(),
                )
            )

    try:
        await tables.change(work.table, None, build)
    except Stale:
        return WorkState.CANCELLED
    return None


def _require_welcome(step: Step, who: Person, blocks: Collection[tuple[int | None, int]]) -> None:
    """Raise Declined for a dismissed or uninvited user, and for one whom the host blocks; the text hides the block."""
    table = step.before
    welcome = {*table.invited, *table.declined, *table.former_players}
    uninvited = bool(step.record.settings.get("invited_only")) and who.id not in welcome
    if uninvited or who.id in table.dismissed or (step.record.host, who.id) in blocks:
        raise Declined(NO_SEAT)


def _require_free_seat(step: Step, seats: Sequence[SeatRecord]) -> None:
    most = step.before.game.seats[1]
    if len(seats) >= most:
        raise Declined(f"All {most} seats are taken.")
