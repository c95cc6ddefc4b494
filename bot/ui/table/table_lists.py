"""Lists of tables: lobbies and running games of a server, and all tables of a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bot.common.text import escape, fit_lines, name_of
from bot.tables.commands.lobby import HOST_STARTS_WITHIN_MS
from bot.tables.model.clock_terms import stand_in_seats
from bot.tables.model.table_state import TableState
from bot.tables.model.votes import offer_of
from bot.tables.services.turn_index import waiting_since_ms
from bot.ui.kit.components import Layout
from bot.ui.table import layouts
from bot.ui.table.deadlines import timestamp_text
from bot.ui.table.votes import open_questions
from data.tables.records import SeatRecord, TableRecord
from rules.registry import GAMES, title_of
from rules.sentences import listed

MAX_TABLES: Final = 15
"""The most tables in a list."""

MAX_LIST_LETTERS: Final = 3400
"""Letters of the tables in a list: with the longest names fewer fit into a message."""

MAX_NAMED: Final = 4
"""The most players of a table whose names stand in a list."""

NEVER_MS: Final = 1 << 62
"""The time (ms) of expiry that stands for no clock."""

MAX_SHORT_LIST: Final = 5
"""The most tables that are listed of servers that the bot is not in any more."""

LEFT_HEADING: Final = "**In servers I have left:** to give a seat up, `/table leave`."

NO_LOBBY: Final = "No table is waiting. Open one: `/help` names the games."
NO_GAME_PLAYED_TEXT: Final = "No game is being played. Tables waiting for players: `/table lobbies`."
NO_TABLE: Final = "You sit at no table. In a server that I am in: join one (`/table lobbies`), or open one (`/help`)."


def lobby_list(records: Sequence[TableRecord]) -> Layout:
    """Return the tables of one server that have not begun, in the order given."""
    lines = fit_lines([_lobby_line(record) for record in records[:MAX_TABLES]], MAX_LIST_LETTERS)
    heading = layouts.text("### Tables waiting for players")
    return layouts.layout(heading, layouts.text(*(lines or [NO_LOBBY]), _more_line(len(records) - len(lines))))


def active_list(
    tables: Sequence[TableState],
    since: Mapping[int, int],
    which: Callable[[TableState], str],
    more: int,
    away: Mapping[int, Mapping[int, int]] = MappingProxyType({}),
) -> Layout:
    """Return the tables in play in a server, in the order given, and so many `more`.

    By table, `since` is when (ms) it began to wait; `away` is until when (ms) players are away, by seat. `which` names
    the hand.
    """
    lines = fit_lines(
        [
            _active_line(table, since.get(table.id), which(table), away.get(table.id, {}))
            for table in tables[:MAX_TABLES]
        ],
        MAX_LIST_LETTERS,
    )
    heading = layouts.text("### Games being played")
    return layouts.layout(
        heading, layouts.text(*(lines or [NO_GAME_PLAYED_TEXT]), _more_line(more + len(tables) - len(lines)))
    )


def own_list(
    tables: Sequence[TableState],
    user: int,
    now: int,
    servers: Mapping[int, str],
    more: int = 0,
    ends: Mapping[int, int] = MappingProxyType({}),
    left_tables: Sequence[TableState] = (),
) -> Layout:
    """Return a user's tables, the waiting ones at `now` (ms) first, by the time left.

    Open questions follow, then so many `more`. `servers` are the names of servers, `ends` deadlines (ms) by table.
    The `left_tables` of former servers stand apart.
    """
    waits = [table for table in tables if awaits_user(table, user, now)]
    waits.sort(key=lambda table: (ends.get(table.id, NEVER_MS), _waiting_since(table, user)))
    asks = [table for table in tables if table not in waits and _open_questions(table, user)]
    paused = [table for table in tables if table not in [*waits, *asks] and _paused_at(table) is not None]
    rest_of = [table for table in tables if table not in [*waits, *asks, *paused]]
    waiting, asking, paused_lines, others = (
        [_own_line(table, user, now, servers[table.record.guild], ends.get(table.id)) for table in some]
        for some in (waits, asks, paused, rest_of)
    )
    nothing = "" if waits or asks or more or not tables else "No table is waiting for you."
    heading = layouts.text("### Your tables", nothing)
    left_lines = fit_lines(
        [f"- {escape(table.name)}: {_state_text(table)}" for table in left_tables[:MAX_SHORT_LIST]],
        MAX_LIST_LETTERS // 4,
    )
    apart = (
        [layouts.text(LEFT_HEADING, *left_lines, _more_line(len(left_tables) - len(left_lines)))] if left_tables else []
    )
    if not tables:
        return layouts.layout(heading, *(apart or [layouts.text(NO_TABLE)]))
    room = MAX_LIST_LETTERS - sum(map(len, left_lines))
    first = fit_lines(waiting[:MAX_TABLES], room)
    rest = asking + others + paused_lines
    rest = fit_lines(rest[: MAX_TABLES - len(first)], room - sum(map(len, first))) if len(first) == len(waiting) else []
    asking, rest = rest[: len(asks)], rest[len(asks) :]
    for_others, paused_lines = rest[: len(others)], rest[len(others) :]
    parts = [
        *([layouts.text("**Waiting for you:**", *first, _more_line(len(waiting) - len(first)))] if waiting else []),
        *([layouts.text("**With a question for you:**", *asking)] if asking else []),
        *([layouts.text("**Waiting for others:**", *for_others)] if for_others else []),
        *([layouts.text("**Paused:**", *paused_lines)] if paused_lines else []),
        *(
            [layouts.text(_more_line(out))]
            if (out := more + len(tables) - len(waiting) - len(asking) - len(rest))
            else []
        ),
        *apart,
    ]
    return layouts.layout(heading, *parts)


def _state_text(table: TableState) -> str:
    """Return the state of a table in its lobby, or the names at one that has ended."""
    return (
        f"not started, {_joined_names(table.record.seats)}"
        if table.record.status == "lobby"
        else _joined_names(table.record.seats)
    )


def _open_questions(table: TableState, user: int) -> list[str]:
    """Return the open questions to a user at a table, in markdown."""
    seat = table.seat_of(user)
    return [] if seat is None else open_questions(table, seat)


def awaits_user(table: TableState, user: int, now: int) -> bool:
    """Whether a table waits for a user at `now` (ms): for a move, an answer to an invitation, the start, or the next
    hand.
    """
    seat = table.seat_of(user)
    if table.record.status == "lobby":
        return _may_start(table, user, now) if seat is not None else user in table.invited
    return seat is not None and waiting_since_ms(table, seat) is not None


def _waiting_since(table: TableState, user: int) -> int:
    """Return the time (ms) since which a table waits for a user. Lobbies sort last."""
    seat = table.seat_of(user)
    since = None if seat is None else waiting_since_ms(table, seat)
    return NEVER_MS if since is None else since


def awaited_since(table: TableState) -> int | None:
    """Return the event since which a table has been waiting; None if it is not waiting."""
    if table.record.status != "playing" or table.state is None:
        return None
    if table.awaits_deal():
        return None if table.last_hand is None else table.last_hand.last
    return min((table.decisions[seat] for seat in table.state.awaited), default=None)


def _may_start(table: TableState, user: int, now: int) -> bool:
    """Whether a seated player may start a table as it is."""
    enough = len(table.record.seats) >= table.game.seats[0]
    return enough and (table.record.host == user or now >= table.record.created + HOST_STARTS_WITHIN_MS)


def _more_line(tables: int) -> str:
    """Return the number of lines left out, as a line; "" for none."""
    return f"-# … and {tables} more." if tables else ""


def _lobby_line(record: TableRecord) -> str:
    game = GAMES.get(record.game)
    for_whom = ", invited people only" if record.settings.get("invited_only") else ""
    friendly = ", friendly" if record.settings.get("friendly") else ""
    of = f" of {game.seats[1]}" if game else ""
    seats = f"{_joined_names(record.seats)}, {len(record.seats)}{of} seats{for_whom}{friendly}"
    return f"- **{title_of(record.game)}**, table {record.id}: {seats} · <#{record.message_channel or record.channel}>"


def _active_line(table: TableState, since: int | None, which: str, away: Mapping[int, int]) -> str:
    waits = "" if since is None or _paused_at(table) is not None else f" ({timestamp_text(since)})"
    free = "a seat is on offer: `/table sit`" if _is_offered(table) else ""
    league = f"league {number}" if (number := table.record.settings.get("league")) is not None else ""
    how = ", ".join(filter(None, (league, which, f"{_state_line(table)}{waits}", _away_text(table, away), free)))
    return f"- {_linked_name(table)}: {how}"


def _away_text(table: TableState, away: Mapping[int, int]) -> str:
    """Return the awaited players who are away, with their return; "" if none is."""
    if table.record.status != "playing" or table.state is None or table.awaits_deal() or _paused_at(table) is not None:
        return ""
    away_seats = [seat for seat in sorted(away) if seat in table.state.awaited][:MAX_NAMED]
    seats = table.record.seats
    return ", ".join(f"{_joined_names([seats[seat]])} is back {timestamp_text(away[seat])}" for seat in away_seats)


def _paused_at(table: TableState) -> int | None:
    """Return the time (ms) since which a table in play is paused; None if it is not."""
    return table.record.settings.get("paused") if table.record.status == "playing" else None


def _is_offered(table: TableState) -> bool:
    """Whether a seat is available there at once."""
    return table.record.status == "playing" and any(offer_of(table, seat.seat) for seat in table.record.seats)


def _own_line(table: TableState, user: int, now: int, server: str, ends: int | None) -> str:
    time = "" if ends is None else f", your time ends {timestamp_text(ends)}"
    lost = "; its channel is lost: `/table move`" if "homeless" in table.record.settings else ""
    questions = "".join(f"; {question}" for question in _open_questions(table, user))
    return (
        f"- {_linked_name(table)} in {escape(server, 50)}: {_user_state_text(table, user, now)}{time}{questions}{lost}"
    )


def _linked_name(table: TableState) -> str:
    """Return a table's name with the link to it."""
    record = table.record
    if "homeless" in record.settings:
        return escape(table.name)
    place = f"https://discord.com/channels/{record.guild}/{record.message_channel or record.thread or record.channel}"
    return f"[{escape(table.name)}]({place if record.message is None else f'{place}/{record.message}'})"


def _user_state_text(table: TableState, user: int, now: int) -> str:
    """Return the state of a table, for one of its players or an invited user."""
    waits, seats = awaits_user(table, user, now), _joined_names(table.record.seats)
    if table.record.status == "lobby":
        if not waits:
            return f"not started, {seats}"
        return f"you can start it, {seats}" if table.seat_of(user) is not None else f"you are invited, {seats}"
    if waits:
        what = "the next hand can be dealt" if table.awaits_deal() else "your turn"
        return f"{what} ({timestamp_text(_waiting_since(table, user))})"
    seat = table.seat_of(user)
    if table.record.status != "playing" or table.state is None:
        return _state_line(table)
    stood = seat in stand_in_seats(table.record.settings)
    if _paused_at(table) is not None:
        yours = not table.awaits_deal() and seat in table.state.awaited and not stood
        return f"{_state_line(table)}{', then it is your turn' if yours else ''}"
    if stood:
        return "a computer plays for you: press *My hand* there, then *I am back*"
    return _state_line(table)


def _state_line(table: TableState) -> str:
    """Return the public state of a table that has begun."""
    if table.record.status == "frozen" or table.state is None:
        return "frozen"
    if (paused := _paused_at(table)) is not None:
        return f"paused {timestamp_text(paused)}"
    if table.awaits_deal():
        return "waits for the next deal"
    return f"waits for {_joined_names([table.record.seats[seat] for seat in table.state.awaited])}"


def _joined_names(seats: Sequence[SeatRecord]) -> str:
    names = [escape(name_of(seat.name, seat.seat)) for seat in seats]
    if len(names) > MAX_NAMED:
        names = [*names[: MAX_NAMED - 1], f"{len(names) - MAX_NAMED + 1} more"]
    return listed(names) if names else "nobody yet"
