"""The play of a hand of Abracadabra on whole numbers, and a quick policy that plays it out to the end.

A joker is written as the card that it stands for (A2.2). Cards, bid cards and tricks are bits of sets.
"""

# The policy reckons as the heuristic player does: each card has a chance to win some trick, and a card is worth the
# trick that it may win now, the named tricks to come, and the success that is left. It looks at the ends of each suit
# alone, and takes the success from the sum of the chances, which is all that a playout has time for.

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from rules.abracadabra.cards import CARDS, JOKER, SUITS, cards_of, values
from rules.abracadabra.scoring import Parts, Tally, scored

WIDTH: Final = 13
"""The cards of a suit, which lie side by side in a set."""
ONE_SUIT: Final = (1 << WIDTH) - 1
BASES: Final = tuple(range(0, WIDTH * len(SUITS), WIDTH))
"""The place of the lowest card of each suit."""
SUIT: Final = {card: cards_of(text[-1], 0) for text, card in CARDS.bit.items() if card != JOKER}
"""For each card the cards of its suit."""
HIGHER: Final = {card: suit & -card & ~card for card, suit in SUIT.items()}
"""For each card the higher ones of its suit."""

RUFF, NEXT_TRUMP, NEXT, LASTING = 0.3, 0.7, 0.5, 2.0
"""The chances of cards, as the heuristic player guesses them."""
EAGER: Final = 0.6
"""How often a seat that can take a trick does so."""
SUCCESS: Final = 5.0
"""About the points that success brings, by seat and one more."""
DOUBT: Final = 6.0
"""With so many tricks to come a seat that hopes for just its number has it every other time."""


@lru_cache(maxsize=1 << 15)
def chances(own: int, unseen: int, trump: bool, ruffed: bool, others: int) -> tuple[float, tuple[float, ...]]:
    """How many tricks the own cards of a suit may win, and the chance of each by its place in the suit.

    `unseen` are the others' cards of it, `ruffed` says whether they may trump it, `others` is their number.
    """
    rounds = unseen.bit_count() / others if ruffed else LASTING
    found: list[float] = []
    for place in range(WIDTH):
        over = -1 << place + 1
        higher, before = (unseen & over).bit_count(), (own & over).bit_count()
        if not own >> place & 1:
            found.append(0.0)
        elif trump:
            found.append(RUFF + (1 - RUFF) * NEXT_TRUMP**higher)
        else:
            left = rounds - before if ruffed else LASTING
            found.append(NEXT**higher * min(1.0, max(0.0, left / LASTING)))
    return sum(found), tuple(found)


@lru_cache(maxsize=1 << 15)
def holds(higher: int, led: int, over: int, others: int, to_play: int) -> float:
    """How likely none of `to_play` seats beats a card, of `others` who share what is not seen.

    They hold `higher` cards of the suit led that beat it, `led` cards of that suit, and `over` cards that beat it.
    """
    lack = 1 - 1 / others
    takes = 1 - lack**higher + lack**led * (1 - lack**over)
    return (1 - EAGER * takes) ** to_play


class Worth(NamedTuple):
    """The points that tricks bring a seat beside their cards, by number."""

    now: tuple[float, ...]
    later: tuple[tuple[float, ...], ...]
    """After each trick: what the best ones to come bring together, by how many they are."""


@lru_cache(maxsize=1 << 12)
def worth(left: int, right: int, their_left: int, their_right: int, length: int, others: int) -> Worth:
    """The worth of tricks to a seat with these placed cards, where others' lie open (A8.2 to A8.4)."""
    now = [
        1.0
        + number * (left >> number - 1 & 1)
        + 4 * number * (right >> number - 1 & 1)
        + number * (their_left >> number - 1 & 1) / others
        + 4 * number * (their_right >> number - 1 & 1) / others
        for number in range(1, length + 1)
    ]
    later = [tuple(accumulate(sorted(now[number:], reverse=True), initial=0.0)) for number in range(1, length + 1)]
    return Worth(tuple(now), tuple(later))


def beaten_by(trumps: int) -> dict[int, int]:
    """For each card those that take the trick from it (A7.1)."""
    return {card: over | (0 if card & trumps else trumps) for card, over in HIGHER.items()}


BEATEN_BY: Final = {trumps: beaten_by(trumps) for trumps in (0, *(cards_of(suit, 0) for suit in SUITS))}


class Deal(NamedTuple):
    """What does not change in the play of a hand. Tuples are by seat; trumps and suits are sets of cards."""

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
        """What tricks are worth to each seat, which knows its own cards and what lies open."""
        seats = range(len(self.suits))
        right = [self.right if seat == self.declarer else 0 for seat in seats]
        left = [self.placed[seat] & ~right[seat] for seat in seats]
        shown = [left[seat] if self.piles[seat] else 0 for seat in seats]
        found: list[Worth] = []
        for seat in seats:
            theirs = 0
            for other in seats:
                theirs |= shown[other] if other != seat else 0
            their_right = self.right if seat != self.declarer else 0
            found.append(worth(left[seat], right[seat], theirs, their_right, self.length, len(seats) - 1))
        return tuple(found)


class Play:
    """A hand in play, changed by each card."""

    __slots__ = (
        "beat",
        "best",
        "deal",
        "dummy_at",
        "hands",
        "leader",
        "led",
        "lying",
        "number",
        "own",
        "won",
        "worths",
    )

    def __init__(self, deal: Deal, hands: Sequence[int], leader: int) -> None:
        self.deal, self.hands, self.leader = deal, list(hands), leader
        self.worths = deal.worths()
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
        """The same hand, to be played on by itself."""
        other = Play.__new__(Play)
        other.deal, other.worths, other.leader, other.number = self.deal, self.worths, self.leader, self.number
        other.hands, other.won, other.own = self.hands.copy(), self.won.copy(), self.own.copy()
        other.lying, other.dummy_at = self.lying.copy(), self.dummy_at
        other.led, other.beat, other.best = self.led, self.beat, self.best
        return other

    def legal(self) -> int:
        """The cards that the seat to act may play (A7.1, A7.2)."""
        place = len(self.lying)
        holder = len(self.won) if place == self.dummy_at else (self.leader + place) % len(self.won)
        source = self.hands[holder]
        return source & self.led or source

    def play(self, card: int) -> None:
        """Play a card that is legal, and end the trick if it is the last of it (A7.1, A7.2)."""
        lying = self.lying
        place = len(lying)
        holder = len(self.won) if place == self.dummy_at else (self.leader + place) % len(self.won)
        self.hands[holder] ^= card
        if not place:
            self.led, self.best = SUIT[card], 0
            self.beat = BEATEN_BY[self.deal.trumps][card]
        elif card & self.beat:
            self.best = place
            self.beat = BEATEN_BY[self.deal.trumps][card]
        lying.append(card)
        if place + 1 == len(self.hands):
            self._end_trick()

    def _end_trick(self) -> None:
        winner = (self.leader + self.best) % len(self.won)
        self.won[winner] |= 1 << self.number
        self.own[winner] += (sum(self.lying) & self.deal.suits[winner]).bit_count()
        if self.deal.dummy:
            self.dummy_at = 0 if self.best == self.dummy_at else 2
        self.leader, self.number, self.lying, self.led = winner, self.number + 1, [], 0

    def parts(self) -> tuple[Parts, ...]:
        """What each seat scores for the hand, which is over (A8)."""
        tallies: list[Tally] = []
        deal = self.deal
        for seat, (placed, won, own) in enumerate(zip(deal.placed, self.won, self.own, strict=True)):
            right = deal.right if seat == deal.declarer else 0
            doubled = values(right & won) - values(right & ~won) if right else 0
            left = values(placed & ~right & won)
            tallies.append(Tally(placed.bit_count(), left, doubled, won.bit_count(), own, deal.piles[seat]))
        return scored(tallies, deal.at_least)

    def finish(self) -> list[int]:
        """Play the hand out by the policy. Gives the points of each seat."""
        length = self.deal.length
        while self.number < length:
            self.play(self.choose())
        return [sum(part) for part in self.parts()]

    # -- the policy ----------------------------------------------------------------------------------------------------

    def choose(self) -> int:
        """The card that the seat to act would play."""
        legal = self.legal()
        return self._best(legal, len(self.lying)) if legal & legal - 1 else legal

    def _best(self, legal: int, place: int) -> int:
        """The best of these cards for the seat to act, which plays the card at this place of the trick."""
        deal, seats = self.deal, len(self.won)
        seat = (self.leader + place) % seats
        hand, others = self.hands[seat], seats - 1
        unseen = sum(self.hands) ^ hand
        if deal.dummy:
            unseen ^= self.hands[-1]
        ruffed = bool(unseen & deal.trumps)
        hope, rows = 0.0, list[tuple[float, ...]]()
        for base in BASES:
            own = hand >> base & ONE_SUIT
            trump = bool(deal.trumps >> base & 1)
            total, row = chances(own, unseen >> base & ONE_SUIT, trump, ruffed, others) if own else NOTHING
            hope += total
            rows.append(row)
        need = deal.placed[seat].bit_count() - self.won[seat].bit_count()
        now, later = self.worths[seat].now[self.number], self.worths[seat].later[self.number]
        suit, card_points = deal.suits[seat], 4 if deal.piles[seat] else 2
        lying = sum(self.lying)
        best, most = 0, -1000.0
        for card in self._ends(legal):
            at = card.bit_length() - 1
            rest = hope - rows[at // WIDTH][at % WIDTH] if card & hand else hope
            low, high = self._takings(card, place, unseen)
            lost = self._future(later, need, rest)
            promise = lost
            if high:
                won = now + card_points * ((lying | card) & suit).bit_count() + self._future(later, need - 1, rest)
                promise += (high if won > lost else low) * (won - lost)
            if promise > most:
                best, most = card, promise
        return best

    def _ends(self, legal: int) -> list[int]:
        """The lowest and the highest card of each suit among those that take the trick, and those that do not."""
        found: list[int] = []
        beat = self.beat if self.lying else 0
        for base in BASES:
            suit = legal & ONE_SUIT << base
            if not suit:
                continue
            for cards in (suit & ~beat, suit & beat):
                if cards:
                    low, high = cards & -cards, 1 << cards.bit_length() - 1
                    found.append(low)
                    if high != low:
                        found.append(high)
        return found

    def _future(self, later: Sequence[float], need: int, hope: float) -> float:
        """The points that the tricks to come may bring, where so many are needed and so many hoped for."""
        left = len(later) - 1
        if hope >= left:
            hope, points = left, later[left]
        else:
            whole = int(hope)
            points = later[whole] + (hope - whole) * (later[whole + 1] - later[whole])
        bonus = SUCCESS * (len(self.won) + 1)
        if self.deal.at_least and need <= 0:
            return points + bonus
        if need < 0 or need > left:
            return points
        lag = need - hope
        if self.deal.at_least and lag < 0:
            lag = 0.0
        return points + bonus / (1 + left / DOUBT + lag * lag)

    def _takings(self, card: int, place: int, unseen: int) -> tuple[float, float]:
        """How likely the seat to act takes the trick with this card: at least and at most, as it likes."""
        taking = not place or card & self.beat
        if self.deal.dummy:
            return self._takings_with_dummy(card, place, unseen, bool(taking))
        if not taking:
            return 0.0, 0.0
        to_play = len(self.won) - 1 - place
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
            chance = 0.0 if (dummy & self.led or dummy) & BEATEN_BY[self.deal.trumps][card] else 1.0
            return chance, chance
        chance = self._holds(card, unseen, 1)
        third = self.hands[-1] if self.dummy_at else self.hands[self.leader]
        over = (third & SUIT[card] or third) & BEATEN_BY[self.deal.trumps][card]
        if not over:
            return chance, chance
        higher = over & self.deal.trumps or over
        other = self._holds(1 << higher.bit_length() - 1, unseen, 1, SUIT[card])
        return (chance, other) if other > chance else (other, chance)

    def _holds(self, card: int, unseen: int, to_play: int, led: int = 0) -> float:
        led = self.led or led or SUIT[card]
        over = BEATEN_BY[self.deal.trumps][card] & unseen
        return holds((over & led).bit_count(), (unseen & led).bit_count(), over.bit_count(), len(self.won) - 1, to_play)


NOTHING: Final = (0.0, (0.0,) * WIDTH)
"""The chances of no cards."""
