"""Text in pictures: folding to the font's letters, measuring, cutting, drawing.

The font is Pillow's own, with Latin letters without accents. Cyrillic and Greek letters are transliterated. Hebrew,
Arabic, Chinese, Japanese and Korean letters come from other fonts. Suit signs are drawn, the rest become dots. No text
raises.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from functools import cache, lru_cache
from itertools import groupby
from typing import Final, cast

from arabic_reshaper import ArabicReshaper  # pyright: ignore[reportMissingTypeStubs]
from bidi import get_display  # pyright: ignore[reportMissingTypeStubs]
from PIL import Image, ImageDraw, ImageFont

from bot.ui import fonts
from bot.ui.game.card_packs import CLUBS, DIAMONDS, HEARTS, SPADES
from bot.ui.pictures.palette import GREEN_TABLE, Colour, Paint, blend_ramp
from bot.ui.pictures.pen import SHAPES, SUPERSAMPLING, Pen

UNKNOWN_SIGN: Final = "·"
ELLIPSIS: Final = "…"
MINUS: Final = "\u2212"
"""The true minus sign, as wide as a plus; the font has none, so it is drawn."""

EXACT_BELOW: Final = 100_000
"""Scores below it are never rounded."""

SMALLEST_SIZE_PX: Final = 44
"""The smallest letters of a table: 14 CSS pixels when the picture, 1100 wide, is shown 350 wide on a phone."""

_SIGNS: Final = {suit.sign: suit.shape for suit in (SPADES, HEARTS, DIAMONDS, CLUBS)}
_FALLBACKS: Final = (fonts.DEJAVU, fonts.CJK)
"""The fonts of letters that Pillow's own has not, the first one first."""

_RIGHT_TO_LEFT: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_RESHAPER: Final = ArabicReshaper({"language": "Arabic"})
_SIGN: Final = re.compile(f"([{''.join(_SIGNS)}{MINUS}])")
_TRANSLITERATION: Final = str.maketrans(
    {
        **dict(zip("абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ", (
            *"abvgde", "e", "zh", *"ziyklmnoprstufh", "ts", "ch", "sh", "shch", "", "y", "", "e", "yu", "ya", "i", "yi",
            "ye", "g",
        ))),
        **dict(zip("αβγδεζηθικλμνξοπρστυφχψως", (
            *"avgdezi", "th", *"iklmnxoprstyf", "ch", "ps", "o", "s",
        ))),
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h",
        "‐": "-", "‑": "-", "×": "x", "\u00a0": " ",
    }
)  # fmt: skip


@cache
def font(size: int, number: int = 0) -> ImageFont.FreeTypeFont:
    """Return Pillow's own scalable font at that size, which is font 0, or a fallback: 1, 2, ..."""
    if number:  # what it draws is in visual order already, so its layout has nothing to reorder
        return ImageFont.truetype(_FALLBACKS[number - 1], size, layout_engine=ImageFont.Layout.BASIC)
    return cast("ImageFont.FreeTypeFont", ImageFont.load_default(size))


def _glyph_bytes(sign: str, number: int) -> bytes:
    mask = Image.new("L", (80, 60))
    ImageDraw.Draw(mask).text((10, 40), sign, fill=255, font=font(40, number), anchor="ls")
    return mask.tobytes()


@cache
def _has_glyph(sign: str, number: int = 0) -> bool:
    """Whether that font has that sign (a missing one looks like any other missing one)."""
    return sign == " " or _glyph_bytes(sign, number) != _glyph_bytes("\uffff", number)


@cache
def font_number(sign: str) -> int | None:
    """Return the first font that has the sign; the fallbacks are asked for letters only."""
    if _has_glyph(sign):
        return 0
    numbers = range(1, len(_FALLBACKS) + 1) if sign.isalpha() else ()
    return next((number for number in numbers if _has_glyph(sign, number)), None)


def _spell(sign: str) -> str:
    """Return a sign in letters that the fonts have, or UNKNOWN_SIGN."""
    if sign in _SIGNS or sign == MINUS or _has_glyph(sign):
        return sign
    spelt = sign.lower().translate(_TRANSLITERATION)
    if spelt == sign.lower():
        plain = "".join(part for part in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(part))
        spelt = (
            plain.translate(_TRANSLITERATION)
            if plain.islower()
            else plain.lower().translate(_TRANSLITERATION).capitalize()
        )
    elif sign != sign.lower():
        spelt = spelt.capitalize()
    if spelt and all(_has_glyph(part) for part in spelt):
        return spelt
    if font_number(sign) is not None:
        return sign
    if unicodedata.category(sign)[0] in "MC":  # joiners, marks and control signs show nothing anyway
        return " " if sign.isspace() else ""
    return spelt if not spelt else UNKNOWN_SIGN


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Return `text` in the signs that can be drawn, on one line; other signs become one dot a run."""
    folded = "".join(_spell(sign) for sign in unicodedata.normalize("NFC", text))
    return " ".join(re.sub(f"{UNKNOWN_SIGN}+", UNKNOWN_SIGN, folded).split())


def fold_name(name: str, seat: int) -> str:
    """Return a player's name as it can be drawn; "Seat 3" if none of its letters can.

    Seats are counted from 1 for people.
    """
    return remaining_text(fold(name)) or f"Seat {seat + 1}"


def remaining_text(folded: str) -> str:
    """Return a folded name without dots at its ends; "" where no letter is left."""
    drawable = folded.strip(f"{UNKNOWN_SIGN} ")
    whole = drawable == folded  # a number is a name, but not what is left of one whose letters are missing
    return drawable if any(sign.isalpha() or (whole and sign.isdigit()) for sign in drawable) else ""


def _visual(text: str) -> str:
    """Return the signs from left to right as they are drawn: Arabic letters joined, right-to-left words turned round.

    Names stand in English texts, so the direction of the whole stays left to right.
    """
    if not _RIGHT_TO_LEFT.search(text):
        return text
    turned = str(get_display(_RESHAPER.reshape(text), base_dir="L"))
    return re.sub(r"\)([^()]*)\(", r"(\1)", turned)  # the library turns words, not the shapes of brackets


def _parts(text: str, bold: bool) -> list[str]:
    """Return the pieces that are drawn at a time, from left to right: signs of one font; single signs in bold."""
    signs = _visual(text)
    if bold:
        return list(signs)
    return ["".join(part) for words in _SIGN.split(signs) for _, part in groupby(words, font_number)]


def _edge(size: int, bold: bool) -> float:
    """Return the extra thickness of bold letters on every side; Pillow's font has one weight."""
    return size / 30 if bold else 0.0


def _advance(sign: str, size: int, bold: bool) -> float:
    """Return the advance of the pen for signs of one font: bold ones are set a little wider, or they would touch."""
    if sign in _SIGNS:
        return size * 0.78
    if sign == MINUS:
        return _advance("+", size, bold)
    return font(size, font_number(sign[0]) or 0).getlength(sign) + 1.4 * _edge(size, bold)


@lru_cache(maxsize=8192)
def text_width(text: str, size: int, bold: bool = False) -> int:
    """Return the width of the folded `text` in pixels."""
    wide = sum(_advance(part, size, bold) for part in _parts(text, bold))
    return round(wide + 0.6 * _edge(size, bold) + 0.49)


@lru_cache(maxsize=4096)
def fit_text(text: str, room: int, size: int, bold: bool = False) -> str:
    """Return the folded `text`, cut with an ellipsis to at most `room` pixels.

    A number at its end ("Computer 12") stays.
    """
    if text_width(text, size, bold) <= room:
        return text
    tail = re.search(r" ?\d{1,3}$", text)
    end = tail.group() if tail else ""
    start = text[: len(text) - len(end)]
    while start and text_width(start.rstrip() + ELLIPSIS + end, size, bold) > room:
        start = start[:-1]
    return start.rstrip() + ELLIPSIS + end if start else ELLIPSIS


def wrap_text(text: str, room: int, size: int, lines: int, bold: bool = False, joint: str = " ") -> list[str]:
    """Return the folded `text` in at most `lines` lines of `room` pixels, broken after a `joint`.

    The last line may be cut.
    """
    wrapped: list[str] = []
    words = text.split(joint) if text else []
    while words and len(wrapped) < lines:
        count = len(words) if len(wrapped) == lines - 1 else 1
        while count < len(words) and text_width(joint.join(words[: count + 1]) + joint.rstrip(), size, bold) <= room:
            count += 1
        end = joint.rstrip() if count < len(words) else ""
        wrapped.append(fit_text(joint.join(words[:count]) + end, room, size, bold))
        words = words[count:]
    return wrapped


def amount(number: int, room: int, size: int, bold: bool = False) -> str:
    """Return a score of any size (K8.1), never cut.

    It is exact below 100,000 or if it fits into `room` pixels, else a power of ten if that is narrower.
    """
    exact = str(number).replace("-", MINUS) if number.bit_length() < 200 else ""
    if exact and (abs(number) < EXACT_BELOW or text_width(exact, size, bold) <= room):
        return exact
    rounded = [
        f"{Decimal(number):.{places}e}".replace("e+", "e").replace(".00e", "e").replace("-", MINUS)
        for places in (2, 1, 0)
    ]
    if (short := next((short for short in rounded if text_width(short, size, bold) <= room), None)) is not None:
        return short
    return exact if exact and text_width(exact, size, bold) <= text_width(rounded[-1], size, bold) else rounded[-1]


def signed_amount(number: int, room: int, size: int) -> str:
    """Return a gain or a loss of any size in `room` pixels, bold, with a true minus or, for a gain, a plus."""
    unsigned = amount(abs(number), room - text_width("+", size, bold=True), size, bold=True)
    return f"+{unsigned}" if number > 0 else f"{MINUS}{unsigned}" if number else unsigned


@lru_cache(maxsize=256)
def _sign_mask(shape: str, size: int) -> Image.Image:
    large = Image.new("RGB", (size * SUPERSAMPLING, size * SUPERSAMPLING))
    inset, side = large.width * 0.04, large.width * 0.92
    pen = Pen(large, inset, inset, side, side)
    SHAPES[shape](pen, (255, 255, 255))
    return large.reduce(SUPERSAMPLING).getchannel(0)


def _draw_minus(draw: ImageDraw.ImageDraw, x: float, size: int, edge: float) -> None:
    """Draw the bar of the plus, without its stem."""
    left, top, right, bottom = font(size).getbbox("+", anchor="ls")
    middle, half = size + (top + bottom) / 2, max(1.0, size / 24) + edge
    draw.rectangle((x + left, middle - half, x + right, middle + half), fill=255)


def letter_mask(text: str, size: int, bold: bool) -> Image.Image:
    """Return the strength 0 to 255 of the folded `text` at each pixel (mode L).

    The mask is `size` * 1.25 high, and its base line is at `size`.
    """
    mask = Image.new("L", (max(1, text_width(text, size, bold)), round(size * 1.25)), 0)
    draw = ImageDraw.Draw(mask)
    edge = _edge(size, bold)
    x = edge
    for part in _parts(text, bold):
        if part in _SIGNS:
            mask.paste(_sign_mask(_SIGNS[part], round(size * 0.72)), (round(x + size * 0.03), round(size * 0.26)))
        elif part == MINUS:
            _draw_minus(draw, x, size, edge)
        else:
            face = font(size, font_number(part[0]) or 0)
            draw.text((x, size), part, fill=255, font=face, anchor="ls", stroke_width=edge)
        x += _advance(part, size, bold)
    return mask


@lru_cache(maxsize=1024)
def draw_letters(
    text: str, size: int, bold: bool, colour: Colour, ground: Colour, paint: Paint = GREEN_TABLE
) -> Image.Image:
    """Draw the folded `text` as palette indices (mode L) on a flat ground, as high as `letter_mask`; cached."""
    return letter_mask(text, size, bold).point(blend_ramp(paint.on_table(ground), paint.on_table(colour), paint))
