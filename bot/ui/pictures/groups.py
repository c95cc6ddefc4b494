"""The places of cards that belong together: groups side by side, in one row or in several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.ui.scene.scene import CardScene, Group

GROUP_GAP_PX: Final = 28
"""Pixels between two groups."""

CLOSE_GROUP_GAP_PX: Final = 12
"""Pixels between them where the cards would otherwise lie so close that a 10 loses its 0."""

Piece = tuple[Group, Sequence[CardScene]]
"""A group, or as much of it as lies in one row, with its cards."""


class LaidGroup(NamedTuple):
    """A piece with its place: so far from the left of its row, each card `step` further than the one before."""

    x: int
    step: int
    group: Group
    cards: Sequence[CardScene]

    def width(self, card: int) -> int:
        """Return the width of the group for a card's width."""
        return (len(self.cards) - 1) * self.step + card


CARD_GAP_PX: Final = 6
"""Pixels more than between two cards of a group, between groups of a covered row."""


def lay_covered(pieces: Sequence[Piece], card: int, room: int) -> list[LaidGroup]:
    """Lay the pieces in a row of at most `room` pixels, as a fan in which every card covers part of the one before.

    From one group to the next it covers a little less.
    """
    count = sum(len(cards) for _, cards in pieces)
    step = min(card, (room - card - (len(pieces) - 1) * CARD_GAP_PX) // max(1, count - 1))
    groups: list[LaidGroup] = []
    x = 0
    for group, cards in pieces:
        groups.append(LaidGroup(x, step, group, cards))
        x += len(cards) * step + CARD_GAP_PX
    return groups


def split_halves(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Split the pieces into two rows: between two groups if that makes the rows about equal, else within one."""
    count = sum(len(cards) for _, cards in pieces)
    half = -(-count // 2)
    ends = [sum(len(cards) for _, cards in pieces[:end]) for end in range(len(pieces) + 1)]
    nearest = min(range(len(ends)), key=lambda end: abs(2 * ends[end] - count))
    if abs(2 * ends[nearest] - count) <= 2:
        return [row for row in (list(pieces[:nearest]), list(pieces[nearest:])) if row]
    split = max(end for end in range(len(ends)) if ends[end] <= half)
    group, cards = pieces[split]
    upper = half - ends[split]
    return [
        [*pieces[:split], *([(group, cards[:upper])] if upper else [])],
        [(group, cards[upper:]), *pieces[split + 1 :]],
    ]


def lay_side_by_side(pieces: Sequence[Piece], card: int, room: int, step: int) -> list[LaidGroup]:
    """Lay the pieces in a row of at most `room` pixels.

    Cards are `card` wide and lie `step` apart, closer where they have to. Where not even that is enough, groups overlap
    as cards do.
    """
    count = sum(len(cards) for _, cards in pieces)
    joints = count - len(pieces)
    for between in (GROUP_GAP_PX, CLOSE_GROUP_GAP_PX):
        apart = between + card
        free = room - len(pieces) * apart + between
        if free >= joints * min(step, card // 2):
            break
    if free < joints * card // 5 and count > 1:
        step = apart = max(1, min(step, (room - card) // (count - 1)))
    elif joints:
        step = max(1, min(step, free // joints))
    groups: list[LaidGroup] = []
    x = 0
    for group, cards in pieces:
        groups.append(LaidGroup(x, step, group, cards))
        x += (len(cards) - 1) * step + apart
    return groups


def split_rows(pieces: Sequence[Piece], most: int) -> list[list[Piece]]:
    """Split the pieces into as few rows as hold `most` cards each, about equally long; a longer group is cut in two."""
    count = sum(len(cards) for _, cards in pieces)
    rows = max(1, -(-count // most))
    length = -(-count // rows)
    split: list[list[Piece]] = [[]]
    lying = 0
    for group, cards in pieces:
        rest = cards
        while rest:
            over = lying + len(rest) - length
            if lying and over > len(rest) // 2 and len(split) < rows:  # most of it would lie beyond the row's end
                split.append([])
                lying = 0
                continue
            part = rest if len(rest) <= length + 2 or len(split) == rows else rest[:length]
            split[-1].append((group if rest is cards else group._replace(title=""), part))
            lying += len(part)
            rest = rest[len(part) :]
    return split
