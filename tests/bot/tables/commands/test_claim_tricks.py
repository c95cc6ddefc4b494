"""Claims: the rest of a hand is played out in one step, as ordinary moves, and comes to what it would have come to."""

from __future__ import annotations

import asyncio
import re
from random import Random
from typing import Any

import pytest

from bot.common.errors import Declined, Stale
from bot.tables.commands import leave_and_end, play
from bot.tables.commands.claim_tricks import claim, claimable
from bot.tables.commands.take_back import own_move
from bot.tables.model.table_state import TableState
from bot.tables.services.finished_hand_steps import steps_of
from bot.tables.services.integrity_check import check_all
from bot.tables.services.tables import Tables
from bot.ui.game.players import Players
from bot.ui.table.shuffle_proof import check_proof, read_proof
from bot.ui.table.story import last_passage, news
from cogs.games.mitigati.presenter import MitigatiPresenter
from data.tables.events import EventKind
from data.tables.records import Append, EventRecord
from data.tables.settings import TableSettings
from rules.contract import Conduct, Game, State
from rules.registry import GAMES
from tests.bot.tables.claims import play_until_claim
from tests.support.numbers import IDS
from tests.support.people import ADA, BELA, PLAYERS, Person, make_actor
from tests.support.random_tables import read_log_state, reload_cold

TRICK_GAMES = [game for game in GAMES.values() if type(game.conduct).claim is not Conduct.claim]


def play_hand_out(state: State, seat: int, order: Any, rng: Random) -> State:
    """Return the position after the hand, in which the claimant plays in this order and the others at random."""
    number = state.number
    while not state.finished and state.number == number:
        (actor,) = state.to_act
        moves = state.legal(actor).moves
        move = next(card for card in order if card in moves) if actor == seat else rng.choice(moves)
        state = state.apply(actor, move)
    return state


def result_of(state: State) -> Any:
    view = state.view(None)
    last = {key: value for key, value in view.pop("last").items() if key not in {"tricks", "log", "gathered"}}
    return view, last, state.score()


async def read_log_after(tables: Tables, live: TableState, seq: int) -> list[EventRecord]:
    return list(await tables.store.tables.log(live.id, seq, live.record.seq - seq))


@pytest.mark.parametrize("game", TRICK_GAMES, ids=lambda game: game.id)
async def test_a_claim_is_the_hand_played_out(tables: Tables, game: Game) -> None:
    """Points, row, secrets, replay and proof are as in ordinary play, also when the table is read anew."""
    rng = Random(3)
    live, who, seat = await play_until_claim(tables, game.id, rng)
    before, seq, decision = live.state, live.record.seq, live.decisions[seat]
    assert before is not None
    order = claimable(live, seat)
    expected = result_of(play_hand_out(before, seat, order, rng))
    interaction = next(IDS)
    live, result = await claim(tables, live.id, decision, make_actor(who, interaction))
    assert (result.kind, result.seat, result.seq) == ("claim", seat, seq + 1)
    assert live.state is not None
    assert result_of(live.state) == expected
    assert live.last_hand is not None
    assert live.last_hand.number == before.number
    assert not live.hand_start_seq

    text, *rest = await read_log_after(tables, live, seq)
    assert (text.kind, text.seat, text.user, text.interaction) == ("claim", seat, who.id, interaction)
    moves = [event for event in rest if event.kind == EventKind.MOVE]
    state, counts = before, {True: 0, False: 0}
    for event in moves:
        assert event.seat is not None
        is_own = event.seat == seat
        counts[is_own] += 1
        assert event.interaction is None
        assert event.user == (who.id if is_own else None)
        assert event.public == ({} if is_own else {"claimed": True})
        assert event.text in state.legal(event.seat).moves
        state = state.apply(event.seat, event.text)
    assert state == live.state
    assert counts[True] >= 2
    assert counts[False] >= 2
    assert {event.kind for event in rest} == {"move", "reveal"}

    assert all(own_move(live, each_seat) is None for each_seat in range(len(live.record.seats)))
    in_memory = read_log_state(live)
    assert read_log_state(await reload_cold(tables, live)) == in_memory
    live = await tables.find(live.id)
    assert live.claim is not None
    texts: list[str] = []
    assert (await check_all(tables.store, texts.append)).faults == 0, texts
    spans = await tables.store.tables.hands(live.id)
    steps = await steps_of(tables.store, live, spans, len(spans) - 1)
    assert steps is not None
    assert steps.positions[-1] == live.state
    assert all(finding.holds for finding in check_proof(await read_proof(tables.store, live)))


async def test_two_presses_at_the_same_instant_are_one_claim(tables: Tables) -> None:
    """Two of them, one of them delivered twice, and a card that is played at the same time."""
    for turn in range(4):
        live, who, seat = await play_until_claim(tables, "mitigati", Random(turn))
        decision, first, seq = live.decisions[seat], next(IDS), live.record.seq
        card = claimable(live, seat)[0]
        tries = [
            claim(tables, live.id, decision, make_actor(who, first)),
            claim(tables, live.id, decision, make_actor(who, first)),
            claim(tables, live.id, decision, make_actor(who)),
            play.act(tables, live.id, card, make_actor(who)),
        ]
        results = await asyncio.gather(*(tries if turn % 2 else tries[::-1]), return_exceptions=True)
        outcomes = [result for result in results if not isinstance(result, BaseException)]
        assert all(isinstance(result, Stale) for result in results if isinstance(result, BaseException)), results
        live = await tables.find(live.id)
        events = await read_log_after(tables, live, seq)
        assert sum(event.kind == EventKind.CLAIM for event in events) == (
            1 if turn % 2 else sum(result.kind == EventKind.CLAIM for _, result in outcomes)
        )
        in_memory = read_log_state(live)
        assert read_log_state(await reload_cold(tables, live)) == in_memory


async def test_a_claim_counts_for_the_decision_that_it_was_offered_in_alone(tables: Tables) -> None:
    live, who, seat = await play_until_claim(tables, "mitigati", Random(1))
    decision, seq = live.decisions[seat], live.record.seq
    other = PLAYERS[(seat + 1) % 3]
    for person, number, error in (
        (who, decision - 1, Stale),
        (other, decision, Stale),
        (Person(99, "Emil"), decision, Declined),
    ):
        with pytest.raises(error):
            await claim(tables, live.id, number, make_actor(person))
    assert live.record.seq == seq
    live, _ = await claim(tables, live.id, decision, make_actor(who))
    with pytest.raises(Stale, match="have moved since"):
        await claim(tables, live.id, decision, make_actor(who))
    await leave_and_end.end(tables, live.id, make_actor(ADA), moderator=True)
    with pytest.raises(Stale, match="has ended"):
        await claim(tables, live.id, decision, make_actor(who))


async def test_claim_marks_presence_and_cancels_votes_on_the_seat(tables: Tables) -> None:
    live, who, seat = await play_until_claim(tables, "mitigati", Random(4))
    seat_votes: TableSettings = {
        "offered": {str(seat): {"seq": live.record.seq, "own": False}},
        "votes": {f"offer:{seat}": {"seats": [(seat + 1) % 3], "seq": live.record.seq, "at": 0}},
    }
    await tables.update_row(
        live.id, lambda record: Append(record.id, record.seq, changes={"settings": {**record.settings, **seat_votes}})
    )
    live, _ = await claim(tables, live.id, live.decisions[seat], make_actor(who))
    assert (live.record.settings.get("offered"), live.record.settings.get("votes")) == ({}, {})


async def test_a_frozen_or_ended_table_and_a_lesson_offer_none(tables: Tables) -> None:
    live, _, seat = await play_until_claim(tables, "mitigati", Random(2))
    assert claimable(live, seat)
    live, _ = await leave_and_end.end(tables, live.id, make_actor(ADA), moderator=True)
    assert not claimable(live, seat)


async def test_claim_is_told_without_cards(tables: Tables) -> None:
    """The table and those who come back read who claimed and what the hand came to, not cards whose order meant
    nothing; once another hand is dealt nobody is told of it any more.
    """
    presenter = MitigatiPresenter()
    live, who, seat = await play_until_claim(tables, "mitigati", Random(4))
    live, _ = await claim(tables, live.id, live.decisions[seat], make_actor(who))
    for at in (live, await tables.find((await reload_cold(tables, live)).id)):
        assert at.state is not None
        for reader in (None, 0, 1, 2):
            players = Players(at.names(), frozenset(), reader)
            last = last_passage(at, presenter, at.state.view(None), players)
            assert last.text.startswith(f"{'You' if reader == seat else who.display_name} claimed the rest: ")
            assert re.search(r": \d+ points?\.", last.result)
        for reader in range(3):
            players = Players(at.names(), frozenset(), reader)
            sentences = news(at, presenter, at.state.view(reader), players)
            claims = [text for text in sentences if "claimed the rest" in text]
            assert len(claims) == (reader != seat)
            assert sentences[-1] == last_passage(at, presenter, at.state.view(None), players).result
    live, _ = await play.next_hand(tables, live.id, make_actor(BELA))
    assert live.claim is None
    assert live.state is not None
    assert "claimed" not in last_passage(live, presenter, live.state.view(None), Players(live.names())).text
    assert (await tables.find((await reload_cold(tables, live)).id)).claim is None
