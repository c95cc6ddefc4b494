"""A line on a search process's pipe that is no answer ends that process, so that no later answer is shifted."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import pytest

from bot.search.answers import SearchRequest
from bot.search.process import MAX_ANSWER_BYTES, SearchFailed, SearchProcess
from bot.search.search_processes import SearchProcesses, Urgency
from rules.players import player_of
from tests.bot.search.views import CONFERENCE, make_view

REQUEST = SearchRequest(task="choose", game="conference", view=make_view(), seed=7, moves=[])


class Pipes:
    """A process of the system as a `SearchProcess` uses it. It writes `lines` before its answer to a request."""

    pid = 1

    def __init__(self, lines: bytes = b"") -> None:
        self.returncode: int | None = None
        self.stdin, self.stdout = self, asyncio.StreamReader(limit=MAX_ANSWER_BYTES)
        self._lines = lines

    def write(self, line: bytes) -> None:
        """Answer a request with its seed as the number of worlds."""
        number, request = json.loads(line)
        self.stdout.feed_data(self._lines + json.dumps([number, ["found", request["seed"]]]).encode() + b"\n")

    async def drain(self) -> None:
        """Do nothing, as all is written already."""

    def kill(self) -> None:
        """End at once."""
        self.returncode = -9

    async def wait(self) -> int | None:
        """Return the exit code."""
        return self.returncode


def make_process(lines: bytes = b"") -> SearchProcess:
    """Return a search process that writes these lines before its answer."""
    pipes: Any = Pipes(lines)
    return SearchProcess(pipes)


async def test_each_request_gets_its_own_answer() -> None:
    process = make_process()
    for seed in range(3):
        assert await process.ask({**REQUEST, "seed": seed}) == ["found", seed]


@pytest.mark.parametrize(
    "line",
    [
        *(b"a word", b"\xff", b"[" * 100_000, b"1", b"[1]", b"x" * (MAX_ANSWER_BYTES + 1)),
        *(b'[0, ["found", 7]]', b'[2, ["found", 7]]', b'[1, "found"]', b'[1, {"error": 7}]'),
    ],
    ids=lambda line: line[:20].decode(errors="replace"),
)
async def test_a_line_that_is_no_answer_ends_the_process(line: bytes) -> None:
    with pytest.raises(SearchFailed, match=r"^garbled$") as raised:
        await make_process(line + b"\n").ask(REQUEST)
    assert raised.value.ends_process


async def test_an_error_of_the_player_is_an_answer() -> None:
    with pytest.raises(SearchFailed, match=r"^failed \(ValueError\)$") as raised:
        await make_process(b'[1, {"error": "ValueError"}]\n').ask(REQUEST)
    assert not raised.value.ends_process


async def test_after_a_stray_line_another_process_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    processes = iter([make_process(b"a word\n"), make_process()])

    async def start() -> SearchProcess:
        return next(processes)

    monkeypatch.setattr(SearchProcess, "start", start)
    search, seat_view = SearchProcesses(1), make_view()
    moves = [await search.choose(CONFERENCE, "strong", seat_view, seed, Urgency.TABLE) for seed in (7, 8)]
    assert moves == [(player_of(CONFERENCE).choose(seat_view, Random(7)), "normal", 0), ("found", "strong", 8)]
    assert search.replaced == 1
    await search.close()
