"""The rematch: opened once, whoever asks; who is asked to it; and what its thread and the channel around tell."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import pytest

from bot.tables.commands import lobby
from bot.tables.commands.rematch import record_opening
from bot.tables.model.follow_up_work import NO_MENTIONS_SETTING
from tests.support.house import house
from tests.support.messages import buttons, text
from tests.support.wire_tables import (
    HOST,
    OTHER,
    SEATED,
    agreed,
    board,
    by,
    ended,
    is_private,
    mentioned,
    number,
    read_all_announcements,
    response_text,
    room,
    silent,
    table,
    wait_for_announcement,
)


async def test_who_plays_on_at_a_rematch_is_told_around_its_thread_too() -> None:
    """A rematch is opened in the thread of the game before, and gives it the names of its own people."""
    async with house() as here:
        seated = await here.open("Ada", ("Bela",), hands=1, computers=1)
        thread = here.sandbox.world.channels[seated.place]
        await ended(here, await here.live(seated))
        over = await wait_for_announcement(here, await here.live(seated), "early")
        await here.until(lambda: "Rematch" in buttons(here.boards(seated.number)[0]))
        opened = await here.press("Ada", here.boards(seated.number)[0], "Rematch")
        again = await here.live(seated.number + 1)
        assert (again.record.thread, again.record.channel) == (None, int(seated.place)), over
        await here.press("Ada", opened.get("message") or {}, "Start")
        await here.until(lambda: thread.data["name"] == f"Voren, table {again.id}: Ada")
        around = here.sandbox.world.messages[seated.place].data
        await here.until(lambda: "Ada and Ambrose play in" in text(around))
        await here.command("Cleo", "table sit", channel=seated.place, table=again.id, seat=2)
        await here.press("Ada", await wait_for_announcement(here, again, "Cleo wants"), "Let them sit down")
        await here.until(lambda: thread.data["name"] == f"Voren, table {again.id}: Ada and Cleo")
        await here.until(lambda: "Ada and Cleo play in" in text(around))


async def test_a_rematch_gives_its_thread_the_names_of_those_who_play_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Discord takes no new name just now, the table begins all the same."""
    monkeypatch.setattr("bot.transport.api.channels.RENAME_TIMEOUT_SECONDS", 0.1)
    async with house() as here:
        seated = await here.open("Ada", ("Bela", "Cleo"), hands=1)
        thread = here.sandbox.world.channels[seated.place]
        for opponent in ("Bela", "Cleo"):
            await here.play_out(seated)
            await here.fresh(seated)
            await here.press("Ada", here.board(seated, "Ada"), "Rematch")
            seated = replace(seated, number=seated.number + 1)
            again = await here.live(seated)
            await here.until(lambda table=again: table.record.message)
            await here.press(opponent, board(here, again), "Join")
            if opponent == "Cleo":
                monkeypatch.setattr(here.bot.http, "edit_channel", lambda *_, **__: asyncio.sleep(3600))
            await here.press("Ada", board(here, again), "Start")
            assert again.record.status == "playing"
            await here.until(lambda: not here.services.responder.under_way)
            assert thread.data["name"] == f"Voren, table {again.id - (opponent == 'Cleo')}: Ada and Bela"


async def test_the_channel_is_told_of_a_rematch_in_the_thread_as_of_the_first_game() -> None:
    """The message from which the thread was made says who plays there now, then how the last game ended."""
    async with house() as here:
        seated = await here.open("Ada", ("Bela",), hands=1)

        def around() -> str:
            return text(here.sandbox.people.message("Ada", seated.lobby))

        for number in (1, 2, 3):
            await here.until(lambda number=number: f"Table {number}" in around() and "Ada and Bela play in" in around())
            await here.play_out(seated)
            await here.until(lambda: "Played in" in around())
            assert f"Table {number}" in around()
            assert re.search(r"\*\*\w+ wins with \d+\.\*\* \w+ \u2212\d+\.|win with 0\.\*\*", around())
            await here.fresh(seated)
            await here.press("Ada", here.board(seated, "Ada"), "Rematch")
            seated = replace(seated, number=seated.number + 1)
            again = await here.live(seated)
            await here.until(lambda table=again: table.record.message)
            await here.press("Bela", board(here, again), "Join")
            await here.press("Ada", board(here, again), "Start")


async def test_a_rematch_mentions_the_others_once_with_a_button_to_play() -> None:
    """Not whoever asked, no computer player; the button seats whoever has it in view, and says where."""
    async with room() as here:
        live = await table(here, "over", (HOST, SEATED, OTHER))
        await here.press(SEATED, board(here, live), "Rematch")
        again = await here.live(live.id + 1)
        invitation = await wait_for_announcement(
            here, again, f"Rematch: Voren, table {again.id}.", f"{SEATED} wants to play again."
        )
        assert mentioned(invitation) == {HOST, OTHER}
        for _ in range(2):
            answer = await here.press(OTHER, invitation, "Play")
            assert response_text(answer) == f"You are seated at Voren, table {again.id}: <#{again.record.channel}>."
            assert is_private(answer)
        assert again.names() == (SEATED, OTHER)
        await lobby.start(here.services.tables, again.id, by(here, SEATED))
        late = await here.press(HOST, invitation, "Play")
        assert f"Voren, table {again.id} has started" in response_text(late)
        late = await here.press(HOST, board(here, live), "Rematch")
        assert "has started" in response_text(late)
        assert again.names() == (SEATED, OTHER)
        assert (
            len(
                [
                    message
                    for message in await read_all_announcements(here, again)
                    if f"invited to Voren, table {again.id}" in text(message)
                ]
            )
            == 1
        )


async def test_two_ask_for_a_rematch_at_the_same_instant_and_get_one_table() -> None:
    """One of them opens it, the other sits down there."""
    async with room() as here:
        live = await table(here, "over", (HOST, SEATED, OTHER))
        board_message = board(here, live)
        answers = await asyncio.gather(*(here.press(who, board_message, "Rematch") for who in (HOST, SEATED, OTHER)))
        assert sorted(is_private(outcome) for outcome in answers) == [False, True, True]
        again = await here.live(live.id + 1)
        assert set(again.names()) == {HOST, SEATED, OTHER}
        assert len(await here.store.tables.numbers(0, 100)) == 2


async def test_a_rematch_that_was_cut_off_or_closed_is_opened_by_whoever_asks_next() -> None:
    """The process was killed before it opened the table; or the lobby was closed again."""
    async with room() as here:
        live = await table(here, "over")
        await record_opening(here.services.tables, live, number(here))
        await here.restart()
        live = await here.live(live.id)
        opened = await here.press(SEATED, board(here, live), "Rematch")
        assert not is_private(opened)
        first = await here.live(live.id + 1)
        assert first.names() == (SEATED,)
        await here.until(lambda: first.record.message)
        await agreed(here, SEATED, await here.press(SEATED, board(here, first), "Leave"), "Leave")
        assert first.record.status == "ended"
        anew = await here.press(HOST, board(here, live), "Rematch")
        assert not is_private(anew)
        assert (await here.live(live.id + 2)).names() == (HOST,)


async def test_a_rematch_that_comes_twice_opens_one_lobby_and_leaves_it_there() -> None:
    """Another delivery of the same press takes nothing away."""
    async with room() as here:
        here.tolerate = lambda request: request.status == 400
        live = await table(here, "over")
        here.sandbox.faults.add("twice")
        answer = await here.press(SEATED, board(here, live), "Rematch")
        assert not is_private(answer)
        again = await here.live(live.id + 1)
        await here.until(lambda: not here.services.responder.under_way)
        assert again.names() == (SEATED,)
        assert "1 of 10 seats" in text(board(here, again))
        assert len(here.boards(again.id)) == 1
        assert len(await here.store.tables.numbers(0, 100)) == 2


async def test_an_invitation_mentions_people_also_where_nobody_is_mentioned_whose_turn_it_is() -> None:
    """The table's setting, which is the rematch's too, is about those whom the table waits for."""
    async with room() as here:
        live = await table(here, "over", (HOST, SEATED))
        await silent(here, live)
        await here.press(SEATED, board(here, live), "Rematch")
        again = await here.live(live.id + 1)
        invitation = await wait_for_announcement(here, again, f"{SEATED} wants to play again")
        assert again.record.settings == {"mention": NO_MENTIONS_SETTING}
        assert mentioned(invitation) == {HOST}
        await here.press(HOST, invitation, "Play")
        assert again.names() == (SEATED, HOST)


async def test_an_invitation_is_nobodys_who_has_come_already() -> None:
    """It mentions those who do not sit there when it is written; where all have come, nobody."""
    async with room() as here:
        live = await table(here, "over", (HOST, SEATED, OTHER))
        for who in (SEATED, HOST):
            await here.press(who, board(here, live), "Rematch")
        again = await here.live(live.id + 1)
        invitation = await wait_for_announcement(here, again, "wants to play again")
        assert OTHER in mentioned(invitation)
        assert SEATED not in mentioned(invitation)
