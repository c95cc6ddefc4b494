"""Discord's limits on a message, for tests of what the bot would send."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.ui.kit.components import Layout, Part
from tests.support.house import checker
from tests.support.messages import text
from tests.support.needs import need_shared

COMPONENTS: Final = 40
LETTERS: Final = 4000
"""Of all text displays of a message together."""
V2: Final = 1 << 15
"""The flag of a message of components."""


def parts_of(parts: Sequence[Part]) -> Iterator[Part]:
    """Yield all components, nested ones included."""
    for part in parts:
        yield part
        yield from parts_of(part.get("components", ()))


def fits(layout: Layout) -> None:
    """Assert that a message has at most 40 components and 4,000 letters, and no id twice."""
    parts = list(parts_of(layout.parts))
    assert len(parts) <= COMPONENTS
    assert sum(len(part["content"]) for part in parts if part["type"] == 10) <= LETTERS
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    assert len(ids) == len(set(ids))


def assert_accepted(parts: list[Part]) -> str:
    """Assert that Discord's API admits these components, within 4,000 letters; return what they say."""
    need_shared("discord/openapi.json")
    spec = checker()
    assert spec is not None
    body = {"components": parts, "flags": V2, "nonce": "1-1", "enforce_nonce": True}
    assert not spec.problems("POST", "/channels/1/messages", body, "application/json")
    message_text = text({"content": "", "components": parts})
    assert len(message_text) <= LETTERS
    return message_text
