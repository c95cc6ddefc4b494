"""The picture of a chart, drawn with matplotlib: lines with their names at their ends.

Lines differ in their marks and their strokes, not in colour alone. Only a worker imports this
(bot/ui/charts/renderer.py).
"""

from __future__ import annotations

import io
import logging
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, cast

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, fontManager
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator
from PIL import Image

from bot.ui import fonts
from bot.ui.pictures.lettering import ELLIPSIS, SMALLEST_SIZE_PX, fold, fold_name, remaining_text
from bot.ui.pictures.palette import FELT, FELT_DEEP, PALE, WHITE, Colour, Paint
from bot.ui.pictures.renderer import PNG_LEVEL

if TYPE_CHECKING:
    from bot.ui.charts.chart import Chart, Series

WIDTH_PX: Final = 1100
"""As wide as the pictures of tables: SMALLEST letters can be read at that on a phone."""

# that a font has no bold letters is nobody's news
logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)

_DPI: Final = 100
_MARGIN_PX: Final = 28
_NAMES_WIDTH_PX: Final = 370
"""Pixels beside the lines for the names."""

_LINE_HEIGHT_PX: Final = 54
"""Pixels from one name to the next."""

_MAX_PLAYERS_WITH_TOTALS: Final = 6
"""Players whose totals stand with their names."""

_MAX_SCALE_WIDTH_PX: Final = 190
"""Pixels for a number beside the lines, at most."""

_PNG_COLOURS: Final = 48
"""Of the picture: a few for the lines, and those along smooth edges."""

_MARKERS: Final = "osD^vP*Xp<>h"
_LINE_STYLES: Final[tuple[Any, ...]] = ("-", (0, (4, 1.6)), (0, (1.2, 1.4)), (0, (6, 1.4, 1.2, 1.4)), (0, (9, 2)))
_Side = Literal["left", "center", "right"]
_BRIGHT_COLOURS: Final = ("#ffffff", "#f6c650", "#8fd3ff", "#ff9f80", "#b6ea8e", "#dcb8ff", "#ffd9e8")
_DARK_COLOURS: Final = ("#16201c", "#743a00", "#003f8a", "#8f1d00", "#1d5a00", "#5b1f8a", "#7a0038")


class ChartImage(NamedTuple):
    """The file, its size in pixels, and the seats that stand there by their numbers, too, as their names are alike."""

    png: bytes
    width: int
    height: int
    numbered: set[int]


def draw_chart(chart: Chart, paint: Paint) -> ChartImage:
    """The chart, below its title and what it shows. Equal ones give equal bytes."""
    there = [line for line in chart.series if line.totals]
    above, below = _MARGIN_PX + 2 * _LINE_HEIGHT_PX + 30, _MARGIN_PX + _LINE_HEIGHT_PX + 12
    high = below + max(560, _label_gap(there) * len(there) + 40) if there else 0
    sheet = _Sheet(above + high, paint)
    line, room = sheet.height - _MARGIN_PX - SMALLEST_SIZE_PX, WIDTH_PX - 2 * _MARGIN_PX
    sheet.write(
        _MARGIN_PX, line, sheet.fit(remaining_text(fold(chart.title)) or "Score pad", room, bold=True), WHITE, bold=True
    )
    sheet.write(_MARGIN_PX, line - _LINE_HEIGHT_PX, sheet.fit(fold(chart.subtitle), room), PALE)
    numbered = _draw_plot(sheet, chart, there, above, below) if there else set[int]()
    return ChartImage(sheet.png(), WIDTH_PX, sheet.height, numbered)


class _Sheet:
    """A figure in pixels from its lower left corner."""

    def __init__(self, height: int, paint: Paint) -> None:
        self.height = height
        self.paint = paint
        figure = Figure(figsize=(WIDTH_PX / _DPI, height / _DPI), dpi=_DPI, facecolor=_rgb(paint.on_table(FELT)))
        self.figure: Any = figure  # what its methods take has no types
        self._canvas = FigureCanvasAgg(figure)
        families = [_family(fonts.DEJAVU), _family(fonts.CJK)]
        self._fonts = {
            bold: FontProperties(family=families, weight="bold" if bold else "normal", size=_points(SMALLEST_SIZE_PX))
            for bold in (False, True)
        }

    def colour(self, colour: Colour) -> tuple[float, float, float]:
        """One of the usual colours as this picture has it."""
        return _rgb(self.paint.on_table(colour))

    def width(self, text: str, *, bold: bool = False) -> float:
        """How many pixels wide a text is."""
        return self._canvas.get_renderer().get_text_width_height_descent(text, self._fonts[bold], ismath=False)[0]

    def fit(self, text: str, room: float, *, bold: bool = False) -> str:
        """The text, cut with an ellipsis to so many pixels."""
        if self.width(text, bold=bold) <= room:
            return text
        cuts = [text[:letters].rstrip() + ELLIPSIS for letters in range(len(text))]
        fitting = bisect_right(cuts, room, lo=1, key=lambda cut: self.width(cut, bold=bold))
        return cuts[fitting - 1]

    def write(self, x: float, y: float, text: str, colour: Colour, *, bold: bool = False, side: _Side = "left") -> None:
        """Write a text as it stands, on the line at `y`; `side` is which side of it is at `x`."""
        self.figure.text(
            x / WIDTH_PX,
            y / self.height,
            text,
            color=self.colour(colour),
            fontproperties=self._fonts[bold],
            ha=side,
            va="baseline",
            parse_math=False,
        )

    def rule(self, xs: Sequence[float], ys: Sequence[float], **style: Any) -> None:
        """Draw a line outside the axes."""
        self.figure.add_artist(Line2D([x / WIDTH_PX for x in xs], [y / self.height for y in ys], **style))

    def png(self) -> bytes:
        """The file, in few colours."""
        self._canvas.draw()
        size = self._canvas.get_width_height()
        picture = Image.frombytes("RGBA", size, bytes(self._canvas.buffer_rgba())).convert("RGB")
        buffer = io.BytesIO()
        picture.quantize(_PNG_COLOURS, dither=Image.Dither.NONE).save(buffer, "PNG", compress_level=PNG_LEVEL)
        return buffer.getvalue()


def _draw_plot(sheet: _Sheet, chart: Chart, series: Sequence[Series[Any]], above: int, below: int) -> set[int]:
    """Draw the lines, the scales and the names; returns the seats that have their numbers, too."""
    values = [float(total) for line in series for _, total in line.totals]
    least, most = min(0.0, *values), max(0.0, *values)
    if least == most:
        most = 1.0
    steps = _ticks(least, most)
    shown = [chart.format_value(at, _MAX_SCALE_WIDTH_PX) for at in steps]
    left = _MARGIN_PX + max(map(sheet.width, (*shown, chart.x_label))) + 16
    right = WIDTH_PX - _NAMES_WIDTH_PX - _MARGIN_PX
    high = sheet.height - above - below
    axes = sheet.figure.add_axes(
        (left / WIDTH_PX, below / sheet.height, (right - left) / WIDTH_PX, high / sheet.height),
        facecolor=sheet.colour(FELT_DEEP),
    )
    first, last = min(line.totals[0][0] for line in series), max(line.totals[-1][0] for line in series)
    lower, higher = least - (most - least) * 0.05, most + (most - least) * 0.05
    axes.set_xlim(first - (last - first or 1) * 0.03, last + (last - first or 1) * 0.03)
    axes.set_ylim(lower, higher)
    axes.set_xticks([])
    axes.set_yticks([])
    for side in axes.spines.values():
        side.set_visible(False)

    def y_of(value: float) -> float:
        return below + (value - lower) / (higher - lower) * high

    def x_of(number: float) -> float:
        start, end = axes.get_xlim()
        return left + (number - start) / (end - start) * (right - left)

    for at, text in zip(steps, shown):
        axes.axhline(at, color=sheet.colour(PALE), linewidth=2.2 if at == 0 else 1.0, alpha=1.0 if at == 0 else 0.5)
        sheet.write(left - 14, y_of(at) - SMALLEST_SIZE_PX * 0.36, text, PALE, side="right")
    for number in map(int, _ticks(first, last)):
        sheet.rule([x_of(number)] * 2, [below - 12, below], color=sheet.colour(PALE), linewidth=1.5)
        sheet.write(x_of(number), below - 12 - SMALLEST_SIZE_PX, str(number), PALE, side="center")
    sheet.write(left - 14, below - 12 - SMALLEST_SIZE_PX, chart.x_label, PALE, side="right")

    styles = {
        line.seat: _line_style(place if line.style is None else line.style, sheet) for place, line in enumerate(series)
    }
    for place, line in enumerate(series):
        _draw_line(axes, line, styles[line.seat], place, len(series))
    names, numbered = _end_labels(sheet, series)
    ends = {line.seat: y_of(float(line.total)) for line in series}
    gap = _label_gap(series)
    lines = _spread_labels(ends, gap, below + gap / 2, below + high - SMALLEST_SIZE_PX / 2)
    for curve in series:
        style, y = styles[curve.seat], lines[curve.seat]
        sheet.rule(
            [x_of(curve.totals[-1][0]), right + 34],
            [ends[curve.seat], y],
            color=style["color"],
            linewidth=1.2,
            alpha=0.7,
        )
        sheet.rule([right + 50], [y], **{**style, "markersize": _points(30)})
        sheet.write(right + 78, y - SMALLEST_SIZE_PX * 0.36, names[curve.seat], WHITE)
        if gap > _LINE_HEIGHT_PX:
            total = chart.format_value(curve.total, WIDTH_PX - _MARGIN_PX - right - 78)
            sheet.write(right + 78, y - SMALLEST_SIZE_PX * 0.36 - _LINE_HEIGHT_PX, total, PALE)
    return numbered


def _draw_line(axes: Any, course: Series[Any], style: dict[str, Any], place: int, count: int) -> None:
    """Draw a course, with some marks along it, at other hands than those of the other lines where there are many."""
    numbers, totals = [number for number, _ in course.totals], [float(total) for _, total in course.totals]
    step = max(1, len(numbers) // 6, min(count, len(numbers) // 3))
    axes.plot(
        numbers,
        totals,
        **{**style, "markevery": (place * step // count, step), "clip_on": False, "zorder": 3 + place},
    )


def _line_style(place: int, sheet: _Sheet) -> dict[str, Any]:
    """How a line styles: no two have the same marks and strokes."""
    colours = _BRIGHT_COLOURS if sum(sheet.colour(WHITE)) > 1.5 else _DARK_COLOURS
    return {
        "color": colours[place % len(colours)],
        "linestyle": _LINE_STYLES[(place + place // len(_MARKERS)) % len(_LINE_STYLES)],
        "linewidth": 3.4,
        "marker": _MARKERS[place % len(_MARKERS)],
        "markersize": _points(22),
        "markeredgecolor": sheet.colour(FELT_DEEP),
        "markeredgewidth": 1.2,
    }


def _end_labels(sheet: _Sheet, series: Sequence[Series[Any]]) -> tuple[dict[int, str], set[int]]:
    """The names at the lines' ends, by seat, and the seats whose names need a number before them."""
    room = _NAMES_WIDTH_PX - 78
    whole = {line.seat: fold_name(line.name, line.seat) for line in series}
    short = {seat: sheet.fit(name, room) for seat, name in whole.items()}
    alike = Counter(short.values())
    numbered = {seat for seat, name in short.items() if alike[name] > 1}
    return {
        seat: sheet.fit(f"{seat + 1} {whole[seat]}", room) if seat in numbered else name for seat, name in short.items()
    }, numbered


def _spread_labels(wanted: dict[int, float], gap: float, low: float, high: float) -> dict[int, float]:
    """Places near those that are wanted, by seat, from `low` to `high` and at least `gap` apart."""
    order = sorted(wanted, key=lambda seat: -wanted[seat])
    places: list[float] = []
    for rank, seat in enumerate(order):
        ceiling = places[-1] - gap if rank else high
        places.append(min(ceiling, max(wanted[seat], low + gap * (len(order) - 1 - rank))))
    return dict(zip(order, places))


def _label_gap(series: Sequence[Series[Any]]) -> int:
    """Pixels from one name to the next: where there is room the totals stand below the names."""
    return 2 * _LINE_HEIGHT_PX if len(series) <= _MAX_PLAYERS_WITH_TOTALS else _LINE_HEIGHT_PX


def _ticks(least: float, most: float) -> list[float]:
    """Whole numbers for a scale, about five."""
    if least == most:
        return [least]
    ticks = MaxNLocator(5, steps=[1, 2, 5, 10], integer=True).tick_values(least, most)
    return [float(at) for at in ticks if least <= at <= most]


@cache
def _family(path: Path) -> str:
    """The name by which matplotlib finds a font file. It is added again, for the one that it finds may be another's."""
    cast("Any", fontManager).addfont(path)
    return FontProperties(fname=path).get_name()


def _points(pixels: float) -> float:
    return pixels * 72 / _DPI


def _rgb(colour: Colour) -> tuple[float, float, float]:
    red, green, blue = (channel / 255 for channel in colour)
    return red, green, blue
