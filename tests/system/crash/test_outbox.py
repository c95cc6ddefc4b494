"""SIGKILL around what is owed to people: each message that says whose turn it is, what somebody did, or that a table
has no place comes to be there, once, and nothing is left due.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from bot.tables.commands import leave_and_end, lobby, pause
from bot.tables.model.follow_up_work import ANSWERED_SUFFIX, CLOSED_QUESTIONS_KEY
from bot.tables.services.tables import Tables
from data.engine.clock import now_ms
from data.store import Store
from data.tables.records import Append, NewWork, RecordChanges, Work
from data.tables.work import WorkKind, WorkState
from sandbox import Sandbox
from tests.support.messages import Json, buttons
from tests.support.people import make_actor
from tests.support.waiting import until
from tests.system.crash.aimed import MOMENTS, Aim, pass_time, read_due, read_stored_table
from tests.system.crash.process import ForkedBot

TOLD = re.compile(r"[0-9]+-[0-9]+-(p[0-9a-f]+|a|r)")
"""The nonces of what is told: whose turn it is, what somebody did, that a table has no place."""

PEOPLE, CHANNEL, BARRED = ("Ada", "Bela", "Cleo"), "card-room", "parlour"

A_WHILE = 60_000
"""Milliseconds after which all is tried again that failed, on a process that has not done so itself."""

KILLS = 3
"""Kills for each filling of the outbox."""


def is_told(row: Work) -> bool:
    """Check whether a row is delivered by a message of its own; of a game that has ended nobody is told of a turn."""
    if row.state == WorkState.CANCELLED:
        return False
    return row.kind in {WorkKind.PING, WorkKind.REPORT_LOST_CHANNEL} or (
        row.kind == WorkKind.ANNOUNCE and row.key != CLOSED_QUESTIONS_KEY and ANSWERED_SUFFIX not in row.payload
    )


class Outbox:
    """Tables at which much happens while no bot is there to tell it."""

    def __init__(self, sandbox: Sandbox, folder: Path, rng: Random) -> None:
        self.sandbox = sandbox
        self.rng = rng
        self.bot = ForkedBot(sandbox, folder, ping_delay=0, ping_quiet=0)
        self.aim = Aim(sandbox, self.bot, rng)
        self.tables: list[int] = []

    def person(self, name: str) -> Any:
        """Return somebody as the tables know them."""
        return SimpleNamespace(id=int(self.sandbox.people.user(name)["id"]), display_name=name)

    async def fill(self) -> None:
        """Open four tables on the bot that runs, kill it, and let things happen there that are to be told."""
        self.sandbox.set_bot_permissions(BARRED, view_channel=None)
        numbers: list[int] = []
        for place, host in ((CHANNEL, "Ada"), (CHANNEL, "Bela"), (CHANNEL, "Cleo"), (BARRED, "Ada")):
            opened = await self.sandbox.people.command(host, place, "voren new", {"auto_last_card": False})
            board: Json = opened.get("message") or {}
            numbers.append(int(buttons(board)["Join"].split(":")[2]))
            for other in PEOPLE:
                if other != host:
                    await self.sandbox.people.click(other, board, buttons(board)["Join"])
        self.bot.kill()
        await self.bot.wait_until_gone()
        self.sandbox.set_bot_permissions(BARRED, view_channel=False)
        self.tables += numbers
        store = await Store.open(self.bot.database)
        try:
            await self._happens(Tables(store, ping_delay=0), numbers)
        finally:
            await store.close()

    async def _happens(self, tables: Tables, numbers: list[int]) -> None:
        paused, remaining, ended, lost = numbers
        ids = self.sandbox.world.ids
        for table in (paused, remaining, ended):
            live = await tables.find(table)
            await lobby.start(tables, table, make_actor(self.person(live.record.seats[0].name), int(ids.new())))
        for table, act in ((paused, pause.pause), (remaining, leave_and_end.leave), (ended, leave_and_end.end)):
            live = await tables.find(table)
            assert live.state is not None
            idle = next(
                seat for seat in live.record.seats if live.state is not None and seat.seat not in live.state.awaited
            )
            who = self.person(idle.name)
            if act is pause.pause:
                await pause.pause(tables, table, make_actor(who, int(ids.new())))
            elif act is leave_and_end.leave:
                await leave_and_end.leave(tables, table, make_actor(who, int(ids.new())))
            else:
                await leave_and_end.end(tables, table, make_actor(who, int(ids.new())), moderator=True)
        live = await tables.find(lost)
        work = (NewWork(WorkKind.REPORT_LOST_CHANNEL, "1", live.record.seq, {"is_deleted": False}, now_ms()),)
        homeless: RecordChanges = {"settings": {**live.record.settings, "homeless": now_ms()}}
        await tables.store.tables.append(
            Append(lost, live.record.seq, work=work, changes=homeless, rev=live.record.rev)
        )

    async def look(self) -> list[Work]:
        """Return the rows that are told at all tables; nothing stands there twice."""
        rows = [
            row for number in self.tables for row in (await read_stored_table(self.bot, number)).work if is_told(row)
        ]
        twice = {nonce: times for nonce, times in self.standing().items() if times > 1}
        assert not twice, f"told twice: {twice}"
        return rows

    def standing(self) -> Counter[str]:
        """Return how often what is told stands there, by nonce."""
        nonces = [str(message.data.get("nonce") or "") for message in self.sandbox.world.messages.values()]
        return Counter(nonce for nonce in nonces if TOLD.fullmatch(nonce))

    async def is_empty(self) -> bool:
        """Check that all is told, also what was put off for a moment, and nothing is due of boards."""
        tables = [await read_stored_table(self.bot, number) for number in self.tables]
        work_states = [row.state for table in tables for row in table.work if is_told(row)]
        return set(work_states) == {WorkState.DONE} and not any(
            read_due(table, WorkKind.FIND_BOARD, WorkKind.DELETE_BOARD) for table in tables
        )

    async def struck(self, moment: str) -> None:
        """Let the bot be killed as it posts the first of what is owed."""
        self.aim.aim_at_post(moment, 1, lambda nonce: TOLD.fullmatch(nonce) is not None)
        await self.aim.start()
        await self.look()
        pass_time(self.bot, A_WHILE, alive=True)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("kills", [KILLS, pytest.param(24, marks=pytest.mark.soak)])
async def test_personal_messages_are_sent_once_despite_kills(tmp_path: Path, kills: int) -> None:
    async with await Sandbox.start(None) as sandbox:
        outbox = Outbox(sandbox, tmp_path, Random(3))
        try:
            await outbox.bot.start()
            await sandbox.people.until(lambda: bool(sandbox.people.state("Ada")["commands"]), 15)
            for number in range(kills // KILLS):
                await outbox.fill()
                for kill in range(KILLS):
                    await outbox.struck(MOMENTS[(number + kill) % len(MOMENTS)])
                    if (number + kill) % 2:  # as Discord does after some minutes
                        sandbox.world.nonces.clear()
                await outbox.bot.start()
                await until(outbox.is_empty, 15)
                rows = await outbox.look()
                assert Counter(row.kind for row in rows) == {
                    WorkKind.PING: 2 * (number + 1),
                    WorkKind.ANNOUNCE: 3 * (number + 1),
                    WorkKind.REPORT_LOST_CHANNEL: number + 1,
                }
                assert {row.state for row in rows} == {WorkState.DONE}, rows
                messages = {str(row.message) for row in rows}
                assert len(messages) == len(rows) == outbox.standing().total()
                assert messages <= sandbox.world.messages.keys()
        finally:
            outbox.bot.end()
        assert "Traceback" not in outbox.bot.log.read_text(encoding="utf-8")
