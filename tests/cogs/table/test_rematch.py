"""The rematch: opened once, whoever asks; who is asked to it; and what its thread and the channel around tell."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import pytest

from bot.tables.commands import lobby
from bot.tables.commands.rematch import record_opening
from bot.tables.model.follow_up_work import NO_MENTIONS_SETTING
from tests.support.house import start_house
from tests.support.messages import buttons, text
from tests.support.wire_tables import (
    HOST,
    OTHER,
    SEATED,
    board,
    confirm_in_private,
    end_table,
    find_actor,
    is_private,
    new_interaction_id,
    read_all_announcements,
    read_mentions,
    response_text,
    set_up_table,
    silent,
    start_room,
    wait_for_announcement,
)


async def test_who_plays_on_at_a_rematch_is_told_around_its_thread_too() -> None:
    """A rematch is opened in the thread of the game before, and gives it the names of its own people."""
    async with start_house() as house:
        seated = await house.open("Ada", ("Bela",), hands=1, computers=1)
        thread = house.sandbox.world.channels[seated.place]
        await end_table(house, await house.live(seated))
        over = await wait_for_announcement(house, await house.live(seated), "early")
        await house.until(lambda: "Rematch" in buttons(house.boards(seated.number)[0]))
        rematch_answer = await house.press("Ada", house.boards(seated.number)[0], "Rematch")
        rematch = await house.live(seated.number + 1)
        assert (rematch.record.thread, rematch.record.channel) == (None, int(seated.place)), over
        await house.press("Ada", rematch_answer.get("message") or {}, "Start")
        await house.until(lambda: thread.data["name"] == f"Voren, table {rematch.id}: Ada")
        around = house.sandbox.world.messages[seated.place].data
        await house.until(lambda: "Ada and Ambrose play in" in text(around))
        await house.command("Cleo", "table sit", channel=seated.place, table=rematch.id, seat=2)
        await house.press("Ada", await wait_for_announcement(house, rematch, "Cleo wants"), "Let them sit down")
        await house.until(lambda: thread.data["name"] == f"Voren, table {rematch.id}: Ada and Cleo")
        await house.until(lambda: "Ada and Cleo play in" in text(around))


async def test_a_rematch_gives_its_thread_the_names_of_those_who_play_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Discord takes no new name just now, the table begins all the same."""
    monkeypatch.setattr("bot.transport.api.channels.RENAME_TIMEOUT_SECONDS", 0.1)
    async with start_house() as house:
        seated = await house.open("Ada", ("Bela", "Cleo"), hands=1)
        thread = house.sandbox.world.channels[seated.place]
        for opponent in ("Bela", "Cleo"):
            await house.play_out(seated)
            await house.fresh(seated)
            await house.press("Ada", house.board(seated, "Ada"), "Rematch")
            seated = replace(seated, number=seated.number + 1)
            rematch = await house.live(seated)
            await house.until(lambda table=rematch: table.record.message)
            await house.press(opponent, board(house, rematch), "Join")
            if opponent == "Cleo":
                monkeypatch.setattr(house.bot.http, "edit_channel", lambda *_, **__: asyncio.sleep(3600))
            await house.press("Ada", board(house, rematch), "Start")
            assert rematch.record.status == "playing"
            await house.until(lambda: not house.services.responder.under_way)
            assert thread.data["name"] == f"Voren, table {rematch.id - (opponent == 'Cleo')}: Ada and Bela"


async def test_the_channel_is_told_of_a_rematch_in_the_thread_as_of_the_first_game() -> None:
    """The message from which the thread was made says who plays there now, then how the last game ended."""
    async with start_house() as house:
        seated = await house.open("Ada", ("Bela",), hands=1)

        def read_lobby() -> str:
            return text(house.sandbox.people.message("Ada", seated.lobby))

        for number in (1, 2, 3):
            await house.until(
                lambda number=number: f"Table {number}" in read_lobby() and "Ada and Bela play in" in read_lobby()
            )
            await house.play_out(seated)
            await house.until(lambda: "Played in" in read_lobby())
            assert f"Table {number}" in read_lobby()
            assert re.search(r"\*\*\w+ wins with \d+\.\*\* \w+ \u2212\d+\.|win with 0\.\*\*", read_lobby())
            await house.fresh(seated)
            await house.press("Ada", house.board(seated, "Ada"), "Rematch")
            seated = replace(seated, number=seated.number + 1)
            rematch = await house.live(seated)
            await house.until(lambda table=rematch: table.record.message)
            await house.press("Bela", board(house, rematch), "Join")
            await house.press("Ada", board(house, rematch), "Start")


async def test_a_rematch_mentions_the_others_once_with_a_button_to_play() -> None:
    """Not whoever asked, no computer player; the button seats whoever has it in view, and says where."""
    async with start_room() as house:
        live = await set_up_table(house, "over", (HOST, SEATED, OTHER))
        await house.press(SEATED, board(house, live), "Rematch")
        rematch = await house.live(live.id + 1)
        invitation = await wait_for_announcement(
            house, rematch, f"Rematch: Voren, table {rematch.id}.", f"{SEATED} wants to play again."
        )
        assert read_mentions(invitation) == {HOST, OTHER}
        for _ in range(2):
            answer = await house.press(OTHER, invitation, "Play")
            assert response_text(answer) == f"You are seated at Voren, table {rematch.id}: <#{rematch.record.channel}>."
            assert is_private(answer)
        assert rematch.names() == (SEATED, OTHER)
        await lobby.start(house.services.tables, rematch.id, find_actor(house, SEATED))
        late_answer = await house.press(HOST, invitation, "Play")
        assert f"Voren, table {rematch.id} has started" in response_text(late_answer)
        late_answer = await house.press(HOST, board(house, live), "Rematch")
        assert "has started" in response_text(late_answer)
        assert rematch.names() == (SEATED, OTHER)
        assert (
            len(
                [
                    message
                    for message in await read_all_announcements(house, rematch)
                    if f"invited to Voren, table {rematch.id}" in text(message)
                ]
            )
            == 1
        )


async def test_two_ask_for_a_rematch_at_the_same_instant_and_get_one_table() -> None:
    """One of them opens it, the other sits down there."""
    async with start_room() as house:
        live = await set_up_table(house, "over", (HOST, SEATED, OTHER))
        board_message = board(house, live)
        answers = await asyncio.gather(*(house.press(who, board_message, "Rematch") for who in (HOST, SEATED, OTHER)))
        assert sorted(is_private(outcome) for outcome in answers) == [False, True, True]
        rematch = await house.live(live.id + 1)
        assert set(rematch.names()) == {HOST, SEATED, OTHER}
        assert len(await house.store.tables.numbers(0, 100)) == 2


async def test_a_rematch_that_was_cut_off_or_closed_is_opened_by_whoever_asks_next() -> None:
    """The process was killed before it opened the table; or the lobby was closed again."""
    async with start_room() as house:
        live = await set_up_table(house, "over")
        await record_opening(house.services.tables, live, new_interaction_id(house))
        await house.restart()
        live = await house.live(live.id)
        rematch_answer = await house.press(SEATED, board(house, live), "Rematch")
        assert not is_private(rematch_answer)
        first = await house.live(live.id + 1)
        assert first.names() == (SEATED,)
        await house.until(lambda: first.record.message)
        await confirm_in_private(house, SEATED, await house.press(SEATED, board(house, first), "Leave"), "Leave")
        assert first.record.status == "ended"
        anew = await house.press(HOST, board(house, live), "Rematch")
        assert not is_private(anew)
        assert (await house.live(live.id + 2)).names() == (HOST,)


async def test_a_rematch_that_comes_twice_opens_one_lobby_and_leaves_it_there() -> None:
    """Another delivery of the same press takes nothing away."""
    async with start_room() as house:
        house.tolerate = lambda request: request.status == 400
        live = await set_up_table(house, "over")
        house.sandbox.faults.add("twice")
        answer = await house.press(SEATED, board(house, live), "Rematch")
        assert not is_private(answer)
        rematch = await house.live(live.id + 1)
        await house.until(lambda: not house.services.responder.under_way)
        assert rematch.names() == (SEATED,)
        assert "1 of 10 seats" in text(board(house, rematch))
        assert len(house.boards(rematch.id)) == 1
        assert len(await house.store.tables.numbers(0, 100)) == 2


async def test_an_invitation_mentions_people_also_where_nobody_is_mentioned_whose_turn_it_is() -> None:
    """The table's setting, which is the rematch's too, is about those whom the table waits for."""
    async with start_room() as house:
        live = await set_up_table(house, "over", (HOST, SEATED))
        await silent(house, live)
        await house.press(SEATED, board(house, live), "Rematch")
        rematch = await house.live(live.id + 1)
        invitation = await wait_for_announcement(house, rematch, f"{SEATED} wants to play again")
        assert rematch.record.settings == {"mention": NO_MENTIONS_SETTING}
        assert read_mentions(invitation) == {HOST}
        await house.press(HOST, invitation, "Play")
        assert rematch.names() == (SEATED, HOST)


async def test_an_invitation_is_nobodys_who_has_come_already() -> None:
    """It mentions those who do not sit there when it is written; where all have come, nobody."""
    async with start_room() as house:
        live = await set_up_table(house, "over", (HOST, SEATED, OTHER))
        for who in (SEATED, HOST):
            await house.press(who, board(house, live), "Rematch")
        rematch = await house.live(live.id + 1)
        invitation = await wait_for_announcement(house, rematch, "wants to play again")
        assert OTHER in read_mentions(invitation)
        assert SEATED not in read_mentions(invitation)
