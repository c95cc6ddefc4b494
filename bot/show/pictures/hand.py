"""Laying out a hand: what its player wants to see beside it, and its cards as large as they fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.show.pictures.faces import LARGE, MEDIUM, Size
from bot.show.pictures.items import Sign, Sketch, Words
from bot.show.pictures.lettering import SMALLEST, fit, fold, width
from bot.show.pictures.palette import GOLD, PALE
from bot.show.pictures.table import WIDTH, lay_header
from bot.show.pictures.zones import GAP, LINE, MARGIN, lay_cards, lay_middle
from bot.show.scenes import CardScene, HandScene

RAISE: Final = 22
"""How far a card that may be played stands out of the hand."""

_ROW: Final = 13


def _size(count: int) -> Size:
    return LARGE if count <= 4 else MEDIUM


def _step(count: int, size: Size) -> int:
    room = WIDTH - 2 * MARGIN - size.width
    return min(size.width + 16, room // (count - 1)) if count > 1 else 0


def _split(cards: Sequence[CardScene]) -> list[Sequence[CardScene]]:
    """Cards in rows of about the same length."""
    rows = max(1, -(-len(cards) // _ROW))
    length = -(-len(cards) // rows) if cards else 1
    return [cards[start : start + length] for start in range(0, len(cards), length)]


def lay_hand(scene: HandScene) -> Sketch:
    """A hand scene as a sketch, 1100 wide and as high as it needs."""
    sketch = Sketch(WIDTH)
    y = lay_header(sketch, scene.title, "")
    if scene.your_turn:
        text = "Your turn"
        x = WIDTH - MARGIN - width(text, SMALLEST, bold=True)
        if x > MARGIN + width(sketch.words()[0].text, SMALLEST, bold=True) + 60:
            sketch.items.append(Sign("arrow", x - 36, 20, 26))
            sketch.items.append(Words(x, 7, text, SMALLEST, True, GOLD))
    below = lay_middle(sketch, scene.pack, y, scene.zones, scene.facts, scene.prompt)
    y = below + GAP if below > y else y
    size = _size(len(scene.cards))
    lift = RAISE if any(card.state == "playable" for card in scene.cards) else 0
    for row in _split(scene.cards):
        step = _step(len(row), size)
        x = (WIDTH - size.width - (len(row) - 1) * step) // 2
        captions = False
        for card in row:
            top = y if card.state == "playable" else y + lift
            lay_cards(sketch, scene.pack, [card], size, (x, top), 0)
            room = min(step or size.width, size.width)
            if card.caption:
                captions = True
                text = fit(fold(card.caption), room, SMALLEST)
                left = x + (room - width(text, SMALLEST)) // 2
                sketch.items.append(Words(left, y + lift + size.height + 2, text, SMALLEST, False, PALE))
            x += step
        y += lift + size.height + (LINE if captions else 0) + GAP
    if not scene.cards:
        sketch.items.append(Words(MARGIN, y, "No cards", SMALLEST, False, PALE))
        y += LINE + GAP
    sketch.height = y + 4  # the notes stand in the text beside it, where they can be read at any width
    return sketch
