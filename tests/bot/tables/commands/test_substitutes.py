"""Substitutes: who may offer whose seat, who may take it, what goes with it and what does not."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.common.errors import Declined, Stale
from bot.tables.commands import leave_and_end, lobby, play, substitutes, take_computer_seat
from bot.tables.commands.hand_views import record_look
from bot.tables.commands.play import next_hand
from bot.tables.model.clock_terms import stand_in_seats
from bot.tables.model.follow_up_work import CLOSED_QUESTIONS_KEY
from bot.tables.model.seat_handover import BY_SEAT
from bot.tables.model.seat_history import SeatHistory
from bot.tables.model.seat_questions import Absence
from bot.tables.model.table_state import TableState
from bot.tables.model.votes import deferred_until, offer_of, voters_of
from bot.tables.services import absence
from bot.tables.services.tables import Tables
from bot.ui.game.players import players_of
from bot.ui.table.story import news
from cogs.games.voren.presenter import VorenPresenter
from data.engine.clock import now_ms
from data.engine.errors import StoreError
from data.tables.events import EventKind
from data.tables.records import Append
from data.tables.settings import TableSettings
from data.tables.work import WorkKind, WorkState
from tests.support.numbers import IDS
from tests.support.people import ADA, BELA, CLEO, PEOPLE_BY_ID, Person, make_actor
from tests.support.tables import begin_hand, make_one_move, open_lobby, read_event_kinds, read_votes

DORA, EMIL, ZOE = Person(14, "Dora"), Person(15, "Emil"), Person(99, "Zoe")
DAY = 24 * 3600 * 1000


async def offer_seat(tables: Tables, live: TableState, seat: int, who: Person) -> int:
    """Let somebody offer a seat; return the number of the event."""
    _, result = await substitutes.offer(tables, live.id, seat, make_actor(who))
    assert (result.kind, result.seat) == ("offer", seat)
    return result.seq


async def read_work(tables: Tables, live: TableState) -> set[tuple[str, str]]:
    """Return the kinds and keys of what is due at a table."""
    return {(row.kind, row.key) for row in await tables.store.work.of_table(live.id) if row.state == WorkState.DUE}


def pass_a_day(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a day pass, after which whoever is awaited may be replaced."""
    monkeypatch.setattr(tables, "clock", lambda: now_ms() + DAY)


def find_awaited(live: TableState) -> int:
    """Return the seat that the table waits for."""
    assert live.state is not None
    return live.state.awaited[0]


async def begin_awaiting(tables: Tables, seat: int, *others: Person) -> TableState:
    """Return a table that has just begun and waits for this seat."""
    while True:
        live = await begin_hand(tables, *others)
        if find_awaited(live) == seat:
            return live


# -- taking over -------------------------------------------------------------------------------------------------------


async def test_substitute_has_the_seat_at_once_with_cards_and_points(tables: Tables) -> None:
    """Its owner plays on until then; the log has both changes, with names in people's rows alone."""
    live = await begin_hand(tables, BELA, CLEO)
    seq = await offer_seat(tables, live, 2, CLEO)
    await make_one_move(tables, live)
    assert live.names() == ("Ada", "Bela", "Cleo")
    before, state = live.record.seats[2], live.state
    number = next(IDS)
    _, result = await substitutes.take_over(tables, live.id, 2, seq, make_actor(DORA, number))
    assert result.seat == 2
    assert live.names() == ("Ada", "Bela", "Dora")
    assert (live.record.seats[2].kind, live.record.seats[2].user) == ("person", DORA.id)
    assert (live.record.seats[2].points, live.state) == (before.points, state)
    leave_event, sit_event = (await tables.store.tables.log(live.id))[-2:]
    assert (leave_event.kind, leave_event.seat, leave_event.user, leave_event.interaction) == (
        "leave",
        2,
        CLEO.id,
        None,
    )
    assert (sit_event.kind, sit_event.seat, sit_event.user, sit_event.interaction) == ("sit", 2, DORA.id, number)
    assert not {"Cleo", "Dora"} & {value for event in (leave_event, sit_event) for value in event.public.values()}
    assert leave_event.seq in {
        row.seq
        for row in await tables.store.work.of_table(live.id, WorkKind.ANNOUNCE)
        if row.payload.get("events") == 2
    }
    _, repeated = await substitutes.take_over(tables, live.id, 2, seq, make_actor(DORA, number))
    assert repeated.again
    tables.evict(live.id)
    live = await tables.find(live.id)
    assert live.names() == ("Ada", "Bela", "Dora")
    with pytest.raises(Declined, match="no seat"):
        await play.act(tables, live.id, "deal", make_actor(CLEO))


async def test_two_take_a_seat_at_the_same_instant_and_one_has_it(tables: Tables) -> None:
    """The other is told so, in a sentence; as is whoever comes later."""
    live = await begin_hand(tables, BELA, CLEO)
    seq = await offer_seat(tables, live, 1, BELA)
    answers = await asyncio.gather(
        *(substitutes.take_over(tables, live.id, 1, seq, make_actor(who)) for who in (DORA, EMIL)),
        return_exceptions=True,
    )
    assert [type(result) for result in answers if isinstance(result, BaseException)] == [Stale]
    assert (await read_event_kinds(tables, live)).count("sit") == 1
    assert live.names()[1] in {"Dora", "Emil"}
    with pytest.raises(Stale, match="no longer on offer"):
        await substitutes.take_over(tables, live.id, 1, seq, make_actor(ZOE))
    assert offer_of(live, 1) is None


async def test_seat_is_refused_to_users_who_may_not_take_it(tables: Tables) -> None:
    """Its owner, who sits elsewhere, who is kept out, whom the host or the owner has blocked, who has seen cards."""
    live = await begin_hand(tables, BELA, CLEO)
    seq = await offer_seat(tables, live, 1, BELA)

    async def assert_refused(who: Person, text: str, kind: type[Declined] = Declined) -> None:
        seats = live.record.seats
        with pytest.raises(kind, match=text):
            await substitutes.take_over(tables, live.id, 1, seq, make_actor(who))
        assert live.record.seats == seats

    await assert_refused(BELA, "your own seat")
    await assert_refused(CLEO, "already seated at this table")
    for person in (ADA, BELA):
        await tables.store.blocks.add((person.id, person.display_name), (DORA.id, DORA.display_name))
        await assert_refused(DORA, "cannot join this table")
        await tables.store.blocks.remove(person.id, DORA.id)
    await tables.store.moderation.ban(1, (EMIL.id, "Emil"), (ADA.id, "Ada"), "")
    await assert_refused(EMIL, "Moderators have banned you from all tables here")
    await make_one_move(tables, live)  # the deal
    await leave_and_end.leave(tables, live.id, make_actor(CLEO))
    await assert_refused(CLEO, "You have seen the cards")
    with pytest.raises(Stale):
        await substitutes.take_over(tables, live.id, 1, seq - 1, make_actor(DORA))
    await substitutes.take_over(tables, live.id, 1, seq, make_actor(DORA))
    assert live.names()[1] == "Dora"


async def test_nothing_that_was_kept_for_the_former_owner_is_the_new_ones(tables: Tables) -> None:
    """Votes, when they looked, what they wanted: none of it; what others wanted stays theirs."""
    live = await begin_hand(tables, BELA, CLEO, EMIL)
    assert live.state is not None
    await make_one_move(tables, live)
    for seat in (1, 2):
        await record_look(tables, live, seat, live.record.seq)
    await leave_and_end.end(tables, live.id, make_actor(CLEO), moderator=False, void=True)
    await leave_and_end.end(tables, live.id, make_actor(BELA), moderator=False)
    await substitutes.offer(tables, live.id, 3, make_actor(CLEO))
    await substitutes.offer(tables, live.id, 3, make_actor(BELA))
    assert read_votes(live, "offer:3") == [1, 2]
    seq = await offer_seat(tables, live, 2, CLEO)
    await substitutes.take_over(tables, live.id, 2, seq, make_actor(DORA))
    assert read_votes(live, "offer:3") == [1]
    assert (read_votes(live, "end"), read_votes(live, "end", answer="void")) == ([], [])
    assert read_votes(live, "end", answer="again") == [1]
    assert live.record.settings.get("offered") == {}
    assert set(live.record.settings.get("last_looks", {})) == {"1"}
    for name in (*BY_SEAT, "stand_ins"):
        assert "2" not in live.record.settings.get(name, {}), name
        assert 2 not in live.record.settings.get(name, ()), name
    for name, vote in live.record.settings.get("votes", {}).items():
        assert 2 not in voters_of(vote), name


async def test_the_new_owner_is_told_the_whole_hand_and_is_asked_anew(tables: Tables) -> None:
    """What was played is none of their moves; what the table waits for is theirs from when they sat down."""
    live = await begin_awaiting(tables, 2, BELA, CLEO)
    while not (live.last_move_seq.get(2) and find_awaited(live) == 2 and live.hand_start_seq):
        await make_one_move(tables, live)
    decision = live.decisions[2]
    seq = await offer_seat(tables, live, 2, CLEO)
    assert (WorkKind.PING, f"2:{decision}") in await read_work(tables, live)
    await substitutes.take_over(tables, live.id, 2, seq, make_actor(DORA))
    assert live.decisions[2] == live.record.seq
    assert {(WorkKind.PING, f"2:{live.record.seq}")} == {
        work_item for work_item in await read_work(tables, live) if work_item[0] == WorkKind.PING
    }
    for fresh in (False, True):
        if fresh:
            tables.evict(live.id)
            live = await tables.find(live.id)
        assert live.state is not None
        assert live.decisions[2] == live.record.seq
        result = news(live, VorenPresenter(), live.state.view(2), players_of(live, 2))
        assert not result[0].startswith("You ")
        assert len(result) > 1  # the hand from its beginning on
    with pytest.raises(Declined, match="after a day without a move"):
        await leave_and_end.absent_since(tables, live, 2)


@pytest.mark.parametrize("alone", [False, True])
async def test_the_host_is_another_who_sits_there_and_only_then_the_new_owner(tables: Tables, alone: bool) -> None:
    live = await begin_hand(tables, BELA)
    if alone:
        await leave_and_end.leave(tables, live.id, make_actor(BELA))
    seq = await offer_seat(tables, live, 0, ADA)
    await substitutes.take_over(tables, live.id, 0, seq, make_actor(DORA))
    assert live.record.host == (DORA.id if alone else BELA.id)
    last = (await tables.store.tables.log(live.id))[-1]
    assert (last.kind, last.user) == ("host", live.record.host)


async def test_hand_with_a_substitution_counts_for_neither_player(tables: Tables) -> None:
    """As with everybody who leaves: the hands before are the former's, those after the new owner's."""
    live = await begin_hand(tables, BELA)
    while not live.awaits_deal():
        await make_one_move(tables, live)
    await next_hand(tables, live.id, make_actor(ADA))
    await make_one_move(tables, live)
    seq = await offer_seat(tables, live, 1, BELA)
    await substitutes.take_over(tables, live.id, 1, seq, make_actor(DORA))
    sit_seq = live.record.seq
    seating = SeatHistory.of(live.record.seats, await tables.store.tables.seat_changes(live.id))
    first = (await tables.store.tables.hands(live.id))[0]
    assert seating.holder_through(1, first.first, first.last) == BELA.id
    assert seating.holder_through(1, first.last + 1, sit_seq + 1) is None
    assert seating.has_changed(1, first.last + 1, sit_seq + 1)
    assert seating.holder_at(1, sit_seq) == DORA.id
    assert seating.holder_at(1, sit_seq - 2) == BELA.id


# -- a leaver's seat ---------------------------------------------------------------------------------------------------


async def test_a_seat_that_its_leaver_had_offered_is_to_be_had_at_once(tables: Tables) -> None:
    """A computer player plays on at once; who takes the seat needs nobody's yes, and its leaver may come back so."""
    live = await begin_awaiting(tables, 1, BELA, CLEO)
    seq = await offer_seat(tables, live, 1, BELA)
    await leave_and_end.leave(tables, live.id, make_actor(BELA))
    assert (WorkKind.COMPUTER, "") in await read_work(tables, live)
    assert offer_of(live, 1, seq)
    with pytest.raises(Declined, match="Only the player in seat"):
        await substitutes.keep(tables, live.id, 1, make_actor(BELA))
    await substitutes.take_over(tables, live.id, 1, seq, make_actor(BELA))
    assert live.names() == ("Ada", "Bela", "Cleo")
    assert (WorkKind.COMPUTER, "") not in await read_work(tables, live)
    assert offer_of(live, 1) is None


async def test_a_seat_that_others_had_offered_has_to_be_asked_for_once_it_is_left(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await begin_awaiting(tables, 1, BELA, CLEO)
    pass_a_day(tables, monkeypatch)
    seq = await offer_seat(tables, live, 1, ADA)
    await leave_and_end.leave(tables, live.id, make_actor(BELA))
    with pytest.raises(Stale):
        await substitutes.take_over(tables, live.id, 1, seq, make_actor(DORA))
    _, result = await take_computer_seat.ask(tables, live.id, 1, make_actor(DORA))
    assert result.kind == EventKind.ASK


# -- who may offer -----------------------------------------------------------------------------------------------------


async def test_the_host_offers_a_seat_that_the_table_has_waited_for_too_long(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Alone; and it is off as soon as its player moves."""
    live = await begin_awaiting(tables, 1, BELA, CLEO)
    pass_a_day(tables, monkeypatch)
    seq = await offer_seat(tables, live, 1, ADA)
    with pytest.raises(Declined, match="already on offer"):
        await substitutes.offer(tables, live.id, 1, make_actor(ADA))
    await tables.store.work.mark((await tables.store.work.of_table(live.id, WorkKind.ANNOUNCE))[-1].id, WorkState.DONE)
    await play.act(tables, live.id, "deal", make_actor(BELA))
    assert offer_of(live, 1) is None
    assert (WorkKind.ANNOUNCE, CLOSED_QUESTIONS_KEY) in await read_work(tables, live)  # its buttons go
    with pytest.raises(Stale):
        await substitutes.take_over(tables, live.id, 1, seq, make_actor(DORA))


@pytest.mark.parametrize("people", [2, 3, 4, 5])
async def test_of_others_it_takes_half_of_the_people_once_the_table_has_waited_too_long(
    people: int, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host is the one who is away. Of two the other alone, of three or four two, of five three."""
    others = (BELA, CLEO, DORA, EMIL)[: people - 1]
    live = await begin_awaiting(tables, 0, *others)
    pass_a_day(tables, monkeypatch)
    needed = -(-people // 2)
    for person in others[: needed - 1]:
        _, result = await substitutes.offer(tables, live.id, 0, make_actor(person))
        assert result.kind == EventKind.AGREE
        with pytest.raises(Declined, match=r"already agreed\. Half"):
            await substitutes.offer(tables, live.id, 0, make_actor(person))
    assert offer_of(live, 0) is None
    _, result = await substitutes.offer(tables, live.id, 0, make_actor(others[needed - 1]))
    assert result.kind == EventKind.OFFER
    voted = {} if needed == 1 else {"agreed": list(range(1, needed + 1))}
    assert offer_of(live, 0) == {"seq": result.seq, "own": False, **voted}
    assert not read_votes(live, "offer:0")


@pytest.mark.parametrize("people", [2, 3, 4])
async def test_before_that_it_takes_all_of_the_others_and_two_of_them_at_least(people: int, tables: Tables) -> None:
    """Whoever plays with one alone cannot give that one's seat away; the host has no more say than others."""
    others = (BELA, CLEO, DORA)[: people - 1]
    live = await begin_hand(tables, *others)
    seat = people - 1
    voters = (ADA, *others[:-1])
    if people == 2:
        with pytest.raises(Declined, match="at least two"):
            await substitutes.offer(tables, live.id, seat, make_actor(ADA))
        return
    for person in voters[:-1]:
        _, result = await substitutes.offer(tables, live.id, seat, make_actor(person))
        assert result.kind == EventKind.AGREE
        with pytest.raises(Declined, match="All the others"):
            await substitutes.offer(tables, live.id, seat, make_actor(person))
    _, result = await substitutes.offer(tables, live.id, seat, make_actor(voters[-1]))
    assert result.kind == EventKind.OFFER
    work_items = [row for row in await tables.store.work.of_table(live.id, WorkKind.ANNOUNCE) if row.key.isdecimal()]
    assert len([row for row in work_items if row.seq >= result.seq - people + 1]) == 2  # one question, and the offer


@pytest.mark.parametrize("act", ["moves", "says so"])
async def test_presence_cancels_votes_on_the_seat(act: str, tables: Tables) -> None:
    """Also a vote that has not come to anything yet."""
    live = await begin_awaiting(tables, 2, BELA, CLEO)
    for voters in ((ADA,), (ADA, BELA)):
        for person in voters:
            await substitutes.offer(tables, live.id, 2, make_actor(person))
        assert read_votes(live, "offer:2") if len(voters) == 1 else offer_of(live, 2)
        match act:
            case "moves":
                assert live.state is not None
                if 2 not in live.state.to_act:
                    return
                await play.act(tables, live.id, "deal", make_actor(CLEO))
            case _:
                await substitutes.keep(tables, live.id, 2, make_actor(CLEO))
        assert not read_votes(live, "offer:2")
        assert not live.record.settings.get("offered")


async def test_ones_own_offer_stands_while_one_plays_on_until_one_keeps_the_seat(tables: Tables) -> None:
    live = await begin_awaiting(tables, 1, BELA, CLEO)
    seq = await offer_seat(tables, live, 1, BELA)
    with pytest.raises(Declined, match="already on offer"):
        await substitutes.offer(tables, live.id, 1, make_actor(BELA))
    await play.act(tables, live.id, "deal", make_actor(BELA))
    assert offer_of(live, 1, seq)
    with pytest.raises(Declined, match="Only the player in seat"):
        await substitutes.keep(tables, live.id, 1, make_actor(CLEO))
    await substitutes.keep(tables, live.id, 1, make_actor(BELA))
    assert offer_of(live, 1) is None
    with pytest.raises(Declined, match="not on offer"):
        await substitutes.keep(tables, live.id, 1, make_actor(BELA))
    with pytest.raises(Stale):
        await substitutes.take_over(tables, live.id, 1, seq, make_actor(DORA))
    second_seq = await offer_seat(tables, live, 1, BELA)
    assert second_seq > seq
    with pytest.raises(Stale):  # the button of the first offer
        await substitutes.take_over(tables, live.id, 1, seq, make_actor(DORA))


async def test_offers_that_are_not_allowed_are_refused(tables: Tables) -> None:
    """No computer player's seat, none that there is not; by nobody without a seat; and in play alone."""
    live = await open_lobby(tables, BELA)
    for act in (substitutes.offer, substitutes.keep):
        with pytest.raises(Declined, match="not started"):
            await act(tables, live.id, 0, make_actor(ADA))
    await lobby.add_computer(tables, live.id, make_actor(ADA))
    await lobby.start(tables, live.id, make_actor(ADA))
    for seat in (2, 3, 24, -1):
        with pytest.raises(Declined, match="No person sits there"):
            await substitutes.offer(tables, live.id, seat, make_actor(ADA))
    with pytest.raises(Declined, match="no seat"):
        await substitutes.offer(tables, live.id, 0, make_actor(ZOE))
    seq = await offer_seat(tables, live, 1, BELA)
    await leave_and_end.end(tables, live.id, make_actor(ADA), moderator=True)
    with pytest.raises(Declined, match="has ended"):
        await substitutes.take_over(tables, live.id, 1, seq, make_actor(DORA))
    for act in (substitutes.offer, substitutes.keep):
        with pytest.raises(Declined, match="has ended"):
            await act(tables, live.id, 1, make_actor(BELA))


async def test_an_offer_that_was_not_kept_is_none(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that fails: nobody is told of anything, and nothing has changed."""
    live = await begin_hand(tables, BELA)

    async def fail(_: object) -> None:
        raise StoreError("disk")

    with monkeypatch.context() as patch:
        patch.setattr(tables.store.tables, "append", fail)
        with pytest.raises(StoreError):
            await substitutes.offer(tables, live.id, 1, make_actor(BELA))
    live = await tables.find(live.id)
    assert offer_of(live, 1) is None
    assert "offer" not in await read_event_kinds(tables, live)


async def test_votes_for_a_computer_player_start_again_when_the_seat_changes_owner(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await begin_awaiting(tables, 0, BELA, CLEO)
    pass_a_day(tables, monkeypatch)
    _, result = await leave_and_end.release(tables, live.id, 0, live.decisions[0], make_actor(BELA))
    assert result.kind == EventKind.AGREE
    for person in (BELA, CLEO):
        await substitutes.offer(tables, live.id, 0, make_actor(person))
    offer = offer_of(live, 0)
    assert offer is not None
    await substitutes.take_over(tables, live.id, 0, offer["seq"], make_actor(DORA))
    assert read_votes(live, "release:0") == []
    assert PEOPLE_BY_ID.keys() - {seat.user for seat in live.record.seats} == {ADA.id}


async def test_host_may_offer_the_seat_of_a_timed_out_player(tables: Tables) -> None:
    """Their time had run out. Whoever presses that they are here plays again, and the seat is theirs."""
    live = await begin_awaiting(tables, 1, BELA, CLEO)
    await tables.update_row(
        live.id,
        lambda record: Append(record.id, record.seq, changes={"settings": {**record.settings, "stand_ins": [1]}}),
    )
    seq = await offer_seat(tables, live, 1, ADA)
    await substitutes.keep(tables, live.id, 1, make_actor(BELA))
    assert offer_of(live, 1, seq) is None
    assert stand_in_seats(live.record.settings) == frozenset()
    assert (await read_event_kinds(tables, live))[-2:] == ["keep", "return"]
    await play.act(tables, live.id, "deal", make_actor(BELA))


async def test_a_substitute_has_the_whole_time_and_bank_and_plays_for_themselves(tables: Tables) -> None:
    live = await begin_awaiting(tables, 1, BELA, CLEO)
    table_settings: TableSettings = {"stand_ins": [1], "bank_spent_ms": {"1": 5, "2": 7}, "time_outs": {"1": [1, 2]}}
    await tables.update_row(
        live.id,
        lambda record: Append(record.id, record.seq, changes={"settings": {**record.settings, **table_settings}}),
    )
    seq = await offer_seat(tables, live, 1, ADA)
    await substitutes.take_over(tables, live.id, 1, seq, make_actor(DORA))
    settings = live.record.settings
    assert (settings.get("stand_ins"), settings.get("bank_spent_ms"), settings.get("time_outs")) == ([], {"2": 7}, {})
    assert live.timers[1].seq == live.record.seq
    assert live.computers() == ()


# -- by night ----------------------------------------------------------------------------------------------------------


async def begin_night(tables: Tables, who: Person, *, over: bool = False) -> None:
    """Let somebody's night be now and end in an hour; with `over` it is at another time of the day."""
    minute = tables.clock() // 60_000 % 1440
    night = ((minute + 720) % 1440, (minute + 780) % 1440) if over else ((minute - 60) % 1440, (minute + 60) % 1440)
    preferences = replace(await tables.store.preferences.of(who.id), night=night)
    await tables.store.preferences.save((who.id, who.display_name), preferences)


def advance_clock(tables: Tables, monkeypatch: pytest.MonkeyPatch, milliseconds: int) -> None:
    """Let so much time pass."""
    before = tables.clock
    monkeypatch.setattr(tables, "clock", lambda: before() + milliseconds)


HOUR = DAY // 24


async def test_vote_decided_at_night_waits_for_morning_and_one_press(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their votes are kept; whoever agreed does it then."""
    live = await begin_hand(tables, BELA, CLEO)
    await begin_night(tables, CLEO)
    for who in (ADA, BELA):
        _, result = await substitutes.offer(tables, live.id, 2, make_actor(who))
        assert result.kind == EventKind.AGREE
    assert offer_of(live, 2) is None
    assert read_votes(live, "offer:2") == [0, 1]
    until = deferred_until(live.record.settings, 2)
    assert until is not None
    assert 0 < until - tables.clock() <= HOUR
    for who in (ADA, BELA):
        with pytest.raises(Declined, match=r"already agreed\. Cleo's quiet hours end <t:\d+:R>"):
            await substitutes.offer(tables, live.id, 2, make_actor(who))
    advance_clock(tables, monkeypatch, HOUR + 60_000)
    assert until < tables.clock()
    _, result = await substitutes.offer(tables, live.id, 2, make_actor(ADA))
    assert result.kind == EventKind.OFFER
    assert deferred_until(live.record.settings, 2) is None


async def test_it_waits_for_no_second_night_whatever_is_named_meanwhile(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else nobody could ever have the seat of somebody who names a new night every day."""
    live = await begin_awaiting(tables, 1, BELA, CLEO)
    pass_a_day(tables, monkeypatch)
    await begin_night(tables, BELA)
    decision = live.decisions[1]
    _, result = await leave_and_end.release(tables, live.id, 1, decision, make_actor(ADA))
    assert result.kind == EventKind.AGREE, "though the host may decide it alone by day"
    with pytest.raises(Declined, match="Bela's quiet hours end"):
        await leave_and_end.release(tables, live.id, 1, decision, make_actor(ADA))
    advance_clock(tables, monkeypatch, HOUR + 60_000)
    await begin_night(tables, BELA)
    _, result = await leave_and_end.release(tables, live.id, 1, decision, make_actor(ADA))
    assert result.kind == EventKind.RELEASE
    assert deferred_until(live.record.settings, 1) is None


async def test_the_host_by_night_asks_the_others_and_decides_in_the_morning(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await begin_awaiting(tables, 1, BELA, CLEO)
    pass_a_day(tables, monkeypatch)
    await begin_night(tables, BELA)
    _, result = await substitutes.offer(tables, live.id, 1, make_actor(ADA))
    assert result.kind == EventKind.AGREE
    advance_clock(tables, monkeypatch, HOUR + 60_000)
    await offer_seat(tables, live, 1, ADA)


@pytest.mark.parametrize("act", ["moves", "presses I am here"])
async def test_return_before_morning_keeps_the_seat_and_restarts_the_vote(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    live = await begin_awaiting(tables, 1, BELA, CLEO)
    pass_a_day(tables, monkeypatch)
    await begin_night(tables, BELA)
    await substitutes.offer(tables, live.id, 1, make_actor(ADA))
    if act == "moves":
        await make_one_move(tables, live)
    else:
        await substitutes.keep(tables, live.id, 1, make_actor(BELA))
    assert deferred_until(live.record.settings, 1) is None
    assert not read_votes(live, "offer:1")


async def test_by_day_and_of_ones_own_seat_nothing_waits(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does whoever takes what was offered: its player was told by day."""
    live = await begin_awaiting(tables, 1, BELA, CLEO)
    pass_a_day(tables, monkeypatch)
    await begin_night(tables, BELA, over=True)
    seq = await offer_seat(tables, live, 1, ADA)
    await begin_night(tables, CLEO)
    await offer_seat(tables, live, 2, CLEO)
    await begin_night(tables, BELA)
    _, result = await substitutes.take_over(tables, live.id, 1, seq, make_actor(DORA))
    assert result.seq
    assert live.names()[1] == "Dora"


async def test_night_hours_are_those_of_the_present_seat_owner(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else may sit there by the time that it has been read."""
    live = await begin_awaiting(tables, 1, BELA, CLEO)
    pass_a_day(tables, monkeypatch)
    read_absence = absence.read_absence

    async def read_for_another(*args: Any) -> Absence:
        return (await read_absence(*args))._replace(user=ZOE.id)

    monkeypatch.setattr(absence, "read_absence", read_for_another)
    await begin_night(tables, BELA)
    await offer_seat(tables, live, 1, ADA)
