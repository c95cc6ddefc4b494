"""A bot with many tables in mid-game is stopped, and a version with another schema is started, while people press."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

import pytest

from bot.tables.commands import lobby, play
from bot.tables.model.actor import Actor
from bot.tables.services.tables import Tables
from data.store import Store
from rules.players import player_of
from rules.registry import GAMES
from sandbox import Sandbox
from sandbox.server import limits
from sandbox.server.records import Message
from tests.support.messages import Json, buttons
from tests.support.needs import ROOT
from tests.support.revisions import NEXT, lay_next_revision, take_revisions_from
from tests.support.waiting import until
from tests.system.crash.players import Witness
from tests.system.crash.process import BotProcess, Running
from tests.system.crash.stored_tables import StoredTable, find_faults, read_stored_tables

PEOPLE: Final = 12
"""People at all tables together."""

PRESSING: Final = 8
"""People who press at the same time."""

MOVES: Final = 6
"""Moves of a table before its people press."""

DISCORD_WAITS_SECONDS: Final = 3.0

PAUSE_SECONDS: Final = 60
"""The pause is measured and printed; on a busy machine it may not be longer than this."""

NEXT_VERSION: Final = """
import sys
from pathlib import Path
from data import migrate
migrate.FOLDER = Path(sys.argv.pop())
from bot.__main__ import main
sys.exit(main())
"""
"""A bot whose migrations lie in the folder that is its argument."""


class NextBot(BotProcess):
    """A process of the next version."""

    migrations: Path

    def _start_process(self) -> Running:
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-c", NEXT_VERSION, str(self.migrations)], env=self._env, cwd=ROOT, stderr=log
            )


@dataclass
class Update:
    """People who press at their tables, and when they were answered."""

    sandbox: Sandbox
    witness: Witness
    rng: Random
    tables: dict[int, tuple[str, list[str]]] = field(default_factory=dict[int, tuple[str, list[str]]])
    """The game and the people of each table."""
    answered: list[float] = field(default_factory=list[float])
    unanswered: int = 0

    def table_message(self, template: Json, table: int) -> Json:
        """Return a public message of the bot with a table's button *My hand*."""
        world = self.sandbox.world
        hand = {"type": 2, "id": 2, "style": 2, "label": "My hand", "custom_id": f"eh:show_hand:{table}"}
        data = {**template, "id": world.ids.new(), "components": [{"type": 1, "id": 1, "components": [hand]}]}
        data.pop("nonce", None)
        world.add_message(world.channels[data["channel_id"]], Message(data))
        return data

    async def press(self, template: Json) -> None:
        """Look at a hand somewhere, and make a move if it is one's turn. Never ends."""
        while True:
            table = self.rng.choice(list(self.tables))
            game, people = self.tables[table]
            who = self.rng.choice(people)
            shown = await self.witness.click(who, self.table_message(template, table), f"eh:show_hand:{table}")
            if shown is None:
                self.unanswered += 1
                await asyncio.sleep(0.1)
                continue
            self.answered.append(perf_counter())
            hand = shown.get("message") or {}
            ids = [one for one in buttons(hand).values() if one.startswith("eh:make_move:")]
            if ids and (await self.witness.click(who, hand, self.rng.choice(ids), game=game)) is not None:
                self.answered.append(perf_counter())
            await asyncio.sleep(0.02)

    async def busy(self, presses: int) -> None:
        """Wait for so many answers more."""
        wanted = len(self.answered) + presses
        await until(lambda: len(self.answered) >= wanted, 120)


async def deal_tables(sandbox: Sandbox, url: str, count: int, names: list[str], rng: Random) -> dict[int, Any]:
    """Deal so many tables of all games, with people alone; return the game and the people of each."""
    store = await Store.open(url)
    tables = Tables(store, refresh=False, ping_delay=24 * 3600, max_live=2 * count, max_open=2 * count)
    where = (int(sandbox.world.guild_id), int(sandbox.people.channel("card-room")["id"]))
    made = dict[int, Any]()

    def actor(name: str) -> Actor:
        return Actor(int(sandbox.people.user(name)["id"]), name, int(sandbox.world.ids.new()))

    async def one(number: int) -> None:
        game = list(GAMES.values())[number % len(GAMES)]
        people = rng.sample(names, max(2, game.seats[0]))
        live = await lobby.open_table(tables, game, {}, where, actor(people[0]))
        for name in people[1:]:
            await lobby.join(tables, live.id, actor(name))
        await lobby.start(tables, live.id, actor(people[0]))
        for _ in range(MOVES):
            live = await tables.find(live.id)
            if live.state is None or live.awaits_deal():
                break
            seat = live.state.to_act[0]
            move = player_of(game).choose(live.state.view(seat), rng)
            await play.act(tables, live.id, move, actor(live.record.seats[seat].name))
        made[live.id] = (game.id, people)

    for first in range(0, count, 50):
        await asyncio.gather(*map(one, range(first, min(first + 50, count))))
    await store.close()
    return made


def count_kept_moves(witness: Witness, tables: list[StoredTable]) -> int:
    """Return how many moves people were told that they had made; each is in a log."""
    logged = {event.interaction for table in tables for event in table.log}
    made = [sent for sent in witness.sent.values() if sent.made]
    lost = [sent for sent in made if sent.interaction not in logged]
    assert not lost, f"acknowledged and lost: {lost}"
    return len(made)


async def update(folder: Path, count: int, presses: int) -> float:
    """Update a bot with so many tables after `presses` and before as many; returns the seconds without an answer."""
    rng = Random(7)
    async with await Sandbox.start(None) as sandbox:
        world = sandbox.world
        names = [f"Player {number}" for number in range(PEOPLE)]
        for name in names:
            sandbox.people.add_user(name)
        bot = BotProcess(sandbox, folder)
        later = NextBot(sandbox, folder, bot.database, name="later")
        later.migrations = lay_next_revision(folder)
        made = await deal_tables(sandbox, bot.database, count, names, rng)
        before = {one.record.id: one.log for one in await read_stored_tables(bot.database)}
        run = Update(sandbox, Witness(sandbox), rng, made)
        try:
            await bot.start()
            await until(
                lambda: any(one["name"] == "voren" for some in world.commands.values() for one in some.values())
            )
            opened = await sandbox.people.command("Ada", "card-room", "voren new", {})
            template = opened.get("message") or {}
            pressing = [asyncio.create_task(run.press(template)) for _ in range(PRESSING)]
            await run.busy(presses)
            began = perf_counter()
            await bot.stop()
            stopped = perf_counter()
            await later.start()
            connected = perf_counter()
            await run.busy(presses)
            for task in pressing:
                task.cancel()
            await asyncio.gather(*pressing, return_exceptions=True)
            await later.stop()
        finally:
            bot.end()
            later.end()
        with closing(sqlite3.connect(folder / "eldest.sqlite3")) as connection:
            assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(NEXT,)]
        with pytest.MonkeyPatch.context() as patch:
            take_revisions_from(later.migrations, patch)
            tables = {one.record.id: one for one in await read_stored_tables(bot.database)}
            assert await find_faults(bot.database) == []
        assert all(tables[number].log[: len(log)] == log for number, log in before.items())
        kept = count_kept_moves(run.witness, list(tables.values()))
        pause = min(at for at in run.answered if at > stopped) - began
        assert kept
        print(
            f"{count} tables: {len(run.answered)} presses answered and {run.unanswered} not, {kept} moves made and "
            f"none lost. The pause: {pause:.1f} s; stop {stopped - began:.1f} s, backup, migration and start "
            f"{connected - stopped:.1f} s."
        )
        return pause


@pytest.fixture(autouse=True)
def impatience(patience: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let whoever presses wait as long for an answer as at Discord, and press again."""
    monkeypatch.setattr(limits, "ACKNOWLEDGE_SECONDS", DISCORD_WAITS_SECONDS)


@pytest.mark.timeout(300)
async def test_twenty_tables_go_on_after_an_update_with_nothing_lost(tmp_path: Path) -> None:
    assert await update(tmp_path, 20, 100) < PAUSE_SECONDS


@pytest.mark.soak
async def test_a_thousand_tables_go_on_after_an_update_with_nothing_lost(tmp_path: Path) -> None:
    assert await update(tmp_path, 1000, 500) < PAUSE_SECONDS
