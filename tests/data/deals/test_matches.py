"""Matches in the database: boards in order, tries by person, one message, an end for all boards, erasure and export."""

from __future__ import annotations

import pytest
from sqlmodel import select

from data.deals.models import MatchRow
from data.deals.records import DAY_MS, GRACE_MS, KEPT_DAYS, MATCH_MS, BoardTry, DealPlan, Match, NewDeal, NewMatch
from data.people.models import ActRow
from data.store import Store
from data.tables.records import LESSONS_GUILD_ID
from data.tables.work import WorkKind, WorkState
from tests.data.deals.tries import play_deal
from tests.data.makers import CHANNEL, GUEST, GUILD, HOST

PLAYER, OTHER = GUEST + 1, GUEST + 2
OPENS = 20_785 * DAY_MS
SECRET = b"m" * 32


@pytest.fixture
def now() -> list[int]:
    """The clock of the store."""
    return [OPENS]


async def open_match(store: Store, *, opens: int = OPENS, interaction: int = 7) -> Match:
    """Open a match of four boards that HOST organises; return it."""
    boards = [
        NewDeal(
            "match", "mitigati", DealPlan({"hands": 1}, 3, 0, board % 3), opens, opens + MATCH_MS, bytes([board]) * 32
        )
        for board in range(4)
    ]
    number = await store.matches.open(NewMatch(GUILD, CHANNEL, HOST, "Ada", boards, SECRET), interaction)
    match = await store.matches.match(number)
    assert match is not None
    return match


async def read_shown_deals(store: Store, now: int) -> list[tuple[int, str, int]]:
    """Return the messages of matches that are due: server, key and how often they were enqueued."""
    return [(work.guild, work.key, work.seq) for work in await store.work.due(now, 10, [WorkKind.MATCH])]


async def test_a_match_is_opened_once_an_interaction_with_its_boards_in_order(store: Store, now: list[int]) -> None:
    match = await open_match(store)
    assert (match.guild, match.channel, match.organiser, match.secret) == (GUILD, CHANNEL, HOST, SECRET)
    assert [board.secret for board in match.boards] == [bytes([board]) * 32 for board in range(4)]
    assert {(board.kind, board.match, board.closed) for board in match.boards} == {("match", match.id, None)}
    assert (await open_match(store)).id == match.id
    later = await open_match(store, interaction=8)
    assert [record.id for record in await store.matches.of_server(GUILD)] == [later.id, match.id]
    assert await store.matches.of_server(GUILD + 1) == []
    assert await store.matches.match(99) is None
    assert (GUILD, str(match.id), 1) in await read_shown_deals(store, now[0])
    due = await store.work.due(match.closes + GRACE_MS, 10, [WorkKind.CLOSE_DEALS])
    assert [(work.guild, work.key, work.due) for work in due] == [
        (LESSONS_GUILD_ID, str(match.closes), match.closes + GRACE_MS)
    ]


async def test_tries_are_a_persons_own_before_and_after_the_close(store: Store, now: list[int]) -> None:
    match = await open_match(store)
    first, second, third, _ = match.boards
    table = await play_deal(store, first, PLAYER, 12)
    await play_deal(store, second, PLAYER)
    await play_deal(store, first, OTHER, -3)
    await play_deal(store, third, OTHER, 4)
    expected = {first.id: BoardTry(first.id, True, 12), second.id: BoardTry(second.id, False, None)}
    assert await store.matches.tries(match.id, PLAYER, []) == expected
    await store.deals.show_finished(table)
    assert await read_shown_deals(store, now[0]) == [(GUILD, str(match.id), 2)]
    so_far = await store.deals.results_so_far([board.id for board in match.boards], GUILD)
    assert sorted((result.deal, result.points) for result in so_far) == [(first.id, -3), (first.id, 12), (third.id, 4)]
    now[0] = match.closes + GRACE_MS
    await store.deals.close(match.closes)
    assert await store.matches.tries(match.id, PLAYER, []) == {first.id: BoardTry(first.id, True, 12)}
    results = await store.deals.results([board.id for board in match.boards], GUILD)
    assert {(result.user, result.deal, result.points) for result in results} == {
        (result.user, result.deal, result.points) for result in so_far
    }
    assert await read_shown_deals(store, now[0]) == [(GUILD, str(match.id), 3)]
    closed = await store.matches.match(match.id)
    assert closed is not None
    assert closed.closed == now[0]


async def test_an_end_is_of_all_boards_and_of_the_tries_at_them(store: Store, now: list[int]) -> None:
    match = await open_match(store)
    remaining = [await play_deal(store, match.boards[0], PLAYER), await play_deal(store, match.boards[1], OTHER)]
    await play_deal(store, match.boards[0], OTHER, 5)
    now[0] += 1000
    assert await store.matches.end(match.id, (HOST, "Ada"))
    assert not await store.matches.end(match.id, (HOST, "Ada"))
    assert not await store.matches.end(match.id + 1, (HOST, "Ada"))
    assert sorted(work.table or 0 for work in await store.work.due(now[0], 10, [WorkKind.EXPIRE])) == sorted(remaining)
    (close,) = await store.work.due(now[0], 10, [WorkKind.CLOSE_DEALS])
    await store.deals.close(int(close.key))
    closed = await store.matches.match(match.id)
    assert closed is not None
    assert {board.closed for board in closed.boards} == {now[0]}
    async with store._transactions.begin() as session:
        (act,) = (await session.exec(select(ActRow))).all()
        assert (act.guild, act.act, act.words, act.at) == (GUILD, "end_match", f"match {match.id}", now[0])


async def test_an_erased_person_leaves_the_ranking_and_has_no_second_try(store: Store, now: list[int]) -> None:
    match = await open_match(store)
    board = match.boards[0]
    await play_deal(store, board, PLAYER, 12)
    (work,) = await store.work.due(now[0], 10, [WorkKind.MATCH])
    await store.work.mark(work.id, WorkState.DONE, seq=work.seq, channel=CHANNEL, message=77)
    await store.privacy.erase(PLAYER)
    assert await store.deals.results_so_far([board.id], GUILD) == []
    assert await read_shown_deals(store, now[0]) == [(GUILD, str(match.id), work.seq + 1)]
    assert await store.matches.tries(match.id, PLAYER, []) == {}
    marked = await store.matches.tries(match.id, PLAYER, [f"mark of {PLAYER}"])
    assert marked == {board.id: BoardTry(board.id, True, None)}


async def test_the_message_of_an_erased_organiser_is_shown_without_them(store: Store, now: list[int]) -> None:
    match = await open_match(store)
    (work,) = await store.work.due(now[0], 10, [WorkKind.MATCH])
    await store.work.mark(work.id, WorkState.DONE, seq=work.seq, channel=CHANNEL, message=77)
    parts = {part.name: part.rows async for part in store.exports.parts(HOST)}
    assert parts["matches_run"] == [{"match": match.id, "server": GUILD, "game": "mitigati", "day": "2026-11-28"}]
    await store.privacy.erase(HOST)
    assert await read_shown_deals(store, now[0]) == [(GUILD, str(match.id), work.seq + 1)]
    nameless = await store.matches.match(match.id)
    assert nameless is not None
    assert nameless.organiser is None


async def test_a_match_goes_a_month_after_its_close_with_all_its_boards(store: Store, now: list[int]) -> None:
    match = await open_match(store)
    await play_deal(store, match.boards[0], PLAYER, 12)
    now[0] = match.closes + GRACE_MS
    await store.deals.close(match.closes)
    opens = match.closes + KEPT_DAYS * DAY_MS
    later = await open_match(store, opens=opens, interaction=8)
    now[0] = later.closes + GRACE_MS
    await store.deals.close(later.closes)
    assert await store.matches.match(match.id) is None
    assert [record.id for record in await store.matches.of_server(GUILD)] == [later.id]
    async with store._transactions.begin() as session:
        assert [row.id for row in (await session.exec(select(MatchRow))).all()] == [later.id]
