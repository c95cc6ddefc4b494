"""Signals: something tells that it has happened, without knowing who listens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Signal(Generic[T]):
    """A kind of happening, with what listens to it. Listeners are called in the order in which they were connected."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[T], None]] = []

    def connect(self, listener: Callable[[T], None]) -> None:
        """Call `listener` with the value of each happening from now on."""
        self._listeners.append(listener)

    def emit(self, value: T) -> None:
        """Tell all listeners. What one of them raises is raised."""
        for listener in self._listeners:
            listener(value)
