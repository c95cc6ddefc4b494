"""The picture of a chart: lines with their names at their ends.

Lines differ in their marks and their strokes, not in colour alone. Lengths are in pixels from the upper left corner.
"""

from __future__ import annotations

import io
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, pairwise
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from PIL import Image, ImageDraw

from bot.ui.pictures.lettering import (
    SMALLEST_SIZE_PX,
    fit_text,
    fold,
    fold_name,
    letter_mask,
    remaining_text,
    text_width,
)
from bot.ui.pictures.palette import FELT, FELT_DEEP, PALE, WHITE, Colour, Paint, blend
from bot.ui.pictures.pen import SUPERSAMPLING, Point
from bot.ui.pictures.renderer import PNG_LEVEL

if TYPE_CHECKING:
    from bot.ui.charts.chart import Chart, Series

WIDTH_PX: Final = 1100
"""The width of the pictures of tables: SMALLEST letters can be read on a phone at that width."""

_MARGIN_PX: Final = 28
_NAMES_WIDTH_PX: Final = 370
"""Pixels beside the lines for the names."""

_LINE_HEIGHT_PX: Final = 54
"""Pixels from one name to the next."""

_MIN_PLOT_HEIGHT_PX: Final = 560
_MAX_PLAYERS_WITH_TOTALS: Final = 6
"""Players whose totals stand with their names."""

_MAX_SCALE_WIDTH_PX: Final = 190
"""Pixels for a number beside the lines, at most."""

_MARKER_PX: Final = 11
_NAME_MARKER_PX: Final = 15
"""Pixels from the middle of a mark to its tips: along a line, and before a name."""

_MAX_STEPS: Final = 5
"""Steps of a scale, at most."""

_PNG_COLOURS: Final = 48
"""The number of colours in the picture: a few for the lines, and the shades of smooth edges."""

_BRIGHT_COLOURS: Final[tuple[Colour, ...]] = (
    (255, 255, 255), (246, 198, 80), (143, 211, 255), (255, 159, 128), (182, 234, 142), (220, 184, 255),
    (255, 217, 232),
)  # fmt: skip
_DARK_COLOURS: Final[tuple[Colour, ...]] = (
    (22, 32, 28), (116, 58, 0), (0, 63, 138), (143, 29, 0), (29, 90, 0), (91, 31, 138), (122, 0, 56),
)  # fmt: skip
_STROKES: Final[tuple[tuple[float, ...], ...]] = (
    (), (20, 8), (6, 7), (30, 7, 6, 7), (45, 10),
)  # fmt: skip
"""Pixels drawn and left out in turn; () is a line without gaps."""

_Side = Literal["left", "center", "right"]


def _ring(corners: int, turn_degrees: float = 0, inner: float | None = None) -> tuple[Point, ...]:
    """Return the corners of a regular polygon of radius 1, or of a star whose inner corners have the radius `inner`."""
    radii = (1.0,) if inner is None else (1.0, inner)
    steps = corners * len(radii)
    angles = [math.radians(turn_degrees) + 2 * math.pi * step / steps for step in range(steps)]
    return tuple(
        (radii[step % len(radii)] * math.sin(angle), -radii[step % len(radii)] * math.cos(angle))
        for step, angle in enumerate(angles)
    )


_MARKERS: Final = (
    _ring(32), _ring(4, 45), _ring(4), _ring(3), _ring(3, 180), _ring(4, 0, 0.35), _ring(5, 0, 0.45),
    _ring(4, 45, 0.35), _ring(5), _ring(3, 90), _ring(3, 270), _ring(6),
)  # fmt: skip
"""Marks of radius 1 about (0, 0)."""


class LineStyle(NamedTuple):
    """The style of a line: no two of the first 24 have the same marker and strokes."""

    colour: Colour
    marker: tuple[Point, ...]
    strokes: tuple[float, ...]


class ChartImage(NamedTuple):
    """The file, its size in pixels, and the seats that stand there by their numbers, too, as their names are alike."""

    png: bytes
    width: int
    height: int
    numbered: set[int]


def draw_chart(chart: Chart, paint: Paint) -> ChartImage:
    """Draw the chart below its title and subtitle. Equal charts give equal bytes."""
    series = [line for line in chart.series if line.totals]
    top = _MARGIN_PX + 2 * _LINE_HEIGHT_PX + 30
    bottom = top + max(_MIN_PLOT_HEIGHT_PX, _label_gap(series) * len(series) + 40) if series else top
    sheet = _Sheet(bottom + (_MARGIN_PX + _LINE_HEIGHT_PX + 12 if series else 0), paint)
    width, line = WIDTH_PX - 2 * _MARGIN_PX, _MARGIN_PX + SMALLEST_SIZE_PX
    title = fit_text(remaining_text(fold(chart.title)) or "Score pad", width, SMALLEST_SIZE_PX, bold=True)
    sheet.write(_MARGIN_PX, line, title, WHITE, bold=True)
    sheet.write(_MARGIN_PX, line + _LINE_HEIGHT_PX, fit_text(fold(chart.subtitle), width, SMALLEST_SIZE_PX), PALE)
    numbered = _draw_plot(sheet, chart, series, top, bottom) if series else set[int]()
    return ChartImage(sheet.png(), WIDTH_PX, sheet.height, numbered)


class _Sheet:
    """A picture whose shapes are drawn several times too large; its texts are written when it is made smaller."""

    def __init__(self, height: int, paint: Paint) -> None:
        self.height = height
        self.paint = paint
        size = (WIDTH_PX * SUPERSAMPLING, height * SUPERSAMPLING)
        self._shapes = Image.new("RGB", size, paint.on_table(FELT))
        self._draw = ImageDraw.Draw(self._shapes)
        self._texts: list[tuple[tuple[int, int], Colour, Image.Image]] = []

    def write(self, x: float, y: float, text: str, colour: Colour, *, bold: bool = False, side: _Side = "left") -> None:
        """Write a folded text on the line at `y`; `side` is which side of it is at `x`."""
        shift = {"left": 0.0, "center": 0.5, "right": 1.0}[side] * text_width(text, SMALLEST_SIZE_PX, bold)
        at = round(x - shift), round(y - SMALLEST_SIZE_PX)
        self._texts.append((at, self.paint.on_table(colour), letter_mask(text, SMALLEST_SIZE_PX, bold)))

    def fill(self, left: float, top: float, right: float, bottom: float, colour: Colour) -> None:
        """Fill a rectangle."""
        self._draw.rectangle([side * SUPERSAMPLING for side in (left, top, right, bottom)], fill=colour)

    def stroke(self, points: Sequence[Point], width: float, colour: Colour, strokes: Sequence[float] = ()) -> None:
        """Draw a line through the points, whole or in strokes."""
        for part in _dashes(points, strokes) if strokes else (points,):
            large = [(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in part]
            self._draw.line(large, fill=colour, width=round(width * SUPERSAMPLING), joint="curve")

    def mark(self, x: float, y: float, radius: float, style: LineStyle) -> None:
        """Draw a line's mark about (x, y), with an edge that parts it from the line."""
        for reach, colour in ((radius + 1.5, self.paint.on_table(FELT_DEEP)), (radius, style.colour)):
            corners = [((x + reach * dx) * SUPERSAMPLING, (y + reach * dy) * SUPERSAMPLING) for dx, dy in style.marker]
            self._draw.polygon(corners, fill=colour)

    def png(self) -> bytes:
        """Return the PNG file, in few colours."""
        picture = self._shapes.reduce(SUPERSAMPLING)
        for at, colour, mask in self._texts:
            picture.paste(colour, at, mask)
        buffer = io.BytesIO()
        picture.quantize(_PNG_COLOURS, dither=Image.Dither.NONE).save(buffer, "PNG", compress_level=PNG_LEVEL)
        return buffer.getvalue()


def _draw_plot(sheet: _Sheet, chart: Chart, series: Sequence[Series[Any]], top: int, bottom: int) -> set[int]:
    """Draw the lines, the scales and the names; returns the seats that have their numbers, too."""
    paint = sheet.paint
    ground, pale = paint.on_table(FELT_DEEP), paint.on_table(PALE)
    values = [total for line in series for _, total in line.totals]
    least, most = min(0, *values), max(0, *values)
    if least == most:
        most = 1
    ticks = _ticks(least, most)
    labels = [chart.format_value(at, _MAX_SCALE_WIDTH_PX) for at in ticks]
    left = _MARGIN_PX + max(text_width(text, SMALLEST_SIZE_PX) for text in (*labels, chart.x_label)) + 16
    right = WIDTH_PX - _NAMES_WIDTH_PX - _MARGIN_PX
    first, last = min(line.totals[0][0] for line in series), max(line.totals[-1][0] for line in series)

    def y_of(value: float) -> float:
        return bottom - ((value - least) / (most - least) + 0.05) / 1.1 * (bottom - top)

    def x_of(number: float) -> float:
        return left + ((number - first) / (last - first or 1) + 0.03) / 1.06 * (right - left)

    sheet.fill(left, top, right, bottom, ground)
    for at, text in zip(ticks, labels, strict=True):
        colour, half = (pale, 1.5) if at == 0 else (blend(ground, pale, 0.5), 0.75)
        sheet.fill(left, y_of(at) - half, right, y_of(at) + half, colour)
        sheet.write(left - 14, y_of(at) + SMALLEST_SIZE_PX * 0.36, text, PALE, side="right")
    numbers_line = bottom + 12 + SMALLEST_SIZE_PX
    for number in _ticks(first, last):
        sheet.fill(x_of(number) - 1, bottom, x_of(number) + 1, bottom + 12, pale)
        sheet.write(x_of(number), numbers_line, str(number), PALE, side="center")
    sheet.write(left - 14, numbers_line, chart.x_label, PALE, side="right")

    styles = {
        line.seat: line_style(place if line.style is None else line.style, paint) for place, line in enumerate(series)
    }
    for place, line in enumerate(series):
        points = [(x_of(number), y_of(total)) for number, total in line.totals]
        sheet.stroke(points, 4.7, styles[line.seat].colour, styles[line.seat].strokes)
        for x, y in _marked(points, place, len(series)):
            sheet.mark(x, y, _MARKER_PX, styles[line.seat])
    names, numbered = _end_labels(series)
    ends = {line.seat: y_of(line.total) for line in series}
    gap = _label_gap(series)
    heights = _spread_labels(ends, gap, top + SMALLEST_SIZE_PX / 2, bottom - gap / 2)
    for line in series:
        style, y = styles[line.seat], heights[line.seat]
        leader = [(x_of(line.totals[-1][0]), ends[line.seat]), (right + 34, y)]
        sheet.stroke(leader, 1.7, blend(paint.on_table(FELT), style.colour, 0.7))
        sheet.mark(right + 50, y, _NAME_MARKER_PX, style)
        sheet.write(right + 78, y + SMALLEST_SIZE_PX * 0.36, names[line.seat], WHITE)
        if gap > _LINE_HEIGHT_PX:
            total = chart.format_value(line.total, WIDTH_PX - _MARGIN_PX - right - 78)
            sheet.write(right + 78, y + SMALLEST_SIZE_PX * 0.36 + _LINE_HEIGHT_PX, total, PALE)
    return numbered


def line_style(place: int, paint: Paint) -> LineStyle:
    """Return the style of the line with that number from 0."""
    colours = _BRIGHT_COLOURS if sum(paint.on_table(WHITE)) > 1.5 * 255 else _DARK_COLOURS
    strokes = _STROKES[(place + place // len(_MARKERS)) % len(_STROKES)]
    return LineStyle(colours[place % len(colours)], _MARKERS[place % len(_MARKERS)], strokes)


def _marked(points: Sequence[Point], place: int, lines: int) -> Sequence[Point]:
    """Return the points with marks: a few along the line, and at other hands than those of other lines if many."""
    step = max(1, len(points) // 6, min(lines, len(points) // 3))
    return points[place * step // lines :: step]


def _dashes(points: Sequence[Point], strokes: Sequence[float]) -> Iterator[list[Point]]:
    """Yield the dashes of the line through the points; `strokes` are lengths in pixels, drawn and left out in turn."""
    dash: list[Point] = [points[0]]
    stroke, left = 0, strokes[0]
    for (x0, y0), (x1, y1) in pairwise(points):
        length, drawn_length = math.dist((x0, y0), (x1, y1)), 0.0
        while length - drawn_length > left:
            drawn_length += left
            at = (x0 + (x1 - x0) * drawn_length / length, y0 + (y1 - y0) * drawn_length / length)
            if stroke % 2 == 0:
                yield [*dash, at]
            stroke += 1
            left, dash = strokes[stroke % len(strokes)], [at]
        left -= length - drawn_length
        dash.append((x1, y1))
    if stroke % 2 == 0 and len(dash) > 1:
        yield dash


def _end_labels(series: Sequence[Series[Any]]) -> tuple[dict[int, str], set[int]]:
    """Return the names at the lines' ends, by seat, and the seats whose names need a number before them."""
    width = _NAMES_WIDTH_PX - 78
    whole = {line.seat: fold_name(line.name, line.seat) for line in series}
    short = {seat: fit_text(name, width, SMALLEST_SIZE_PX) for seat, name in whole.items()}
    alike = Counter(short.values())
    numbered = {seat for seat, name in short.items() if alike[name] > 1}
    return short | {seat: fit_text(f"{seat + 1} {whole[seat]}", width, SMALLEST_SIZE_PX) for seat in numbered}, numbered


def _spread_labels(wanted_heights: dict[int, float], gap: float, top: float, bottom: float) -> dict[int, float]:
    """Return heights near the wanted ones, by seat, from `top` to `bottom` and at least `gap` apart."""
    order = sorted(wanted_heights, key=lambda seat: wanted_heights[seat])
    heights: list[float] = []
    for rank, seat in enumerate(order):
        least = heights[-1] + gap if rank else top
        heights.append(max(least, min(wanted_heights[seat], bottom - gap * (len(order) - 1 - rank))))
    return dict(zip(order, heights, strict=True))


def _label_gap(series: Sequence[Series[Any]]) -> int:
    """Return the pixels from one name to the next. The totals stand below the names where there is room."""
    return 2 * _LINE_HEIGHT_PX if len(series) <= _MAX_PLAYERS_WITH_TOTALS else _LINE_HEIGHT_PX


def _ticks(least: float, most: float) -> list[int]:
    """Return whole numbers for a scale, at equal steps of 1, 2 or 5 times a power of ten."""
    steps = (unit * 10**power for power in count() for unit in (1, 2, 5))
    step = next(step for step in steps if most - least <= _MAX_STEPS * step)
    return [at * step for at in range(math.ceil(least / step), math.floor(most / step) + 1)]
