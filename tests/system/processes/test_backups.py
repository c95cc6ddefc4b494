"""Backups that are made in a thread beside the bot."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.operations.backups import Backups, make_in_thread
from data.sqlite import backup as files
from tests.support.waiting import until


async def test_one_that_is_stopped_leaves_nothing_and_no_thread(
    backups: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended, copy = threading.Event(), threading.Event(), files.copy

    def watched(source: Path, target: Path, go_on: Callable[[], bool]) -> None:
        def slow() -> bool:
            begun.set()
            ended.wait(0.01)
            return go_on()

        try:
            copy(source, target, lambda: slow() and slow() and ended.wait(20))
        finally:
            ended.set()

    monkeypatch.setattr(files, "copy", watched)
    making = asyncio.create_task(make_in_thread(backups, "daily"))
    await asyncio.to_thread(begun.wait, 20)
    making.cancel()
    with pytest.raises(asyncio.CancelledError):
        await making
    ended.set()
    await until(lambda: not list(backups.folder.iterdir()) or backups.all())
    assert all(files.check_integrity(item.path) == [] for item in backups.all())
