"""Taking a move back, in words and as a button: what the move is called, to its player and to the others."""

from __future__ import annotations

from typing import Final

import discord

from bot.tables.commands.take_back import asked_of, own_move
from bot.tables.model.clock_terms import stand_in_seats
from bot.tables.model.table_state import TableState
from bot.tables.model.turn_state import LastMove
from bot.ui.game.card_packs import pack_named
from bot.ui.game.presenter import Presenter
from bot.ui.kit.components import Part, button
from bot.ui.kit.custom_ids import CustomId
from rules.sentences import capital

A_MOVE: Final = "a move"

MAX_LABEL_LETTERS: Final = 30
"""Letters of a move's name that a button has room for."""

CARD_VERBS: Final = ("play", "discard")
"""The first words of moves that put one named card on the table (K7.1)."""


def undo_request(table: TableState, seat: int, presenter: Presenter) -> str:
    """Return the request of another player that the player in a seat may allow, in markdown; "" where there is none."""
    last = asked_of(table, seat)
    if last is None:
        return ""
    name = table.player_name(last.seat)
    return f"**{name} asks to undo {describe_move(last.known_text, presenter)}.** *Allow undo*, or play on."


def undo_buttons(table: TableState, seat: int, presenter: Presenter) -> tuple[Part, ...]:
    """Return the button by which the player in a seat takes their last move back, or lets another do so.

    There is none where they may not.
    """
    if (request := asked_of(table, seat)) is not None and seat not in stand_in_seats(table.record.settings):
        return (
            button(
                CustomId.TAKE_BACK_MOVE, table.id, request.seq, label="Allow undo", style=discord.ButtonStyle.success
            ),
        )
    last = own_move(table, seat)
    if last is None or seat in stand_in_seats(table.record.settings):
        return ()
    name = _move_label(last, presenter)
    label = f"Undo: {name}" if name and len(name) <= MAX_LABEL_LETTERS else "Undo my last move"
    if table.record.lesson:  # beside the hint, where room is short
        label = "Undo"
    return (button(CustomId.TAKE_BACK_MOVE, table.id, last.seq, label=label),)


def describe_own_move(last: LastMove, presenter: Presenter) -> str:
    """Return a move to the person who made it, within a sentence: "your 5 of hearts"."""
    card = _card(last.text, presenter.pack)
    if not card:
        return "your move"
    return card if card.startswith("the ") else f"your {card}"


def describe_move(text: str, presenter: Presenter) -> str:
    """Return a move to the others, within a sentence: "the 5 of hearts"; `text` is empty where part of it is hidden."""
    card = _card(text, presenter.pack)
    if not card:
        return A_MOVE
    return card if card.startswith("the ") else f"the {card}"


def _move_label(last: LastMove, presenter: Presenter) -> str:
    """Return the label of a move: its card, or the label of its own button."""
    if card := _card(last.text, presenter.pack):
        return card
    choices = presenter.choices(last.before.view(last.seat))
    label = next((choice.label for choice in choices if choice.move == last.text), "")
    if not label and last.text.count(" ") == 1 and last.text[-1].isdigit():  # a number that was typed: "ask 12"
        label = capital(last.text)
    return label.partition(":")[0]


def _card(text: str, pack_name: str) -> str:
    """Return the name of the one card that a move puts on the table; empty for other moves."""
    verb, _, rest = text.partition(" ")
    cards = rest.split(" ")
    plain = verb == "discard" and len(cards) > 1
    return pack_named(pack_name).name_of(cards[0]) if verb in CARD_VERBS and rest and not plain else ""
