"""Pictures, compared."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageStat

from bot.ui.pictures.palette import CREAM


def flat(image: Image.Image, mode: str, side: tuple[int, int]) -> Image.Image:
    ground = Image.new("RGB", image.size, CREAM)
    ground.paste(image, mask=image.getchannel("A"))
    return ground.convert(mode).resize(side, Image.Resampling.LANCZOS)


def difference(one: Image.Image, other: Image.Image) -> float:
    """How many of a hundred pixels differ so much that everybody sees it."""
    seen = ImageChops.difference(one, other).convert("L").point([0] * 48 + [1] * 208)
    return 100 * ImageStat.Stat(seen).mean[0]
