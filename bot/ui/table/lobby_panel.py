"""The private message with which those seated arrange their table before it begins, and the form of its options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

import discord

from bot.common.errors import Declined
from bot.common.text import escape, name_of, plain
from bot.tables.commands.recruit import open_to_all
from bot.tables.model.clock_terms import BANKS, LENGTHS, MOVE, SLEEPS, prompt, terms_of, usual_bank
from bot.tables.model.seats import key_of, pairs, partner_of
from bot.tables.model.table_state import TableState
from bot.ui.kit.components import SEPARATOR, Layout, Part, button, row, select, user_select
from bot.ui.kit.custom_ids import CustomId
from bot.ui.kit.forms import Draft, Form, NumberField, Values, WordField
from bot.ui.table import deadlines, layouts, lobby_layout
from bot.ui.table.table_options import MENTION_TEXTS, HasOptions, describe_value, has_forced_moves, mention_delay
from data.tables.records import TableRecord
from data.tables.settings import TableSettings
from rules.contract import Game, Option, OptionValue
from rules.sentences import capital

MAX_INVITEES: Final = 10
"""People who are invited by one choice."""

OPTIONS_FORM: Final = "options"
"""The key of the form of a table's options."""

USUAL: Final = "usual"
"""The value of the choice that a player has the extra time that goes with the time per turn."""

USUAL_HINT: Final = "For slow turns, once in a game. Usual: 10 minutes, or one turn if turns take hours."

MAX_REFUSAL_LETTERS: Final = 600
"""Letters of the reason why options cannot be."""

MENTION_SECONDS: Final = 60
"""Seconds before a player is mentioned where the table says nothing."""

TOGGLES: Final[Mapping[Literal["forced", "invited_only"], tuple[str, str]]] = {
    "forced": ("Stop automatic moves", "Allow automatic moves"),
    "invited_only": ("Let anyone join", "Invited people only"),
}
"""The labels of the button that turns a setting off, or on."""


def lobby_panel(table: TableState, seat: int, feedback: str, role: int | None) -> Layout:
    """Return the lobby actions of `seat`: all invite and change seats, the host does the rest.

    `feedback` is the last result in markdown. `role` may be mentioned to find players.
    """
    record, game = table.record, table.game
    heading = layouts.text(f"### {escape(table.name)}", feedback or "Set up the table before the first deal.")
    parts: list[Part] = [heading]
    parts.append(user_select(CustomId.INVITE_PEOPLE, record.id, placeholder="Invite people to play", most=MAX_INVITEES))
    if role is not None and not table.has_recruited and open_to_all(table):
        parts.append(layouts.text(f"-# *Look for players* mentions <@&{role}>, once."))
        parts.append(row(button(CustomId.PING_PLAYERS, record.id, label="Look for players")))
    others = [other for other in record.seats if other.seat != seat]
    names = {other.seat: plain(name_of(other.name, other.seat), 80) for other in others}
    if pairs(game):
        parts += _partner_parts(table, seat)
    elif others:
        options = [
            discord.SelectOption(
                label=f"Seat {other.seat + 1}: {names[other.seat]}", value=f"{other.seat}:{other.user or ''}"
            )
            for other in others
        ]
        parts.append(select(CustomId.SWAP_SEATS, record.id, options=options, placeholder="Swap seats with …"))
    if record.host != record.seats[seat].user:
        return layouts.layout(*parts)
    persons = {str(other.user): names[other.seat] for other in others if other.kind == "person"}
    if persons:
        options = [discord.SelectOption(label=name, value=user) for user, name in persons.items()]
        parts.append(
            select(CustomId.HAND_OVER_HOST, record.id, options=options, placeholder="Make someone else the host …")
        )
        parts.append(select(CustomId.DISMISS_PLAYER, record.id, options=options, placeholder="Remove a player …"))
    mention = mention_delay(record.settings, MENTION_SECONDS)
    moments = {
        seconds: when
        for seconds, when in MENTION_TEXTS.items()
        if prompt(record.settings, seconds * 1000) == seconds * 1000
    }
    options = [
        discord.SelectOption(label=f"Mention {when}", value=str(seconds), default=seconds == mention)
        for seconds, when in moments.items()
    ]
    parts.append(
        select(CustomId.SET_TABLE_SETTING, record.id, "mention", options=options, placeholder="When to mention …")
    )
    invited_only = record.settings.get("invited_only", False)
    toggles = [_toggle_button(record, "invited_only", not invited_only)]
    if has_forced_moves(game):
        toggles.insert(0, _toggle_button(record, "forced", not record.settings.get("forced", True)))
    return layouts.layout(*parts, row(*toggles))


def _partner_parts(table: TableState, seat: int) -> list[Part]:
    """Return the partners that a player may choose, each with what happens to the player beside them."""
    game, seats = table.game, table.record.seats
    names = [plain(name_of(seat.name, seat.seat), 40) for seat in seats]
    own_partner = partner_of(game, seat)
    options: list[discord.SelectOption] = []
    for player in seats:
        place = partner_of(game, player.seat)
        if place is None or player.seat == seat or place == seat:
            continue
        is_taken = place < len(seats)
        key = SEPARATOR.join((key_of(player), key_of(seats[place]) if is_taken else ""))
        partner_place = (
            f"with {names[own_partner]}"
            if own_partner is not None and own_partner < len(seats)
            else "beside a free seat"
        )
        then = f"{names[place]} then sits {partner_place}" if is_taken else "That seat is free"
        options.append(discord.SelectOption(label=f"Sit with {names[player.seat]}", value=key, description=then))
    note = "-# You can change partners until the first deal."
    parts = [layouts.text(*lobby_layout.side_lines(table), note)]
    return (
        [*parts, select(CustomId.CHOOSE_PARTNER, table.id, options=options, placeholder="Sit with …")]
        if options
        else parts
    )


def _toggle_button(record: TableRecord, name: Literal["forced", "invited_only"], value: bool) -> Part:
    """Return the button that sets a setting to this value."""
    return button(CustomId.SET_TABLE_SETTING, record.id, name, int(value), label=TOGGLES[name][value])


def refused_options(table: TableState, feedback: str, code: str) -> Layout:
    """Return the fault in the options of a form (`code`): `feedback`, and the button that opens the form again.

    The form stays filled in.
    """
    again = button(CustomId.OPEN_OPTIONS_FORM, table.id, code, label="Change it", style=discord.ButtonStyle.primary)
    return layouts.layout(layouts.text(f"{escape(feedback, MAX_REFUSAL_LETTERS)} Nothing changed."), row(again))


def read_setting(name: str, text: str) -> TableSettings:
    """Return the setting that the host chose here, by its name and its value's text.

    Raises Declined if there is none.
    """
    flag = {"0": False, "1": True}.get(text)
    if name == "forced" and flag is not None:
        return {"forced": flag}
    if name == "invited_only" and flag is not None:
        return {"invited_only": flag}
    seconds = next((seconds for seconds in MENTION_TEXTS if str(seconds) == text), None)
    if name != "mention" or seconds is None:
        raise Declined("There is no such setting.")
    return {"mention": seconds}


def options_form(game: Game) -> Form:
    """Return the form of a game's options: a field each."""
    return Form(OPTIONS_FORM, "Options", f"{game.name}: options", option_fields(game), _no_move)


def clock_form() -> Form:
    """Return the form of a table's clock."""
    lengths = [
        (str(seconds), capital(deadlines.duration_text(seconds)) if seconds else "No clock") for seconds in LENGTHS
    ]
    banks = [(USUAL, "The usual extra time")] + [
        (str(seconds), capital(deadlines.duration_text(seconds)) if seconds else "No extra time") for seconds in BANKS
    ]
    outs = [(str(what), capital(then)) for what, then in deadlines.TIMEOUT_CONSEQUENCES.items()]
    sleeps = [(str(hours), f"Stopped for up to {hours} hours" if hours else "Clocks run on") for hours in SLEEPS]
    fields = (
        WordField("Time per turn:", tuple(lengths)),
        WordField("Extra time per player:", tuple(banks), USUAL_HINT),
        WordField("When time runs out:", tuple(outs)),
        WordField("In quiet hours:", tuple(sleeps), "Players set theirs with /settings quiet"),
    )
    return Form("clock", "Clock", "The table's clock", fields, _no_move)


def clock_draft(table: TableState) -> Draft:
    """Return the form of the clock, filled in with its present settings."""
    terms, settings = terms_of(table.record.settings), table.record.settings
    out, sleep = settings.get("time_out", MOVE), settings.get("sleep") or 0
    move, bank = (0, None) if terms is None else (terms.move // 1000, terms.bank // 1000)
    extra = USUAL if bank is None or bank == usual_bank(move) else str(bank)
    return (str(move), extra, str(out), str(sleep))


def clock_settings(draft: Draft) -> TableSettings:
    """Return the settings from the filled-in form of the clock."""
    length, extra, time_out, sleep = map(str, draft)
    bank = usual_bank(int(length)) if extra == USUAL else int(extra)
    return {"clock": int(length), "bank": bank, "time_out": int(time_out), "sleep": int(sleep)}


def option_fields(game: HasOptions, names: Sequence[str] | None = None) -> tuple[NumberField | WordField, ...]:
    """Return a field for each option of a game, or for the options of these names."""
    return tuple(_field(game, name, game.options[name]) for name in (game.options if names is None else names))


def options_draft(game: Game, options: Mapping[str, OptionValue]) -> Draft:
    """Return the form of a game's options, filled in with the present ones.

    Options that depend on the seats have their standard.
    """
    now = {name: options.get(name, option.default) for name, option in game.options.items()}
    return tuple(str(now[name]) if option.allowed else int(now[name]) for name, option in game.options.items())


def chosen_options(game: HasOptions, values: Values, names: Sequence[str] | None = None) -> dict[str, OptionValue]:
    """Return the options from the filled-in form of `option_fields`."""
    values_by_name: dict[str, OptionValue] = {}
    for name, value in zip(game.options if names is None else names, values, strict=True):
        allowed = game.options[name].allowed
        values_by_name[name] = (
            value if isinstance(value, int) else {str(choice): choice for choice in allowed}[str(value)]
        )
    return values_by_name


def _no_move(_: Values) -> str:
    """Return no move: the fields are options."""
    return ""


def _field(game: HasOptions, name: str, option: Option) -> NumberField | WordField:
    label, _, hint = option.text.removesuffix(".").partition(": ")
    hint = f"{capital(hint)}." if hint else ""
    if option.allowed:
        words = tuple((str(value), describe_value(game, name, value)) for value in option.allowed)
        return WordField(f"{label}:", words, hint)
    return NumberField(f"{label}:", min((option.low, *option.extra_values)), option.high, hint)
