"""Shared worlds of all games: `OneWorld` between hands, `HandWorlds` in a hand."""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import Generic, TypeVar

from rules.contract import Event, State, Worlds, replay_events

Hidden = TypeVar("Hidden")
"""The cards and choices that the seat of a view does not know."""


class OneWorld(Worlds):
    """The only world that agrees with a view which hides nothing: no cards are dealt."""

    def __init__(self, position: State, events: tuple[Event, ...] = ()) -> None:
        self._position, self._events = position, events

    def draw(self, rng: Random) -> State:
        """Return the one position."""
        return self._position

    def events(self, world: State) -> tuple[Event, ...]:
        """Return the events of the hand before its deal."""
        return self._events


class HandWorlds(Worlds, Generic[Hidden]):
    """The worlds of a hand in progress: one position, with other hidden cards and choices in it."""

    def __init__(self, start: State) -> None:
        """`start` is the position at the start of the hand."""
        self._start = start
        self._position: State | None = None

    def draw(self, rng: Random) -> State:
        """See `Worlds.draw`. The first world is replayed, for what everybody sees is the same in all others."""
        hidden = self._draw_hidden(rng)
        if self._position is None:
            self._position = replay_events(self._start, self._events_with(hidden))
            return self._position
        return self._position_with(self._position, hidden)

    @abstractmethod
    def _draw_hidden(self, rng: Random) -> Hidden:
        """Return hidden cards and choices, uniform among all that agree with the view."""

    @abstractmethod
    def _events_with(self, hidden: Hidden) -> tuple[Event, ...]:
        """Return the events of the hand with these hidden cards and choices."""

    @abstractmethod
    def _position_with(self, position: State, hidden: Hidden) -> State:
        """Return a position of this hand, with these hidden cards and choices instead of its own."""
