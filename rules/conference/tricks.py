"""C4.3, C5.3, C6: which card of a trick wins it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from rules.conference.match import SEATS, SPIRITS, side
from rules.tarot_tuned import ABOVE, BIT, CARDS, EVIL, FOOL, GOOD, LED, PLAIN

NOBODY: Final = -1
_TRUMPS_FROM: Final = GOOD
"""Cards below this number are plain."""


class Trick(NamedTuple):
    """A trick: who led to it, its cards as they lie, who won it (None while it goes on), and which way it went."""

    leader: int
    cards: tuple[int, ...]
    winner: int | None
    step: int

    def plays(self) -> list[tuple[int, int]]:
        """Each seat with the card it played, in order."""
        return [((self.leader + place * self.step) % SEATS, card) for place, card in enumerate(self.cards)]

    def shown(self) -> dict[str, Any]:
        """The trick as views show it."""
        return {"leader": self.leader, "cards": self.named(), "winner": self.winner}

    def named(self) -> list[list[Any]]:
        """Each seat with the text of the card it played, in order."""
        return [[seat, CARDS[card]] for seat, card in self.plays()]


def tricks(leader: int, step: int, cards: bytes, takers: bytes) -> list[Trick]:
    """The tricks that these cards made, given who won them: the winner of a trick leads to the next (C5.1)."""
    leaders = (leader, *takers)
    found: list[Trick] = []
    for number in range(0, len(cards), SEATS):
        done = number // SEATS < len(takers)
        winner = takers[number // SEATS] if done else None
        found.append(Trick(leaders[number // SEATS], tuple(cards[number : number + SEATS]), winner, step))
    return found


def hires(card: int, led: int, hired: int) -> bool:
    """Whether `card` would be one of the gallowglass suit in a trick to which another plain suit was led (C4.2)."""
    return bool(BIT[card] & hired and led & PLAIN and led != hired)


def over(card: int, best: int, led: int, hired: int) -> bool:
    """Whether `card` wins over `best`, the best card so far, in a hand with a gallowglass suit.

    The caller sees to it that a card of the gallowglass suit comes here only if it was played as one of the suit led.
    """
    if card >= _TRUMPS_FROM or best >= _TRUMPS_FROM or not led & PLAIN or led == hired:
        return bool(BIT[card] & ABOVE[best])
    if not BIT[card] & (led | hired):
        return False
    return card % 14 >= best % 14  # C4.3: of two of the same rank the later played


def settled(plays: Sequence[tuple[int, int]], led: int, hired: int, served: int) -> int:
    """The seat that wins a trick in which both Good and Evil lie with effect (C6.2, C6.3).

    `served` is the set of the seats that played a card of the gallowglass suit as one of the suit led.
    """
    spirits = [seat for seat, card in plays if BIT[card] & SPIRITS]
    if side(spirits[0]) == side(spirits[1]):
        return spirits[0]  # C6.2
    taker, best = NOBODY, FOOL
    for seat, card in plays:  # C6.3: the highest of the others, as if the first of those had been led
        if BIT[card] & SPIRITS or card == FOOL:
            continue
        if best == FOOL:
            taker, best = seat, card
            led = led if BIT[card] & led else LED[card]
        elif hires(card, led, hired) and not served >> seat & 1:
            continue
        elif over(card, best, led, hired):
            taker, best = seat, card
    return taker


def leading(plays: Sequence[tuple[int, int]], led: int, hired: int, served: int, idle: int | None) -> int:
    """The seat that would win the trick if it ended now; NOBODY where no card can win yet.

    `idle` is the card that was brought out without effect (C7.3).
    """
    counting = [(seat, card) for seat, card in plays if card != idle and card != FOOL]
    if {GOOD, EVIL} <= {card for _, card in counting}:
        return settled(counting, led, hired, served)
    taker, best = NOBODY, FOOL
    for seat, card in counting:
        if best == FOOL:
            taker, best = seat, card
        elif hires(card, led, hired) and not served >> seat & 1:
            continue
        elif over(card, best, led, hired):
            taker, best = seat, card
    return taker
