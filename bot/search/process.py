"""One search process: started, asked, and killed where it dies or takes too long."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Self

from bot.search.answers import SearchRequest

ROOT: Final = Path(__file__).parent.parent.parent
"""The folder that holds the packages which a search process imports."""

START_SECONDS: Final = 20.0
"""Seconds for a process to start."""

SEARCH_SECONDS: Final = 4.0
"""Seconds for one search. The longest sensible ones take half a second of a free processor."""

MAX_ANSWER_BYTES: Final = 1 << 20
"""A longer line is no answer."""


class SearchFailed(Exception):
    """Raised where a search has no answer; `reason` is a word for the metrics and the log.

    `ends_process` says that the process that was asked is of no more use.
    """

    def __init__(self, reason: str, *, ends_process: bool = True) -> None:
        super().__init__(reason)
        self.reason = reason
        self.ends_process = ends_process


class SearchProcess:
    """A running search process. It answers one request at a time; both bear the request's number."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._number = 0
        """The number of the last request; the process says that it is ready as answer 0."""

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process has not ended, as far as is known."""
        return self._process.returncode is None

    @classmethod
    async def start(cls) -> Self:
        """Start a process and wait until it is ready. Raises SearchFailed where it cannot be started."""
        try:
            # A session of its own: Ctrl+C is for the bot, which ends its searches itself.
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot.search.worker",
                stdin=PIPE, stdout=PIPE, cwd=ROOT, start_new_session=True, limit=MAX_ANSWER_BYTES,
            )  # fmt: skip
        except OSError as error:
            raise SearchFailed("unstarted") from error
        started = cls(process)
        try:
            async with asyncio.timeout(START_SECONDS):
                await started._read()
        except BaseException as error:
            await started.kill()
            if isinstance(error, (SearchFailed, TimeoutError)):
                raise SearchFailed("unstarted") from error
            raise
        return started

    async def ask(self, request: SearchRequest) -> list[Any]:
        """Return the answer to a request. Raises SearchFailed, also for a line that is no answer to it."""
        self._number += 1
        try:
            async with asyncio.timeout(SEARCH_SECONDS):
                assert self._process.stdin is not None
                self._process.stdin.write(json.dumps([self._number, request]).encode() + b"\n")
                await self._process.stdin.drain()
                answered = await self._read()
        except TimeoutError as error:
            raise SearchFailed("overran") from error
        except OSError as error:
            raise SearchFailed("died") from error
        match answered:
            case [*found]:
                return found
            case {"error": str(kind)}:
                raise SearchFailed(f"failed ({kind})", ends_process=False)
            case _:
                raise SearchFailed("garbled")

    async def _read(self) -> Any:
        """Return the answer with the number of the last request. Raises SearchFailed."""
        assert self._process.stdout is not None
        try:
            line = await self._process.stdout.readline()
            if not line.endswith(b"\n"):
                raise SearchFailed("died")
            number, answered = json.loads(line)
        except (ValueError, TypeError, RecursionError):  # too long, no JSON, or no pair
            raise SearchFailed("garbled") from None
        if number != self._number:
            raise SearchFailed("garbled")
        return answered

    async def kill(self) -> None:
        """End the process at once."""
        if self._process.returncode is None:
            with suppress(ProcessLookupError):  # it has just died
                self._process.kill()
        await self._process.wait()
