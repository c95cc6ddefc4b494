"""A person who uses the bot."""

from __future__ import annotations

from typing import Protocol


class Person(Protocol):
    """A Discord user or member who uses the bot."""

    @property
    def id(self) -> int:
        """The user's id."""
        ...

    @property
    def display_name(self) -> str:
        """The name shown to others."""
        ...
