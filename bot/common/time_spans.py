"""Spans of time in which a clock stands still, and how long one ran beside them."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
"""Seconds."""


class Span(NamedTuple):
    """A time from `begin` to `end`, in which a clock stands still; an `end` of None has not come yet."""

    begin: int
    end: int | None


def runs_out(began: int, allowed: int, *still: Iterable[Span]) -> int | None:
    """When a clock that began at `began` has run for `allowed`; None where it stands still and nobody knows how long.

    `still` are times in which it stands still, each in order of their beginnings. They may overlap, and go on for ever
    as long as they leave something.
    """
    now, left = began, allowed
    for begin, end in _in_order(still):
        if begin > now:
            if begin - now >= left:
                return now + left
            left -= begin - now
        if end is None:
            return None
        now = max(now, begin, end)
    return now + left


def ran(began: int, now: int, *still: Iterable[Span]) -> int:
    """For how long a clock that began at `began` has run by `now`."""
    at, found = began, 0
    for begin, end in _in_order(still):
        if begin >= now or at >= now:
            break
        found += max(0, min(begin, now) - at)
        if end is None:
            return found
        at = max(at, begin, end)
    return found + max(0, now - at)


def _in_order(still: tuple[Iterable[Span], ...]) -> Iterator[Span]:
    return heapq.merge(*still, key=lambda span: span.begin)
