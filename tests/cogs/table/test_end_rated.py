"""How a rated game ends before its time: from its first deal on, everybody who plays it has one vote."""

from __future__ import annotations

import pytest

from bot.tables.commands import leave_and_end, lobby
from tests.support.messages import components
from tests.support.wire_tables import (
    CHANNEL,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    confirm_in_private,
    find_actor,
    find_answer_buttons,
    note,
    read_event_kinds,
    response_text,
    set_up_table,
    start_room,
    wait_for_announcement,
)

QUESTION_BUTTONS = {"Ask the others: scores kept", "Ask the others: scores void", "Cancel"}

ONE_VOTE_TEXT = "This game is rated, so you have one vote. It ends if more than half of the players agree"


@pytest.mark.parametrize("host", [HOST, MODERATOR])
async def test_the_host_of_a_rated_game_has_one_vote(host: str) -> None:
    """A host who may moderate, too: somebody who would win by it does not decide it alone."""
    async with start_room() as house:
        live = await set_up_table(house, people=(host, SEATED, OTHER))
        question = await house.command(host, "table end", CHANNEL, table=live.id)
        assert ONE_VOTE_TEXT in response_text(question)
        assert set(find_answer_buttons(question)) == QUESTION_BUTTONS
        answer = await confirm_in_private(house, host, question, "Ask the others: scores kept")
        assert "You voted to end" in response_text(answer)
        assert live.record.status == "playing"
        consent_question = await wait_for_announcement(house, live, f"**{live.name}: {host} wants to end")
        await house.press(SEATED, consent_question, "End, keep the scores")
        await house.until(lambda: live.record.status == "ended")
        await wait_for_announcement(house, live, "This table was ended early: most players agreed.")


async def test_the_question_says_what_each_button_does_and_only_ending_is_red() -> None:
    """In the game's own word for a hand."""
    async with start_room() as house:
        live = await set_up_table(house, people=(HOST, SEATED), game="five_crowns", friendly=True)
        answer = await house.command(HOST, "table end", CHANNEL, table=live.id)
        void = "Ask the others: scores void"
        assert response_text(answer).split("\n")[1:] == [
            f"It ends for you and {SEATED}. They see that you ended it.",
            "*End it*: only finished deals count.",
            f"*{void}*: it ends once more than half agree, and nothing counts, not even finished deals.",
        ]
        red = {
            component["label"] for component in components(answer.get("message") or {}) if component.get("style") == 4
        }
        assert red == {"End it"}
        assert void in find_answer_buttons(answer)


@pytest.mark.parametrize("host", [HOST, MODERATOR])
async def test_no_button_ends_a_rated_game_for_its_host(host: str) -> None:
    """Not one of a question that was asked before the first deal, nor one that is made up."""
    async with start_room() as house:
        live = await set_up_table(house, "lobby", (host, SEATED, OTHER))
        question = await house.command(host, "table end", CHANNEL, table=live.id)
        assert set(find_answer_buttons(question)) == {"End it", "Delete it …", "Cancel"}
        await lobby.start(house.services.tables, live.id, find_actor(house, host))
        second_answer = await house.press(host, question.get("message") or {}, "End it")
        assert ONE_VOTE_TEXT in response_text(second_answer)
        assert "end" not in await read_event_kinds(house, live)
        await house.forge(host, await note(house, live, host), f"eh:end_table:{live.id}:keep:ends")
        assert "end" not in await read_event_kinds(house, live)
        await house.forge(host, await note(house, live, host), f"eh:end_table:{live.id}")
        assert live.record.status == "playing"


async def test_a_moderator_who_does_not_play_ends_a_rated_game() -> None:
    async with start_room() as house:
        live = await set_up_table(house, people=(HOST, SEATED))
        question = await house.command(MODERATOR, "table end", CHANNEL, table=live.id)
        await confirm_in_private(house, MODERATOR, question, "End it")
        assert live.record.status == "ended"


async def test_the_last_who_is_left_ends_a_rated_game_alone() -> None:
    async with start_room() as house:
        live = await set_up_table(house, people=(HOST, SEATED))
        await leave_and_end.leave(house.services.tables, live.id, find_actor(house, SEATED))
        question = await house.command(HOST, "table end", CHANNEL, table=live.id)
        assert "one vote" not in response_text(question)
        await confirm_in_private(house, HOST, question, "End it")
        assert live.record.status == "ended"
