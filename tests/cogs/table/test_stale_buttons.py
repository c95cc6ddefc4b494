"""A button does what it said when it was shown, or its person is asked anew: who is there may have changed since."""

from __future__ import annotations

import pytest

from bot.tables.commands import arrange_lobby, leave_and_end, lobby
from tests.support.tables import read_votes
from tests.support.wire_tables import (
    CHANNEL,
    HOST,
    OTHER,
    SEATED,
    find_actor,
    find_answer_buttons,
    person,
    response_text,
    set_up_table,
    start_room,
)


async def test_stale_vote_button_ends_nothing_for_a_later_host() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "playing", (HOST, SEATED, OTHER))
        question = (await house.command(SEATED, "table end", CHANNEL, table=live.id)).get("message") or {}
        await leave_and_end.leave(house.services.tables, live.id, find_actor(house, HOST))
        assert live.record.host == person(house, SEATED).id
        answer = await house.press(SEATED, question, "Ask the others: scores kept")
        assert "The others are asked" in response_text(answer)
        assert live.record.status == "playing"


@pytest.mark.parametrize("label", ["Ask the others: scores kept", "Ask the others: scores void"])
async def test_end_vote_is_asked_anew_after_all_others_left(label: str) -> None:
    async with start_room() as house:
        live = await set_up_table(house, "playing", (HOST, SEATED))
        question = (await house.command(SEATED, "table end", CHANNEL, table=live.id)).get("message") or {}
        await leave_and_end.leave(house.services.tables, live.id, find_actor(house, HOST))
        second_question = await house.press(SEATED, question, label)
        assert (
            "It ends for you.\n*End it*: only finished hands count.\n*End it, scores void*: nothing"
            in response_text(second_question)
        )
        assert live.record.status == "playing"
        await house.press(SEATED, second_question.get("message") or {}, "End it, scores void")
        assert live.record.status == "ended"
        assert live.void


async def test_end_is_asked_anew_after_a_change_of_host() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "lobby", (HOST, SEATED, OTHER))
        question = (await house.command(HOST, "table end", CHANNEL, table=live.id)).get("message") or {}
        await arrange_lobby.hand_over(house.services.tables, live.id, person(house, SEATED).id, find_actor(house, HOST))
        second_question = await house.press(HOST, question, "End it")
        assert "They see that you asked" in response_text(second_question)
        assert set(find_answer_buttons(second_question)) == {"Ask the others", "Cancel"}
        assert not read_votes(live, "end")


async def test_leave_is_asked_anew_if_it_would_close_the_table() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "playing", (HOST, SEATED))
        question = await house.command(SEATED, "table leave", CHANNEL, table=live.id)
        assert "A computer plays on" in response_text(question)
        await leave_and_end.leave(house.services.tables, live.id, find_actor(house, HOST))
        second_question = await house.press(SEATED, question.get("message") or {}, "Leave")
        assert "so the table closes" in response_text(second_question)
        assert live.record.status == "playing"
        await house.press(SEATED, second_question.get("message") or {}, "Leave")
        assert live.record.status == "ended"


async def test_leave_is_asked_anew_after_the_game_began() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "lobby", (HOST, SEATED))
        question = await house.command(SEATED, "table leave", CHANNEL, table=live.id)
        assert "Your seat becomes free" in response_text(question)
        await lobby.start(house.services.tables, live.id, find_actor(house, HOST))
        second_question = await house.press(SEATED, question.get("message") or {}, "Leave")
        assert "A computer plays on" in response_text(second_question)
        assert live.record.seats[1].kind == "person"
