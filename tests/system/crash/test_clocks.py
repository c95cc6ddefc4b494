"""SIGKILL around clocks: each reminder comes once, time runs out once, and what follows is kept with it; while the
process is dead no clock runs.
"""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from bot.common.time_spans import HOUR_SECONDS, measure_elapsed
from bot.tables.model.clock_terms import MOVE, SEAT, bank_left, near_end, stand_in_seats, terms_of
from bot.tables.model.clock_work import HALF, SOON
from bot.tables.model.follow_up_work import NO_MENTIONS_SETTING
from bot.tables.workers.clock_expiry import MAX_RECHECK_MS
from data.engine.clock import now_ms
from data.people.records import Preferences
from data.store import Store
from data.tables.records import EventRecord, Work
from data.tables.work import WorkKind, WorkState
from sandbox import Sandbox
from tests.support.messages import Json, buttons
from tests.support.waiting import until
from tests.system.crash.aimed import (
    MOMENTS,
    Aim,
    count_posted,
    find_gaps,
    pass_time,
    path_of,
    read_due,
    read_runs,
    read_stored_table,
)
from tests.system.crash.process import ForkedBot
from tests.system.crash.stored_tables import StoredTable

LATE = 1000
"""Milliseconds by which something has been due at least when a process takes it up."""

DIRECT = 1
"""Discord's type of a channel for private messages."""

DEAD = 10 * HOUR_SECONDS * 1000
"""Milliseconds for which a process was dead: longer than any clock would have run."""

LATEST = 0.25
"""Seconds after its connection at which a process is killed that finds clocks run out, at the latest."""


class Ticks(NamedTuple):
    """The clock of a table: its seat, the event with which it began, and what follows when it has run out."""

    table: int
    seat: int
    seq: int
    out: int

    def row(self, table: StoredTable, what: str = "") -> Work:
        """Return its row, or that of one of its reminders."""
        kind, key = (
            (WorkKind.REMIND, f"{self.seat}:{self.seq}:{what}")
            if what
            else (WorkKind.EXPIRE_CLOCK, f"{self.seat}:{self.seq}")
        )
        return next(work_item for work_item in table.work if (work_item.kind, work_item.key) == (kind, key))

    def is_due(self, table: StoredTable) -> bool:
        """Check whether its row is to be done; one that is done is deleted."""
        key = WorkKind.EXPIRE_CLOCK, f"{self.seat}:{self.seq}"
        return any(
            (work_item.kind, work_item.key) == key and work_item.state == WorkState.DUE for work_item in table.work
        )

    def late(self, table: StoredTable) -> list[EventRecord]:
        """Return the events that say that it has run out."""
        event = "move" if self.out == MOVE else "late"
        return [entry for entry in table.log if entry.kind == event and entry.seat == self.seat and entry.seq > self.seq
                and entry.user is None and entry.public in ({"late": True}, {"stands_in": True})]  # fmt: skip


class Clocks:
    """Two tables with clocks: after one's time a computer player moves once, after the other's it takes the seat."""

    def __init__(self, sandbox: Sandbox, folder: Path, rng: Random) -> None:
        self.sandbox = sandbox
        self.rng = rng
        self.bot = ForkedBot(sandbox, folder)
        self.aim = Aim(sandbox, self.bot, rng)
        self.ticks: list[Ticks] = []

    async def open(self) -> None:
        """Open both; each waits for its dealer."""
        self.sandbox.people.add_user("Dora")
        await self.bot.start()
        await self.sandbox.people.until(lambda: bool(self.sandbox.people.state("Ada")["commands"]), 15)
        for host, other, out in (("Ada", "Bela", MOVE), ("Cleo", "Dora", SEAT)):
            options = {
                "auto_last_card": False,
                "clock": 6 * HOUR_SECONDS,
                "when_time_runs_out": out,
                "mention": NO_MENTIONS_SETTING,
            }
            opened = await self.sandbox.people.command(host, "card-room", "voren new", options)
            lobby: Json = opened.get("message") or {}
            table = int(buttons(lobby)["Join"].split(":")[2])
            await self.sandbox.people.click(other, lobby, buttons(lobby)["Join"])
            await self.sandbox.people.click(host, lobby, buttons(lobby)["Start"])
            live = (await read_stored_table(self.bot, table)).live()
            assert live.state is not None
            (seat,) = live.state.awaited
            self.ticks.append(Ticks(table, seat, live.timers[seat].seq, out))
        await self.kill_idle_bot()
        store = await Store.open(self.bot.database)
        for name in ("Cleo", "Dora"):  # who are reminded by private messages
            who = (int(self.sandbox.people.user(name)["id"]), name)
            assert await store.preferences.save(who, Preferences(by_message=True)) is False
        await store.close()

    async def kill_idle_bot(self) -> None:
        """Kill the bot with nothing under way."""
        self.bot.kill()
        await self.bot.wait_until_gone()

    async def run_until(self, part: str) -> None:
        """Let time pass, as if the bot had been there, until clocks are half, nearly or all over."""
        remaining: list[int] = []
        last = read_runs(self.bot)[-1][1]
        for ticks in self.ticks:
            live = (await read_stored_table(self.bot, ticks.table)).live()
            terms, began = terms_of(live.record.settings), live.timers[ticks.seat].at
            assert terms is not None
            whole = terms.move + bank_left(live.record.settings, ticks.seat)
            at = {HALF: terms.move // 2, SOON: near_end(whole), "": whole}[part]
            remaining.append(at - measure_elapsed(began, last, find_gaps(self.bot)) + max(0, began - last))
        pass_time(self.bot, max(remaining) + LATE, alive=True)

    async def look(self) -> list[StoredTable]:
        """Return both tables as a kill has left them: no second reminder, time run out once, all with its row."""
        twice = {nonce: times for nonce, times in count_posted(self.sandbox, "-m").items() if times > 1}
        assert not twice, f"reminded twice: {twice}"
        tables = [await read_stored_table(self.bot, entry.table) for entry in self.ticks]
        for ticks, table in zip(self.ticks, tables, strict=True):
            late = ticks.late(table)
            assert len(late) <= 1, f"time ran out twice: {late}"
            stands_in = ticks.seat in stand_in_seats(table.record.settings)
            assert stands_in == bool(late and ticks.out == SEAT)
            if ticks.out == MOVE:
                assert ticks.is_due(table) == (not late), f"{late} is not kept with {table.work}"
        return tables

    async def has_reminded(self, what: str) -> bool:
        """Check whether each has been reminded, and that is noted."""
        rows = [ticks.row(await read_stored_table(self.bot, ticks.table), what) for ticks in self.ticks]
        return all(row.state == WorkState.DONE and str(row.message) in self.sandbox.world.messages for row in rows)

    async def is_settled(self) -> bool:
        """Check that nothing of clocks is due."""
        return not any(
            [
                read_due(await read_stored_table(self.bot, ticks.table), WorkKind.EXPIRE_CLOCK, WorkKind.REMIND)
                for ticks in self.ticks
            ]
        )

    # -- what falls due, and a kill at it ------------------------------------------------------------------------------

    async def reminder(self, what: str, moment: str, *, forgotten: bool) -> None:
        """A reminder falls due at both tables; the bot is killed as it posts one of them, and dead for long. As Discord
        does after some minutes, the stand-in may have `forgotten` what it knew by its nonce.
        """
        await self.run_until(what)
        self.aim.aim_at_post(moment, self.rng.choice((1, 2)), lambda nonce: nonce.endswith("-m"))
        await self.aim.start()
        await self.look()
        if forgotten:
            self.sandbox.world.nonces.clear()
        pass_time(self.bot, DEAD, alive=False)
        began = now_ms()
        await self.bot.start()
        await until(lambda: self.has_reminded(what), 10)
        await until(self.is_settled, 10)
        for ticks, table in zip(self.ticks, await self.look(), strict=True):
            assert not ticks.late(table), "a clock ran while nobody could move"
            assert (
                ticks.row(table).due > began + HOUR_SECONDS * 1000
            )  # of half of it, a quarter of that or more is left
            assert ticks.row(table).due <= now_ms() + MAX_RECHECK_MS
            channel = self.sandbox.world.channels[str(ticks.row(table, what).channel)]
            assert (channel.data["type"] == DIRECT) == (ticks.out == SEAT)
        # Of a decision's two the first goes once the second stands there.
        await until(lambda: count_posted(self.sandbox, "-m").total() == len(self.ticks), 10)
        await self.kill_idle_bot()

    async def runs_out(self) -> None:
        """Time runs out at both tables; the bot is killed about then, or as soon as one of them knows."""
        await self.run_until("")
        await self.bot.start()
        if self.rng.random() < 0.5:
            await until(self.has_one_run_out, 10)
        else:
            await asyncio.sleep(self.rng.uniform(0, LATEST))
        await self.kill_idle_bot()
        await self.look()
        pass_time(self.bot, DEAD, alive=False)
        await self.bot.start()
        await until(self.have_both_run_out, 10)
        await until(self.is_settled, 10)
        await until(lambda: not count_posted(self.sandbox, "-m"), 10)  # reminders of what is over go
        await self.kill_idle_bot()
        await self.look()

    def has_one_run_out(self) -> bool:
        """Check whether time has run out at a table, as far as that is stored."""
        with sqlite3.connect(path_of(self.bot)) as database:
            rows = database.execute("SELECT max(seq) FROM events GROUP BY table_id ORDER BY table_id").fetchall()
        database.close()
        return any(seq > ticks.seq for ticks, (seq,) in zip(self.ticks, rows, strict=True))

    async def have_both_run_out(self) -> bool:
        """Check whether time has run out at both, and what follows is stored."""
        tables = [(ticks, await read_stored_table(self.bot, ticks.table)) for ticks in self.ticks]
        return all(ticks.late(table) and not ticks.is_due(table) for ticks, table in tables)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("kills", [3, pytest.param(24, marks=pytest.mark.soak)])
async def test_reminders_come_once_and_time_runs_out_once_whenever_the_bot_is_killed(
    tmp_path: Path, kills: int
) -> None:
    for number in range(kills // 3):
        rng, folder = Random(number), tmp_path / str(number)
        folder.mkdir()
        async with await Sandbox.start(None) as sandbox:
            clocks = Clocks(sandbox, folder, rng)
            try:
                await clocks.open()
                await clocks.reminder(HALF, MOMENTS[(number + 1) % 3], forgotten=number % 2 == 0)
                await clocks.reminder(SOON, MOMENTS[number % 3], forgotten=number % 2 == 1)
                await clocks.runs_out()
            finally:
                clocks.bot.end()
            assert "Traceback" not in clocks.bot.log.read_text(encoding="utf-8")
