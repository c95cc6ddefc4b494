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
from tests.support.tables import agreed
from tests.support.wire_tables import (
    BYSTANDER,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    awaited,
    by,
    kinds,
    mentioned,
    person,
    read_announcements,
    response_text,
    room,
    table,
    wait_for_announcement,
)

THREE = (HOST, SEATED, OTHER)


async def leaves(here: House, live: TableState, who: str) -> None:
    await leave_and_end.leave(here.services.tables, live.id, by(here, who))


async def is_sent_away(here: House, live: TableState, who: str) -> None:
    await moderation.free(here.services.tables, live.id, person(here, who).id, by(here, MODERATOR))


async def is_gone_from_the_server(here: House, live: TableState, who: str) -> None:
    await leave_and_end.give_up_former_members_seat(here.services.tables, live.id, person(here, who).id)


async def is_late_and_given_away(here: House, live: TableState, who: str) -> None:
    """As the host decides over the seat of somebody for whom the table has waited for too long."""
    seat = live.seat_of(person(here, who).id)
    assert seat is not None
    tables = here.services.tables
    await leave_and_end.release(tables, live.id, seat, live.decisions[seat], by(here, HOST))


Goes = Callable[[House, TableState, str], Awaitable[None]]
GOES: tuple[Goes, ...] = (leaves, is_sent_away, is_gone_from_the_server)


@pytest.mark.parametrize("goes", GOES)
async def test_a_pause_begins_that_all_want_who_are_left(goes: Goes) -> None:
    async with room() as here:
        live = await table(here, people=THREE)
        for who in (HOST, SEATED):
            await pause.pause(here.services.tables, live.id, by(here, who))
        assert live.record.settings.get("paused") is None
        await goes(here, live, OTHER)
        assert live.record.settings.get("paused") is not None
        message = await wait_for_announcement(here, live, "all players agreed")
        assert "Go on" in buttons(message)
        log = text((await here.command(HOST, "table log", table=live.id)).get("message") or {})
        assert "The game is paused: all players agreed." in log


async def test_a_pause_waits_for_whoever_sits_down() -> None:
    async with room() as here:
        live = await table(here, people=THREE)
        for who in (HOST, SEATED):
            await pause.pause(here.services.tables, live.id, by(here, who))
        seat = live.seat_of(person(here, OTHER).id)
        assert seat is not None
        await offering.offer(here.services.tables, live.id, seat, by(here, OTHER))
        offered = offer_of(live, seat)
        assert offered is not None
        await offering.take_over(here.services.tables, live.id, seat, offered["seq"], by(here, BYSTANDER))
        assert live.record.settings.get("paused") is None
        answer = await here.forge(BYSTANDER, here.boards(live.id)[0], f"eh:pause_table:{live.id}")
        assert "is paused" in response_text(answer)


@pytest.mark.parametrize("goes", GOES)
async def test_a_seat_is_offered_as_all_want_who_are_left(goes: Goes) -> None:
    people = (HOST, SEATED, OTHER, BYSTANDER)
    async with room() as here:
        live = await table(here, people=people, game="five_crowns")
        absent = next(name for name in people if name != awaited(live) and name != HOST)
        others = [name for name in people if name != absent]
        seat = live.seat_of(person(here, absent).id)
        assert seat is not None
        for who in others[:2]:
            await offering.offer(here.services.tables, live.id, seat, by(here, who))
        assert offer_of(live, seat) is None
        await goes(here, live, others[2])
        offered = offer_of(live, seat)
        assert offered is not None
        assert not offered["own"]
        message = await wait_for_announcement(here, live, "is offered to a substitute")
        assert "Take the seat" in buttons(message)


async def test_a_seat_is_given_away_as_the_new_host_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absence, "ABSENT_AFTER_MS", 0)
    async with room() as here:
        live = await table(here, people=THREE, game="five_crowns", waits_for=OTHER)
        seat = live.seat_of(person(here, OTHER).id)
        assert seat is not None
        tables = here.services.tables
        await leave_and_end.release(tables, live.id, seat, live.decisions[seat], by(here, SEATED))
        assert live.record.seats[seat].kind == "person"
        await leaves(here, live, HOST)
        assert live.record.seats[seat].kind == "computer"
        assert live.record.host == person(here, SEATED).id
        assert len({seat_record.name for seat_record in live.record.seats}) == 3


async def test_a_seat_that_is_given_away_lets_a_pause_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absence, "ABSENT_AFTER_MS", 0)
    async with room() as here:
        live = await table(here, people=THREE, game="five_crowns", waits_for=OTHER)
        for who in (HOST, SEATED):
            await pause.pause(here.services.tables, live.id, by(here, who))
        await is_late_and_given_away(here, live, OTHER)
        assert live.record.settings.get("paused") is not None


async def friendly(here: House) -> tuple[TableState, str, int]:
    """A friendly table of three at which somebody has just moved: it, who that was, and which event."""
    live = await table(here, people=THREE, game="five_crowns")
    await here.services.tables.update_row(
        live.id,
        lambda record: Append(record.id, record.seq, changes={"settings": {**record.settings, "friendly": True}}),
    )
    who = awaited(live)
    assert live.state is not None

    await play.act(here.services.tables, live.id, "draw", by(here, who))
    await play.act(
        here.services.tables, live.id, live.state.legal(live.state.to_act[0]).moves[0],
        by(here, who),
    )  # fmt: skip
    assert live.last_move is not None
    return live, who, live.last_move.seq


@pytest.mark.parametrize("goes", GOES)
async def test_a_move_is_taken_back_as_all_want_who_are_left(goes: Goes) -> None:
    async with room() as here:
        live, who, seq = await friendly(here)
        agrees, gone = (name for name in THREE if name != who)
        for words in (who, agrees):
            await take_back(here.services.tables, live.id, seq, by(here, words))
        assert EventKind.TAKE_BACK not in await kinds(here, live)
        await goes(here, live, gone)
        assert EventKind.TAKE_BACK in await kinds(here, live)
        assert not live.may_take_back()  # the card before it was drawn
        assert awaited(live) == who
        await wait_for_announcement(here, live, "took back the ")
        here.services.tables.evict(live.id)
        assert awaited(await here.services.tables.find(live.id)) == who  # the log says the same


async def test_a_move_of_whoever_goes_is_not_taken_back() -> None:
    async with room() as here:
        live, who, seq = await friendly(here)
        await take_back(here.services.tables, live.id, seq, by(here, who))
        await leaves(here, live, who)
        assert EventKind.TAKE_BACK not in await kinds(here, live)


@pytest.mark.parametrize("void", [False, True])
async def test_requester_of_an_end_is_asked_again_after_a_recount(void: bool) -> None:
    """Two of five are too few, two of three would be enough: that is no end that anybody has agreed to."""
    people = (HOST, SEATED, OTHER, BYSTANDER, MODERATOR)
    async with room() as here:
        live = await table(here, people=people, game="five_crowns")
        tables = here.services.tables
        for who in (SEATED, OTHER):
            await leave_and_end.end(tables, live.id, by(here, who), moderator=False, void=void, votes_only=True)
        first = await wait_for_announcement(here, live, "wants to end")
        for who in (BYSTANDER, MODERATOR):
            await leaves(here, live, who)
        assert live.record.status == "playing"
        message = await wait_for_announcement(here, live, "The players changed, so the vote")
        assert mentioned(message) == {SEATED, OTHER}
        assert set(buttons(message)) == {"End, keep the scores", "End, scores void", "Not now", "Take my vote back"}
        await here.until(lambda: not buttons(here.sandbox.people.message(HOST, first)))
        assert "It was asked again." in text(here.sandbox.people.message(HOST, first))
        label = "End, scores void" if void else "End, keep the scores"
        await here.press(SEATED, message, label)
        assert live.record.status == "playing"
        await here.press(OTHER, message, label)
        assert live.record.status == "ended"
        assert live.void is void


async def test_requester_asked_again_may_withdraw() -> None:
    async with room() as here:
        live = await table(here, people=THREE)
        await leave_and_end.end(here.services.tables, live.id, by(here, SEATED), moderator=False, votes_only=True)
        await leaves(here, live, OTHER)
        question = await wait_for_announcement(here, live, "The players changed, so the vote")
        answer = await here.press(SEATED, question, "Take my vote back")
        assert "You no longer vote" in response_text(answer)
        await here.until(lambda: not buttons(here.sandbox.people.message(HOST, question)))
        assert live.record.status == "playing"


async def test_lobby_end_is_asked_again_when_a_player_leaves() -> None:
    async with room() as here:
        live = await table(here, "lobby", (HOST, SEATED, OTHER))
        await leave_and_end.end(here.services.tables, live.id, by(here, SEATED), moderator=False, votes_only=True)
        await leaves(here, live, OTHER)
        assert not agreed(live, "end")
        message = await wait_for_announcement(here, live, "The players changed, so the vote")
        assert mentioned(message) == {SEATED}
        await here.press(SEATED, message, "I agree")
        await here.press(HOST, message, "I agree")
        assert live.record.status == "ended"


async def test_votes_for_the_end_of_a_lobby_stand_where_somebody_joins() -> None:
    async with room() as here:
        live = await table(here, "lobby", (HOST, SEATED))
        await leave_and_end.end(here.services.tables, live.id, by(here, SEATED), moderator=False, votes_only=True)
        await lobby.join(here.services.tables, live.id, by(here, OTHER))
        assert agreed(live, "end") == [1]


async def test_lobby_end_is_asked_again_when_seats_change() -> None:
    async with room() as here:
        live = await table(here, "lobby", (HOST, SEATED, OTHER))
        tables = here.services.tables
        await leave_and_end.end(tables, live.id, by(here, SEATED), moderator=False, votes_only=True)
        await arrange_lobby.swap(tables, live.id, 0, person(here, HOST).id, by(here, SEATED))
        message = await wait_for_announcement(here, live, "The players changed, so the vote")
        assert mentioned(message) == {SEATED}


async def test_player_without_a_vote_is_not_asked() -> None:
    async with room() as here:
        live = await table(here, people=THREE)
        await leaves(here, live, OTHER)
        await wait_for_announcement(here, live, " left.**")
        assert len(await read_announcements(here, live)) == 1
