"""Lists of tables: those that wait for players in a server, and all at which a person sits, wherever that is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bot.show import layouts
from bot.tables.live import FRIENDLY, Live
from bot.tables.lobby import INVITED_ONLY
from bot.tables.play import awaited_by_name
from bot.text import escape, listed, name_of
from bot.wire.components import Layout
from data.records import TableRecord
from rules.registry import GAMES

NAMED: Final = 4
"""The most players of a table whose names stand in a list."""

NO_LOBBY: Final = "None waits just now. Open one: `/help` names the games."
NO_TABLE: Final = (
    "You have no seat anywhere just now. `/help` says how to open a table, `/table lobbies` where to join one."
)


def lobbies(records: Sequence[TableRecord]) -> Layout:
    """Tables of one server that have not begun, in the order given."""
    lines = [_lobby(record) for record in records]
    heading = layouts.text("### Tables that wait for players")
    return layouts.layout(heading, layouts.text(*lines) if lines else layouts.text(NO_LOBBY))


def mine(tables: Sequence[Live], user: int, server: Callable[[int], str]) -> Layout:
    """The tables at which a user sits, those that wait for them first; `server` gives a server's name."""
    waiting, others = list[str](), list[str]()
    for live in tables:
        (waiting if waits_for(live, user) else others).append(_mine(live, user, server(live.record.guild)))
    heading = layouts.text("### Your tables", "" if waiting or not others else "None of them waits for you.")
    if not tables:
        return layouts.layout(heading, layouts.text(NO_TABLE))
    first = [layouts.text("**They wait for you:**", *waiting)] if waiting else []
    return layouts.layout(heading, *first, *([layouts.text("**Waiting for others:**", *others)] if others else []))


def waits_for(live: Live, user: int) -> bool:
    """Whether a table waits for this user: for their move, or for anybody seated to ask for the next hand."""
    seat = live.seat_of(user)
    if live.record.status != "playing" or live.state is None or seat is None:
        return False
    return live.awaiting() or seat in live.state.awaited


def _lobby(record: TableRecord) -> str:
    game = GAMES[record.game]
    for_whom = ", for those who are invited" if record.settings.get(INVITED_ONLY) else ""
    friendly = ", friendly" if record.settings.get(FRIENDLY) else ""
    seats = f"{_names(record)}, {len(record.seats)} of {game.seats[1]} seats{for_whom}{friendly}"
    return f"- **{game.name}**, table {record.id}: {seats} · <#{record.message_channel or record.channel}>"


def _mine(live: Live, user: int, server: str) -> str:
    record = live.record
    place = f"https://discord.com/channels/{record.guild}/{record.message_channel or record.thread or record.channel}"
    link = place if record.message is None else f"{place}/{record.message}"
    if record.status == "lobby":
        how = f"not begun, {_names(record)}"
    elif record.status == "frozen":
        how = "frozen"
    elif live.awaiting():
        how = "the next hand may be dealt"
    else:
        how = "your turn" if waits_for(live, user) else f"waits for {awaited_by_name(live)}"
    return f"- [{escape(live.name)}]({link}) in {escape(server, 50)}: {how}"


def _names(record: TableRecord) -> str:
    names = [escape(name_of(seat.name, seat.seat)) for seat in record.seats]
    if len(names) > NAMED:
        names = [*names[: NAMED - 1], f"{len(names) - NAMED + 1} more"]
    return listed(names) if names else "nobody yet"
