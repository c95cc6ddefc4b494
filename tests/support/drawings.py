"""Every picture that is drawn in a test is whole: its words stand in their panels, and everything inside the picture.

`tests/conftest.py` looks at each, whoever draws it, and fails the test in which one is not.
"""

from __future__ import annotations

from collections.abc import Callable

from PIL.Image import Image

from bot.ui import pictures
from bot.ui.pictures.items import Face, Item, Panel, Sketch, Words
from bot.ui.pictures.lettering import text_width

Box = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels of the picture."""

EDGE_PX = 2
"""By so much the letters of a line may stand out of their panel: what is drawn of them ends before."""

PROBLEMS: list[str] = []
"""What is wrong with the pictures that were drawn since it was emptied."""


def box_of(item: Item) -> Box:
    """Return where an item stands; of words without what may hang below their line."""
    if isinstance(item, Face):
        width, height = item.size.width, item.size.height
    elif isinstance(item, Words):
        width, height = text_width(item.text, item.size, item.bold), round(item.size * 1.05)
    elif isinstance(item, Panel):
        width, height = item.width, item.height
    else:
        width, height = item.side, item.side
    return item.x, item.y, item.x + width, item.y + height


def is_within(inner: Box, outer: Box, edge: int = 0) -> bool:
    """Check whether a box lies in another, but for an edge."""
    return (
        inner[0] >= outer[0] - edge
        and inner[1] >= outer[1] - edge
        and inner[2] <= outer[2] + edge
        and inner[3] <= outer[3] + edge
    )


def panel_of(words: Words, before: list[Item]) -> Panel | None:
    """Return the panel on which a line begins: the last one that was laid there in the colour of its ground."""
    for item in reversed(before):
        if isinstance(item, Panel) and item.colour == words.ground:
            left, top, right, bottom = box_of(item)
            if left <= words.x < right and top <= words.y < bottom:
                return item
    return None


def problems_of(sketch: Sketch) -> list[str]:
    """Return what stands outside the picture, and words that stand out of their panel."""
    whole, names = (0, 0, sketch.width, sketch.height), list[str]()
    for number, item in enumerate(sketch.items):
        if not is_within(box_of(item), whole):
            names.append(f"outside a picture of {sketch.width} x {sketch.height}: {item}")
        panel = panel_of(item, sketch.items[:number]) if isinstance(item, Words) else None
        if panel is not None and not is_within(box_of(item), box_of(panel), EDGE_PX):
            names.append(f"out of {panel}: {item}")
    return names


def look_at_every_picture() -> None:
    """Note from now on what is wrong with any picture that is drawn in this process."""
    compose: Callable[..., Image] = pictures.compose

    def looked_at(sketch: Sketch, *args: object) -> Image:
        PROBLEMS.extend(problems_of(sketch))
        return compose(sketch, *args)

    pictures.compose = looked_at
