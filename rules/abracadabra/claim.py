"""A claim of all tricks that are left, proved from the view of the seat on lead (see `Conduct.claim`)."""

# A seat that takes them all has all cards that are still in hands, however they fall: the tricks that placed cards
# name, their number, and the cards of a suit in them are the same (A8.1 to A8.5).
#
# All cards but the turn-up are dealt, so what nobody has seen is in the others' hands. With a dummy, which lies open by
# then, the claimant plays two of three hands and knows the third.

from __future__ import annotations

from typing import Final

from rules.abracadabra.cards import CARDS, NO_TRUMPS, SUITS, beats, cards_of, stands_for, suit_led
from rules.abracadabra.knowledge import tricks_of, voids
from rules.abracadabra.moves import Play
from rules.abracadabra.views import sheet_of
from rules.cards import each
from rules.claims import FEWEST, Line, on_lead, takes_all
from rules.contract import View

HANDS: Final = ("hand", "dummy")
"""The sources of a lead, as views name them."""


def claim(view: View) -> tuple[str, ...]:
    """The moves by which the seat on lead plays out the hand; none where it cannot be sure of every trick (A7)."""
    if not on_lead(view) or len(view["hand"]) < FEWEST:
        return ()
    turn_up = CARDS.bit[view["turn_up"]] if view["turn_up"] else 0
    setup, hand, dummy = sheet_of(view).setup, CARDS.mask(view["hand"]), CARDS.mask(view["dummy"] or ())
    played = sum(CARDS.bit[card] for cards, _ in tricks_of(view) for _, card in cards)
    unseen = CARDS.mask(setup.pack) & ~(hand | dummy | played | turn_up)
    trumps = 0 if view["trumps"] == NO_TRUMPS else cards_of(view["trumps"], turn_up)
    suits = [suit for letter in SUITS if (suit := cards_of(letter, turn_up)) != trumps]
    if setup.dummy:
        order = _Hands(view, (hand, dummy), unseen, trumps, turn_up).order()
    else:
        lacks = voids(view, setup.holders)
        theirs = [unseen & ~lacks[seat] for seat in range(setup.seats) if seat != view["seat"]]
        lines = [
            Line.of(_heights(hand & suit, turn_up), [_heights(cards & suit, turn_up) for cards in theirs])
            for suit in (trumps, *suits)
        ]
        order = _from_top(hand, trumps, turn_up) if takes_all(lines[0], lines[1:]) else []
    return tuple(str(Play(card)) for card in order)


def _heights(cards: int, turn_up: int) -> list[int]:
    """The heights of cards of one suit; a joker's is that of the turn-up (A2.2)."""
    return [stands_for(card, turn_up).bit_length() for card in each(cards)]


def _from_top(cards: int, trumps: int, turn_up: int) -> list[int]:
    """These cards, trumps first, then the highest."""
    return sorted(each(cards), key=lambda card: (not card & trumps, -stands_for(card, turn_up)))


class _Hands:
    """A claimant's hand and the dummy, as they take trick after trick from an opponent who holds `theirs` (A7.2)."""

    def __init__(self, view: View, hands: tuple[int, int], theirs: int, trumps: int, turn_up: int) -> None:
        self.left, self.theirs, self.trumps, self.turn_up = list(hands), theirs, trumps, turn_up
        self.named = view["trumps"]
        self.source = HANDS.index(view["lead_from"])
        self.led: dict[int, int] = {}

    def order(self) -> list[int]:
        """The cards in the order in which they are played; none where the opponent may win a trick.

        The third card, and so the next lead, depends on the lead alone, for the opponent's card wins nothing.
        """
        order: list[int] = []
        while leads := _from_top(self.left[self.source], self.trumps, self.turn_up):
            pairs = ((lead, third) for lead in leads if (third := self._third(lead)))
            lead, third = next(pairs, (0, 0))
            if not lead:
                return []
            order += (lead, third)
            suit = suit_led(lead, self.turn_up)
            self.led[suit] = self.led.get(suit, 0) + 1
            self.left[self.source] &= ~lead
            self.left[1 - self.source] &= ~third
            if self._beats(third, lead):
                self.source = 1 - self.source
        return order

    def _third(self, lead: int) -> int:
        """The other hand's lowest card with which the lead takes the trick, or else takes it itself; 0 for none."""
        hand = self.left[1 - self.source]
        may = _from_top(hand & suit_led(lead, self.turn_up) or hand, self.trumps, self.turn_up)[::-1]
        over = [card for card in may if self._beats(card, lead)]
        if self._takes(lead, lead):
            return next((card for card in may if card not in over), may[0])
        return next((card for card in over if self._takes(card, lead)), 0)

    def _takes(self, best: int, lead: int) -> bool:
        """Whether the opponent can play nothing that beats the best of the two cards, where this one was led."""
        can = self._left_of(suit_led(lead, self.turn_up)) | self._left_of(self.trumps)
        return not any(self._beats(card, best) for card in each(can))

    def _left_of(self, suit: int) -> int:
        """Cards of a suit that the opponent may still hold: none once it was led as often as they had cards of it."""
        cards = self.theirs & suit
        return cards if self.led.get(suit, 0) < cards.bit_count() else 0

    def _beats(self, card: int, best: int) -> bool:
        return beats(card, best, self.named, self.turn_up)
