"""What a message holds: its text, its buttons and its files."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

from bot.ui.kit.components import Layout
from bot.ui.table.layouts import is_board
from sandbox import Sandbox

Json = dict[str, Any]


def components(message: Json) -> Iterator[Json]:
    """Yield all components of a message, nested ones included, in reading order."""
    top: list[Json] = message.get("components") or []
    waiting = top[::-1]
    while waiting:
        component = waiting.pop()
        yield component
        inner = [*component.get("components", ())]
        if component.get("accessory"):
            inner.append(component["accessory"])
        waiting += inner[::-1]


def text(message: Json) -> str:
    """Return all that a message says: content and text displays."""
    texts = [
        message["content"],
        *(component["content"] for component in components(message) if component["type"] == 10),
    ]
    return "\n".join(filter(None, texts))


def make_message(layout: Layout) -> Json:
    """Return the message of a layout, as Discord shows it."""
    return {"content": "", "components": list(layout.parts)}


def a_file(name: str, data: bytes) -> Json:
    """Return a file as a person gives it to a command's option."""
    return {"filename": name, "data": base64.b64encode(data).decode()}


def alts(message: Json) -> list[str]:
    """Return the alt texts of a message's pictures."""
    return [item.get("description") or "" for component in components(message) for item in component.get("items", ())]


def buttons(message: Json) -> dict[str, str]:
    """Return the enabled buttons of a message: label -> custom id."""
    return {
        component["label"]: component["custom_id"]
        for component in components(message)
        if component["type"] == 2 and "custom_id" in component and not component.get("disabled")
    }


def selects(message: Json) -> dict[str, str]:
    """Return the enabled selects of a message: placeholder -> custom id."""
    return {
        component["placeholder"]: component["custom_id"]
        for component in components(message)
        if "placeholder" in component and not component.get("disabled")
    }


def boards_of(sandbox: Sandbox, table: int) -> list[Json]:
    """Return every public message that is a board of the table, oldest first."""
    public = [message for message in sandbox.world.messages.values() if message.viewer is None]
    return [message.data for message in public if is_board(table, message.data.get("components") or ())]
