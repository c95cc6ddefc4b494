"""The facts that positions of Five Crowns are made of: the table, the score sheet, a deal's events, the last deal.

Cards are numbers (their place in canonical order, K2.8), orders and piles are bytes of them, hands are whole numbers
(rules/melds). A deal's moves are bytes too, one a move, so that a position is a handful of flat values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rules.contract import Expects, OptionValue, Pack
from rules.melds import CARDS, JOKER, NUMBER, RANKS, SUITS

FEWEST, MOST = 2, 12
"""F1.1: seats."""
TWO_DECKS: Final = 8
"""F1.1: the most seats that play with two decks; more play with three."""
SMALLEST, LARGEST = 3, 13
"""F1.2: cards in the first and the last deal of the standard game."""
RESHUFFLES: Final = 3
"""F3.4: at the next moment that the stock is empty the deal ends."""

DECK: Final = (*(rank + suit for suit in SUITS for rank in RANKS), *[JOKER] * 3)
"""F1.1: one deck."""

# A move as one byte: a card drawn, discarded or gone out with, or one of two words.
DREW: Final = tuple(bytes([number]) for number in range(56))
DISCARDED: Final = tuple(bytes([56 + number]) for number in range(56))
WENT_OUT: Final = tuple(bytes([112 + number]) for number in range(56))
TOOK: Final = bytes([168])
RESHUFFLED: Final = bytes([169])
CARD: Final = tuple(bytes([number]) for number in range(56))

NOBODY: Final = -1


def decks(seats: int) -> int:
    """F1.1: two decks for 2 to 8 seats, three for 9 to 12."""
    return 2 if seats <= TWO_DECKS else 3


class Setup(NamedTuple):
    """The table: its seats, the options of F1.2, and the pack in canonical order. `shrunken` is for tests only."""

    seats: int
    first: int
    last: int
    pack: bytes
    shrunken: Pack | None

    @classmethod
    def of(cls, seats: int, first: int, last: int, shrunken: Pack | None) -> Setup:
        """The set-up of a table. Raises ValueError where a shrunken pack has not two cards beside the largest hands."""
        texts = shrunken.cards if shrunken else DECK * decks(seats)
        if len(texts) < seats * last + 2:
            raise ValueError(
                "a pack for Five Crowns leaves two cards beside the hands, so that the stock never dries up"
            )
        return cls(seats, first, last, bytes(sorted(NUMBER[card] for card in texts)), shrunken)

    @property
    def options(self) -> dict[str, OptionValue]:
        """The options by name."""
        return {"first": self.first, "last": self.last}

    @property
    def deals(self) -> int:
        """How many deals the game has."""
        return self.last - self.first + 1


class Sheet(NamedTuple):
    """The score sheet while deal `number` is awaited or played, or after the last one."""

    setup: Setup
    number: int
    dealer: int
    totals: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]
    last: Last | None

    @property
    def size(self) -> int:
        """F2.1, F2.2: the cards that each seat is dealt, which is also the number of the wild rank."""
        return self.setup.first + self.number


class Last(NamedTuple):
    """A deal that is over, whole: everything in it is public (K5.2).

    `orders` are the pack as dealt and each reshuffled stock, top first; `told` the moves; `hands` what each seat ended
    with; `out` the seat that went out, or NOBODY.
    """

    number: int
    dealer: int
    orders: tuple[bytes, ...]
    told: bytes
    hands: tuple[int, ...]
    out: int
    points: tuple[int, ...]


def texts(cards: bytes) -> list[str]:
    """The texts of cards in this order."""
    return [CARDS[number] for number in cards]


def awaited(event: str, cards: bytes) -> Expects:
    """The chance event that orders these cards."""
    return Expects(event, tuple(texts(bytes(sorted(cards)))))


class Told(NamedTuple):
    """One event of a deal after its first: what a seat did, or a reshuffle before its turn."""

    seat: int
    what: str
    card: int


def retold(setup: Setup, number: int, dealer: int, orders: Sequence[bytes], told: bytes) -> Iterator[Told]:
    """A deal's moves and reshuffles in order. The card of a reshuffle is NOBODY."""
    seat = (dealer + 1) % setup.seats
    dealt = (setup.first + number) * setup.seats
    pile = [orders[0][dealt]]
    for move in told:
        if move < 56:
            yield Told(seat, "draw", move)
        elif move == TOOK[0]:
            yield Told(seat, "take", pile.pop())
        elif move == RESHUFFLED[0]:
            pile = pile[-1:]
            yield Told(seat, "reshuffle", NOBODY)
        else:
            what, card = ("discard", move - 56) if move < 112 else ("out", move - 112)
            pile.append(card)
            yield Told(seat, what, card)
            seat = (seat + 1) % setup.seats


def dealt_hands(setup: Setup, number: int, dealer: int, order: bytes) -> list[list[int]]:
    """F2.1: the cards dealt to each seat, in the order dealt."""
    size = setup.first + number
    eldest = (dealer + 1) % setup.seats
    hands: list[list[int]] = [[] for _ in range(setup.seats)]
    for place in range(size * setup.seats):
        hands[(eldest + place) % setup.seats].append(order[place])
    return hands
