"""The lobby: its seats, its options, and the buttons before the game begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from discord import ButtonStyle, SelectOption

from bot.common.text import NAME_LIMIT, escape, name_of, plain
from bot.tables.commands.deletion import UNDO_WINDOW_MS
from bot.tables.model.seats import levels_of, pairs
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import frozen_text
from bot.ui.kit.components import SEPARATOR, Layout, Part, button, row, section, select
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table import deadlines
from bot.ui.table.layouts import GOLD, GREY, layout, text
from bot.ui.table.table_options import describe_changes, describe_setting, has_forced_moves, mention_delay
from data.tables.events import SeatLevel
from data.tables.records import SeatRecord
from rules.sentences import listed

MAX_NAMED: Final = 12
"""The maximum of named people without a seat."""

MAX_TERMS_LETTERS: Final = 600
"""Letters for the game and options of a table."""

FILL_SUFFIX: Final = "fill"
"""The second part of a choice that fills a lobby with computer players."""

LEVELS: Final[Mapping[SeatLevel, str]] = {
    "easy": "Often makes a weaker move",
    "normal": "Plays by rules of thumb",
    "strong": "Works out which move brings most",
}
"""The play of computer players, by level."""

NO_CLOCK: Final = "No clock."
"""Said of a table whose turns take any time."""


def lobby(table: TableState, terms: str) -> Layout:
    """Return the lobby: who sits where, what is played (`terms`), and Join, Leave, Add computer, Start.

    Each button keeps its place and name, so that a second press never hits another one.
    """
    record, game = table.record, table.game
    fewest, most = game.seats
    seats = side_lines(table) or [seat_line(table, seat) for seat in record.seats]
    invited = _join_names({user: name for user, name in table.invited.items() if table.seat_of(user) is None})
    declined = _join_names({user: name for user, name in table.declined.items() if table.seat_of(user) is None})
    computers = [seat.name for seat in record.seats if seat.kind == "computer"]
    last = computers[-1] if computers else ""
    free, need = most - len(record.seats), fewest - len(record.seats)
    hosts = [escape(name_of(seat.name, seat.seat)) for seat in record.seats if seat.user == record.host]
    host = hosts[0] if hosts else "The host"
    state = f"{need} more needed to start." if need > 0 else f"{host} can press Start."
    mention = mention_delay(record.settings, 0) if "mention" in record.settings else None
    start_style = ButtonStyle.success if need <= 0 else ButtonStyle.secondary  # green once it is what comes next
    friendly = bool(record.settings.get("friendly"))
    other_kind = "Make it rated" if friendly else "Make it friendly"
    clock = deadlines.describe_terms(record.settings)
    settings, rules = record.settings, button(CustomId.SHOW_RULES, game.id, "0", label="Rules")
    return layout(
        section(f"## {game.name}\n-# Table {record.id} · {len(record.seats)} of {most} seats taken", rules),
        text(
            *(seats or ["Nobody is seated."]),
            f"-# Invited: {invited}" if invited else "",
            f"-# Not this time: {declined}" if declined else "",
        ),
        text(
            state,
            " ".join(filter(None, (describe_setting("friendly", friendly), "" if clock else NO_CLOCK))),
            escape(terms, MAX_TERMS_LETTERS),
            describe_setting("forced", False, game)
            if has_forced_moves(game) and not settings.get("forced", True)
            else "",
            describe_setting("mention", mention) if mention is not None else "",
            describe_setting("invited_only", value=True) if settings.get("invited_only") else "",
            clock,
            f"-# Changed: {escape(describe_changes(game, table.terms.public), MAX_TERMS_LETTERS)}"
            if table.terms and sum(seat.kind == "person" for seat in record.seats) > 1
            else "",
        ),
        row(
            button(CustomId.JOIN_TABLE, record.id, label="Join", disabled=free <= 0 and not computers),
            button(CustomId.LEAVE_LOBBY, record.id, label="Leave"),
            button(CustomId.START_GAME, record.id, label="Start", style=start_style, disabled=need > 0),
            button(CustomId.SET_FRIENDLY, record.id, int(not friendly), label=other_kind),
        ),
        _computer_select(table, free),
        row(
            button(CustomId.REMOVE_COMPUTER, record.id, last, label="Remove computer", disabled=not computers),
            button(CustomId.ARRANGE_TABLE, record.id, label="Invite and arrange"),
            button(CustomId.OPEN_OPTIONS_FORM, record.id, label="Options"),
            button(CustomId.OPEN_CLOCK_FORM, record.id, label="Clock"),
        ),
        colour=GOLD,
    )


def _computer_select(table: TableState, free: int) -> Part:
    """Return the choice of a computer player's level, for one or for all of the `free` seats.

    The number of players in its id makes it a new one after each change, which Discord shows without the last choice.
    """
    levels = levels_of(table.game)
    options = [SelectOption(label=level.capitalize(), value=level, description=LEVELS[level]) for level in levels]
    if free > 1:
        options += [
            SelectOption(label=f"Fill {free} seats: {level}", value=SEPARATOR.join((level, FILL_SUFFIX)))
            for level in levels
        ]
    return select(
        CustomId.ADD_COMPUTER,
        table.id,
        len(table.record.seats),
        options=options,
        placeholder="Add computer …",
        disabled=free <= 0,
    )


def seat_line(table: TableState, seat: SeatRecord) -> str:
    """Return the number and the player of a seat."""
    computer = "" if seat.level is None else f" (computer, {seat.level})"
    host = " (host)" * (seat.user == table.record.host and seat.kind == "person")
    return f"{seat.seat + 1}. {escape(name_of(seat.name, seat.seat))}{computer}{host}"


def side_lines(table: TableState) -> list[str]:
    """Return a line for each two partners, side by side, with the free places; none in a game without partners."""
    seats = table.record.seats
    places = [
        [seat_line(table, seats[place]) if place < len(seats) else f"{place + 1}. *free*" for place in two]
        for two in pairs(table.game)
    ]
    return [f"**Partners:** {' · '.join(two)}" for two in places] if seats else []


def _join_names(people: Mapping[int, str]) -> str:
    """Return the names of people who have no seat."""
    names = [escape(plain(name, NAME_LIMIT)) for name in people.values()]
    more = len(names) - MAX_NAMED
    return listed(names if more < 2 else [*names[:MAX_NAMED], f"{more} others"]) if names else ""


def ended_lobby(table: TableState, by: str) -> Layout:
    """Return a table that ended before it began, or whose beginning can no longer be read.

    `by` says who ended it and why.
    """
    frozen = table.record.status == "frozen"
    why = frozen_text(table.record) if frozen else f"{escape(by, 200)} It was closed before the first deal."
    if (deleted := table.record.deleted) is not None:
        until = f"The host or a moderator can undo this. Time ends <t:{(deleted + UNDO_WINDOW_MS) // 1000}:R>."
        undo = row(button(CustomId.RESTORE_TABLE, table.record.id, label="Undo"))
        heading = text(f"## {table.game.name}", f"-# Table {table.record.id}")
        return layout(heading, text(escape(by, 200), until), undo, colour=GREY)
    look_up = button(CustomId.SHOW_LOG, table.record.id, "-1", label="Log")
    more = button(CustomId.SHOW_MORE, table.record.id, label="More")
    again = button(CustomId.OPEN_REMATCH, table.record.id, label="Open it again")
    return layout(
        text(f"## {table.game.name}", f"-# Table {table.record.id}"),
        text(why),
        row(look_up, more) if frozen else row(again),
        colour=GREY,
    )
