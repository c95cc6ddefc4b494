"""A process that is asked to end does, whatever its threads are at."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest

from bot.operations.shutdown_deadline import schedule_exit
from tests.support.needs import ROOT

STUCK = """
import asyncio, sys, time
from bot.operations.shutdown_deadline import schedule_exit
async def main():
    schedule_exit(0.3, 7)
    asyncio.get_running_loop().run_in_executor(None, time.sleep, 60)
    print("asked", flush=True)
asyncio.run(main())
"""


def test_running_thread_does_not_delay_the_exit() -> None:
    """Both the event loop and Python itself would wait for it."""
    with subprocess.Popen(
        [sys.executable, "-c", STUCK], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "asked\n"
        began = time.perf_counter()
        _, err = process.communicate(timeout=30)
        assert process.returncode == 7
        assert time.perf_counter() - began < 10  # of 60
    assert "left behind" in err


def test_it_is_said_and_done_once(caplog: pytest.LogCaptureFixture) -> None:
    remaining, over = list[int](), threading.Event()
    schedule_exit(0.01, 0, lambda code: (remaining.append(code), over.set()))
    assert over.wait(10)
    assert remaining == [0]
    assert "work that is due stays due" in caplog.text


def test_an_end_in_time_is_nothing_to_tell(caplog: pytest.LogCaptureFixture) -> None:
    timer = schedule_exit(0.05, 0, lambda _: pytest.fail("it had ended"))
    assert timer.daemon
    timer.cancel()
    time.sleep(0.1)
    assert caplog.text == ""
