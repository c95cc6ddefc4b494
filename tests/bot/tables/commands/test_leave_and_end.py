"""Leaving a table, and ending it."""

from __future__ import annotations

from random import Random

import pytest

from bot.common.errors import Declined, Stale
from bot.scheduler.scheduler import Reschedule
from bot.tables.commands import leave_and_end, lobby, pause, play, substitutes, time_out
from bot.tables.model.actor import Actor
from bot.tables.model.clock_terms import MOVE, REMIND
from bot.tables.model.step import Step
from bot.tables.model.table_state import TableState
from bot.tables.model.votes import offer_of
from bot.tables.services.absence import is_overdue
from bot.tables.services.tables import Tables
from data.engine.clock import now_ms
from data.tables.events import EventKind
from data.tables.records import Append
from data.tables.settings import TableSettings
from data.tables.work import WorkKind, WorkState
from rules.registry import game_named
from rules.simulate import random_move
from tests.support.numbers import IDS
from tests.support.people import ADA, BELA, CLEO, PEOPLE_BY_ID, Person, make_actor
from tests.support.tables import computer_moves, make_one_move, open_lobby, read_votes


async def test_leaver_is_replaced_at_once(tables: Tables) -> None:
    """The stand-in plays the seat on; when the last person leaves, the table ends."""
    live = await open_lobby(tables, BELA)
    await lobby.start(tables, live.id, make_actor(ADA))
    await leave_and_end.leave(tables, live.id, make_actor(ADA))
    assert live.record.seats[0].kind == "computer"
    assert live.names()[0] == "Ambrose"
    assert [event for event in await tables.store.tables.log(live.id) if "Ada" in event.text] == []
    assert live.record.host == BELA.id
    for _ in range(20):
        if not live.computers():
            break
        await computer_moves(tables, live)
    assert live.computers() == ()
    await leave_and_end.leave(tables, live.id, make_actor(BELA))
    assert live.record.status == "ended"


async def test_host_moderators_or_more_than_half_of_the_players_end_a_table(tables: Tables) -> None:
    """One player alone cannot, two of three can, and the host's absence does not matter."""
    live = await open_lobby(tables, BELA, CLEO)
    await lobby.start(tables, live.id, make_actor(ADA))
    _, result = await leave_and_end.end(tables, live.id, make_actor(BELA), moderator=False)
    assert result.kind == EventKind.AGREE
    assert live.record.status == "playing"
    with pytest.raises(Declined, match="agreed"):
        await leave_and_end.end(tables, live.id, make_actor(BELA), moderator=False)
    _, result = await leave_and_end.end(tables, live.id, make_actor(CLEO), moderator=False)
    assert result.kind == EventKind.END
    assert live.record.status == "ended"
    second = await open_lobby(tables, BELA)
    assert (await leave_and_end.end(tables, second.id, make_actor(CLEO), moderator=True))[1].kind == EventKind.END
    third = await open_lobby(tables, BELA)
    assert (await leave_and_end.end(tables, third.id, make_actor(ADA), moderator=False))[1].kind == EventKind.END


FOUR = (ADA, BELA, CLEO, Person(14, "Dora"))


async def begin_hand_of_four(tables: Tables) -> TableState:
    """Return a table of four people in their first hand; Ada is the host."""
    live = await open_lobby(tables, *FOUR[1:], hands=2)
    await lobby.start(tables, live.id, make_actor(ADA))
    return live


async def cast_votes(tables: Tables, live: TableState, *votes: tuple[Person, bool]) -> str:
    """Let people vote for an end, with the scores void or not; return the kind of the last vote's result."""
    kind = ""
    for voter, void in votes:
        _, result = await leave_and_end.end(tables, live.id, make_actor(voter), moderator=False, void=void)
        kind = result.kind
    return kind


async def test_an_end_is_voted_for_with_the_scores_void(tables: Tables) -> None:
    """More than half of four are three, the host's vote is one of them; the log and the table say what was voted."""
    live = await begin_hand_of_four(tables)
    assert await cast_votes(tables, live, (ADA, True), (BELA, True)) == "agree"
    with pytest.raises(Declined, match=r"already agreed\. More than half"):
        await cast_votes(tables, live, (ADA, True))
    assert live.record.status == "playing"
    assert await cast_votes(tables, live, (CLEO, True)) == "end"
    assert live.record.status == "ended"
    assert live.void
    event = next(event for event in await tables.store.tables.log(live.id) if event.kind == EventKind.END)
    assert event.public == {"votes": 3, "void": True}
    assert ("record", WorkState.DUE) in {(row.kind, row.state) for row in await tables.store.work.of_table(live.id)}
    tables.evict(live.id)
    assert (await tables.find(live.id)).void


async def test_votes_for_two_ways_to_end_count_apart_and_can_change(tables: Tables) -> None:
    """Two for the one and two for the other are no end."""
    live = await begin_hand_of_four(tables)
    _, bela, cleo, dora = FOUR
    assert await cast_votes(tables, live, (bela, True), (cleo, False), (dora, True)) == "agree"
    assert (read_votes(live, "end"), read_votes(live, "end", answer="void")) == ([2], [1, 3])
    assert await cast_votes(tables, live, (dora, False)) == "agree"
    assert (read_votes(live, "end"), read_votes(live, "end", answer="void")) == ([2, 3], [1])
    await leave_and_end.take_vote_back(tables, live.id, make_actor(cleo))
    with pytest.raises(Declined, match="have not agreed"):
        await leave_and_end.take_vote_back(tables, live.id, make_actor(cleo))
    assert await cast_votes(tables, live, (bela, False)) == "agree"
    assert await cast_votes(tables, live, (cleo, False)) == "end"
    assert not live.void
    questions = [row for row in await tables.store.work.of_table(live.id, WorkKind.ANNOUNCE) if row.key.isdecimal()]
    assert len(questions) == 2  # one question, and the end


async def test_a_vote_goes_with_its_voter(tables: Tables) -> None:
    """Whoever has left wants nothing any more, and who plays in the seat then has not been asked."""
    live = await begin_hand_of_four(tables)
    _, bela, cleo, dora = FOUR
    await cast_votes(tables, live, (bela, True), (cleo, True))
    await leave_and_end.leave(tables, live.id, make_actor(cleo))
    assert read_votes(live, "end", answer="void") == []
    assert read_votes(live, "end", answer="again") == [1]
    assert await cast_votes(tables, live, (dora, True)) == "agree"  # one of three
    assert await cast_votes(tables, live, (bela, True)) == "end"  # two of three


async def test_votes_that_would_have_become_enough_are_cast_again(tables: Tables) -> None:
    """Two of four are not more than half; of three they are, and both are asked once more."""
    live = await begin_hand_of_four(tables)
    _, bela, cleo, dora = FOUR
    assert await cast_votes(tables, live, (bela, False), (cleo, False)) == "agree"
    await leave_and_end.leave(tables, live.id, make_actor(dora))
    assert live.record.status == "playing"
    assert read_votes(live, "end", answer="again") == [1, 2]
    assert await cast_votes(tables, live, (bela, False), (cleo, False)) == "end"


async def test_only_person_at_a_table_decides_alone(tables: Tables) -> None:
    live = await open_lobby(tables)
    await lobby.add_computer(tables, live.id, make_actor(ADA))
    await lobby.start(tables, live.id, make_actor(ADA))
    assert await cast_votes(tables, live, (ADA, True)) == "end"
    assert live.void
    event = next(event for event in await tables.store.tables.log(live.id) if event.kind == EventKind.END)
    assert event.public == {"void": True}


async def test_void_votes_need_a_seat_and_a_begun_game(tables: Tables) -> None:
    """A moderator ends a table, with its scores kept."""
    live = await begin_hand_of_four(tables)
    with pytest.raises(Declined, match="no seat"):
        await leave_and_end.end(tables, live.id, make_actor(Person(99, "Zoe")), moderator=True, void=True)
    waiting = await open_lobby(tables, BELA, CLEO)
    with pytest.raises(Declined, match="no scores to void"):
        await cast_votes(tables, waiting, (BELA, True))
    assert await cast_votes(tables, waiting, (BELA, False), (CLEO, False)) == "end"


async def test_a_computer_that_was_thinking_when_its_table_was_ended_moves_no_more(tables: Tables) -> None:
    """Its move is too late, and nothing else is wrong."""
    live = await open_lobby(tables, BELA)
    await lobby.start(tables, live.id, make_actor(ADA))
    await leave_and_end.leave(tables, live.id, make_actor(ADA))
    await leave_and_end.leave(tables, live.id, make_actor(BELA))
    assert live.record.status == "ended"
    assert live.state is not None
    seat = live.state.to_act[0]
    with pytest.raises(Stale, match="The computer has already moved"):
        await play.computer_move(tables, live.id, seat, live.decisions[seat], live.state.legal(seat).moves[0])


DAY = 24 * 3600 * 1000


async def begin_awaiting(tables: Tables, *people: Person) -> tuple[TableState, int, int]:
    """Return a table that has just begun, the seat that it waits for, and its decision."""
    live = await open_lobby(tables, *people)
    await lobby.start(tables, live.id, make_actor(ADA))
    seat = next(iter(live.decisions))
    return live, seat, live.decisions[seat]


async def test_a_seat_without_a_move_for_a_day_can_be_given_away(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not before, not one's own, not by a bystander; by half of the people, the absent host among them or not."""
    live, seat, decision = await begin_awaiting(tables, BELA, CLEO)
    absent = live.record.seats[seat].user
    first, second = (person for person in (ADA, BELA, CLEO) if person.id != absent)
    with pytest.raises(Declined, match="after a day without a move"):
        await leave_and_end.release(tables, live.id, seat, decision, make_actor(first))
    monkeypatch.setattr(tables, "clock", lambda: now_ms() + DAY)
    assert now_ms() - await leave_and_end.absent_since(tables, live, seat) < 60_000
    with pytest.raises(Declined, match="no seat"):
        await leave_and_end.release(tables, live.id, seat, decision, make_actor(Person(99, "Zoe")))
    with pytest.raises(Declined, match="your own seat"):
        await leave_and_end.release(tables, live.id, seat, decision, make_actor(PEOPLE_BY_ID[absent or 0]))
    with pytest.raises(Declined, match="is not waiting for"):
        await leave_and_end.absent_since(tables, live, (seat + 1) % 3)
    for missing in (-1, 7):
        with pytest.raises(Declined, match="No person sits there"):
            await leave_and_end.absent_since(tables, live, missing)
    with pytest.raises(Stale, match="has moved"):
        await leave_and_end.release(tables, live.id, seat, decision - 1, make_actor(first))
    number = next(IDS)
    if live.record.host not in {first.id, second.id}:  # the host is the absent one: half of three is two
        _, result = await leave_and_end.release(tables, live.id, seat, decision, make_actor(first))
        assert (result.kind, live.record.seats[seat].kind) == ("agree", "person")
        with pytest.raises(Declined, match="agreed"):
            await leave_and_end.release(tables, live.id, seat, decision, make_actor(first))
        _, result = await leave_and_end.release(tables, live.id, seat, decision, make_actor(second, number))
        assert live.record.host == second.id
    else:
        _, result = await leave_and_end.release(tables, live.id, seat, decision, make_actor(ADA, number))
    assert (result.kind, result.seat) == ("release", seat)
    assert live.record.seats[seat].kind == "computer"
    assert seat in live.computers()
    owed = {(row.kind, row.state) for row in await tables.store.work.of_table(live.id) if row.state == WorkState.DUE}
    assert ("computer", WorkState.DUE) in owed
    assert ("ping", WorkState.DUE) not in owed
    _, again = await leave_and_end.release(tables, live.id, seat, decision, make_actor(second, number))
    assert again.again


async def test_at_a_table_of_two_the_other_alone_gives_the_seat_away(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of two is one: an absent host blocks nobody."""
    live, seat, decision = await begin_awaiting(tables, BELA)
    monkeypatch.setattr(tables, "clock", lambda: now_ms() + DAY)
    other = BELA if live.record.seats[seat].user == ADA.id else ADA
    _, result = await leave_and_end.release(tables, live.id, seat, decision, make_actor(other))
    assert result.kind == EventKind.RELEASE
    assert live.record.host == other.id or live.record.host == ADA.id


async def test_move_in_time_keeps_the_seat(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """The question was asked, the person came back: the decision it was about is gone."""
    live, seat, decision = await begin_awaiting(tables, BELA)
    absent = live.record.seats[seat].user or 0
    monkeypatch.setattr(tables, "clock", lambda: now_ms() + DAY)
    await leave_and_end.absent_since(tables, live, seat)
    await play.act(tables, live.id, "deal", Actor(absent, "", next(IDS)))
    other = BELA if absent == ADA.id else ADA
    with pytest.raises(Declined):
        await leave_and_end.release(tables, live.id, seat, decision, make_actor(other))
    assert live.record.seats[seat].kind == "person"


async def open_timed_table(tables: Tables, *people: Person, out: int = MOVE) -> tuple[TableState, int]:
    """A table with a clock of three days that waits for somebody else than Ada, its host; and for which seat."""
    clock: TableSettings = {"clock": 3 * 24 * 3600, "time_out": out}
    while True:
        live = await open_lobby(tables, *people)
        await tables.update_row(
            live.id, lambda record: Append(record.id, record.seq, changes={"settings": {**record.settings, **clock}})
        )
        await lobby.start(tables, live.id, make_actor(ADA))
        seat = next(iter(live.decisions))
        if live.record.seats[seat].user != ADA.id:
            return live, seat


async def test_where_there_is_a_clock_it_alone_says_who_is_late(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has three days is not late after one, and may be away meanwhile, for which the clock stands still."""
    live, seat = await open_timed_table(tables, BELA, out=REMIND)
    monkeypatch.setattr(tables, "clock", lambda: now_ms() + 2 * DAY)
    with pytest.raises(Declined, match="once Bela's time runs out"):
        await leave_and_end.release(tables, live.id, seat, live.decisions[seat], make_actor(ADA))
    assert not await is_overdue(live, seat, tables.clock(), tables.elapsed_ms)
    await time_out.run_out(tables, live, seat, live.timers[seat].seq, stands_in=False)
    assert await is_overdue(live, seat, tables.clock(), tables.elapsed_ms)
    _, result = await leave_and_end.release(tables, live.id, seat, live.decisions[seat], make_actor(ADA))
    assert result.kind == EventKind.RELEASE


async def test_a_pause_that_begins_while_a_clock_is_seen_to_lets_nothing_run_out(tables: Tables) -> None:
    """A computer player thought about the move meanwhile: its row waits for the game to go on, and nobody is late."""
    live, seat = await open_timed_table(tables, BELA)
    paused: TableSettings = {**live.record.settings, "paused": tables.clock()}
    await tables.update_row(live.id, lambda record: Append(record.id, record.seq, changes={"settings": paused}))
    before = live.record.seq
    with pytest.raises(Reschedule):
        await time_out.run_out(tables, live, seat, live.timers[seat].seq, stands_in=True)
    assert live.record.seq == before
    assert live.record.settings == paused


async def test_timed_out_player_stays_late_until_their_own_move(tables: Tables) -> None:
    """Else the seat of somebody who never comes, for whom a computer player moves in time, could never be given on."""
    live, seat = await open_timed_table(tables, BELA)
    began = live.timers[seat].seq

    def moved_for(step: Step) -> None:
        time_out.record_time_out(step, seat, began)
        assert step.after.state is not None
        step.move(seat, step.after.state.legal(seat).moves[0], None, None, public={"late": True})

    await tables.change(live.id, None, moved_for)
    assert await is_overdue(live, seat, tables.clock(), tables.elapsed_ms)
    _, result = await substitutes.offer(tables, live.id, seat, make_actor(ADA))
    assert result.kind == EventKind.OFFER
    while live.state is None or seat not in live.state.awaited:
        await make_one_move(tables, live)
    await leave_and_end.absent_since(tables, live, seat)
    await make_one_move(tables, live)
    assert not await is_overdue(live, seat, tables.clock(), tables.elapsed_ms)
    assert offer_of(live, seat) is None


async def test_paused_table_awaits_no_player_and_uses_no_time(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    live, seat, decision = await begin_awaiting(tables, BELA)
    other = BELA if live.record.seats[seat].user == ADA.id else ADA
    for who in (ADA, BELA):
        await pause.pause(tables, live.id, make_actor(who))
    monkeypatch.setattr(tables, "clock", lambda: now_ms() + 2 * DAY)
    with pytest.raises(Declined, match="paused"):
        await leave_and_end.release(tables, live.id, seat, decision, make_actor(other))
    assert not await is_overdue(live, seat, tables.clock(), tables.elapsed_ms)
    await pause.go_on(tables, live.id, make_actor(other))
    with pytest.raises(Declined, match="after a day without a move"):
        await leave_and_end.release(tables, live.id, seat, decision, make_actor(other))
    monkeypatch.setattr(tables, "clock", lambda: now_ms() + 3 * DAY)
    _, result = await leave_and_end.release(tables, live.id, seat, decision, make_actor(other))
    assert result.kind == EventKind.RELEASE


async def test_the_first_who_would_give_a_seat_away_asks_the_others_once(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    dora, emil = Person(14, "Dora"), Person(15, "Emil")
    live, seat, decision = await begin_awaiting(tables, BELA, CLEO, dora, emil)
    monkeypatch.setattr(tables, "clock", lambda: now_ms() + DAY)
    voters = [person for person in (BELA, CLEO, dora, emil) if person.id != live.record.seats[seat].user]
    for who in voters[:2]:
        _, result = await leave_and_end.release(tables, live.id, seat, decision, make_actor(who))
        assert result.kind == EventKind.AGREE
    work_items = [
        row
        for row in await tables.store.work.of_table(live.id)
        if row.kind == WorkKind.ANNOUNCE and row.key.isdecimal()
    ]
    assert len(work_items) == 1
    _, result = await leave_and_end.release(tables, live.id, seat, decision, make_actor(voters[2]))
    assert result.kind == EventKind.RELEASE


async def test_votes_about_one_seat_leave_those_about_another_alone(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Abracadabra several are waited for at once."""
    people, rng = (ADA, BELA, CLEO, Person(14, "Dora")), Random(1)
    live = await lobby.open_table(tables, game_named("abracadabra"), {}, (1, 2), make_actor(ADA))
    for person in people[1:]:
        await lobby.join(tables, live.id, make_actor(person))
    await lobby.start(tables, live.id, make_actor(ADA))
    while len(live.decisions) < 2:
        assert live.state is not None
        (seat,) = live.decisions
        move = random_move(live.state, seat, rng)
        await play.act(tables, live.id, move, Actor(live.record.seats[seat].user or 0, "", next(IDS)))
    monkeypatch.setattr(tables, "clock", lambda: now_ms() + DAY)
    first, second = [seat for seat in live.decisions if live.record.seats[seat].user != ADA.id][:2]
    by_seat = {live.seat_of(who.id): who for who in people}
    voter = next(who for seat, who in by_seat.items() if seat not in (first, second) and who != ADA)
    for seat in (first, second):
        _, result = await leave_and_end.release(tables, live.id, seat, live.decisions[seat], make_actor(voter))
        assert result.kind == EventKind.AGREE
    _, result = await leave_and_end.release(tables, live.id, first, live.decisions[first], make_actor(by_seat[second]))
    assert result.kind == EventKind.RELEASE
