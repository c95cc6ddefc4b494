"""Slow work is done in a thread: the event loop answers people meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest

from bot.pads.importing import reader
from bot.ui import pictures
from bot.ui.pads import chart, pdf
from tests.bot.pads.samples import free
from tests.bot.ui.pictures.samples import make_trick_table


@pytest.mark.parametrize(
    ("module", "slow", "ask"),
    [
        pytest.param(reader, "read_file", partial(reader.read, b""), id="a pad's file is read"),
        pytest.param(chart, "draw_now", partial(chart.draw, free()), id="a chart is drawn"),
        pytest.param(pdf, "render_pdf_now", partial(pdf.render_pdf, free(), ""), id="a score sheet is made"),
        pytest.param(pictures, "encode", partial(pictures.draw, make_trick_table(6, 3)), id="a picture is drawn"),
    ],
)
async def test_slow_work_is_done_off_the_event_loop(
    monkeypatch: pytest.MonkeyPatch, module: Any, slow: str, ask: Callable[[], Awaitable[Any]]
) -> None:
    threads: list[threading.Thread] = []

    def note_thread(*_: Any) -> bytes:
        threads.append(threading.current_thread())
        return b""

    pictures._cache.clear()
    monkeypatch.setattr(module, slow, note_thread)
    await ask()
    pictures._cache.clear()
    assert len(threads) == 1
    assert threads[0] is not threading.current_thread()
