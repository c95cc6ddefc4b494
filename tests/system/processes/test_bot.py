"""The bot as a process, as its operator meets it: its log as JSON, its health, and a second one on its database."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import aiohttp

from bot.common.version import VERSION
from bot.operations.commands import EXIT_IN_USE
from sandbox import Sandbox
from tests.support.needs import ROOT
from tests.support.waiting import until
from tests.system.crash.process import BotProcess


async def test_it_logs_tells_how_it_is_and_is_alone(tmp_path: Path) -> None:
    async with await Sandbox.start(None) as sandbox, AsyncExitStack() as stack:
        bot = BotProcess(sandbox, tmp_path, log_format="json", health_port=0)
        await bot.start()
        stack.callback(bot.end)
        await until(lambda: "ready as" in bot.read_log_end() and "/metrics are at" in bot.read_log_end())
        address = re.search(r"http://127\.0\.0\.1:\d+(?=\")", bot.read_log_end())
        assert address is not None
        async with aiohttp.ClientSession() as session, session.get(f"{address[0]}/health") as answer:
            assert (await answer.json())["ready"]
        command = [sys.executable, "-m", "bot"]
        second = await asyncio.to_thread(
            subprocess.run, command, env=bot._env, cwd=ROOT, capture_output=True, timeout=30, text=True, check=False
        )
        assert second.returncode == EXIT_IN_USE
        assert "process" in second.stderr
        assert bot._process is not None
        assert bot._process.poll() is None
        await bot.stop()
        lines = [json.loads(line) for line in bot.log.read_text(encoding="utf-8").splitlines()]
        assert lines[0]["message"] == f"Eldest Hand {VERSION} starts"
        assert all({"time", "level", "logger", "message"} <= set(line) for line in lines)
        assert sandbox.token not in bot.log.read_text(encoding="utf-8")
