"""Whom people have blocked."""

from __future__ import annotations

import pytest

from data.people import records
from data.store import Store
from tests.data.makers import run_on_writer
from tests.support.databases import Place

ANN, BOB, CLEO = (900, "Ann"), (901, "Bob"), (902, "Cleo")


async def test_a_list_is_ones_own_and_one_way(store: Store) -> None:
    """By name, each once; nobody is called otherwise because somebody else blocks them."""
    assert await store.blocks.add(ANN, CLEO) == "blocked"
    assert await store.blocks.add(ANN, BOB) == "blocked"
    assert await store.blocks.add(ANN, (901, "Bobby")) == "there"
    assert await store.blocks.of(900) == [BOB, CLEO]
    assert await store.blocks.add((901, "Bobby"), CLEO) == "blocked"
    assert await store.blocks.of(900) == [(901, "Bobby"), CLEO]
    assert await store.blocks.of(902) == []
    assert await store.blocks.pairs_of([902]) == {(900, 902), (901, 902)}
    assert await store.blocks.pairs_of([900, 901, 77]) == {(900, 901)}
    assert await store.blocks.pairs_of([]) == set()
    assert await store.blocks.remove(900, 902)
    assert not await store.blocks.remove(900, 902)
    assert not await store.blocks.remove(902, 900)
    assert await store.blocks.pairs_of([902]) == {(901, 902)}


async def test_a_list_has_its_end(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is on it already is so all the same; another's list is not touched by it."""
    monkeypatch.setattr(records, "MAX_BLOCKED", 1)
    assert await store.blocks.add(ANN, BOB) == "blocked"
    assert await store.blocks.add(ANN, CLEO) == "full"
    assert await store.blocks.add(ANN, BOB) == "there"
    assert await store.blocks.add(BOB, CLEO) == "blocked"
    assert await store.blocks.of(900) == [BOB]


async def test_erased_person_is_on_no_list(store: Store, place: Place) -> None:
    """The rows go with those of the people."""
    await store.blocks.add(ANN, BOB)
    assert len(place.peek("SELECT * FROM blocks")) == 1
    await run_on_writer(store, "DELETE FROM people WHERE user_id = 901")
    assert place.peek("SELECT * FROM blocks") == []
