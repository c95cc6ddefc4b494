"""The partners' place over the wire: notes, hands that are shown, what waits, what is reported, who sees nothing."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import pytest

from bot.tables.commands import exchange_notes, leave_and_end, play, take_computer_seat
from bot.tables.model.table_state import TableState
from bot.ui.table import notes_page as show_notes
from data.engine.clock import now_ms
from data.tables.work import WorkKind, WorkState
from rules.registry import GAMES
from sandbox import Outcome
from sandbox.server import permissions
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
    awaited,
    board,
    by,
    is_private,
    kinds,
    offers,
    person,
    played,
    response_text,
    room,
    table,
)

PAIRS = (HOST, SEATED, OTHER, MODERATOR)
"""The host and whoever sits next are a pair, and so are the other two."""


@pytest.fixture(autouse=True)
def in_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Voren is played here by pairs who may talk."""
    monkeypatch.setattr(type(GAMES["voren"].conduct), "confidants", lambda _, seat: (seat ^ 1,))


async def dealt(here: House, hands: int = 2) -> TableState:
    """A table of two pairs with cards in their hands; the dealer was none of the first pair, who need not act first."""
    live = await table(here, people=PAIRS, hands=hands, waits_for=MODERATOR)
    await play.act(here.services.tables, live.id, "deal", by(here, MODERATOR))
    return live


async def hand(here: House, live: TableState, who: str) -> Json:
    """Somebody's hand, asked for by a command."""
    return (await here.command(who, "table hand", table=live.id)).get("message") or {}


async def notes(here: House, live: TableState, who: str) -> Json:
    """Somebody's page of notes, opened from their hand."""
    return (await here.press(who, await hand(here, live, who), "Notes")).get("message") or {}


async def form(here: House, message: Json, who: str, name: str) -> Outcome:
    """The form of a note, opened from somebody's hand."""
    opened = await here.press(who, message, "Send note")
    assert opened["state"] == "modal", opened
    return opened


async def write(here: House, live: TableState, who: str, name: str, words: str) -> Outcome:
    """Write a note by its form."""
    opened = await form(here, await hand(here, live, who), who, name)
    return await here.sandbox.people.modal(who, opened["interaction_id"], {"words": words})


async def wrote(here: House, live: TableState, who: str, words: str) -> int:
    """Write a note without the wire; returns its event's number."""
    seat = live.seat_of(person(here, who).id)
    assert seat is not None
    mark = exchange_notes.mark_of(exchange_notes.readers(live, seat))
    return (await exchange_notes.write(here.services.tables, live.id, mark, words, by(here, who)))[1].seq


def waits(here: House, live: TableState) -> str:
    """What the board says of notes."""
    return next((line for line in text(board(here, live)).split("\n") if "A note waits" in line), "")


def everybody_sees(here: House, words: str) -> list[Json]:
    """The public messages that hold these words."""
    messages = here.sandbox.world.messages.values()
    return [message.data for message in messages if message.viewer is None and words in json.dumps(message.data)]


def seen_by(here: House, words: str) -> set[str]:
    """Who has messages of their own that hold these words."""
    messages = here.sandbox.world.messages.values()
    users = {message.viewer for message in messages if message.viewer and words in json.dumps(message.data)}
    return {here.sandbox.world.users[user]["global_name"] for user in users}


async def fresh(here: House, live: TableState) -> None:
    """Once the board shows all that has happened, and what was read."""

    async def shows() -> bool:
        now = await here.live(live.id)
        rows = await here.store.work.of_table(live.id, WorkKind.REFRESH)
        return now.record.shown_seq >= now.record.seq and not any(row.state == WorkState.DUE for row in rows)

    await here.until(shows)


async def test_note_reaches_only_the_partner(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is new until its reader has seen it; everybody is told that it waits, and for whom, and no longer then."""
    async with room() as here:
        live = await dealt(here)
        answer = await write(here, live, HOST, SEATED, "lead\nthe *highest* @everyone <@1>")
        assert answer["state"] == "update"
        assert f"Note sent to {SEATED}." in response_text(answer)
        await fresh(here, live)
        assert waits(here, live) == f"-# A note waits for {SEATED}."
        message = await hand(here, live, SEATED)
        assert f"**{HOST}:** lead the \\*highest\\* @\u200beveryone \\<@1>" in text(message)
        assert "Notes (1)" in buttons(message)
        assert message["mentions"] == []
        await here.until(lambda: not live.notes.unread(1, live.record.settings))
        await fresh(here, live)
        assert not waits(here, live)
        monkeypatch.setattr("bot.transport.interactions.hand_messages.READING_SECONDS", 0)
        again = await hand(here, live, SEATED)
        assert "highest" not in text(again)
        page = await here.press(SEATED, again, "Notes")
        assert f"1. **{HOST}**, <t:" in response_text(page)
        assert "highest" in response_text(page)
        assert seen_by(here, "highest") == {SEATED}
        assert not everybody_sees(here, "highest")
        log = await here.command(BYSTANDER, "table log", table=live.id)
        assert f"{HOST} sent {SEATED} a note." in response_text(log)


async def test_an_open_hand_shows_a_note_at_once_and_has_it_read_once_its_player_presses() -> None:
    async with room() as here:
        live = await dealt(here)
        own_message = await hand(here, live, SEATED)
        await wrote(here, live, HOST, "plum")

        def find_message() -> bool:
            return "plum" in text(here.sandbox.people.message(SEATED, own_message))

        await here.until(find_message)
        now = here.sandbox.people.message(SEATED, own_message)
        assert live.notes.unread(1, live.record.settings)
        await here.press(SEATED, now, "Refresh")
        await here.until(lambda: not live.notes.unread(1, live.record.settings))


async def test_refused_note_is_returned_to_its_writer() -> None:
    """A partner who has left while the form was open is not written to, nor is whoever sits there then."""
    async with room() as here:
        live = await dealt(here)
        opened = await form(here, await hand(here, live, HOST), HOST, SEATED)
        second = await form(here, await hand(here, live, OTHER), OTHER, MODERATOR)
        await leave_and_end.leave(here.services.tables, live.id, by(here, SEATED))
        refused = await here.sandbox.people.modal(HOST, opened["interaction_id"], {"words": "for *Cleo*"})
        assert "is a computer player and reads no notes. Your note was: for \\*Cleo\\*" in response_text(refused)
        await take_computer_seat.ask(here.services.tables, live.id, 1, by(here, BYSTANDER))
        seq = (await here.live(live.id)).record.seq
        await take_computer_seat.sit(here.services.tables, live.id, seq, by(here, HOST))
        old = buttons(await hand(here, live, HOST))
        assert "Send note" in old
        await leave_and_end.leave(here.services.tables, live.id, by(here, OTHER))
        answer = await here.sandbox.people.modal(OTHER, second["interaction_id"], {"words": "plum"})
        assert "You have no seat at this table" in response_text(answer)
        assert (await kinds(here, live)).count("note") == 0


async def test_a_computer_partner_is_shown_a_hand_and_written_no_note() -> None:
    """`/table notes` says why, as does an old button."""
    async with room() as here:
        live = await dealt(here)
        message = await hand(here, live, HOST)
        page = await here.press(HOST, message, "Notes")
        note, show = buttons(message)["Send note"], offers(page)["Show hand"]
        await leave_and_end.leave(here.services.tables, live.id, by(here, SEATED))
        now = await hand(here, live, HOST)
        assert [label for label in buttons(now) if "note" in label.lower() or "Show" in label] == ["Show hand"]
        page = await here.command(HOST, "table notes", table=live.id)
        assert re.search(r"\n\w+ is a computer player and reads no notes\.", response_text(page))
        assert "No notes yet." not in response_text(page)
        assert list(offers(page)) == ["Show hand", "Refresh"]
        for custom_id, says in (
            (note, "is a computer player and reads no notes."),
            (show, exchange_notes.OTHERS_SIT_THERE_TEXT),
        ):
            answer = await here.forge(HOST, now, custom_id)
            assert says in response_text(answer)
            assert is_private(answer)
        question = await here.press(HOST, now, "Show hand")
        response = await here.press(HOST, question.get("message") or {}, "Show hand")
        assert f"You showed {(await here.live(live.id)).record.seats[1].name} your hand." in response_text(response)
        assert waits(here, live) == ""


async def test_notes_stay_readable_after_a_computer_takes_the_seat() -> None:
    async with room() as here:
        live = await dealt(here)
        await wrote(here, live, SEATED, "plum")
        await leave_and_end.leave(here.services.tables, live.id, by(here, SEATED))
        message = await hand(here, live, HOST)
        assert "Send note" not in buttons(message)
        page = await here.press(HOST, message, "Notes (1)")
        assert "plum" in response_text(page)
        assert "is a computer player and reads no notes." in response_text(page)


async def test_a_hand_is_shown_after_a_question() -> None:
    """The partner sees the cards as they were then, and nobody else sees any; a second press shows nothing."""
    async with room() as here:
        live = await dealt(here)
        assert live.state is not None
        cards = live.state.view(0)["hand"]
        answer = await here.press(HOST, await notes(here, live, HOST), "Show hand")
        assert is_private(answer)
        assert f"Only {SEATED} sees your {len(cards)} cards." in response_text(answer)
        assert "You cannot take it back." in response_text(answer)
        assert (await kinds(here, live)).count("show") == 0
        message = answer.get("message") or {}
        show = offers(answer)["Show hand"]
        twice = await asyncio.gather(*(here.forge(HOST, message, show) for _ in range(2)))
        assert sorted(f"You showed {SEATED} your hand." in response_text(outcome) for outcome in twice) == [False, True]
        assert (await kinds(here, live)).count("show") == 1
        await fresh(here, live)
        assert waits(here, live) == f"-# A note waits for {SEATED}."
        opened = await hand(here, live, SEATED)
        theirs = text(opened)
        pack = here.services.renderer.pack_of(live)
        sentence = " ".join(pack.text_of(card) for card in cards)
        assert f"**{HOST}** showed you their hand: press Notes." in theirs
        read = await here.press(SEATED, opened, "Notes (1)")
        assert f":R>: {sentence}" in response_text(read)
        assert seen_by(here, "showed you these cards") == {SEATED}
        assert not everybody_sees(here, sentence)
        page = await here.press(HOST, await hand(here, live, HOST), "Notes")
        assert "**You** showed these cards, <t:" in response_text(page)
        assert f":R>: {sentence}" in response_text(page)


async def test_a_hand_that_was_shown_is_drawn_for_the_partner_alone() -> None:
    async with room(pictures=True) as here:
        live = await dealt(here)
        assert live.state is not None
        cards = live.state.view(0)["hand"]
        answer = await here.press(HOST, await notes(here, live, HOST), "Show hand")
        await here.press(HOST, answer.get("message") or {}, "Show hand")
        page = (await here.press(SEATED, await hand(here, live, SEATED), "Notes (1)")).get("message") or {}
        ((name, data),) = (await here.files(page)).items()
        assert data.startswith(b"\x89PNG")
        (alt,) = alts(page)
        pack = here.services.renderer.pack_of(live)
        assert f"{HOST}'s hand" in alt
        assert all(pack.name_of(card) in alt for card in cards), alt
        again = (await here.press(SEATED, page, "Refresh")).get("message") or {}
        assert list(await here.files(again)) == [name]
        own = (await here.press(HOST, await hand(here, live, HOST), "Notes")).get("message") or {}
        assert alts(own) == []


async def test_all_notes_of_a_game_page_by_page() -> None:
    """The oldest that is unread first; each page that was shown is read, and none before it that was not."""
    async with room() as here:
        live = await dealt(here)
        for count in range(12):
            await wrote(here, live, HOST, f"note {count:02}")
        message = await hand(here, live, SEATED)
        assert "note 00 11 more: press Notes." in text(message)
        assert "note 01" not in text(message)
        await here.until(lambda: len(live.notes.unread(1, live.record.settings)) == 11)
        page = await here.press(SEATED, message, "Notes (12)")
        assert "page 1 of 3" in response_text(page)
        assert "1. **" in response_text(page)
        await here.until(lambda: len(live.notes.unread(1, live.record.settings)) == 7)
        last = await here.press(SEATED, page.get("message") or {}, "Refresh")  # the one with the oldest unread
        assert "page 2 of 3" in response_text(last)
        await here.until(lambda: len(live.notes.unread(1, live.record.settings)) == 2)
        last = await here.press(SEATED, last.get("message") or {}, "Newer")
        assert "page 3 of 3" in response_text(last)
        assert "note 11" in response_text(last)
        await here.until(lambda: not live.notes.unread(1, live.record.settings))
        older = await here.press(SEATED, last.get("message") or {}, "Older")
        assert "note 05" in response_text(older)
        own = await here.command(HOST, "table notes", table=live.id)
        assert "**You**" in response_text(own)
        assert not [label for label in offers(own) if "Report" in label]
        other = await here.command(OTHER, "table notes", table=live.id)
        assert "No notes yet." in response_text(other)


async def test_a_page_in_the_middle_leaves_unread_what_comes_before_it() -> None:
    async with room() as here:
        live = await dealt(here)
        for count in range(7):
            await wrote(here, live, HOST, f"note {count:02}")
        pack = here.services.presenters.of(live).pack
        page = await show_notes.notes_page(here.store, live, person(here, SEATED).id, pack, {}, 1)
        assert page.read == 0
        first = await show_notes.notes_page(here.store, live, person(here, SEATED).id, pack, {})
        assert first.read == live.notes.slips[4].seq


async def test_notes_are_read_and_reported_after_the_game() -> None:
    async with room() as here:
        live = await dealt(here, hands=1)
        await wrote(here, live, HOST, "well played")
        await played(here, live)
        assert live.record.status == "over"
        page = await here.command(SEATED, "table notes", table=live.id)
        assert "well played" in response_text(page)
        assert "Report 1" in offers(page)
        assert "write" not in " ".join(offers(page))


# -- reports -----------------------------------------------------------------------------------------------------------


def for_moderators(here: House, name: str) -> str:
    """A channel of the server that its members cannot read, and the bot can."""
    data = here.sandbox.people.add_channel(name)
    channel = here.sandbox.world.channels[data["id"]]
    view = str(permissions.VIEW)
    channel.data["permission_overwrites"] = [
        {"id": here.sandbox.world.guild_id, "type": 0, "allow": "0", "deny": view},
        {"id": here.sandbox.world.bot["id"], "type": 1, "allow": view, "deny": "0"},
    ]
    here.sandbox.world.channel_updated(channel)
    return data["id"]


async def named(here: House, name: str = "moderators") -> str:
    """The server has named such a channel for reports."""
    where = for_moderators(here, name)
    await here.until(lambda: here.bot.get_channel(int(where)) and not here.services.channels.is_open_to_all(int(where)))
    assert f"**Reported notes go to:** <#{where}>" in await choose(here, "report_channel", where)
    return where


def reports(here: House, where: str) -> list[Json]:
    """What stands in that channel."""
    return [message.data for message in here.sandbox.world.messages.values() if message.data["channel_id"] == where]


async def ask_to_report(here: House, live: TableState) -> Outcome:
    """The question whether the first note is to be reported."""
    page = await here.command(SEATED, "table notes", table=live.id)
    return await here.press(SEATED, page.get("message") or {}, "Report 1")


async def test_server_manager_sets_the_report_channel() -> None:
    """One that everybody reads is refused, as notes are private; of one where the bot may not write, that is said."""
    async with room() as here:
        assert "**Reported notes go to:** no channel yet" in text(await panel(here, BYSTANDER))
        where = await named(here)
        public = here.sandbox.people.channel(CHANNEL)["id"]
        refused = await here.click(
            MODERATOR, await panel(here, group="channels"), "eh:set_server_setting:report_channel", [public]
        )
        assert "Everyone can read that channel" in response_text(refused)
        assert f"**Reported notes go to:** <#{where}>" in text(await panel(here, BYSTANDER))
        marked = next(
            component
            for component in components(await panel(here, group="channels"))
            if component.get("custom_id") == "eh:set_server_setting:report_channel"
        )
        assert marked["default_values"] == [{"id": where, "type": "channel"}]
        here.sandbox.set_bot_permissions("moderators", send_messages=False)
        await here.until(lambda: not _may_write(here, where))
        assert f"I cannot write in <#{where}>" in await choose(here, "report_channel", where)
        assert "**Reported notes go to:** no channel yet" in await choose(here, "report_channel")


def _may_write(here: House, where: str) -> bool:
    result: Any = here.bot.get_channel(int(where))
    return result.permissions_for(result.guild.me).send_messages


async def test_without_such_a_channel_the_reporter_is_given_the_text() -> None:
    """And nothing is noted: once there is one, it can be reported."""
    async with room() as here:
        live = await dealt(here)
        await wrote(here, live, HOST, "a *nasty* word")
        answer = await ask_to_report(here, live)
        assert is_private(answer)
        assert "This server has no channel for reports." in response_text(answer)
        assert "> a \\*nasty\\* word" in response_text(answer)
        assert "Report note" not in offers(answer)
        assert "report" not in await kinds(here, live)
        await named(here)
        assert "Report note" in offers(await ask_to_report(here, live))


async def test_a_report_goes_to_the_channel_once_and_mentions_nobody() -> None:
    async with room() as here:
        live = await dealt(here)
        await wrote(here, live, HOST, "a *nasty* word for @everyone")
        where = await named(here)
        question = await ask_to_report(here, live)
        assert "who wrote it, and that you reported it" in response_text(question)
        assert not reports(here, where)
        answer = await here.press(SEATED, question.get("message") or {}, "Report note")
        assert "Reported. Thank you." in response_text(answer)
        (report,) = reports(here, where)
        host, reader = person(here, HOST).id, person(here, SEATED).id
        said_there = report["content"]
        assert f"a note at Voren, table {live.id}" in said_there
        assert f"{HOST} (`{host}`) wrote to a partner" in said_there
        assert "> a \\*nasty\\* word for @\u200beveryone" in said_there
        assert f"Reported by {SEATED} (`{reader}`)" in said_there
        assert (report["mentions"], report["mention_roles"], report["mention_everyone"]) == ([], [], False)
        again = await here.forge(
            SEATED, question.get("message") or {}, f"eh:report_note:{live.id}:{live.notes.slips[0].seq}"
        )
        assert "already reported" in response_text(again)
        page = await here.command(SEATED, "table notes", table=live.id)
        assert "1. reported · **" in response_text(page)
        assert "Report 1" not in offers(page)
        here.services.scheduler.notify_due(now_ms())
        await asyncio.sleep(0.3)
        assert len(reports(here, where)) == 1
        assert (await kinds(here, live)).count("report") == 1
        assert not [message for message in everybody_sees(here, "nasty") if message["channel_id"] != where]


async def test_a_channel_that_refuses_loses_no_report(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reporter is told; it goes there once the bot may write, of its own accord, and once only."""
    monkeypatch.setattr(exchange_notes, "REPORT_DELAY_MS", 0)
    async with room() as here:
        here.tolerate = lambda request: request.status == 403
        live = await dealt(here)
        await wrote(here, live, HOST, "plum")
        where = await named(here)
        question = await ask_to_report(here, live)
        here.sandbox.set_bot_permissions("moderators", send_messages=False)
        answer = await here.press(SEATED, question.get("message") or {}, "Report note")
        assert "I cannot write to the channel for reports now. Your report goes there" in response_text(answer)
        assert "> plum" in response_text(answer)

        async def sleeps() -> bool:
            return [row.state for row in await here.store.work.of_table(live.id, WorkKind.REPORT_NOTE)] == [
                WorkState.PARKED
            ]

        await here.until(sleeps)
        await here.until(
            lambda: not here.services.scheduler.is_handling(WorkKind.REPORT_NOTE)
        )  # whose refusal would come after
        here.sandbox.set_bot_permissions("moderators", send_messages=None)
        await choose(here, "report_channel", where)
        await here.until(lambda: reports(here, where))
        (row,) = await here.store.work.of_table(live.id, WorkKind.REPORT_NOTE)
        await here.until(lambda: len(reports(here, where)) == 1)
        assert row.seq == live.record.seq


async def test_a_report_that_one_channel_refused_goes_to_the_next_that_is_chosen() -> None:
    """Also over a restart: it is not looked for where it could not go."""
    async with room() as here:
        here.tolerate = lambda request: request.status == 403
        live = await dealt(here)
        await wrote(here, live, HOST, "plum")
        await named(here)
        question = await ask_to_report(here, live)
        here.sandbox.set_bot_permissions("moderators", view_channel=False)
        answer = await here.press(SEATED, question.get("message") or {}, "Report note")
        assert "Your report goes there as soon as I can" in response_text(answer)
        await here.restart()
        where = await named(here, "stewards")
        await here.until(lambda: reports(here, where))


async def test_a_channel_that_all_may_read_by_now_gets_no_report() -> None:
    async with room() as here:
        live = await dealt(here)
        await wrote(here, live, HOST, "plum")
        where = await named(here)
        question = await ask_to_report(here, live)
        channel = here.sandbox.world.channels[where]
        channel.data["permission_overwrites"] = []
        here.sandbox.world.channel_updated(channel)
        await here.until(lambda: here.services.channels.is_open_to_all(int(where)))
        answer = await here.press(SEATED, question.get("message") or {}, "Report note")
        assert "Your report goes there as soon as I can" in response_text(answer)
        assert not reports(here, where)


async def test_a_report_that_a_process_left_is_delivered_by_the_next() -> None:
    """It was kept, and nobody was told what came of it."""
    async with room() as here:
        live = await dealt(here)
        note = await wrote(here, live, HOST, "plum")
        where = await named(here)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(exchange_notes, "REPORT_DELAY_MS", 0)
            here.services.scheduler._kinds[WorkKind.REPORT_NOTE].handler = _never
            await exchange_notes.report(here.services.tables, live.id, note, by(here, SEATED))
        await here.restart()
        await here.until(lambda: reports(here, where))
        assert "plum" in reports(here, where)[0]["content"]


async def _never(_: Any) -> None:
    """What a process does that is killed on the way."""
    await asyncio.sleep(60)


async def test_words_that_were_taken_out_are_not_reported() -> None:
    """Neither those that were asked for before, nor those that are on their way."""
    async with room() as here:
        live = await dealt(here)
        note = await wrote(here, live, HOST, "mirabelle")
        where = await named(here)
        question = await ask_to_report(here, live)
        await here.store.privacy.erase_words(person(here, HOST).id)
        answer = await here.press(SEATED, question.get("message") or {}, "Report note")
        assert "There is no such note." in response_text(answer)
        page = await here.command(SEATED, "table notes", table=live.id)
        assert "*These words were deleted.*" in response_text(page)
        assert "Report 1" not in offers(page)
        assert not reports(here, where)
        assert note


# -- who is told -------------------------------------------------------------------------------------------------------


def told_of_notes(here: House) -> list[Json]:
    """The messages that mention somebody for whom a note waits."""
    return [message for message in everybody_sees(here, ", a note waits for you at ") if message["mentions"]]


async def test_somebody_who_is_away_is_told_once_and_the_mention_goes_when_it_was_read() -> None:
    """Of however many notes; it says nothing of them."""
    async with room(ping_delay=0.1, ping_quiet=0) as here:
        live = await dealt(here)
        assert awaited(live) != SEATED
        await wrote(here, live, HOST, "plum")
        await here.until(lambda: told_of_notes(here))
        await wrote(here, live, HOST, "pear")
        await fresh(here, live)
        (message,) = told_of_notes(here)
        assert [mention["global_name"] for mention in message["mentions"]] == [SEATED]
        assert f"a note waits for you at Voren, table {live.id}: press My hand to read it." in message["content"]
        answer = await here.press(SEATED, message, "My hand")
        assert "plum" in response_text(answer)
        assert told_of_notes(here)  # another still waits
        await here.press(SEATED, answer.get("message") or {}, "Notes (2)")
        await here.until(lambda: not told_of_notes(here))


@pytest.mark.parametrize("why", ["muted", "awaited", "read"])
async def test_nobody_is_told_who_wants_it_not_or_is_called_anyhow_or_has_read(why: str) -> None:
    async with room(ping_delay=0.4, ping_quiet=0) as here:
        live = await dealt(here)
        who, writer = (SEATED, HOST)
        if why == "awaited":
            who, writer = {HOST: (HOST, SEATED), OTHER: (OTHER, MODERATOR), SEATED: (SEATED, HOST),
                           MODERATOR: (MODERATOR, OTHER)}[awaited(live)]  # fmt: skip
        if why == "muted":
            await here.services.people.mute(person(here, who), live.id, muted=True)
        await wrote(here, live, writer, "plum")
        if why == "read":
            await hand(here, live, who)

        async def settled() -> bool:
            rows = [row for row in await here.store.work.of_table(live.id, WorkKind.PING) if row.payload.get("note")]
            return [row.state for row in rows] == [WorkState.CANCELLED]

        await here.until(settled)
        assert not told_of_notes(here)


async def test_a_partner_who_comes_back_after_days_finds_what_waits() -> None:
    """Over a restart, with the mention still there; the note is new to them."""
    async with room(ping_delay=0.1, ping_quiet=0) as here:
        live = await dealt(here)
        await wrote(here, live, HOST, "plum")
        await here.until(lambda: told_of_notes(here))
        here.sandbox.advance(4 * 24 * 3600)
        await here.restart()
        live = await here.live(live.id)
        assert live.notes.waiting(live.record.seats, live.record.settings) == {1}
        message = await hand(here, live, SEATED)
        assert f"**{HOST}:** plum" in text(message)
        await here.until(lambda: not told_of_notes(here))
