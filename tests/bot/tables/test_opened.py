"""Who has opened their hand: by a move, by looking, in this hand alone, and kept."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from random import Random

import pytest

from bot.tables import play
from bot.tables.opened import OPENED, has_opened, open_hand
from bot.tables.tables import Tables
from data.errors import StoreError
from data.records import Append
from data.store import Store
from tests.bot.tables.test_kept import IDS, PEOPLE, cold, played, started


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncGenerator[Tables]:
    """Tables on a fresh store."""
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'e.sqlite3'}")
    yield Tables(store, rng=Random(1))
    await store.close()


async def test_a_move_and_a_look_open_the_hand_and_it_is_kept(tables: Tables) -> None:
    """Of that seat alone; no event is written for a look."""
    live = await started(tables, seats=3, hands=2)
    assert live.state is not None
    dealer = live.state.to_act[0]
    assert not any(has_opened(live, seat) for seat in range(3))
    live, _ = await play.act(tables, live.id, PEOPLE[dealer].id, "deal", next(IDS))
    seq, eldest = live.record.seq, (dealer + 1) % 3
    assert [has_opened(live, seat) for seat in range(3)] == [seat == dealer for seat in range(3)]
    await open_hand(tables, live, eldest, 0)
    live = await cold(tables, live)
    assert live.record.seq == seq
    assert [seat for seat in range(3) if has_opened(live, seat)] == sorted((dealer, eldest))


async def test_the_next_hand_is_a_closed_one(tables: Tables) -> None:
    """What was opened before does not count, and what is kept does not grow."""
    live = await played(tables, await started(tables, seats=2, hands=5), 3)
    assert not any(has_opened(live, seat) for seat in range(2))
    assert len(live.record.settings[OPENED]) <= 2


async def test_a_store_that_fails_keeps_the_hand_shown(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The operator is told; the player is asked once more."""
    live = await started(tables)

    async def fails(_: Append) -> int:
        raise StoreError("The store is busy.")

    monkeypatch.setattr(tables.store, "append", fails)
    await open_hand(tables, live, 1, 0)
    assert not has_opened(await tables.find(live.id), 1)


async def test_cards_that_were_shown_as_the_next_hand_was_dealt_open_the_hand_they_were_of(tables: Tables) -> None:
    """Not the new one, whose cards nobody has seen; and nothing is kept of a table that is over."""
    live = await played(tables, await started(tables, seats=2, hands=2), 1)
    assert live.state is not None
    assert live.state.number == 1
    await open_hand(tables, live, 0, 0)
    assert not has_opened(await tables.find(live.id), 0)
    over = await played(tables, live, 9)
    assert over.record.status == "over"
    before = over.record.settings
    await open_hand(tables, over, 0, 1)
    assert (await tables.find(live.id)).record.settings == before
