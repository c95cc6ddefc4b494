"""A7 and A8: who won which trick, what became of the placed cards, and what a deal scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.abracadabra.cards import BIDS, VALUE_SUM, leads, scoring_suits
from rules.abracadabra.records import Deal, Setup, Step, Taken, steps
from rules.tricks import make


class Trick(NamedTuple):
    """A trick: its turns and cards in the order played, and the turn of the card that is winning or has won it."""

    turns: tuple[Step, ...]
    cards: tuple[int, ...]
    best: Step


def tricks_of(setup: Setup, deal: Deal, first: int, plays: Sequence[int]) -> list[Trick]:
    """The tricks that these plays make, the last one perhaps unfinished; `first` leads (A7.1)."""
    opening = steps(setup.seats, setup.dummy)
    size = setup.holders
    station = first
    found: list[Trick] = []
    for start in range(0, len(plays), size):
        cards = tuple(plays[start : start + size])
        step: Step | None = opening[station]
        table = leads(deal.turn_up, deal.trumps)
        beats, winner = table.beats[cards[0]], opening[station]
        turns: list[Step] = []
        for card in cards:
            assert step
            if card & beats:
                beats, winner = table.beats[card], step
            turns.append(step)
            step = step.after
        found.append(Trick(tuple(turns), cards, winner))
        station = winner.station
    return found


class Tally(NamedTuple):
    """What a seat brings to the scoring: numbers of cards and tricks, and sums of values.

    `left` are the won cards on the left (A8.2); `right` those still face up on the right less those turned down.
    """

    placed: int
    left: int
    right: int
    tricks: int
    own: int
    pile: bool


class Parts(NamedTuple):
    """What a seat scores, clause by clause: A8.1 to A8.5."""

    success: int
    left: int
    right: int
    tricks: int
    own: int


def succeeds(placed: int, tricks: int, at_least: bool) -> bool:
    """A8.1: whether a seat's tricks are as many as its placed cards, or with `at_least` no fewer."""
    if at_least and placed:
        return tricks >= placed
    return tricks == placed


def score(tallies: Sequence[Tally], at_least: bool) -> tuple[Parts, ...]:
    """A8: what each seat scores."""
    success = [succeeds(placed, tricks, at_least) for placed, _, _, tricks, _, _ in tallies]
    each = 10 * (len(tallies) + 1 - sum(success))  # A8.1: 40, 30, 20, 10 for four seats, and so on
    return tuple(
        [
            make(
                Parts,
                (
                    each if done else 0,
                    left,  # A8.2
                    2 * right,  # A8.3
                    tricks,  # A8.4
                    (4 if pile else 2) * own,  # A8.5
                ),
            )
            for (_, left, right, tricks, own, pile), done in zip(tallies, success)
        ]
    )


class Fate(NamedTuple):
    """A7.3 after some tricks, by seat: what became of the placed cards whose tricks are over."""

    left: list[int]
    """Left-hand cards whose tricks are over."""
    named: list[int]
    """Tricks won, as the bid cards that name them."""
    turned: int
    """The cards on Declarer's right that were turned face down."""
    cards: list[int]
    """The cards in the tricks won."""

    @property
    def won(self) -> list[int]:
        """Left-hand cards that stay with their seat."""
        return [mine & tricks for mine, tricks in zip(self.left, self.named, strict=True)]

    @property
    def lost(self) -> list[int]:
        """Left-hand cards that go to the middle."""
        return [mine & ~tricks for mine, tricks in zip(self.left, self.named, strict=True)]

    @property
    def taken(self) -> list[int]:
        """How many tricks each seat has won."""
        return [tricks.bit_count() for tricks in self.named]


def fate(deal: Deal, tricks: Sequence[Taken]) -> Fate:
    """A7.3: what these finished tricks did to the placed cards."""
    named, cards = [0] * len(deal.placed), [0] * len(deal.placed)
    for bid_card, (winner, trick) in zip(BIDS.text, tricks):
        named[winner] += bid_card
        cards[winner] += sum(trick)
    over = (1 << len(tricks)) - 1
    left = [placed & over for placed in deal.placed]
    turned = 0
    if deal.right:
        left[deal.declarer] &= ~deal.right
        turned = deal.right & over & ~named[deal.declarer]
    return make(Fate, (left, named, turned, cards))


def own_cards(deal: Deal, fate: Fate) -> tuple[int, ...]:
    """A8.5: how many cards of its own suit each seat has in its tricks."""
    suits = scoring_suits(deal.turn_up)
    return tuple([(cards & suits[suit]).bit_count() for cards, suit in zip(fate.cards, deal.suits)])


def settle(setup: Setup, deal: Deal, tricks: Sequence[Taken]) -> tuple[Parts, ...]:
    """A8: what each seat scores for a deal that has been played."""
    ended = fate(deal, tricks)
    own = own_cards(deal, ended)
    tallies = [
        make(Tally, (placed.bit_count(), VALUE_SUM[left & won], 0, won.bit_count(), cards, pile == 1))
        for placed, left, won, cards, pile in zip(deal.placed, ended.left, ended.named, own, deal.piles)
    ]
    if deal.right:
        placed, left, _, tricks_won, cards, pile = tallies[deal.declarer]
        right = VALUE_SUM[deal.right & ~ended.turned] - VALUE_SUM[ended.turned]
        tallies[deal.declarer] = make(Tally, (placed, left, right, tricks_won, cards, pile))
    return score(tallies, setup.success == "at_least")
