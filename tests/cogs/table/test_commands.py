"""`/table`: who may do what at which table, and what is said to those who may not."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from itertools import cycle
from typing import Any, Final

import pytest

from bot.tables.commands import leave_and_end, pause, play
from bot.tables.commands.exchange_notes import NO_NOTES_TEXT
from bot.tables.model.table_state import TableState
from bot.tables.services import absence
from bot.transport.interactions import responses
from bot.transport.interactions.user_installs import NO_SERVER_TEXT
from bot.ui.table.event_log import EVENTS_PER_PAGE
from bot.ui.table.layouts import NO_ENDED_HAND
from data.tables.work import Subject, SubjectKind
from sandbox import Outcome
from tests.support.house import House, start_house
from tests.support.messages import Json, buttons, text
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
    end_table,
    find_actor,
    find_answer_buttons,
    find_awaited,
    find_waiting,
    in_private,
    is_private,
    move_to_other_server,
    person,
    read_event_kinds,
    read_mentions,
    response_text,
    set_up_table,
    start_room,
    too_late,
    wait_for_announcement,
)

NO_SEAT: Final = "You have no seat"
ASK_BUTTON: Final = "Ask the others: scores kept"
KEEP_BUTTON: Final = "End, keep the scores"
PEOPLE: Final = (HOST, SEATED, OTHER, BYSTANDER)
"""Four at a table: Emil sits there too."""

COMMANDS: Final[dict[str, Callable[[TableState], dict[str, Any]]]] = {
    "show": lambda _: {},
    "hand": lambda _: {},
    "notes": lambda _: {},
    "log": lambda _: {},
    "leave": lambda _: {},
    "end": lambda _: {},
    "substitute": lambda _: {},
    "pause": lambda _: {},
    "resume": lambda _: {},
    "release": lambda live: {"seat": min(live.decisions) + 1},
    "sit": lambda live: {"seat": next((seat.seat for seat in live.record.seats if seat.kind == "computer"), 1) + 1},
    "replay": lambda _: {},
    "move": lambda _: {},
}
"""The subcommands with the options that each needs, at a table in play."""

COMMANDS_WITHOUT_TABLE: Final = {"list", "lobbies", "mine"}
"""Those that are about no one table."""


async def use_table_command(
    house: House, who: str, name: str, live: TableState, *, named: bool = True, channel: str = CHANNEL
) -> Outcome:
    """Use a subcommand of `/table`, with the table's number or without; return the answer."""
    number_option = {"table": live.id} if named else {}
    return await house.command(who, f"table {name}", channel=channel, **COMMANDS[name](live), **number_option)


# -- which table -------------------------------------------------------------------------------------------------------


async def test_every_subcommand_is_known_here() -> None:
    """A new one has to say what it does at a table of another server, and for somebody without a seat."""
    async with start_room() as house:
        group = house.bot.tree.get_command("table")
        assert {value.name for value in getattr(group, "commands", ())} == set(COMMANDS) | COMMANDS_WITHOUT_TABLE


async def test_no_subcommand_reaches_a_table_of_another_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither its host nor a moderator of this server, by its number or by its channel, here or outside of servers."""
    monkeypatch.setattr(absence, "ABSENT_AFTER_MS", 0)
    async with start_room() as house:
        live = await set_up_table(house)
        await move_to_other_server(house, live)
        events_before, message = await read_event_kinds(house, live), live.record.message
        for name in COMMANDS:
            for who in (HOST, MODERATOR):
                answer = await use_table_command(house, who, name, live)
                assert response_text(answer) == f"There is no table {live.id} in this server.", (name, who)
                assert is_private(answer)
        offered = await house.sandbox.people.autocomplete(HOST, CHANNEL, "table show", {"table": ""}, "table")
        assert offered == []
        assert await read_event_kinds(house, live) == events_before
        assert (await house.live(live.id)).record.message == message
        near = await set_up_table(house)
        with in_private(house):
            for name in COMMANDS:
                for table_state in (live, near):
                    answer = await use_table_command(house, HOST, name, table_state)
                    given_up = name in {"leave", "end"}  # of a table in a server that the bot has left
                    expected = "Use this in the table's server." if given_up else NO_SERVER_TEXT
                    assert response_text(answer).startswith(expected), name
        assert await read_event_kinds(house, near) == events_before


async def test_every_subcommand_finds_the_table_that_is_named_and_the_one_of_the_channel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What each says to somebody with a seat; and where there is no table at all."""
    monkeypatch.setattr(absence, "ABSENT_AFTER_MS", 0)
    says = {
        "show": "Here it is",
        "hand": "Your hand",
        "notes": NO_NOTES_TEXT,
        "log": "Log of",
        "release": "A computer plays on with",
        "replay": NO_ENDED_HAND,
        "leave": "Leave Voren, table ",
        "move": "Only the host or a moderator can move this table.",
        "end": "It ends if more than half of the players agree",
        "substitute": "Offer your seat at Voren, table ",
        "sit": "No computer player sits there.",
        "pause": "The others are asked at the table.",
        "resume": "This table is not paused.",
    }
    async with start_room() as house:
        assert set(says) == set(COMMANDS)
        for name, expected_text in says.items():
            for named in (True, False):
                live = await set_up_table(house)
                who = find_waiting(live) if name == "release" else SEATED
                answer = await use_table_command(house, who, name, live, named=named)
                assert expected_text in response_text(answer), (name, named, response_text(answer))
                await leave_and_end.end(house.services.tables, live.id, find_actor(house, HOST), moderator=True)
        for name in COMMANDS:
            live = await set_up_table(house, "playing", (HOST, OTHER))
            answer = await use_table_command(house, BYSTANDER, name, live, named=False, channel="parlour")
            ways = "`/abracadabra new`, `/conference new`, `/fivecrowns new`, `/mitigati new` or `/voren new`"
            assert f"There is no table here. Open one with {ways}." in response_text(answer), name
            answer = await house.command(
                BYSTANDER, f"table {name}", channel=CHANNEL, **COMMANDS[name](live), table=999_999
            )
            assert response_text(answer) == "There is no such table.", name
            await leave_and_end.end(house.services.tables, live.id, find_actor(house, HOST), moderator=False)


async def test_without_a_number_the_newest_table_where_one_sits_is_meant() -> None:
    """Before the newer ones of others in the channel, and wherever it is where the channel has none."""
    async with start_room() as house:
        tables = [
            await set_up_table(house, people=people) for people in ((HOST, SEATED), (HOST, SEATED), (OTHER, SEATED))
        ]
        for channel in (CHANNEL, "parlour"):
            for who, expected_table in ((HOST, tables[1]), (SEATED, tables[2]), (OTHER, tables[2])):
                answer = await house.command(who, "table hand", channel=channel)
                assert f"table {expected_table.id}" in response_text(answer), (who, channel)
        answer = await house.command(BYSTANDER, "table log", channel=CHANNEL)
        assert f"table {tables[2].id}" in response_text(answer)
        await end_table(house, tables[0])
        over = await house.command(HOST, "table hand", channel=CHANNEL, table=tables[0].id)
        assert f"{MODERATOR} ended this table early, as a moderator." in response_text(over)


async def test_subcommand_marks_presence_and_wakes_parked_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As with a button: else somebody who has just looked at their hand is mentioned all the same."""
    monkeypatch.setattr(absence, "ABSENT_AFTER_MS", 0)
    async with start_room() as house:
        stirred: list[Subject] = []
        wake = house.services.scheduler.wake

        def note_and_wake(guild: int, subject: Subject) -> None:
            stirred.append(subject)
            wake(guild, subject)

        monkeypatch.setattr(house.services.scheduler, "wake", note_and_wake)
        for name in COMMANDS:
            live = await set_up_table(house, people=PEOPLE)
            house.services.channels._breakers.put(live.record.channel, (math.inf, False))
            stirred.clear()
            await use_table_command(house, SEATED, name, live)
            assert set(live.last_active_ms) == {person(house, SEATED).id}, name
            assert Subject(SubjectKind.TABLE, live.id) in stirred, name
            assert not house.services.channels.is_breaker_open(live.record.channel), name
        live = await set_up_table(house, people=PEOPLE)
        await house.sandbox.people.autocomplete(
            SEATED, CHANNEL, "table release", {"seat": "", "table": live.id}, "seat"
        )
        assert not live.last_active_ms  # a list of choices was asked for, by each letter typed


# -- who may -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", ["lobby", "playing"])
async def test_a_table_is_ended_by_its_host_or_a_moderator_and_by_nobody_else(stage: Stage) -> None:
    """Once they have said that they mean it. A player can ask the others; somebody without a seat cannot even that.

    The table is a friendly one, or has not begun.
    """
    async with start_room() as house:
        for who, ends_it in ((HOST, True), (MODERATOR, True), (SEATED, False)):
            live = await set_up_table(house, stage, (HOST, SEATED, OTHER), friendly=stage == "playing")
            events_before = await read_event_kinds(house, live)
            question = await use_table_command(house, who, "end", live)
            assert f"**End Voren, table {live.id}?**" in response_text(question), who
            all_ = {HOST: f"you, {SEATED} and {OTHER}.", SEATED: f"you, {HOST} and {OTHER}."}
            for_all = f"It ends for {all_.get(who, f'{HOST}, {SEATED} and {OTHER}.')}"
            by_vote = f"It ends if more than half of the players agree: {all_.get(who)}"
            assert (for_all in response_text(question), by_vote in response_text(question)) == (ends_it, not ends_it), (
                who
            )
            assert await read_event_kinds(house, live) == events_before, who
            asks = ASK_BUTTON if stage == "playing" else "Ask the others"
            answer = await confirm_in_private(house, who, question, "End it" if ends_it else asks)
            expected_text = "has ended. The players are told." if ends_it else "The others are asked at the table."
            assert expected_text in response_text(answer), who
            assert is_private(answer), who
            assert (await house.live(live.id)).record.status == ("ended" if ends_it else stage), who
            assert (await read_event_kinds(house, live))[len(events_before)] == ("end" if ends_it else "agree"), who
            await wait_for_announcement(
                house, live, f"**{live.name}: {who} ended" if ends_it else f"**{live.name}: {who} wants to end"
            )
        live = await set_up_table(house, stage, (HOST, SEATED, OTHER))
        refused = await use_table_command(house, BYSTANDER, "end", live)
        assert NO_SEAT in response_text(refused)
        assert not find_answer_buttons(refused)
        assert (await house.live(live.id)).record.status == stage


async def test_a_moderators_power_counts_where_the_table_is_and_nowhere_else() -> None:
    """Somebody may manage the messages of a channel of their own; the host ends the table from wherever they are.

    So it is with the button of a question that was asked at the table.
    """
    async with start_room() as house:
        live = await set_up_table(house, "playing", (HOST, SEATED, OTHER), friendly=True)
        for who in (MODERATOR, SEATED, BYSTANDER):
            answer = await use_table_command(house, who, "end", live, channel="parlour")
            expected_text = NO_SEAT if who == BYSTANDER else f"<#{live.record.channel}>"
            assert expected_text in response_text(answer), who
            assert is_private(answer), who
            elsewhere = await house.command(who, "table log", channel="parlour", table=live.id)
            pressed = await house.forge(who, elsewhere.get("message") or {}, f"eh:end_table:{live.id}")
            assert expected_text in response_text(pressed), who
            assert live.record.status == "playing", who
        assert "agree" not in await read_event_kinds(house, live)
        question = await use_table_command(house, HOST, "end", live, channel="parlour")
        assert "has ended" in response_text(await confirm_in_private(house, HOST, question, "End it"))
        await wait_for_announcement(house, live, f"**Voren, table {live.id}: {HOST} ended this table early.**")


async def test_announcements_go_to_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat is given away, or asked for, at the table; what is for one person alone works from anywhere."""
    monkeypatch.setattr(absence, "ABSENT_AFTER_MS", 0)
    async with start_room() as house:
        live = await set_up_table(house, waits_for=SEATED)
        events_before, custom_id = (
            await read_event_kinds(house, live),
            f"eh:release_seat:{live.id}:1:{live.decisions[1]}",
        )
        before = {message["id"] for message in house.sandbox.people.messages(BYSTANDER, "parlour")}
        question = await use_table_command(house, HOST, "release", live, channel="parlour")
        assert f"<#{live.record.channel}>" in response_text(question)
        elsewhere = await house.command(HOST, "table log", channel="parlour", table=live.id)
        pressed = await house.forge(HOST, elsewhere.get("message") or {}, custom_id)
        assert f"<#{live.record.channel}>" in response_text(pressed)
        assert await read_event_kinds(house, live) == events_before
        assert {message["id"] for message in house.sandbox.people.messages(BYSTANDER, "parlour")} == before
        for name, expected_text in (
            ("show", "The table is at the bottom of"),
            ("hand", "Your hand"),
            ("log", "Log of"),
            ("leave", f"Leave Voren, table {live.id}?"),
        ):
            answer = await use_table_command(house, SEATED, name, live, channel="parlour")
            assert expected_text in response_text(answer), name
            assert is_private(answer), name
        assert "You have left" in response_text(await confirm_in_private(house, SEATED, answer, "Leave"))
        await wait_for_announcement(house, live, f"**Voren, table {live.id}: {SEATED} left.**")
        assert {message["id"] for message in house.sandbox.people.messages(BYSTANDER, "parlour")} == before


async def test_a_table_in_a_thread_is_told_there_and_in_the_channel_around_it() -> None:
    """Both are where it is; a third channel is not."""
    async with start_house() as house:
        seated = await house.open("Ada", ("Bela", "Cleo"), hands=1)
        live = await house.live(seated)
        assert live.record.thread not in {None, live.record.channel}
        away = await house.command("Bela", "table end", channel="parlour", table=live.id)
        assert f"<#{live.record.thread}>" in response_text(away)
        answer = await house.command("Bela", "table end", channel=seated.place)
        await confirm_in_private(house, "Bela", answer, ASK_BUTTON)
        message = await wait_for_announcement(house, live, "Bela wants to end")
        assert message["channel_id"] == seated.place
        around = await house.command("Cleo", "table end", channel=CHANNEL, table=live.id)
        assert "has ended" in response_text(await confirm_in_private(house, "Cleo", around, ASK_BUTTON))
        over = await wait_for_announcement(
            house, live, f"{live.name}: This table was ended early: most players agreed."
        )
        assert over["channel_id"] == seated.place


async def test_votes_to_end_a_table_are_public_and_more_than_half_decide() -> None:
    """The question goes to the table: three of four are more than half; a bystander's word and a second one of the same
    count not.

    A moderator who does not play is asked what they may decide, as by the command; a host has one vote there, as the
    others.
    """
    async with start_room() as house:
        live = await set_up_table(house, people=PEOPLE)
        await confirm_in_private(house, SEATED, await use_table_command(house, SEATED, "end", live), ASK_BUTTON)
        question = await wait_for_announcement(
            house, live, f"**Voren, table {live.id}: {SEATED} wants to end the table.**"
        )
        assert "More than half of the 4 players must choose the same" in text(question)
        assert "keep the scores (1 so far)" in text(question)
        assert read_mentions(question) == {HOST, OTHER, BYSTANDER}, "whose answers are missing"
        second_answer = await house.press(SEATED, question, KEEP_BUTTON)
        assert "You already agreed." in response_text(second_answer)
        answer = await house.press(OTHER, question, KEEP_BUTTON)
        assert f"You voted to end Voren, table {live.id}, scores kept." in response_text(answer)
        assert live.record.status == "playing"
        await house.until(lambda: "keep the scores (2 so far)" in text(house.sandbox.people.message(OTHER, question)))
        answer = await house.press(BYSTANDER, question, KEEP_BUTTON)
        assert "has ended. The players are told." in response_text(answer)
        assert is_private(answer)
        assert live.record.status == "ended"
        assert "has ended" in response_text(await too_late(house, SEATED, question, KEEP_BUTTON))
        expected_text = f"{live.name}: This table was ended early: most players agreed.** Its scores are kept."
        ended = await wait_for_announcement(house, live, expected_text)
        await house.until(lambda: "3 of its 4 players agreed" in text(house.sandbox.people.message(OTHER, question)))
        assert "so far" not in text(house.sandbox.people.message(OTHER, question))
        assert read_mentions(ended) == set(PEOPLE) - {BYSTANDER}
        live = await set_up_table(house, people=PEOPLE)
        await confirm_in_private(house, SEATED, await use_table_command(house, SEATED, "end", live), ASK_BUTTON)
        question = await wait_for_announcement(
            house, live, f"**Voren, table {live.id}: {SEATED} wants to end the table.**"
        )
        assert "You voted to end" in response_text(await house.press(HOST, question, KEEP_BUTTON))
        assert live.record.status == "playing"
        assert "has ended" in response_text(await house.press(OTHER, question, KEEP_BUTTON))
        for who, ends_it in ((BYSTANDER, False), (HOST, True), (MODERATOR, False)):
            live = await set_up_table(house, "playing", (HOST, SEATED, OTHER))
            await confirm_in_private(house, SEATED, await use_table_command(house, SEATED, "end", live), ASK_BUTTON)
            question = await wait_for_announcement(house, live, f"{SEATED} wants to end")
            answer = await house.press(who, question, KEEP_BUTTON)
            assert (live.record.status == "ended") == ends_it, who
            assert ("has ended" if ends_it else NO_SEAT if who == BYSTANDER else "It ends for ") in response_text(
                answer
            )
        assert "has ended" in response_text(await house.press(MODERATOR, answer.get("message") or {}, "End it"))
        assert live.record.status == "ended"


async def test_only_those_who_sit_there_leave_a_table() -> None:
    """A moderator's power does not give them a seat."""
    async with start_room() as house:
        for who, sits in ((HOST, True), (SEATED, True), (MODERATOR, False), (BYSTANDER, False)):
            live = await set_up_table(house, "playing", (HOST, SEATED, OTHER))
            seats, events_before = live.record.seats, await read_event_kinds(house, live)
            answer = await use_table_command(house, who, "leave", live)
            assert (NO_SEAT in response_text(answer)) == (not sits), who
            assert await read_event_kinds(house, live) == events_before, who
            if sits:
                assert f"**Leave Voren, table {live.id}?**" in response_text(answer), who
                assert "A computer plays on with your cards and points." in response_text(answer), who
                assert (f"{SEATED} becomes the host." in response_text(answer)) == (who == HOST), who
                answer = await confirm_in_private(house, who, answer, "Leave")
                assert "A computer plays on in your seat. The players are told." in response_text(answer), who
                notice = await wait_for_announcement(
                    house, live, f"**Voren, table {live.id}: {who} left.** Ambrose, a computer"
                )
                assert (f"{SEATED} is the host now." in text(notice)) == (who == HOST), who
                assert not read_mentions(notice)
            assert is_private(answer)
            names = [seat.name for seat, now in zip(seats, live.record.seats) if now.kind != seat.kind]
            assert names == ([who] if sits else []), who


async def give_seat_away(house: House, who: str, live: TableState) -> Outcome:
    """Ask for the seat that is waited for to be given away, and press the button; return the answer."""
    answer, events_before = await use_table_command(house, who, "release", live), await read_event_kinds(house, live)
    assert f"Give {find_awaited(live)}'s seat at Voren, table {live.id} to a computer?" in response_text(answer)
    assert f"Voren, table {live.id}" in response_text(answer)
    assert await read_event_kinds(house, live) == events_before
    return await confirm_in_private(house, who, answer, "Give the seat away")


async def test_a_seat_is_given_away_after_a_question_and_the_table_is_told_who_did(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The host decides it alone; of others it takes half of the people, two of four, whoever is away."""
    monkeypatch.setattr(absence, "ABSENT_AFTER_MS", 0)
    async with start_room() as house:
        live = await set_up_table(house, people=PEOPLE, waits_for=SEATED)
        answer = await give_seat_away(house, HOST, live)
        assert f"A computer plays on in {SEATED}'s seat at Voren, table {live.id}." in response_text(answer)
        assert is_private(answer)
        assert live.record.seats[1].kind == "computer"
        notice = await wait_for_announcement(
            house, live, f"**Voren, table {live.id}: {HOST} gave {SEATED}'s seat to a comp"
        )
        assert "took too long." in text(notice)
        for absent in (HOST, SEATED):
            live = await set_up_table(house, people=PEOPLE, waits_for=absent)
            seat = PEOPLE.index(absent)
            answer = await give_seat_away(house, OTHER, live)
            assert (
                f"You voted to give {absent}'s seat to a computer. The others are asked at the table."
                in response_text(answer)
            )
            assert is_private(answer)
            question = await wait_for_announcement(
                house, live, f"Voren, table {live.id}: {OTHER} wants to give {absent}'s seat"
            )
            assert "You already agreed." in response_text(await house.press(OTHER, question, "I agree"))
            assert live.record.seats[seat].kind == "person"
            result = await house.press(BYSTANDER, question, "I agree")
            assert f"A computer plays on in {absent}'s seat" in response_text(result)
            assert is_private(result)
            assert live.record.seats[seat].kind == "computer"
            await wait_for_announcement(house, live, f"{BYSTANDER} gave {absent}'s seat ")
            late_answer = await too_late(house, HOST, question, "I agree")
            assert "No person sits there" in response_text(late_answer) or NO_SEAT in response_text(late_answer)
            assert is_private(late_answer)


async def test_a_seat_is_given_away_by_nobody_else_and_not_before_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by a bystander nor its own player, by a moderator only as one; nor one that the table is not waiting for."""
    async with start_room() as house:
        live = await set_up_table(house, waits_for=SEATED)
        early = await use_table_command(house, HOST, "release", live)
        assert "You can give the seat away after a day without a move" in response_text(early)
        monkeypatch.setattr(absence, "ABSENT_AFTER_MS", 0)
        custom_id = f"eh:release_seat:{live.id}:1:{live.decisions[1]}"
        assert "You have no seat at this table" in response_text(
            await use_table_command(house, BYSTANDER, "release", live)
        )
        assert "as a moderator?" in response_text(
            await use_table_command(house, MODERATOR, "release", live)
        )  # asked for another act
        for who in (MODERATOR, BYSTANDER):
            assert NO_SEAT in response_text(await house.forge(who, board(house, live), custom_id)), who
        assert "your own seat" in response_text(await house.forge(SEATED, board(house, live), custom_id))
        for seat, expected_text in (
            (1, f"is not waiting for {HOST}"),
            (3, "No person sits there"),
            (25, "No person sits there"),
        ):
            answer = await house.command(HOST, "table release", channel=CHANNEL, table=live.id, seat=seat)
            assert expected_text in response_text(answer)
        assert [seat.kind for seat in live.record.seats] == ["person", "person"]
        seat_choices = [{"name": HOST, "value": 1}, {"name": SEATED, "value": 2}]
        for who, offered in ((HOST, seat_choices[1:]), (BYSTANDER, seat_choices[1:]), (MODERATOR, seat_choices)):
            choices = await house.sandbox.people.autocomplete(
                who, CHANNEL, "table release", {"seat": "", "table": live.id}, "seat"
            )
            assert choices == offered, who
        await move_to_other_server(house, live)
        choices = await house.sandbox.people.autocomplete(
            HOST, CHANNEL, "table release", {"seat": "", "table": live.id}, "seat"
        )
        assert choices == []


async def test_names_that_are_offered_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord refuses a choice whose name shows nothing, and with it the list; each name keeps its own direction."""
    blank, david = "\u3164", "\u05d3\u05d5\u05d3"
    async with start_room() as house:
        for name in (blank, david):
            house.sandbox.people.add_user(name)
        live = await set_up_table(house, people=(HOST, blank, david))
        people, question = house.sandbox.people, {"seat": "", "table": live.id}
        tables = await people.autocomplete(HOST, CHANNEL, "table show", {"table": ""}, "table")
        isolated = f"\u2068{david}\u2069"
        assert [entry["name"] for entry in tables] == [f"Voren, table {live.id}: {HOST}, Seat 2, {isolated}"]
        monkeypatch.setattr(live, "decisions", dict.fromkeys(range(3), 1))
        seats = await people.autocomplete(HOST, CHANNEL, "table release", question, "seat")
        assert [seat["name"] for seat in seats] == [HOST, "Seat 2", isolated]


async def test_somebody_who_moves_while_their_seat_is_asked_for_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the command and what it reads, and between the question and the button."""
    monkeypatch.setattr(absence, "ABSENT_AFTER_MS", 0)
    async with start_room() as house:
        live = await set_up_table(house, waits_for=SEATED)
        log, seat = house.store.tables.log, 1

        async def move_and_read_log(*arguments: Any) -> Any:
            if "move" not in {event.kind for event in await log(live.id)}:
                await play.act(house.services.tables, live.id, "deal", find_actor(house, SEATED))
            return await log(*arguments)

        monkeypatch.setattr(house.store.tables, "log", move_and_read_log)
        answer = await house.command(HOST, "table release", channel=CHANNEL, table=live.id, seat=seat + 1)
        pressed = await house.press(HOST, answer.get("message") or {}, "Give the seat away")
        assert "has moved" in response_text(pressed) or "is not waiting for" in response_text(pressed)
        assert live.record.seats[seat].kind == "person"


async def test_slow_announcements_are_delivered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is deferred: its person hears in place of the question that it is done, and all others what was."""
    async with start_room() as house:
        live = await set_up_table(house, people=(HOST, SEATED, OTHER))
        question = await use_table_command(house, SEATED, "end", live)
        monkeypatch.setattr(responses, "DEFER_AFTER_SECONDS", 0.05)
        append = house.store.tables.append

        async def append_slowly(*arguments: Any) -> int:
            await asyncio.sleep(0.3)
            return await append(*arguments)

        monkeypatch.setattr(house.store.tables, "append", append_slowly)
        answer = await confirm_in_private(house, SEATED, question, ASK_BUTTON)
        assert answer["state"] == "deferred_update"
        assert KEEP_BUTTON in buttons(await wait_for_announcement(house, live, f"{SEATED} wants to end"))

        def find_answer() -> Json:
            return house.sandbox.people.message(SEATED, question.get("message") or {})

        await house.until(lambda: "The others are asked at the table." in text(find_answer()))
        assert not buttons(find_answer())


async def test_a_hand_is_refused_to_those_without_a_seat() -> None:
    async with start_room() as house:
        live = await set_up_table(house)
        for who in EVERYBODY:
            answer = await use_table_command(house, who, "hand", live)
            assert is_private(answer)
            assert (NO_SEAT in response_text(answer)) == (who not in {HOST, SEATED}), who


async def test_everybody_may_see_a_table_and_its_log() -> None:
    async with start_room() as house:
        live = await set_up_table(house)
        for who in EVERYBODY:
            assert "Here it is" in response_text(await use_table_command(house, who, "show", live)), who
            assert "Log of" in response_text(await use_table_command(house, who, "log", live)), who


async def test_the_log_of_a_table_that_was_ended_opens_on_how_it_ended() -> None:
    """Though the last event, which shows the secrets, tells nothing and would begin a page of its own."""
    async with start_room() as house:
        live = await set_up_table(house, people=PEOPLE, friendly=True)
        acts = cycle((pause.pause, pause.take_back))
        while live.record.seq % EVENTS_PER_PAGE != EVENTS_PER_PAGE - 1:
            await next(acts)(house.services.tables, live.id, find_actor(house, HOST))
        await confirm_in_private(house, HOST, await use_table_command(house, HOST, "end", live), "End it")
        assert live.record.seq % EVENTS_PER_PAGE == 1
        newest = (await house.command(SEATED, "table log", channel=CHANNEL, table=live.id)).get("message") or {}
        assert f"{HOST} ended" in text(newest)
        assert "Nothing has happened yet" not in text(newest)
        assert "page 2" not in text(newest)
