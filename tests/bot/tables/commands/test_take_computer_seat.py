"""Taking a computer player's seat in play: who may ask, who may say yes, and what is the new player's then."""

from __future__ import annotations

import asyncio

import pytest

from bot.common.errors import Declined, Stale
from bot.tables.commands import leave_and_end, lobby, play, take_computer_seat
from bot.tables.commands.hand_views import record_look
from bot.tables.commands.play import next_hand
from bot.tables.model.table_state import TableState
from bot.tables.services import absence
from bot.tables.services.tables import Tables
from bot.ui.game.players import players_of
from bot.ui.table.story import news
from cogs.games.voren.presenter import VorenPresenter
from data.engine.clock import now_ms
from data.tables.events import EventKind
from data.tables.records import Append
from data.tables.settings import Vote
from data.tables.work import WorkKind, WorkState
from tests.support.numbers import IDS
from tests.support.people import ADA, BELA, CLEO, PEOPLE_BY_ID, Person, make_actor
from tests.support.tables import make_one_move, open_lobby, read_event_kinds, read_votes

DORA, EMIL = Person(14, "Dora"), Person(15, "Emil")


async def begin_with_computers(tables: Tables, *leavers: Person, hands: int = 3) -> TableState:
    """Return a hand of Ada, Bela and Cleo, in which the leavers have given up their seats to computers."""
    live = await open_lobby(tables, BELA, CLEO, hands=hands)
    await lobby.start(tables, live.id, make_actor(ADA))
    for person in leavers:
        await leave_and_end.leave(tables, live.id, make_actor(person))
    return live


async def ask_for_seat(tables: Tables, live: TableState, seat: int, who: Person) -> int:
    """Let somebody ask for a seat; return the number of the event."""
    _, result = await take_computer_seat.ask(tables, live.id, seat, make_actor(who))
    assert (result.kind, result.seat) == ("ask", seat)
    return result.seq


async def finish_hand(tables: Tables, live: TableState) -> None:
    """Play the hand in progress to its end."""
    while not live.awaits_deal():
        await make_one_move(tables, live)


async def test_applicant_takes_the_seat_when_a_player_agrees(tables: Tables) -> None:
    """With its cards and points; until then nothing has changed, and both are told to the table."""
    live = await begin_with_computers(tables, CLEO)
    before = live.record.seats
    seq = await ask_for_seat(tables, live, 2, DORA)
    assert live.record.seats == before
    with pytest.raises(Declined, match="no seat"):
        await take_computer_seat.sit(tables, live.id, seq, make_actor(DORA))
    with pytest.raises(Declined, match="no seat"):
        await take_computer_seat.sit(tables, live.id, seq, make_actor(EMIL))
    assert live.record.seats == before
    _, result = await take_computer_seat.sit(tables, live.id, seq, make_actor(BELA))
    assert (result.kind, result.seat) == ("sit", 2)
    assert live.names() == ("Ada", "Bela", "Dora")
    assert (live.record.seats[2].kind, live.record.seats[2].user) == ("person", DORA.id)
    assert live.record.seats[2].points == before[2].points
    question, answer = (await tables.store.tables.log(live.id))[-2:]
    assert (question.kind, question.seat, question.user, question.public) == (
        "ask", 2, DORA.id, {"instead": "Ambrose"},
    )  # fmt: skip
    assert (answer.kind, answer.seat, answer.user, answer.public) == (
        "sit", 2, DORA.id, {"by": 1, "instead": "Ambrose"},
    )  # fmt: skip
    seqs = {row.seq for row in await tables.store.work.of_table(live.id, WorkKind.ANNOUNCE)}
    assert {question.seq, answer.seq} <= seqs
    tables.evict(live.id)
    assert (await tables.find(live.id)).names() == ("Ada", "Bela", "Dora")


async def test_hand_before_a_change_of_seat_is_news_to_the_new_player(tables: Tables) -> None:
    """Nothing of it is the new player's own move: the whole hand so far is news to them, until they have moved."""
    live = await open_lobby(tables, BELA, CLEO, hands=2)
    await lobby.start(tables, live.id, make_actor(ADA))
    while 2 not in live.last_move_seq:
        await make_one_move(tables, live)

    def is_deal_news() -> bool:
        assert live.state is not None
        return any(
            "turned up" in text for text in news(live, VorenPresenter(), live.state.view(2), players_of(live, 2))
        )

    assert not is_deal_news()
    await leave_and_end.leave(tables, live.id, make_actor(CLEO))
    await take_computer_seat.sit(tables, live.id, await ask_for_seat(tables, live, 2, DORA), make_actor(BELA))
    assert is_deal_news()
    tables.evict(live.id)
    live = await tables.find(live.id)
    assert is_deal_news()
    move_seq = live.last_move_seq[2]
    while live.last_move_seq[2] == move_seq:
        await make_one_move(tables, live)
    assert not is_deal_news()


async def test_a_move_that_the_computer_player_owed_is_the_new_players(tables: Tables) -> None:
    """It is not made for them any more; the decision is theirs from when they sat down, and they are pinged."""
    live = await open_lobby(tables, BELA, CLEO)
    await lobby.start(tables, live.id, make_actor(ADA))
    seat = next(iter(live.decisions))
    await leave_and_end.leave(tables, live.id, make_actor(PEOPLE_BY_ID[live.record.seats[seat].user or 0]))
    decision = live.decisions[seat]

    async def read_due() -> set[tuple[str, str]]:
        return {(row.kind, row.key) for row in await tables.store.work.of_table(live.id) if row.state == WorkState.DUE}

    assert (WorkKind.COMPUTER, "") in await read_due()
    seq = await ask_for_seat(tables, live, seat, DORA)
    assert (WorkKind.COMPUTER, "") in await read_due()
    other = next(person for person in (ADA, BELA) if live.seat_of(person.id) is not None)
    await take_computer_seat.sit(tables, live.id, seq, make_actor(other))
    assert (WorkKind.COMPUTER, "") not in await read_due()
    assert live.decisions[seat] == live.record.seq > decision
    assert (WorkKind.PING, f"{seat}:{live.record.seq}") in await read_due()
    assert live.computers() == ()
    with pytest.raises(Stale, match="The computer has already moved"):  # one that was on its way
        await play.computer_move(tables, live.id, seat, decision, "deal")
    assert "move" not in await read_event_kinds(tables, live)
    await play.act(tables, live.id, "deal", make_actor(DORA))
    assert (await read_event_kinds(tables, live)).count("move") == 1


async def test_votes_and_looks_of_a_former_player_do_not_pass_on(tables: Tables) -> None:
    """Whoever sat there before wanted to end the table, and had looked at the hand: both count no longer."""
    live = await begin_with_computers(tables)
    await leave_and_end.end(tables, live.id, make_actor(CLEO), moderator=False)
    assert live.state is not None
    for seat in (1, 2):
        await record_look(tables, live, seat, live.record.seq)
    await leave_and_end.leave(tables, live.id, make_actor(CLEO))
    votes = dict(live.record.settings.get("votes", {}))
    for seat, voters in ((0, [2]), (1, [0, 2]), (2, [0])):
        votes[f"release:{seat}"] = Vote(seats=voters, seq=live.record.seq, at=0, about=1)
    await tables.update_row(
        live.id,
        lambda record: Append(record.id, record.seq, changes={"settings": {**record.settings, "votes": votes}}),
    )
    await take_computer_seat.sit(tables, live.id, await ask_for_seat(tables, live, 2, DORA), make_actor(ADA))
    assert read_votes(live, "end") == []
    remaining = live.record.settings.get("votes", {})
    assert {name: vote["seats"] for name, vote in remaining.items() if name != "end"} == {"release:1": [0]}
    assert set(live.record.settings.get("last_looks", {})) == {"1"}
    _, result = await leave_and_end.end(tables, live.id, make_actor(BELA), moderator=False)
    assert result.kind == EventKind.AGREE
    assert live.record.status == "playing"


async def test_two_say_yes_at_the_same_instant_and_the_seat_changes_hands_once(tables: Tables) -> None:
    """The second is told that it is done."""
    live = await begin_with_computers(tables, CLEO)
    seq = await ask_for_seat(tables, live, 2, DORA)
    answers = await asyncio.gather(
        *(take_computer_seat.sit(tables, live.id, seq, make_actor(who)) for who in (ADA, BELA)), return_exceptions=True
    )
    assert [type(result) for result in answers if isinstance(result, BaseException)] == [Stale]
    assert (await read_event_kinds(tables, live)).count("sit") == 1
    assert live.names() == ("Ada", "Bela", "Dora")


async def test_an_answer_that_comes_twice_is_one(tables: Tables) -> None:
    """As is a question."""
    live = await begin_with_computers(tables, CLEO)
    number = next(IDS)
    for again in (False, True):
        _, result = await take_computer_seat.ask(tables, live.id, 2, make_actor(DORA, number))
        assert (result.kind, result.again) == ("ask", again)
    seq, number = result.seq, next(IDS)
    for again in (False, True):
        _, result = await take_computer_seat.sit(tables, live.id, seq, make_actor(ADA, number))
        assert (result.kind, result.again) == ("sit", again)
    assert [(await read_event_kinds(tables, live)).count(kind) for kind in ("ask", "sit")] == [1, 1]


async def test_two_ask_for_one_seat_and_the_second_yes_comes_too_late(tables: Tables) -> None:
    live = await begin_with_computers(tables, CLEO)
    first, second = [await ask_for_seat(tables, live, 2, who) for who in (DORA, EMIL)]
    await take_computer_seat.sit(tables, live.id, second, make_actor(ADA))
    with pytest.raises(Stale, match="That seat is taken, or the person"):
        await take_computer_seat.sit(tables, live.id, first, make_actor(BELA))
    assert live.names() == ("Ada", "Bela", "Emil")


async def test_applicant_seated_elsewhere_gets_no_second_seat(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor, having left that one in the same hand, the seat of the first question: they have seen cards."""
    live = await begin_with_computers(tables, BELA, CLEO)
    first = await ask_for_seat(tables, live, 1, DORA)
    monkeypatch.setattr(tables, "clock", lambda: now_ms() + take_computer_seat.REQUEST_LIFETIME_MS + 1000)
    await take_computer_seat.sit(tables, live.id, await ask_for_seat(tables, live, 2, DORA), make_actor(ADA))
    with pytest.raises(Stale, match="has another seat"):
        await take_computer_seat.sit(tables, live.id, first, make_actor(ADA))
    await leave_and_end.leave(tables, live.id, make_actor(DORA))
    with pytest.raises(Declined, match="You have seen the cards"):
        await take_computer_seat.sit(tables, live.id, first, make_actor(ADA))
    assert [seat.kind for seat in live.record.seats] == ["person", "computer", "computer"]


async def test_leaver_may_take_back_only_their_seat_in_the_same_hand(tables: Tables) -> None:
    """They have seen its cards; in the next hand any seat is as good as another."""
    live = await begin_with_computers(tables, BELA, CLEO)
    with pytest.raises(Declined, match="You have seen the cards of seat 3"):
        await take_computer_seat.ask(tables, live.id, 1, make_actor(CLEO))
    seq = await ask_for_seat(tables, live, 2, CLEO)
    await finish_hand(tables, live)
    await next_hand(tables, live.id, make_actor(ADA))
    await ask_for_seat(tables, live, 1, BELA)
    await take_computer_seat.sit(tables, live.id, seq, make_actor(ADA))  # asked in the hand before, for their own
    assert live.names()[2] == "Cleo"
    await leave_and_end.leave(tables, live.id, make_actor(CLEO))
    await finish_hand(tables, live)
    await next_hand(tables, live.id, make_actor(ADA))
    other = await ask_for_seat(tables, live, 1, EMIL)
    await take_computer_seat.sit(tables, live.id, other, make_actor(ADA))
    assert live.names()[1] == "Emil"


async def test_in_the_next_hand_any_seat_may_be_asked_for(tables: Tables) -> None:
    """Also between the two: nobody has cards."""
    live = await begin_with_computers(tables, BELA, CLEO)
    await finish_hand(tables, live)
    await take_computer_seat.sit(tables, live.id, await ask_for_seat(tables, live, 1, CLEO), make_actor(ADA))
    await next_hand(tables, live.id, make_actor(ADA))
    await take_computer_seat.sit(tables, live.id, await ask_for_seat(tables, live, 2, BELA), make_actor(CLEO))
    assert live.names() == ("Ada", "Cleo", "Bela")


async def test_a_seat_that_was_given_away_is_one_that_was_left(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes back may take theirs again, and no other in that hand."""
    live = await open_lobby(tables, BELA, CLEO, hands=2)
    await lobby.start(tables, live.id, make_actor(ADA))
    seat = next(iter(live.decisions))
    absent = PEOPLE_BY_ID[live.record.seats[seat].user or 0]
    first, second = (person for person in (ADA, BELA, CLEO) if person is not absent)
    monkeypatch.setattr(absence, "ABSENT_AFTER_MS", 0)
    for who in (first, second):
        if live.record.seats[seat].kind == "person":
            await leave_and_end.release(tables, live.id, seat, live.decisions[seat], make_actor(who))
    other = live.seat_of(second.id)
    assert other is not None
    await leave_and_end.leave(tables, live.id, make_actor(second))
    with pytest.raises(Declined, match=f"You have seen the cards of seat {seat + 1}"):
        await take_computer_seat.ask(tables, live.id, other, make_actor(absent))
    await take_computer_seat.sit(tables, live.id, await ask_for_seat(tables, live, seat, absent), make_actor(first))
    assert live.record.seats[seat].name == absent.display_name


async def test_applications_that_are_refused(tables: Tables) -> None:
    """Those who sit there; for a person's seat; before the start and after the end."""
    live = await begin_with_computers(tables, CLEO)
    with pytest.raises(Declined, match="You are already seated at this table"):
        await take_computer_seat.ask(tables, live.id, 2, make_actor(BELA))
    for seat in (-1, 0, 1, 3, 99):
        with pytest.raises(Declined, match="No computer player sits there"):
            await take_computer_seat.ask(tables, live.id, seat, make_actor(DORA))
    seq = await ask_for_seat(tables, live, 2, DORA)
    await leave_and_end.end(tables, live.id, make_actor(ADA), moderator=True)
    with pytest.raises(Declined, match="has ended"):
        await take_computer_seat.ask(tables, live.id, 2, make_actor(EMIL))
    with pytest.raises(Declined, match="has ended"):
        await take_computer_seat.sit(tables, live.id, seq, make_actor(ADA))
    waiting = await open_lobby(tables)
    await lobby.add_computer(tables, waiting.id, make_actor(ADA))
    with pytest.raises(Declined, match="not started yet"):
        await take_computer_seat.ask(tables, waiting.id, 1, make_actor(DORA))


async def test_repeated_application_within_ten_minutes_is_refused(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever seat it is; others may."""
    live = await begin_with_computers(tables, BELA, CLEO)
    await ask_for_seat(tables, live, 2, DORA)
    for seat in (1, 2):
        with pytest.raises(Declined, match="You already asked"):
            await take_computer_seat.ask(tables, live.id, seat, make_actor(DORA))
    await ask_for_seat(tables, live, 2, EMIL)
    monkeypatch.setattr(tables, "clock", lambda: now_ms() + take_computer_seat.REQUEST_LIFETIME_MS - 5000)
    with pytest.raises(Declined, match="You already asked"):
        await take_computer_seat.ask(tables, live.id, 2, make_actor(DORA))
    monkeypatch.setattr(tables, "clock", lambda: now_ms() + take_computer_seat.REQUEST_LIFETIME_MS + 1000)
    await ask_for_seat(tables, live, 2, DORA)
    assert (await read_event_kinds(tables, live)).count("ask") == 3


async def test_a_yes_to_no_question_is_declined(tables: Tables) -> None:
    """A forged number: an event of another kind, one that is not there, none at all."""
    live = await begin_with_computers(tables, CLEO)
    for number in (0, 1, live.record.seq, live.record.seq + 5, 10**17):
        with pytest.raises(Stale, match="That seat is taken, or the person"):
            await take_computer_seat.sit(tables, live.id, number, make_actor(ADA))
    assert "sit" not in await read_event_kinds(tables, live)


async def test_a_strong_players_seat_that_is_taken_and_left_is_a_normal_players(tables: Tables) -> None:
    """The level is the player's, not the seat's; nobody else's changes."""
    live = await open_lobby(tables, BELA)
    await lobby.add_computer(tables, live.id, make_actor(ADA), "strong", fill=True)
    await lobby.start(tables, live.id, make_actor(ADA))
    await take_computer_seat.sit(tables, live.id, await ask_for_seat(tables, live, 2, DORA), make_actor(ADA))
    strong = ["strong"] * 7
    assert [seat.level for seat in live.record.seats] == [None, None, None, *strong]
    await leave_and_end.leave(tables, live.id, make_actor(DORA))
    tables.evict(live.id)
    assert [seat.level for seat in (await tables.find(live.id)).record.seats] == [None, None, "normal", *strong]
