"""Who may know which card at a table: read from the kept log by the rulebook, not by the game's code.

`Book` has what is the same for every game; each game has a book of its own, and with it a `Game`: what else the search
must know of it (tests/e2e/leaks/games).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar

from data.tables.events import EventKind
from data.tables.records import NewEvent
from tests.e2e.leaks.faces import Faces

Place = tuple[int, int]
"""Where a card lay: in which order of the hand (0 is the pack as dealt, then each later shuffle), and where in it."""


@dataclass
class Book(ABC):
    """One table's log, as it was kept, and what follows from it."""

    game: Game
    options: Mapping[str, Any]
    """The options of the game."""
    seats: int = 0
    first_dealer: int = 0
    events: dict[int, NewEvent] = field(default_factory=dict[int, NewEvent])
    finished: int = 0
    """How many of the game's events (deals and moves) belong to hands that are over."""
    secrets: dict[str, str] = field(default_factory=dict[str, str])
    """The secrets that are not shown yet, in hexadecimal, by their draw."""
    orders: list[list[str]] = field(default_factory=list[list[str]])
    """The orders of the hand in progress, the top card first: of the pack, then of what was shuffled again."""
    acts: list[NewEvent] = field(default_factory=list[NewEvent])
    """The hand in progress from its deal on: what chance and the players did."""
    deals: int = 0
    _game: list[NewEvent] = field(default_factory=list[NewEvent])
    _worked_out: dict[tuple[str, int | None], frozenset[str]] = field(
        default_factory=dict[tuple[str, int | None], frozenset[str]]
    )
    """What followed for a seat since the last event: it is asked for with each message to each of a dozen people."""

    def take(self, seq: int, event: NewEvent) -> None:
        """Read an event that has been kept."""
        self._worked_out.clear()
        self.events[seq] = event
        if event.kind == EventKind.START:
            self.seats, self.first_dealer = event.public["seats"], event.public["dealer"]
        elif event.kind == EventKind.COMMIT and event.hidden:
            self.secrets[event.text] = event.hidden["secret"]
        elif event.kind == EventKind.REVEAL:
            self.secrets.pop(event.text, None)
        elif event.kind == EventKind.END:  # nothing more is played at this table
            self._hand_over()
        elif event.kind == EventKind.SHOW and event.hidden:
            self.showed(event.public["to"], event.hidden["cards"])
        elif event.kind == EventKind.CHANCE and event.hidden:
            self._game.append(event)
            self.acts.append(event)
            self.orders.append(event.hidden["cards"])
            if len(self.orders) == 1:
                self.deals += 1
                self.dealt_out()
            else:
                self.shuffled()
        elif event.kind == EventKind.MOVE and event.seat is not None:
            self._game.append(event)
            self.acts.append(event)
            self.moved(event.seat, event.text)
            if self.is_over():
                self.hand_ends()
                self._hand_over()

    def _hand_over(self) -> None:
        """All of the game so far belongs to hands that are over."""
        self.finished = len(self._game)
        self.orders, self.acts = [], []

    def finished_events(self) -> list[dict[str, object]]:
        """The events of the hands that are over, as a dump writes them (K6)."""
        return [
            {"event": event.text, "cards": list((event.hidden or {})["cards"])}
            if event.kind == EventKind.CHANCE
            else {"seat": event.seat, "move": event.text}
            for event in self._game[: self.finished]
        ]

    @property
    def dealer(self) -> int:
        """Who dealt the hand in progress: after each hand the dealer's left deals."""
        return (self.first_dealer + self.deals - 1) % self.seats

    # -- what each game has its own way of ---------------------------------------------------------------------------

    @abstractmethod
    def dealt_out(self) -> None:
        """The pack has been dealt in the order that `orders` ends with."""

    def shuffled(self) -> None:
        """Cards have been shuffled again within the hand, into the order that `orders` ends with."""
        raise NotImplementedError

    @abstractmethod
    def moved(self, seat: int, text: str) -> None:
        """A seat has made a move."""

    def showed(self, seats: Sequence[int], cards: Sequence[str]) -> None:
        """A player has shown these seats the cards in hand, where the game lets partners do so."""
        raise NotImplementedError

    @abstractmethod
    def is_over(self) -> bool:
        """Whether the hand is over, after the move that `moved` had last."""

    @abstractmethod
    def hand_ends(self) -> None:
        """The hand is over: all of it is public now (K5.2)."""

    @abstractmethod
    def places(self, seat: int | None) -> set[Place]:
        """The places of the hand in progress whose cards a seat, or a bystander, has lawfully seen."""

    def left(self) -> set[Place]:
        """The places whose cards lie there no more, for they were shuffled again: who saw them knows nothing by it."""
        return set()

    @abstractmethod
    def numbers(self) -> dict[str, set[Place]]:
        """Hands as the rules core keeps them in memory, as decimal numbers, each with the places of its cards."""

    def runs(self) -> dict[str, set[Place]]:
        """Other things that the core keeps in memory and that tell of cards, as they print, with the places."""
        return {}

    @abstractmethod
    def untold(self, text: str, seats: Mapping[str, int]) -> str:
        """The text without the sentences of the story that name cards and tell what happened.

        `seats` has the seats by the names of their players, and the reader's as "You": -1 for whoever has none.
        """

    # -- what follows ------------------------------------------------------------------------------------------------

    def card(self, place: Place) -> str:
        """The card that lay at a place."""
        return self.orders[place[0]][place[1]]

    def known(self, seat: int | None) -> frozenset[str]:
        """The faces that a seat, or a bystander, may know: those of which they know where one is now.

        Between hands all (K5.2).
        """
        if not self.orders:
            return self.game.faces.every
        return frozenset(map(self.card, self.places(seat) - self.left()))

    def hidden(self, seat: int | None) -> frozenset[str]:
        """The faces that a seat, or a bystander, may not know."""
        return self._once("hidden", seat, lambda: self.game.faces.every - self.known(seat))

    def masks(self, seat: int | None) -> frozenset[str]:
        """Hidden hands as the core keeps them: long decimal numbers."""
        return self._once("masks", seat, lambda: self._masks(seat))

    def sequences(self, seat: int | None) -> frozenset[str]:
        """What else the core keeps of hidden cards, as it prints."""
        return self._once("sequences", seat, lambda: self._sequences(seat))

    def _once(self, what: str, seat: int | None, work_out: Callable[[], frozenset[str]]) -> frozenset[str]:
        """Work something out, once between two events."""
        result = self._worked_out.get((what, seat))
        if result is None:
            result = self._worked_out[what, seat] = work_out()
        return result

    def _masks(self, seat: int | None) -> frozenset[str]:
        known = self.places(seat) if self.orders else set[Place]()
        numbers = self.numbers() if self.orders else {}
        return frozenset(number for number, places in numbers.items() if places - known and len(number) > 6)

    def _sequences(self, seat: int | None) -> frozenset[str]:
        known = self.places(seat) if self.orders else set[Place]()
        runs = self.runs() if self.orders else {}
        return frozenset(run for run, places in runs.items() if places - known)


class Game(ABC):
    """What the search and its players must know of one game."""

    id: ClassVar[str]
    command: ClassVar[str]
    """The name of its commands."""
    faces: ClassVar[Faces]
    book: ClassVar[type[Book]]
    always: ClassVar[tuple[str, ...]] = ()
    """Sentences of its rules that name cards whatever anybody holds, and stand in no rulebook."""
    words: ClassVar[tuple[str, ...]]
    """Moves without a card, legal or not: forged clicks ask for them too."""
    verbs: ClassVar[tuple[str, ...]]
    """The verbs of moves that name a card."""
    switches: ClassVar[tuple[str, ...]] = ()
    """Settings of a table that may be on or off, beside its options."""

    @abstractmethod
    def options(self, hands: int) -> dict[str, Any]:
        """The options of a table of so many hands, as its command takes them."""

    def filled(self, fields: Sequence[Mapping[str, Any]], rng: Random) -> dict[str, Any]:
        """What somebody puts into the fields of a form, by their custom ids; perhaps not what can be."""
        raise NotImplementedError

    def naming(self, fields: Sequence[Mapping[str, Any]], move: str) -> dict[str, Any]:
        """What is put into the fields of a form for this move, by their custom ids."""
        raise NotImplementedError

    def by_place(self, move: str, order: Sequence[str], rng: Random | None = None) -> str:
        """A move with the places of its cards where only its mover may know them, so that another world has the same.

        With `rng` what it leaves open is drawn.
        """
        return move

    def at_places(self, move: str, order: Sequence[str]) -> str:
        """The move that `by_place` wrote, with the cards that lie there in this order."""
        return move

    def laid(self, cards: Sequence[str], rng: Random) -> list[str]:
        """An order of cards for a test that chooses it."""
        return rng.sample(cards, len(cards))
