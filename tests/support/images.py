"""Pictures, compared."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageChops

from bot.ui.pictures.palette import CREAM

CLEAR: Final = 48
"""From how many of 255 levels of grey on a difference is seen by everybody."""


def flat(image: Image.Image, mode: str, side: tuple[int, int]) -> Image.Image:
    ground = Image.new("RGB", image.size, CREAM)
    ground.paste(image, mask=image.getchannel("A"))
    return ground.convert(mode).resize(side, Image.Resampling.LANCZOS)


def difference(first: Image.Image, second: Image.Image) -> float:
    """Return how many of a hundred pixels differ so much that everybody sees it."""
    counts = ImageChops.difference(first, second).convert("L").histogram()
    return 100 * sum(counts[CLEAR:]) / sum(counts)
