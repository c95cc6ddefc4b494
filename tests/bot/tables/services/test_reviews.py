"""Reviews are searched once, agree with hints, and are kept only when they are finished."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random

import pytest

from bot.common.errors import Declined
from bot.search.process import SearchFailed
from bot.tables.model.table_state import TableState
from bot.tables.services.own_decisions import own_decisions
from bot.tables.services.reviews import UNFINISHED_TEXT, Reviews
from bot.tables.services.tables import Tables
from data.tables.records import Review
from rules.contract import Game, View
from rules.players import compare_moves, player_of
from rules.players.search import Estimate
from rules.players.strong import Choice
from tests.support.random_tables import PEOPLE, play_hands, start_table

USER = PEOPLE[0].id


class Searches:
    """Comparisons that are counted. The first legal move brings ten points less for each place in the list."""

    def __init__(self) -> None:
        self.asked: list[tuple[View, int]] = []
        self.fails = False
        self.begun = asyncio.Event()

    async def compare(self, game: Game, view: View, moves: Sequence[str], seed: int) -> Choice:
        """Return the legal moves of a view as a choice whose last move is the best."""
        self.asked.append((view, seed))
        self.begun.set()
        await asyncio.sleep(0)
        if self.fails:
            raise SearchFailed("died")
        legal = sorted(view["moves"])
        assert set(moves) <= set(legal)
        estimates = [Estimate(move, 10.0 * place, 1.0) for place, move in enumerate(legal)]
        return Choice(legal[-1], legal[-1], tuple(reversed(estimates)))


async def search_really(game: Game, view: View, moves: Sequence[str], seed: int) -> Choice:
    """Compare the moves by the real search."""
    return await asyncio.to_thread(compare_moves, game, view, moves, Random(seed))


async def play_one_hand(tables: Tables) -> TableState:
    """Return a table of Voren at which one hand is over."""
    return await play_hands(tables, await start_table(tables, "voren", 2), 1)


async def make_review(tables: Tables, reviews: Reviews, live: TableState, user: int = USER) -> Review:
    """Return the review of the first hand."""
    return await reviews.make(live, await tables.store.tables.hands(live.id), 0, user)


async def test_it_tells_of_ones_own_worst_decisions_from_ones_own_views(tables: Tables) -> None:
    live, searches = await play_one_hand(tables), Searches()
    reviews = Reviews(tables.store, searches.compare)
    review = await make_review(tables, reviews, live)
    decisions = await own_decisions(tables.store, live.record, await tables.store.tables.hands(live.id), 0, USER)
    assert searches.asked == [(decision.view, decision.arose) for decision in decisions]
    assert review.compared == len(decisions)
    lost_points = {
        decision.seq: 10.0 * (len(decision.view["moves"]) - 1 - sorted(decision.view["moves"]).index(decision.move))
        for decision in decisions
    }
    assert [result["points"] for result in review.missed_moves] == sorted(
        filter(None, lost_points.values()), reverse=True
    )[:3]
    for missed_move in review.missed_moves:
        assert lost_points[missed_move["event"]] == missed_move["points"]
    assert await reviews.find(live, 0, USER) == review


async def test_parallel_requests_share_a_review(tables: Tables) -> None:
    live, searches = await play_one_hand(tables), Searches()
    reviews = Reviews(tables.store, searches.compare)
    first, second = await asyncio.gather(make_review(tables, reviews, live), make_review(tables, reviews, live))
    assert first is second
    assert len(searches.asked) == first.compared


async def test_cancelled_request_does_not_stop_others(tables: Tables) -> None:
    live, searches = await play_one_hand(tables), Searches()
    reviews = Reviews(tables.store, searches.compare)
    first = asyncio.create_task(make_review(tables, reviews, live))
    second = asyncio.create_task(make_review(tables, reviews, live))
    await searches.begun.wait()
    first.cancel()
    assert (await second).compared


async def test_a_failed_search_is_told_and_nothing_is_kept(tables: Tables) -> None:
    live, searches = await play_one_hand(tables), Searches()
    reviews = Reviews(tables.store, searches.compare)
    searches.fails = True
    with pytest.raises(Declined) as failed:
        await make_review(tables, reviews, live)
    assert failed.value.sentence == UNFINISHED_TEXT
    assert await reviews.find(live, 0, USER) is None
    searches.fails = False
    assert await make_review(tables, reviews, live) == await reviews.find(live, 0, USER)


async def test_better_moves_are_the_hints_moves(tables: Tables) -> None:
    """With the search itself: each better move is the strong player's hint on that decision."""
    live, count = await play_one_hand(tables), 0
    for user in (PEOPLE[0].id, PEOPLE[1].id):
        review = await make_review(tables, Reviews(tables.store, search_really), live, user)
        decisions = await own_decisions(tables.store, live.record, await tables.store.tables.hands(live.id), 0, user)
        by_event = {decision.seq: decision for decision in decisions}
        for missed_move in review.missed_moves:
            decision = by_event[missed_move["event"]]
            hint = player_of(live.game, "strong").advise(decision.view, Random(decision.arose))
            assert missed_move["move"] == hint.move != decision.move
            assert missed_move["why"] in hint.why or "with your move" in missed_move["why"]
            count += 1
    assert count
