"""Club nights over the wire: what belongs to one, who may do what, and that its message follows."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.app.router import MISPLACED_TEXT, routes_of
from bot.tables.commands import leave_and_end
from bot.transport.messages.night_boards import NO_NIGHT, NightBoards
from cogs.server.club_nights import Nights
from data.nights.records import MAX_NIGHT_MS, NewNight, NightRecord
from data.standings.records import Origin
from data.tables.work import WorkKind
from tests.cogs.pads.sheets import choose_in_message, enter_hand, finish_pad, number_of
from tests.cogs.server.nights import begin_night, night_of, wait_for_night_message
from tests.support.messages import Json, buttons, components, text
from tests.support.wire_tables import (
    BYSTANDER,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    find_actor,
    find_answer_buttons,
    is_private,
    person,
    response_text,
    set_up_table,
    start_room,
)


@pytest.fixture(autouse=True)
def edit_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a night's message follow at once."""
    monkeypatch.setattr(NightBoards, "edit_interval_seconds", 0.01)


async def test_a_night_gathers_what_is_opened_in_its_channel() -> None:
    """A pad opened from its message with one choice, one by command, a table; their hands, leaders and winners."""
    async with start_room() as house:
        night = await begin_night(house, name="Friday *club*")
        number = night_of(night)
        assert "Friday \\*club\\*" in text(night)
        assert "Nothing yet. Tables and pads" in text(night)
        pad_answer = await choose_in_message(house, SEATED, night, "open_night_pad", "five_crowns")
        pad = pad_answer.get("message") or {}
        assert not is_private(pad_answer)
        assert f"{SEATED} 0" in text(pad).replace("*", "")
        await wait_for_night_message(house, number, f"Five Crowns, pad {number_of(pad)}", "no hands yet")
        other = await house.command(HOST, "pad new", game="free", wins="most", name="Dice", guests="Grandma")
        dice = other.get("message") or {}
        await enter_hand(house, HOST, dice, "Enter points", points="3 9")
        await wait_for_night_message(house, number, "): 1 hand · Grandma leads with **9**")
        game = await set_up_table(house, "lobby", (OTHER, SEATED))
        await wait_for_night_message(house, number, f"{game.name}](https://discord.com/channels/", "waits for players")
        board = await wait_for_night_message(house, number, f"**{HOST}** 1 hand", "**Grandma** (guest) 1 hand")
        assert "won" not in text(board).split("**Players**")[1].split("-#")[0]
        await finish_pad(house, dice)
        await wait_for_night_message(
            house, number, "Grandma wins with **9**", "Grandma** (guest) 1 hand · won 1 of 1 game"
        )


async def test_a_table_that_was_played_tells_whose_hands_they_were() -> None:
    """Two people and a computer play two hands; of computer players nothing is told; the winner is named."""
    async with start_room(forced=True) as house:
        number = night_of(await begin_night(house))
        game = await house.open(HOST, (SEATED,), 1, hands=2)
        await house.play_out(game)
        board = await wait_for_night_message(
            house, number, "2 hands · ", f"**{HOST}** 2 hands · won ", f"**{SEATED}** 2 hands · won "
        )
        assert "Ambrose**" not in text(board).split("**Players**")[1]


async def test_what_is_elsewhere_is_brought_in_and_taken_out_by_those_whose_it_is() -> None:
    """A host brings their table, a keeper their pad; whoever began the night both; others are told."""
    async with start_room() as house:
        elsewhere = await house.command(OTHER, "pad new", "parlour", game="free", wins="most", name="Dice")
        dice = number_of(elsewhere.get("message") or {})
        night = await begin_night(house)
        number = night_of(night)
        panel = await house.press(BYSTANDER, night, "More")
        assert is_private(panel)
        assert "End night …" not in find_answer_buttons(panel)
        assert f"pad.{dice}" not in str(panel)
        refused = await house.forge(BYSTANDER, panel.get("message") or {}, f"eh:add_to_night:{number}", f"pad.{dice}")
        assert "Only a table's host, a pad's keepers" in response_text(refused)
        panel = await house.press(OTHER, night, "More")
        answer = await choose_in_message(house, OTHER, panel.get("message") or {}, "add_to_night", f"pad.{dice}")
        assert "Dice is part of it now." in response_text(answer)
        await wait_for_night_message(house, number, "[Dice]")
        second_answer = await house.forge(
            OTHER, answer.get("message") or {}, f"eh:add_to_night:{number}", f"pad.{dice}"
        )
        assert "Dice is part of it already." in response_text(second_answer)
        answer = await house.press(HOST, night, "More")
        answer = await choose_in_message(house, HOST, answer.get("message") or {}, "remove_from_night", f"pad.{dice}")
        assert "Dice is removed." in response_text(answer)
        await wait_for_night_message(house, number, "Nothing yet. Tables and pads")
        for nonsense in ("pad.99", "table.99", "pad.x", "x", "lesson.1", "pad." + "9" * 30):
            panel = await house.press(HOST, night, "More")
            refused = await house.forge(HOST, panel.get("message") or {}, f"eh:add_to_night:{number}", nonsense)
            assert is_private(refused)
            assert "went wrong" not in response_text(refused)


async def test_a_night_is_ended_once_by_those_who_may_and_takes_nothing_in_any_more() -> None:
    """Whoever began it and moderators; two at once end it once; the message says who did."""
    async with start_room() as house:
        night = await begin_night(house)
        number = night_of(night)
        second = await house.command(SEATED, "night begin", name="Another")
        assert "There is a club night in this channel already." in response_text(second)
        refused = await house.command(BYSTANDER, "night end")
        assert "Only the person who started the night" in response_text(refused)
        panels = [await house.command(who, "night end") for who in (HOST, MODERATOR)]
        ends = [
            house.press(who, outcome.get("message") or {}, "End night")
            for who, outcome in zip((HOST, MODERATOR), panels)
        ]
        answers = [response_text(outcome) for outcome in await asyncio.gather(*ends)]
        assert sorted("The results are posted below" in words for words in answers) == [False, True]
        board = await wait_for_night_message(house, number, " · ended <t:", ":R> by ")
        assert not buttons(board)
        late_answer = await house.forge(SEATED, board, f"eh:open_night_pad:{number}", "free")
        assert "That club night is over" in response_text(late_answer)
        later = await house.command(HOST, "pad new", game="free", wins="most", name="Later")
        assert later["state"] == "message"
        assert "Later" not in text(await wait_for_night_message(house, number, " · ended <t:"))
        night_list = await house.command(BYSTANDER, "night list")
        assert "Friday club" in response_text(night_list)
        assert "on now" not in response_text(night_list)
        posted = await house.press(BYSTANDER, night_list.get("message") or {}, "Friday club")
        assert not is_private(posted)
        await house.until(lambda: str(board["id"]) not in house.sandbox.world.messages)
        record = await house.store.nights.night(number)
        assert record is not None
        assert str(record.message) == (posted.get("message") or {})["id"]


async def test_a_night_is_left_as_it_is_by_cancel() -> None:
    """Below either question; only Delete is red."""
    async with start_room() as house:
        night = await begin_night(house)
        for label in ("End night …", "Delete night …"):
            panel = await house.press(HOST, night, "More")
            answer = await house.press(HOST, panel.get("message") or {}, label)
            back = await house.press(HOST, answer.get("message") or {}, "Cancel")
            assert {"End night …", "Delete night …"} <= set(find_answer_buttons(back))
        red = [component["label"] for component in components(back.get("message") or {}) if component.get("style") == 4]
        assert red == ["Delete night …"]


async def test_a_second_pad_of_a_night_takes_over_who_played_on_the_first() -> None:
    """In one press, in the order in which they sat; members are asked anew, and nobody is added twice."""
    async with start_room() as house:
        night = await begin_night(house)
        pad_answer = await house.command(OTHER, "pad new", game="voren", guests="Grandma, Tom")
        pad = pad_answer.get("message") or {}
        people = await house.press(OTHER, pad, "Players")
        await house.click(
            OTHER, people.get("message") or {}, f"eh:add_pad_members:{number_of(pad)}", [str(person(house, HOST).id)]
        )
        second = (await choose_in_message(house, HOST, night, "open_night_pad", "five_crowns")).get("message") or {}
        panel = await house.press(HOST, second, "Add players")
        label = f"Same players: {OTHER}, Grandma and Tom"
        answer = await house.press(HOST, panel.get("message") or {}, label)
        assert f"Added: {OTHER}, Grandma, Tom. Members are asked first." in response_text(answer)
        assert not [
            button_label for button_label in find_answer_buttons(answer) if button_label.startswith("Same players")
        ]
        players = (await house.services.pads.find(number_of(second))).record.players
        assert [player.name for player in players] == [HOST, OTHER, "Grandma", "Tom"]
        assert [player.user for player in players] == [person(house, HOST).id, None, None, None]


async def test_the_players_of_a_nights_table_are_taken_over_without_computer_players() -> None:
    async with start_room(forced=True) as house:
        night = await begin_night(house)
        await house.open(HOST, (SEATED,), 1, hands=2)
        pad = (await choose_in_message(house, HOST, night, "open_night_pad", "voren")).get("message") or {}
        panel = await house.press(HOST, pad, "Add players")
        assert f"Same players: {SEATED}" in find_answer_buttons(panel)


async def test_a_part_that_cannot_be_read_holds_up_neither_panel_nor_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of a game that this version lacks is named by it and can be removed. What is half deleted is left out."""
    async with start_room() as house:
        night = await begin_night(house)
        unknown, going, table_state = [await set_up_table(house, "lobby") for _ in range(3)]
        await house.execute("UPDATE tables SET game = 'skat' WHERE id = ?", unknown.id)
        parts_of = house.store.nights.parts_of

        async def list_parts_and_deleted(record: NightRecord) -> list[Origin]:
            return [*await parts_of(record), Origin("table", going.id), Origin("pad", 99)]

        await house.execute("UPDATE tables SET status = 'deleting' WHERE id = ?", going.id)
        monkeypatch.setattr(house.store.nights, "parts_of", list_parts_and_deleted)
        for live in (unknown, going):
            house.services.tables.evict(live.id)
        pad_answer = await house.command(HOST, "pad new", game="five_crowns", guests="Grandma")
        people = await house.press(HOST, pad_answer.get("message") or {}, "Players")
        assert "Grandma" in response_text(people)
        panel = (await house.press(HOST, night, "More")).get("message") or {}
        options = _list_option_labels(panel, "remove_from_night")
        assert {f"skat, table {unknown.id}", f"Voren, table {table_state.id}"} <= options
        assert f"Voren, table {going.id}" not in options
        removed = await choose_in_message(house, HOST, panel, "remove_from_night", f"table.{unknown.id}")
        assert f"skat, table {unknown.id} is removed" in response_text(removed)
        answer = await house.command(HOST, "night end")
        over = await house.press(HOST, answer.get("message") or {}, "End night")
        assert "is over" in response_text(over)


def _list_option_labels(message: Json, verb: str) -> set[str]:
    """Return the labels of a select's options."""
    (select,) = [
        component for component in components(message) if component.get("custom_id", "").startswith(f"eh:{verb}:")
    ]
    return {option["label"] for option in select["options"]}


async def test_a_night_ends_by_itself_and_a_restart_loses_nothing() -> None:
    """A day later it is over without anybody's doing; what happened while the bot was down is shown after its start."""
    async with start_room() as house:
        number = night_of(await begin_night(house))
        dice = (await house.command(HOST, "pad new", game="free", wins="most", name="Dice", guests="Bo")).get(
            "message"
        ) or {}
        await wait_for_night_message(house, number, "[Dice]")
        await house.restart()
        await enter_hand(house, HOST, dice, "Enter points", points="1 2")
        await wait_for_night_message(house, number, "1 hand · Bo leads")
        await house.turn(MAX_NIGHT_MS / 1000)
        board = await wait_for_night_message(house, number, " · ended <t:")
        assert "ended by" not in text(board)


async def test_an_edit_that_fails_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a night has to show is not forgotten with an edit that did not get through."""
    monkeypatch.setattr("bot.scheduler.scheduler.RETRY_DELAYS_SECONDS", (0.05,) * 5)
    async with start_room() as house:
        number = night_of(await begin_night(house))
        real, failed = house.services.channels.edit, list[int]()

        async def fail_twice(channel: int, message: int, page: Any) -> Any:
            if len(failed) < 2:
                failed.append(message)
                raise OSError
            return await real(channel, message, page)

        monkeypatch.setattr(house.services.channels, "edit", fail_twice)
        await house.command(HOST, "pad new", game="free", wins="most", name="Dice")
        await wait_for_night_message(house, number, "[Dice]")
        assert len(failed) == 2


NONSENSE = ("0", "999", "x", "-1", "9" * 30, "\u0665", "")


async def test_every_verb_knows_its_place_and_its_server() -> None:
    """On the other kind of message none does anything; a night of another server, or of no number, is none."""
    async with start_room() as house:
        night = await begin_night(house)
        more = await house.press(HOST, night, "More")
        panel = more.get("message") or {}
        foreign = await house.store.nights.begin(NewNight(1, 2, "Theirs", 3, "Somebody"), None)
        chosen_values = {"open_night_pad": ("free",), "add_to_night": ("pad.1",), "remove_from_night": ("pad.1",)}
        for verb, route in routes_of(Nights):
            message, elsewhere = (night, panel) if route.on == "public" else (panel, night)
            values = chosen_values.get(verb, ())
            if route.on != "anywhere":
                misplaced = await house.forge(HOST, elsewhere, f"eh:{verb}:{night_of(night)}", *values)
                assert MISPLACED_TEXT in response_text(misplaced), verb
            for strange in (*NONSENSE, foreign):
                refused = await house.forge(HOST, message, f"eh:{verb}:{strange}", *values)
                assert NO_NIGHT in response_text(refused), (verb, strange)
        assert (await house.store.nights.night(foreign)) == replace(
            NightRecord(foreign, 1, 2, "Theirs", 3, "Somebody", 0, None, 1, None, None),
            began=(await house.services.night_boards.find(foreign)).began,
        )
        assert await house.store.pads.of_server(int(house.sandbox.world.guild_id), 0, 5) == []


async def test_commands_find_a_night_by_its_channel_or_number() -> None:
    """By its number anywhere in the server, to be posted in its own channel alone."""
    async with start_room() as house:
        number = night_of(await begin_night(house))
        refused = await house.command(BYSTANDER, "night show", night=99)
        assert NO_NIGHT in response_text(refused)
        moved = await house.command(BYSTANDER, "night show", "parlour", night=number)
        assert "that night belongs there" in response_text(moved)
        nothing = await house.command(BYSTANDER, "night show", "parlour")
        assert "Start this channel's first club night" in response_text(nothing)
        await house.wait_until_settled(WorkKind.NIGHT_BOARD)  # an edit under way would find its message removed
        here_again = await house.command(BYSTANDER, "night show")
        assert night_of(here_again.get("message") or {}) == number


async def test_pressing_a_killed_processs_message_adopts_it_and_removes_older_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A night's message that nobody noted is its own from the press on; one that was to be removed is."""
    async with start_room() as house:
        night = await begin_night(house)
        number = night_of(night)
        await house.wait_until_settled(WorkKind.NIGHT_BOARD)
        await house.store.nights.note_message_gone(number, int(night["id"]))
        await house.press(HOST, night, "More")
        record = await house.store.nights.night(number)
        assert record is not None
        assert record.message == int(night["id"])
        await house.wait_until_settled(WorkKind.NIGHT_BOARD)  # an edit under way would find its message removed
        with monkeypatch.context() as patch:
            patch.setattr(
                house.services.channels, "delete", async_mock := AsyncMock()
            )  # as if the process had ended before
            newer = (await house.command(HOST, "night show")).get("message") or {}
            await house.until(lambda: async_mock.await_count)
        await house.wait_until_settled(WorkKind.NIGHT_BOARD)
        await house.press(HOST, night, "More")
        await house.until(lambda: night["id"] not in house.sandbox.world.messages)
        assert newer["id"] in house.sandbox.world.messages


async def test_night_reposted_while_its_table_ends_shows_the_end() -> None:
    """The message before it may be brought up to date meanwhile, which says nothing of the new one."""
    async with start_room() as house:
        night = await begin_night(house)
        live = await set_up_table(house)
        await house.until(lambda: f"table {live.id}" in text(house.sandbox.people.message(HOST, night)))
        house.sandbox.faults.add("latency", path="/interactions/", seconds=1, times=1)
        showing = asyncio.create_task(house.command(HOST, "night show"))
        await house.until(lambda: house.services.responder.under_way)
        await asyncio.sleep(0.1)  # it is made, and on its way
        await leave_and_end.end(house.services.tables, live.id, find_actor(house, HOST), moderator=True)
        message = (await showing).get("message") or {}
        assert f"table {live.id}" in text(message), "as it was when it was made"
        await house.until(lambda: f"table {live.id}" not in text(house.sandbox.people.message(HOST, message)))


async def test_a_night_is_deleted_by_whoever_began_it_and_brought_back_within_a_day() -> None:
    """Asked once; its tables and pads stay. Nobody finds it then, and another may begin in its channel."""
    async with start_room() as house:
        night = await begin_night(house)
        night_number = night_of(night)
        pad = await house.command(HOST, "pad new", game="free", wins="most", name="Dice")
        night = await wait_for_night_message(house, night_number, "Dice")
        refused = await house.command(OTHER, "night delete")
        assert is_private(refused)
        assert "Only the person who started the night" in response_text(refused)
        more = await house.press(HOST, night, "More")
        answer = await house.press(HOST, more.get("message") or {}, "Delete night …")
        assert "Delete Friday club?" in response_text(answer)
        assert "Its table or pad stays." in response_text(answer)
        result = await house.press(HOST, answer.get("message") or {}, "Delete night")
        assert "Friday club is deleted." in response_text(result)
        notice = await wait_for_night_message(house, night_number, f"{HOST} deleted this club night.")
        assert set(buttons(notice)) == {"Undo"}
        assert "Start the first" in response_text(await house.command(HOST, "night list"))
        assert "is deleted" in response_text(
            await house.forge(HOST, result.get("message") or {}, f"eh:delete_night:{night_number}")
        )
        assert (await house.services.pads.find(number_of(pad.get("message") or {}))).record.deleted is None
        second = await begin_night(house, name="Second")
        clash = await house.press(HOST, notice, "Undo")
        assert "End the other club night in its channel first." in response_text(clash)
        await house.store.nights.end(night_of(second), person(house, HOST).id, HOST)
        refused = await house.press(OTHER, notice, "Undo")
        assert "Only the person who started the night" in response_text(refused)
        back = await house.press(HOST, notice, "Undo")
        assert "Friday club is back." in response_text(back)
        await wait_for_night_message(house, night_number, "Dice", "started by")
        second_answer = await house.forge(
            MODERATOR, await wait_for_night_message(house, night_number, "Dice"), f"eh:restore_night:{night_number}"
        )
        assert "is not deleted" in response_text(second_answer)


async def test_after_a_day_a_deleted_night_is_gone_with_its_message() -> None:
    """Also one that was over, which a moderator deletes by its number."""
    async with start_room() as house:
        night = await begin_night(house)
        night_number = night_of(night)
        await house.store.nights.end(night_number, person(house, HOST).id, HOST)
        question = await house.command(MODERATOR, "night delete", night=night_number)
        await house.press(MODERATOR, question.get("message") or {}, "Delete night")
        notice = await wait_for_night_message(house, night_number, f"{MODERATOR} deleted this club night.")
        answer = await house.command(HOST, "night show", night=night_number)
        assert "deleted this club night." in response_text(answer)
        notice = answer.get("message") or notice
        now = house.services.tables.clock() + MAX_NIGHT_MS + 60_000
        house.services.tables.clock = lambda: now
        late_answer = await house.press(HOST, notice, "Undo")
        assert "over a day ago" in response_text(late_answer)
        await house.services.retention.sweep()
        assert await house.store.nights.night(night_number) is None
        assert str(notice["id"]) not in house.sandbox.world.messages
