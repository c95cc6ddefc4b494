"""The bot as a process of its own, started and killed."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from pkgutil import walk_packages
from typing import Final, Protocol

import cogs
from data.engine.shards import Shards
from sandbox import Sandbox
from tests.support.needs import ROOT
from tests.support.waiting import until
from tests.system.crash.forked_bot import run_bot
from tools import reaper

IMPORTED: Final = [
    run_bot.__module__,
    "alembic.command",
    *(module.name for module in walk_packages(cogs.__path__, "cogs.")),
]
"""What a bot imports at its start."""


class Running(Protocol):
    """The interface of a process, as subprocess.Popen has it."""

    @property
    def pid(self) -> int:
        """Return the number of the process."""
        ...

    @property
    def returncode(self) -> int | None:
        """Return the exit code; None while it runs, or where nobody has asked yet."""
        ...

    def poll(self) -> int | None:
        """Return the exit code, None while it runs."""
        ...

    def wait(self, timeout: float | None = None) -> int | None:
        """Wait for the end."""
        ...

    def kill(self) -> None:
        """Send SIGKILL."""
        ...

    def terminate(self) -> None:
        """Send SIGTERM."""
        ...


class BotProcess:
    """A process of `python -m bot` on a sandbox. Its log is `folder`/`name`.log; it has `shards`, or the only one."""

    def __init__(
        self,
        sandbox: Sandbox,
        folder: Path,
        database: str | None = None,
        *,
        name: str = "bot",
        shards: Shards | None = None,
        **settings: object,
    ) -> None:
        self._sandbox = sandbox
        self.database = database or f"sqlite+aiosqlite:///{folder / 'eldest.sqlite3'}"
        self.log = folder / f"{name}.log"
        self.shards = Shards(1, frozenset({0})) if shards is None else shards
        if shards is not None:
            settings = {"shard_count": shards.count, "shard_ids": ",".join(map(str, sorted(shards.ids))), **settings}
        chosen: dict[str, object] = {
            "api_base": sandbox.api_base,
            "token": sandbox.token,
            "database_url": self.database,
            "erasure_log": folder / "eldest.deletions",
            "log_level": "INFO",
            "pictures": False,
            "emoji": False,
            "computer_delay": 0,
            "double_tap": 0,
            "max_open": 1000,
            **settings,
        }
        self._env = {**os.environ, **{f"ELDEST_{name.upper()}": str(value) for name, value in chosen.items()}}
        self._process: Running | None = None

    def _start_process(self) -> Running:
        """Return the bot, started by its command."""
        with self.log.open("ab") as log:
            return subprocess.Popen([sys.executable, "-m", "bot"], env=self._env, cwd=ROOT, stderr=log)

    async def start(self) -> None:
        """Start it and wait until it is connected. Raises AssertionError with its log if it ends, or takes 30 s."""
        self._process = self._start_process()
        reaper.watch_process(self._process.pid)
        try:
            await until(self.is_connected, 30)
        except TimeoutError:
            raise AssertionError(f"the bot did not connect:\n{self.read_log_end()}") from None

    def is_connected(self) -> bool:
        """Return whether all its shards are connected. Raises AssertionError with its log if it has ended."""
        assert self._process is not None
        assert self._process.poll() is None, f"the bot ended:\n{self.read_log_end()}"
        return self.shards.ids <= self._sandbox.gateway.online_shards

    def kill(self) -> None:
        """Send SIGKILL now."""
        assert self._process is not None
        self._process.kill()

    def end(self) -> None:
        """Kill it if it runs, so that no test leaves one behind."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._forget()

    def _forget(self) -> None:
        """Note that it has ended."""
        assert self._process is not None
        reaper.forget_process(self._process.pid)
        self._process = None

    async def wait_until_gone(self) -> None:
        """Wait until a killed process is gone, and all that it had sent has been read and forgotten."""
        process = self._process
        assert process is not None
        await until(lambda: process.poll() is not None and not self.shards.ids & self._sandbox.gateway.online_shards)
        assert process.returncode == -signal.SIGKILL, self.read_log_end()
        self._forget()
        await asyncio.sleep(0.05)  # what lies in its sockets is read meanwhile, which nobody can be asked about

    async def stop(self) -> None:
        """Stop it as an operator would."""
        if self._process is not None:
            self._process.terminate()
            await asyncio.to_thread(self._process.wait, 20)
            self._forget()

    def read_log_end(self) -> str:
        """Return the end of its log."""
        return self.log.read_text(encoding="utf-8")[-4000:]


class ForkedBot(BotProcess):
    """A process forked from one that has imported the bot: the imports take longer than all else at a start."""

    ahead_ms = 0
    """Milliseconds by which the clock of the next process is ahead of the machine's."""

    def _start_process(self) -> Running:
        # A daemon: pytest ends it, and does not wait for it.
        args = (self._env, ROOT, self.log, None, self.ahead_ms)
        process = fork_server().Process(target=run_bot, args=args, daemon=True)
        process.start()
        return Forked(process)


class Forked:
    """A forked process, with the names of subprocess.Popen."""

    def __init__(self, process: ForkServerProcess) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        """See Running."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """See Running."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """See Running."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int | None:
        """See Running."""
        self._process.join(timeout)
        return self._process.exitcode

    def kill(self) -> None:
        """See Running."""
        self._process.kill()

    def terminate(self) -> None:
        """See Running."""
        self._process.terminate()


def run_forked(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a bot that ends by itself, forked like ForkedBot; return how. `folder`, a new one, is for what it writes."""
    folder.mkdir()
    log, output = folder / "stderr", folder / "stdout"
    environment = {**os.environ, **{f"ELDEST_{name.upper()}": value for name, value in settings.items()}}
    process = fork_server().Process(target=run_bot, args=(environment, ROOT, log, output))
    process.start()
    process.join(30)
    assert process.exitcode is not None, "the bot did not end"
    return subprocess.CompletedProcess("bot", process.exitcode, output.read_text("utf-8"), log.read_text("utf-8"))


def fork_server() -> ForkServerContext:
    """Return the process that bots are forked from; there is one for each worker, from its first bot on."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(IMPORTED)
    return context
