"""Stopping the program: whatever ends it, the time for its end is limited."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from bot.app import run
from bot.operations.commands import EXIT_DONE, EXIT_FAILED


class Bot:
    """A bot that runs until it is stopped, or ends with `error`. With `lost` its leases are taken at once."""

    def __init__(self, steps: list[Any], error: Exception | None = None, *, lost: bool = False) -> None:
        self.steps = steps
        self.error = error
        self.lost = lost
        self.started = asyncio.Event()
        self.services = SimpleNamespace(leases=self)

    async def start(self, _: str) -> None:
        if self.error is not None:
            raise self.error
        self.steps.append("started")
        self.started.set()
        await asyncio.Event().wait()

    async def wait_lost(self) -> None:
        if not self.lost:
            await asyncio.Event().wait()

    async def close(self) -> None:
        self.steps.append("closed")


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return what is done from now on, with the code of each exit that is scheduled."""
    result = list[Any]()

    def schedule_exit(_: float, code: int) -> Any:
        result.append(code)
        return SimpleNamespace(cancel=lambda: result.append("in time"))

    monkeypatch.setattr(run, "schedule_exit", schedule_exit)
    return result


@pytest.fixture
def signal_handlers(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], None]]:
    """Return the signal handlers that are set from now on."""
    handlers = list[Callable[[], None]]()
    monkeypatch.setattr(
        asyncio.AbstractEventLoop, "add_signal_handler", lambda _, number, handler: handlers.append(handler)
    )
    return handlers


async def serve(bot: Any) -> int:
    settings: Any = SimpleNamespace(backups=False, health_port=None)
    return await run._serve(settings, bot, "token")


@pytest.mark.usefixtures("signal_handlers")
async def test_a_process_that_has_lost_its_shards_ends_in_limited_time(steps: list[Any]) -> None:
    assert await serve(Bot(steps, lost=True)) == EXIT_FAILED
    assert steps == ["started", EXIT_FAILED, "closed", "in time"]


@pytest.mark.usefixtures("signal_handlers")
async def test_a_process_whose_bot_has_failed_ends_in_limited_time(steps: list[Any]) -> None:
    assert await serve(Bot(steps, OSError("no network"))) == EXIT_FAILED
    assert steps == [EXIT_FAILED, "closed", "in time"]


async def test_a_process_that_is_asked_to_stop_ends_in_limited_time(
    steps: list[Any], signal_handlers: list[Callable[[], None]]
) -> None:
    bot = Bot(steps)
    serving = asyncio.create_task(serve(bot))
    await bot.started.wait()
    signal_handlers[0]()
    assert await serving == EXIT_DONE
    assert steps == ["started", EXIT_DONE, "closed"]
