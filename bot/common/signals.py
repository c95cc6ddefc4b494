"""Signals: an emitter calls listeners that it does not know."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Generic, TypeVar

from bot.common.errors import redact

log = logging.getLogger(__name__)

T = TypeVar("T")


class Signal(Generic[T]):
    """A signal and its listeners, called in the order in which they were connected."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[T], None]] = []

    def connect(self, listener: Callable[[T], None]) -> None:
        """Call `listener` with each value emitted from now on."""
        self._listeners.append(listener)

    def emit(self, value: T) -> None:
        """Call all listeners. An error of one is logged and stops nobody else."""
        for listener in self._listeners:
            try:
                listener(value)
            except Exception as error:  # a fault of its own
                log.exception("a listener failed", exc_info=redact(error))
