"""The moves that messages offer, and the ids of the buttons that make them."""

from __future__ import annotations

from random import Random

from bot.tables.model.move_tokens import move_tokens
from bot.tables.model.table_state import TableState
from tests.support.labels import move_named
from tests.support.messages import Json, buttons, components


def find_move_buttons(message: Json) -> dict[str, str]:
    """Return the buttons of a hand message that make a move: label -> custom id."""
    return {label: custom_id for label, custom_id in buttons(message).items() if custom_id.startswith("eh:make_move:")}


def find_offered_moves(message: Json) -> dict[str, tuple[str, list[str]]]:
    """Return the moves of a hand message, by buttons and selects: label -> custom id, and what is chosen there."""
    result: dict[str, tuple[str, list[str]]] = {label: (text, []) for label, text in find_move_buttons(message).items()}
    for component in components(message):
        if component.get("custom_id", "").startswith("eh:pick_move:"):
            result |= {option["label"]: (component["custom_id"], [option["value"]]) for option in component["options"]}
    return result


def choose_cards(message: Json, rng: Random) -> dict[str, tuple[str, list[str]]]:
    """Return cards chosen at random in selects that make a move: placeholder -> custom id, and what is chosen."""
    return {
        component["placeholder"]: (
            component["custom_id"],
            [card["value"] for card in rng.sample(component["options"], component.get("min_values", 1))],
        )
        for component in components(message)
        if component.get("custom_id", "").startswith("eh:pick_cards:")
    }


def read_move(message: Json, custom_id: str, value: str | None = None) -> str | None:
    """Return the text of the move that a button makes, or this value of a select; None if it makes none."""
    if custom_id.startswith("eh:pick_move:"):
        chosen = (custom_id, [value])
        return next(
            (move_named(label) for label, button_id in find_offered_moves(message).items() if button_id == chosen), None
        )
    label = next((label for label, button_id in buttons(message).items() if button_id == custom_id), "")
    return move_named(label) if custom_id.startswith("eh:make_move:") else None


def play_id(live: TableState, seat: int, move: str) -> str:
    """Return the custom id of a legal move in a seat's hand."""
    assert live.state is not None
    place, mark = move_tokens(live.state.legal(seat).moves)[move]
    return f"eh:make_move:{live.id}:{live.decisions[seat]}:{place}:{mark}"


def forged_id(live: TableState, move: str) -> str:
    """Return a custom id for any move, legal or not, that somebody makes up for a hand: it names the move itself."""
    return f"eh:make_move:{live.id}:{max(live.decisions.values(), default=0)}:0:{move}"[:100]
