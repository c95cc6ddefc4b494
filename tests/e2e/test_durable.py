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
from tests.support.boards import dealt_by_somebody, only
from tests.support.house import House, Seated, house
from tests.support.messages import Json, text
from tests.support.places import allow_gone, direct, due_now, leaves, messages_with, state_of


def pings(here: House, table: Seated) -> list[Json]:
    """The mentions of whom a table waits for."""
    return messages_with(here, table, "it is your turn")


# -- messages that somebody deletes ------------------------------------------------------------------------------------


async def test_nobody_is_mentioned_below_a_board_that_is_gone() -> None:
    """It is minutes old and nothing buries it; that it is gone is seen before the ping, and it is posted anew first."""
    async with house(ping_quiet=0) as here:
        allow_gone(here)
        table = await here.open("Ada", ("Bela",), hands=1, mention=3600)
        old = await here.fresh(table)
        here.sandbox.people.delete("Ada", old)
        await due_now(here, table, WorkKind.PING)
        (ping,) = await here.until(lambda: pings(here, table))
        board = await only(here, table)
        assert int(old["id"]) < int(board["id"]) < int(ping["id"])
        assert await here.shows(table, board, "dealer")


async def test_a_board_that_was_deleted_while_nobody_played_comes_back_within_a_day() -> None:
    """Nobody is to be mentioned there, and nobody moves: it is looked for once a day, in a plain channel too."""
    async with house(threads=False) as here:
        allow_gone(here)
        table = await here.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        old = await here.fresh(table)
        (row,) = [
            work_item
            for work_item in await here.store.work.of_table(table.number, WorkKind.CHECK_BOARD)
            if not work_item.key
        ]
        assert row.due < now_ms() + 24 * 3600 * 1000
        await due_now(here, table, WorkKind.CHECK_BOARD)
        await here.until(lambda: here.services.scheduler._running == {})
        assert [each_board["id"] for each_board in here.boards(table)] == [old["id"]]
        here.sandbox.people.delete("Ada", old)
        await due_now(here, table, WorkKind.CHECK_BOARD)
        board = await only(here, table)
        assert board["id"] != old["id"]
        (row,) = [
            work_item
            for work_item in await here.store.work.of_table(table.number, WorkKind.CHECK_BOARD)
            if not work_item.key
        ]
        assert row.state == WorkState.DUE


async def test_everything_goes_on_without_a_board() -> None:
    """Hands, the log and moves by commands; the first move brings the board back."""
    async with house() as here:
        allow_gone(here)
        table = await here.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        here.sandbox.people.delete("Ada", await here.fresh(table))
        logged = await here.command("Bela", "table log", table.place)
        assert "The game began" in text(logged.get("message") or {})
        await dealt_by_somebody(here, table)
        assert await here.shows(table, await only(here, table), "stay")


async def test_a_mention_that_a_moderator_deletes_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by the next look nor by the next process; and taking it back after the move troubles nobody."""
    monkeypatch.setattr(module, "NONCE_MS", 0)
    async with house(ping_delay=0.1, ping_quiet=0) as here:
        allow_gone(here)
        table = await here.open("Ada", ("Bela",), hands=1)
        (ping,) = await here.until(lambda: pings(here, table))
        here.sandbox.people.delete("Ada", ping)
        await here.restart()
        here.services.scheduler.notify_due(0)
        await here.until(lambda: here.services.scheduler._running == {})
        assert not pings(here, table)
        await here.act(table, await here.awaited(table) or "")
        await here.until(lambda: len(pings(here, table)) == 1)  # that of the other

        async def taken_back() -> bool:
            return WorkState.CANCELLED in await state_of(here, table, WorkKind.PING)

        await here.until(taken_back)


async def test_a_notice_that_a_moderator_deletes_is_not_repeated_and_its_question_can_still_pass() -> None:
    """A question's buttons would go when it has been answered: there is none left to take them from."""
    async with house() as here:
        allow_gone(here)
        here.sandbox.people.add_user("Dora")
        table = await here.open("Ada", ("Bela", "Cleo"), hands=1)
        ending = f"eh:end_table:{table.number}:keep:asks"
        question = await here.command("Bela", "table end", table.place)
        await here.click("Bela", question.get("message") or {}, ending)
        (consent_question,) = await here.until(lambda: messages_with(here, table, "Bela wants to end"))
        here.sandbox.people.delete("Ada", consent_question)
        question = await here.command("Cleo", "table end", table.place)
        await here.click("Cleo", question.get("message") or {}, ending)
        await here.until(lambda: messages_with(here, table, "ended", "early"))

        async def settled() -> bool:
            return not {WorkState.DUE, WorkState.PARKED} & set(await state_of(here, table, WorkKind.ANNOUNCE))

        await here.until(settled)
        assert not messages_with(here, table, "Bela wants to end")


# -- threads -----------------------------------------------------------------------------------------------------------


async def test_a_table_whose_thread_is_deleted_goes_on_in_its_channel_at_once_and_says_so_once() -> None:
    """Discord tells of it, so nobody has to do anything."""
    async with house() as here:
        allow_gone(here)
        table = await here.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        await here.fresh(table)
        here.sandbox.people.delete_channel("Ada", table.place)
        table.place = "card-room"
        (message,) = await here.until(lambda: messages_with(here, table, "continues here", "was deleted"))
        assert message["mentions"] == []
        assert await here.shows(table, await only(here, table), "dealer")
        for _ in range(2):
            await here.act(table, await here.awaited(table) or "")
        await here.fresh(table)
        assert len(messages_with(here, table, "continues here")) == 1


async def test_a_thread_deleted_while_nobody_ran_is_noticed_when_the_table_is_looked_at() -> None:
    """By the next process, once a day at the latest."""
    async with house() as here:
        allow_gone(here)
        table = await here.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        await here.fresh(table)
        await here.stop()
        here.sandbox.people.delete_channel("Ada", table.place)
        await here.start()
        table.place = "card-room"
        await due_now(here, table, WorkKind.CHECK_BOARD)
        await here.until(lambda: messages_with(here, table, "continues here", "was deleted"))
        assert await here.shows(table, await only(here, table), "dealer")


async def test_a_table_that_leaves_a_locked_thread_says_so_once_to_all() -> None:
    """Also where nobody asked for it."""
    async with house() as here:
        allow_gone(here, 50083, 160005, 50013)
        table = await here.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        await here.fresh(table)
        await here.sandbox.act({"kind": "thread", "channel_id": table.place, "locked": True, "archived": True})
        await dealt_by_somebody(here, table)
        table.place = "card-room"
        await here.until(lambda: messages_with(here, table, "continues here", "is locked"))
        await here.act(table, await here.awaited(table) or "")
        await here.fresh(table)
        assert len(messages_with(here, table, "continues here")) == 1


# -- members who leave -------------------------------------------------------------------------------------------------


async def seat_of(here: House, table: Seated, who: str) -> int:
    """Somebody's seat."""
    seat = (await here.live(table)).seat_of(int(here.sandbox.people.user(who)["id"]))
    assert seat is not None
    return seat


async def test_the_seat_of_somebody_who_left_the_server_is_played_on_and_offered() -> None:
    """Nobody mentions them; the table is told, a computer player moves, and somebody else asks for the seat there."""
    async with house(ping_quiet=0) as here:
        allow_gone(here, 10007)
        table = await here.open("Ada", ("Bela", "Cleo"), hands=1, mention=3600)
        while await here.awaited(table) == "Ada":  # who owns the server cannot leave it
            await here.act(table, "Ada")
        who = await here.awaited(table) or ""
        seat = await seat_of(here, table, who)
        await here.fresh(table)
        here.sandbox.people.add_user("Dora")
        await leaves(here, who)
        await due_now(here, table, WorkKind.PING)
        (message,) = await here.until(lambda: messages_with(here, table, f"{who} left the server"))
        assert "a computer player, plays on." in text(message)
        assert not pings(here, table)
        assert (await here.live(table)).record.seats[seat].kind == "computer"
        await here.until(
            lambda: (
                not [
                    work_item for work_item in here.services.tables._live[table.number].computers() if work_item == seat
                ]
            )
        )
        answer = await here.press("Dora", message, "Ask for the seat")
        assert "are asked to let you take" in text(answer.get("message") or {})
        (question,) = await here.until(lambda: messages_with(here, table, "Dora wants"))
        await here.press("Ada", question, "Let them sit down")
        assert (await here.live(table)).record.seats[seat].name == "Dora"
        log = await here.command("Ada", "table log", table.place)
        assert f"{who} left the server and gave up their seat" in text(log.get("message") or {})


async def test_somebody_who_left_is_missed_once_a_day_where_nobody_is_mentioned() -> None:
    """The host is another then; where no person is left the table ends."""
    async with house() as here:
        allow_gone(here, 10007)
        table = await here.open("Bela", ("Cleo",), hands=1, mention=NO_MENTIONS_SETTING)
        await here.fresh(table)
        first = await here.awaited(table) or ""
        other = "Cleo" if first == "Bela" else "Bela"
        await leaves(here, first)
        await due_now(here, table, WorkKind.CHECK_BOARD)
        await here.until(lambda: messages_with(here, table, f"{first} left the server"))
        live = await here.live(table)
        assert live.record.host == int(here.sandbox.people.user(other)["id"])
        await leaves(here, other)

        async def over() -> bool:
            await due_now(here, table, WorkKind.CHECK_BOARD)
            return (await here.live(table)).record.status == "ended"

        await here.until(over)
        assert "was closed" in text(await here.fresh(table))


@pytest.mark.parametrize("mention", [None, NO_MENTIONS_SETTING, 6 * 3600], ids=["as usual", "never", "hours later"])
async def test_former_member_is_detected_within_a_minute_of_their_turn(mention: int | None) -> None:
    """Also who has just played, whom Discord has just said to be there, and who sleeps or wants no mentions."""
    async with house() as here:  # mentioned after a minute, not within two of their last press
        allow_gone(here, 10007)
        options: Json = {} if mention is None else {"mention": mention}
        table = await here.open("Ada", ("Bela", "Cleo"), hands=3, **options)
        while await here.awaited(table) == "Ada":
            await here.act(table, "Ada")
        who = await here.awaited(table) or ""
        user = int(here.sandbox.people.user(who)["id"])
        assert await here.services.members.is_member((await here.live(table)).record.guild, user)
        (await here.live(table)).last_active_ms[user] = here.services.tables.clock()
        await leaves(here, who)
        here.sandbox.clock.advance(60)
        await here.bot.handle_clock_change()
        (message,) = await here.until(lambda: messages_with(here, table, f"{who} left the server"))
        assert "a computer player, plays on." in text(message)
        assert not pings(here, table)


async def test_failed_membership_query_keeps_the_seat() -> None:
    """Anything but a plain no means that they are there."""
    async with house(ping_quiet=0) as here:
        here.tolerate = lambda request: "members" in request.route
        table = await here.open("Ada", ("Bela",), hands=1, mention=3600)
        await here.fresh(table)
        here.sandbox.faults.add("status", path="/guilds/[0-9]+/members", status=403, code=50001, times=None)
        await due_now(here, table, WorkKind.PING)
        await here.until(lambda: pings(here, table))
        assert {seat.kind for seat in (await here.live(table)).record.seats} == {"person"}


async def awake(here: House, table: Seated) -> None:
    """Wait until what slept at a table is due again."""

    async def due() -> bool:
        return set(await state_of(here, table, WorkKind.CHECK_BOARD)) == {WorkState.DUE}

    await here.until(due)


# -- a bot that is taken out of its server -----------------------------------------------------------------------------


async def test_a_table_sleeps_while_the_bot_is_not_in_its_server_and_the_absence_is_kept() -> None:
    """Over the wire, and again after a restart in between: where and when it was not there is known afterwards."""
    async with house(threads=False) as here:
        allow_gone(here)
        table = await here.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        await here.fresh(table)
        guild, began = int(here.sandbox.world.guild_id), now_ms()
        await here.sandbox.act({"kind": "remove_bot"})
        await here.until(lambda: not here.bot.guilds)

        async def is_left() -> bool:
            return (await here.services.guild_settings.of(guild)).left_at_ms is not None

        await here.until(is_left)
        await here.restart()
        assert guild in here.services.guild_settings.absent
        here.sandbox.people.delete("Ada", here.boards(table)[0])
        await here.sandbox.act({"kind": "invite_bot"})

        async def back() -> bool:
            return bool((await here.services.guild_settings.of(guild)).absences)

        await here.until(back)
        server = await here.services.guild_settings.of(guild)
        ((since, until),) = server.absences
        assert server.left_at_ms is None
        assert began <= since <= until <= now_ms()
        await awake(here, table)
        await due_now(here, table, WorkKind.CHECK_BOARD)
        assert await here.shows(table, await only(here, table), "dealer")


async def test_a_bot_removed_while_nobody_ran_asks_nothing_there_and_wakes_on_its_return() -> None:
    """The absence counts from the start of the process that met it; no channel rests for an hour after it."""
    async with house(threads=False) as here:
        allow_gone(here)
        table = await here.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        await here.fresh(table)
        guild = int(here.sandbox.world.guild_id)
        await here.stop()
        await here.sandbox.act({"kind": "remove_bot"})
        await here.start()
        await here.until(here.bot.is_ready)
        before = len(here.requests)
        await due_now(here, table, WorkKind.CHECK_BOARD)

        async def asleep() -> bool:
            return await state_of(here, table, WorkKind.CHECK_BOARD) == [WorkState.PARKED]

        await here.until(asleep)
        assert [request.route for request in here.requests[before:]] == []
        started = here.services.guilds.started_ms
        here.sandbox.people.delete("Ada", here.boards(table)[0])
        await here.sandbox.act({"kind": "invite_bot"})
        await awake(here, table)
        await due_now(here, table, WorkKind.CHECK_BOARD)
        assert await here.shows(table, await only(here, table), "dealer")
        ((since, _),) = (await here.services.guild_settings.of(guild)).absences
        assert since == started


async def test_work_in_a_server_without_the_bot_is_not_tried_at_start() -> None:
    """Which servers there are Discord says with the connection; discord.py is not ready for two seconds more."""
    async with house(threads=False) as here:
        allow_gone(here)
        table = await here.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        await here.fresh(table)
        await here.stop()
        await here.sandbox.act({"kind": "remove_bot"})
        store = await Store.open(here.settings.database_url)
        record = await store.tables.get(table.number)
        assert record is not None
        await store.tables.append(
            Append(record.id, record.seq, work=(NewWork(WorkKind.CHECK_BOARD, seq=record.seq, due=now_ms()),))
        )
        await store.close()
        before = len(here.requests)
        await here.start()

        async def asleep() -> bool:
            return await state_of(here, table, WorkKind.CHECK_BOARD) == [WorkState.PARKED]

        await here.until(asleep)
        assert not [
            request.route
            for request in here.requests[before:]
            if "/channels" in request.route or "/guilds" in request.route
        ]


async def test_work_waits_until_its_server_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """A channel that is not known yet is not closed: no host is told that their table has no place."""
    async with house(threads=False) as here:
        table = await here.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        await here.fresh(table)
        await here.stop()
        store = await Store.open(here.settings.database_url)
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
        await here.start()

        async def settled() -> bool:
            return await state_of(here, table, WorkKind.REPORT_LOST_CHANNEL) in (
                [WorkState.CANCELLED],
                [WorkState.DONE],
            )

        await here.until(settled)
        assert direct(here, "Ada") == []
        assert "homeless" not in (await here.live(table)).record.settings


async def test_a_pad_of_a_server_that_the_bot_left_shows_its_last_change_when_it_is_back() -> None:
    """Its message is not given up for lost."""
    async with house() as here:
        allow_gone(here)
        opened = await here.command("Ada", "pad new", game="five_crowns")
        message = opened.get("message") or {}
        guild = int(here.sandbox.world.guild_id)
        (pad,) = await here.store.pads.of_server(guild, 0, 5)
        await here.until(here.bot.is_ready)
        await here.settled(WorkKind.PAD_BOARD)
        await here.sandbox.act({"kind": "remove_bot"})
        await here.until(lambda: not here.bot.guilds)
        ada: Any = SimpleNamespace(id=int(here.sandbox.people.user("Ada")["id"]), display_name="Ada")
        await here.services.pads.change(pad.id, commands.add_players(commands.PadActor(ada, None), [(None, "Grandma")]))
        await here.settled(WorkKind.PAD_BOARD)
        record = (await here.services.pads.find(pad.id)).record
        assert record.message == int(message["id"])
        assert (guild, Subject(SubjectKind.PAD, pad.id)) in await here.store.work.parked()
        await here.sandbox.act({"kind": "invite_bot"})
        await here.until(lambda: "Grandma" in text(here.sandbox.people.message("Ada", message)))


async def test_a_clock_asks_whether_its_player_is_there_and_stands_still_while_the_bot_was_not() -> None:
    """Whoever left loses the seat, and no time ran while nobody could move."""
    async with house() as here:
        allow_gone(here, 10007)
        table = await here.open("Ada", ("Bela", "Cleo"), hands=1, mention=NO_MENTIONS_SETTING, clock=24 * 3600)
        while await here.awaited(table) == "Ada":  # who owns the server cannot leave it
            await here.act(table, "Ada")
        who = await here.awaited(table) or ""
        seat, live = await seat_of(here, table, who), await here.live(table)
        before = await here.services.deadlines.of(live, seat)
        assert before is not None
        began = live.timers[seat].at
        await here.services.guild_settings.change(live.record.guild, absences=((began, began + 5_000_000),))
        after = await here.services.deadlines.of(live, seat)
        assert after is not None
        assert after.ends_at_ms - before.ends_at_ms == 5_000_000
        assert not await here.services.former_members.give_up_seat(live, seat)
        here.services.members._known.clear()
        await leaves(here, who)
        assert await here.services.former_members.give_up_seat(live, seat)
        assert (await here.live(table)).record.seats[seat].kind == "computer"
        await here.until(lambda: messages_with(here, table, f"{who} left the server"))
