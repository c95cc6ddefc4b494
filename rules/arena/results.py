"""The results of a contest: kept in a file as they come, and added up."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from pathlib import Path
from statistics import NormalDist, fmean, quantiles, stdev
from typing import Any, NamedTuple

from rules.arena.tables import Played
from rules.contract import Refusal


class Interval(NamedTuple):
    """A mean with the ends of its 95 % interval."""

    mean: float
    low: float
    high: float


def interval(samples: Sequence[float]) -> Interval:
    """Return the mean of at least two samples and its 95 % interval, after Student's t."""
    mean, half = fmean(samples), student(len(samples) - 1) * stdev(samples) / sqrt(len(samples))
    return Interval(mean, mean - half, mean + half)


def student(degrees: int) -> float:
    """Return the 97.5 % quantile of Student's t, from the normal one (Cornish and Fisher); to 0.001 from ten
    degrees on.
    """
    z = NormalDist().inv_cdf(0.975)
    terms = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + sum(term / degrees**power for power, term in enumerate(terms, start=1))


def percentile(seconds: Sequence[float], percent: int) -> float:
    """Return a percentile of some durations; 0 where there is none."""
    return quantiles(seconds, n=100, method="inclusive")[percent - 1] if len(seconds) > 1 else sum(seconds)


class Results:
    """The deals played so far of the contest that `setting` describes. They are kept in `path`, if there is one.

    Raises Refusal where the file holds another contest's.
    """

    def __init__(self, setting: dict[str, Any], path: Path | None) -> None:
        self._path = path
        self.played: dict[int, Played] = {}
        if path is None:
            return
        if not path.exists() or not path.stat().st_size:
            path.write_text(json.dumps(setting) + "\n", encoding="utf-8")
            return
        first, *lines = path.read_text(encoding="utf-8").splitlines()
        if json.loads(first) != setting:
            raise Refusal("bad_request", None, "{path} holds another contest: {first}", path=path, first=first)
        for line in lines:
            fields = json.loads(line)
            self.played[fields["deal"]] = Played(**fields)

    def add(self, played: Played) -> None:
        """Keep a deal."""
        self.played[played.deal] = played
        if self._path is not None:
            row = {
                "deal": played.deal,
                "leads": played.leads,
                "seconds": {side: [round(spent, 6) for spent in seconds] for side, seconds in played.seconds.items()},
                "firsts": played.firsts,
                "silly": played.silly,
            }
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")

    def lead(self, deals: Iterable[int]) -> Interval:
        """Return a's lead over these deals."""
        return interval([self.played[deal].lead for deal in deals])

    def first(self, deals: Iterable[int]) -> float:
        """Return a's part in the first places of these deals' tables."""
        return fmean(first for deal in deals for first in self.played[deal].firsts)

    def seconds(self, side: str) -> list[float]:
        """Return the CPU seconds of all decisions of `a` or `b`."""
        return [spent for played in self.played.values() for spent in played.seconds[side]]

    def silly(self, side: str) -> Counter[str]:
        """Return the silly moves of `a` or `b`, by kind."""
        counts = Counter[str]()
        for played in self.played.values():
            counts.update(played.silly.get(side, {}))
        return counts
