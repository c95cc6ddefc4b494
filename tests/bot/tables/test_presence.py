"""What others would do with somebody's seat is off with anything that person does there, whatever it is."""

from __future__ import annotations

import pytest

from bot.common.errors import Declined
from bot.tables.commands import leave_and_end, pause, substitutes, take_computer_seat
from bot.tables.model.table_state import TableState
from bot.tables.model.votes import offer_of, offer_vote, release_vote
from bot.tables.services.absence import ABSENT_AFTER_MS
from bot.tables.services.tables import Tables
from data.engine.clock import now_ms
from data.tables.events import EventKind
from tests.support.people import PLAYERS, Person, make_actor
from tests.support.premoves import begin_hand, begin_stay, find_seat_after, find_turn, make_move, plan_move
from tests.support.tables import read_votes


async def offer_seat(tables: Tables, live: TableState, seat: int) -> int:
    """Let all the others offer a seat; return the number of the offer's event."""
    for number in set(range(len(live.record.seats))) - {seat}:
        live, _ = await substitutes.offer(tables, live.id, seat, make_actor(PLAYERS[number]))
    offer = offer_of(live, seat)
    assert offer is not None
    return offer["seq"]


async def test_a_move_that_was_ordered_before_takes_an_offer_of_the_seat_back(tables: Tables) -> None:
    live = await begin_stay(tables)
    seat = find_seat_after(live, 1)
    seq = await offer_seat(tables, live, seat)
    await plan_move(tables, live, seat, "stay")
    assert offer_of(live, seat) is not None, "that an order was left nobody is told"
    live, _ = await make_move(tables, live, "stay")
    assert offer_of(live, seat) is None
    with pytest.raises(Declined):
        await substitutes.take_over(tables, live.id, seat, seq, make_actor(Person(99, "Dora")))


@pytest.mark.parametrize("act", ["pause", "end"])
async def test_vote_on_another_question_withdraws_a_seat_offer_and_its_votes(tables: Tables, act: str) -> None:
    live = await begin_hand(tables)
    for seat in (find_seat_after(live, 1), find_seat_after(live, 2)):
        if seat == find_seat_after(live, 1):
            await offer_seat(tables, live, seat)
        else:
            live, _ = await substitutes.offer(tables, live.id, seat, make_actor(PLAYERS[find_turn(live)]))
            assert read_votes(live, offer_vote(seat))
        if act == "pause":
            live, _ = await pause.pause(tables, live.id, make_actor(PLAYERS[seat]))
        else:
            live, _ = await leave_and_end.end(
                tables, live.id, make_actor(PLAYERS[seat]), moderator=False, votes_only=True
            )
        assert offer_of(live, seat) is None
        assert not read_votes(live, offer_vote(seat))


async def test_asking_for_a_pause_lets_votes_to_give_the_seat_away_be_counted_anew(tables: Tables) -> None:
    live = await begin_hand(tables, people=5)
    seat = find_turn(live)
    tables.clock = lambda: now_ms() + 2 * ABSENT_AFTER_MS
    others = [number for number in range(5) if number not in {seat, 0}][:2]
    decision = live.decisions[seat]
    live, _ = await leave_and_end.release(tables, live.id, seat, decision, make_actor(PLAYERS[others[0]]))
    assert read_votes(live, release_vote(seat))
    await pause.pause(tables, live.id, make_actor(PLAYERS[seat]))
    assert not read_votes(live, release_vote(seat))
    live, result = await leave_and_end.release(tables, live.id, seat, decision, make_actor(PLAYERS[others[1]]))
    assert result.kind == EventKind.AGREE


async def test_admitting_a_player_marks_presence(tables: Tables) -> None:
    """Not only whoever sits down by it."""
    live = await begin_hand(tables, people=4)
    yes, leaver = find_seat_after(live, 1), find_seat_after(live, 2)
    await leave_and_end.leave(tables, live.id, make_actor(PLAYERS[leaver]))
    for number in (find_turn(live), find_seat_after(live, 3)):
        live, _ = await substitutes.offer(tables, live.id, yes, make_actor(PLAYERS[number]))
    assert offer_of(live, yes) is not None
    dora = Person(99, "Dora")
    _, result = await take_computer_seat.ask(tables, live.id, leaver, make_actor(dora))
    live, _ = await take_computer_seat.sit(tables, live.id, result.seq, make_actor(PLAYERS[yes]))
    assert live.record.seats[leaver].user == dora.id
    assert offer_of(live, yes) is None
