"""SIGKILL while somebody plays a lesson: it goes on where it was, and no move that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from random import Random

import pytest

from data.tables.records import LESSONS_GUILD_ID
from sandbox import Sandbox
from tests.support.messages import buttons, text
from tests.system.crash.learner import Learner
from tests.system.crash.players import Sent, Witness
from tests.system.crash.process import BotProcess, ForkedBot
from tests.system.crash.stored_tables import compare_logs, read_stored_tables

WHO, CHANNEL = "Ada", "card-room"

LATEST = 0.03
"""Seconds after a press at which the bot is killed at the latest: some of the answers are out by then."""


async def killed_while_learning(folder: Path, game: str, kills: int, seed: int) -> tuple[int, int]:
    """Kill the bot so often while somebody learns a game, and look; more often until one of them came amid a hand.

    Returns how many kills left a move in the log that nobody had been told of, and how many came amid a hand.
    """
    rng = Random(seed)
    silent, amid = 0, 0
    async with await Sandbox.start(None) as sandbox:
        witness, bot = Witness(sandbox), ForkedBot(sandbox, folder)
        learner = Learner(witness, WHO, CHANNEL, game, rng)
        await bot.start()
        await sandbox.people.until(lambda: bool(sandbox.people.state(WHO)["commands"]), 15)
        try:
            for killed in range(4 * kills):
                if killed >= kills and amid:
                    break
                await until_killed(bot, learner, presses=rng.randint(2, 8))
                tables = await read_stored_tables(bot.database)
                record = compare_logs(tables, witness)  # whatever was acknowledged is in a log, once
                assert all(table.record.guild == LESSONS_GUILD_ID for table in tables)
                silent += any(not sent.answered for sent in record.values())
                amid += tables[-1].record.status == "playing"
                await bot.start()
                answer = await witness.command(WHO, CHANNEL, "learn", game=game)
                learner.message = (answer or {}).get("message") or {}
                if tables[-1].record.status == "playing" and "Play again" in buttons(learner.message):
                    # Where only computer players were left to move, the sleeper has brought it to its end meanwhile.
                    assert re.search(r"The lesson is over\.", text(learner.message))
                    now = {table.record.id: table.record.status for table in await read_stored_tables(bot.database)}
                    assert now[tables[-1].record.id] == "over"
                elif tables[-1].record.status == "playing":
                    assert "Welcome back. You can play this hand to its end." in text(learner.message)
                    assert f":{tables[-1].record.id}:" in next(iter(buttons(learner.message).values()))
            async with asyncio.timeout(60):
                await learner.play(learner.lessons + 1)
            tables = await read_stored_tables(bot.database)
            compare_logs(tables, witness)
            assert [table.record.status for table in tables] == ["over"] * len(tables)
            assert learner.lessons <= len(tables) <= learner.lessons + 4 * kills  # of some nobody heard the end
        finally:
            await bot.stop()
        assert "Traceback" not in bot.log.read_text(encoding="utf-8")
    return silent, amid


async def until_killed(bot: BotProcess, learner: Learner, presses: int) -> None:
    """Let somebody learn, and kill the bot just after a press."""
    dead, witness, sent = asyncio.Event(), learner.witness, 0

    def kill() -> None:
        bot.kill()
        dead.set()

    def counted(_: Sent) -> None:
        nonlocal sent
        sent += 1
        if sent == presses:
            asyncio.get_running_loop().call_later(learner.rng.uniform(0, LATEST), kill)

    witness.on_send = counted
    playing = asyncio.create_task(learner.play(1000))
    async with asyncio.timeout(60):
        await dead.wait()
    witness.on_send = lambda _: None
    await bot.wait_until_gone()
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("game", "kills"),
    [
        ("voren", 2),
        *(
            pytest.param(game, 12, marks=pytest.mark.soak)
            for game in ("voren", "five_crowns", "mitigati", "conference", "abracadabra")
        ),
    ],
)
async def test_a_lesson_goes_on_after_each_kill(tmp_path: Path, game: str, kills: int) -> None:
    silent, amid = await killed_while_learning(tmp_path, game, kills, seed=7)
    assert amid
    assert silent or kills < 12
