"""A claim of all tricks that are left, proved from the view of the seat on lead (see `Conduct.claim`)."""

# A seat that takes them all has all cards that are still in hands, however they fall: the tricks that placed cards
# name, their number, and the cards of a suit in them are the same (A8.1 to A8.5).
#
# All cards but the turn-up are dealt, so what nobody has seen is in the others' hands. With a dummy, which lies open by
# then, the claimant plays two of three hands and knows the third.

from __future__ import annotations

from typing import Final

from rules.abracadabra.cards import CARDS, NO_TRUMPS, SUITS, beats, cards_of, resolve_joker, suit_led
from rules.abracadabra.knowledge import find_lacked_cards, tricks_of
from rules.abracadabra.moves import Play
from rules.abracadabra.views import sheet_of
from rules.cards import each
from rules.claims import MIN_TRICKS, Line, on_lead, wins_every_trick
from rules.contract import View

LEAD_SOURCES: Final = ("hand", "dummy")
"""The sources of a lead, as views name them."""


def claim(view: View) -> tuple[str, ...]:
    """Return the moves by which the seat on lead plays out the hand; none where it cannot be sure of every trick
    (A7).
    """
    if not on_lead(view) or len(view["hand"]) < MIN_TRICKS:
        return ()
    turn_up = CARDS.bit[view["turn_up"]] if view["turn_up"] else 0
    setup, hand, dummy = sheet_of(view).setup, CARDS.mask(view["hand"]), CARDS.mask(view["dummy"] or ())
    played_cards = sum(CARDS.bit[card] for cards, _ in tricks_of(view) for _, card in cards)
    unseen = CARDS.mask(setup.pack) & ~(hand | dummy | played_cards | turn_up)
    trumps = 0 if view["trumps"] == NO_TRUMPS else cards_of(view["trumps"], turn_up)
    suits = [suit for letter in SUITS if (suit := cards_of(letter, turn_up)) != trumps]
    if setup.has_dummy:
        order = _Hands(view, (hand, dummy), unseen, trumps, turn_up).order()
    else:
        lacked = find_lacked_cards(view, setup.holders)
        other_hands = [unseen & ~lacked[seat] for seat in range(setup.seats) if seat != view["seat"]]
        lines = [
            Line.from_heights(
                _heights(hand & suit, turn_up), [_heights(cards & suit, turn_up) for cards in other_hands]
            )
            for suit in (trumps, *suits)
        ]
        order = _from_top(hand, trumps, turn_up) if wins_every_trick(lines[0], lines[1:]) else []
    return tuple(str(Play(card)) for card in order)


def _heights(cards: int, turn_up: int) -> list[int]:
    """Return the heights of cards of one suit; a joker's is that of the turn-up (A2.2)."""
    return [resolve_joker(card, turn_up).bit_length() for card in each(cards)]


def _from_top(cards: int, trumps: int, turn_up: int) -> list[int]:
    """Return these cards, trumps first, then the highest."""
    return sorted(each(cards), key=lambda card: (not card & trumps, -resolve_joker(card, turn_up)))


class _Hands:
    """A claimant's hand and the dummy, against an opponent who holds `opponent_cards` (A7.2)."""

    def __init__(self, view: View, hands: tuple[int, int], opponent_cards: int, trumps: int, turn_up: int) -> None:
        self.hands, self.opponent_cards, self.trumps, self.turn_up = list(hands), opponent_cards, trumps, turn_up
        self.trumps_letter = view["trumps"]
        self.source = LEAD_SOURCES.index(view["lead_from"])
        self.leads_by_suit: dict[int, int] = {}

    def order(self) -> list[int]:
        """Return the cards in the order in which they are played; none where the opponent may win a trick.

        The third card, and so the next lead, depends on the lead alone, for the opponent's card wins nothing.
        """
        order: list[int] = []
        while leads := _from_top(self.hands[self.source], self.trumps, self.turn_up):
            pairs = ((lead, third) for lead in leads if (third := self._third_card(lead)))
            lead, third = next(pairs, (0, 0))
            if not lead:
                return []
            order += (lead, third)
            suit = suit_led(lead, self.turn_up)
            self.leads_by_suit[suit] = self.leads_by_suit.get(suit, 0) + 1
            self.hands[self.source] &= ~lead
            self.hands[1 - self.source] &= ~third
            if self._beats(third, lead):
                self.source = 1 - self.source
        return order

    def _third_card(self, lead: int) -> int:
        """Return the other hand's lowest card with which the lead takes the trick, or else takes it itself; 0 for
        none.
        """
        hand = self.hands[1 - self.source]
        playable_cards = _from_top(hand & suit_led(lead, self.turn_up) or hand, self.trumps, self.turn_up)[::-1]
        beating_cards = [card for card in playable_cards if self._beats(card, lead)]
        if self._takes(lead, lead):
            return next((card for card in playable_cards if card not in beating_cards), playable_cards[0])
        return next((card for card in beating_cards if self._takes(card, lead)), 0)

    def _takes(self, winning_card: int, lead: int) -> bool:
        """Whether the opponent can play nothing that beats the best of the two cards, where this one was led."""
        opponent_choices = self._opponent_cards_of(suit_led(lead, self.turn_up)) | self._opponent_cards_of(self.trumps)
        return not any(self._beats(card, winning_card) for card in each(opponent_choices))

    def _opponent_cards_of(self, suit: int) -> int:
        """Return cards of a suit that the opponent may still hold: none once it was led as often as they had
        cards of it.
        """
        cards = self.opponent_cards & suit
        return cards if self.leads_by_suit.get(suit, 0) < cards.bit_count() else 0

    def _beats(self, card: int, winning_card: int) -> bool:
        return beats(card, winning_card, self.trumps_letter, self.turn_up)
