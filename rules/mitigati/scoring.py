"""M6.5, M7: what the tricks of a hand score."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Any, Final, NamedTuple

from rules.mitigati.match import NEXT, SEATS
from rules.tarot_tuned import BIT, CARDS, FOOL, FOOL_BIT, POINTS, cheapest, points
from rules.tricks import make

PAR: Final = 49
"""M7.1: the card points that score nothing."""
_WORTH: Final = bytes(POINTS).ljust(256, b"\0")
"""Card numbers, as bytes, to card points."""
_OWN: Final = tuple(bytes(255 if taker == seat else 0 for taker in range(256)) for seat in range(SEATS))
"""By seat: winners of tricks, as bytes, to 255 where it is that seat, else 0."""


class Trick(NamedTuple):
    """A trick: who led to it, its cards as they were played, and who won it (None while it is in progress)."""

    leader: int
    cards: tuple[int, ...]
    winner: int | None

    def plays(self) -> list[tuple[int, int]]:
        """Each seat with the card it played, in order."""
        return [((self.leader + place) % SEATS, card) for place, card in enumerate(self.cards)]

    def shown(self) -> dict[str, Any]:
        """The trick as views show it."""
        return {"leader": self.leader, "cards": self.named(), "winner": self.winner}

    def named(self) -> list[list[Any]]:
        """Each seat with the text of the card it played, in order."""
        return [[seat, CARDS[card]] for seat, card in self.plays()]


def tricks(eldest: int, cards: bytes, takers: bytes) -> list[Trick]:
    """The tricks that these cards made, given who won them. M6.1: Eldest leads to the first, then each winner."""
    leaders = (eldest, *takers)
    found: list[Trick] = []
    for number in range(0, len(cards), SEATS):
        done = number // SEATS < len(takers)
        winner = takers[number // SEATS] if done else None
        found.append(Trick(leaders[number // SEATS], tuple(cards[number : number + SEATS]), winner))
    return found


class Exchange(NamedTuple):
    """M6.5: the seat that played the Fool gave the trick's winner a card (the Fool itself, if it had won none)."""

    giver: int
    taker: int
    given: int
    """The card, by number."""

    def shown(self) -> dict[str, Any]:
        """The exchange as views show it."""
        return {"from": self.giver, "to": self.taker, "given": CARDS[self.given]}


def exchanged(cards: bytes, takers: bytes, discard: int, dealer: int) -> Exchange | None:
    """The Fool's exchange; None for a hand without the Fool.

    `cards` are all cards in the order of play, `takers` the winners of the tricks.
    """
    place = cards.find(FOOL)
    if place < 0:
        return None
    number, later = divmod(place, SEATS)
    giver = ((takers[number - 1] if number else NEXT[dealer]) + later) % SEATS
    given = FOOL
    if giver in takers:
        given = cheapest(_won(giver, cards, takers) | (discard if giver == dealer else 0)).bit_length() - 1
    return make(Exchange, (giver, takers[number], given))


def _won(seat: int, cards: bytes, takers: bytes) -> int:
    """The cards in the tricks that a seat won, as they were played."""
    bit = BIT
    pile = 0
    threes = zip(cards[::3], cards[1::3], cards[2::3])
    for first, second, third in compress(threes, takers.translate(_OWN[seat])):
        pile |= bit[first] | bit[second] | bit[third]
    return pile


def settle_fool(cards: bytes, takers: bytes, discard: int, dealer: int) -> tuple[tuple[int, ...], Exchange | None]:
    """The trick piles (the discard in the dealer's) after the Fool's exchange, and that exchange."""
    piles = [_won(seat, cards, takers) for seat in range(SEATS)]
    piles[dealer] |= discard
    exchange = exchanged(cards, takers, discard, dealer)
    if exchange and exchange.given != FOOL:
        swapped = BIT[exchange.given] | FOOL_BIT
        piles[exchange.giver] ^= swapped
        piles[exchange.taker] ^= swapped
    return tuple(piles), exchange


def card_points(piles: tuple[int, ...]) -> tuple[int, ...]:
    """M1.2: the card points in each trick pile."""
    return tuple([points(pile) for pile in piles])


def settled_points(cards: bytes, takers: bytes, discard: int, dealer: int) -> tuple[int, ...]:
    """What `card_points` of the piles after the Fool's exchange are, counted without making up the piles.

    The points of the tricks are a byte each, and bytes add up to less than 255, so that they are added by casting out.
    """
    worth = cards.translate(_WORTH)
    read = int.from_bytes
    each = read(worth[::3]) + read(worth[1::3]) + read(worth[2::3])
    counted = [(each & read(takers.translate(own))) % 255 for own in _OWN]
    counted[dealer] += points(discard)
    exchange = exchanged(cards, takers, discard, dealer)
    if exchange:
        giver, taker, given = exchange
        gain = POINTS[FOOL] - POINTS[given]
        counted[giver] += gain
        counted[taker] -= gain
    return tuple(counted)


def bonus_points(declared: Sequence[int], rule: str) -> tuple[int, ...]:
    """M5.7: what bonuses of these worths bring each seat."""
    if rule == "flat":
        return tuple(declared)
    total = sum(declared)
    return tuple([3 * own - total for own in declared])


def hand_points(counted: tuple[int, ...], bonuses: tuple[int, ...]) -> tuple[int, ...]:
    """M7.1: card points less par, and what the bonuses brought."""
    return tuple([count - PAR + bonus for count, bonus in zip(counted, bonuses)])
