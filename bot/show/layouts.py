"""The messages a table is met through, as Components V2: lobby, table, hand.

Every render builds new views. They hold texts, pictures and the bot's own buttons and selects (bot/wire/components.py)
only. Limits: 40 components and 4000 characters a message, buttons 5 a row, 25 options a select (all of them:
bot/sandbox/server/limits.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import discord

from bot.show.forms import Form
from bot.show.look import Choice, Style
from bot.tables.live import FORCED, Live
from bot.tables.lobby import HOSTS
from bot.tables.tables import MENTION, NEVER
from bot.text import NAME_LIMIT, escape, listed, name_of, plain
from bot.wire import components
from bot.wire.components import IN_A_ROW, SEPARATOR, Layout, Part, button, container, custom_id, row, rows, select

GREEN: Final = 0x2F6B4F
GOLD: Final = 0xC9A227
GREY: Final = 0x6B7280

STYLES: Final[Mapping[Style, discord.ButtonStyle]] = {
    "main": discord.ButtonStyle.primary,
    "good": discord.ButtonStyle.success,
    "bad": discord.ButtonStyle.danger,
    "plain": discord.ButtonStyle.secondary,
}

MENTIONS: Final[Mapping[int, str]] = {
    0: "at once",
    60: "after a minute",
    600: "after ten minutes",
    3600: "after an hour",
    6 * 3600: "after six hours",
    NEVER: "never",
}
"""When whoever is awaited is mentioned, by the value of a table's setting."""

TEXT_ROOM: Final = 3800

TERMS: Final = 600
"""Letters for what is played at a table."""

Emoji = Mapping[str, str]
"""Card text -> application emoji as Discord writes it."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A move that waits to be confirmed: what it comes to (or what is wrong with it), and the buttons to go on with.

    It stands below a hand as long as that seat's decision, of event `decision`, does.
    """

    decision: int
    said: str
    buttons: Part


class Answer(NamedTuple):
    """What a click is answered with, above the hand that it shows.

    `lasting` is what the player did, which stays until they do something else; why something was not done goes with the
    next change at the table.
    """

    text: str
    lasting: bool = False


def layout(*parts: Part, colour: int = GREEN) -> Layout:
    """A message of these parts in one container."""
    return Layout([container(*parts, colour=colour)])


def text(*lines: str) -> Part:
    """A text of these lines, cut to what one message may hold."""
    joined = "\n".join(line for line in lines if line)
    return components.text(joined if len(joined) <= TEXT_ROOM else joined[: TEXT_ROOM - 1] + "…")


def lobby(live: Live, terms: str) -> Layout:
    """The lobby: who sits where, what is played (`terms`), and Join, Leave, Add computer player, Start."""
    record, game = live.record, live.game
    fewest, most = game.seats
    seats = [
        f"{seat.seat + 1}. {escape(name_of(seat.name, seat.seat))}{' (computer)' if seat.kind == 'computer' else ''}"
        f"{' (host)' if seat.user == record.host else ''}"
        for seat in record.seats
    ]
    invited = [escape(plain(name, NAME_LIMIT)) for user, name in live.invited.items() if live.seat_of(user) is None]
    computers = [seat.name for seat in record.seats if seat.kind == "computer"]
    full, need = len(seats) >= most, fewest - len(record.seats)
    hosts = [escape(name_of(seat.name, seat.seat)) for seat in record.seats if seat.user == record.host]
    host = hosts[0] if hosts else "the host"
    ready = f"Ready: {host} may press Start, and from <t:{(record.created + HOSTS) // 1000}:t> on anybody seated."
    state = f"{need} more needed to start." if need > 0 else ready
    mention = MENTIONS.get(record.settings[MENTION]) if MENTION in record.settings else None
    return layout(
        text(
            f"## {game.name}",
            f"-# Table {record.id} · {len(record.seats)} of {most} seats taken",
        ),
        text(*(seats or ["Nobody is seated."]), f"-# Invited: {listed(invited)}" if invited else ""),
        text(
            state,
            escape(terms, TERMS),
            f"Whoever the table waits for is mentioned {mention}." if mention else "",
            "" if record.settings.get(FORCED, True) else "Moves that leave no choice are left to the players.",
        ),
        row(
            button("join", record.id, label="Join", style=discord.ButtonStyle.success, disabled=full and not computers),
            button("leave", record.id, label="Leave"),
            button("start", record.id, label="Start", style=discord.ButtonStyle.primary, disabled=need > 0),
        ),
        row(
            button("computer", record.id, label="Add computer player", disabled=full),
            *(button("away", record.id, name, label=f"Send {name} away") for name in computers[-1:]),
            button("rules", game.id, "0", label="Rules"),
        ),
        text(
            "-# Fair shuffles: the secret behind them is fixed already, and who joins is mixed in, so nobody can know "
            "the cards beforehand. `/table verify` shows what was fixed, and proves it afterwards."
        ),
        colour=GOLD,
    )


def moved_to(live: Live, where: int, result: str = "") -> Layout:
    """What a message that was the table's board says when the board is elsewhere: in a thread, or further down.

    `result` says, in markdown, how the game ended, if it has.
    """
    record = live.record
    names = [escape(name_of(seat.name, seat.seat)) for seat in record.seats]
    who = listed(names) if names else "Nobody"
    heading = text(f"## {live.game.name}", f"-# Table {record.id}")
    if record.status == "lobby":
        return layout(heading, text(f"Its lobby is in <#{where}> now."))
    if result:
        scores = row(button("sheet", record.id, label="Scores"))
        return layout(heading, text(result), text(f"-# Played in <#{where}>."), scores, colour=GREY)
    return layout(
        heading,
        text(f"{who} play in <#{where}>."),
        row(button("hand", record.id, label="My hand", style=discord.ButtonStyle.primary)),
        colour=GOLD,
    )


def is_board(table: int, parts: Sequence[Part]) -> bool:
    """Whether these components are a table's board: their frame holds a button that no other framed message has."""
    marks = {custom_id("join", table), custom_id("log", table, "-1"), custom_id("rematch", table)}

    def marked(parts: Sequence[Part]) -> bool:
        return any(part.get("custom_id") in marks or marked(part.get("components", ())) for part in parts)

    return any(part["type"] == components.CONTAINER and marked(part["components"]) for part in parts)


def table(
    live: Live,
    words: str,
    choices: Sequence[Choice],
    shown: Part | None,
    *,
    colour: int = GREEN,
) -> Layout:
    """The public table message: `words`, the picture if there is one, public moves, and the standing buttons.

    What moves the game on has a row of its own, above the buttons that are always there.
    """
    record = live.record
    items: list[Part] = [] if shown is None else [shown]
    items.append(text(words))
    items += rows([public_move(live, choice) for choice in choices])
    standing: list[Part] = []
    if record.status == "playing":
        on = next_hand(live)
        if on:
            items.append(row(*on))
        standing.append(button("hand", record.id, label="My hand", style=discord.ButtonStyle.primary))
    elif record.status in {"over", "ended"}:
        items.append(row(button("rematch", record.id, label="Rematch", style=discord.ButtonStyle.success)))
    standing += [
        button("log", record.id, "-1", label="Log"),
        button("sheet", record.id, label="Scores"),
        button("rules", record.game, "0", label="Rules"),
        button("more", record.id, label="More"),
    ]
    items.append(row(*standing))
    return layout(*items, colour=colour if record.status == "playing" else GREY)


def public_move(live: Live, choice: Choice) -> Part:
    """The button of a move that the board offers to whoever decides: the hand, the phase, the event shown, the move."""
    state = live.state
    shown = (0, "") if state is None else (state.number, state.phase)
    return button("go", live.id, *shown, live.record.seq, choice.move, label=choice.label, style=STYLES[choice.style])


def next_hand(live: Live) -> list[Part]:
    """The button Next hand, where the table waits for somebody to press it."""
    if live.record.status != "playing" or live.state is None or not live.awaiting():
        return []
    return [button("next", live.id, live.state.number, label="Next hand", style=discord.ButtonStyle.success)]


def hand(
    live: Live,
    seat: int,
    words: str,
    choices: Sequence[Choice],
    offers: Mapping[str, tuple[int, str]],
    shown: Part | None,
    emoji: Emoji,
    forms: Sequence[Form] = (),
    pending: Pending | None = None,
) -> Layout:
    """A seat's own hand with its legal moves: up to five as buttons, more in selects of 25.

    `offers` gives what a button holds for each legal move (bot/tables/offers.py), `pending` the move that waits to be
    confirmed instead of the forms.
    """
    record = live.record
    decision = live.decisions.get(seat, 0)
    if pending is not None and (record.status != "playing" or pending.decision != decision):
        pending = None
    items: list[Part] = [] if shown is None else [shown]
    items.append(text(words, pending.said if pending else ""))
    if pending is not None:
        items.append(pending.buttons)
    else:
        opening = [button("form", record.id, decision, form.key, form.mark, label=form.button) for form in forms]
        items += rows(opening)
    refresh = button("look", record.id, label="Refresh")
    if len(choices) <= IN_A_ROW:
        moves = next_hand(live) + [
            button(
                "play",
                record.id,
                decision,
                *offers[choice.move],
                label=choice.label,
                style=STYLES[choice.style],
                emoji=emoji.get(choice.card) if choice.card else None,
            )
            for choice in choices
        ]
        if len(moves) < IN_A_ROW:
            items.append(row(*moves, refresh))
        else:
            items += [row(*moves), row(refresh)]
    else:
        for number, start in enumerate(range(0, len(choices), 25)):
            part = choices[start : start + 25]
            options = [
                discord.SelectOption(
                    label=choice.label[:100],
                    value=SEPARATOR.join(map(str, offers[choice.move])),
                    description=choice.hint[:100] or None,
                    emoji=emoji.get(choice.card) if choice.card else None,
                )
                for choice in part
            ]
            ask = "Choose your move" if number == 0 else "… or one of these"
            items.append(select("pick", record.id, decision, number, options=options, placeholder=ask))
        items.append(row(refresh))
    return layout(*items)


def ended_lobby(live: Live, by: str) -> Layout:
    """A table that ended before it began (`by` says who ended it and why), or whose beginning can no longer be read."""
    frozen = live.record.status == "frozen"
    why = (
        "This table is frozen: its log cannot be read. Nothing is lost."
        if frozen
        else f"{escape(by, 200)} It was closed before the first deal."
    )
    return layout(
        text(f"## {live.game.name}", f"-# Table {live.record.id}"),
        text(why),
        *(() if frozen else (row(button("rematch", live.record.id, label="Open it again")),)),
        colour=GREY,
    )
