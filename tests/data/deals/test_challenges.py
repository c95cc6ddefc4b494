"""Challenges in the database: one a hand, no try for those who sat there, results so far and at the close."""

from __future__ import annotations

import asyncio

import pytest
from sqlmodel import select

from data.deals.records import CHALLENGE_MS, DAY_MS, GRACE_MS, Deal, DealOrigin, DealPlan, NewDeal
from data.people.models import ActRow
from data.store import Store
from data.tables.errors import DealTried
from data.tables.records import LESSONS_GUILD_ID, Append
from data.tables.work import WorkKind, WorkState
from tests.data.deals.tries import play_deal
from tests.data.makers import CHANNEL, GUEST, GUILD, HOST, create_table

PLAYER, OTHER = GUEST + 1, GUEST + 2
OPENS = 20_785 * DAY_MS
PACK = ("1A", "2B")


@pytest.fixture
def now() -> list[int]:
    """The clock of the store."""
    return [OPENS]


async def open_challenge(store: Store, table: int, *, hand: int = 0, secret: bytes = bytes(32)) -> Deal:
    """Open a challenge with the cards of a hand of a table, at which HOST and GUEST sat; return it."""
    plan, origin = DealPlan({"hands": 1}, 3, 1, 2), DealOrigin(GUILD, CHANNEL, table, hand, -7)
    new = NewDeal("challenge", "mitigati", plan, OPENS, OPENS + CHALLENGE_MS, secret, (PACK,), origin)
    deal = await store.deals.challenge(new, {HOST: "mark of the host", GUEST: "mark of the guest"}, 5)
    assert deal is not None
    return deal


async def read_shown_deals(store: Store, now: int) -> list[tuple[int, str, int]]:
    """Return the messages of challenges that are due: server, key and how often they were enqueued."""
    return [(work.guild, work.key, work.seq) for work in await store.work.due(now, 10, [WorkKind.CHALLENGE])]


async def test_a_hand_is_one_challenge_whoever_asks(store: Store, now: list[int]) -> None:
    table = (await create_table(store)).id
    first = await open_challenge(store, table)
    again = await open_challenge(store, table, secret=b"b" * 32)
    assert again == first
    assert first.packs == [list(PACK)]
    assert first.origin == DealOrigin(GUILD, CHANNEL, table, 0, -7)
    assert await store.deals.find(first.id) == await store.deals.from_hand(table, 0) == first
    assert (await open_challenge(store, table, hand=1)).id != first.id
    assert len(await store.deals.open_from(table)) == 2
    assert (GUILD, str(first.id), 1) in await read_shown_deals(store, now[0])
    due = await store.work.due(first.closes + GRACE_MS, 10, [WorkKind.CLOSE_DEALS])
    assert [(work.guild, work.key, work.due) for work in due] == [
        (LESSONS_GUILD_ID, str(first.closes), first.closes + GRACE_MS)
    ]


async def test_those_who_sat_there_have_no_try_and_no_result(store: Store, now: list[int]) -> None:
    deal = await open_challenge(store, (await create_table(store)).id)
    assert await store.deals.find_try(deal.id, "mark of the host") == (None, HOST)
    with pytest.raises(DealTried):
        await play_deal(store, deal, HOST, 5)
    assert await store.deals.results_so_far([deal.id], GUILD) == []
    now[0] = deal.closes + GRACE_MS
    await store.deals.close(deal.closes)
    assert await store.deals.results([deal.id], GUILD) == []


async def test_results_so_far_are_those_of_finished_tries_and_the_close_keeps_them(
    store: Store, now: list[int]
) -> None:
    deal = await open_challenge(store, (await create_table(store)).id)
    table = await play_deal(store, deal, PLAYER, 12)
    await play_deal(store, deal, OTHER)
    await store.deals.show_finished(table)
    assert await read_shown_deals(store, now[0]) == [(GUILD, str(deal.id), 2)]
    await store.deals.close(deal.closes - 1)  # nothing that is open still
    (result,) = await store.deals.results_so_far([deal.id], GUILD)
    assert (result.user, result.points, result.streak, result.table) == (PLAYER, 12, None, table)
    assert await store.deals.results_so_far([deal.id], GUILD + 1) == []
    now[0] = deal.closes + GRACE_MS
    await store.deals.close(deal.closes)
    (record,) = await store.deals.results([deal.id], GUILD)
    assert record == result
    position = await store.deals.find(deal.id)
    assert position is not None
    assert position.closed == now[0]
    assert await read_shown_deals(store, now[0]) == [(GUILD, str(deal.id), 3)]
    assert not await store.work.due(now[0], 10, [WorkKind.DAILY_RESULTS])


async def test_challenges_opened_at_once_stay_within_the_limit(store: Store) -> None:
    table = (await create_table(store)).id
    plan, limit = DealPlan({"hands": 1}, 3, 1, 2), 3

    async def challenge(hand: int) -> Deal | None:
        origin = DealOrigin(GUILD, CHANNEL, table, hand, 0)
        new = NewDeal("challenge", "mitigati", plan, OPENS, OPENS + CHALLENGE_MS, bytes([hand] * 32), (PACK,), origin)
        return await store.deals.challenge(new, {}, limit)

    deals = await asyncio.gather(*map(challenge, range(6)))
    hand, deal = next((hand, deal) for hand, deal in enumerate(deals) if deal is not None)
    assert sum(deal is not None for deal in deals) == len(await store.deals.open_from(table)) == limit
    assert await challenge(hand) == deal  # it is open already


async def test_a_moderator_ends_it_once_with_the_tries_at_it(store: Store, now: list[int]) -> None:
    table = (await create_table(store)).id
    deal = await open_challenge(store, table)
    remaining, count = await play_deal(store, deal, OTHER), await play_deal(store, deal, PLAYER, 3)
    now[0] += 1000
    assert await store.deals.end(deal.id, (HOST, "Ada"))
    assert not await store.deals.end(deal.id, (HOST, "Ada"))
    assert [work.table for work in await store.work.due(now[0], 10, [WorkKind.EXPIRE])] == [remaining]
    assert count != remaining
    (close,) = await store.work.due(now[0], 10, [WorkKind.CLOSE_DEALS])
    await store.deals.close(int(close.key))
    assert [result.user for result in await store.deals.results([deal.id], GUILD)] == [PLAYER]
    async with store._transactions.begin() as session:
        (act,) = (await session.exec(select(ActRow))).all()
        assert (act.guild, act.act, act.table_id, act.at) == (GUILD, "end_challenge", table, now[0])


async def test_an_erased_person_leaves_its_ranking_and_has_no_second_try(store: Store, now: list[int]) -> None:
    deal = await open_challenge(store, (await create_table(store)).id)
    await play_deal(store, deal, PLAYER, 12)
    (work,) = await store.work.due(now[0], 10, [WorkKind.CHALLENGE])
    await store.work.mark(work.id, WorkState.DONE, seq=work.seq, channel=CHANNEL, message=77)
    await store.privacy.erase(PLAYER)
    assert await store.deals.results_so_far([deal.id], GUILD) == []
    assert await read_shown_deals(store, now[0]) == [(GUILD, str(deal.id), work.seq + 1)]
    with pytest.raises(DealTried):
        await play_deal(store, deal, PLAYER)
    now[0] = deal.closes + GRACE_MS
    await store.deals.close(deal.closes)
    assert await store.deals.results([deal.id], GUILD) == []


async def test_a_try_is_kept_as_long_as_its_challenge_is_open(store: Store, now: list[int]) -> None:
    deal = await open_challenge(store, (await create_table(store)).id)
    table = await play_deal(store, deal, PLAYER, 12)
    assert await store.retention.tables(LESSONS_GUILD_ID, now[0] + 1) == []
    now[0] = deal.closes + GRACE_MS
    await store.deals.close(deal.closes)
    assert await store.retention.tables(LESSONS_GUILD_ID, now[0]) == [table]


async def test_a_challenge_outlives_its_table_and_goes_after_a_month(store: Store, now: list[int]) -> None:
    table = await create_table(store)
    deal = await open_challenge(store, table.id)
    await store.tables.append(Append(table.id, table.seq, changes={"status": "over"}))
    now[0] += 1
    assert await store.retention.mark(table.id, now[0])
    await store.retention.delete_table(table.id)
    position = await store.deals.find(deal.id)
    assert position is not None
    assert position.origin == DealOrigin(GUILD, CHANNEL, None, 0, -7)
    await store.deals.close(deal.closes)
    assert await store.deals.find(deal.id) is not None
    await open_challenge(store, (await create_table(store)).id)  # closed with a later one, what is old goes
    await store.deals.close(deal.closes + 31 * DAY_MS)
    assert await store.deals.find(deal.id) is None
