"""The work that brings standings up to date: who enqueues it, and what comes while it runs."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.scheduler.scheduler import Reschedule
from bot.standings import standings_worker
from bot.standings.standings_worker import StandingsWorker
from data.people.records import Preferences
from data.standings.errors import FoldMoved
from data.standings.records import HandPart, HandResult, Origin
from data.store import Store
from data.tables.records import Work
from data.tables.work import Subject, SubjectKind, WorkKind
from tests.data.makers import url_of

GUILD = 5
GAME = "voren"
NOW = 1_000_000
ADA, BELA = 900, 901


@pytest.fixture
async def store(tmp_path: Path) -> AsyncGenerator[Store]:
    """Yield a new store whose time stands still."""
    store = await Store.open(url_of(tmp_path / "kept.db"), clock=lambda: NOW)
    yield store
    await store.close()


def worker(store: Store) -> StandingsWorker:
    """Return the worker."""
    return StandingsWorker(store, lambda: NOW)


async def read_work(store: Store) -> list[Work]:
    """Return the work that is to be done."""
    return await store.work.due(2**62, 100, (WorkKind.UPDATE_STANDINGS,))


async def play_hand(store: Store, at: int, guild: int = GUILD) -> None:
    """Record a hand of Ada and Bela."""
    parts = HandPart(0, "person", ADA, 3), HandPart(1, "person", BELA, -3)
    origin = Origin("table", at)
    await store.results.add(origin, [HandResult(origin, 0, guild, GAME, at, "counts", False, parts)])


async def test_results_enqueue_work_that_is_done_once(store: Store) -> None:
    """Results that come together are one item, of the guild, and due a moment later."""
    for at in (10, 20):
        await play_hand(store, at)
    (work,) = await read_work(store)
    assert (work.subject, work.key, work.seq) == (Subject(SubjectKind.GUILD, GUILD), GAME, 2)
    assert NOW < work.due < NOW + 1000
    assert await store.results.is_stale(GUILD, GAME)
    assert not await store.results.is_stale(GUILD, "mitigati")
    await worker(store).update(work)
    assert not await read_work(store)
    assert not await store.results.is_stale(GUILD, GAME)
    assert {standing.hands for standing in await store.results.standings(GUILD, GAME, 0)} == {2}
    await play_hand(store, 30)
    (again,) = await read_work(store)
    assert (again.seq, again.tries) == (1, 0)
    assert again.id != work.id


async def test_results_that_come_while_it_runs_are_worked_in_next(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring = standings_worker.bring_up_to_date

    async def and_another(store: Store, guild: int, game: str) -> None:
        await bring(store, guild, game)
        await play_hand(store, 20)

    await play_hand(store, 10)
    (work,) = await read_work(store)
    monkeypatch.setattr(standings_worker, "bring_up_to_date", and_another)
    await worker(store).update(work)
    (again,) = await read_work(store)
    assert again.seq > work.seq
    monkeypatch.setattr(standings_worker, "bring_up_to_date", bring)
    await worker(store).update(again)
    assert not await read_work(store)
    assert {standing.hands for standing in await store.results.standings(GUILD, GAME, 0)} == {2}


async def test_results_that_change_while_it_runs_are_worked_out_once_more(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is no failed try."""

    async def moved(*_: object) -> None:
        raise FoldMoved

    await play_hand(store, 10)
    (work,) = await read_work(store)
    monkeypatch.setattr(standings_worker, "bring_up_to_date", moved)
    with pytest.raises(Reschedule):
        await worker(store).update(work)
    assert len(await read_work(store)) == 1


async def test_a_season_and_a_wish_for_no_statistics_enqueue_it_too(store: Store) -> None:
    """A season for all games of its server, the wish for all that the person has played, wherever."""
    for guild in (GUILD, GUILD + 1):
        await play_hand(store, 10 + guild, guild)
        for work in await read_work(store):
            await worker(store).update(work)
    await store.results.begin_season(GUILD, "First", 5)
    assert [work.guild for work in await read_work(store)] == [GUILD]
    await store.preferences.save((ADA, "Ada"), Preferences(no_statistics=True))
    assert [work.guild for work in await read_work(store)] == [GUILD, GUILD + 1]
    for work in await read_work(store):
        await worker(store).update(work)
    assert [standing.user for standing in await store.results.standings(GUILD, GAME, 0)] == [BELA]
    assert not await read_work(store)


async def test_work_without_anything_new_changes_nothing(store: Store) -> None:
    await play_hand(store, 10)
    (work,) = await read_work(store)
    await worker(store).update(work)
    before = await store.results.fold(GUILD, GAME)
    await worker(store).update(work)
    assert await store.results.fold(GUILD, GAME) == before
