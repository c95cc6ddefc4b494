"""SIGTERM: the process is gone within five seconds, whatever is under way, and nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from sandbox import Outcome, Sandbox
from tests.support.messages import buttons, selects
from tests.support.waiting import until
from tests.system.crash.process import BotProcess

WITHIN = 5.0
"""Seconds that an operator waits (the issue's number)."""

PEOPLE = ("Ada", "Bela", "Cleo")


async def open_lobbies(sandbox: Sandbox, count: int) -> list[tuple[str, dict[str, Any]]]:
    """Open so many lobbies in which nobody sits but the host; return each with its host."""
    opened = list[tuple[str, dict[str, Any]]]()
    for number in range(count):
        host = PEOPLE[number % len(PEOPLE)]
        outcome = await sandbox.people.command(host, "card-room", "voren new", {"hands": 3})
        assert outcome["state"] == "message", outcome
        opened.append((host, outcome.get("message") or {}))
    return opened


async def show_hands(sandbox: Sandbox) -> None:
    """Let everybody play a table of their own and look at their hand, which goes stale at the end."""
    for who, lobby in await open_lobbies(sandbox, len(PEOPLE)):
        await sandbox.people.click(who, lobby, selects(lobby)["Add computer …"], ["normal"])
        now = sandbox.people.message(who, lobby)
        await sandbox.people.click(who, now, buttons(now)["Start"])
        here = [message for message in sandbox.people.messages(who, "card-room") if "My hand" in buttons(message)]
        answer = await sandbox.people.click(who, here[-1], buttons(here[-1])["My hand"])
        assert answer["state"] == "message", answer


class Clicking:
    """People who press Join and Leave for as long as somebody answers."""

    def __init__(self, sandbox: Sandbox, tables: list[tuple[str, dict[str, Any]]]) -> None:
        self.sandbox = sandbox
        self.answered = 0
        self.joined = dict[tuple[str, int], bool]()
        """Who sits where, as each was last told."""
        self.asked = set[tuple[str, int]]()
        """What nobody has been told of yet."""
        self._tasks = [
            asyncio.create_task(self._click(who, table)) for host, table in tables for who in PEOPLE if who != host
        ]

    async def _click(self, who: str, table: dict[str, Any]) -> None:
        number = int(buttons(table)["Join"].split(":")[2])
        sits = False
        while True:
            now = self.sandbox.people.message(who, table)
            label = "Leave" if sits else "Join"
            self.asked.add((who, number))
            outcome: Outcome = await self.sandbox.people.click(who, now, buttons(now)[label])
            if outcome["state"] != "update":
                return  # not told that it was done
            sits = not sits
            self.joined[who, number] = sits
            self.asked.discard((who, number))
            self.answered += 1

    async def stop(self) -> None:
        """Nobody clicks any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def read_seats(path: Path) -> set[tuple[str, int]]:
    """Return who sits where, in the database."""
    connection = sqlite3.connect(path)
    try:
        rows = connection.execute(
            "SELECT p.name, s.table_id FROM seats s JOIN people p ON p.id = s.person_id"
        ).fetchall()
    finally:
        connection.close()
    return {(str(name), int(table)) for name, table in rows}


async def stop_bot(bot: BotProcess) -> tuple[float, int]:
    """Ask the bot to stop; how long that took, and its exit code."""
    process = bot._process
    assert process is not None
    began = time.perf_counter()
    process.terminate()
    code = await asyncio.to_thread(process.wait, 30)
    assert code is not None
    bot._process = None
    return time.perf_counter() - began, code


SLOW: dict[str, list[dict[str, Any]]] = {
    "quick": [],
    "slow to take": [{"kind": "latency", "seconds": 30, "times": None}],
    "slow to answer": [{"kind": "latency", "seconds": 30, "times": None, "after": True}],
    "failing": [{"kind": "status", "status": 500, "times": None}],
}


@pytest.mark.parametrize(
    "discord", ["quick", "slow to take", *(pytest.param(text, marks=pytest.mark.soak) for text in [*SLOW][2:])]
)
async def test_a_bot_that_is_asked_to_stop_is_gone_in_time(tmp_path: Path, discord: str) -> None:
    async with await Sandbox.start(None) as sandbox, AsyncExitStack() as stack:
        bot = BotProcess(sandbox, tmp_path, pictures=True, threads=False, computer_delay=60)
        await bot.start()
        stack.callback(bot.end)
        await until(lambda: sandbox.people.state("Ada")["commands"])
        await show_hands(sandbox)
        tables = await open_lobbies(sandbox, 6)
        clicking = Clicking(sandbox, tables)
        await until(lambda: clicking.answered > 30)
        for fault in SLOW[discord]:
            sandbox.faults.add(**fault)
        await asyncio.sleep(0.5)  # what is under way now meets it
        took, code = await stop_bot(bot)
        await clicking.stop()
        assert took < WITHIN
        assert code == 0
        assert "Traceback" not in bot.read_log_end()
        place = read_seats(tmp_path / "eldest.sqlite3")
        for (who, table), sits in clicking.joined.items():
            if (who, table) not in clicking.asked:
                assert ((who, table) in place) == sits
