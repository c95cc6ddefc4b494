"""The search of Five Crowns: what each move is expected to bring, over the cards that may still come in."""

# The seat's own draws are what it does not know. The next draw is counted over every unseen card; two and three draws
# over orders of the unseen cards that are the same for all moves. So that the search may look two draws ahead in time,
# it gives up cards only once they have all come in. The others' hands are drawn from the unseen cards, too.

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from copy import copy
from random import Random
from typing import Final

from rules.contract import View
from rules.melds import NUMBER, UNIT, hand_of
from rules.players.facts import NO_FACTS, Fact, Facts, standard_error
from rules.players.five_crowns.leftover import hand_of_numbers, kept, size_of
from rules.players.five_crowns.unseen import hand_for, turns, unseen
from rules.players.search import Estimate

WORLDS: Final = 32
"""Orders of the unseen cards, from which the seat's later draws and the others' hands are taken."""
FIRST_OUT_CHANCE: Final = 0.08
"""How often a seat goes out in its first turn of a deal, as measured with the heuristic player."""
OUT_CHANCE_RISE: Final = 0.04
"""By how much that rises from turn to turn."""
MAX_OUT_CHANCE: Final = 0.3
"""The most that it rises to."""
DRAWS: Final = 3
"""Own draws that are looked at."""
CANDIDATES: Final = 6
"""Discards that are looked at: those that leave the fewest points."""
LARGE: Final = 10
"""Hands of so many cards take long to arrange: half as many orders, and no more discards than finalists."""
VERY_LARGE: Final = 11
"""From so many cards on it is a third of the orders."""
FINALISTS: Final = 3
"""Moves that are estimated by more than the next draw: those that are best by it."""
BATCHES: Final = 4
"""Parts of the orders and hands that are estimated one by one, for the standard errors."""
HANDS: Final = 10
"""Hands of the next seat, at most, in which a discard is tried."""

OUT_NOW: Final = Fact("You meld all your cards this turn")
AFTER_TURN: Final = Fact("After this turn you hold", "points", is_good=False)
LEFTOVER: Final = Fact("It leaves", "points", is_good=False)
OUT_NEXT: Final = Fact("The next card that you draw melds all your cards")
AFTER_DRAW: Final = Fact("After your next draw you hold", "points", is_good=False)
OUT_LATER: Final = Fact("Within three turns you meld all your cards")
LATER_LEFTOVER: Final = Fact("After three turns you would hold", "points", is_good=False)
GIFT: Final = Fact("With it the next player may save", "points", is_good=False)


def estimate(view: View, moves: Sequence[str], budget: int, rng: Random) -> tuple[Estimate, ...]:
    """Return the candidates and `moves`, the best first.

    Their points are those by which the seat is ahead of the others' mean.
    """
    outlook = Outlook(view, math.ceil(budget / _divisor(view["size"])), rng)
    if view["phase"] == "draw":
        finalists = candidates(view, moves)
    else:
        soon = {move: outlook.of_discard(move, 1) for move in candidates(view, moves)}
        best = sorted(soon, key=lambda move: -soon[move])[:FINALISTS]
        finalists = tuple(dict.fromkeys([*best, *moves]))
    points = {move: outlook.of(move) for move in finalists}
    first = max(points, key=points.__getitem__)
    batches = [{move: part.of(move) for move in finalists} for part in outlook.parts()]
    options = [
        Estimate(move, value, standard_error([batch[first] - batch[move] for batch in batches]), outlook.facts_of(move))
        for move, value in points.items()
    ]
    return tuple(sorted(options, key=lambda one: -one.points))


def _divisor(size: int) -> int:
    """Return the divisor of the budget of orders in deals of so many cards."""
    return 3 if size >= VERY_LARGE else 2 if size >= LARGE else 1


def candidates(view: View, moves: Sequence[str]) -> tuple[str, ...]:
    """Return the moves to estimate, `moves` among them: of discards those that leave the fewest points."""
    if view["phase"] == "draw":
        return tuple(view["moves"])
    out = [move for move in view["moves"] if move.startswith("out ")]
    leaves: dict[str, int] = view["leaves"]
    most = FINALISTS if view["size"] >= LARGE else CANDIDATES
    best = sorted(leaves, key=leaves.__getitem__)[:most]
    return tuple(dict.fromkeys([*moves, *out, *(f"discard {card}" for card in best)]))


def out_chance(before: int) -> float:
    """Return the chance that a seat goes out in a turn after so many others."""
    return min(MAX_OUT_CHANCE, FIRST_OUT_CHANCE + OUT_CHANCE_RISE * before)


class Outlook:
    """The expectations of a view's seat, from one set of orders of the unseen cards."""

    def __init__(self, view: View, budget: int, rng: Random) -> None:
        self._view, self._size = view, int(view["size"])
        cards = unseen(view)
        self._counts = Counter(cards)
        self._orders = [rng.sample(cards, min(DRAWS, len(cards))) for _ in range(budget)]
        self._others = view["seats"] - 1
        self._is_over = view["out"] is not None
        self._turns = turns(view, view["seat"])
        """The seat's turns in this deal, the one in progress included once it has drawn."""
        following = (view["seat"] + 1) % view["seats"]
        rivals = [] if following == view["out"] else self._hands(following, cards, min(budget, HANDS), rng)
        self._rivals = [(hand, hand + UNIT[rng.choice(cards)]) for hand in rivals]
        """Hands that the next seat may hold, where it has a turn yet, each also with a card that it may draw."""
        self._weigh_rivals()

    def _weigh_rivals(self) -> None:
        lefts = [self._left(hand) for hand, _ in self._rivals]
        self._lead_out = sum(lefts) / len(lefts) / self._others if lefts else 0.0
        """The others' mean when the seat goes out, less their mean when another goes out."""
        drawn = [leftover - self._left(more) for leftover, (_, more) in zip(lefts, self._rivals, strict=True)]
        self._drawn = sum(drawn) / len(drawn) if drawn else 0.0

    def parts(self) -> list[Outlook]:
        """Return the same from parts of the orders and of the hands: how far they disagree shows what chance does."""
        outlooks: list[Outlook] = []
        for place in range(count := min(BATCHES, len(self._orders))):
            part = copy(self)
            part.narrow(place, count)
            outlooks.append(part)
        return outlooks

    def narrow(self, place: int, count: int) -> None:
        """Leave only one part in `count` of the orders and of the hands."""
        self._orders, self._rivals = self._orders[place::count], self._rivals[place::count]
        self._weigh_rivals()

    def of(self, move: str) -> float:
        """Return the points of a move, as many turns ahead as are looked at."""
        return self.of_draw(move) if self._view["phase"] == "draw" else self.of_discard(move, DRAWS)

    def facts_of(self, move: str) -> Facts:
        """Return the points left now and after one draw, over every unseen card, and the points that a discard
        gives away.
        """
        hand = hand_of(self._view["hand"])
        verb, *text = move.split(" ")
        if not text:
            took = move == "take"
            if took:
                hand += UNIT[NUMBER[self._view["pile"][-1]]]
            leftover, out = self._after(hand, 1 - took)
            return {OUT_NOW: [out], AFTER_TURN: [leftover], **self._later(hand, DRAWS - took)}
        (card,) = text
        facts: dict[Fact, Sequence[float]] = {LEFTOVER: [self._view["leaves"][card]]}
        if not self._is_over and verb == "discard":
            hand -= UNIT[NUMBER[card]]
            leftover, out = self._after(hand, 1)
            facts = {OUT_NEXT: [out], AFTER_DRAW: [leftover], **facts, **self._later(hand, DRAWS)}
        if saved := self._saved(NUMBER[card]):
            facts[GIFT] = saved
        return facts

    def _later(self, hand: int, draws: int) -> Facts:
        """Return the facts after all turns of the look-ahead, by orders of the unseen cards."""
        if self._is_over:
            return NO_FACTS
        lefts = [self._left(hand + hand_of_numbers(order[:draws])) for order in self._orders]
        return {OUT_LATER: [float(not leftover) for leftover in lefts], LATER_LEFTOVER: lefts}

    def _hands(self, seat: int, cards: list[int], count: int, rng: Random) -> list[int]:
        """Return hands of another seat: the best cards of those that it may have come by."""
        return [self._kept(hand_of_numbers(hand_for(self._view, seat, cards, rng)))[1] for _ in range(count)]

    def _kept(self, hand: int) -> tuple[int, int]:
        return kept(hand, self._size, size_of(hand) - self._size)

    def _left(self, hand: int) -> int:
        return self._kept(hand)[0]

    def of_draw(self, move: str) -> float:
        """Return the points of a turn's first move."""
        hand = hand_of(self._view["hand"])
        if move == "take":
            return self._points(hand + UNIT[NUMBER[self._view["pile"][-1]]], 0, DRAWS, now=True)
        return self._points(hand, 1, DRAWS, now=True)

    def of_discard(self, move: str, ahead: int) -> float:
        """Return the points of a discard, or of going out with it, less what it gives to the next seat.

        `ahead` are the turns that are looked ahead.
        """
        verb, text = move.split(" ")
        gift = self._given(NUMBER[text])
        if self._is_over:
            return -self._view["leaves"][text] - gift
        if verb == "out":
            return self._lead_out - gift
        return self._points(hand_of(self._view["hand"]) - UNIT[NUMBER[text]], 1, ahead) - gift

    def _points(self, hand: int, draws: int, ahead: int, *, now: bool = False) -> float:
        """Return the points expected with a hand that gets so many draws in the first turn `ahead`, and one in each
        later.

        That first turn is the seat's next, or with `now` this one: then nobody can go out before.
        """
        if self._is_over:
            return -self._after(hand, draws)[0]
        points, running, finished, leftover = 0.0, 1.0, 0.0, 0.0
        for turn in range(ahead):
            caught = 0.0 if now and not turn else self._caught(turn)
            leftover, out = self._after(hand, draws + turn)
            points -= running * caught * leftover
            running *= 1 - caught
            points += running * self._lead_out * max(0.0, out - finished)
            finished = max(out, finished)
        return points - running * leftover

    def _caught(self, later: int) -> float:
        """Return the chance that another seat goes out between two turns of the seat, so many turns later."""
        return 1 - (1 - out_chance(self._turns + later)) ** self._others

    def _after(self, hand: int, draws: int) -> tuple[float, float]:
        """Return the points left after so many draws, on average, and how often none are."""
        if draws == 0:
            weights = {self._left(hand): 1}
        elif draws == 1:
            weights = Counter[int]()
            for card, count in self._counts.items():
                weights[self._left(hand + UNIT[card])] += count
        else:
            weights = Counter(self._left(hand + hand_of_numbers(order[:draws])) for order in self._orders)
        total = sum(weights.values())
        return sum(leftover * count for leftover, count in weights.items()) / total, weights.get(0, 0) / total

    def _given(self, card: int) -> float:
        """Return the points by which a card on the pile helps the next seat more than a draw, shared among the
        others.
        """
        saved = self._saved(card)
        return sum(saved) / len(saved) / self._others if saved else 0.0

    def _saved(self, card: int) -> list[float]:
        """Return the same for each hand that the next seat may hold, not shared."""
        return [max(0.0, self._left(hand) - self._left(hand + UNIT[card]) - self._drawn) for hand, _ in self._rivals]
