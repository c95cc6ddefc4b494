"""Spans in which clocks stand still, up to a limit."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.common.time_spans import Span, first_of_spans

DISJOINT = st.lists(st.integers(0, 500), unique=True, max_size=10).map(
    lambda times: [Span(*pair) for pair in zip(sorted(times)[::2], sorted(times)[1::2], strict=False)]
)


def sum_spans(spans: list[Span], since: int = 0) -> int:
    """Return how long these spans last together, from `since` on."""
    return sum(max(0, (span.end or 0) - max(span.begin, since)) for span in spans)


@given(DISJOINT, st.integers(0, 500), st.integers(0, 300))
def test_the_first_parts_of_spans_come_to_no_more_than_the_limit(spans: list[Span], since: int, limit: int) -> None:
    parts = list(first_of_spans(spans, since, limit))
    assert sum_spans(parts) == min(limit, sum_spans(spans, since))
    assert all(part.begin >= since for part in parts)
    assert all(any(span.begin <= part.begin and (part.end or 0) <= (span.end or 0) for span in spans) for part in parts)


def test_an_endless_span_ends_at_the_limit() -> None:
    assert list(first_of_spans([Span(10, 20), Span(30, None)], 15, 25)) == [Span(15, 20), Span(30, 50)]
