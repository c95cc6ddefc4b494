"""A page of a leaderboard as a picture: a row a person, with a bar as long as what it goes by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Final, NamedTuple

from bot.ui.pictures import Picture, render_sketch, run_in_worker
from bot.ui.pictures.items import Item, Panel, Sign, Sketch, Words
from bot.ui.pictures.lettering import SMALLEST_SIZE_PX, UNKNOWN_SIGN, amount, fit_text, fold, remaining_text, text_width
from bot.ui.pictures.palette import FELT, GOLD, GREEN_TABLE, PALE, PLATE, WHITE, Paint
from bot.ui.pictures.zones import GAP_PX, LINE_HEIGHT_PX, MARGIN_PX, PADDING_PX, WIDTH_PX
from bot.ui.standings.figures import APPROXIMATE_SIGN, game_title, season_title
from bot.ui.standings.leaderboard import LeaderboardData, LeaderboardRow, alt_text, leaderboard_rows
from bot.ui.standings.ranking import (
    MEASURE_NAMES,
    ROWS_PER_PAGE,
    Measure,
    RankedStanding,
    rounded_figure,
    unranked_reason,
)

_FIGURE_SIZE_PX: Final = SMALLEST_SIZE_PX + 3
_ROW_HEIGHT_PX: Final = 2 * LINE_HEIGHT_PX + 14
_BAR_HEIGHT_PX: Final = 20
_SIGN_SIZE_PX: Final = 34
_MAX_FIGURE_WIDTH_PX: Final = 420
"""Pixels for a figure; a longer number is rounded."""


class _Scale(NamedTuple):
    """The range of a ranking's bars, 0 included."""

    low: Fraction
    high: Fraction

    def at(self, value: Fraction, room: int) -> int:
        """Return the distance of a value from the left in pixels. Exact, whatever the amounts are."""
        return int((value - self.low) * room / (self.high - self.low))


async def draw(board: LeaderboardData, page: int, paint: Paint = GREEN_TABLE) -> Picture:
    """Draw the picture of a page in a set of colours in the worker thread."""
    return await run_in_worker(partial(draw_now, board, page, paint))


def draw_now(board: LeaderboardData, page: int, paint: Paint = GREEN_TABLE) -> Picture:
    """Draw the picture of a page in this thread. Equal pages give equal bytes."""
    names, numbered = _drawn_names(leaderboard_rows(board, page))
    return render_sketch(_lay(board, page, names), "leaderboard", alt_text(board, page), paint, numbered)


def _drawn_names(rows: Sequence[LeaderboardRow]) -> tuple[list[str], list[tuple[int, str]]]:
    """Return the names in the picture, and the people with the numbers of their rows: undrawable or equal names."""
    folded = [remaining_text(fold(row.name)) for row in rows]
    drawn = [name or f"No. {row.number}" for name, row in zip(folded, rows)]
    room = WIDTH_PX - 2 * (MARGIN_PX + PADDING_PX) - _MAX_FIGURE_WIDTH_PX - 160
    alike = Counter(fit_text(name, room, _FIGURE_SIZE_PX, bold=True) for name in drawn)
    names = [
        f"{row.number} {name}" if alike[fit_text(name, room, _FIGURE_SIZE_PX, bold=True)] > 1 else name
        for name, row in zip(drawn, rows)
    ]
    numbered = [
        (row.number, row.name)
        for name, first, row in zip(names, folded, rows)
        if name != first or UNKNOWN_SIGN in first
    ]
    return names, numbered


def _lay(board: LeaderboardData, page: int, names: Sequence[str]) -> Sketch:
    """Lay out everything in the picture."""
    ranking, left, right = board.ranking, MARGIN_PX + PADDING_PX, WIDTH_PX - MARGIN_PX - PADDING_PX
    sketch = Sketch(WIDTH_PX)
    title = f"{game_title(ranking.game)}, by {MEASURE_NAMES[ranking.by]}"
    sketch.items.append(
        Words(
            left, MARGIN_PX, fit_text(fold(title), right - left, _FIGURE_SIZE_PX, bold=True), _FIGURE_SIZE_PX, bold=True
        )
    )
    season = fit_text(fold(season_title(board.season)), right - left, SMALLEST_SIZE_PX)
    sketch.items.append(Words(left, MARGIN_PX + LINE_HEIGHT_PX, season, colour=PALE))
    y = MARGIN_PX + 2 * LINE_HEIGHT_PX + GAP_PX
    first = ranking.page(page) * ROWS_PER_PAGE
    rows = ranking.rows[first : first + ROWS_PER_PAGE]
    places = [_place_text(row) for row in rows]
    edge = left + max((text_width(place, _FIGURE_SIZE_PX, bold=True) for place in places), default=0) + 16
    scale, words, bars = _scale(ranking.rows), list[Item](), list[Item]()
    top = y
    for at, (row, entry) in enumerate(zip(rows, leaderboard_rows(board, page), strict=True)):
        if row.place is None and (at == 0 or rows[at - 1].place is not None):
            because = fit_text(fold(unranked_reason(ranking.by)), right - left, SMALLEST_SIZE_PX)
            words.append(Words(left, y + 4, because, colour=PALE, ground=PLATE))
            y += LINE_HEIGHT_PX + 4
        words += _lay_row(row, ranking.by, entry, names[at], (left, edge, right, y))
        bars += _lay_bar(
            row, scale, (edge, right - text_width(fold(entry.note), SMALLEST_SIZE_PX) - 24, y + LINE_HEIGHT_PX + 20)
        )
        y += _ROW_HEIGHT_PX
    if rows:
        sketch.items.append(Panel(MARGIN_PX, top - 4, WIDTH_PX - 2 * MARGIN_PX, y - top + 8, PLATE, FELT))
    sketch.items += [*reversed(words), *bars]  # from below up: a line would hide the feet of the letters above it
    sketch.height = y + MARGIN_PX
    return sketch


def _place_text(row: RankedStanding) -> str:
    return "-" if row.place is None else f"{row.place}."


def _lay_row(
    row: RankedStanding, by: Measure, entry: LeaderboardRow, name: str, places: tuple[int, int, int, int]
) -> list[Item]:
    """Lay the words of a row: place, name and figure, with the note below."""
    left, edge, right, y = places
    figure = entry.figure
    if APPROXIMATE_SIGN in figure or text_width(figure, _FIGURE_SIZE_PX, bold=True) > _MAX_FIGURE_WIDTH_PX:
        figure = amount(rounded_figure(row, by), _MAX_FIGURE_WIDTH_PX, _FIGURE_SIZE_PX, bold=True)
    figure_at = right - text_width(figure, _FIGURE_SIZE_PX, bold=True)
    start = edge + (_SIGN_SIZE_PX + 12 if entry.mine else 0)
    name = fit_text(name, figure_at - 24 - start, _FIGURE_SIZE_PX, bold=True)
    strong = WHITE if row.place is not None else PALE
    items: list[Item] = [
        Words(left, y + 4, _place_text(row), _FIGURE_SIZE_PX, True, PALE, PLATE),
        Words(start, y + 4, name, _FIGURE_SIZE_PX, True, strong, PLATE),
        Words(figure_at, y + 4, figure, _FIGURE_SIZE_PX, True, GOLD if row.place is not None else PALE, PLATE),
    ]
    if entry.mine:
        items.append(Sign("arrow", edge, y + 14, _SIGN_SIZE_PX, PLATE))
    note = fold(entry.note)
    return [
        *items,
        Words(
            right - text_width(note, SMALLEST_SIZE_PX), y + LINE_HEIGHT_PX, note, SMALLEST_SIZE_PX, False, PALE, PLATE
        ),
    ]


def _scale(rows: Sequence[RankedStanding]) -> _Scale:
    """Return the range of the bars of all pages, so that pages can be compared."""
    values = [Fraction(row.value) for row in rows]
    low, high = min((0, *values)), max((0, *values))
    return _Scale(Fraction(low), Fraction(high if high > low else low + 1))


def _lay_bar(row: RankedStanding, scale: _Scale, places: tuple[int, int, int]) -> list[Panel]:
    """Lay a row's bar, from 0 to its value, with a line at 0 if values can be negative."""
    left, right, y = places
    value, room = Fraction(row.value), right - left
    start, end = sorted((scale.at(Fraction(0), room), scale.at(value, room)))
    colour = PALE if row.place is None or value < 0 else GOLD
    nothing = left + scale.at(Fraction(0), room)
    bar = Panel(left + start, y, max(end - start, 4), _BAR_HEIGHT_PX, colour, PLATE, radius=2)
    return [bar, *([Panel(nothing, y - 6, 3, _BAR_HEIGHT_PX + 12, WHITE, PLATE, radius=0)] if scale.low < 0 else [])]
