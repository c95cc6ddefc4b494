"""The partners' place over the wire: notes, hands that are shown, what waits, what is reported, who sees nothing."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import pytest

from bot.tables.commands import exchange_notes, leave_and_end, take_computer_seat
from bot.tables.model.table_state import TableState
from bot.ui.table import notes_page as show_notes
from data.engine.clock import now_ms
from data.tables.work import WorkKind, WorkState
from sandbox import Outcome
from sandbox.server import permissions
from tests.cogs.table.pairs import deal_to_pairs
from tests.support.house import House
from tests.support.messages import Json, alts, buttons, components, text
from tests.support.panels import choose, panel
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    board,
    find_actor,
    find_answer_buttons,
    find_awaited,
    is_private,
    person,
    play_hand_out,
    read_event_kinds,
    response_text,
    start_room,
)

pytestmark = pytest.mark.usefixtures("voren_in_pairs")


async def ask_for_hand(house: House, live: TableState, who: str) -> Json:
    """Ask for somebody's hand by a command; return it."""
    return (await house.command(who, "table hand", table=live.id)).get("message") or {}


async def open_notes(house: House, live: TableState, who: str) -> Json:
    """Open somebody's page of notes from their hand; return it."""
    return (await house.press(who, await ask_for_hand(house, live, who), "Notes")).get("message") or {}


async def open_note_form(house: House, message: Json, who: str, name: str) -> Outcome:
    """Open the form of a note from somebody's hand."""
    form = await house.press(who, message, "Send note")
    assert form["state"] == "modal", form
    return form


async def write_by_form(house: House, live: TableState, who: str, name: str, words: str) -> Outcome:
    """Write a note by its form; return the answer."""
    form = await open_note_form(house, await ask_for_hand(house, live, who), who, name)
    return await house.sandbox.people.modal(who, form["interaction_id"], {"words": words})


async def write_directly(house: House, live: TableState, who: str, words: str) -> int:
    """Write a note without the wire; return its event's number."""
    seat = live.seat_of(person(house, who).id)
    assert seat is not None
    mark = exchange_notes.mark_of(exchange_notes.readers(live, seat))
    return (await exchange_notes.write(house.services.tables, live.id, mark, words, find_actor(house, who)))[1].seq


def read_note_line(house: House, live: TableState) -> str:
    """Return what the board says of notes."""
    return next((line for line in text(board(house, live)).split("\n") if "A note waits" in line), "")


def find_public_messages(house: House, words: str) -> list[Json]:
    """Return the public messages that hold these words."""
    messages = house.sandbox.world.messages.values()
    return [message.data for message in messages if message.viewer is None and words in json.dumps(message.data)]


def list_private_readers(house: House, words: str) -> set[str]:
    """Return who has messages of their own that hold these words."""
    messages = house.sandbox.world.messages.values()
    users = {message.viewer for message in messages if message.viewer and words in json.dumps(message.data)}
    return {house.sandbox.world.users[user]["global_name"] for user in users}


async def wait_for_board(house: House, live: TableState) -> None:
    """Wait until the board shows all that has happened, and what was read."""

    async def is_up_to_date() -> bool:
        now = await house.live(live.id)
        rows = await house.store.work.of_table(live.id, WorkKind.REFRESH)
        return now.record.shown_seq >= now.record.seq and not any(row.state == WorkState.DUE for row in rows)

    await house.until(is_up_to_date)


async def test_note_reaches_only_the_partner(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is new until its reader has seen it; everybody is told that it waits, and for whom, and no longer then."""
    async with start_room() as house:
        live = await deal_to_pairs(house)
        answer = await write_by_form(house, live, HOST, SEATED, "lead\nthe *highest* @everyone <@1>")
        assert answer["state"] == "update"
        assert f"Note sent to {SEATED}." in response_text(answer)
        await wait_for_board(house, live)
        assert read_note_line(house, live) == f"-# A note waits for {SEATED}."
        message = await ask_for_hand(house, live, SEATED)
        assert f"**{HOST}:** lead the \\*highest\\* @\u200beveryone \\<@1>" in text(message)
        assert "Notes (1)" in buttons(message)
        assert message["mentions"] == []
        await house.until(lambda: not live.notes.unread(1, live.record.settings))
        await wait_for_board(house, live)
        assert not read_note_line(house, live)
        monkeypatch.setattr("bot.transport.interactions.hand_messages.READING_SECONDS", 0)
        later_hand = await ask_for_hand(house, live, SEATED)
        assert "highest" not in text(later_hand)
        page = await house.press(SEATED, later_hand, "Notes")
        assert f"1. **{HOST}**, <t:" in response_text(page)
        assert "highest" in response_text(page)
        assert list_private_readers(house, "highest") == {SEATED}
        assert not find_public_messages(house, "highest")
        log = await house.command(BYSTANDER, "table log", table=live.id)
        assert f"{HOST} sent {SEATED} a note." in response_text(log)


async def test_open_hand_shows_a_note_which_a_press_marks_as_read() -> None:
    async with start_room() as house:
        live = await deal_to_pairs(house)
        hand = await ask_for_hand(house, live, SEATED)
        await write_directly(house, live, HOST, "plum")
        await house.until(lambda: "plum" in text(house.sandbox.people.message(SEATED, hand)))
        now = house.sandbox.people.message(SEATED, hand)
        assert live.notes.unread(1, live.record.settings)
        await house.press(SEATED, now, "Refresh")
        await house.until(lambda: not live.notes.unread(1, live.record.settings))


async def test_refused_note_is_returned_to_its_writer() -> None:
    """A partner who has left while the form was open is not written to, nor is whoever sits there then."""
    async with start_room() as house:
        live = await deal_to_pairs(house)
        form = await open_note_form(house, await ask_for_hand(house, live, HOST), HOST, SEATED)
        second = await open_note_form(house, await ask_for_hand(house, live, OTHER), OTHER, MODERATOR)
        await leave_and_end.leave(house.services.tables, live.id, find_actor(house, SEATED))
        refused = await house.sandbox.people.modal(HOST, form["interaction_id"], {"words": "for *Cleo*"})
        assert "is a computer player and reads no notes. Your note was: for \\*Cleo\\*" in response_text(refused)
        await take_computer_seat.ask(house.services.tables, live.id, 1, find_actor(house, BYSTANDER))
        seq = (await house.live(live.id)).record.seq
        await take_computer_seat.sit(house.services.tables, live.id, seq, find_actor(house, HOST))
        old = buttons(await ask_for_hand(house, live, HOST))
        assert "Send note" in old
        await leave_and_end.leave(house.services.tables, live.id, find_actor(house, OTHER))
        answer = await house.sandbox.people.modal(OTHER, second["interaction_id"], {"words": "plum"})
        assert "You have no seat at this table" in response_text(answer)
        assert (await read_event_kinds(house, live)).count("note") == 0


async def test_a_computer_partner_is_shown_a_hand_and_written_no_note() -> None:
    """`/table notes` says why, as does an old button."""
    async with start_room() as house:
        live = await deal_to_pairs(house)
        message = await ask_for_hand(house, live, HOST)
        page = await house.press(HOST, message, "Notes")
        note, show = buttons(message)["Send note"], find_answer_buttons(page)["Show hand"]
        await leave_and_end.leave(house.services.tables, live.id, find_actor(house, SEATED))
        now = await ask_for_hand(house, live, HOST)
        assert [label for label in buttons(now) if "note" in label.lower() or "Show" in label] == ["Show hand"]
        page = await house.command(HOST, "table notes", table=live.id)
        assert re.search(r"\n\w+ is a computer player and reads no notes\.", response_text(page))
        assert "No notes yet." not in response_text(page)
        assert list(find_answer_buttons(page)) == ["Show hand", "Refresh"]
        for custom_id, says in (
            (note, "is a computer player and reads no notes."),
            (show, exchange_notes.OTHERS_SIT_THERE_TEXT),
        ):
            answer = await house.forge(HOST, now, custom_id)
            assert says in response_text(answer)
            assert is_private(answer)
        question = await house.press(HOST, now, "Show hand")
        response = await house.press(HOST, question.get("message") or {}, "Show hand")
        assert f"You showed {(await house.live(live.id)).record.seats[1].name} your hand." in response_text(response)
        assert read_note_line(house, live) == ""


async def test_notes_stay_readable_after_a_computer_takes_the_seat() -> None:
    async with start_room() as house:
        live = await deal_to_pairs(house)
        await write_directly(house, live, SEATED, "plum")
        await leave_and_end.leave(house.services.tables, live.id, find_actor(house, SEATED))
        message = await ask_for_hand(house, live, HOST)
        assert "Send note" not in buttons(message)
        page = await house.press(HOST, message, "Notes (1)")
        assert "plum" in response_text(page)
        assert "is a computer player and reads no notes." in response_text(page)


async def test_a_hand_is_shown_after_a_question() -> None:
    """The partner sees the cards as they were then, and nobody else sees any; a second press shows nothing."""
    async with start_room() as house:
        live = await deal_to_pairs(house)
        assert live.state is not None
        cards = live.state.view(0)["hand"]
        answer = await house.press(HOST, await open_notes(house, live, HOST), "Show hand")
        assert is_private(answer)
        assert f"Only {SEATED} sees your {len(cards)} cards." in response_text(answer)
        assert "You cannot take it back." in response_text(answer)
        assert (await read_event_kinds(house, live)).count("show") == 0
        message = answer.get("message") or {}
        show = find_answer_buttons(answer)["Show hand"]
        twice = await asyncio.gather(*(house.forge(HOST, message, show) for _ in range(2)))
        assert sorted(f"You showed {SEATED} your hand." in response_text(outcome) for outcome in twice) == [False, True]
        assert (await read_event_kinds(house, live)).count("show") == 1
        await wait_for_board(house, live)
        assert read_note_line(house, live) == f"-# A note waits for {SEATED}."
        own_hand = await ask_for_hand(house, live, SEATED)
        own_hand_text = text(own_hand)
        pack = house.services.renderer.pack_of(live)
        sentence = " ".join(pack.text_of(card) for card in cards)
        assert f"**{HOST}** showed you their hand: press Notes." in own_hand_text
        read = await house.press(SEATED, own_hand, "Notes (1)")
        assert f":R>: {sentence}" in response_text(read)
        assert list_private_readers(house, "showed you these cards") == {SEATED}
        assert not find_public_messages(house, sentence)
        page = await house.press(HOST, await ask_for_hand(house, live, HOST), "Notes")
        assert "**You** showed these cards, <t:" in response_text(page)
        assert f":R>: {sentence}" in response_text(page)


async def test_a_hand_that_was_shown_is_drawn_for_the_partner_alone() -> None:
    async with start_room(pictures=True) as house:
        live = await deal_to_pairs(house)
        assert live.state is not None
        cards = live.state.view(0)["hand"]
        answer = await house.press(HOST, await open_notes(house, live, HOST), "Show hand")
        await house.press(HOST, answer.get("message") or {}, "Show hand")
        page = (await house.press(SEATED, await ask_for_hand(house, live, SEATED), "Notes (1)")).get("message") or {}
        ((name, data),) = (await house.files(page)).items()
        assert data.startswith(b"\x89PNG")
        (alt,) = alts(page)
        pack = house.services.renderer.pack_of(live)
        assert f"{HOST}'s hand" in alt
        assert all(pack.name_of(card) in alt for card in cards), alt
        refreshed = (await house.press(SEATED, page, "Refresh")).get("message") or {}
        assert list(await house.files(refreshed)) == [name]
        own_notes = (await house.press(HOST, await ask_for_hand(house, live, HOST), "Notes")).get("message") or {}
        assert alts(own_notes) == []


async def test_all_notes_of_a_game_page_by_page() -> None:
    """The oldest that is unread first; each page that was shown is read, and none before it that was not."""
    async with start_room() as house:
        live = await deal_to_pairs(house)
        for count in range(12):
            await write_directly(house, live, HOST, f"note {count:02}")
        message = await ask_for_hand(house, live, SEATED)
        assert "note 00 11 more: press Notes." in text(message)
        assert "note 01" not in text(message)
        await house.until(lambda: len(live.notes.unread(1, live.record.settings)) == 11)
        page = await house.press(SEATED, message, "Notes (12)")
        assert "page 1 of 3" in response_text(page)
        assert "1. **" in response_text(page)
        await house.until(lambda: len(live.notes.unread(1, live.record.settings)) == 7)
        last = await house.press(SEATED, page.get("message") or {}, "Refresh")  # the one with the oldest unread
        assert "page 2 of 3" in response_text(last)
        await house.until(lambda: len(live.notes.unread(1, live.record.settings)) == 2)
        last = await house.press(SEATED, last.get("message") or {}, "Newer")
        assert "page 3 of 3" in response_text(last)
        assert "note 11" in response_text(last)
        await house.until(lambda: not live.notes.unread(1, live.record.settings))
        older = await house.press(SEATED, last.get("message") or {}, "Older")
        assert "note 05" in response_text(older)
        own_notes = await house.command(HOST, "table notes", table=live.id)
        assert "**You**" in response_text(own_notes)
        assert not [label for label in find_answer_buttons(own_notes) if "Report" in label]
        other = await house.command(OTHER, "table notes", table=live.id)
        assert "No notes yet." in response_text(other)


async def test_a_page_in_the_middle_leaves_unread_what_comes_before_it() -> None:
    async with start_room() as house:
        live = await deal_to_pairs(house)
        for count in range(7):
            await write_directly(house, live, HOST, f"note {count:02}")
        pack = house.services.presenters.of(live).pack
        page = await show_notes.notes_page(house.store, live, person(house, SEATED).id, pack, {}, 1)
        assert page.read == 0
        first = await show_notes.notes_page(house.store, live, person(house, SEATED).id, pack, {})
        assert first.read == live.notes.slips[4].seq


async def test_notes_are_read_and_reported_after_the_game() -> None:
    async with start_room() as house:
        live = await deal_to_pairs(house, hands=1)
        await write_directly(house, live, HOST, "well played")
        await play_hand_out(house, live)
        assert live.record.status == "over"
        page = await house.command(SEATED, "table notes", table=live.id)
        assert "well played" in response_text(page)
        assert "Report 1" in find_answer_buttons(page)
        assert "write" not in " ".join(find_answer_buttons(page))


# -- reports -----------------------------------------------------------------------------------------------------------


def add_moderators_channel(house: House, name: str) -> str:
    """Add a channel that the server's members cannot read, and the bot can; return its id."""
    data = house.sandbox.people.add_channel(name)
    channel = house.sandbox.world.channels[data["id"]]
    view = str(permissions.VIEW)
    channel.data["permission_overwrites"] = [
        {"id": house.sandbox.world.guild_id, "type": 0, "allow": "0", "deny": view},
        {"id": house.sandbox.world.bot["id"], "type": 1, "allow": view, "deny": "0"},
    ]
    house.sandbox.world.channel_updated(channel)
    return data["id"]


async def name_report_channel(house: House, name: str = "moderators") -> str:
    """Let the server name such a channel for reports; return its id."""
    channel_id = add_moderators_channel(house, name)
    await house.until(
        lambda: house.bot.get_channel(int(channel_id)) and not house.services.channels.is_open_to_all(int(channel_id))
    )
    assert f"**Reported notes go to:** <#{channel_id}>" in await choose(house, "report_channel", channel_id)
    return channel_id


def list_reports(house: House, report_channel: str) -> list[Json]:
    """Return what stands in that channel."""
    return [
        message.data
        for message in house.sandbox.world.messages.values()
        if message.data["channel_id"] == report_channel
    ]


async def ask_to_report(house: House, live: TableState) -> Outcome:
    """Return the question whether the first note is to be reported."""
    page = await house.command(SEATED, "table notes", table=live.id)
    return await house.press(SEATED, page.get("message") or {}, "Report 1")


async def test_server_manager_sets_the_report_channel() -> None:
    """One that everybody reads is refused, as notes are private; of one where the bot may not write, that is said."""
    async with start_room() as house:
        assert "**Reported notes go to:** no channel yet" in text(await panel(house, BYSTANDER))
        report_channel = await name_report_channel(house)
        public = house.sandbox.people.channel(CHANNEL)["id"]
        refused = await house.click(
            MODERATOR, await panel(house, group="channels"), "eh:set_server_setting:report_channel", [public]
        )
        assert "Everyone can read that channel" in response_text(refused)
        assert f"**Reported notes go to:** <#{report_channel}>" in text(await panel(house, BYSTANDER))
        marked = next(
            component
            for component in components(await panel(house, group="channels"))
            if component.get("custom_id") == "eh:set_server_setting:report_channel"
        )
        assert marked["default_values"] == [{"id": report_channel, "type": "channel"}]
        house.sandbox.set_bot_permissions("moderators", send_messages=False)
        await house.until(lambda: not _may_write(house, report_channel))
        assert f"I cannot write in <#{report_channel}>" in await choose(house, "report_channel", report_channel)
        assert "**Reported notes go to:** no channel yet" in await choose(house, "report_channel")


def _may_write(house: House, report_channel: str) -> bool:
    result: Any = house.bot.get_channel(int(report_channel))
    return result.permissions_for(result.guild.me).send_messages


async def test_without_such_a_channel_the_reporter_is_given_the_text() -> None:
    """And nothing is noted: once there is one, it can be reported."""
    async with start_room() as house:
        live = await deal_to_pairs(house)
        await write_directly(house, live, HOST, "a *nasty* word")
        answer = await ask_to_report(house, live)
        assert is_private(answer)
        assert "This server has no channel for reports." in response_text(answer)
        assert "> a \\*nasty\\* word" in response_text(answer)
        assert "Report note" not in find_answer_buttons(answer)
        assert "report" not in await read_event_kinds(house, live)
        await name_report_channel(house)
        assert "Report note" in find_answer_buttons(await ask_to_report(house, live))


async def test_a_report_goes_to_the_channel_once_and_mentions_nobody() -> None:
    async with start_room() as house:
        live = await deal_to_pairs(house)
        await write_directly(house, live, HOST, "a *nasty* word for @everyone")
        report_channel = await name_report_channel(house)
        question = await ask_to_report(house, live)
        assert "who wrote it, and that you reported it" in response_text(question)
        assert not list_reports(house, report_channel)
        answer = await house.press(SEATED, question.get("message") or {}, "Report note")
        assert "Reported. Thank you." in response_text(answer)
        (report,) = list_reports(house, report_channel)
        host, reader = person(house, HOST).id, person(house, SEATED).id
        said_there = report["content"]
        assert f"a note at Voren, table {live.id}" in said_there
        assert f"{HOST} (`{host}`) wrote to a partner" in said_there
        assert "> a \\*nasty\\* word for @\u200beveryone" in said_there
        assert f"Reported by {SEATED} (`{reader}`)" in said_there
        assert (report["mentions"], report["mention_roles"], report["mention_everyone"]) == ([], [], False)
        second_answer = await house.forge(
            SEATED, question.get("message") or {}, f"eh:report_note:{live.id}:{live.notes.slips[0].seq}"
        )
        assert "already reported" in response_text(second_answer)
        page = await house.command(SEATED, "table notes", table=live.id)
        assert "1. reported · **" in response_text(page)
        assert "Report 1" not in find_answer_buttons(page)
        house.services.scheduler.notify_due(now_ms())
        await asyncio.sleep(0.3)
        assert len(list_reports(house, report_channel)) == 1
        assert (await read_event_kinds(house, live)).count("report") == 1
        assert not [
            message for message in find_public_messages(house, "nasty") if message["channel_id"] != report_channel
        ]


async def test_a_channel_that_refuses_loses_no_report(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reporter is told; it goes there once the bot may write, of its own accord, and once only."""
    monkeypatch.setattr(exchange_notes, "REPORT_DELAY_MS", 0)
    async with start_room() as house:
        house.tolerate = lambda request: request.status == 403
        live = await deal_to_pairs(house)
        await write_directly(house, live, HOST, "plum")
        report_channel = await name_report_channel(house)
        question = await ask_to_report(house, live)
        house.sandbox.set_bot_permissions("moderators", send_messages=False)
        answer = await house.press(SEATED, question.get("message") or {}, "Report note")
        assert "I cannot write to the channel for reports now. Your report goes there" in response_text(answer)
        assert "> plum" in response_text(answer)

        async def is_parked() -> bool:
            return [row.state for row in await house.store.work.of_table(live.id, WorkKind.REPORT_NOTE)] == [
                WorkState.PARKED
            ]

        await house.until(is_parked)
        await house.until(
            lambda: not house.services.scheduler.is_handling(WorkKind.REPORT_NOTE)
        )  # whose refusal would come after
        house.sandbox.set_bot_permissions("moderators", send_messages=None)
        await choose(house, "report_channel", report_channel)
        await house.until(lambda: list_reports(house, report_channel))
        (row,) = await house.store.work.of_table(live.id, WorkKind.REPORT_NOTE)
        await house.until(lambda: len(list_reports(house, report_channel)) == 1)
        assert row.seq == live.record.seq


async def test_a_report_that_one_channel_refused_goes_to_the_next_that_is_chosen() -> None:
    """Also over a restart: it is not looked for where it could not go."""
    async with start_room() as house:
        house.tolerate = lambda request: request.status == 403
        live = await deal_to_pairs(house)
        await write_directly(house, live, HOST, "plum")
        await name_report_channel(house)
        question = await ask_to_report(house, live)
        house.sandbox.set_bot_permissions("moderators", view_channel=False)
        answer = await house.press(SEATED, question.get("message") or {}, "Report note")
        assert "Your report goes there as soon as I can" in response_text(answer)
        await house.restart()
        report_channel = await name_report_channel(house, "stewards")
        await house.until(lambda: list_reports(house, report_channel))


async def test_a_channel_that_all_may_read_by_now_gets_no_report() -> None:
    async with start_room() as house:
        live = await deal_to_pairs(house)
        await write_directly(house, live, HOST, "plum")
        report_channel = await name_report_channel(house)
        question = await ask_to_report(house, live)
        channel = house.sandbox.world.channels[report_channel]
        channel.data["permission_overwrites"] = []
        house.sandbox.world.channel_updated(channel)
        await house.until(lambda: house.services.channels.is_open_to_all(int(report_channel)))
        answer = await house.press(SEATED, question.get("message") or {}, "Report note")
        assert "Your report goes there as soon as I can" in response_text(answer)
        assert not list_reports(house, report_channel)


async def test_a_report_that_a_process_left_is_delivered_by_the_next() -> None:
    """It was kept, and nobody was told what came of it."""
    async with start_room() as house:
        live = await deal_to_pairs(house)
        note = await write_directly(house, live, HOST, "plum")
        report_channel = await name_report_channel(house)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(exchange_notes, "REPORT_DELAY_MS", 0)
            house.services.scheduler._kinds[WorkKind.REPORT_NOTE].handler = _hang
            await exchange_notes.report(house.services.tables, live.id, note, find_actor(house, SEATED))
        await house.restart()
        await house.until(lambda: list_reports(house, report_channel))
        assert "plum" in list_reports(house, report_channel)[0]["content"]


async def _hang(_: Any) -> None:
    """Do what a process does that is killed on the way."""
    await asyncio.sleep(60)


async def test_words_that_were_taken_out_are_not_reported() -> None:
    """Neither those that were asked for before, nor those that are on their way."""
    async with start_room() as house:
        live = await deal_to_pairs(house)
        note = await write_directly(house, live, HOST, "mirabelle")
        report_channel = await name_report_channel(house)
        question = await ask_to_report(house, live)
        await house.store.privacy.erase_words(person(house, HOST).id)
        answer = await house.press(SEATED, question.get("message") or {}, "Report note")
        assert "There is no such note." in response_text(answer)
        page = await house.command(SEATED, "table notes", table=live.id)
        assert "*These words were deleted.*" in response_text(page)
        assert "Report 1" not in find_answer_buttons(page)
        assert not list_reports(house, report_channel)
        assert note


# -- who is told -------------------------------------------------------------------------------------------------------


def find_note_mentions(house: House) -> list[Json]:
    """Return the messages that mention somebody for whom a note waits."""
    return [message for message in find_public_messages(house, ", a note waits for you at ") if message["mentions"]]


async def test_somebody_who_is_away_is_told_once_and_the_mention_goes_when_it_was_read() -> None:
    """Of however many notes; it says nothing of them."""
    async with start_room(ping_delay=0.1, ping_quiet=0) as house:
        live = await deal_to_pairs(house)
        assert find_awaited(live) != SEATED
        await write_directly(house, live, HOST, "plum")
        await house.until(lambda: find_note_mentions(house))
        await write_directly(house, live, HOST, "pear")
        await wait_for_board(house, live)
        (message,) = find_note_mentions(house)
        assert [mention["global_name"] for mention in message["mentions"]] == [SEATED]
        assert f"a note waits for you at Voren, table {live.id}: press My hand to read it." in message["content"]
        answer = await house.press(SEATED, message, "My hand")
        assert "plum" in response_text(answer)
        assert find_note_mentions(house)  # another still waits
        await house.press(SEATED, answer.get("message") or {}, "Notes (2)")
        await house.until(lambda: not find_note_mentions(house))


@pytest.mark.parametrize("why", ["muted", "awaited", "read"])
async def test_nobody_is_told_who_wants_it_not_or_is_called_anyhow_or_has_read(why: str) -> None:
    async with start_room(ping_delay=0.4, ping_quiet=0) as house:
        live = await deal_to_pairs(house)
        who, writer = (SEATED, HOST)
        if why == "awaited":
            who, writer = {HOST: (HOST, SEATED), OTHER: (OTHER, MODERATOR), SEATED: (SEATED, HOST),
                           MODERATOR: (MODERATOR, OTHER)}[find_awaited(live)]  # fmt: skip
        if why == "muted":
            await house.services.people.mute(person(house, who), live.id, muted=True)
        await write_directly(house, live, writer, "plum")
        if why == "read":
            await ask_for_hand(house, live, who)

        async def is_settled() -> bool:
            rows = [row for row in await house.store.work.of_table(live.id, WorkKind.PING) if row.payload.get("note")]
            return [row.state for row in rows] == [WorkState.CANCELLED]

        await house.until(is_settled)
        assert not find_note_mentions(house)


async def test_a_partner_who_comes_back_after_days_finds_what_waits() -> None:
    """Over a restart, with the mention still there; the note is new to them."""
    async with start_room(ping_delay=0.1, ping_quiet=0) as house:
        live = await deal_to_pairs(house)
        await write_directly(house, live, HOST, "plum")
        await house.until(lambda: find_note_mentions(house))
        house.sandbox.advance(4 * 24 * 3600)
        await house.restart()
        live = await house.live(live.id)
        assert live.notes.waiting(live.record.seats, live.record.settings) == {1}
        message = await ask_for_hand(house, live, SEATED)
        assert f"**{HOST}:** plum" in text(message)
        await house.until(lambda: not find_note_mentions(house))
