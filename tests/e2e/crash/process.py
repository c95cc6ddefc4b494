"""The bot as a process of its own, started and killed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

from sandbox import Sandbox
from tests.needs import ROOT
from tests.waiting import until


class BotProcess:
    """`python -m bot` on a sandbox; its log goes to `folder`/bot.log."""

    def __init__(self, sandbox: Sandbox, folder: Path, **settings: object) -> None:
        self._sandbox = sandbox
        self.database = f"sqlite+aiosqlite:///{folder / 'eldest.sqlite3'}"
        self.log = folder / "bot.log"
        chosen: dict[str, object] = {
            "api_base": sandbox.api_base,
            "token": sandbox.token,
            "database_url": self.database,
            "log_level": "INFO",
            "pictures": False,
            "emoji": False,
            "computer_delay": 0,
            "max_open": 1000,
            **settings,
        }
        self._env = {**os.environ, **{f"ELDEST_{name.upper()}": str(value) for name, value in chosen.items()}}
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start it and wait until it is connected. Raises AssertionError with its log if it ends, or takes 30 s."""
        with self.log.open("ab") as log:
            command = [sys.executable, "-m", "bot"]
            self._process = subprocess.Popen(command, env=self._env, cwd=ROOT, stderr=log)  # noqa: ASYNC220  # quick
        try:
            await until(self._connected, 30)
        except TimeoutError:
            raise AssertionError(f"the bot did not connect:\n{self.said()}") from None

    def _connected(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, f"the bot ended:\n{self.said()}"
        return self._sandbox.gateway.online

    def kill(self) -> None:
        """SIGKILL, now."""
        assert self._process is not None
        self._process.kill()

    def end(self) -> None:
        """No test leaves one behind, however it ends."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    async def buried(self) -> None:
        """Wait until a killed process is gone, and all that it had sent has been read and forgotten."""
        process = self._process
        assert process is not None
        await until(lambda: process.poll() is not None and not self._sandbox.gateway.online)
        assert process.returncode == -signal.SIGKILL, self.said()
        self._process = None
        await asyncio.sleep(0.05)  # what lies in its sockets is read meanwhile, which nobody can be asked about

    async def stop(self) -> None:
        """Stop it as an operator would."""
        if self._process is not None:
            self._process.terminate()
            await asyncio.to_thread(self._process.wait, 20)
            self._process = None

    def said(self) -> str:
        """The end of its log."""
        return self.log.read_text(encoding="utf-8")[-4000:]
