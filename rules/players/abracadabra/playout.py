"""The play of a hand of Abracadabra on whole numbers, and a quick policy that plays it out to the end.

A joker is written as the card that it stands for (A2.2). Cards, bid cards and tricks are bits of sets.
"""

# The policy reckons as the heuristic player does: each card has a chance to win some trick, and a card is worth the
# trick that it may win now, the named tricks to come, and the success that is left. It looks at the ends of each suit
# alone, and takes the success from the sum of the chances, which is all that a playout has time for.

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.abracadabra.cards import CARDS, JOKER, SUITS, cards_of, sum_of_values
from rules.abracadabra.scoring import Parts, Tally, score_parts
from rules.players.abracadabra.heuristic import SUCCESS
from rules.players.abracadabra.odds import BASES, DOUBT, ONE_SUIT, WIDTH, Worth, hand_chances, holds, worth

SUIT: Final = {card: cards_of(text[-1], 0) for text, card in CARDS.bit.items() if card != JOKER}
"""For each card the cards of its suit."""
HIGHER: Final = {card: suit & -card & ~card for card, suit in SUIT.items()}
"""For each card the higher ones of its suit."""


def beaten_by(trumps: int) -> dict[int, int]:
    """Return the cards that win the trick from each card (A7.1)."""
    return {card: over | (0 if card & trumps else trumps) for card, over in HIGHER.items()}


BEATEN_BY: Final = {trumps: beaten_by(trumps) for trumps in (0, *(cards_of(suit, 0) for suit in SUITS))}


class Deal(NamedTuple):
    """The constants of a hand in play. Tuples are by seat; trumps and suits are sets of cards."""

    length: int
    trumps: int
    suits: tuple[int, ...]
    placed: tuple[int, ...]
    right: int
    """The bid cards on Declarer's right."""
    declarer: int
    piles: tuple[bool, ...]
    """Whether each seat's pile lies open."""
    dummy: bool
    at_least: bool

    def worths(self) -> tuple[Worth, ...]:
        """Return the worth of tricks to each seat, by its own cards and the open ones."""
        seats = range(len(self.suits))
        right = [self.right if seat == self.declarer else 0 for seat in seats]
        plain_bids = [self.placed[seat] & ~right[seat] for seat in seats]
        open_bids = [plain_bids[seat] if self.piles[seat] else 0 for seat in seats]
        worths: list[Worth] = []
        for seat in seats:
            theirs = 0
            for other in seats:
                theirs |= open_bids[other] if other != seat else 0
            their_right = self.right if seat != self.declarer else 0
            worths.append(worth(plain_bids[seat], right[seat], theirs, their_right, self.length, len(seats) - 1))
        return tuple(worths)


class Play:
    """A hand in play, changed by each card."""

    __slots__ = (
        *("deal", "seats", "success", "worths", "beaten_by", "hands", "won", "own"),
        *("leader", "number", "dummy_at", "lying", "led", "beat", "best"),
    )

    def __init__(self, deal: Deal, hands: Sequence[int], leader: int) -> None:
        self.deal, self.hands, self.leader = deal, list(hands), leader
        self.seats, self.worths, self.beaten_by = len(deal.suits), deal.worths(), BEATEN_BY[deal.trumps]
        self.success = SUCCESS * (self.seats + 1)
        self.won = [0] * len(deal.suits)
        """By seat, the tricks that it has won."""
        self.own = [0] * len(deal.suits)
        """By seat, how many cards of its suit those have."""
        self.number = 0
        """How many tricks are over."""
        self.dummy_at = 2 if deal.dummy else -1
        """The place in the trick of the dummy's card (A7.2)."""
        self.lying: list[int] = []
        self.led, self.beat, self.best = 0, 0, 0
        """The cards of the suit led, those that take the trick as it lies, and the place of the best card."""

    def copy(self) -> Play:
        """Return the same hand, to be played on by itself."""
        other = Play.__new__(Play)
        other.deal, other.seats, other.worths, other.beaten_by = self.deal, self.seats, self.worths, self.beaten_by
        other.success, other.leader, other.number = self.success, self.leader, self.number
        other.hands, other.won, other.own = self.hands.copy(), self.won.copy(), self.own.copy()
        other.lying, other.dummy_at = self.lying.copy(), self.dummy_at
        other.led, other.beat, other.best = self.led, self.beat, self.best
        return other

    def legal(self) -> int:
        """Return the cards that the seat to act may play (A7.1, A7.2)."""
        place = len(self.lying)
        holder = self.seats if place == self.dummy_at else (self.leader + place) % self.seats
        source = self.hands[holder]
        return source & self.led or source

    def play(self, card: int) -> None:
        """Play a card that is legal, and end the trick if it is the last of it (A7.1, A7.2)."""
        cards_on_table = self.lying
        place = len(cards_on_table)
        holder = self.seats if place == self.dummy_at else (self.leader + place) % self.seats
        self.hands[holder] ^= card
        if not place:
            self.led, self.best = SUIT[card], 0
            self.beat = self.beaten_by[card]
        elif card & self.beat:
            self.best = place
            self.beat = self.beaten_by[card]
        cards_on_table.append(card)
        if place + 1 == len(self.hands):
            self._end_trick()

    def _end_trick(self) -> None:
        winner = (self.leader + self.best) % self.seats
        self.won[winner] |= 1 << self.number
        self.own[winner] += (sum(self.lying) & self.deal.suits[winner]).bit_count()
        if self.deal.dummy:
            self.dummy_at = 0 if self.best == self.dummy_at else 2
        self.leader, self.number, self.lying, self.led = winner, self.number + 1, [], 0

    def parts(self) -> tuple[Parts, ...]:
        """Return the score of each seat for the finished hand (A8)."""
        tallies: list[Tally] = []
        deal = self.deal
        for seat, (placed, won, own) in enumerate(zip(deal.placed, self.won, self.own, strict=True)):
            right = deal.right if seat == deal.declarer else 0
            doubled = sum_of_values(right & won) - sum_of_values(right & ~won) if right else 0
            plain_points = sum_of_values(placed & ~right & won)
            tallies.append(Tally(placed.bit_count(), plain_points, doubled, won.bit_count(), own, deal.piles[seat]))
        return score_parts(tallies, deal.at_least)

    def finish(self) -> list[int]:
        """Play the hand out by the policy. Gives the points of each seat."""
        length = self.deal.length
        while self.number < length:
            self.play(self.choose())
        return [sum(part) for part in self.parts()]

    # -- the policy ----------------------------------------------------------------------------------------------------

    def choose(self) -> int:
        """Return the card that the seat to act would play."""
        legal = self.legal()
        return self._best(legal, len(self.lying)) if legal & legal - 1 else legal

    def _best(self, legal: int, place: int) -> int:
        """Return the best of these cards for the seat to act, which plays the card at this place of the trick."""
        deal, number = self.deal, self.number
        seat = (self.leader + place) % self.seats
        hand = self.hands[seat]
        unseen = sum(self.hands) ^ hand
        if deal.dummy:
            unseen ^= self.hands[-1]
        hope, rows = hand_chances(hand, unseen, deal.trumps, self.seats - 1)
        need = deal.placed[seat].bit_count() - self.won[seat].bit_count()
        worths = self.worths[seat]
        now, later = worths.now[number], worths.later[number]
        suit, card_points = deal.suits[seat], 4 if deal.piles[seat] else 2
        cards_on_table = sum(self.lying)
        best, most = 0, -1000.0
        for card in self._ends(legal):
            at = card.bit_length() - 1
            lost, won = self._futures(later, need, hope - rows[at // WIDTH][at % WIDTH] if card & hand else hope)
            promise = lost
            if not place or card & self.beat or deal.dummy:
                low, high = self._takings(card, place, unseen)
                gain = now + card_points * ((cards_on_table | card) & suit).bit_count() + won - lost
                promise += gain * (high if gain > 0 else low)
            if promise > most:
                best, most = card, promise
        return best

    def _ends(self, legal: int) -> list[int]:
        """Return the lowest and the highest card of each suit among those that take the trick, and those that do
        not.
        """
        ends: list[int] = []
        beat = self.beat if self.lying else 0
        for base in BASES:
            suit = legal & ONE_SUIT << base
            if not suit:
                continue
            for cards in (suit & ~beat, suit & beat):
                if cards:
                    low, high = cards & -cards, 1 << cards.bit_length() - 1
                    ends.append(low)
                    if high != low:
                        ends.append(high)
        return ends

    def _futures(self, later: Sequence[float], need: int, hope: float) -> tuple[float, float]:
        """Return the points that the tricks to come may bring if this one is lost, and if it is won.

        So many are needed with this one, and so many hoped for without it.
        """
        remaining = len(later) - 1
        if hope >= remaining:
            hope, points = remaining, later[remaining]
        else:
            whole = int(hope)
            points = later[whole] + (hope - whole) * (later[whole + 1] - later[whole])
        if self.deal.at_least:
            return points + self._at_least(remaining, need, hope), points + self._at_least(remaining, need - 1, hope)
        lost = won = points
        doubt, lag = 1 + remaining / DOUBT, need - hope
        if 0 <= need <= remaining:
            lost += self.success / (doubt + lag * lag)
        if 0 < need <= remaining + 1:
            won += self.success / (doubt + (lag - 1) * (lag - 1))
        return lost, won

    def _at_least(self, remaining: int, need: int, hope: float) -> float:
        """Return the expected points for success if more tricks than needed do no harm."""
        if need <= 0:
            return self.success
        lag = max(need - hope, 0.0)
        return self.success / (1 + remaining / DOUBT + lag * lag) if need <= remaining else 0.0

    def _takings(self, card: int, place: int, unseen: int) -> tuple[float, float]:
        """Return the chance that the seat to act wins the trick with this card: at least, and at most."""
        if self.deal.dummy:
            return self._takings_with_dummy(card, place, unseen, not place or card & self.beat != 0)
        to_play = self.seats - 1 - place
        chance = self._holds(card, unseen, to_play) if to_play else 1.0
        return chance, chance

    def _takings_with_dummy(self, card: int, place: int, unseen: int, taking: bool) -> tuple[float, float]:
        if place == 2:
            return (1.0, 1.0) if taking or not self.best else (0.0, 0.0)
        if place:
            if not taking:
                return 0.0, 0.0
            if self.dummy_at == 0:
                chance = self._holds(card, unseen, 1)
                return chance, chance
            dummy = self.hands[-1]  # it lies open
            chance = 0.0 if (dummy & self.led or dummy) & self.beaten_by[card] else 1.0
            return chance, chance
        chance = self._holds(card, unseen, 1)
        third = self.hands[-1] if self.dummy_at else self.hands[self.leader]
        over = (third & SUIT[card] or third) & self.beaten_by[card]
        if not over:
            return chance, chance
        higher = over & self.deal.trumps or over
        other = self._holds(1 << higher.bit_length() - 1, unseen, 1, SUIT[card])
        return (chance, other) if other > chance else (other, chance)

    def _holds(self, card: int, unseen: int, to_play: int, led_suit: int = 0) -> float:
        led_suit = self.led or led_suit or SUIT[card]
        over = self.beaten_by[card] & unseen
        return holds(
            (over & led_suit).bit_count(), (unseen & led_suit).bit_count(), over.bit_count(), self.seats - 1, to_play
        )
