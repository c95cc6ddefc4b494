"""Lobbies over the wire."""

from __future__ import annotations

from bot.tables.model.table_state import TableState
from tests.support.house import House
from tests.support.messages import Json, components
from tests.support.wire_tables import HOST, board, is_private, response_text


async def open_arrangement(house: House, live: TableState, who: str = HOST) -> Json:
    """Open and return the message with which somebody arranges the table."""
    answer = await house.press(who, board(house, live), "Invite and arrange")
    assert is_private(answer), response_text(answer)
    return answer.get("message") or {}


def verbs(message: Json) -> set[str]:
    """Return what may be arranged in the message."""
    return {component["custom_id"].split(":")[1] for component in components(message) if "custom_id" in component}


def levels(message: Json) -> list[tuple[str, str]]:
    """Return what a lobby offers to add: the value of each choice, and its label with what is said of it."""
    (select,) = [
        component for component in components(message) if component.get("custom_id", "").startswith("eh:add_computer:")
    ]
    return [
        (option["value"], " | ".join((option["label"], option.get("description", "")))) for option in select["options"]
    ]


def user(house: House, name: str) -> str:
    """Return somebody's number at Discord."""
    return house.sandbox.people.user(name)["id"]
