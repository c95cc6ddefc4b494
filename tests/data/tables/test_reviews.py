"""Reviews: kept once, for one person alone, and gone with the table or the person's data."""

from __future__ import annotations

from data.store import Store
from data.tables.records import Review
from tests.data.makers import GUEST, HOST, create_finished_table

FIRST = Review(
    9,
    ({"event": 7, "move": "fold", "points": 3.5, "why": "The pot is large."},),
    ({"event": 9, "move": "stay", "points": 0.5},),
)


async def test_a_review_is_one_persons_own(store: Store) -> None:
    table = await create_finished_table(store)
    await store.reviews.keep(table, 2, HOST, FIRST)
    assert await store.reviews.of(table, 2, HOST) == FIRST
    assert await store.reviews.of(table, 2, GUEST) is None
    assert await store.reviews.of(table, 1, HOST) is None


async def test_the_first_review_stays(store: Store) -> None:
    table = await create_finished_table(store)
    await store.reviews.keep(table, 0, HOST, FIRST)
    await store.reviews.keep(table, 0, HOST, Review(1, ()))
    assert await store.reviews.of(table, 0, HOST) == FIRST


async def test_erasure_deletes_a_persons_reviews_alone(store: Store) -> None:
    table = await create_finished_table(store)
    for user in (HOST, GUEST):
        await store.reviews.keep(table, 0, user, FIRST)
    await store.privacy.erase(HOST)
    assert await store.reviews.of(table, 0, HOST) is None
    assert await store.reviews.of(table, 0, GUEST) == FIRST
    await store.reviews.keep(table, 0, HOST, FIRST)  # a search that ended after it
    assert await store.reviews.of(table, 0, HOST) is None


async def test_reviews_go_with_their_table(store: Store) -> None:
    table = await create_finished_table(store)
    await store.reviews.keep(table, 0, HOST, FIRST)
    await store.retention.delete_table(table)
    assert await store.reviews.of(table, 0, HOST) is None
    await store.reviews.keep(table, 0, HOST, FIRST)
    assert await store.reviews.of(table, 0, HOST) is None


async def test_an_export_has_ones_own_reviews(store: Store) -> None:
    table = await create_finished_table(store)
    await store.reviews.keep(table, 0, HOST, FIRST)
    of = {
        user: [row async for part in store.exports.parts(user) if part.name == "reviews" for row in part.rows]
        for user in (HOST, GUEST)
    }
    (row,) = of[HOST]
    assert (row["table"], row["hand"], row["missed_moves"]) == (table, 0, list(FIRST.missed_moves))
    assert of[GUEST] == []
