"""A player's own decisions are read from the log as they were met in play: when they arose, the view, the move."""

from __future__ import annotations

from random import Random

import pytest

from bot.tables.commands import exchange_notes, leave_and_end, play, set_premove
from bot.tables.commands.take_back import own_move, take_back
from bot.tables.model.actor import Actor
from bot.tables.model.table_state import TableState
from bot.tables.services.own_decisions import own_decisions
from bot.tables.services.tables import Tables
from data.tables.events import EventKind
from data.tables.records import Append
from rules.contract import Game, View
from rules.players import player_of
from rules.players.words import forced
from rules.registry import GAMES
from rules.simulate import random_of
from rules.views import ShownHand, shown_hands_of
from tests.support.numbers import IDS
from tests.support.people import make_actor
from tests.support.random_tables import PEOPLE as PLAYERS
from tests.support.random_tables import start_table
from tests.support.tables import computer_moves

HANDS = 2

Decision = tuple[int, int, View, str]
"""The event with which a decision arose, that of its move, the view and the move."""


async def read_decisions(tables: Tables, live: TableState, hand: int, user: int) -> list[Decision]:
    """Return a user's decisions in a hand, as they are read from the log."""
    spans = await tables.store.tables.hands(live.id)
    decisions = await own_decisions(tables.store, live.record, spans, hand, user)
    return [(decision.arose, decision.seq, decision.view, decision.move) for decision in decisions]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
async def test_each_decision_is_read_as_it_was_met(tables: Tables, game: Game) -> None:
    """At random, of every seat, hand by hand; a decision without a choice is none."""
    options = {"first": 3, "last": 6} if game.id == "five_crowns" else {}
    live = await start_table(tables, game.id, game.seats[0], **options)
    rng, expected = Random(7), dict[tuple[int, int], list[Decision]]()
    while live.record.status == "playing" and live.state and (live.state.number < HANDS or live.hand_start_seq):
        if live.awaits_deal():
            if live.state.number == HANDS:
                break
            live, _ = await play.next_hand(tables, live.id, make_actor(PLAYERS[0]))
            continue
        seat = rng.choice(live.state.to_act)
        view, arose, hand = live.state.view(seat), live.decisions[seat], live.state.number
        live, result = await play.act(
            tables, live.id, random_of(live.state.legal(seat), rng), make_actor(PLAYERS[seat])
        )
        if not forced(view):
            expected.setdefault((hand, seat), []).append((arose, result.seq, view, result.text))
    assert {hand for hand, _ in expected} >= {0, 1}
    for hand in (0, 1):
        for seat in range(len(live.record.seats)):
            assert await read_decisions(tables, live, hand, PLAYERS[seat].id) == expected.get((hand, seat), [])


async def test_moves_that_were_taken_back_are_none(tables: Tables) -> None:
    live = await start_table(tables)
    await tables.update_row(
        live.id, lambda row: Append(row.id, row.seq, changes={"settings": {**row.settings, "friendly": True}})
    )
    assert live.state is not None
    await play.act(tables, live.id, "deal", make_actor(PLAYERS[live.state.to_act[0]]))
    seat = live.state.to_act[0]
    live, result = await play.act(tables, live.id, "stay", make_actor(PLAYERS[seat]))
    last, undone = own_move(live, seat), result
    assert last is not None
    for who in (PLAYERS[seat], *(person for person in PLAYERS[:3] if person is not PLAYERS[seat])):
        live, undone = await take_back(tables, live.id, last.seq, make_actor(who))
    assert undone.kind == EventKind.TAKE_BACK
    live, again = await play.act(tables, live.id, "fold", make_actor(PLAYERS[seat]))
    live = await play_hand_out(tables, live)
    results = await read_decisions(tables, live, 0, PLAYERS[seat].id)
    assert results[0][:2] == (undone.seq, again.seq)
    assert result.seq not in {seq for _, seq, _, _ in results}


async def test_an_order_that_was_carried_out_is_a_decision_of_its_player(tables: Tables) -> None:
    live = await start_table(tables)
    assert live.state is not None
    await play.act(tables, live.id, "deal", make_actor(PLAYERS[live.state.to_act[0]]))
    first, second = live.state.to_act[0], (live.state.to_act[0] + 1) % 3
    user = PLAYERS[second].id
    await set_premove.plan(tables, live.id, user, "fold", live.last_move_seq.get(second, live.hand_start_seq))
    live, _ = await play.act(tables, live.id, "stay", make_actor(PLAYERS[first]))
    live = await play_hand_out(tables, live)
    results = await read_decisions(tables, live, 0, user)
    assert [move for *_, move in results][-1] == "fold"


async def test_leavers_keep_their_decisions_and_computers_have_none(tables: Tables) -> None:
    live = await start_table(tables)
    assert live.state is not None
    seat = live.state.to_act[0]
    await play.act(tables, live.id, "deal", make_actor(PLAYERS[seat]))
    await leave_and_end.leave(tables, live.id, make_actor(PLAYERS[seat]))
    live = await play_hand_out(tables, await tables.find(live.id))
    assert [move for *_, move in await read_decisions(tables, live, 0, PLAYERS[seat].id)] == ["deal"]


async def play_hand_out(tables: Tables, live: TableState) -> TableState:
    """Play the hand by first legal moves; return the table once it is over."""
    while live.record.status == "playing" and not live.awaits_deal():
        assert live.state is not None
        seat = live.state.to_act[0]
        user = live.record.seats[seat].user
        if user is None:
            await computer_moves(tables, live)
        else:
            await play.act(tables, live.id, live.state.legal(seat).moves[0], Actor(user, "", next(IDS)))
        live = await tables.find(live.id)
    return live


async def test_a_decision_knows_the_hands_that_its_player_had_been_shown_by_then(tables: Tables) -> None:
    """Not those shown later; and nobody else's decisions know them."""
    live, shown_at = await start_table(tables, "conference", 4), dict[int, list[str]]()
    while live.last_hand is None and live.state is not None:
        hand = live.state.view(1)["hand"]
        if len(hand) in {8, 3} and hand not in shown_at.values():
            times = exchange_notes.shown_before(live, 1)
            mark = exchange_notes.mark_of(exchange_notes.readers(live, 1))
            live, result = await exchange_notes.show(tables, live.id, mark, times, make_actor(PLAYERS[1]))
            shown_at[result.seq] = hand
            assert live.state is not None
        seat = live.state.to_act[0]
        move = player_of(live.game).choose(live.state.view(seat), Random(0))
        live, _ = await play.act(tables, live.id, move, make_actor(PLAYERS[seat]))
    assert len(shown_at) == 2
    spans = await tables.store.tables.hands(live.id)
    for seat in range(4):
        decisions = await own_decisions(tables.store, live.record, spans, 0, PLAYERS[seat].id)
        assert decisions
        for decision in decisions:
            shown_hands = [
                ShownHand(1, tuple(cards)) for seq, cards in shown_at.items() if seat == 0 and seq < decision.seq
            ]
            assert list(shown_hands_of(decision.view)) == shown_hands
