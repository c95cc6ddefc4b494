"""Moves that leave no choice are made by the table at once, in the step that led to them, and told as such."""

from __future__ import annotations

from random import Random
from typing import Unpack

import pytest

from bot.tables.commands import lobby
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from bot.ui.game.players import players_of
from bot.ui.table.story import LAST_CARD_PLAYED, last_card_text, news
from cogs.games.voren.presenter import VorenPresenter
from data.tables.events import EventKind
from data.tables.settings import TableSettings
from rules.registry import GAMES
from tests.support.people import make_actor
from tests.support.random_tables import PEOPLE, make_random_step, read_log_state, reload_cold

PRESENTER, VOREN = VorenPresenter(), GAMES["voren"]


async def deal_table(tables: Tables, seats: int, **settings: Unpack[TableSettings]) -> TableState:
    """Return a table that has just been dealt."""
    live = await lobby.open_table(tables, VOREN, {"hands": 6}, (1, 2), make_actor(PEOPLE[0]), settings=settings)
    for person in PEOPLE[1:seats]:
        await lobby.join(tables, live.id, make_actor(person))
    return (await lobby.start(tables, live.id, make_actor(PEOPLE[0])))[0]


@pytest.mark.parametrize("seats", [2, 4])
async def test_forced_moves_are_made_at_once(tables: Tables, seats: int) -> None:
    """After every step of a game there is none; the log has each as nobody's doing, and replays to the same."""
    live, rng, forced_count = await deal_table(tables, seats), Random(2), 0
    while live.record.status == "playing":
        before = live.record.seq
        live = await make_random_step(tables, live, rng)
        assert live.state is not None
        assert not VOREN.conduct.is_forced(live.state.view(None))
        events = [entry for entry in await tables.store.tables.log(live.id, before) if entry.kind == EventKind.MOVE]
        for event in events[1:]:
            assert event.public == {"forced": True}
            assert (event.user, event.interaction) == (None, None)
        forced_count += len(events[1:])
        if events[1:]:
            assert read_log_state(await reload_cold(tables, live)) == read_log_state(live)
            live = await tables.find(live.id)
    assert forced_count > 6


async def test_forced_moves_are_told_as_such_and_not_as_own(tables: Tables) -> None:
    """What happened since one's last move begins at the last that one chose."""
    live, rng, last_cards = await deal_table(tables, 3), Random(4), 0
    while live.record.status == "playing":
        live = await make_random_step(tables, live, rng)
        if live.last_hand is None or not live.awaits_deal():
            continue
        passages = PRESENTER.story(live.last_hand.how, live.last_hand.log, players_of(live))
        events = await tables.store.tables.log(
            live.id, live.last_hand.first - 1, live.last_hand.last - live.last_hand.first + 1
        )
        moves = [event for event in events if event.kind in {EventKind.MOVE, EventKind.CHANCE}]
        assert [event.public.get("forced", False) for event in moves] == [passage.forced for passage in passages]
        for passage in passages:
            assert passage.forced is ("the last card" in passage.text or "had to stay in" in passage.text)
        assert live.state is not None
        for seat in range(3):
            own_places = [place for place, event in enumerate(moves) if event.seat == seat and not event.public]
            result = news(live, PRESENTER, live.state.view(seat), players_of(live, seat))
            last_card = (
                any(event.seat == seat and event.public for event in moves[own_places[-1] :]) if own_places else False
            )
            assert (any("You" in text and "last card" in text for text in result)) is last_card
            last_cards += last_card
            sentence = last_card_text(live, PRESENTER, players_of(live, seat))
            assert sentence == (LAST_CARD_PLAYED if last_card else "")
    assert last_cards > 3


async def test_a_table_may_leave_them_to_its_players(tables: Tables) -> None:
    """As its option says; then each is somebody's."""
    live, rng, remaining = await deal_table(tables, 3, forced=False), Random(2), 0
    while live.record.status == "playing":
        live = await make_random_step(tables, live, rng)
        remaining += live.state is not None and VOREN.conduct.is_forced(live.state.view(None))
        assert not any(last_card_text(live, PRESENTER, players_of(live, seat)) for seat in range(3))
    events = await tables.store.tables.log(live.id)
    assert not any(event.public.get("forced") for event in events)
    assert remaining > 6
