"""Kills that are aimed at what a bot asks of Discord, and time that passes while a process is dead."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

from bot.common.time_spans import Span
from data.engine.clock import now_ms
from data.tables.work import WorkState
from sandbox import Recorded, Sandbox
from sandbox.server.faults import Fault
from tests.system.crash.process import BotProcess
from tests.system.crash.stored_tables import StoredTable, read_stored_tables

POST = "/channels/{channel_id}/messages"
BEFORE, STANDS, LATER = "before it is posted", "posted, and the bot has not heard it", "some time after"
MOMENTS = (BEFORE, STANDS, LATER)
"""When a bot is killed that posts a message."""

SHORTLY = 0.02
"""Seconds after a post within which it is noted, on a quiet machine: some kills come before, some after."""


class Aim:
    """The aim of a kill at a moment of a bot's posts; `struck` says that it was met."""

    def __init__(self, sandbox: Sandbox, bot: BotProcess, rng: Random) -> None:
        self.struck = asyncio.Event()
        self._sandbox = sandbox
        self._bot = bot
        self._rng = rng

    def aim_at_post(self, moment: str, nth: int, is_meant: Callable[[str], bool]) -> None:
        """Kill at this moment of the n-th message whose nonce `is_meant`; those before it go their way."""
        self.struck.clear()
        remaining = [nth]

        def read_questions(method: str, path: str) -> Fault | None:  # of what is asked nothing more is known here
            if moment == BEFORE and method == "POST" and path.endswith("/messages"):
                remaining[0] -= 1
                if remaining[0] <= 0:
                    self.strike()
                    return Fault(0, "drop")
            return None

        def answered(request: Recorded) -> None:  # the answer is not on its way yet
            nonce = str((request.body or {}).get("nonce") or "")
            if moment != BEFORE and (request.method, request.route) == ("POST", POST) and is_meant(nonce):
                remaining[0] -= 1
                if remaining[0] == 0 and moment == STANDS:
                    self.strike()
                elif remaining[0] == 0:
                    asyncio.get_running_loop().call_later(self._rng.uniform(0, SHORTLY), self.strike)

        self._sandbox.faults.hook = read_questions
        self._sandbox.recorder.requests[:] = [answered]

    def strike(self) -> None:
        """Kill the bot now."""
        self._bot.kill()
        self.struck.set()

    async def wait_until_dead(self) -> None:
        """Wait until the bot has been struck and is gone."""
        async with asyncio.timeout(30):
            await self.struck.wait()
        self._sandbox.faults.hook = None
        self._sandbox.recorder.requests.clear()
        await self._bot.wait_until_gone()

    async def start(self) -> None:
        """Start the bot, and wait until it has been struck, perhaps before anybody saw that it was connected."""
        starting = asyncio.create_task(self._bot.start())
        await self.wait_until_dead()
        await asyncio.gather(starting, return_exceptions=True)


def path_of(bot: BotProcess) -> Path:
    """Return the file of a bot's database."""
    return Path(bot.database.removeprefix("sqlite+aiosqlite:///"))


def read_runs(bot: BotProcess) -> list[tuple[int, int]]:
    """Return when a bot was there, as it noted it (ms)."""
    with sqlite3.connect(path_of(bot)) as database:
        rows = database.execute("SELECT began, last FROM runs ORDER BY id").fetchall()
    database.close()
    return rows


def find_gaps(bot: BotProcess) -> list[Span]:
    """Return when a bot was not there, up to its last run."""
    noted = read_runs(bot)
    return [Span(last, began) for (_, last), (began, _) in pairwise(noted)]


def pass_time(bot: BotProcess, ms: int, *, alive: bool) -> None:
    """Let so much time pass for a dead bot, as if it had been there (`alive`) until just now, or was dead so long.

    Nothing can turn a process's clock; so all that it has noted was so much earlier.
    """
    with sqlite3.connect(path_of(bot)) as database:
        database.execute("UPDATE events SET at = at - ?", (ms,))
        database.execute("UPDATE work SET due = due - ?", (ms,))
        (newest,) = database.execute("SELECT max(id) FROM runs").fetchone()
        database.execute("UPDATE runs SET began = began - ?", (ms,))
        database.execute("UPDATE runs SET last = last - ? WHERE id != ?", (ms, newest if alive else 0))
    database.close()


async def read_stored_table(bot: BotProcess, table: int) -> StoredTable:
    """Return a table as the database has it, with a well-formed log: no gap, and a position once it is played."""
    result = next(
        stored_table for stored_table in await read_stored_tables(bot.database) if stored_table.record.id == table
    )
    assert [event.seq for event in result.log] == list(range(1, result.record.seq + 1))
    assert (result.live().state is None) == (result.record.status == "lobby")
    return result


def read_due(table: StoredTable, *kinds: str) -> list[str]:
    """Return what is due at a table by now, of these kinds."""
    return [
        f"{work_item.kind} {work_item.key}"
        for work_item in table.work
        if work_item.kind in kinds and is_due(work_item.state, work_item.due)
    ]


def is_due(state: str, due: int) -> bool:
    """Check whether a row in this state is to be seen to by now."""
    return state in {WorkState.DUE, WorkState.RETRACT} and due <= now_ms()


def count_posted(sandbox: Sandbox, ends: str) -> Counter[str]:
    """Return how often messages stand there, by their nonces that end so."""
    nonces = [str(message.data.get("nonce") or "") for message in sandbox.world.messages.values()]
    return Counter(nonce for nonce in nonces if nonce.endswith(ends))
