"""Laying out a hand: what its player wants to see beside it, and its cards as large as they fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.ui.pictures.faces import COMPACT, LARGE, MEDIUM, TALL, Size
from bot.ui.pictures.groups import lay_covered, lay_side_by_side, split_halves, split_rows
from bot.ui.pictures.items import Sign, Sketch, Words
from bot.ui.pictures.lettering import ELLIPSIS, SMALLEST_SIZE_PX, fit_text, fold, text_width
from bot.ui.pictures.palette import GOLD, PALE
from bot.ui.pictures.table import lay_header
from bot.ui.pictures.zones import GAP_PX, LINE_HEIGHT_PX, MARGIN_PX, WIDTH_PX, lay_cards, lay_middle
from bot.ui.scene.scene import CardScene, HandScene, split_groups

RAISE_PX: Final = 22
LOW_RAISE_PX: Final = 14
"""The distance by which a playable card stands out of the hand."""

_MAX_ROW_CARDS: Final = 13

_MAX_GROUP_ROW_CARDS: Final = 7
"""The most cards that lie in one row beside each other, where they lie in groups: more take two."""


def _size(count: int) -> Size:
    return LARGE if count <= 4 else MEDIUM


def _step(count: int, size: Size) -> int:
    room = WIDTH_PX - 2 * MARGIN_PX - size.width
    return min(size.width + 16, room // (count - 1)) if count > 1 else 0


def _split(cards: Sequence[CardScene]) -> list[Sequence[CardScene]]:
    """Split the cards into rows of about the same length."""
    rows = max(1, -(-len(cards) // _MAX_ROW_CARDS))
    length = -(-len(cards) // rows) if cards else 1
    return [cards[start : start + length] for start in range(0, len(cards), length)]


def _caption(sketch: Sketch, card: CardScene, x: int, y: int, room: int) -> bool:
    """Draw the caption beneath a card; returns whether there is one."""
    text = fit_text(fold(card.caption), room, SMALLEST_SIZE_PX)
    if text:
        sketch.items.append(
            Words(x + (room - text_width(text, SMALLEST_SIZE_PX)) // 2, y + 2, text, SMALLEST_SIZE_PX, False, PALE)
        )
    return bool(text)


def _lay_rows(sketch: Sketch, scene: HandScene, y: int) -> int:
    """Lay the cards in their order, those that may be played a little higher. Returns the y below them."""
    size = _size(len(scene.cards))
    lift = RAISE_PX if any(card.state == "playable" for card in scene.cards) else 0
    for row in _split(scene.cards):
        step = _step(len(row), size)
        x = (WIDTH_PX - size.width - (len(row) - 1) * step) // 2
        captions = False
        for card in row:
            top = y if card.state == "playable" else y + lift
            lay_cards(sketch, scene.pack, [card], size, (x, top), 0)
            room = min(step or size.width, size.width)
            captions |= _caption(sketch, card, x, y + lift + size.height, room)
            x += step
        y += lift + size.height + (LINE_HEIGHT_PX if captions else 0) + GAP_PX
    return y


def _lay_covered(sketch: Sketch, scene: HandScene, y: int) -> int:
    """Lay more cards than two rows hold side by side; returns the y below them.

    In two rows each card shows its rank and suit. Playable cards are a little higher.
    """
    lift = RAISE_PX if any(card.state == "playable" for card in scene.cards) else 0
    for row in split_halves(split_groups(scene.cards, scene.groups)):
        lying = lay_covered(row, TALL.width, WIDTH_PX - 2 * MARGIN_PX)
        left = (WIDTH_PX - lying[-1].x - lying[-1].width(TALL.width)) // 2
        for group in lying:
            for number, card in enumerate(group.cards):
                top = y if card.state == "playable" else y + lift
                lay_cards(sketch, scene.pack, [card], TALL, (left + group.x + number * group.step, top), 0)
        y += lift + TALL.height + GAP_PX
    return y


def _lay_groups(sketch: Sketch, scene: HandScene, y: int) -> int:
    """Lay the cards group by group, each below its title. Returns the y below them.

    Cards of a `small` scene are smaller, unless that would cut a title or a caption.
    """
    if len(scene.cards) > 2 * _MAX_GROUP_ROW_CARDS:
        return _lay_covered(sketch, scene, y)
    if scene.small:
        small = Sketch(WIDTH_PX)
        below = _lay_group_rows(small, scene, y, COMPACT, LOW_RAISE_PX)
        if not any(ELLIPSIS in words.text for words in small.words()):
            sketch.items += small.items
            return below
    return _lay_group_rows(sketch, scene, y, _size(len(scene.cards)), RAISE_PX)


def _lay_group_rows(sketch: Sketch, scene: HandScene, y: int, size: Size, raise_px: int) -> int:
    """Lay groups with cards of one size, those that may be played so much higher. Returns the y below them."""
    for row in split_rows(split_groups(scene.cards, scene.groups), _MAX_GROUP_ROW_CARDS):
        lying = lay_side_by_side(row, size.width, WIDTH_PX - 2 * MARGIN_PX, size.width + 8)
        lift = raise_px if any(card.state == "playable" for block in lying for card in block.cards) else 0
        left = (WIDTH_PX - lying[-1].x - lying[-1].width(size.width)) // 2
        ends = [left + group.x - 2 * GAP_PX for group in lying[1:]] + [WIDTH_PX - MARGIN_PX]
        top = y + (LINE_HEIGHT_PX if any(block.group.title for block in lying) else 0)
        alone = sum(bool(card.caption) for block in lying for card in block.cards) == 1
        captions, free = False, MARGIN_PX
        for block, end in zip(lying, ends, strict=True):
            x = left + block.x
            wide = text_width(fold(block.group.title), SMALLEST_SIZE_PX)
            begin = max(free, min(x, end - wide))  # a title wider than its cards begins before them, where it can
            if title := fit_text(fold(block.group.title), end - begin, SMALLEST_SIZE_PX):
                sketch.items.append(Words(begin, y, title, SMALLEST_SIZE_PX, False, PALE))
                free = begin + text_width(title, SMALLEST_SIZE_PX) + 2 * GAP_PX
            for number, card in enumerate(block.cards):
                place = x + number * block.step, top if card.state == "playable" else top + lift
                lay_cards(sketch, scene.pack, [card], size, place, 0, block.group.faded)
                room = size.width if alone or number == len(block.cards) - 1 else min(block.step, size.width)
                captions |= _caption(sketch, card, place[0], top + lift + size.height, room)
        y = top + lift + size.height + (LINE_HEIGHT_PX if captions else 0) + GAP_PX
    return y


def lay_hand(scene: HandScene) -> Sketch:
    """Lay a hand scene as a sketch, 1100 wide and as high as it needs."""
    sketch = Sketch(WIDTH_PX)
    y = lay_header(sketch, scene.title, "")
    if scene.your_turn:
        text = "Your turn"
        x = WIDTH_PX - MARGIN_PX - text_width(text, SMALLEST_SIZE_PX, bold=True)
        if x > MARGIN_PX + text_width(sketch.words()[0].text, SMALLEST_SIZE_PX, bold=True) + 60:
            sketch.items.append(Sign("arrow", x - 36, 20, 26))
            sketch.items.append(Words(x, 7, text, SMALLEST_SIZE_PX, True, GOLD))
    below = lay_middle(sketch, scene.pack, y, scene.zones, scene.facts)
    y = below + GAP_PX if below > y else y
    y = (_lay_groups if scene.groups and scene.cards else _lay_rows)(sketch, scene, y)
    if not scene.cards and not scene.zones:
        sketch.items.append(Words(MARGIN_PX, y, "No cards", SMALLEST_SIZE_PX, False, PALE))
        y += LINE_HEIGHT_PX + GAP_PX
    sketch.height = y + 4  # the notes stand in the text beside it, where they can be read at any width
    return sketch
