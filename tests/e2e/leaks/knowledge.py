"""Who may know which card at a table of Voren: read from the kept log by the rulebook, not by the game's code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from data.records import NewEvent
from rules.voren.cards import CARDS, PACK

WHOLE = frozenset(PACK)


@dataclass
class Book:
    """One table's log, as it was kept, and what follows from it."""

    seats: int = 0
    first_dealer: int = 0
    events: dict[int, NewEvent] = field(default_factory=dict[int, NewEvent])
    finished: int = 0
    """How many of the game's events (deals and moves) belong to hands that are over."""
    secrets: dict[str, str] = field(default_factory=dict[str, str])
    """The secrets that are not shown yet, in hexadecimal, by their draw."""
    played: dict[int, set[str]] = field(default_factory=dict[int, set[str]])
    """Every card that a seat has played in whatever hand."""
    turned_up: set[str] = field(default_factory=set[str])
    """Every card that was turned up."""
    _game: list[NewEvent] = field(default_factory=list[NewEvent])
    _order: list[str] = field(default_factory=list[str])
    _hand: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    _deals: int = 0

    def take(self, seq: int, event: NewEvent) -> None:
        """Read an event that has been kept."""
        self.events[seq] = event
        if event.kind == "start":
            self.seats, self.first_dealer = event.public["seats"], event.public["dealer"]
        elif event.kind == "commit" and event.hidden:
            self.secrets[event.text] = event.hidden["secret"]
        elif event.kind == "reveal":
            self.secrets.pop(event.text, None)
        elif event.kind == "end":  # nothing more is played at this table
            self.finished, self._order = len(self._game), []
        elif event.kind == "chance" and event.hidden:
            self._game.append(event)
            self._order, self._hand = event.hidden["cards"], []
            self.turned_up.add(self._order[3 * self.seats])
            self._deals += 1
        elif event.kind == "move" and event.seat is not None:
            self._game.append(event)
            self._hand.append((event.seat, event.text))
            if event.text.startswith("play "):
                self.played.setdefault(event.seat, set()).add(event.text[5:])
            if self._over():
                self.finished = len(self._game)
                self._order = []

    def _over(self) -> bool:
        """V4.4: one is left; or V5: all who are in have played three cards."""
        folded = sum(1 for _, move in self._hand if move == "fold")
        plays = sum(1 for _, move in self._hand if move.startswith("play "))
        return folded == self.seats - 1 or plays == 3 * (self.seats - folded)

    def finished_events(self) -> list[dict[str, object]]:
        """The events of the hands that are over, as a dump writes them (K6)."""
        return [
            {"event": one.text, "cards": list((one.hidden or {})["cards"])}
            if one.kind == "chance"
            else {"seat": one.seat, "move": one.text}
            for one in self._game[: self.finished]
        ]

    # -- the hand in progress ----------------------------------------------------------------------------------------

    @property
    def order(self) -> list[str]:
        """The pack of the hand in progress, the top card first; empty between hands."""
        return list(self._order)

    @property
    def moves(self) -> list[tuple[int, str]]:
        """The moves of the hand in progress."""
        return list(self._hand)

    def dealt(self, seat: int) -> list[str]:
        """V3.1: the three cards that a seat was dealt."""
        dealer = (self.first_dealer + self._deals - 1) % self.seats
        place = (seat - dealer - 1) % self.seats
        return [self._order[turn * self.seats + place] for turn in range(3)]

    def poke(self) -> list[str]:
        """V3.1: the three cards after the turn-up."""
        return self._order[3 * self.seats + 1 : 3 * self.seats + 4]

    def known(self, seat: int | None) -> frozenset[str]:
        """What a seat, or a bystander, may know of the hand in progress: all of it once the hand is over (K5.2)."""
        if not self._order:
            return WHOLE
        known = {self._order[3 * self.seats]}
        known.update(move[5:] for _, move in self._hand if move.startswith("play "))
        if seat is not None and self._hand:  # V3.4: nobody looks at a hand before the dealer has decided
            known.update(self.dealt(seat))
            if (seat, "poke") in self._hand:  # V4.2
                known.update(self.poke())
        return frozenset(known)

    def hidden(self, seat: int | None) -> frozenset[str]:
        """What a seat, or a bystander, may not know."""
        return WHOLE - self.known(seat)

    def masks(self, seat: int | None) -> frozenset[str]:
        """Hidden hands as the rules core keeps them in memory: decimal numbers of sets of cards."""
        if not self._order:
            return frozenset()
        hidden = self.hidden(seat)
        gone = {move[5:] for _, move in self._hand if move.startswith("play ")}
        hands: list[Iterable[str]] = [self.poke(), *(self.dealt(one) for one in range(self.seats))]
        found = {CARDS.mask(hand) for hand in hands if hidden.intersection(hand)}
        found |= {CARDS.mask(set(hand) - gone) for hand in hands if len(hidden.intersection(hand)) > 1}
        return frozenset(str(mask) for mask in found if mask > 1_000_000)
