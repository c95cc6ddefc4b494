"""Heartbeats of the gateway, which discord.py sends from a thread of its own."""

from __future__ import annotations

import threading
import time

import pytest
from discord.gateway import KeepAliveHandler

from sandbox import Sandbox
from sandbox.server import limits
from tests.sandbox.botlet import run_botlet
from tests.support.waiting import until


async def test_a_heartbeat_is_not_acknowledged_before_discord_py_knows_that_it_was_sent(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "HEARTBEAT_MS", 800)
    clock, acknowledge, measured = time.perf_counter, KeepAliveHandler.ack, list[float]()

    def late() -> float:
        """The time, some milliseconds late in discord.py's thread: it has to wait for its turn after it sent."""
        if threading.current_thread() is not threading.main_thread():
            time.sleep(0.05)
        return clock()

    def measure(handler: KeepAliveHandler) -> None:
        acknowledge(handler)
        measured.append(handler.latency)

    monkeypatch.setattr(KeepAliveHandler, "ack", measure)
    monkeypatch.setattr("discord.gateway.time.perf_counter", late)
    async with run_botlet(sandbox):
        await until(lambda: len(measured) >= 3)
    assert max(measured) < 0.8
