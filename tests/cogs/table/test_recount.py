"""Votes are counted anew in the step that changes who has to agree: somebody leaves, is sent away, or sits down."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.tables.commands import arrange_lobby, leave_and_end, lobby, moderation, pause, play
from bot.tables.commands import substitutes as offering
from bot.tables.commands.take_back import take_back
from bot.tables.model.table_state import TableState
from bot.tables.model.votes import offer_of
from bot.tables.services import absence
from data.tables.events import EventKind
from data.tables.records import Append
from tests.support.house import House
from tests.support.messages import buttons, text
from tests.support.tables import read_votes
from tests.support.wire_tables import (
    BYSTANDER,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    find_actor,
    find_awaited,
    person,
    read_announcements,
    read_event_kinds,
    read_mentions,
    response_text,
    set_up_table,
    start_room,
    wait_for_announcement,
)

THREE = (HOST, SEATED, OTHER)


async def leave_seat(house: House, live: TableState, who: str) -> None:
    await leave_and_end.leave(house.services.tables, live.id, find_actor(house, who))


async def remove_player(house: House, live: TableState, who: str) -> None:
    await moderation.free(house.services.tables, live.id, person(house, who).id, find_actor(house, MODERATOR))


async def give_up_former_seat(house: House, live: TableState, who: str) -> None:
    await leave_and_end.give_up_former_members_seat(house.services.tables, live.id, person(house, who).id)


async def release_late_seat(house: House, live: TableState, who: str) -> None:
    """Give away, as the host, the seat of somebody for whom the table has waited for too long."""
    seat = live.seat_of(person(house, who).id)
    assert seat is not None
    tables = house.services.tables
    await leave_and_end.release(tables, live.id, seat, live.decisions[seat], find_actor(house, HOST))


SeatLoss = Callable[[House, TableState, str], Awaitable[None]]
every_seat_loss = pytest.mark.parametrize(
    "lose_seat",
    [leave_seat, remove_player, give_up_former_seat],
    ids=["leaves", "is_sent_away", "is_gone_from_the_server"],
)


@every_seat_loss
async def test_a_pause_begins_that_all_want_who_are_left(lose_seat: SeatLoss) -> None:
    async with start_room() as house:
        live = await set_up_table(house, people=THREE)
        for who in (HOST, SEATED):
            await pause.pause(house.services.tables, live.id, find_actor(house, who))
        assert live.record.settings.get("paused") is None
        await lose_seat(house, live, OTHER)
        assert live.record.settings.get("paused") is not None
        message = await wait_for_announcement(house, live, "all players agreed")
        assert "Go on" in buttons(message)
        log = text((await house.command(HOST, "table log", table=live.id)).get("message") or {})
        assert "The game is paused: all players agreed." in log


async def test_a_pause_waits_for_whoever_sits_down() -> None:
    async with start_room() as house:
        live = await set_up_table(house, people=THREE)
        for who in (HOST, SEATED):
            await pause.pause(house.services.tables, live.id, find_actor(house, who))
        seat = live.seat_of(person(house, OTHER).id)
        assert seat is not None
        await offering.offer(house.services.tables, live.id, seat, find_actor(house, OTHER))
        offered = offer_of(live, seat)
        assert offered is not None
        await offering.take_over(house.services.tables, live.id, seat, offered["seq"], find_actor(house, BYSTANDER))
        assert live.record.settings.get("paused") is None
        answer = await house.forge(BYSTANDER, house.boards(live.id)[0], f"eh:pause_table:{live.id}")
        assert "is paused" in response_text(answer)


@every_seat_loss
async def test_a_seat_is_offered_as_all_want_who_are_left(lose_seat: SeatLoss) -> None:
    people = (HOST, SEATED, OTHER, BYSTANDER)
    async with start_room() as house:
        live = await set_up_table(house, people=people, game="five_crowns")
        absent = next(name for name in people if name != find_awaited(live) and name != HOST)
        others = [name for name in people if name != absent]
        seat = live.seat_of(person(house, absent).id)
        assert seat is not None
        for who in others[:2]:
            await offering.offer(house.services.tables, live.id, seat, find_actor(house, who))
        assert offer_of(live, seat) is None
        await lose_seat(house, live, others[2])
        offered = offer_of(live, seat)
        assert offered is not None
        assert not offered["own"]
        message = await wait_for_announcement(house, live, "is offered to a substitute")
        assert "Take the seat" in buttons(message)


async def test_a_seat_is_given_away_as_the_new_host_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absence, "ABSENT_AFTER_MS", 0)
    async with start_room() as house:
        live = await set_up_table(house, people=THREE, game="five_crowns", waits_for=OTHER)
        seat = live.seat_of(person(house, OTHER).id)
        assert seat is not None
        tables = house.services.tables
        await leave_and_end.release(tables, live.id, seat, live.decisions[seat], find_actor(house, SEATED))
        assert live.record.seats[seat].kind == "person"
        await leave_seat(house, live, HOST)
        assert live.record.seats[seat].kind == "computer"
        assert live.record.host == person(house, SEATED).id
        assert len({seat_record.name for seat_record in live.record.seats}) == 3


async def test_a_seat_that_is_given_away_lets_a_pause_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absence, "ABSENT_AFTER_MS", 0)
    async with start_room() as house:
        live = await set_up_table(house, people=THREE, game="five_crowns", waits_for=OTHER)
        for who in (HOST, SEATED):
            await pause.pause(house.services.tables, live.id, find_actor(house, who))
        await release_late_seat(house, live, OTHER)
        assert live.record.settings.get("paused") is not None


async def start_friendly_table(house: House) -> tuple[TableState, str, int]:
    """Start a friendly table of three at which somebody moves; return it, who that was, and which event."""
    live = await set_up_table(house, people=THREE, game="five_crowns")
    await house.services.tables.update_row(
        live.id,
        lambda record: Append(record.id, record.seq, changes={"settings": {**record.settings, "friendly": True}}),
    )
    who = find_awaited(live)
    assert live.state is not None

    await play.act(house.services.tables, live.id, "draw", find_actor(house, who))
    await play.act(
        house.services.tables, live.id, live.state.legal(live.state.to_act[0]).moves[0],
        find_actor(house, who),
    )  # fmt: skip
    assert live.last_move is not None
    return live, who, live.last_move.seq


@every_seat_loss
async def test_a_move_is_taken_back_as_all_want_who_are_left(lose_seat: SeatLoss) -> None:
    async with start_room() as house:
        live, who, seq = await start_friendly_table(house)
        agrees, leaver = (name for name in THREE if name != who)
        for words in (who, agrees):
            await take_back(house.services.tables, live.id, seq, find_actor(house, words))
        assert EventKind.TAKE_BACK not in await read_event_kinds(house, live)
        await lose_seat(house, live, leaver)
        assert EventKind.TAKE_BACK in await read_event_kinds(house, live)
        assert not live.may_take_back()  # the card before it was drawn
        assert find_awaited(live) == who
        await wait_for_announcement(house, live, "took back the ")
        house.services.tables.evict(live.id)
        assert find_awaited(await house.services.tables.find(live.id)) == who  # the log says the same


async def test_a_move_of_whoever_goes_is_not_taken_back() -> None:
    async with start_room() as house:
        live, who, seq = await start_friendly_table(house)
        await take_back(house.services.tables, live.id, seq, find_actor(house, who))
        await leave_seat(house, live, who)
        assert EventKind.TAKE_BACK not in await read_event_kinds(house, live)


@pytest.mark.parametrize("void", [False, True])
async def test_requester_of_an_end_is_asked_again_after_a_recount(void: bool) -> None:
    """Two of five are too few, two of three would be enough: that is no end that anybody has agreed to."""
    people = (HOST, SEATED, OTHER, BYSTANDER, MODERATOR)
    async with start_room() as house:
        live = await set_up_table(house, people=people, game="five_crowns")
        tables = house.services.tables
        for who in (SEATED, OTHER):
            await leave_and_end.end(
                tables, live.id, find_actor(house, who), moderator=False, void=void, votes_only=True
            )
        first = await wait_for_announcement(house, live, "wants to end")
        for who in (BYSTANDER, MODERATOR):
            await leave_seat(house, live, who)
        assert live.record.status == "playing"
        message = await wait_for_announcement(house, live, "The players changed, so the vote")
        assert read_mentions(message) == {SEATED, OTHER}
        assert set(buttons(message)) == {"End, keep the scores", "End, scores void", "Not now", "Take my vote back"}
        await house.until(lambda: not buttons(house.sandbox.people.message(HOST, first)))
        assert "It was asked again." in text(house.sandbox.people.message(HOST, first))
        label = "End, scores void" if void else "End, keep the scores"
        await house.press(SEATED, message, label)
        assert live.record.status == "playing"
        await house.press(OTHER, message, label)
        assert live.record.status == "ended"
        assert live.void is void


async def test_requester_asked_again_may_withdraw() -> None:
    async with start_room() as house:
        live = await set_up_table(house, people=THREE)
        await leave_and_end.end(
            house.services.tables, live.id, find_actor(house, SEATED), moderator=False, votes_only=True
        )
        await leave_seat(house, live, OTHER)
        question = await wait_for_announcement(house, live, "The players changed, so the vote")
        answer = await house.press(SEATED, question, "Take my vote back")
        assert "You no longer vote" in response_text(answer)
        await house.until(lambda: not buttons(house.sandbox.people.message(HOST, question)))
        assert live.record.status == "playing"


async def test_lobby_end_is_asked_again_when_a_player_leaves() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "lobby", (HOST, SEATED, OTHER))
        await leave_and_end.end(
            house.services.tables, live.id, find_actor(house, SEATED), moderator=False, votes_only=True
        )
        await leave_seat(house, live, OTHER)
        assert not read_votes(live, "end")
        message = await wait_for_announcement(house, live, "The players changed, so the vote")
        assert read_mentions(message) == {SEATED}
        await house.press(SEATED, message, "I agree")
        await house.press(HOST, message, "I agree")
        assert live.record.status == "ended"


async def test_votes_for_the_end_of_a_lobby_stand_where_somebody_joins() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "lobby", (HOST, SEATED))
        await leave_and_end.end(
            house.services.tables, live.id, find_actor(house, SEATED), moderator=False, votes_only=True
        )
        await lobby.join(house.services.tables, live.id, find_actor(house, OTHER))
        assert read_votes(live, "end") == [1]


async def test_lobby_end_is_asked_again_when_seats_change() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "lobby", (HOST, SEATED, OTHER))
        tables = house.services.tables
        await leave_and_end.end(tables, live.id, find_actor(house, SEATED), moderator=False, votes_only=True)
        await arrange_lobby.swap(tables, live.id, 0, person(house, HOST).id, find_actor(house, SEATED))
        message = await wait_for_announcement(house, live, "The players changed, so the vote")
        assert read_mentions(message) == {SEATED}


async def test_player_without_a_vote_is_not_asked() -> None:
    async with start_room() as house:
        live = await set_up_table(house, people=THREE)
        await leave_seat(house, live, OTHER)
        await wait_for_announcement(house, live, " left.**")
        assert len(await read_announcements(house, live)) == 1
