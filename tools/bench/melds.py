"""Arranging Five Crowns hands: ours beside OR-tools' CP-SAT on the same random hands of 13 cards, for 0 to 6 wilds.

Ours gives the points with the melds, each hand being new to it; CP-SAT (one worker, a plain model built beforehand)
gives the points. They take turns in blocks of hands, and must agree. The slowest of ours are looked at too, also in
crowded hands full of copies and neighbours, each hand by the fastest of a few runs, so that what the machine does
meanwhile does not count. Then all discards of 14 cards at once, beside one solve a card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import median, quantiles
from time import perf_counter

from rules.melds import arrange, hand_of, points_left_without
from tests.rules.meld_peers import ByModel, crowded_hand, random_hand
from tools.bench.store import Row

BLOCKS = 3
HANDS = 20
SPREAD = 400
REPEATS = 4
WILD = 13


def timed(work: Callable[[], object]) -> tuple[float, object]:
    """Return seconds, and what came of it."""
    start = perf_counter()
    result = work()
    return perf_counter() - start, result


def beside_cp_sat(wilds: int, rng: Random, *, plain: bool) -> Row:
    """Return the medians on the same hands.

    A helped model comes without the suites for which there are too few wilds.
    """
    ours: list[float] = []
    peer: list[float] = []
    for _ in range(BLOCKS):
        block = [random_hand(13, wilds, WILD, rng) for _ in range(HANDS)]
        answers: list[object] = []
        for hand in [hand_of(cards) for cards in block]:
            seconds, leftover = timed(lambda hand=hand: arrange(hand, WILD).left)
            ours.append(seconds)
            answers.append(leftover)
        for model, leftover in zip([ByModel(cards, WILD, plain=plain) for cards in block], answers, strict=True):
            seconds, answer = timed(model.solve)
            peer.append(seconds)
            if leftover != answer:
                raise AssertionError(f"{leftover} points by ours, {answer} by CP-SAT")
    return Row(
        f"13 cards, {wilds} wilds, beside CP-SAT" + ("" if plain else ", helped"),
        f"{median(ours) * 1e6:.0f} us",
        f"{median(peer) * 1e6:.0f} us",
        median(ours) / median(peer),
        f"at most {1 / 60:.4f}x" if plain else "none: what a model made for the wilds gains",
    )


def slowest(name: str, hands: Sequence[int]) -> Row:
    """Return the 99th percentile of ours beside its own median."""
    times = [min(timed(lambda hand=hand: arrange(hand, WILD))[0] for _ in range(REPEATS)) for hand in hands]
    usual, worst = median(times), quantiles(times, n=100)[98]
    return Row(
        f"99th percentile, {name}", f"{worst * 1e6:.0f} us", f"{usual * 1e6:.0f} us", worst / usual, "at most 30x"
    )


def all_discards(hands: Sequence[Sequence[str]]) -> Row:
    """Measure all discards of 14 cards in one search, beside a solve for each of the 14."""
    together: list[float] = []
    single: list[float] = []
    for cards in hands:
        hand = hand_of(cards)
        others = [hand - hand_of([card]) for card in cards]
        together.append(min(timed(lambda hand=hand: points_left_without(hand, WILD))[0] for _ in range(REPEATS)))
        single.append(min(timed(lambda others=others: [arrange(o, WILD) for o in others])[0] for _ in range(REPEATS)))
    return Row(
        "all discards of 14 at once",
        f"{median(together) * 1e6:.0f} us",
        f"{median(single) * 1e6:.0f} us",
        median(a / b for a, b in zip(together, single, strict=True)),
        "at most 0.4x of 14 solves",
    )


def run() -> list[Row]:
    """Measure; takes about half a minute."""
    rng = Random(13)
    for _ in range(200):  # not the very first hands of a process
        arrange(hand_of(random_hand(13, rng.randrange(7), WILD, rng)), WILD)
    rows = [beside_cp_sat(wilds, rng, plain=plain) for plain in (True, False) for wilds in range(7)]
    for name, make in (("random", random_hand), ("crowded", crowded_hand)):
        for wilds in range(7):
            hands = [hand_of(make(13, wilds, WILD, rng)) for _ in range(SPREAD)]
            rows.append(slowest(f"{name}, {wilds} wilds", hands))
    rows.append(all_discards([random_hand(14, number % 7, WILD, rng) for number in range(SPREAD)]))
    return rows


if __name__ == "__main__":
    for row in run():
        print(f"{row.name:40} ours {row.ours:>10}  peer {row.peer:>10}  {row.ratio:7.4f}x  (goal: {row.goal})")
