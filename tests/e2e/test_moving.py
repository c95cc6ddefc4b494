"""Tables whose channel is gone, and tables that are moved to another."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.model.follow_up_work import NO_MENTIONS_SETTING
from bot.transport.messages import board as boards
from bot.transport.messages import board_places
from bot.transport.notifications import post_once as module
from data.tables.work import WorkKind, WorkState
from tests.support.boards import deal_as_awaited, read_only_board
from tests.support.house import House, Seated, start_house
from tests.support.messages import buttons, text
from tests.support.places import allow_gone, make_due, messages_with, read_direct_messages, read_work_states


async def wait_until_homeless(house: House, table: Seated) -> None:
    """Wait until it is stored that a table has no place."""

    async def is_kept() -> bool:
        return "homeless" in (await house.live(table)).record.settings

    await house.until(is_kept)


async def test_the_host_of_a_table_whose_channel_is_deleted_is_told_once_and_moves_it() -> None:
    """By a direct message; every answer about the table says it, too. It goes on in a thread of the other channel."""
    async with start_house() as house:
        allow_gone(house)
        table = await house.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        await house.fresh(table)
        house.sandbox.people.delete_channel("Ada", "card-room")
        (sentence,) = await house.until(lambda: read_direct_messages(house, "Ada"))
        assert "I cannot show Voren, table 1 in The Parlour any more: its channel was deleted." in sentence
        assert read_direct_messages(house, "Bela") == []
        answer = await house.command("Bela", "table mine", "parlour")
        assert "its channel is lost: `/table move`" in text(answer.get("message") or {})
        hand = await house.command("Bela", "table hand", "parlour", table=table.number)
        assert "Your hand" in text(hand.get("message") or {})

        def last() -> str:
            return text(house.sandbox.people.messages("Bela", "parlour")[-1])

        await house.until(lambda: "This table has lost its channel" in last())
        moved = await house.command("Ada", "table move", "parlour")
        assert "goes on in" in text(moved.get("message") or {})
        live = await house.live(table)
        assert "homeless" not in live.record.settings
        table.place = str(live.record.thread)
        assert (
            house.sandbox.world.channels[table.place].data["parent_id"] == house.sandbox.people.channel("parlour")["id"]
        )
        board = await read_only_board(house, table)
        assert await house.shows(table, board, "dealer")
        await house.until(lambda: messages_with(house, table, "Ada moved"))
        assert (await house.play_out(table)).record.status == "over"
        again = await house.command("Bela", "table log", "parlour", table=table.number)
        assert "shown nowhere" not in text(again.get("message") or {})
        assert "Ada moved the table to another channel" in text(again.get("message") or {})
        assert len(read_direct_messages(house, "Ada")) == 1


async def test_a_host_without_direct_messages_finds_it_in_the_list_and_others_may_move_it() -> None:
    """Nobody needs an open DM, and no absent host keeps a table from going on."""
    async with start_house(threads=False) as house:
        allow_gone(house, 50007)
        table = await house.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        await house.fresh(table)
        await house.sandbox.act({"kind": "direct", "user_id": "Ada", "closed": True})
        house.sandbox.people.delete_channel("Ada", "card-room")
        await wait_until_homeless(house, table)

        async def tried() -> bool:
            return await read_work_states(house, table, WorkKind.REPORT_LOST_CHANNEL) == [WorkState.FAILED]

        await house.until(tried)
        assert read_direct_messages(house, "Ada") == []
        stranger = await house.command("Cleo", "table move", "parlour", table=table.number)
        assert "There is no table" in text(stranger.get("message") or {})
        await house.command("Bela", "table move", "parlour")
        table.place = "parlour"
        assert await house.shows(table, await read_only_board(house, table), "dealer")


async def test_a_process_killed_after_it_told_the_host_tells_them_nothing_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Discord has forgotten the nonce: what stands in the direct channel is found there."""
    monkeypatch.setattr(module, "NONCE_MS", 0)
    async with start_house(threads=False) as house:
        allow_gone(house)
        table = await house.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        await house.fresh(table)
        mark, lost = house.store.work.mark, 0

        async def killed(work: int, state: WorkState, **named: Any) -> WorkState | None:
            nonlocal lost
            if state == WorkState.DONE and "message" in named and read_direct_messages(house, "Ada"):
                lost += 1
                house.sandbox.world.nonces.clear()
                raise ConnectionError
            return await mark(work, state, **named)

        monkeypatch.setattr(house.store.work, "mark", killed)
        house.sandbox.people.delete_channel("Ada", "card-room")
        await house.until(lambda: lost)
        await house.restart()
        await make_due(house, table, WorkKind.REPORT_LOST_CHANNEL)

        async def noted() -> bool:
            return await read_work_states(house, table, WorkKind.REPORT_LOST_CHANNEL) == [WorkState.DONE]

        await house.until(noted)
        assert len(read_direct_messages(house, "Ada")) == 1


async def test_a_channel_that_is_closed_to_the_bot_for_a_moment_is_nobodys_news(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Permissions are changed step by step. Once the bot may write again the table is shown, and nobody is told."""
    monkeypatch.setattr(board_places, "CLOSED_GRACE_MS", 1500)
    async with start_house(threads=False) as house:
        allow_gone(house, 50013)
        table = await house.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        await house.fresh(table)
        house.sandbox.set_bot_permissions("card-room", view_channel=False)
        await deal_as_awaited(house, table)
        await wait_until_homeless(house, table)
        house.sandbox.set_bot_permissions("card-room", view_channel=None)

        async def at_home() -> bool:
            return "homeless" not in (await house.live(table)).record.settings

        await house.until(at_home)
        assert await house.shows(table, house.boards(table)[-1], "stay")
        assert read_direct_messages(house, "Ada") == []


async def test_private_thread_without_the_bot_counts_as_a_deleted_channel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The table was opened there, so there is no channel around it in which it could go on by itself."""
    monkeypatch.setattr(board_places, "CLOSED_GRACE_MS", 0)
    async with start_house() as house:
        allow_gone(house)
        thread = await house.bot.http.start_thread_without_message(
            int(house.sandbox.people.channel("card-room")["id"]), name="Back room", auto_archive_duration=10080, type=12
        )
        for who in ("Ada", "Bela"):
            key = house.sandbox.people.user(who)["id"]
            await house.bot.http.add_user_to_thread(int(thread["id"]), int(key))
        opened = await house.command("Ada", "voren new", "Back room", auto_last_card=False, mention=NO_MENTIONS_SETTING)
        lobby = opened.get("message") or {}
        await house.press("Bela", lobby, "Join")
        await house.press("Ada", lobby, "Start")
        table = Seated(1, str(thread["id"]), lobby)
        await house.fresh(table)
        await house.sandbox.act({"kind": "thread", "channel_id": str(thread["id"]), "without_bot": True})
        await make_due(house, table, WorkKind.CHECK_BOARD)
        (sentence,) = await house.until(lambda: read_direct_messages(house, "Ada"))
        assert "I may no longer see its channel" in sentence
        await house.command("Ada", "table move", "parlour")
        record = (await house.live(table)).record
        board = house.sandbox.people.message("Ada", str(record.message))
        assert board["channel_id"] == str(record.thread)
        assert house.sandbox.world.channels[str(record.thread)].data["parent_id"] == str(record.channel)
        assert await house.shows(table, board, "dealer")


async def test_a_table_is_moved_by_its_host_after_a_question_and_both_places_are_told() -> None:
    """The old board, and the message from which its thread was made, say where the table is."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        old = await house.fresh(table)
        where = Seated(table.number, table.place, table.lobby)
        refused = await house.command("Bela", "table move", "parlour", table=table.number)
        assert "Only the host or a moderator can move this table" in text(refused.get("message") or {})
        question = (await house.command("Ada", "table move", "parlour", table=table.number)).get("message") or {}
        assert "Move Voren, table 1 here?" in text(question)
        answer = await house.press("Ada", question, "Move it here")
        assert "goes on in" in text(answer.get("message") or {})
        live = await house.live(table)
        table.place = str(live.record.thread)
        assert house.sandbox.world.channels[table.place].data["name"] == "Voren, table 1: Ada and Bela"
        await read_only_board(house, table)
        await house.until(lambda: messages_with(house, table, "Ada moved"))
        await house.until(lambda: messages_with(house, where, "Ada moved"))
        for message in (old, table.lobby):
            await house.until(lambda: table.place in text(house.sandbox.people.message("Ada", message)))  # noqa: B023
            assert set(buttons(house.sandbox.people.message("Ada", message))) == {"My hand"}
        twice = await house.command("Ada", "table move", table.place)
        assert "already here" in text(twice.get("message") or {})
        assert (await house.play_out(table)).record.status == "over"


async def test_a_lobby_is_moved_and_a_server_says_where_tables_may_be() -> None:
    """The limits are those for opening; a moderator may move what is not theirs."""
    async with start_house() as house:
        table = await house.open("Bela", (), start=False)
        guild, room = int(house.sandbox.world.guild_id), int(house.sandbox.people.channel("card-room")["id"])
        await house.services.guild_settings.change(guild, channels=(room,))
        refused = (await house.command("Bela", "table move", "parlour", table=table.number)).get("message") or {}
        refused = await house.press("Bela", refused, "Move it here")
        assert "Open tables and pads in" in text(refused.get("message") or {})
        await house.services.guild_settings.change(guild, channels=())
        message = (await house.command("Ada", "table move", "parlour", table=table.number)).get("message") or {}
        await house.press("Ada", message, "Move it here")
        lobby = await read_only_board(house, table)
        assert lobby["channel_id"] == house.sandbox.people.channel("parlour")["id"]
        assert set(buttons(house.sandbox.people.message("Ada", table.lobby))) <= {"My hand"}
        await house.press("Cleo", lobby, "Join")
        await house.press("Bela", lobby, "Start")
        assert (await house.live(table)).record.thread == int(lobby["id"])


async def test_a_process_killed_while_a_table_is_moved_leaves_one_board_at_the_new_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where it is to be is kept; that it is shown there is owed."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        await house.fresh(table)
        message = (await house.command("Ada", "table move", "parlour", table=table.number)).get("message") or {}

        async def cut_off(*_: object) -> None:
            raise ConnectionResetError

        with monkeypatch.context() as patch:
            patch.setattr(boards.Board, "_post_with_thread", cut_off)
            patch.setattr(boards.Board, "refresh", cut_off)
            await house.press("Ada", message, "Move it here")
            await house.stop()
        await house.start()
        await house.until(lambda: house.boards(table))
        board = await read_only_board(house, table)
        assert board["channel_id"] == house.sandbox.people.channel("parlour")["id"]
        assert await house.shows(table, board, "dealer")
