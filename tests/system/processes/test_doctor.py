"""`python -m bot doctor` as its operator runs it: beside a bot with emoji, searches and a health page."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path

from bot.operations.commands import EXIT_DONE, EXIT_FAILED
from sandbox import Sandbox
from tests.support.needs import ROOT
from tests.support.waiting import until
from tests.system.crash.process import BotProcess

MIN_FACES = 100
"""Fewer faces than all games have, and more than some of them."""


async def run_command(bot: BotProcess, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command with the settings of a bot, and others in their place."""
    environment = {**bot._env, **{f"ELDEST_{name.upper()}": value for name, value in settings.items()}}
    return await asyncio.to_thread(
        subprocess.run, [sys.executable, "-m", "bot", *words],
        env=environment, cwd=ROOT, capture_output=True, timeout=60, text=True, check=False,
    )  # fmt: skip


async def test_beside_a_bot_all_is_well_and_a_wrong_token_is_said_without_it(tmp_path: Path) -> None:
    async with await Sandbox.start(None) as sandbox, AsyncExitStack() as stack:
        bot = BotProcess(sandbox, tmp_path, emoji=True, search_processes=1)
        await bot.start()
        stack.callback(bot.end)
        await until(lambda: "ready as" in bot.read_log_end(), 30)
        assert (await run_command(bot, "backup")).returncode == EXIT_DONE

        async def all_is_well() -> bool:
            """Once the emoji are uploaded and the commands registered."""
            process = await run_command(bot, "doctor")
            assert process.stderr == ""
            faces = re.search(r"^ok     emoji         (\d+), all uploaded$", process.stdout, re.MULTILINE)
            well = process.returncode == EXIT_DONE
            assert well == process.stdout.endswith("\nAll is well.\n")
            assert not well or (faces is not None and int(faces[1]) > MIN_FACES)
            return well

        await until(all_is_well, 90)
        wrong = await run_command(bot, "doctor", token="MTIz.wrong")
        assert wrong.returncode == EXIT_FAILED
        *_, line, count = wrong.stdout.splitlines()
        assert line == "WRONG  token         Discord does not accept it: copy it again, or reset it"
        assert count == "1 wrong."
        assert "MTIz.wrong" not in wrong.stdout + wrong.stderr
        await bot.stop()
