"""Positions that hide so little that all worlds can be counted, and whether drawn worlds are uniform among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.contract import Event, replay_events
from rules.table import Table

Summary = Any
"""What tells one world from another, where the order in which a hand came may be left out."""

MOST = 1500
"""The most draws for one reader."""
AFRESH = 10
"""Every so many draws a new sampler is made: its first world is made otherwise than the later ones."""


@dataclass(frozen=True)
class Countable:
    """A position, and the worlds that agree with a reader's view of it, found by trying them all."""

    name: str
    build: Callable[[], Table]
    readers: Sequence[int | None]
    find: Callable[[Table, int | None], Mapping[Summary, int]]
    """The worlds that agree with a reader's view, each with its weight."""
    summarise: Callable[[Table, int | None, Sequence[Event]], Summary]
    """What a reader's world is called that is given by the events of its hand."""
    least: int = 400
    """So many draws at least for one reader, and eight more for each world."""
    differing: int = 0
    """So many holders may hold different cards, as far as the last reader knows. Summaries have cards as sets."""


def check_uniform(case: Countable, at: Table, reader: int | None) -> None:
    """Assert that draws for a reader come out as the weights: within five standard deviations of chi-square."""
    weights = case.find(at, reader)
    assert weights, (case.name, reader)
    if case.differing and reader == case.readers[-1]:
        assert len(hidden_sets(weights)) >= case.differing, (case.name, hidden_sets(weights))
    draws = min(MOST, 8 * len(weights) + case.least)
    game, view, rng = at.game, at.state.view(reader), Random(f"{case.name} {reader}")
    counts: Counter[Summary] = Counter()
    sampler = game.worlds(view)
    for draw in range(draws):
        if draw % AFRESH == 0:
            sampler = game.worlds(view)
        world = sampler.draw(rng)
        events = sampler.events(world)
        counts[case.summarise(at, reader, events)] += 1
        if draw % 50 == 0:
            assert world.view(reader) == view
        if draw % 50 < 2:
            assert replay_events(game.start(view), events) == world
    assert set(counts) <= set(weights), (case.name, reader)
    expected = {world: draws * weight / sum(weights.values()) for world, weight in weights.items()}
    distance = sum((counts[world] - share) ** 2 / share for world, share in expected.items())
    freedom = len(weights) - 1
    assert distance <= freedom + 5 * (2 * freedom) ** 0.5 + 1e-9, (case.name, reader, distance, freedom)


def hidden_sets(worlds: Iterable[Summary]) -> set[frozenset[str]]:
    """The different sets of cards that holders have in some of these worlds and not in others."""
    holders = list(zip(*[[part for part in world if isinstance(part, frozenset)] for world in worlds], strict=True))
    values = {frozenset[str]().union(*hands) - hands[0].intersection(*hands) for hands in holders}
    return values - {frozenset()}
