"""Lobbies: who may join, fill, start and leave them, and ask for a rematch."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import pytest

from bot.common.errors import Declined
from bot.tables.commands import lobby
from bot.transport.interactions import responses
from tests.support.lobbies import levels, user
from tests.support.messages import Json, buttons, components, selects, text
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    EVERYBODY,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    Stage,
    board,
    confirm_in_private,
    find_answer_buttons,
    in_private,
    is_private,
    read_event_kinds,
    response_text,
    set_up_table,
    start_room,
    wait_for_announcement,
)

NO_SEAT: Final = "You have no seat at this table."

FILL: Final = "strong:fill"
"""The choice of a strong computer player in each free seat."""


def _find_join_button(lobby: Json) -> Json:
    """Return the button Join of a lobby."""
    return next(component for component in components(lobby) if component.get("label") == "Join")


async def test_each_person_joins_a_lobby_once() -> None:
    """The host and whoever sits there are told so; the lobby shows who came."""
    async with start_room() as house:
        for who in EVERYBODY:
            live = await set_up_table(house, "lobby")
            answer = await house.press(who, board(house, live), "Join")
            if who in {HOST, SEATED}:
                assert "You are already seated at this table." in response_text(answer), who
                assert is_private(answer)
                assert len(live.record.seats) == 2
            else:
                assert answer["state"] == "update"
                assert f"3. {who}" in response_text(answer), who


async def test_seated_player_who_presses_join_may_leave() -> None:
    """Privately; what the button says comes of it, also for the last person of a table."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        answer = await house.press(SEATED, board(house, live), "Join")
        assert is_private(answer)
        assert set(find_answer_buttons(answer)) == {"Leave"}
        response = await house.press(SEATED, answer.get("message") or {}, "Leave")
        assert response_text(response) == f"You have left Voren, table {live.id}."
        assert [seat.name for seat in live.record.seats] == [HOST]
        alone = await house.press(HOST, board(house, live), "Join")
        assert set(find_answer_buttons(alone)) == {"Leave and close the table"}
        await house.press(HOST, alone.get("message") or {}, "Leave and close the table")
        assert live.record.status == "ended"


async def test_join_is_grey_once_people_have_all_seats() -> None:
    """A computer player's seat is free: whoever joins takes it over."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby", (HOST, SEATED), game="mitigati", hands=1)
        await house.add_computer(HOST, board(house, live))
        assert not _find_join_button(board(house, live)).get("disabled")
        full = await house.press(OTHER, board(house, live), "Join")
        assert _find_join_button(full.get("message") or board(house, live)).get("disabled")


async def test_the_host_makes_a_table_friendly_and_rated_again_in_its_lobby() -> None:
    """The lobby says which it is; nobody else decides it, and the others read that it will be rated."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        assert "Rated: no hints, no undo." in text(board(house, live))
        for who in (SEATED, BYSTANDER, MODERATOR):
            refused = await house.press(who, board(house, live), "Make it friendly")
            assert is_private(refused), who
            assert response_text(refused) == f"Only the host, {HOST}, can change that.", who
        friendly = await house.press(HOST, board(house, live), "Make it friendly")
        assert "Friendly: hints and undo allowed. Not rated." in response_text(friendly)
        assert "Make it rated" in find_answer_buttons(friendly)
        assert live.record.settings.get("friendly") == 1
        rated = await house.press(HOST, board(house, live), "Make it rated")
        assert "Rated: no hints, no undo." in response_text(rated)
        assert not live.record.settings.get("friendly")
        assert "All right" in buttons(await wait_for_announcement(house, live, "Rated: no hints, no undo."))


async def test_those_who_sit_there_fill_a_table_and_send_computer_players_away() -> None:
    """Not the host alone; but no bystander and no moderator. The last one to have come is offered."""
    async with start_room() as house:
        for who in EVERYBODY:
            live = await set_up_table(house, "lobby")
            events_before = await read_event_kinds(house, live)
            answers = [await house.add_computer(who, board(house, live)) for _ in range(2)]
            if who in {HOST, SEATED}:
                assert all(answer["state"] == "update" for answer in answers), who
                assert "3. Ambrose (computer, normal)\n4. Beatrix (computer, normal)" in response_text(answers[1]), who
                assert find_answer_buttons(answers[1])["Remove computer"].endswith(":Beatrix")
                response = await house.press(who, board(house, live), "Remove computer")
                assert response["state"] == "update"
                assert "Ambrose (computer, normal)" in response_text(response)
                assert "Beatrix" not in response_text(response)
                assert find_answer_buttons(response)["Remove computer"].endswith(":Ambrose")
            else:
                assert response_text(answers[0]) == NO_SEAT, who
                assert is_private(answers[0])
                assert await read_event_kinds(house, live) == events_before
                await house.add_computer(HOST, board(house, live))
                refused = await house.press(who, board(house, live), "Remove computer")
                assert response_text(refused) == NO_SEAT, who
                assert is_private(refused)
                assert [seat.name for seat in live.record.seats] == [HOST, SEATED, "Ambrose"]


async def test_all_free_seats_are_filled_by_one_press() -> None:
    """By anybody seated, where more than one is free; of two at the same instant one does, and nobody sits twice."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        assert "Remove computer" not in buttons(board(house, live))
        refused = await house.add_computer(OTHER, board(house, live), FILL)
        assert response_text(refused) == NO_SEAT
        lobby = board(house, live)
        answers = await asyncio.gather(*(house.add_computer(who, lobby, FILL) for who in (HOST, SEATED)))
        assert sum("All 10 seats are taken." in response_text(outcome) for outcome in answers) == 1
        seats = live.record.seats
        assert [(seat.seat, seat.kind) for seat in seats] == [
            (number, "person" if number < 2 else "computer") for number in range(10)
        ]
        assert len({seat.name for seat in seats}) == 10
        assert {seat.level for seat in seats[2:]} == {"strong"}
        assert selects(board(house, live)) == {}
        await house.press(HOST, board(house, live), "Remove computer")
        assert [value for value, _ in levels(board(house, live))] == ["easy", "normal", "strong"]  # one seat is free


async def test_lobby_buttons_keep_their_places_and_start_turns_green_when_ready() -> None:
    """Also for those who sit there Join is never the green one."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby", (HOST,))
        places: set[tuple[str, ...]] = set()
        for press, green in (("", []), (FILL, ["Start"]), ("Remove computer", ["Start"])):
            if press == FILL:
                await house.add_computer(HOST, board(house, live), FILL)
            elif press:
                await house.press(HOST, board(house, live), press)
            parts = [part for part in components(board(house, live)) if part["type"] in {2, 3}]
            places.add(tuple(part.get("label") or part["placeholder"] for part in parts))
            assert [part["label"] for part in parts if part.get("style") == 3] == green
        assert len(places) == 1


async def test_a_computer_player_between_people_goes_and_they_move_up() -> None:
    """Whom to send away stands in the button: that of another one's takes nobody else's seat."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby", (HOST,))
        await house.add_computer(HOST, board(house, live))
        await house.press(SEATED, board(house, live), "Join")
        answer = await house.press(HOST, board(house, live), "Remove computer")
        assert f"1. {HOST} (host)\n2. {SEATED}" in response_text(answer)
        assert [(seat.seat, seat.name) for seat in live.record.seats] == [(0, HOST), (1, SEATED)]
        for name in (SEATED, "Ambrose", ""):
            refused = await house.forge(HOST, board(house, live), f"eh:remove_computer:{live.id}:{name}")
            assert "no longer seated" in response_text(refused), name
        assert [seat.name for seat in live.record.seats] == [HOST, SEATED]


async def test_two_send_the_same_computer_player_away_at_the_same_instant_and_one_goes() -> None:
    """The second is told; nobody else loses a seat."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        for _ in range(2):
            await house.add_computer(HOST, board(house, live))
        lobby = board(house, live)
        answers = await asyncio.gather(*(house.press(who, lobby, "Remove computer") for who in (HOST, SEATED)))
        assert sorted("Beatrix is no longer seated." in response_text(outcome) for outcome in answers) == [False, True]
        assert [seat.name for seat in live.record.seats] == [HOST, SEATED, "Ambrose"]
        assert (await read_event_kinds(house, live)).count("leave") == 1


async def test_a_table_is_its_hosts_to_start_and_then_anybodys_who_sits_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """After ten minutes, so that nobody waits for an absent one; but no bystander's and no moderator's, ever."""
    async with start_room() as house:
        for late in (False, True):
            if late:
                monkeypatch.setattr(lobby, "HOST_STARTS_WITHIN_MS", 0)
            for who in EVERYBODY:
                live = await set_up_table(house, "lobby")
                events_before = await read_event_kinds(house, live)
                answer = await house.press(who, board(house, live), "Start")
                if who == HOST or (late and who == SEATED):
                    assert answer["state"] == "update", who
                    assert "Choose how to deal" in response_text(answer), who
                    continue
                free = (live.record.created + 10 * 60 * 1000) // 1000
                early = f"Only the host, {HOST}, can start until <t:{free}:t>. Then anyone seated can."
                refusal = early if who == SEATED else NO_SEAT
                assert refusal in response_text(answer), who
                assert is_private(answer)
                assert await read_event_kinds(house, live) == events_before
        live = await set_up_table(house, "lobby")
        assert f"{HOST} can press Start." in text(board(house, live))


async def test_those_who_sit_there_leave_a_lobby_and_it_closes_with_the_last() -> None:
    """The host's part goes on; a bystander is told that they have no seat, and all others see who is left.

    Whoever would close it is asked first, and nothing has changed until they say yes.
    """
    async with start_room() as house:
        live = await set_up_table(house, "lobby", (HOST, SEATED))
        for who in (BYSTANDER, MODERATOR):
            assert response_text(await house.press(who, board(house, live), "Leave")) == NO_SEAT, who
        assert f"1. {SEATED} (host)" in response_text(await house.press(HOST, board(house, live), "Leave"))
        heir = await wait_for_announcement(
            house, live, f"Voren, table {live.id}: {SEATED} is the host now.", "They start the game"
        )
        assert [mention["id"] for mention in heir["mentions"]] == [user(house, SEATED)]
        events_before, board_text = await read_event_kinds(house, live), text(board(house, live))
        question = await house.press(SEATED, board(house, live), "Leave")
        assert f"Leave Voren, table {live.id}?" in response_text(question)
        assert "You are the last person, so the table closes." in response_text(question)
        assert (await read_event_kinds(house, live), text(board(house, live))) == (events_before, board_text)
        last = await confirm_in_private(house, SEATED, question, "Leave")
        assert f"You have left Voren, table {live.id}. You were the last person" in response_text(last)
        assert live.record.status == "ended"
        await house.services.board.refresh(live)
        closed_text = f"{SEATED} left and nobody else was seated, so this table was closed."
        assert f"{closed_text} It was closed before the first deal." in text(board(house, live))
        second_table = await set_up_table(house, "lobby")
        answer = await house.command(SEATED, "table leave", channel=CHANNEL, table=second_table.id)
        assert "Your seat becomes free" in response_text(answer)
        assert [seat.name for seat in second_table.record.seats] == [HOST, SEATED]
        assert (
            response_text(await confirm_in_private(house, SEATED, answer, "Leave"))
            == f"You have left Voren, table {second_table.id}."
        )
        assert [seat.name for seat in second_table.record.seats] == [HOST]


async def test_begun_or_ended_lobby_refuses_to_join(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its buttons, seen by somebody whose client is behind, answer with what has happened."""
    async with start_room() as house:
        refusals: tuple[tuple[Stage, str], ...] = (("playing", "has already started."), ("over", "has ended"))
        for stage, refusal in refusals:
            live = await set_up_table(house, stage)
            events_before = await read_event_kinds(house, live)
            for verb, who, *values in (
                ("join_table", BYSTANDER),
                ("add_computer", HOST, "easy"),
                ("start_game", SEATED),
            ):
                answer = await house.forge(who, board(house, live), f"eh:{verb}:{live.id}", *values)
                assert refusal in response_text(answer), (stage, verb)
                assert is_private(answer)
            assert await read_event_kinds(house, live) == events_before


async def test_two_press_start_at_the_same_instant_and_one_game_begins() -> None:
    """The other is told that it has begun; nothing is dealt twice."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        lobby = board(house, live)
        answers = await asyncio.gather(*(house.press(who, lobby, "Start") for who in (HOST, SEATED)))
        assert sorted("already started" in response_text(outcome) for outcome in answers) == [False, True]
        events_before = await read_event_kinds(house, live)
        assert events_before.count("start") == events_before.count("chance") == 1


async def test_two_take_the_last_seat_at_the_same_instant_and_one_has_it() -> None:
    """Where people have all the others."""
    async with start_room() as house:
        more = [f"Player {number}" for number in range(7)]
        for name in more:
            house.sandbox.people.add_user(name)
        live = await set_up_table(house, "lobby", (HOST, SEATED, *more))
        lobby = board(house, live)
        answers = await asyncio.gather(*(house.press(who, lobby, "Join") for who in (OTHER, BYSTANDER)))
        assert sum("All 10 seats are taken." in response_text(outcome) for outcome in answers) == 1
        assert len(live.record.seats) == 10
        board_text = text(board(house, live))
        assert (OTHER in board_text) != (BYSTANDER in board_text)
        assert "Join" not in buttons(board(house, live))


async def test_people_come_before_computer_players_where_the_table_is_full() -> None:
    """Each who joins takes the last computer player's seat, two at the same instant too."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby", (HOST, SEATED))
        for _ in range(8):
            await house.add_computer(HOST, board(house, live))
        lobby = board(house, live)
        assert selects(lobby) == {}
        answers = await asyncio.gather(*(house.press(who, lobby, "Join") for who in (OTHER, BYSTANDER)))
        assert all(answer["state"] == "update" for answer in answers)
        seats = live.record.seats
        assert [(seat.seat, seat.kind) for seat in seats] == [
            (number, "computer" if 1 < number < 8 else "person") for number in range(10)
        ]
        assert {seat.name for seat in seats[8:]} == {OTHER, BYSTANDER}


async def test_a_rematch_is_for_those_who_sat_there() -> None:
    """It opens one lobby, where whoever asks sits and the others are asked; others are told how to begin, privately."""
    async with start_room() as house:
        live = await set_up_table(house, "over", (HOST, SEATED, OTHER))
        for who in (BYSTANDER, MODERATOR):
            answer = await house.press(who, board(house, live), "Rematch")
            assert "Only its players can start a rematch" in response_text(answer), who
            assert is_private(answer)
        rematch_answer = await house.press(SEATED, board(house, live), "Rematch")
        assert not is_private(rematch_answer)
        assert "1 of 10 seats" in response_text(rematch_answer)
        assert f"1. {SEATED} (host)" in response_text(rematch_answer)
        assert f"-# Invited: {HOST} and {OTHER}" in response_text(rematch_answer)
        rematch = await house.live(live.id + 1)
        late_text = response_text(await house.press(BYSTANDER, board(house, live), "Rematch"))
        channel_link = f"<#{rematch.record.channel}>"
        assert late_text == f"Voren, table {rematch.id} is the rematch: {channel_link}. Press Join there."
        for who in (HOST, SEATED):
            answer = await house.press(who, board(house, live), "Rematch")
            assert is_private(answer), who
            seat = f"You are seated at Voren, table {rematch.id}: <#{rematch.record.channel}>."
            assert response_text(answer) == seat, who
        assert [seat.name for seat in rematch.record.seats] == [SEATED, HOST]
        await house.services.board.refresh(rematch)
        assert f"-# Invited: {OTHER}\n" in text(board(house, rematch)) + "\n"


async def test_a_closed_lobby_is_opened_again_by_those_who_sat_there() -> None:
    """The lobby says who closed it; opened again it asks the others to come back."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby")
        await confirm_in_private(
            house, HOST, await house.command(HOST, "table end", channel=CHANNEL, table=live.id), "End it"
        )
        await house.services.board.refresh(live)
        closed_text = f"{HOST} ended this table early. It was closed before the first deal."
        assert closed_text in text(board(house, live))
        assert "Only its players can start a rematch" in response_text(
            await house.press(BYSTANDER, board(house, live), "Open it again")
        )
        answer_text = response_text(await house.press(SEATED, board(house, live), "Open it again"))
        assert "1 of 10 seats" in answer_text
        assert f"-# Invited: {HOST}" in answer_text


async def test_last_leaver_of_a_lobby_reopens_it() -> None:
    """That closed it, and left its host without a seat at it."""
    async with start_room() as house:
        lobby = await house.command(HOST, "voren new", channel=CHANNEL)
        number = int(buttons(lobby.get("message") or {})["Join"].split(":")[2])
        await confirm_in_private(house, HOST, await house.press(HOST, lobby.get("message") or {}, "Leave"), "Leave")
        live = await house.live(number)
        assert (live.record.status, live.record.seats) == ("ended", ())
        await house.services.board.refresh(live)
        assert "Only its players can start a rematch" in response_text(
            await house.press(BYSTANDER, board(house, live), "Open it again")
        )
        assert "1 of 10 seats" in response_text(await house.press(HOST, board(house, live), "Open it again"))


async def test_a_table_needs_a_server() -> None:
    """And whoever has opened as many as they may is told which."""
    async with start_room(max_open=1) as house:
        with in_private(house):
            answer = await house.command(HOST, "voren new", channel=CHANNEL)
        assert "Use this in a server that I am in." in response_text(answer)
        assert await house.store.tables.numbers(0, 1) == []
        live = await set_up_table(house, "lobby")
        answer = await house.command(HOST, "voren new", channel=CHANNEL)
        assert f"You have 1 table open, the limit: table {live.id}. " in response_text(answer)
        assert is_private(answer)


async def test_a_name_that_shows_nothing_is_its_seat_everywhere() -> None:
    """In the lobby, on the message that says where the table is, at the table and in what the table is told."""
    blank = "\u3164\u3164"
    async with start_room() as house:
        house.sandbox.people.add_user(blank)
        live = await set_up_table(house, "lobby", (HOST, blank, OTHER))
        assert "2. Seat 2" in text(board(house, live)).splitlines()
        others = [board(house, await set_up_table(house, "over")) for _ in range(2)]
        elsewhere = await house.forge(BYSTANDER, others[0], f"eh:join_table:{live.id}")
        assert "The lobby is now in" in response_text(elsewhere)
        started = await house.forge(HOST, others[1], f"eh:start_game:{live.id}")
        assert f"{HOST}, Seat 2, {OTHER} and {BYSTANDER} play in" in response_text(started)
        question = await house.command(blank, "table end", channel=CHANNEL, table=live.id)
        assert f"of the players agree: you, {HOST}, {OTHER} and {BYSTANDER}." in response_text(question)
        await confirm_in_private(house, blank, question, "Ask the others: scores kept")
        await wait_for_announcement(house, live, f"**Voren, table {live.id}: Seat 2 wants to end the table.**")


@pytest.mark.parametrize("by", ["command", "button"])
async def test_late_public_answer_that_becomes_a_refusal_is_private(by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What everybody saw thinking goes away, and only who asked is told why."""
    async with start_room() as house:
        live = await set_up_table(house, "over")
        before = [message["id"] for message in house.sandbox.people.messages(BYSTANDER, CHANNEL)]
        monkeypatch.setattr(responses, "DEFER_AFTER_SECONDS", 0.05)

        async def refuse_slowly(*_: object, **__: object) -> None:
            await asyncio.sleep(0.3)
            raise Declined("Not today.")

        monkeypatch.setattr(lobby, "open_table", refuse_slowly)
        if by == "command":
            answer = await house.command(HOST, "voren new", channel=CHANNEL)
        else:
            answer = await house.press(HOST, board(house, live), "Rematch")
        assert answer["state"] == "deferred"

        def is_refusal_public() -> bool:
            return any("Not today." in text(message) for message in house.sandbox.people.messages(HOST, CHANNEL))

        await house.until(is_refusal_public)
        assert [message["id"] for message in house.sandbox.people.messages(BYSTANDER, CHANNEL)] == before


async def test_a_lobby_that_answered_late_stays_though_the_command_comes_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer to the second delivery does not replace the answer to the first."""
    async with start_room() as house:
        house.tolerate = lambda request: request.status == 400
        monkeypatch.setattr(responses, "DEFER_AFTER_SECONDS", 0.05)
        create = house.store.tables.create

        async def create_slowly(*arguments: Any, **named: Any) -> Any:
            await asyncio.sleep(0.3)
            return await create(*arguments, **named)

        monkeypatch.setattr(house.store.tables, "create", create_slowly)
        house.sandbox.faults.add("twice")
        answer = await house.command(HOST, "voren new", channel=CHANNEL)
        assert answer["state"] == "deferred"
        await house.until(lambda: house.boards(1) and not house.services.responder.under_way)
        assert len(house.boards(1)) == 1
