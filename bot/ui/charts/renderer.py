"""Charts as pictures: lines of numbers, drawn in a worker thread.

A line whose name cannot be drawn, or looks like another one's, has the number of its seat (`Picture.numbered`).
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count

from bot.ui.charts.chart import Chart
from bot.ui.charts.plot import draw_chart
from bot.ui.pictures import Picture
from bot.ui.pictures.lettering import fold, fold_name
from bot.ui.pictures.palette import Paint

# one thread of its own, so that no table waits for its picture behind a chart
_worker = ThreadPoolExecutor(1, thread_name_prefix="charts")


def pick_evenly(numbers: Sequence[int], rows: int) -> list[int]:
    """Return at most so many of these numbers, evenly apart, and the last one: the rows of a chart in words."""
    steps = (unit * 10**power for power in count() for unit in (1, 2, 5))
    step = next(step for step in steps if -(-len(numbers) // step) <= rows)
    picked = list(numbers[step - 1 :: step])
    return picked if picked[-1:] == list(numbers[-1:]) else [*picked, numbers[-1]]


async def run_in_chart_worker(make: Callable[[], Picture]) -> Picture:
    """Run `make` in the charts' worker thread; it goes on after its caller is cancelled."""
    return await asyncio.get_running_loop().run_in_executor(_worker, make)


def render_chart(chart: Chart, stem: str, alt: str, paint: Paint) -> Picture:
    """Draw a chart as a finished picture in this thread; `stem` begins the name of its file.

    Equal charts give equal bytes.
    """
    drawn = draw_chart(chart, paint)
    lines = chart.series
    unnamed = {
        line.seat for line in lines if fold_name(line.name, line.seat) == f"Seat {line.seat + 1}" != fold(line.name)
    }
    numbered = tuple((line.seat, line.name) for line in lines if line.seat in unnamed | drawn.numbered)
    filename = f"{stem}-{hashlib.sha256(drawn.png).hexdigest()[:8]}.png"
    return Picture(drawn.png, alt, filename, drawn.width, drawn.height, numbered)
