from __future__ import annotations

import asyncio
import logging

import pytest

from bot.common.tasks import BackgroundTasks, cancel_and_wait


async def test_background_tasks_close_cancels_and_waits() -> None:
    tasks, ended_tasks = BackgroundTasks(), list[str]()

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended_tasks.append("work")

    tasks.spawn(work())
    await asyncio.sleep(0)
    assert len(tasks) == 1
    await tasks.close()
    await asyncio.sleep(0)
    assert (ended_tasks, len(tasks)) == (["work"], 0)


async def test_background_task_error_is_logged_without_its_text(caplog: pytest.LogCaptureFixture) -> None:
    card = "Queen of Hearts"

    async def work() -> None:
        raise ValueError(card)

    with caplog.at_level(logging.ERROR):
        task = BackgroundTasks("the board stays old").spawn(work())
        await asyncio.wait((task,))
        await asyncio.sleep(0)
    assert "the board stays old" in caplog.text
    assert card not in caplog.text


async def test_cancel_and_wait_ignores_none_values() -> None:
    task = asyncio.create_task(asyncio.sleep(60))
    await cancel_and_wait(None, task)
    assert task.cancelled()
