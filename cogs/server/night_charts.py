"""The charts of a club night's tables and pads: pictures, or their totals in words."""

from __future__ import annotations

from functools import partial
from typing import Final

from bot.app.services import Services
from bot.nights.summary import NightPart, NightSummary
from bot.ui.charts.renderer import run_in_chart_worker
from bot.ui.kit.components import Layout
from bot.ui.nights import charts_panel, charts_text
from bot.ui.pads import chart
from bot.ui.pads.chart import StyleNumbers
from bot.ui.pictures import Paint, Picture

MAX_CHARTS: Final = 10
"""The number of charts: as many files as a message of Discord's may carry."""


async def render_charts(
    services: Services, evening: NightSummary, paint: Paint | None
) -> tuple[Layout, tuple[Picture, ...]]:
    """Return the message of a night's charts, the newest first, and its pictures; in words without `paint`.

    Raises StoreError.
    """
    played_parts = [part for part in reversed(evening.parts) if part.hands]
    if paint is None:
        return charts_text(evening.record, [await _totals(services, part) for part in played_parts]), ()
    styles: StyleNumbers = {}
    pictures = tuple([await _draw(services, part, paint, styles) for part in played_parts[:MAX_CHARTS]])
    return charts_panel(evening.record, pictures, earlier=len(played_parts) - len(pictures)), pictures


async def _totals(services: Services, part: NightPart) -> str:
    if part.origin.source == "pad":
        return chart.alt_text(await services.pads.find(part.origin.number)).removeprefix("Chart of ")
    return chart.table_alt_text(*await _table(services, part.origin.number)).removeprefix("Chart of ")


async def _draw(services: Services, part: NightPart, paint: Paint, styles: StyleNumbers) -> Picture:
    if part.origin.source == "pad":
        return await chart.draw(await services.pads.find(part.origin.number), paint, styles)
    table = await _table(services, part.origin.number)
    return await run_in_chart_worker(partial(chart.draw_table_chart, *table, paint, styles))


async def _table(services: Services, number: int) -> tuple[str, list[str], list[tuple[int, ...]]]:
    """Return a table's name, the names of its seats, and the points of its hands."""
    table = await services.tables.find(number)
    hands = [tuple(span.points) for span in await services.store.tables.hands(number)]
    return table.name, [seat.name for seat in table.record.seats], hands
