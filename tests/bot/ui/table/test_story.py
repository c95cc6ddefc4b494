"""What a reader is told on coming back, at every event of random games, through rows, restarts and hands."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from bot.ui.game.players import players_of
from bot.ui.game.presenter import Entry, Passage
from bot.ui.table.story import MAX_NEWS, last_passage, news
from cogs.games.voren.presenter import VorenPresenter
from tests.support.random_tables import make_random_step, reload_cold, start_table

PRESENTER = VorenPresenter()


def list_passages(live: TableState, seat: int) -> list[tuple[int | None, Passage]]:
    """Return the passages of the hand that is over and of the one in progress, with the seats that moved."""
    players, results = players_of(live, seat), list[tuple[int | None, Passage]]()
    if live.last_hand is not None:
        passages = PRESENTER.story(live.last_hand.how, live.last_hand.log, players)
        results += zip(
            (entry.get("seat") for entry in live.last_hand.log),
            mark_passages(live.last_hand.log, passages, seat),
            strict=True,
        )
    assert live.state is not None
    view = live.state.view(seat)
    if view["log"]:
        passages = PRESENTER.story(view, view["log"], players)
        results += zip(
            (entry.get("seat") for entry in view["log"]), mark_passages(view["log"], passages, seat), strict=True
        )
    return results


def mark_passages(log: Sequence[Entry], passages: Sequence[Passage], reader: int) -> list[Passage]:
    """Return the passages, with a mark at those of cards that others played and that lie on the table."""
    plays = [entry.get("move", "").startswith("play ") and entry.get("seat") != reader for entry in log]
    return [passage._replace(lies=lies and not passage.forced) for passage, lies in zip(passages, plays, strict=True)]


def list_hidden_sentences(passage: Passage) -> tuple[str, ...]:
    """Return what a hand's picture does not show of a passage."""
    return tuple(filter(None, (passage.result,))) if passage.lies else passage.sentences


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (10, 3)])
async def test_news_are_what_came_of_the_last_move_and_all_after_it(tables: Tables, seats: int, seed: int) -> None:
    """For every seat after every event, in memory and read anew; the table's last line is the newest passage.

    Of a hand that is over while the next one is played, only how it ended.
    """
    live, rng, across, cut = await start_table(tables, seats=seats, hands=4), Random(seed), 0, 0
    while live.record.status == "playing":
        live = await make_random_step(tables, live, rng)
        if rng.random() < 0.2:
            live = await reload_cold(tables, live)
        assert live.state is not None
        view = live.state.view(None)
        for seat in range(seats):
            passages = list_passages(live, seat)
            own_places = [place for place, (who, passage) in enumerate(passages) if who == seat and not passage.forced]
            outcome = news(live, PRESENTER, live.state.view(seat), players_of(live, seat))
            first = len(passages) - len(view["log"])
            if view["log"] and first and (not own_places or own_places[-1] < first):
                expected = [
                    passages[first - 1][1].result,
                    *(text for _, passage in passages[first:] for text in list_hidden_sentences(passage)),
                ]
            else:
                after = [
                    text
                    for _, passage in passages[own_places[-1] + 1 if own_places else 0 :]
                    for text in list_hidden_sentences(passage)
                ]
                result = passages[own_places[-1]][1].result if own_places else ""
                expected = [result, *after] if result else after
            assert list(outcome) == (expected if len(expected) <= MAX_NEWS else ["…", *expected[-MAX_NEWS:]])
            across += bool(own_places) and bool(view["log"]) and own_places[-1] < len(passages) - len(view["log"])
            cut += len(expected) > MAX_NEWS
        assert last_passage(live, PRESENTER, view, players_of(live)) == [
            passage for _, passage in list_passages(live, -1)
        ][-1]  # fmt: skip
    assert across
    assert (cut > 0) is (seats == 10)


async def test_before_the_first_card_there_is_no_news(tables: Tables) -> None:
    """Nobody has moved: what is told is the deal, and that nothing is older."""
    live = await start_table(tables)
    assert live.state is not None
    result = news(live, PRESENTER, live.state.view(1), players_of(live, 1))
    assert len(result) == 1
    assert "was turned up" in result[0]
