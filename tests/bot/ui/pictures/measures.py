"""Sizes of pictures as a phone shows them."""

from __future__ import annotations

from tests.support.drawings import Box

PHONE_PX = 350
"""CSS pixels of a picture's width on a phone that is 390 wide."""

MIN_LETTER_PX = 14
"""CSS pixels of the smallest letters there."""


def overlap(first: Box, second: Box) -> bool:
    """Check whether two boxes overlap."""
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]
