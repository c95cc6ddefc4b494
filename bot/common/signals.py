"""Signals: something tells that it has happened, without knowing who listens."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Generic, TypeVar

from bot.common.errors import safe

log = logging.getLogger(__name__)

T = TypeVar("T")


class Signal(Generic[T]):
    """A kind of happening, with what listens to it. Listeners are called in the order in which they were connected."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[T], None]] = []

    def connect(self, listener: Callable[[T], None]) -> None:
        """Call `listener` with the value of each happening from now on."""
        self._listeners.append(listener)

    def emit(self, value: T) -> None:
        """Tell all listeners. What one of them raises is logged: it keeps nobody from an answer."""
        for listener in self._listeners:
            try:
                listener(value)
            except Exception as error:  # a fault of its own
                log.exception("a listener failed", exc_info=safe(error))
