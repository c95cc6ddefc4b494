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
"""A value that tells one world from another. The order in which a hand came may be left out."""

MAX_DRAWS = 1500
"""The most draws for one reader."""
DRAWS_PER_SAMPLER = 10
"""A sampler makes its first world otherwise than the later ones, so a new one is made after so many draws."""


@dataclass(frozen=True)
class Countable:
    """A position, and the worlds that agree with a reader's view of it, found by trying them all."""

    name: str
    build: Callable[[], Table]
    readers: Sequence[int | None]
    count: Callable[[Table, int | None], Mapping[Summary, int]]
    """The worlds that agree with a reader's view, each with its weight."""
    summarise: Callable[[Table, int | None, Sequence[Event]], Summary]
    """Returns the summary of a world, for a reader, from the events of its hand."""
    min_draws: int = 400
    """The fewest draws for one reader; each world adds eight."""
    min_differing: int = 0
    """How many holders at least may hold different cards, as far as the last reader knows, by sets in summaries."""


def check_uniform(case: Countable, at: Table, reader: int | None) -> None:
    """Assert that draws for a reader have the frequencies of the weights: chi-square within five deviations."""
    weights = case.count(at, reader)
    assert weights, (case.name, reader)
    if case.min_differing and reader == case.readers[-1]:
        assert len(find_hidden_sets(weights)) >= case.min_differing, (case.name, find_hidden_sets(weights))
    draws = min(MAX_DRAWS, 8 * len(weights) + case.min_draws)
    game, view, rng = at.game, at.state.view(reader), Random(f"{case.name} {reader}")
    counts: Counter[Summary] = Counter()
    sampler = game.worlds(view)
    for draw in range(draws):
        if draw % DRAWS_PER_SAMPLER == 0:
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


def find_hidden_sets(worlds: Iterable[Summary]) -> set[frozenset[str]]:
    """Return the different sets of cards that holders have in some of these worlds and not in others."""
    holders = list(zip(*[[part for part in world if isinstance(part, frozenset)] for world in worlds], strict=True))
    values = {frozenset[str]().union(*hands) - hands[0].intersection(*hands) for hands in holders}
    return values - {frozenset()}
