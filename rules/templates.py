"""Templates (K7.2): moves too many to list, as values, with their JSON.

Two forms serve all games; a game whose clause names another adds a class of its own beside its moves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any, cast


class Template(ABC):
    """Moves that are described, not listed. Immutable; equal templates stand for the same moves."""

    __slots__ = ()

    @abstractmethod
    def to_view(self) -> dict[str, Any]:
        """Return the template as views and the protocol show it, made anew."""

    @abstractmethod
    def moves(self) -> Iterator[str]:
        """Return every move of the template, once, for perft; none if the rulebook does not count them."""

    @abstractmethod
    def draw(self, rng: Random) -> str:
        """Return a random one of its moves."""


@dataclass(frozen=True, slots=True)
class Number(Template):
    """A verb and a whole number from `low` to `high`, both included."""

    verb: str
    low: int
    high: int

    def to_view(self) -> dict[str, Any]:
        """Return `{"verb","range":[low,high]}`."""
        return {"verb": self.verb, "range": [self.low, self.high]}

    def moves(self) -> Iterator[str]:
        """Return one move a number."""
        return (f"{self.verb} {number}" for number in range(self.low, self.high + 1))

    def draw(self, rng: Random) -> str:
        """Return a random move; each number is equally likely."""
        return f"{self.verb} {rng.randint(self.low, self.high)}"


@dataclass(frozen=True, slots=True)
class Cards(Template):
    """A verb and `fewest` to `most` of these cards, those of `must` among them. The cards may hold copies."""

    verb: str
    fewest: int
    most: int
    cards: tuple[str, ...]
    must: tuple[str, ...] = ()

    def to_view(self) -> dict[str, Any]:
        """Return `{"verb","count":[fewest,most],"cards"}`, and `must` where there are such."""
        fields = {"verb": self.verb, "count": [self.fewest, self.most], "cards": list(self.cards)}
        return {**fields, "must": list(self.must)} if self.must else fields

    def moves(self) -> Iterator[str]:
        """Yield one move a choice; equal ones, of copies, are given once."""
        for size in range(self.fewest, self.most + 1):
            for cards in dict.fromkeys(combinations(self.cards, size)):
                if all(card in cards for card in self.must):
                    yield " ".join((self.verb, *cards))

    def draw(self, rng: Random) -> str:
        """Return a random move; each number of cards is equally likely, and each choice of that number."""
        return " ".join((self.verb, *self.draw_cards(rng)))

    def draw_cards(self, rng: Random) -> list[str]:
        """Return the cards of a random move."""
        free_cards = list(self.cards)
        for card in self.must:
            free_cards.remove(card)
        fewest = max(self.fewest - len(self.must), 0)
        free_count = rng.randint(fewest, self.most - len(self.must))
        return [*self.must, *rng.sample(free_cards, free_count)]


def read(fields: Mapping[str, Any]) -> Template:
    """Return the template of one of these two forms that a view shows. Raises ValueError for any other form."""
    verb = str(fields["verb"])
    if set(fields) == {"verb", "range"}:
        low, high = cast("Sequence[int]", fields["range"])
        return Number(verb, low, high)
    if set(fields) - {"must"} == {"verb", "count", "cards"}:
        fewest, most = cast("Sequence[int]", fields["count"])
        return Cards(verb, fewest, most, tuple(fields["cards"]), tuple(fields.get("must", ())))
    raise ValueError(f"a template with {', '.join(fields)} is not known here")
