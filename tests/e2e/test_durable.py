"""What people and Discord do to a table that goes on: messages deleted, threads shut, channels gone, members who leave,
a bot that is taken out of its server.
"""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.pads import commands
from bot.tables.model.follow_up_work import NO_MENTIONS_SETTING
from bot.transport.notifications import post_once as module
from data.engine.clock import now_ms
from data.store import Store
from data.tables.records import Append, NewWork, RecordChanges
from data.tables.work import Subject, SubjectKind, WorkKind, WorkState
from sandbox.server.gateway import Session
from tests.support.boards import deal_as_awaited, read_only_board
from tests.support.house import House, Seated, start_house
from tests.support.messages import Json, text
from tests.support.places import (
    allow_gone,
    leave_server,
    make_due,
    messages_with,
    read_direct_messages,
    read_work_states,
)


def list_pings(house: House, table: Seated) -> list[Json]:
    """Return the mentions of whom a table waits for."""
    return messages_with(house, table, "it is your turn")


# -- messages that somebody deletes ------------------------------------------------------------------------------------


async def test_nobody_is_mentioned_below_a_board_that_is_gone() -> None:
    """It is minutes old and nothing buries it; that it is gone is seen before the ping, and it is posted anew first."""
    async with start_house(ping_quiet=0) as house:
        allow_gone(house)
        table = await house.open("Ada", ("Bela",), hands=1, mention=3600)
        old = await house.fresh(table)
        house.sandbox.people.delete("Ada", old)
        await make_due(house, table, WorkKind.PING)
        (ping,) = await house.until(lambda: list_pings(house, table))
        board = await read_only_board(house, table)
        assert int(old["id"]) < int(board["id"]) < int(ping["id"])
        assert await house.shows(table, board, "dealer")


async def test_a_board_that_was_deleted_while_nobody_played_comes_back_within_a_day() -> None:
    """Nobody is to be mentioned there, and nobody moves: it is looked for once a day, in a plain channel too."""
    async with start_house(threads=False) as house:
        allow_gone(house)
        table = await house.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        old = await house.fresh(table)
        (row,) = [
            work_item
            for work_item in await house.store.work.of_table(table.number, WorkKind.CHECK_BOARD)
            if not work_item.key
        ]
        assert row.due < now_ms() + 24 * 3600 * 1000
        await make_due(house, table, WorkKind.CHECK_BOARD)
        await house.until(lambda: house.services.scheduler._running == {})
        assert [message["id"] for message in house.boards(table)] == [old["id"]]
        house.sandbox.people.delete("Ada", old)
        await make_due(house, table, WorkKind.CHECK_BOARD)
        board = await read_only_board(house, table)
        assert board["id"] != old["id"]
        (row,) = [
            work_item
            for work_item in await house.store.work.of_table(table.number, WorkKind.CHECK_BOARD)
            if not work_item.key
        ]
        assert row.state == WorkState.DUE


async def test_everything_goes_on_without_a_board() -> None:
    """Hands, the log and moves by commands; the first move brings the board back."""
    async with start_house() as house:
        allow_gone(house)
        table = await house.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        house.sandbox.people.delete("Ada", await house.fresh(table))
        logged = await house.command("Bela", "table log", table.place)
        assert "The game began" in text(logged.get("message") or {})
        await deal_as_awaited(house, table)
        assert await house.shows(table, await read_only_board(house, table), "stay")


async def test_a_mention_that_a_moderator_deletes_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by the next look nor by the next process; and taking it back after the move troubles nobody."""
    monkeypatch.setattr(module, "NONCE_MS", 0)
    async with start_house(ping_delay=0.1, ping_quiet=0) as house:
        allow_gone(house)
        table = await house.open("Ada", ("Bela",), hands=1)
        (ping,) = await house.until(lambda: list_pings(house, table))
        house.sandbox.people.delete("Ada", ping)
        await house.restart()
        house.services.scheduler.notify_due(0)
        await house.until(lambda: house.services.scheduler._running == {})
        assert not list_pings(house, table)
        await house.act(table, await house.find_awaited(table) or "")
        await house.until(lambda: len(list_pings(house, table)) == 1)  # that of the other

        async def taken_back() -> bool:
            return WorkState.CANCELLED in await read_work_states(house, table, WorkKind.PING)

        await house.until(taken_back)


async def test_a_notice_that_a_moderator_deletes_is_not_repeated_and_its_question_can_still_pass() -> None:
    """A question's buttons would go when it has been answered: there is none left to take them from."""
    async with start_house() as house:
        allow_gone(house)
        house.sandbox.people.add_user("Dora")
        table = await house.open("Ada", ("Bela", "Cleo"), hands=1)
        ending = f"eh:end_table:{table.number}:keep:asks"
        question = await house.command("Bela", "table end", table.place)
        await house.click("Bela", question.get("message") or {}, ending)
        (consent_question,) = await house.until(lambda: messages_with(house, table, "Bela wants to end"))
        house.sandbox.people.delete("Ada", consent_question)
        question = await house.command("Cleo", "table end", table.place)
        await house.click("Cleo", question.get("message") or {}, ending)
        await house.until(lambda: messages_with(house, table, "ended", "early"))

        async def is_settled() -> bool:
            return not {WorkState.DUE, WorkState.PARKED} & set(await read_work_states(house, table, WorkKind.ANNOUNCE))

        await house.until(is_settled)
        assert not messages_with(house, table, "Bela wants to end")


# -- threads -----------------------------------------------------------------------------------------------------------


async def test_table_with_a_deleted_thread_continues_in_its_channel_and_says_so() -> None:
    """Discord tells of it, so nobody has to do anything."""
    async with start_house() as house:
        allow_gone(house)
        table = await house.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        await house.fresh(table)
        house.sandbox.people.delete_channel("Ada", table.place)
        table.place = "card-room"
        (message,) = await house.until(lambda: messages_with(house, table, "continues here", "was deleted"))
        assert message["mentions"] == []
        assert await house.shows(table, await read_only_board(house, table), "dealer")
        for _ in range(2):
            await house.act(table, await house.find_awaited(table) or "")
        await house.fresh(table)
        assert len(messages_with(house, table, "continues here")) == 1


async def test_a_thread_deleted_while_nobody_ran_is_noticed_when_the_table_is_looked_at() -> None:
    """By the next process, once a day at the latest."""
    async with start_house() as house:
        allow_gone(house)
        table = await house.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        await house.fresh(table)
        await house.stop()
        house.sandbox.people.delete_channel("Ada", table.place)
        await house.start()
        table.place = "card-room"
        await make_due(house, table, WorkKind.CHECK_BOARD)
        await house.until(lambda: messages_with(house, table, "continues here", "was deleted"))
        assert await house.shows(table, await read_only_board(house, table), "dealer")


async def test_a_table_that_leaves_a_locked_thread_says_so_once_to_all() -> None:
    """Also where nobody asked for it."""
    async with start_house() as house:
        allow_gone(house, 50083, 160005, 50013)
        table = await house.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        await house.fresh(table)
        await house.sandbox.act({"kind": "thread", "channel_id": table.place, "locked": True, "archived": True})
        await deal_as_awaited(house, table)
        table.place = "card-room"
        await house.until(lambda: messages_with(house, table, "continues here", "is locked"))
        await house.act(table, await house.find_awaited(table) or "")
        await house.fresh(table)
        assert len(messages_with(house, table, "continues here")) == 1


# -- members who leave -------------------------------------------------------------------------------------------------


async def find_seat(house: House, table: Seated, who: str) -> int:
    """Return somebody's seat."""
    seat = (await house.live(table)).seat_of(int(house.sandbox.people.user(who)["id"]))
    assert seat is not None
    return seat


async def test_the_seat_of_somebody_who_left_the_server_is_played_on_and_offered() -> None:
    """Nobody mentions them; the table is told, a computer player moves, and somebody else asks for the seat there."""
    async with start_house(ping_quiet=0) as house:
        allow_gone(house, 10007)
        table = await house.open("Ada", ("Bela", "Cleo"), hands=1, mention=3600)
        while await house.find_awaited(table) == "Ada":  # who owns the server cannot leave it
            await house.act(table, "Ada")
        who = await house.find_awaited(table) or ""
        seat = await find_seat(house, table, who)
        await house.fresh(table)
        house.sandbox.people.add_user("Dora")
        await leave_server(house, who)
        await make_due(house, table, WorkKind.PING)
        (message,) = await house.until(lambda: messages_with(house, table, f"{who} left the server"))
        assert "a computer player, plays on." in text(message)
        assert not list_pings(house, table)
        assert (await house.live(table)).record.seats[seat].kind == "computer"
        await house.until(lambda: seat not in house.services.tables._live[table.number].computers())
        answer = await house.press("Dora", message, "Ask for the seat")
        assert "are asked to let you take" in text(answer.get("message") or {})
        (question,) = await house.until(lambda: messages_with(house, table, "Dora wants"))
        await house.press("Ada", question, "Let them sit down")
        assert (await house.live(table)).record.seats[seat].name == "Dora"
        log = await house.command("Ada", "table log", table.place)
        assert f"{who} left the server and gave up their seat" in text(log.get("message") or {})


async def test_somebody_who_left_is_missed_once_a_day_where_nobody_is_mentioned() -> None:
    """The host is another then; where no person is left the table ends."""
    async with start_house() as house:
        allow_gone(house, 10007)
        table = await house.open("Bela", ("Cleo",), hands=1, mention=NO_MENTIONS_SETTING)
        await house.fresh(table)
        first = await house.find_awaited(table) or ""
        other = "Cleo" if first == "Bela" else "Bela"
        await leave_server(house, first)
        await make_due(house, table, WorkKind.CHECK_BOARD)
        await house.until(lambda: messages_with(house, table, f"{first} left the server"))
        live = await house.live(table)
        assert live.record.host == int(house.sandbox.people.user(other)["id"])
        await leave_server(house, other)

        async def over() -> bool:
            await make_due(house, table, WorkKind.CHECK_BOARD)
            return (await house.live(table)).record.status == "ended"

        await house.until(over)
        assert "was closed" in text(await house.fresh(table))


@pytest.mark.parametrize("mention", [None, NO_MENTIONS_SETTING, 6 * 3600], ids=["as usual", "never", "hours later"])
async def test_former_member_is_detected_within_a_minute_of_their_turn(mention: int | None) -> None:
    """Also who has just played, whom Discord has just said to be there, and who sleeps or wants no mentions."""
    async with start_house() as house:  # mentioned after a minute, not within two of their last press
        allow_gone(house, 10007)
        options: Json = {} if mention is None else {"mention": mention}
        table = await house.open("Ada", ("Bela", "Cleo"), hands=3, **options)
        while await house.find_awaited(table) == "Ada":
            await house.act(table, "Ada")
        who = await house.find_awaited(table) or ""
        user = int(house.sandbox.people.user(who)["id"])
        assert await house.services.members.is_member((await house.live(table)).record.guild, user)
        (await house.live(table)).last_active_ms[user] = house.services.tables.clock()
        await leave_server(house, who)
        house.sandbox.clock.advance(60)
        await house.bot.handle_clock_change()
        (message,) = await house.until(lambda: messages_with(house, table, f"{who} left the server"))
        assert "a computer player, plays on." in text(message)
        assert not list_pings(house, table)


async def test_failed_membership_query_keeps_the_seat() -> None:
    """Anything but a plain no means that they are there."""
    async with start_house(ping_quiet=0) as house:
        house.tolerate = lambda request: "members" in request.route
        table = await house.open("Ada", ("Bela",), hands=1, mention=3600)
        await house.fresh(table)
        house.sandbox.faults.add("status", path="/guilds/[0-9]+/members", status=403, code=50001, times=None)
        await make_due(house, table, WorkKind.PING)
        await house.until(lambda: list_pings(house, table))
        assert {seat.kind for seat in (await house.live(table)).record.seats} == {"person"}


async def wait_until_awake(house: House, table: Seated) -> None:
    """Wait until what slept at a table is due again."""

    async def due() -> bool:
        return set(await read_work_states(house, table, WorkKind.CHECK_BOARD)) == {WorkState.DUE}

    await house.until(due)


# -- a bot that is taken out of its server -----------------------------------------------------------------------------


async def test_table_of_a_server_without_the_bot_sleeps_and_keeps_absences() -> None:
    """Over the wire, and again after a restart in between: where and when it was not there is known afterwards."""
    async with start_house(threads=False) as house:
        allow_gone(house)
        table = await house.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        await house.fresh(table)
        guild, began = int(house.sandbox.world.guild_id), now_ms()
        await house.sandbox.act({"kind": "remove_bot"})
        await house.until(lambda: not house.bot.guilds)

        async def is_left() -> bool:
            return (await house.services.guild_settings.of(guild)).left_at_ms is not None

        await house.until(is_left)
        await house.restart()
        assert guild in house.services.guild_settings.absent
        house.sandbox.people.delete("Ada", house.boards(table)[0])
        await house.sandbox.act({"kind": "invite_bot"})

        async def back() -> bool:
            return bool((await house.services.guild_settings.of(guild)).absences)

        await house.until(back)
        server = await house.services.guild_settings.of(guild)
        ((since, until),) = server.absences
        assert server.left_at_ms is None
        assert began <= since <= until <= now_ms()
        await wait_until_awake(house, table)
        await make_due(house, table, WorkKind.CHECK_BOARD)
        assert await house.shows(table, await read_only_board(house, table), "dealer")


async def test_a_bot_removed_while_nobody_ran_asks_nothing_there_and_wakes_on_its_return() -> None:
    """The absence counts from the start of the process that met it; no channel rests for an hour after it."""
    async with start_house(threads=False) as house:
        allow_gone(house)
        table = await house.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        await house.fresh(table)
        guild = int(house.sandbox.world.guild_id)
        await house.stop()
        await house.sandbox.act({"kind": "remove_bot"})
        await house.start()
        await house.until(house.bot.is_ready)
        before = len(house.requests)
        await make_due(house, table, WorkKind.CHECK_BOARD)

        async def asleep() -> bool:
            return await read_work_states(house, table, WorkKind.CHECK_BOARD) == [WorkState.PARKED]

        await house.until(asleep)
        assert [request.route for request in house.requests[before:]] == []
        started = house.services.guilds.started_ms
        house.sandbox.people.delete("Ada", house.boards(table)[0])
        await house.sandbox.act({"kind": "invite_bot"})
        await wait_until_awake(house, table)
        await make_due(house, table, WorkKind.CHECK_BOARD)
        assert await house.shows(table, await read_only_board(house, table), "dealer")
        ((since, _),) = (await house.services.guild_settings.of(guild)).absences
        assert since == started


async def test_work_in_a_server_without_the_bot_is_not_tried_at_start() -> None:
    """Which servers there are Discord says with the connection; discord.py is not ready for two seconds more."""
    async with start_house(threads=False) as house:
        allow_gone(house)
        table = await house.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        await house.fresh(table)
        await house.stop()
        await house.sandbox.act({"kind": "remove_bot"})
        store = await Store.open(house.settings.database_url)
        record = await store.tables.get(table.number)
        assert record is not None
        await store.tables.append(
            Append(record.id, record.seq, work=(NewWork(WorkKind.CHECK_BOARD, seq=record.seq, due=now_ms()),))
        )
        await store.close()
        before = len(house.requests)
        await house.start()

        async def asleep() -> bool:
            return await read_work_states(house, table, WorkKind.CHECK_BOARD) == [WorkState.PARKED]

        await house.until(asleep)
        assert not [
            request.route
            for request in house.requests[before:]
            if "/channels" in request.route or "/guilds" in request.route
        ]


async def test_work_waits_until_its_server_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """A channel that is not known yet is not closed: no host is told that their table has no place."""
    async with start_house(threads=False) as house:
        table = await house.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        await house.fresh(table)
        await house.stop()
        store = await Store.open(house.settings.database_url)
        record = await store.tables.get(table.number)
        assert record is not None
        lost = NewWork(WorkKind.REPORT_LOST_CHANNEL, "1", record.seq, {"is_deleted": False}, now_ms())
        homeless: RecordChanges = {"settings": {**record.settings, "homeless": now_ms()}}
        await store.tables.append(Append(record.id, record.seq, work=(lost,), changes=homeless, rev=record.rev))
        await store.close()
        dispatch = Session.dispatch

        def slow(self: Session, event: str, data: str) -> None:
            if event == "GUILD_CREATE":
                asyncio.get_running_loop().call_later(0.5, dispatch, self, event, data)
            else:
                dispatch(self, event, data)

        monkeypatch.setattr(Session, "dispatch", slow)
        await house.start()

        async def is_settled() -> bool:
            return await read_work_states(house, table, WorkKind.REPORT_LOST_CHANNEL) in (
                [WorkState.CANCELLED],
                [WorkState.DONE],
            )

        await house.until(is_settled)
        assert read_direct_messages(house, "Ada") == []
        assert "homeless" not in (await house.live(table)).record.settings


async def test_pad_shows_its_last_change_after_the_bot_rejoins_the_server() -> None:
    """Its message is not given up for lost."""
    async with start_house() as house:
        allow_gone(house)
        opened = await house.command("Ada", "pad new", game="five_crowns")
        message = opened.get("message") or {}
        guild = int(house.sandbox.world.guild_id)
        (pad,) = await house.store.pads.of_server(guild, 0, 5)
        await house.until(house.bot.is_ready)
        await house.wait_until_settled(WorkKind.PAD_BOARD)
        await house.sandbox.act({"kind": "remove_bot"})
        await house.until(lambda: not house.bot.guilds)
        ada: Any = SimpleNamespace(id=int(house.sandbox.people.user("Ada")["id"]), display_name="Ada")
        await house.services.pads.change(
            pad.id, commands.add_players(commands.PadActor(ada, None), [(None, "Grandma")])
        )
        await house.wait_until_settled(WorkKind.PAD_BOARD)
        record = (await house.services.pads.find(pad.id)).record
        assert record.message == int(message["id"])
        assert (guild, Subject(SubjectKind.PAD, pad.id)) in await house.store.work.parked()
        await house.sandbox.act({"kind": "invite_bot"})
        await house.until(lambda: "Grandma" in text(house.sandbox.people.message("Ada", message)))


async def test_clock_checks_for_its_player_and_stops_while_the_bot_is_away() -> None:
    """Whoever left loses the seat, and no time ran while nobody could move."""
    async with start_house() as house:
        allow_gone(house, 10007)
        table = await house.open("Ada", ("Bela", "Cleo"), hands=1, mention=NO_MENTIONS_SETTING, clock=24 * 3600)
        while await house.find_awaited(table) == "Ada":  # who owns the server cannot leave it
            await house.act(table, "Ada")
        who = await house.find_awaited(table) or ""
        seat, live = await find_seat(house, table, who), await house.live(table)
        before = await house.services.deadlines.of(live, seat)
        assert before is not None
        began = live.timers[seat].at
        await house.services.guild_settings.change(live.record.guild, absences=((began, began + 5_000_000),))
        after = await house.services.deadlines.of(live, seat)
        assert after is not None
        assert after.ends_at_ms - before.ends_at_ms == 5_000_000
        assert not await house.services.former_members.give_up_seat(live, seat)
        house.services.members._known.clear()
        await leave_server(house, who)
        assert await house.services.former_members.give_up_seat(live, seat)
        assert (await house.live(table)).record.seats[seat].kind == "computer"
        await house.until(lambda: messages_with(house, table, f"{who} left the server"))
