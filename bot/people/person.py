"""A person who uses the bot."""

from __future__ import annotations

from typing import Protocol


class Person(Protocol):
    """Whoever uses the bot: a Discord user or member."""

    @property
    def id(self) -> int:
        """The user's id."""
        ...

    @property
    def display_name(self) -> str:
        """The name that others see."""
        ...
