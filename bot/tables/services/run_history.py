"""The runs of all shards that are known: when each was there, and the gaps in between."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from itertools import accumulate
from operator import itemgetter
from typing import Final

from bot.common.time_spans import Span
from data.engine.shards import Shards
from data.tables.clocks import Run
from data.tables.shard_rows import table_shard


class RunHistory:
    """The runs of all shards, of this process and others.

    `before` are the runs at its start, `since` (ms). `own` are the shards of this process; None are all. Runs of other
    processes may be some seconds old.
    """

    def __init__(self, since: int, own: Shards | None, before: Collection[Run]) -> None:
        self._since: Final = since
        self._own: Final = own
        self._before: Final = max((run.number for run in before), default=0)
        self._runs: dict[tuple[int, int], dict[int, Run]] = {}
        """The runs by shard and count of shards, and by number."""
        self._counts: tuple[int, ...] = ()
        self._current: set[int] = set()
        """The numbers of this process's runs that last still."""
        self._gaps: dict[tuple[int, ...], tuple[Sequence[Span], float]] = {}
        """Gaps, by the guild's shard under each shard count, with the time (ms) up to which another process's run is
        known.
        """
        self.note(*before)

    def note(self, *runs: Run, lasts: bool = False) -> None:
        """Add or update runs. `lasts`: they are this process's and still running."""
        for run in runs:
            self._runs.setdefault((run.shard, run.shard_count), {})[run.number] = run
            (self._current.add if lasts else self._current.discard)(run.number)
        self._counts = tuple(sorted({count for _, count in self._runs}))
        self._gaps.clear()

    def gaps(self, guild: int, table: int, alive_since: int) -> Sequence[Span]:
        """Return the spans in which the shard of a table was not connected, in order; the last may still last.

        Another process's run goes on if it was connected at `alive_since` (ms) or later. Times that the clock has shown
        twice count as connected if they were the first time.
        """
        shard_by_count = tuple(table_shard(guild, table, count) for count in self._counts)
        cached = self._gaps.get(shard_by_count)
        if cached is None or cached[1] < alive_since:
            cached = self._gaps[shard_by_count] = self._find_gaps(shard_by_count, alive_since)
        return cached[0]

    def latest(self, shard: int, shard_count: int) -> int:
        """Return the last time (ms) at which a shard was connected.

        Where the count was another, its guilds were on several: then the one counts that has been away for longest.
        """
        last_by_count = dict[int, list[int]]()
        for (other, count), runs in self._runs.items():
            if _overlap(shard, shard_count, other, count):
                last_by_count.setdefault(count, []).append(runs[max(runs)].last)
        return max(map(min, last_by_count.values()), default=self._since)

    def latest_own(self) -> int:
        """Return the last known time (ms) of this process's machine.

        It is the end of the newest run of its shards' servers.
        """
        runs = [run for runs in self._runs.values() for run in runs.values() if self._concerns_own(run)]
        return max(runs).last if runs else self._since

    def _find_gaps(self, shard_by_count: tuple[int, ...], alive_since: int) -> tuple[Sequence[Span], float]:
        """Return the spans without a run, and the time (ms) from which they must be found anew."""
        places = zip(shard_by_count, self._counts, strict=True)
        runs = sorted(run for place in places for run in self._runs.get(place, {}).values())
        current = [run for run in runs if run.number in self._current]
        noted = math.inf
        if runs and not current and not self._is_own(runs[-1]) and runs[-1].last >= alive_since:
            current, noted = runs[-1:], runs[-1].last  # an older one is over: one process at a time has a shard
        ended_runs = [(run.began, run.last) for run in runs if run not in current]
        if all(run.number > self._before for run in runs):
            ended_runs.insert(0, (self._since, self._since))
        return _between(ended_runs, [run.began for run in current]), noted

    def _is_own(self, run: Run) -> bool:
        """Whether a run is of one of this process's shards: of this process, or of the one before."""
        return self._own is None or (run.shard_count == self._own.count and run.shard in self._own.ids)

    def _concerns_own(self, run: Run) -> bool:
        """Whether a run may be one of servers that are on this process's shards."""
        own = self._own
        return own is None or any(_overlap(shard, own.count, run.shard, run.shard_count) for shard in own.ids)


def _overlap(shard: int, shard_count: int, other: int, count: int) -> bool:
    """Whether a guild may be on one shard of so many, and on the other where there are `count`."""
    return (shard - other) % math.gcd(shard_count, count) == 0


def _between(ended_runs: Sequence[tuple[int, int]], running_since: Sequence[int]) -> list[Span]:
    """Return the gaps between finished runs (`ended_runs`) and running ones (`running_since`)."""
    runs = sorted([*ended_runs, *((began, math.inf) for began in running_since)])
    until = accumulate((last for _, last in runs), max)
    gaps = [Span(int(last), began) for last, (began, _) in zip(until, runs[1:], strict=False) if last < began]
    if ended_runs and not running_since:
        gaps.append(Span(ended_runs[-1][1], None))
    return sorted(gaps, key=itemgetter(0))
