"""What people and Discord do to a table that goes on: messages deleted, threads shut, channels gone, members who leave,
a bot that is taken out of its server.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.pads import acts
from bot.tables.tables import HOMELESS, LOST, NEVER, TELL, WAKE
from bot.wire import board as boards
from bot.wire import pings as module
from data.records import WorkState, now_ms
from tests.e2e.harness import House, Json, Seated, buttons, house, text
from tests.e2e.test_boards import dealt_by_somebody, only

GONE = frozenset({10003, 10008, 50001})
"""What Discord says of messages and channels that are there no longer."""


def gone(here: House, *more: int) -> None:
    """Refusals of what is gone are what a test brings about."""
    here.tolerate = lambda request: request.answer.get("code") in GONE | {*more}


def said(here: House, table: Seated, *words: str, who: str = "Ada") -> list[Json]:
    """The messages at a table's place, ephemeral ones left out, that say all this."""
    there = [one for one in here.sandbox.people.messages(who, table.place) if not one["flags"] & 64]
    return [one for one in there if all(word in text(one) for word in words)]


def pings(here: House, table: Seated) -> list[Json]:
    """The mentions of whom a table waits for."""
    return said(here, table, "it is your turn")


async def due_now(here: House, table: Seated, kind: Any) -> None:
    """Let what a table owes of a kind fall due now."""
    for row in await here.store.work(table.number, kind):
        if row.state == "due":
            await here.store.put_off(row.id, now_ms())
    here.bot.due.expect(0)


async def state_of(here: House, table: Seated, kind: Any) -> list[WorkState]:
    """What became of a table's work of a kind."""
    return [row.state for row in await here.store.work(table.number, kind)]


def direct(here: House, who: str) -> list[str]:
    """What the bot has written to somebody alone."""
    key = here.sandbox.people.user(who)["id"]
    found = [
        one for one in here.sandbox.world.channels.values() if one.is_direct and key in here.sandbox.world.viewers(one)
    ]
    return [text(one.data) for channel in found for one in channel.messages.values()]


# -- messages that somebody deletes ------------------------------------------------------------------------------------


async def test_nobody_is_mentioned_below_a_board_that_is_gone() -> None:
    """It is minutes old and nothing buries it; that it is gone is seen before the ping, and it is posted anew first."""
    async with house(ping_quiet=0) as here:
        gone(here)
        table = await here.open("Ada", ("Bela",), hands=1, mention=3600)
        old = await here.fresh(table)
        here.sandbox.people.delete("Ada", old)
        await due_now(here, table, "ping")
        (ping,) = await here.until(lambda: pings(here, table))
        board = await only(here, table)
        assert int(old["id"]) < int(board["id"]) < int(ping["id"])
        assert "Deal" in buttons(board)


async def test_a_board_that_was_deleted_while_nobody_played_comes_back_within_a_day() -> None:
    """Nobody is to be mentioned there, and nobody moves: it is looked for once a day, in a plain channel too."""
    async with house(threads=False) as here:
        gone(here)
        table = await here.open("Ada", ("Bela",), hands=1, mention=NEVER)
        old = await here.fresh(table)
        (row,) = await here.store.work(table.number, WAKE)
        assert row.due < now_ms() + 24 * 3600 * 1000
        await due_now(here, table, WAKE)
        await here.until(lambda: here.bot.due._under_way == {})
        assert [one["id"] for one in here.boards(table)] == [old["id"]]
        here.sandbox.people.delete("Ada", old)
        await due_now(here, table, WAKE)
        board = await only(here, table)
        assert board["id"] != old["id"]
        (row,) = await here.store.work(table.number, WAKE)
        assert row.state == "due"


async def test_everything_goes_on_without_a_board() -> None:
    """Hands, the log and moves by commands; the first move brings the board back."""
    async with house() as here:
        gone(here)
        table = await here.open("Ada", ("Bela",), hands=1, mention=NEVER)
        here.sandbox.people.delete("Ada", await here.fresh(table))
        logged = await here.command("Bela", "table log", table.place)
        assert "The game began" in text(logged.get("message") or {})
        await dealt_by_somebody(here, table)
        assert "Stay" in buttons(await only(here, table))


async def test_a_mention_that_a_moderator_deletes_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by the next look nor by the next process; and taking it back after the move troubles nobody."""
    monkeypatch.setattr(module, "REMEMBERED", 0)
    async with house(ping_delay=0.1, ping_quiet=0) as here:
        gone(here)
        table = await here.open("Ada", ("Bela",), hands=1)
        (ping,) = await here.until(lambda: pings(here, table))
        here.sandbox.people.delete("Ada", ping)
        await here.restart()
        here.bot.due.expect(0)
        await here.until(lambda: here.bot.due._under_way == {})
        assert not pings(here, table)
        await here.act(table, await here.awaited(table) or "")
        await here.until(lambda: len(pings(here, table)) == 1)  # that of the other

        async def taken_back() -> bool:
            return "gone" in await state_of(here, table, "ping")

        await here.until(taken_back)


async def test_a_notice_that_a_moderator_deletes_is_not_repeated_and_its_question_can_still_pass() -> None:
    """A question's buttons would go when it has been answered: there is none left to take them from."""
    async with house() as here:
        gone(here)
        here.sandbox.people.add_user("Dora")
        table = await here.open("Ada", ("Bela", "Cleo"), hands=1)
        await here.meant("Bela", "table end", "Ask the others", table.place)
        (asked,) = await here.until(lambda: said(here, table, "Bela would like to end"))
        here.sandbox.people.delete("Ada", asked)
        await here.meant("Cleo", "table end", "Ask the others", table.place)
        await here.until(lambda: said(here, table, "ended", "as half of its players wanted"))

        async def settled() -> bool:
            return not {"due", "asleep"} & set(await state_of(here, table, TELL))

        await here.until(settled)
        assert not said(here, table, "Bela would like to end")


# -- threads -----------------------------------------------------------------------------------------------------------


async def test_a_table_whose_thread_is_deleted_goes_on_in_its_channel_at_once_and_says_so_once() -> None:
    """Discord tells of it, so nobody has to do anything."""
    async with house() as here:
        gone(here)
        table = await here.open("Ada", ("Bela",), hands=1, mention=NEVER)
        await here.fresh(table)
        here.sandbox.people.delete_channel("Ada", table.place)
        table.place = "card-room"
        (told,) = await here.until(lambda: said(here, table, "goes on here", "has been deleted"))
        assert told["mentions"] == []
        assert "Deal" in buttons(await only(here, table))
        for _ in range(2):
            await here.act(table, await here.awaited(table) or "")
        await here.fresh(table)
        assert len(said(here, table, "goes on here")) == 1


async def test_a_thread_deleted_while_nobody_ran_is_noticed_when_the_table_is_looked_at() -> None:
    """By the next process, once a day at the latest."""
    async with house() as here:
        gone(here)
        table = await here.open("Ada", ("Bela",), hands=1, mention=NEVER)
        await here.fresh(table)
        await here.stop()
        here.sandbox.people.delete_channel("Ada", table.place)
        await here.start()
        table.place = "card-room"
        await due_now(here, table, WAKE)
        await here.until(lambda: said(here, table, "goes on here", "has been deleted"))
        assert "Deal" in buttons(await only(here, table))


async def test_a_table_that_leaves_a_locked_thread_says_so_once_to_all() -> None:
    """Also where nobody asked for it."""
    async with house() as here:
        gone(here, 50083, 160005, 50013)
        table = await here.open("Ada", ("Bela",), hands=1, mention=NEVER)
        await here.fresh(table)
        await here.sandbox.act({"kind": "thread", "channel_id": table.place, "locked": True, "archived": True})
        await dealt_by_somebody(here, table)
        table.place = "card-room"
        await here.until(lambda: said(here, table, "goes on here", "is locked"))
        await here.act(table, await here.awaited(table) or "")
        await here.fresh(table)
        assert len(said(here, table, "goes on here")) == 1


# -- channels that are gone --------------------------------------------------------------------------------------------


async def homeless(here: House, table: Seated) -> None:
    """Wait until it is kept that a table has no place."""

    async def kept() -> bool:
        return HOMELESS in (await here.live(table)).record.settings

    await here.until(kept)


async def test_the_host_of_a_table_whose_channel_is_deleted_is_told_once_and_moves_it() -> None:
    """By a direct message; every answer about the table says it, too. It goes on in a thread of the other channel."""
    async with house() as here:
        gone(here)
        table = await here.open("Ada", ("Bela",), hands=1, mention=NEVER)
        await here.fresh(table)
        here.sandbox.people.delete_channel("Ada", "card-room")
        (told,) = await here.until(lambda: direct(here, "Ada"))
        assert "Voren, table 1 in The Parlour has no place any more: its channel has been deleted." in told
        assert direct(here, "Bela") == []
        mine = await here.command("Bela", "table mine", "parlour")
        assert "its channel is gone or closed to me: `/table move`" in text(mine.get("message") or {})
        hand = await here.command("Bela", "table hand", "parlour", table=table.number)
        assert "Your hand" in text(hand.get("message") or {})

        def last() -> str:
            return text(here.sandbox.people.messages("Bela", "parlour")[-1])

        await here.until(lambda: "This table can be shown nowhere" in last())
        moved = await here.command("Ada", "table move", "parlour")
        assert "goes on in" in text(moved.get("message") or {})
        live = await here.live(table)
        assert HOMELESS not in live.record.settings
        table.place = str(live.record.thread)
        assert (
            here.sandbox.world.channels[table.place].data["parent_id"] == here.sandbox.people.channel("parlour")["id"]
        )
        board = await only(here, table)
        assert "Deal" in buttons(board)
        await here.until(lambda: said(here, table, "Ada has moved"))
        assert (await here.play_out(table)).record.status == "over"
        again = await here.command("Bela", "table log", "parlour", table=table.number)
        assert "shown nowhere" not in text(again.get("message") or {})
        assert "Ada moved the table to another channel" in text(again.get("message") or {})
        assert len(direct(here, "Ada")) == 1


async def test_a_host_without_direct_messages_finds_it_in_the_list_and_others_may_move_it() -> None:
    """Nobody needs an open DM, and no absent host keeps a table from going on."""
    async with house(threads=False) as here:
        gone(here, 50007)
        table = await here.open("Ada", ("Bela",), hands=1, mention=NEVER)
        await here.fresh(table)
        await here.sandbox.act({"kind": "direct", "user_id": "Ada", "closed": True})
        here.sandbox.people.delete_channel("Ada", "card-room")
        await homeless(here, table)

        async def tried() -> bool:
            return await state_of(here, table, LOST) == ["failed"]

        await here.until(tried)
        assert direct(here, "Ada") == []
        stranger = await here.command("Cleo", "table move", "parlour", table=table.number)
        assert "A table is moved by its host" in text(stranger.get("message") or {})
        await here.command("Bela", "table move", "parlour")
        table.place = "parlour"
        assert "Deal" in buttons(await only(here, table))


async def test_a_process_killed_after_it_told_the_host_tells_them_nothing_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Discord has forgotten the nonce: what stands in the direct channel is found there."""
    monkeypatch.setattr(module, "REMEMBERED", 0)
    async with house(threads=False) as here:
        gone(here)
        table = await here.open("Ada", ("Bela",), hands=1, mention=NEVER)
        await here.fresh(table)
        mark, lost = here.store.mark, 0

        async def killed(work: int, state: WorkState, **named: Any) -> WorkState | None:
            nonlocal lost
            if state == "sent" and "message" in named and direct(here, "Ada"):
                lost += 1
                here.sandbox.world.nonces.clear()
                raise ConnectionError
            return await mark(work, state, **named)

        monkeypatch.setattr(here.store, "mark", killed)
        here.sandbox.people.delete_channel("Ada", "card-room")
        await here.until(lambda: lost)
        await here.restart()
        await due_now(here, table, LOST)

        async def noted() -> bool:
            return await state_of(here, table, LOST) == ["sent"]

        await here.until(noted)
        assert len(direct(here, "Ada")) == 1


async def test_a_channel_that_is_closed_to_the_bot_for_a_moment_is_nobodys_news(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Permissions are changed step by step. Once the bot may write again the table is shown, and nobody is told."""
    monkeypatch.setattr(boards, "CLOSED_FOR", 1500)
    async with house(threads=False) as here:
        gone(here, 50013)
        table = await here.open("Ada", ("Bela",), hands=1, mention=NEVER)
        await here.fresh(table)
        here.sandbox.set_bot_permissions("card-room", view_channel=False)
        await dealt_by_somebody(here, table)
        await homeless(here, table)
        here.sandbox.set_bot_permissions("card-room", view_channel=None)

        async def at_home() -> bool:
            return HOMELESS not in (await here.live(table)).record.settings

        await here.until(at_home)
        assert "Stay" in buttons(here.boards(table)[-1])
        assert direct(here, "Ada") == []


async def test_a_private_thread_that_the_bot_was_taken_out_of_is_a_channel_that_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The table was opened there, so there is no channel around it in which it could go on by itself."""
    monkeypatch.setattr(boards, "CLOSED_FOR", 0)
    async with house() as here:
        gone(here)
        made = await here.bot.http.start_thread_without_message(
            int(here.sandbox.people.channel("card-room")["id"]), name="Back room", auto_archive_duration=10080, type=12
        )
        for who in ("Ada", "Bela"):
            key = here.sandbox.people.user(who)["id"]
            await here.bot.http.add_user_to_thread(int(made["id"]), int(key))
        opened = await here.command("Ada", "voren new", "Back room", forced=False, mention=NEVER)
        lobby = opened.get("message") or {}
        await here.press("Bela", lobby, "Join")
        await here.press("Ada", lobby, "Start")
        table = Seated(1, str(made["id"]), lobby)
        await here.fresh(table)
        await here.sandbox.act({"kind": "thread", "channel_id": str(made["id"]), "without_bot": True})
        await due_now(here, table, WAKE)
        (told,) = await here.until(lambda: direct(here, "Ada"))
        assert "I may not see its channel" in told
        await here.command("Ada", "table move", "parlour")
        record = (await here.live(table)).record
        board = here.sandbox.people.message("Ada", str(record.message))
        assert board["channel_id"] == str(record.thread)
        assert here.sandbox.world.channels[str(record.thread)].data["parent_id"] == str(record.channel)
        assert "Deal" in buttons(board)


async def test_a_table_is_moved_by_its_host_after_a_question_and_both_places_are_told() -> None:
    """The old board, and the message from which its thread was made, say where the table is."""
    async with house() as here:
        table = await here.open("Ada", ("Bela",), hands=1, mention=NEVER)
        old = await here.fresh(table)
        where = Seated(table.number, table.place, table.lobby)
        refused = await here.command("Bela", "table move", "parlour", table=table.number)
        assert "A table is moved by its host" in text(refused.get("message") or {})
        asked = (await here.command("Ada", "table move", "parlour", table=table.number)).get("message") or {}
        assert "Move Voren, table 1 here?" in text(asked)
        answer = await here.press("Ada", asked, "Move it here")
        assert "goes on in" in text(answer.get("message") or {})
        live = await here.live(table)
        table.place = str(live.record.thread)
        assert here.sandbox.world.channels[table.place].data["name"] == "Voren: Ada and Bela"
        await only(here, table)
        await here.until(lambda: said(here, table, "Ada has moved"))
        await here.until(lambda: said(here, where, "Ada has moved"))
        for message in (old, table.lobby):
            await here.until(lambda: table.place in text(here.sandbox.people.message("Ada", message)))  # noqa: B023
            assert set(buttons(here.sandbox.people.message("Ada", message))) == {"My hand"}
        twice = await here.command("Ada", "table move", table.place)
        assert "here already" in text(twice.get("message") or {})
        assert (await here.play_out(table)).record.status == "over"


async def test_a_lobby_is_moved_and_a_server_says_where_tables_may_be() -> None:
    """The limits are those for opening; a moderator may move what is not theirs."""
    async with house() as here:
        table = await here.open("Bela", (), start=False)
        guild, room = int(here.sandbox.world.guild_id), int(here.sandbox.people.channel("card-room")["id"])
        await here.bot.servers.change(guild, channels=(room,))
        refused = (await here.command("Bela", "table move", "parlour", table=table.number)).get("message") or {}
        refused = await here.press("Bela", refused, "Move it here")
        assert "tables are opened in" in text(refused.get("message") or {})
        await here.bot.servers.change(guild, channels=())
        asked = (await here.command("Ada", "table move", "parlour", table=table.number)).get("message") or {}
        await here.press("Ada", asked, "Move it here")
        lobby = await only(here, table)
        assert lobby["channel_id"] == here.sandbox.people.channel("parlour")["id"]
        assert set(buttons(here.sandbox.people.message("Ada", table.lobby))) <= {"My hand"}
        await here.press("Cleo", lobby, "Join")
        await here.press("Bela", lobby, "Start")
        assert (await here.live(table)).record.thread == int(lobby["id"])


async def test_a_process_killed_while_a_table_is_moved_leaves_one_board_at_the_new_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where it is to be is kept; that it is shown there is owed."""
    async with house() as here:
        table = await here.open("Ada", ("Bela",), hands=1, mention=NEVER)
        await here.fresh(table)
        asked = (await here.command("Ada", "table move", "parlour", table=table.number)).get("message") or {}

        async def cut_off(*_: object) -> None:
            raise ConnectionResetError

        with monkeypatch.context() as patch:
            patch.setattr(boards.Board, "_bring", cut_off)
            patch.setattr(boards.Board, "refresh", cut_off)
            await here.press("Ada", asked, "Move it here")
            await here.stop()
        await here.start()
        await here.until(lambda: here.boards(table))
        board = await only(here, table)
        assert board["channel_id"] == here.sandbox.people.channel("parlour")["id"]
        assert "Deal" in buttons(board)


# -- members who leave -------------------------------------------------------------------------------------------------


async def leaves(here: House, who: str) -> None:
    """Somebody leaves the server."""
    await here.sandbox.act({"kind": "leave", "user_id": who})


async def seat_of(here: House, table: Seated, who: str) -> int:
    """Somebody's seat."""
    seat = (await here.live(table)).seat_of(int(here.sandbox.people.user(who)["id"]))
    assert seat is not None
    return seat


async def test_the_seat_of_somebody_who_left_the_server_is_played_on_and_offered() -> None:
    """Nobody mentions them; the table is told, a computer player moves, and somebody else asks for the seat there."""
    async with house(ping_quiet=0) as here:
        gone(here, 10007)
        table = await here.open("Ada", ("Bela", "Cleo"), hands=1, mention=3600)
        while await here.awaited(table) == "Ada":  # who owns the server cannot leave it
            await here.act(table, "Ada")
        who = await here.awaited(table) or ""
        seat = await seat_of(here, table, who)
        await here.fresh(table)
        here.sandbox.people.add_user("Dora")
        await leaves(here, who)
        await due_now(here, table, "ping")
        (told,) = await here.until(lambda: said(here, table, f"{who} is no longer in this server"))
        assert "a computer player, plays on" in text(told)
        assert not pings(here, table)
        assert (await here.live(table)).record.seats[seat].kind == "computer"
        await here.until(lambda: not [one for one in here.bot.tables._live[table.number].computers() if one == seat])
        asked = await here.press("Dora", told, "Play in that seat")
        assert "are asked whether you may play on" in text(asked.get("message") or {})
        (question,) = await here.until(lambda: said(here, table, "Dora would like to play on"))
        await here.press("Ada", question, "Let them sit down")
        assert (await here.live(table)).record.seats[seat].name == "Dora"
        log = await here.command("Ada", "table log", table.place)
        assert f"{who}, who had left the server, gave up seat {seat + 1}" in text(log.get("message") or {})


async def test_somebody_who_left_is_missed_once_a_day_where_nobody_is_mentioned() -> None:
    """The host is another then; where no person is left the table ends."""
    async with house() as here:
        gone(here, 10007)
        table = await here.open("Bela", ("Cleo",), hands=1, mention=NEVER)
        await here.fresh(table)
        first = await here.awaited(table) or ""
        other = "Cleo" if first == "Bela" else "Bela"
        await leaves(here, first)
        await due_now(here, table, WAKE)
        await here.until(lambda: said(here, table, f"{first} is no longer in this server"))
        live = await here.live(table)
        assert live.record.host == int(here.sandbox.people.user(other)["id"])
        await leaves(here, other)

        async def over() -> bool:
            await due_now(here, table, WAKE)
            return (await here.live(table)).record.status == "ended"

        await here.until(over)
        assert "was closed" in text(await here.fresh(table))


async def test_nobody_loses_their_seat_because_discord_does_not_answer() -> None:
    """Anything but a plain no means that they are there."""
    async with house(ping_quiet=0) as here:
        here.tolerate = lambda request: "members" in request.route
        table = await here.open("Ada", ("Bela",), hands=1, mention=3600)
        await here.fresh(table)
        here.sandbox.faults.add("status", path="/guilds/[0-9]+/members", status=403, code=50001, times=None)
        await due_now(here, table, "ping")
        await here.until(lambda: pings(here, table))
        assert {one.kind for one in (await here.live(table)).record.seats} == {"person"}


async def awake(here: House, table: Seated) -> None:
    """Wait until what slept at a table is due again."""

    async def due() -> bool:
        return await state_of(here, table, WAKE) == ["due"]

    await here.until(due)


# -- a bot that is taken out of its server -----------------------------------------------------------------------------


async def test_a_table_sleeps_while_the_bot_is_not_in_its_server_and_the_absence_is_kept() -> None:
    """Over the wire, and again after a restart in between: where and when it was not there is known afterwards."""
    async with house(threads=False) as here:
        gone(here)
        table = await here.open("Ada", ("Bela",), hands=1, mention=NEVER)
        await here.fresh(table)
        guild, began = int(here.sandbox.world.guild_id), now_ms()
        await here.sandbox.act({"kind": "remove_bot"})
        await here.until(lambda: not here.bot.guilds)

        async def left() -> bool:
            return (await here.bot.servers.of(guild)).gone is not None

        await here.until(left)
        await here.restart()
        assert guild in here.bot.servers.absent
        here.sandbox.people.delete("Ada", here.boards(table)[0])
        await here.sandbox.act({"kind": "invite_bot"})

        async def back() -> bool:
            return bool((await here.bot.servers.of(guild)).still)

        await here.until(back)
        server = await here.bot.servers.of(guild)
        ((since, until),) = server.still
        assert server.gone is None
        assert began <= since <= until <= now_ms()
        await awake(here, table)
        await due_now(here, table, WAKE)
        assert "Deal" in buttons(await only(here, table))


async def test_a_bot_removed_while_nobody_ran_asks_nothing_there_and_wakes_on_its_return() -> None:
    """The absence counts from the start of the process that met it; no channel rests for an hour after it."""
    async with house(threads=False) as here:
        gone(here)
        table = await here.open("Ada", ("Bela",), hands=1, mention=NEVER)
        await here.fresh(table)
        guild = int(here.sandbox.world.guild_id)
        await here.stop()
        await here.sandbox.act({"kind": "remove_bot"})
        await here.start()
        await here.until(here.bot.is_ready)
        before = len(here.requests)
        await due_now(here, table, WAKE)

        async def asleep() -> bool:
            return await state_of(here, table, WAKE) == ["asleep"]

        await here.until(asleep)
        assert [one.route for one in here.requests[before:]] == []
        started = here.bot.began
        here.sandbox.people.delete("Ada", here.boards(table)[0])
        await here.sandbox.act({"kind": "invite_bot"})
        await awake(here, table)
        await due_now(here, table, WAKE)
        assert "Deal" in buttons(await only(here, table))
        ((since, _),) = (await here.bot.servers.of(guild)).still
        assert since == started


async def test_a_pad_of_a_server_that_the_bot_left_shows_its_last_change_when_it_is_back() -> None:
    """Its message is not given up for lost."""
    async with house() as here:
        gone(here)
        opened = await here.command("Ada", "pad new", game="five_crowns")
        message = opened.get("message") or {}
        (pad,) = await here.store.pads.of_server(int(here.sandbox.world.guild_id), 0, 5)
        await here.until(here.bot.is_ready)
        await here.until(lambda: not here.bot.pad_boards._tasks)
        await here.sandbox.act({"kind": "remove_bot"})
        await here.until(lambda: not here.bot.guilds)
        ada: Any = SimpleNamespace(id=int(here.sandbox.people.user("Ada")["id"]), display_name="Ada")
        await here.bot.pads.change(pad.id, acts.add_players(acts.Actor(ada, None), [(None, "Grandma")]))
        await here.until(lambda: not here.bot.pad_boards._tasks)
        record = (await here.bot.pads.find(pad.id)).record
        assert record.message == int(message["id"])
        assert record.shown < record.seq
        await here.sandbox.act({"kind": "invite_bot"})
        await here.until(lambda: "Grandma" in text(here.sandbox.people.message("Ada", message)))


async def test_a_clock_asks_whether_its_player_is_there_and_stands_still_while_the_bot_was_not() -> None:
    """Whoever left loses the seat, and no time ran while nobody could move."""
    async with house() as here:
        gone(here, 10007)
        table = await here.open("Ada", ("Bela", "Cleo"), hands=1, mention=NEVER, clock=24 * 3600)
        while await here.awaited(table) == "Ada":  # who owns the server cannot leave it
            await here.act(table, "Ada")
        who = await here.awaited(table) or ""
        seat, live = await seat_of(here, table, who), await here.live(table)
        before = await here.bot.deadlines.of(live, seat)
        assert before is not None
        began = live.ticking[seat].at
        await here.bot.servers.change(live.record.guild, away_spans=((began, began + 5_000_000),))
        after = await here.bot.deadlines.of(live, seat)
        assert after is not None
        assert after.end - before.end == 5_000_000
        assert not await here.bot._departed(live, seat)
        here.bot.members._known.clear()
        await leaves(here, who)
        assert await here.bot._departed(live, seat)
        assert (await here.live(table)).record.seats[seat].kind == "computer"
        await here.until(lambda: said(here, table, f"{who} is no longer in this server"))
