"""C7: calls, the card that a partner must bring out, and the card taken back for it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from rules.conference.match import side
from rules.contract import Refusal
from rules.tarot_tuned import BIT, CARDS, EVIL, GOOD, PLAIN, SUIT_MASKS, SUITS, name

NAMED: Final = SUIT_MASKS[0] | SUIT_MASKS[1]
"""C7.1: the suits that Good names; Evil names the other two."""
OURS: Final = "ours"
YOURS: Final = "yours"


class Call(NamedTuple):
    """Who called with which of the two cards, in which trick (0-based), and whether `ours` (else `yours`)."""

    seat: int
    card: int
    ours: bool
    trick: int

    def suits(self, one: int) -> int:
        """C7.2: the suits that count for side `one`."""
        named = NAMED if self.card == GOOD else PLAIN & ~NAMED
        return named if (side(self.seat) == one) == self.ours else PLAIN & ~named

    def shown(self) -> dict[str, Any]:
        """The call as views show it, with the letters of the suits that count for each side."""
        letters = [
            [letter for letter, mask in zip(SUITS, SUIT_MASKS, strict=True) if mask & self.suits(one)] for one in (0, 1)
        ]
        word = OURS if self.ours else YOURS
        return {"seat": self.seat, "card": CARDS[self.card], "call": word, "trick": self.trick, "suits": letters}


class Back(NamedTuple):
    """C7.3: a card taken back. `place` is where the other of the two cards lies now, counted through all tricks."""

    seat: int
    card: int
    place: int
    after: int
    """How many cards had been played before the call."""


class Pact(NamedTuple):
    """What Good and Evil have done in a hand of Allegiance so far."""

    calls: tuple[Call, ...] = ()
    forced: int = -1
    """The seat that must bring out the other card at its turn, or -1 (C7.3)."""
    idle: int = -1
    """The place of the card that a partner brought out without effect, or -1."""
    back: Back | None = None

    def asks(self, seat: int) -> bool:
        """Whether `seat` has to call with Good or Evil: it is the first (C7.2), or an opponent of the caller (C7.4)."""
        return not self.calls or side(self.calls[0].seat) != side(seat)

    def no_call(self, seat: int, card: int) -> Refusal:
        """Why `seat` may not call with this card."""
        if seat == self.forced:
            sentence = "Your partner called, so {card} goes out without a call of its own."
            return Refusal("illegal_move", "C7.3", sentence, card=name(card))
        sentence = "You have made your call; {card} is played as the lowest trump, without another."
        return Refusal("illegal_move", "C7.5", sentence, card=name(card))

    def call_missing(self, card: int) -> Refusal:
        """The refusal of Good or Evil without the call that C7.2 or C7.4 asks for."""
        sentence = "Say with {card} whose suits it names: “ours” or “yours”."
        return Refusal("illegal_move", "C7.4" if self.calls else "C7.2", sentence, card=name(card))

    def must_bring(self, other: int) -> Refusal:
        """Why the forced partner may play nothing but the other card."""
        sentence = "Your partner has called, so {card} must go out now, whatever was led."
        return Refusal("illegal_move", "C7.3", sentence, card=name(other))

    @property
    def other(self) -> int:
        """The one of the two cards with which the first call was not made."""
        return OTHER[self.calls[0].card]


OTHER: Final = {GOOD: EVIL, EVIL: GOOD}
NO_PACT: Final = Pact()

CALLS: Final[dict[str, tuple[int, bool]]] = {
    f"play {CARDS[card]} {word}": (card, word == OURS) for card in (GOOD, EVIL) for word in (OURS, YOURS)
}
"""The canonical texts of the moves with a call."""
UNCALLED: Final = tuple(f"play {CARDS[card]}" for card in OTHER)
CALL_MOVES: Final = {BIT[card]: (f"play {CARDS[card]} ours", f"play {CARDS[card]} yours") for card in OTHER}
