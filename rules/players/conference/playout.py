"""The play of a hand of Conference on whole numbers: all hands open, changed in place, and quick to copy."""

# It follows rules/conference/positions.py move for move, and scoring.py point for point. The best card so far decides
# most tricks; rules/conference/trick.py decides one with both Good and Evil, or with a stand-in (C4.2).

from __future__ import annotations

from typing import Final, Self

from rules.conference import fool
from rules.conference.allegiance import OTHER_SPIRIT, counting_suits
from rules.conference.cards import SPIRITS
from rules.conference.fool import Lot
from rules.conference.gallowglass import hireable_cards, stand_ins
from rules.conference.lead import next_player
from rules.conference.positions import Playing
from rules.conference.records import SEATS, Call, side
from rules.conference.scoring import ALL_CARDS, hand_points
from rules.conference.trick import winner
from rules.tarot.cards import ABOVE, FOOL, LED, WORLD, points

NOBODY: Final = -1


class Play:
    """A hand in play. Cards and sets of cards are bits; lists by side have two items."""

    __slots__ = (
        "_counted",
        "_fool_counts",
        "_fool_owner",
        "_fool_place",
        "_idle",
        "_is_odd",
        "_open",
        "allegiance",
        "best",
        "calls",
        "counting",
        "dealer",
        "forced",
        "hands",
        "hired",
        "laid",
        "led",
        "lying",
        "piles",
        "step",
        "turn",
        "winning",
        "won",
    )

    def __init__(self, position: Playing) -> None:
        hand = position.hand
        self.allegiance = hand.sheet.setup.is_allegiance
        self.dealer = hand.sheet.dealer
        self.hired = hand.hired_suit
        self.step = next_player(hand.sheet, 0)
        """What is added to a seat (modulo 4) for the seat that plays after it."""
        self.hands = list(position.hands)
        self.calls: list[Call] = []
        self.counting = [ALL_CARDS & ~hand.hired_suit] * 2
        """By side, the cards that count for it in the trick in progress; all but hired ones before a call."""
        self.forced: int | None = None
        self.piles = [0, 0]
        """By side, the cards of its tricks and discard."""
        self.piles[side(self.dealer)] = hand.discard
        self.won = [0, 0]
        """By side, how many tricks it has won."""
        self._counted = [0, 0]  # by side, of its pile: the cards that count once there is a call
        # By side, of its pile: the cards that count unless a first call says otherwise.
        self._open = [cards & ~hand.hired_suit for cards in self.piles]
        self._fool_owner, self._fool_place, self._fool_counts = NOBODY, NOBODY, 0
        self._idle: int | None = None
        self._replay(position)

    def _replay(self, position: Playing) -> None:
        """Take over the tricks of a position, and the one in progress."""
        pact = position.pact
        self.turn = position.trick.leader
        self.laid: list[tuple[int, int]] = []
        for number, trick in enumerate(position.tricks):
            for call in pact.calls:
                if call.trick == number:
                    self._call(call)
            self.laid = list(trick.cards)
            self.lying = sum(card for _, card in trick.cards)
            self.winning = NOBODY if trick.winner is None else trick.winner
            self._settle()
        for call in pact.calls[len(self.calls) :]:
            self._call(call)
        self.forced, self._idle = pact.forced_seat, pact.idle_card
        self.laid, self.led, self.turn = list(position.trick.cards), position.led_suit, position.turn
        self.lying = sum(card for _, card in self.laid)
        self._judge()

    def copy(self) -> Self:
        """Return the same play, to be changed by itself."""
        new = object.__new__(type(self))
        new.allegiance, new.dealer, new.hired, new.step = self.allegiance, self.dealer, self.hired, self.step
        new.hands, new.laid, new.calls = self.hands[:], self.laid[:], self.calls[:]
        new.counting, new.piles, new.won = self.counting[:], self.piles[:], self.won[:]
        new._counted, new._open, new._idle = self._counted[:], self._open[:], self._idle
        new._fool_owner, new._fool_place, new._fool_counts = self._fool_owner, self._fool_place, self._fool_counts
        new.forced, new.turn, new.led, new.lying = self.forced, self.turn, self.led, self.lying
        new.best, new.winning, new._is_odd = self.best, self.winning, self._is_odd
        return new

    def play(self, card: int, ours: bool | None) -> None:
        """Play a card of the seat in turn, with its call if it makes one. Whether it is legal is not asked."""
        seat = self.turn
        if self.allegiance and card & SPIRITS:
            self._bring_out(seat, card, ours)
        self.hands[seat] ^= card
        self.laid.append((seat, card))
        self.lying |= card
        if not self.led:
            self.led = LED[card]
        if self._is_odd or card & (SPIRITS | self.hired):
            self._judge()
        elif card & ABOVE[self.best]:
            self.best, self.winning = card, seat
        if len(self.laid) < SEATS:
            self.turn = (seat + self.step) % SEATS
        else:
            self._settle()

    def _judge(self) -> None:
        """Set the winner of the trick, by the rules. `best` is a card with about the same cards above it."""
        cards_on_table, hireable = self.lying, hireable_cards(self.led, self.hired)
        self._is_odd = cards_on_table & SPIRITS == SPIRITS or bool(cards_on_table & hireable)
        standing = stand_ins(self.laid, self.hands, self.led, self.hired) if hireable else 0
        best_seat = winner(self.laid, self.led, standing, self._idle)
        if best_seat is None:
            self.best, self.winning = FOOL, NOBODY
            return
        self.winning = best_seat
        self.best = next(card for seat, card in self.laid if seat == best_seat)
        if self.best & SPIRITS and cards_on_table & SPIRITS == SPIRITS and self._idle is None:
            self.best = WORLD  # C6.2: nothing beats them

    def _settle(self) -> None:
        """Give the full trick to its winner, who leads to the next."""
        taker, cards = self.winning, self.lying
        own_side = side(taker)
        self.won[own_side] += 1
        self.piles[own_side] |= cards
        wasted = self.hired and any(seat == taker and card & self.hired for seat, card in self.laid)  # C4.4
        counting = 0 if wasted else self.counting[own_side]
        if self.calls:
            self._counted[own_side] |= cards & counting
        else:
            self._open[own_side] |= cards & counting
        if cards & FOOL:
            self._fool_owner = side(next(seat for seat, card in self.laid if card == FOOL))
            self._fool_place, self._fool_counts = own_side, counting
        self.turn = taker
        self.laid = []
        self.lying = self.led = 0
        self.best, self.winning, self._is_odd = FOOL, NOBODY, False

    def asks(self, seat: int) -> bool:
        """Whether the seat has to call with Good or Evil (C7.2, C7.4)."""
        return self.allegiance and (not self.calls or side(self.calls[0].seat) != side(seat))

    def _call(self, call: Call) -> None:
        """Apply a call: it changes what counts from this trick on; the first also changes what has counted (C7.6)."""
        named = [counting_suits(call, side_index) & ~self.hired for side_index in (0, 1)]
        if not self.calls:
            self._counted = [cards & counts for cards, counts in zip(self._open, named, strict=True)]
            if self._fool_owner != NOBODY:
                self._fool_counts &= named[self._fool_place]
        self.calls.append(call)
        self.counting = named

    def _bring_out(self, seat: int, card: int, ours: bool | None) -> None:
        """Apply the effect of Good or Evil (C7); see `rules.conference.allegiance.bring_out`."""
        if ours is None:
            if self.forced == seat:
                self.forced, self._idle = None, card
            return
        is_first, mate, other = not self.calls, seat ^ 1, OTHER_SPIRIT[card]
        self._call(Call(seat, card, ours, sum(self.won)))
        if not is_first or not self.hands[mate] & other:
            return
        back = next((trick_cards for player, trick_cards in self.laid if player == mate), None)
        if back is None:
            self.forced = mate
            return
        self.hands[mate] ^= back | other
        self.laid = [(player, other if player == mate else trick_cards) for player, trick_cards in self.laid]
        self.lying ^= back | other
        self._idle = other

    def points(self, seat: int) -> int:
        """Return the points that the hand brings a seat, when all cards are played (C5.5, C8)."""
        counted = self._counted if self.calls else self._open
        counted = list(counted)
        owner, place = self._fool_owner, self._fool_place
        if owner != NOBODY:
            lot = Lot(place, FOOL, self._fool_counts)
            exchange = fool.exchange(lot, owner, self.piles[owner], counted[owner], self.won[owner] > 0)
            replacement = exchange.given_card if exchange else 0
            if replacement != FOOL:
                counted[place] = counted[place] & ~FOOL | replacement & self._fool_counts
                counted[owner] = counted[owner] & ~replacement | (0 if self.calls else FOOL)
        totals = [points(cards) + tricks for cards, tricks in zip(counted, self.won, strict=True)]
        return hand_points(totals, self.dealer, bool(self.hired), bool(self.calls))[seat]
