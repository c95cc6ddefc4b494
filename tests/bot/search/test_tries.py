"""Searches of tries wait for as long as it takes, so that everybody meets the same player."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from bot.search import search_processes
from bot.search.answers import SearchRequest
from bot.search.process import SearchFailed
from bot.search.search_processes import MAX_ATTEMPTS, MAX_WAITING, SearchProcesses, Urgency
from tests.bot.search.views import CONFERENCE, make_view


@pytest.fixture
async def search() -> AsyncGenerator[SearchProcesses]:
    """Yield searches in a thread."""
    result = SearchProcesses(0)
    yield result
    await result.close()


async def test_however_many_wait_a_try_meets_the_strong_player(
    search: SearchProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    released, serve = asyncio.Event(), search._serve

    async def serve_later() -> None:
        await released.wait()
        await serve()

    monkeypatch.setattr(search, "_serve", serve_later)
    monkeypatch.setattr(search_processes, "answer", lambda _: ["found", 1])
    monkeypatch.setattr(search_processes, "PATIENCE_SECONDS", dict.fromkeys(Urgency, 0.0))
    seat_view = make_view()
    tries = [asyncio.create_task(search.choose_for_try(CONFERENCE, seat_view, 7)) for _ in range(2 * MAX_WAITING)]
    await asyncio.sleep(0)
    assert search.waiting == 2 * MAX_WAITING
    assert (await search.choose(CONFERENCE, "strong", seat_view, 7, Urgency.TABLE)).level == "normal"
    released.set()
    assert {chosen.level for chosen in await asyncio.gather(*tries)} == {"strong"}


@pytest.mark.parametrize(("failures", "level"), [(MAX_ATTEMPTS - 1, "strong"), (MAX_ATTEMPTS, "normal")])
async def test_a_search_of_a_try_that_fails_is_asked_for_again(
    search: SearchProcesses, monkeypatch: pytest.MonkeyPatch, failures: int, level: str
) -> None:
    requests = list[SearchRequest]()

    def answer(request: SearchRequest) -> list[Any]:
        requests.append(request)
        if len(requests) <= failures:
            raise SearchFailed("died")
        return ["found", 1]

    monkeypatch.setattr(search_processes, "answer", answer)
    assert (await search.choose_for_try(CONFERENCE, make_view(), 7)).level == level


async def test_a_try_makes_no_weaker_move_because_the_bot_stops(search: SearchProcesses) -> None:
    await search.close()
    with pytest.raises(SearchFailed):
        await search.choose_for_try(CONFERENCE, make_view(), 7)
