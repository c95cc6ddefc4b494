"""Spans of time in which a clock stands still, and the time that it ran besides."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

MINUTE_SECONDS: Final = 60
HOUR_SECONDS: Final = 60 * MINUTE_SECONDS
DAY_SECONDS: Final = 24 * HOUR_SECONDS
DAY_MS: Final = DAY_SECONDS * 1000


class Span(NamedTuple):
    """A span in which a clock stands still; an `end` of None has not come yet."""

    begin: int
    end: int | None


def find_expiry(began: int, allowed: int, *still: Iterable[Span]) -> int | None:
    """Return when a clock started at `began` has run for `allowed`; None if it stands still with no known end.

    `still` are series of spans, each in order of their beginnings; they may overlap, and be endless if they leave gaps.
    """
    now, left = began, allowed
    for begin, end in _merge_spans(still):
        if begin > now:
            if begin - now >= left:
                return now + left
            left -= begin - now
        if end is None:
            return None
        now = max(now, begin, end)
    return now + left


def measure_elapsed(began: int, now: int, *still: Iterable[Span]) -> int:
    """Return the time that a clock started at `began` has run by `now`."""
    at, elapsed = began, 0
    for begin, end in _merge_spans(still):
        if begin >= now or at >= now:
            break
        elapsed += max(0, min(begin, now) - at)
        if end is None:
            return elapsed
        at = max(at, begin, end)
    return elapsed + max(0, now - at)


def first_of_spans(spans: Iterable[Span], since: int, limit: int) -> Iterator[Span]:
    """Yield the parts of these spans after `since`, in order, until they come to `limit` together."""
    remaining = limit
    for begin, end in spans:
        first = max(begin, since)
        length = remaining if end is None else min(remaining, end - first)
        if length > 0:
            yield Span(first, first + length)
            remaining -= length


def _merge_spans(still: tuple[Iterable[Span], ...]) -> Iterator[Span]:
    return heapq.merge(*still, key=lambda span: span.begin)
