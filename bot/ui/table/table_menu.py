"""The menu behind a table's button More: pages to read, actions, and the table's options and seats."""

from __future__ import annotations

from typing import NamedTuple

import discord

from bot.common.text import escape, name_of, plain
from bot.tables.model.clock_terms import stand_in_seats
from bot.tables.model.seats import TABLE_ENDED
from bot.tables.model.table_state import TableState
from bot.tables.model.votes import offer_of
from bot.tables.services.tables import frozen_text
from bot.ui.kit.components import Layout, Part, button, row, rows
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table import deadlines, layouts, lobby_layout
from bot.ui.table.table_options import describe_setting, has_forced_moves, unusual_options


class Viewer(NamedTuple):
    """The user who opens the menu: their seat or None, and whether they muted, host or moderate the table."""

    seat: int | None
    muted: bool
    hosts: bool
    moderates: bool


def table_menu(table: TableState, viewer: Viewer) -> Layout:
    """Return the buttons of what `viewer` can look up or do at a table, in groups."""
    # Whom the table waits for stands on its board and above a hand; here it would soon be out of date.
    state = frozen_text(table.record) if table.record.status == "frozen" else "" if _is_playing(table) else TABLE_ENDED
    parts = [layouts.text(f"### {escape(table.name)}", state)]
    groups = {
        "Look up": _reading_buttons(table),
        "Your seat": _seat_buttons(table, viewer),
        "Free seats": _free_seats(table, viewer),
        "The table": _table_buttons(table, viewer),
    }
    for heading, buttons in groups.items():
        if buttons:
            parts += [layouts.text(f"**{heading}**"), *rows(buttons)]
    return layouts.layout(*parts)


def _is_playing(table: TableState) -> bool:
    return table.record.status == "playing"


def _in_league(table: TableState) -> bool:
    """Whether a league's terms hold: its players decide nothing about seats, pauses and the end."""
    return "league" in table.record.settings


def _reading_buttons(table: TableState) -> list[Part]:
    """Return the buttons that show something of the table."""
    table_id, state, over = table.id, table.state, table.record.status == "over"
    finished = table.record.status == "frozen" or (
        state is not None and (state.number > 0 or over or table.awaits_deal())
    )
    buttons = [
        button(CustomId.SHOW_SCORES, table_id, label="Scores"),
        button(CustomId.SHOW_RULES, table.record.game, "0", label="Rules"),
        button(CustomId.SHOW_TERMS, table_id, label="Options and seats"),
    ]
    if finished:
        buttons += [
            button(CustomId.SHOW_REPLAY, table_id, label="Replay a hand"),
            button(CustomId.EXPORT_TABLE, table_id, label="Save as file"),
        ]
    return [*buttons, button(CustomId.VERIFY_SHUFFLES, table_id, label="Check the shuffles")]


def _seat_buttons(table: TableState, viewer: Viewer) -> list[Part]:
    """Return the buttons of a player of a game in play, for their own seat."""
    table_id = table.id
    if viewer.seat is None or not _is_playing(table):
        return []
    buttons = [
        button(
            CustomId.MUTE_TABLE,
            table_id,
            int(not viewer.muted),
            label="Unmute this table" if viewer.muted else "Mute this table",
        ),
        *([] if _in_league(table) else [button(CustomId.ASK_TO_OFFER_SEAT, table_id, label="Find a substitute")]),
        button(CustomId.ASK_TO_LEAVE, table_id, label="Leave", style=discord.ButtonStyle.danger),
    ]
    if viewer.seat in stand_in_seats(table.record.settings):
        buttons.insert(
            0, button(CustomId.COME_BACK_TO_SEAT, table_id, label="I am back", style=discord.ButtonStyle.success)
        )
    return buttons


def _free_seats(table: TableState, viewer: Viewer) -> list[Part]:
    """Return the buttons for the seats that a viewer without a seat can take."""
    if viewer.seat is not None or not _is_playing(table) or _in_league(table):
        return []
    buttons: list[Part] = []
    for seat in table.record.seats:
        called = plain(name_of(seat.name, seat.seat), 40)
        if offered := offer_of(table, seat.seat):
            buttons.append(
                button(CustomId.TAKE_OFFERED_SEAT, table.id, seat.seat, offered["seq"], label=f"Take {called}'s seat")
            )
        elif seat.kind == "computer":
            buttons.append(button(CustomId.ASK_FOR_SEAT, table.id, seat.seat, label=f"Play in {called}'s seat"))
    return buttons


def _table_buttons(table: TableState, viewer: Viewer) -> list[Part]:
    """Return the buttons that act on the whole table."""
    table_id, status, seated = table.id, table.record.status, viewer.seat is not None
    buttons = [] if status == "ended" else [button(CustomId.SHOW_TABLE, table_id, label="Post the table here")]
    if not _is_playing(table) or (_in_league(table) and not viewer.moderates):
        return buttons
    if seated and not _in_league(table):
        paused = table.record.settings.get("paused") is not None
        buttons.append(
            button(CustomId.RESUME_TABLE, table_id, label="Go on")
            if paused
            else button(CustomId.PAUSE_TABLE, table_id, label="Pause")
        )
    if (seated or viewer.moderates) and replaceable_seats(table, viewer.seat):
        buttons.append(button(CustomId.ASK_WHOM_TO_REPLACE, table_id, label="Replace a player"))
    if seated or viewer.hosts or viewer.moderates:
        buttons.append(button(CustomId.ASK_TO_END, table_id, label="End the table", style=discord.ButtonStyle.danger))
    return buttons


def replaceable_seats(table: TableState, seat: int | None) -> list[int]:
    """Return the seats of people, without one's own."""
    return [other.seat for other in table.record.seats if other.kind == "person" and other.seat != seat]


def seat_to_replace_panel(table: TableState, seat: int | None) -> Layout:
    """Return the question which player to replace."""
    names = table.names()
    buttons = [
        button(CustomId.ASK_WHO_PLAYS_ON, table.id, other, label=plain(name_of(names[other], other), 40))
        for other in replaceable_seats(table, seat)
    ]
    return layouts.layout(layouts.text(f"**Which player of {escape(table.name)}?**"), *rows(buttons))


def replacement_panel(table: TableState, seat: int) -> Layout:
    """Return the question who is to play on in a seat: a member, or a computer player."""
    name = table.player_name(seat)
    question = layouts.text(f"**Who plays on for {name}?**")
    ways = row(
        button(CustomId.ASK_TO_OFFER_SEAT, table.id, seat, label="A substitute"),
        button(CustomId.ASK_TO_RELEASE, table.id, seat, label="A computer player"),
    )
    return layouts.layout(question, ways)


def options_page(table: TableState) -> Layout:
    """Return the seats of a table, its options and its clock."""
    settings, game = table.record.settings, table.game
    options = [
        describe_setting("friendly", value=bool(settings.get("friendly"))),
        escape(unusual_options(game, table.record.options)),
        describe_setting("forced", settings.get("forced", True)) if has_forced_moves(game) else "",
        deadlines.describe_terms(settings) or "No clock runs.",
        describe_setting("mention", settings["mention"]) if "mention" in settings else "",
    ]
    return layouts.layout(
        layouts.text(f"### {escape(table.name)}"),
        layouts.text(
            "**Seats**",
            *(lobby_layout.side_lines(table) or [lobby_layout.seat_line(table, seat) for seat in table.record.seats]),
        ),
        layouts.text("**Options**", *options),
    )
