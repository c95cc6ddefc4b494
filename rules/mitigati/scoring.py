"""M6.5, M7: what the tricks of a hand score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from rules.mitigati.match import SEATS
from rules.tarot import BIT, CARDS, FOOL, FOOL_BIT, cheapest, points

PAR: Final = 49
"""M7.1: the card points that score nothing."""


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

    def shown(self) -> dict[str, Any]:
        """The exchange as views show it."""
        return {"from": self.giver, "to": self.taker, "given": CARDS[self.given]}


def settle_fool(cards: bytes, takers: bytes, discard: int, dealer: int) -> tuple[tuple[int, ...], Exchange | None]:
    """The trick piles (the discard in the dealer's) after the Fool's exchange, and that exchange.

    `cards` are all cards in the order of play, `takers` the winners of the tricks.
    """
    eldest = (dealer + 1) % SEATS
    bit = BIT
    piles = [0] * SEATS
    piles[dealer] = discard
    exchange: Exchange | None = None
    for taker, first, second, third in zip(takers, cards[::3], cards[1::3], cards[2::3]):
        piles[taker] |= bit[first] | bit[second] | bit[third]
    place = cards.find(FOOL)
    if place >= 0:
        number, later = divmod(place, SEATS)
        giver = ((takers[number - 1] if number else eldest) + later) % SEATS
        taker = takers[number]
        given = FOOL_BIT
        if giver in takers:
            given = cheapest(piles[giver])
            piles[giver] ^= given | FOOL_BIT
            piles[taker] ^= given | FOOL_BIT
        exchange = Exchange(giver, taker, given.bit_length() - 1)
    return tuple(piles), exchange


def card_points(piles: tuple[int, ...]) -> tuple[int, ...]:
    """M1.2: the card points in each trick pile."""
    return tuple([points(pile) for pile in piles])


def bonus_points(declared: Sequence[int], rule: str) -> tuple[int, ...]:
    """M5.7: what bonuses of these worths bring each seat."""
    if rule == "flat":
        return tuple(declared)
    total = sum(declared)
    return tuple([3 * own - total for own in declared])


def hand_points(counted: tuple[int, ...], bonuses: tuple[int, ...]) -> tuple[int, ...]:
    """M7.1: card points less par, and what the bonuses brought."""
    return tuple([count - PAR + bonus for count, bonus in zip(counted, bonuses)])
