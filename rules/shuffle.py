"""The fair shuffle: an order of cards that nobody could choose and anybody can check."""

# For each chance event a table does this:
#
# 1. A fresh secret of 32 random bytes is drawn, and its SHA-256 (the *commitment*) is shown at the table. The secret
#    is fixed from then on.
# 2. Contributions are taken from the players: the ids of the interactions by which they joined or pressed Next hand,
#    in order. They are chosen by Discord, after the commitment.
# 3. The stream of bytes `HMAC-SHA256(secret, message(0)) + HMAC-SHA256(secret, message(1)) + ...` decides, where
#    `message(n)` is the UTF-8 text `table|event|contribution,contribution,...|n`. (A comma, bar or backslash in a
#    contribution is written with a backslash before it. A contribution is never empty.)
# 4. When the hand is over the secret is shown, and `verify` computes it all again.
#
# A number below n is drawn from the stream without bias: as many bytes as n - 1 needs, big-endian, cut to as many bits;
# a number that is not below n is thrown away. An order is drawn by Fisher-Yates from the last place down: for i from
# the last place to 1, j is a number below i + 1, and places i and j change. The pack before it lies in canonical order.

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from rules.contract import Expects

T = TypeVar("T")

SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class Draw:
    """The input of a draw: the secret, the table's and the event's names, the contributions in order."""

    secret: bytes
    table: str
    event: str
    contributions: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Draw(table={self.table!r}, event={self.event!r})"


def commitment(secret: bytes) -> str:
    """Return the secret's SHA-256 in hexadecimal, shown before the draw."""
    return hashlib.sha256(secret).hexdigest()


def derive_secret(secret: bytes, name: str) -> bytes:
    """Return a secret of its own for the use `name`, made from another: HMAC-SHA256. It says nothing of other uses."""
    return hmac.digest(secret, name.encode(), hashlib.sha256)


class Stream:
    """The stream of bytes of one draw. Drawing from it moves it on; a new Stream of the same draw begins anew."""

    def __init__(self, draw: Draw) -> None:
        words = (word.replace("\\", "\\\\").replace(",", "\\,").replace("|", "\\|") for word in draw.contributions)
        self._secret = draw.secret
        self._message = f"{draw.table}|{draw.event}|{','.join(words)}|"
        self._counter = 0
        self._bytes = b""

    def _take(self, size: int) -> bytes:
        while len(self._bytes) < size:
            message = f"{self._message}{self._counter}".encode()
            self._bytes += hmac.new(self._secret, message, hashlib.sha256).digest()
            self._counter += 1
        block, self._bytes = self._bytes[:size], self._bytes[size:]
        return block

    def below(self, limit: int) -> int:
        """Return a number from 0 to limit - 1, each with equal chance. `limit` is at least 1."""
        bits = (limit - 1).bit_length()
        size = (bits + 7) // 8
        while True:
            number = int.from_bytes(self._take(size), "big") >> (8 * size - bits)
            if number < limit:
                return number

    def order(self, things: Sequence[T]) -> list[T]:
        """Return `things` in an order drawn by Fisher-Yates, each order with equal chance."""
        ordered = list(things)
        for place in range(len(ordered) - 1, 0, -1):
            other_place = self.below(place + 1)
            ordered[place], ordered[other_place] = ordered[other_place], ordered[place]
        return ordered

    def cut(self, pack: Sequence[T], piles: int, least: int) -> list[T]:
        """Return `pack` cut into `piles` of at least `least` cards, restacked in another order, uniform among all.

        Raises ValueError if the pack is too small.
        """
        spare_cards = len(pack) - piles * least
        if spare_cards < 0 or piles < 2:
            raise ValueError("this pack cannot be parted so")
        # Places are combinations: choose piles - 1 of spare + piles - 1 positions (stars and bars).
        chosen_places = sorted(self.order(range(spare_cards + piles - 1))[: piles - 1])
        edges = [0]
        for index, position in enumerate(chosen_places):
            edges.append(position - index + least * (index + 1))
        edges.append(len(pack))
        parts = [list(pack[low:high]) for low, high in pairwise(edges)]
        pile_numbers = list(range(piles))
        order = pile_numbers
        while order == pile_numbers:
            order = self.order(pile_numbers)
        return [card for index in order for card in parts[index]]


def shuffled(draw: Draw, cards: Sequence[T]) -> list[T]:
    """Return the order of a deal or a reshuffle of `cards`, which come in canonical order."""
    return Stream(draw).order(cards)


def first_dealer(draw: Draw, seats: int) -> int:
    """Return the seat that deals first."""
    return Stream(draw).below(seats)


def order_for(draw: Draw, expects: Expects) -> list[str]:
    """Return the order of the cards of an awaited chance event: a cut where it asks for one, else a shuffle."""
    cut = expects.cut
    if cut is None:
        return shuffled(draw, expects.cards)
    return Stream(draw).cut(cut.gathered, cut.piles, cut.least)
