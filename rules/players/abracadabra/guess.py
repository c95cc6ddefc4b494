"""A drawn hand of Abracadabra before play: each seat says from its drawn hand what the heuristic player would say."""

from __future__ import annotations

from rules.abracadabra.cards import JOKER, NO_TRUMPS, SUITS, cards_of
from rules.abracadabra.moves import Action, Bid, Exposure, Pass, Place, Suit, Trump
from rules.abracadabra.records import PASSED, Hand
from rules.players.abracadabra.heuristic import AGAINST_ONE, AT_LEAST, OPEN_PILE, own_cards, sure_trumps
from rules.players.abracadabra.odds import BASES, ONE_SUIT, hand_chances
from rules.players.abracadabra.playout import Deal, Play
from rules.players.abracadabra.reading import last_bids


class Guess:
    """A hand before play, changed by what is said. A joker is written as the card that it stands for (A2.2)."""

    def __init__(self, hand: Hand) -> None:
        setup, deal = hand.sheet.setup, hand.deal
        turn_up = deal.turn_up
        self.setup, self.eldest = setup, hand.sheet.eldest
        self.hands = [cards & ~JOKER | turn_up if cards & JOKER else cards for cards in deal.hands]
        self.all = sum(self.hands)
        self.trumps = None if deal.trumps is None else 0 if deal.trumps == NO_TRUMPS else cards_of(deal.trumps, 0)
        self.suits = [cards_of(suit, 0) if suit else None for suit in deal.suits]
        self.bids: list[int | None] = list(deal.bids)
        self.placed, self.piles = list(deal.placed), list(deal.piles)
        self.declarer, self.further, self.right = deal.declarer, deal.further, deal.right
        self.opened = setup.has_dummy and deal.further
        self._hopes: dict[tuple[int, int], tuple[float, list[tuple[float, ...]]]] = {}

    def copy(self) -> Guess:
        """Return the same hand, to be spoken on by itself."""
        other = Guess.__new__(Guess)
        other.__dict__.update(self.__dict__)
        for name in ("suits", "bids", "placed", "piles"):
            setattr(other, name, list(getattr(self, name)))
        return other

    # -- what is said --------------------------------------------------------------------------------------------------

    def say(self, seat: int, action: Action) -> None:
        """Add a seat's legal move."""
        match action:
            case Suit(suit):
                self.suits[seat] = cards_of(suit, 0)
            case Bid(number):
                self.bids[seat] = number
            case Pass():
                self.bids[seat] = PASSED
            case Place(bid_cards):
                self.placed[seat] = bid_cards
            case Trump(suit):
                self.trumps = cards_of(suit, 0)
            case Exposure(bid_cards, pile):
                self.piles[seat] = pile
                self.right = bid_cards if seat == self.declarer else self.right
            case _:
                raise ValueError("a card is played before play")

    def finished(self) -> Play | None:
        """Return the hand as play begins, after the heuristic player's words for all who have not spoken; None if
        void.
        """
        seats = [(self.eldest + step) % self.setup.seats for step in range(self.setup.seats)]
        for seat in seats:
            if self.suits[seat] is None:
                self.suits[seat] = self._suit(seat)
        if self.declarer is None and not self._bid(seats):
            return None
        declarer = self.declarer
        assert declarer is not None
        if self.placed[declarer] is None:
            self.placed[declarer] = last_bids(self.setup.tricks, self.bids[declarer] or 0)
        if self.trumps is None:
            self.trumps = self._best_trumps(declarer)
        most = (self.placed[declarer] or 0).bit_count() - 1
        for seat in seats:
            if self.placed[seat] is None:
                self.placed[seat] = last_bids(self.setup.tricks, min(self.wanted(seat), most))
        if self.piles[declarer] is None:
            self._expose(declarer)
        for seat in seats:
            if self.piles[seat] is None:
                self.piles[seat] = self._shows_pile(seat)
        return self.begun()

    def begun(self) -> Play:
        """Return the hand as play begins, where all have spoken."""
        deal = Deal(
            length=self.setup.tricks,
            trumps=self.trumps or 0,
            suits=tuple(suit or 0 for suit in self.suits),
            placed=tuple(placed or 0 for placed in self.placed),
            right=self.right,
            declarer=self.declarer or 0,
            piles=tuple(bool(pile) for pile in self.piles),
            dummy=self.setup.has_dummy,
            at_least=self.setup.success == "at_least",
        )
        return Play(deal, self.hands, self.eldest)

    # -- as the heuristic player would ---------------------------------------------------------------------------------

    def _rows(self, seat: int, trumps: int) -> tuple[float, list[tuple[float, ...]]]:
        """Return the expected tricks of a hand, and the chance of each card by suit and place."""
        chance_rows = self._hopes.get((seat, trumps))
        if chance_rows is None:
            unseen = self.all ^ self.hands[seat] ^ (self.hands[-1] if self.opened else 0)
            chance_rows = hand_chances(self.hands[seat], unseen, trumps, self.setup.seats - 1)
            self._hopes[seat, trumps] = chance_rows
        return chance_rows

    def _best_trumps(self, seat: int) -> int:
        return max((cards_of(suit, 0) for suit in SUITS), key=lambda trumps: self._rows(seat, trumps)[0])

    def _likely_trumps(self, seat: int) -> int:
        return self._best_trumps(seat) if self.trumps is None else self.trumps

    def _suit(self, seat: int) -> int:
        _, rows = self._rows(seat, self._likely_trumps(seat))
        free = [base for base in BASES if ONE_SUIT << base not in self.suits]

        def cards(base: int) -> float:
            return 0.5 * (self.hands[seat] >> base & ONE_SUIT).bit_count() + sum(rows[BASES.index(base)])

        return ONE_SUIT << max(free, key=cards)

    def hoped(self, seat: int) -> float:
        """Return the number of tricks that the seat would name, not rounded."""
        setup = self.setup
        more = AGAINST_ONE if setup.seats == 2 else AT_LEAST if setup.success == "at_least" else 0.0
        return self._rows(seat, self._likely_trumps(seat))[0] + more

    def wanted(self, seat: int) -> int:
        """Return the number of tricks that the seat would name."""
        return max(0, min(round(self.hoped(seat)), self.setup.tricks))

    def _bid(self, seats: list[int]) -> bool:
        """Make the others' bids. Returns whether any seat has bid, which is Declarer then (A4.1, A4.2)."""
        while True:
            for seat in seats:
                if self.bids[seat] is None:
                    most, want = max(bid or PASSED for bid in self.bids), self.wanted(seat)
                    self.bids[seat] = want if want > most else PASSED
            most = max(bid or PASSED for bid in self.bids)
            if most:
                self.declarer = self.bids.index(most)
                return True
            if not self.setup.has_dummy or self.further:
                return False
            self.bids = [None for _ in self.bids]
            self.further = self.opened = True
            self._hopes = {}

    def _expose(self, declarer: int) -> None:
        placed, hand = self.placed[declarer] or 0, self.hands[declarer]
        sure = sure_trumps(hand, self.all ^ hand, self.trumps or 0)
        self.right = placed & last_bids(self.setup.tricks, sure)
        self.piles[declarer] = placed != self.setup.bid_cards and self._shows_pile(declarer)

    def _shows_pile(self, seat: int) -> bool:
        tricks, _ = self._rows(seat, self.trumps or 0)
        return own_cards(self.hands[seat], self.suits[seat] or 0, tricks, self.setup.seats) >= OPEN_PILE
