"""Searches beside the bot: the same moves as within it, one that fails costs no move, people come first."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest

from bot.search import process, search_processes
from bot.search.answers import SearchRequest
from bot.search.process import SearchFailed
from bot.search.search_processes import SearchProcesses, Urgency
from rules.contract import Game, View
from rules.players import compare_moves, player_of
from rules.players.strong import Choice
from rules.registry import GAMES
from tests.rules.players.positions import positions
from tests.support.needs import ROOT

CONFERENCE = GAMES["conference"]
MOST_MEGABYTES = 60
ENDED_SECONDS = 5


@pytest.fixture
async def search() -> AsyncGenerator[SearchProcesses]:
    """One search process."""
    result = SearchProcesses(1)
    yield result
    await result.close()


def find_searched_view(game: Game) -> View:
    """Return a view in which the strong player searches."""
    for state, seat in positions(game, Random(f"searched {game.id}")):
        view = state.view(seat)
        if compare_moves(game, view, [], Random(1)).estimates:
            return view
    raise AssertionError(f"{game.id} never searches")


def read_most_megabytes(pid: int) -> int:
    """Return the most memory that a process has had."""
    status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return int(status["VmHWM"].split()[0]) // 1024


async def test_a_process_gives_the_moves_the_hints_and_the_estimates_of_the_player_itself(
    search: SearchProcesses,
) -> None:
    for game in GAMES.values():
        view, strong = find_searched_view(game), player_of(game, "strong")
        chosen = await search.choose(game, "strong", view, 7, Urgency.TABLE)
        assert (chosen.move, chosen.level) == (strong.choose(view, Random(7)), "strong")
        assert chosen.worlds > 0
        assert await search.advise(game, view, 7) == strong.advise(view, Random(7))
        assert await search.compare(game, view, [], 7) == compare_moves(game, view, [], Random(7))
    (pid,) = search.pids
    assert read_most_megabytes(pid) < MOST_MEGABYTES
    assert search.replaced == 0


async def test_a_move_that_the_search_left_out_is_estimated_and_the_hint_stays() -> None:
    for game in GAMES.values():
        view = find_searched_view(game)
        choice = compare_moves(game, view, [], Random(3))
        moves = {estimate.move for estimate in choice.estimates}
        others = [move for move in view["moves"] if move not in moves]
        compared = compare_moves(game, view, others[:1], Random(3))
        assert compared.move == choice.move
        assert {estimate.move for estimate in compared.estimates} >= {choice.move, *others[:1]}


async def test_without_processes_a_thread_searches() -> None:
    search = SearchProcesses(0)
    view = find_searched_view(CONFERENCE)
    chosen = await search.choose(CONFERENCE, "strong", view, 7, Urgency.TABLE)
    assert chosen.move == player_of(CONFERENCE, "strong").choose(view, Random(7))
    assert search.pids == ()
    await search.close()


@pytest.mark.parametrize("level", ["easy", "normal"])
async def test_a_level_that_does_not_search_needs_no_process(search: SearchProcesses, level: Any) -> None:
    view = find_searched_view(CONFERENCE)
    chosen = await search.choose(CONFERENCE, level, view, 7, Urgency.TABLE)
    assert chosen == (player_of(CONFERENCE, level).choose(view, Random(7)), level, 0)
    assert search.pids == ()


async def stop_process(search: SearchProcesses, view: View) -> int:
    """Stop the process of these searches; return its number."""
    await search.choose(CONFERENCE, "strong", view, 1, Urgency.TABLE)
    (pid,) = search.pids
    os.kill(pid, signal.SIGSTOP)
    return pid


async def test_a_process_that_dies_is_replaced_and_the_heuristic_player_moves(search: SearchProcesses) -> None:
    view = find_searched_view(CONFERENCE)
    pid = await stop_process(search, view)
    thinking = asyncio.create_task(search.choose(CONFERENCE, "strong", view, 7, Urgency.TABLE))
    await asyncio.sleep(0.1)
    os.kill(pid, signal.SIGKILL)
    assert await thinking == (player_of(CONFERENCE).choose(view, Random(7)), "normal", 0)
    assert (await search.choose(CONFERENCE, "strong", view, 7, Urgency.TABLE)).level == "strong"
    assert search.replaced == 1
    assert search.pids != (pid,)


async def test_a_process_that_died_while_it_waited_costs_no_search(search: SearchProcesses) -> None:
    view = find_searched_view(CONFERENCE)
    os.kill(await stop_process(search, view), signal.SIGKILL)
    await asyncio.sleep(0.5)
    assert (await search.choose(CONFERENCE, "strong", view, 7, Urgency.TABLE)).level == "strong"


async def test_a_search_that_overruns_is_ended_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    search, view = SearchProcesses(2), find_searched_view(CONFERENCE)
    both = (search.choose(CONFERENCE, "strong", view, seed, Urgency.TABLE) for seed in range(2))
    await asyncio.gather(*both)
    first, second = search.pids
    os.kill(first, signal.SIGSTOP)
    monkeypatch.setattr(process, "SEARCH_SECONDS", 1.0)
    began = monotonic()
    chosens = await asyncio.gather(
        *(search.choose(CONFERENCE, "strong", view, seed, Urgency.TABLE) for seed in range(4))
    )
    assert monotonic() - began < ENDED_SECONDS
    assert sorted(chosen.level for chosen in chosens) == ["normal", "strong", "strong", "strong"]
    assert second in search.pids
    assert first not in search.pids
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
    await search.close()


async def test_people_come_first_and_the_queue_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    search, view, order, go_on = SearchProcesses(0), find_searched_view(CONFERENCE), list[int](), asyncio.Event()
    loop = asyncio.get_running_loop()

    def answer(request: SearchRequest) -> list[Any]:
        asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result()
        order.append(request["seed"])
        return ["a move", 1]

    monkeypatch.setattr(search_processes, "answer", answer)
    monkeypatch.setattr(search_processes, "MAX_WAITING", 4)
    questions = list[asyncio.Task[Any]]()

    async def ask(seed: int, urgency: Urgency) -> None:
        questions.append(asyncio.create_task(search.choose(CONFERENCE, "strong", view, seed, urgency)))
        await asyncio.sleep(0.01)

    await ask(0, Urgency.TABLE)  # is being answered
    await ask(1, Urgency.BACKGROUND)
    await ask(2, Urgency.TABLE)
    await ask(3, Urgency.PERSON_WAITS)
    assert search.waiting == 4
    await ask(4, Urgency.BACKGROUND)  # four wait that are as urgent
    await ask(5, Urgency.TABLE)
    go_on.set()
    results = await asyncio.gather(*questions)
    assert order == [0, 3, 2, 5, 1]
    assert [chosen.level for chosen in results] == ["strong"] * 4 + ["normal", "strong"]
    assert search.waiting == 0
    await search.close()


async def test_searches_delay_other_clicks_briefly(search: SearchProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    view = find_searched_view(CONFERENCE)
    await stop_process(search, view)
    monkeypatch.setitem(search_processes.PATIENCE_SECONDS, Urgency.PERSON_WAITS, 0.1)
    began = monotonic()
    with pytest.raises(SearchFailed, match="late"):
        await search.advise(CONFERENCE, view, 7)
    assert monotonic() - began < 2
    assert search.waiting == 0


async def test_a_search_that_fails_tells_the_log_no_card(
    search: SearchProcesses, caplog: pytest.LogCaptureFixture
) -> None:
    view = {**find_searched_view(CONFERENCE), "hand": "unknown"}
    with caplog.at_level(logging.DEBUG), pytest.raises(SearchFailed, match=r"^failed \(\w+\)$"):
        await search.compare(CONFERENCE, view, [], 7)
    assert "a search to compare in conference has no answer: failed" in caplog.text
    assert search.replaced == 0


async def test_a_process_that_cannot_be_started_costs_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    search, view = SearchProcesses(1), find_searched_view(CONFERENCE)
    monkeypatch.setattr(process.sys, "executable", "/nowhere/python")
    assert (await search.choose(CONFERENCE, "strong", view, 7, Urgency.TABLE)).level == "normal"
    assert search.cannot_start
    monkeypatch.undo()
    assert (await search.choose(CONFERENCE, "strong", view, 7, Urgency.TABLE)).level == "strong"
    assert not search.cannot_start
    await search.close()


async def test_closing_ends_the_processes_and_what_waits(search: SearchProcesses) -> None:
    view = find_searched_view(CONFERENCE)
    pid = await stop_process(search, view)
    waiting = [asyncio.create_task(search.compare(CONFERENCE, view, [], seed)) for seed in range(3)]
    await asyncio.sleep(0.05)
    began = monotonic()
    await search.close()
    assert all(isinstance(choice, SearchFailed) for choice in await asyncio.gather(*waiting, return_exceptions=True))
    assert monotonic() - began < ENDED_SECONDS
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert (await search.choose(CONFERENCE, "strong", view, 7, Urgency.TABLE)).level == "normal"
    assert search.pids == ()


def test_a_process_ends_with_the_bot_that_started_it() -> None:
    """Also when the bot is killed: then the process reads the end of its input."""
    script = (
        "import asyncio, os\n"
        "from bot.search.process import SearchProcess\n"
        "async def main():\n"
        "    started = await SearchProcess.start()\n"
        "    print(started.pid, flush=True)\n"
        "    os.kill(os.getpid(), 9)\n"
        "asyncio.run(main())\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    pid, until = int(ran.stdout), monotonic() + ENDED_SECONDS
    while Path(f"/proc/{pid}/cmdline").exists() and Path(f"/proc/{pid}/cmdline").read_bytes():
        assert monotonic() < until, "the process lives on"


def test_a_process_needs_nothing_but_the_views_json() -> None:
    view = find_searched_view(CONFERENCE)
    request = SearchRequest(task="compare", game="conference", view=view, seed=7, moves=[])
    ran = subprocess.run(
        [sys.executable, "-m", "bot.search.worker"],
        input=json.dumps([1, request]) + "\n", cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    ready, answered = map(json.loads, ran.stdout.splitlines())
    assert ready == [0, "ready"]
    choice = compare_moves(CONFERENCE, view, [], Random(7))
    assert isinstance(choice, Choice)
    assert answered == [
        1,
        [choice.move, choice.heuristic, [list(estimate) for estimate in choice.estimates], choice.why],
    ]


def test_a_process_whose_bot_is_gone_ends_without_a_word() -> None:
    request = SearchRequest(task="choose", game="conference", view=find_searched_view(CONFERENCE), seed=7, moves=[])
    with subprocess.Popen(
        [sys.executable, "-m", "bot.search.worker"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, text=True,
    ) as worker:  # fmt: skip
        assert worker.stdin is not None
        assert worker.stdout is not None
        worker.stdout.readline()
        worker.stdout.close()
        worker.stdin.write(json.dumps([1, request]) + "\n")
        worker.stdin.flush()
        assert worker.stderr is not None
        assert worker.stderr.read() == ""
        assert worker.wait(ENDED_SECONDS) == -signal.SIGPIPE
