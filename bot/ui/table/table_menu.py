"""The menu behind a table's button More: pages to read, actions, and the table's options and seats."""

from __future__ import annotations

from typing import NamedTuple

import discord

from bot.common.text import escape, name_of, plain
from bot.tables.commands.play import waiting_for
from bot.tables.model.clock_terms import stood_in
from bot.tables.model.seats import TABLE_ENDED
from bot.tables.model.table_state import TableState
from bot.tables.model.votes import offer_of
from bot.tables.services.tables import FROZEN
from bot.ui.kit.components import Layout, Part, button, row, rows
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table import deadlines, layouts, lobby_layout
from bot.ui.table.table_options import describe_setting, has_forced_moves, unusual_options


class Viewer(NamedTuple):
    """Who opens the menu: their seat, None without one; whether they muted the table, host it or moderate there."""

    seat: int | None
    muted: bool
    hosts: bool
    moderates: bool


def table_menu(live: TableState, viewer: Viewer) -> Layout:
    """The buttons of what `viewer` can look up or do at a table, in groups."""
    state = FROZEN if live.record.status == "frozen" else waiting_for(live) if _is_playing(live) else TABLE_ENDED
    parts = [layouts.text(f"### {escape(live.name)}", state)]
    groups = {
        "Look up": _reading_buttons(live),
        "Your seat": _seat_buttons(live, viewer),
        "Free seats": _free_seats(live, viewer),
        "The table": _table_buttons(live, viewer),
    }
    for heading, buttons in groups.items():
        if buttons:
            parts += [layouts.text(f"**{heading}**"), *rows(buttons)]
    return layouts.layout(*parts)


def _is_playing(live: TableState) -> bool:
    return live.record.status == "playing"


def _reading_buttons(live: TableState) -> list[Part]:
    table, state, over = live.id, live.state, live.record.status == "over"
    finished = state is not None and (state.number > 0 or over or live.awaiting())
    found = [
        button(CustomId.SHOW_SCORES, table, label="Scores"),
        button(CustomId.SHOW_RULES, live.record.game, "0", label="Rules"),
        button(CustomId.SHOW_TERMS, table, label="Options and seats"),
    ]
    if finished:
        found += [
            button(CustomId.SHOW_REPLAY, table, label="Replay a hand"),
            button(CustomId.EXPORT_TABLE, table, label="Save as file"),
        ]
    return [*found, button(CustomId.VERIFY_SHUFFLES, table, label="Check the shuffles")]


def _seat_buttons(live: TableState, viewer: Viewer) -> list[Part]:
    table = live.id
    if viewer.seat is None or not _is_playing(live):
        return []
    found = [
        button(
            CustomId.MUTE_TABLE,
            table,
            int(not viewer.muted),
            label="Unmute this table" if viewer.muted else "Mute this table",
        ),
        button(CustomId.ASK_TO_OFFER_SEAT, table, label="Find a substitute"),
        button(CustomId.ASK_TO_LEAVE, table, label="Leave", style=discord.ButtonStyle.danger),
    ]
    if viewer.seat in stood_in(live.record.settings):
        found.insert(0, button(CustomId.COME_BACK_TO_SEAT, table, label="I am back", style=discord.ButtonStyle.success))
    return found


def _free_seats(live: TableState, viewer: Viewer) -> list[Part]:
    if viewer.seat is not None or not _is_playing(live):
        return []
    found: list[Part] = []
    for seat in live.record.seats:
        called = plain(name_of(seat.name, seat.seat), 40)
        if offered := offer_of(live, seat.seat):
            found.append(
                button(CustomId.TAKE_OFFERED_SEAT, live.id, seat.seat, offered["seq"], label=f"Take {called}'s seat")
            )
        elif seat.kind == "computer":
            found.append(button(CustomId.ASK_FOR_SEAT, live.id, seat.seat, label=f"Play in {called}'s seat"))
    return found


def _table_buttons(live: TableState, viewer: Viewer) -> list[Part]:
    table, status, seated = live.id, live.record.status, viewer.seat is not None
    found = [] if status == "ended" else [button(CustomId.SHOW_TABLE, table, label="Post the table here")]
    if not _is_playing(live):
        return found
    if seated:
        paused = live.record.settings.get("paused") is not None
        found.append(
            button(CustomId.RESUME_TABLE, table, label="Go on")
            if paused
            else button(CustomId.PAUSE_TABLE, table, label="Pause")
        )
        found.append(button(CustomId.OPEN_WORD_FORM, table, label="Add a word to the shuffle"))
    if (seated or viewer.moderates) and replaceable_seats(live, viewer.seat):
        found.append(button(CustomId.ASK_WHOM_TO_REPLACE, table, label="Replace a player"))
    if seated or viewer.hosts or viewer.moderates:
        found.append(button(CustomId.ASK_TO_END, table, label="End the table", style=discord.ButtonStyle.danger))
    return found


def replaceable_seats(live: TableState, seat: int | None) -> list[int]:
    """The seats of people, without one's own."""
    return [other.seat for other in live.record.seats if other.kind == "person" and other.seat != seat]


def seat_to_replace_panel(live: TableState, seat: int | None) -> Layout:
    """The question which player is to be replaced."""
    names = live.names()
    buttons = [
        button(CustomId.ASK_WHO_PLAYS_ON, live.id, other, label=plain(name_of(names[other], other), 40))
        for other in replaceable_seats(live, seat)
    ]
    return layouts.layout(layouts.text(f"**Which player of {escape(live.name)}?**"), *rows(buttons))


def replacement_panel(live: TableState, seat: int) -> Layout:
    """The question who is to play on in a seat: a member, or a computer player."""
    name = escape(name_of(live.names()[seat], seat))
    asked = layouts.text(f"**Who plays on for {name}?**")
    ways = row(
        button(CustomId.ASK_TO_OFFER_SEAT, live.id, seat, label="A substitute"),
        button(CustomId.ASK_TO_RELEASE, live.id, seat, label="A computer player"),
    )
    return layouts.layout(asked, ways)


def options_page(live: TableState) -> Layout:
    """Who sits where at a table, and with which options and which clock it is played."""
    settings, game = live.record.settings, live.game
    options = [
        describe_setting("friendly", value=bool(settings.get("friendly"))),
        escape(unusual_options(game, live.record.options)),
        describe_setting("forced", settings.get("forced", True)) if has_forced_moves(game) else "",
        deadlines.describe_terms(settings) or "No clock runs.",
        describe_setting("mention", settings["mention"]) if "mention" in settings else "",
    ]
    return layouts.layout(
        layouts.text(f"### {escape(live.name)}"),
        layouts.text(
            "**Seats**",
            *(lobby_layout.side_lines(live) or [lobby_layout.seat_line(live, seat) for seat in live.record.seats]),
        ),
        layouts.text("**Options**", *options),
    )
