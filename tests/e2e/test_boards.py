"""One board a table, whatever crosses whatever: answers, posts, threads that close, processes that end on the way."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.tables.commands import lobby, play
from bot.tables.model import follow_up_work
from bot.tables.model.actor import Actor
from bot.transport.api.channels import MAX_OLD_EDITS
from bot.transport.messages import board as module
from data.engine.clock import now_ms
from data.tables.records import Append
from data.tables.work import WorkKind
from sandbox.server import limits
from sandbox.server.recorder import Recorded
from tests.support.boards import deal_as_awaited, read_only_board
from tests.support.house import House, Seated, start_house
from tests.support.messages import Json, buttons, text

HTTP = "/channels/[0-9]+/messages"


def delay_answer(house: House, seconds: float) -> None:
    """Let the next answer to an interaction take so long on its way to Discord."""
    house.sandbox.faults.add("latency", path="/interactions/", seconds=seconds)


async def test_a_table_that_several_ask_for_at_once_is_posted_once() -> None:
    """Who asks while it is on its way has it at the bottom all the same."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        before = len(list_posts(house, table))
        questions = [house.command(who, "table show", channel=table.place) for who in ("Ada", "Bela", "Cleo") * 4]
        for answer in await asyncio.gather(*questions):
            assert "Here it is" in text(answer.get("message") or {})
        assert 1 <= len(list_posts(house, table)) - before <= 2  # the first may be done before the last has asked
        await read_only_board(house, table)


def list_posts(house: House, table: Seated) -> list[str]:
    """Return what was posted at a table's place."""
    return [
        request.path
        for request in house.requests
        if request.method == "POST" and request.path.endswith(f"{table.place}/messages")
    ]


# -- answers that cross ------------------------------------------------------------------------------------------------


async def test_two_joins_at_once_leave_a_lobby_with_both() -> None:
    """The answer to the first is slower than that to the second: the lobby shows both all the same."""
    async with start_house() as house:
        table = await house.open("Ada", start=False)
        delay_answer(house, 0.5)
        first = asyncio.create_task(house.press("Bela", table.lobby, "Join"))
        await house.until(lambda: len(house.services.tables._live[table.number].record.seats) == 2)
        await asyncio.gather(first, house.press("Cleo", table.lobby, "Join"))
        message_text = text(house.sandbox.people.message("Ada", table.lobby))
        assert "Bela" in message_text
        assert "Cleo" in message_text


@pytest.mark.parametrize("threads", [True, False])
async def test_a_join_just_before_the_start_leaves_no_lobby_under_a_running_table(threads: bool) -> None:
    """Its answer comes after that to Start: it shows what the message is by then."""
    async with start_house(threads=threads) as house:
        table = await house.open("Ada", ("Bela",), start=False)
        delay_answer(house, 0.5)
        joining = asyncio.create_task(house.press("Cleo", table.lobby, "Join"))
        await house.until(lambda: len(house.services.tables._live[table.number].record.seats) == 3)
        await asyncio.gather(joining, house.press("Ada", table.lobby, "Start"))
        board = await read_only_board(house, table)
        assert await house.shows(table, board, "dealer")
        assert "Cleo" in text(board)
        assert not {"Join", "Start"} & set(buttons(house.sandbox.people.message("Ada", table.lobby)))


async def test_pressing_an_old_lobby_message_links_to_the_new_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The press counts, and no second lobby comes of it."""
    async with start_house() as house:
        table = await house.open("Ada", start=False)
        await read_only_board(
            house, table
        )  # before it is known as the board, asking for the table finds it just posted
        monkeypatch.setattr(house.services.channels, "delete", break_connection)
        await house.command("Ada", "table show")
        assert len(house.boards(table)) == 2
        pressed = await house.press("Bela", table.lobby, "Join")
        assert "The lobby is now in" in text(pressed.get("message") or {})
        monkeypatch.undo()
        assert "Bela" in text(await read_only_board(house, table))


async def test_board_posted_during_a_move_is_edited_to_the_new_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What was owed for the move alone would come in an hour: it is the post that knows that it is out of date."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        old = await house.fresh(table)
        monkeypatch.setattr(follow_up_work, "DEBOUNCE_MS", 3_600_000)
        send, who = house.services.channels.send, await house.find_awaited(table)
        mover = int(house.sandbox.people.user(who or "")["id"])

        async def moved_on_meanwhile(*arguments: Any) -> int:
            sent = await send(*arguments)
            await play.act(house.services.tables, table.number, "deal", Actor(mover, "", None))
            return sent

        monkeypatch.setattr(house.services.channels, "send", moved_on_meanwhile)
        await house.command("Ada", "table show", channel=table.place)
        board = await read_only_board(house, table)
        assert board["id"] != old["id"]
        assert await house.shows(table, board, "stay")


# -- processes that end on the way -------------------------------------------------------------------------------------


@pytest.mark.parametrize("remembered", [120_000, 0], ids=["by its nonce", "by looking"])
async def test_process_killed_after_posting_leaves_one_current_board(
    remembered: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next process finds the message, takes it for the board, shows the last event in it and removes the old."""
    monkeypatch.setattr(module, "NONCE_MS", remembered)
    monkeypatch.setattr(module.Board, "clean_up", do_nothing)
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        old = await house.fresh(table)
        house.sandbox.faults.add("drop", method="POST", path=HTTP, after=True)
        answer = await house.command("Ada", "table show", channel=table.place)
        assert "The table will be here soon" in text(answer.get("message") or {})
        assert len(house.boards(table)) == 2
        await deal_as_awaited(house, table)
        await house.stop()
        monkeypatch.undo()
        monkeypatch.setattr(module, "NONCE_MS", remembered)
        await house.start()
        board = await read_only_board(house, table)
        assert board["id"] != old["id"]
        assert await house.shows(table, board, "stay")


async def do_nothing(*_: object) -> None:
    """Do nothing, as if the process had been killed before it came to that."""


async def test_a_board_that_nobody_noted_is_found_in_a_thread_that_is_archived_by_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever asks for the table then has it posted: the thread is opened again for that."""
    async with start_house() as house:
        house.tolerate = lambda request: request.answer.get("code") == 50083
        table = await house.open("Ada", ("Bela",), hands=1)
        await house.fresh(table)
        with monkeypatch.context() as patch:
            patch.setattr(module.Board, "clean_up", do_nothing)
            house.sandbox.faults.add("drop", method="POST", path=HTTP, after=True)
            await house.command("Ada", "table show", channel=table.place)
            assert len(house.boards(table)) == 2
            await house.sandbox.act({"kind": "thread", "channel_id": table.place, "archived": True})
            board = await show_table(house, table, table.place, "at the bottom of")
        await house.restart()
        assert (await read_only_board(house, table))["id"] == board["id"]
        assert await house.shows(table, board, "dealer")


async def test_a_process_killed_before_it_removes_the_old_board_leaves_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """That it has to go is kept with the new one."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        old = await house.fresh(table)
        monkeypatch.setattr(house.services.channels, "delete", break_connection)
        await house.command("Ada", "table show", channel=table.place)
        assert len(house.boards(table)) == 2
        await house.restart()
        assert (await read_only_board(house, table))["id"] != old["id"]


async def test_an_old_board_goes_though_the_new_one_is_not_known_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """That it has to go is committed, and found to be due, before the table in memory has the new board."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        old = await house.fresh(table)
        append = house.store.tables.append

        async def slow(change: Append) -> Any:
            count = await append(change)
            if any(owed.kind == WorkKind.DELETE_BOARD for owed in change.work):
                house.services.scheduler.notify_due(now_ms())
                await asyncio.sleep(0.5)
            return count

        monkeypatch.setattr(house.store.tables, "append", slow)
        await house.command("Ada", "table show", channel=table.place)
        assert (await read_only_board(house, table))["id"] != old["id"]


async def test_an_old_board_goes_though_its_thread_has_been_archived_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in an archived thread can be deleted: it is opened for that."""
    async with start_house() as house:
        house.tolerate = lambda request: request.status == 400
        table = await house.open("Ada", ("Bela",), hands=1)
        old = await house.fresh(table)
        with monkeypatch.context() as patch:
            patch.setattr(house.services.channels, "delete", break_connection)
            await house.command("Ada", "table show", channel=table.place)
            house.sandbox.world.channels[table.place].data["thread_metadata"]["archived"] = True
            await house.until(lambda: len(house.boards(table)) == 2)
        assert (await read_only_board(house, table))["id"] != old["id"]


async def break_connection(*_: object) -> None:
    raise ConnectionResetError


@pytest.mark.parametrize("question", [True, False])
async def test_a_process_killed_after_answering_with_a_lobby_knows_it_again(
    question: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether somebody asks for the table before it has looked or not: one lobby."""
    async with start_house() as house:
        monkeypatch.setattr(module.Board, "_record_posted", cancel)
        await house.command("Ada", "voren new")
        monkeypatch.undo()
        await house.restart()
        table = Seated(1, "card-room", {})
        if question:
            await house.command("Ada", "table show", table=1)
        lobby = await read_only_board(house, table)
        await house.press("Bela", lobby, "Join")
        assert "Bela" in text(await read_only_board(house, table))


async def cancel(*_: object, **__: object) -> None:
    raise asyncio.CancelledError


async def test_a_process_killed_before_the_lobby_says_where_the_table_plays_leaves_no_join_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The board is in its thread; the lobby's message becomes a pointer when the next process comes to it."""
    monkeypatch.setattr(module.Board, "clean_up", do_nothing)
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), start=False)

        async def cut_off(*_: object) -> bool:
            raise asyncio.CancelledError

        monkeypatch.setattr(module.Board, "_answer", cut_off)
        monkeypatch.setattr(limits, "ACKNOWLEDGE_SECONDS", 0.3)  # the answer does not come
        await house.press("Ada", table.lobby, "Start")
        await house.until(lambda: len(house.boards(table)) == 2)
        await house.stop()
        monkeypatch.undo()
        await house.start()
        assert await house.shows(table, await read_only_board(house, table), "dealer")
        assert set(buttons(house.sandbox.people.message("Ada", table.lobby))) == {"My hand"}


# -- threads that close ------------------------------------------------------------------------------------------------


def lock_thread(house: House, table: Seated) -> None:
    """Lock and close the table's thread as a moderator."""
    thread = house.sandbox.world.channels[table.place]
    thread.data["thread_metadata"].update(archived=True, locked=True)
    thread.changed()


async def show_table(house: House, table: Seated, channel: str, *words: str) -> Json:
    """Use `/table show` in the card room, which says these words; return the board, which stands in this channel."""
    answer = await house.command("Ada", "table show", table=table.number)
    message_text = text(answer.get("message") or {})
    assert "went wrong" not in message_text
    assert all(word in message_text for word in words), message_text
    board = house.sandbox.people.message("Ada", str((await house.live(table)).record.message))
    assert board["channel_id"] == house.sandbox.people.channel(channel)["id"]
    return board


@pytest.mark.parametrize("seconds", [0, 0.3, 1])
async def test_after_a_thread_was_deleted_the_table_shown_again_has_one_board_at_once(seconds: float) -> None:
    """The bot posts one by itself; who asks at the same time, or just after it, sees theirs alone when it is there."""
    async with start_house(unhurried=True) as house:
        house.tolerate = lambda request: request.answer.get("code") in {10003, 10008}
        table = await house.open("Ada", ("Bela",), hands=1)
        await house.until(lambda: len(house.boards(table.number)) == 1)
        house.sandbox.people.delete_channel("Ada", table.place)
        await asyncio.sleep(seconds)
        answer = await house.command("Ada", "table show", table=table.number)
        assert answer["state"] == "message"
        for _ in range(20):
            assert len(house.boards(table.number)) == 1
            await asyncio.sleep(0.1)


async def test_a_table_deleted_with_its_thread_goes_on_in_its_channel() -> None:
    """It is posted there, and whoever asked is told why."""
    async with start_house() as house:
        house.tolerate = lambda request: request.answer.get("code") in {10003, 50001}
        table = await house.open("Ada", ("Bela",), hands=1)
        await house.fresh(table)
        house.sandbox.people.delete_channel("Ada", table.place)
        board = await show_table(house, table, "card-room", "thread is gone")
        assert await house.shows(table, board, "dealer")
        table.place = "card-room"
        assert (await house.play_out(table)).record.status == "over"
        await read_only_board(house, table)


async def test_a_table_whose_thread_is_locked_goes_on_in_its_channel_and_says_why() -> None:
    """The bot may not open it again; the old board stays behind it, where nobody can press it."""
    async with start_house() as house:
        house.tolerate = lambda request: request.answer.get("code") in {50083, 160005, 50013}
        table = await house.open("Ada", ("Bela",), hands=1)
        await house.fresh(table)
        lock_thread(house, table)
        board = await show_table(house, table, "card-room", "thread is locked")
        assert await house.shows(table, board, "dealer")


async def test_a_table_stays_in_its_thread_though_discord_fails_there_for_a_moment() -> None:
    """Twice it posts and says that it failed: that is no locked thread, and what stands there becomes the board."""
    async with start_house() as house:
        house.tolerate = lambda request: request.status == 503
        table = await house.open("Ada", ("Bela",), hands=1)
        await house.fresh(table)
        thread = (await house.live(table)).record.thread
        path = f"/channels/{thread}/messages$"
        house.sandbox.faults.add("status", method="POST", path=path, status=503, after=True, times=2)
        await house.command("Ada", "table show", channel=table.place)
        await house.until(lambda: house.sandbox.faults.idle or len(house.boards(table)) > 1)
        house.sandbox.faults.clear()
        await show_table(house, table, table.place)
        board = await read_only_board(house, table)
        assert board["channel_id"] == table.place
        assert (await house.live(table)).record.thread == thread


async def test_a_locked_thread_is_opened_again_where_that_may_be() -> None:
    """With Manage Threads the table stays where it is, whether it is posted or edited."""
    async with start_house() as house:
        house.tolerate = lambda request: request.answer.get("code") in {50083, 160005}
        table = await house.open("Ada", ("Bela",), hands=1)
        await house.fresh(table)
        house.sandbox.set_bot_permissions("card-room", manage_threads=True)
        lock_thread(house, table)
        await show_table(house, table, table.place)
        await read_only_board(house, table)  # the old one goes a moment later
        lock_thread(house, table)
        await deal_as_awaited(house, table)
        board = await read_only_board(house, table)
        assert board["channel_id"] == table.place
        assert await house.shows(table, board, "stay")


async def test_table_opened_in_a_thread_is_posted_there_once_it_reopens() -> None:
    """That thread is its channel: no other is around it to which it could go, so whoever asks is told why it stays."""
    async with start_house() as house:
        house.tolerate = lambda request: request.answer.get("code") in {50013, 50083, 160005, 160006}
        parlour = int(house.sandbox.people.channel("parlour")["id"])
        thread = await house.bot.http.start_thread_without_message(
            parlour, name="Back room", auto_archive_duration=10080, type=11
        )
        lobby = (await house.command("Ada", "voren new", "Back room", auto_last_card=False)).get("message") or {}
        await house.press("Bela", lobby, "Join")
        await house.press("Ada", lobby, "Start")
        table = Seated(1, str(thread["id"]), lobby)
        old = await house.fresh(table)
        lock_thread(house, table)
        await show_table(house, table, table.place, "I cannot open this thread")
        house.sandbox.set_bot_permissions("parlour", manage_threads=True)
        room, house.sandbox.world.active_threads = house.sandbox.world.active_threads, 0
        stays = await show_table(house, table, table.place, "I cannot open this thread")
        assert stays["id"] == old["id"]
        house.sandbox.world.active_threads = room
        board = await show_table(house, table, table.place, "at the bottom of")
        assert board["id"] != old["id"]
        assert not house.sandbox.world.channels[table.place].archived
        record = (await house.live(table)).record
        assert (record.channel, record.thread) == (int(table.place), None)
        assert await house.shows(table, await read_only_board(house, table), "dealer")


async def test_a_table_that_goes_on_behind_a_locked_thread_comes_out_of_it() -> None:
    """Nobody asked for it: a move made elsewhere is seen all the same."""
    async with start_house() as house:
        house.tolerate = lambda request: request.answer.get("code") in {50083, 160005, 50013}
        table = await house.open("Ada", ("Bela",), hands=1)
        await house.fresh(table)
        lock_thread(house, table)
        await deal_as_awaited(house, table)
        await house.until(lambda: len(house.boards(table)) == 2)
        assert house.boards(table)[-1]["channel_id"] == house.sandbox.people.channel("card-room")["id"]
        assert await house.shows(table, house.boards(table)[-1], "stay")


async def test_a_server_with_too_many_threads_keeps_its_table_in_the_channel() -> None:
    """Discord opens no other one: neither a new thread nor an archived one."""
    async with start_house() as house:
        house.tolerate = lambda request: request.answer.get("code") in {50083, 160006}
        table = await house.open("Ada", ("Bela",), hands=1)
        await house.fresh(table)
        house.sandbox.world.active_threads = 1
        other = await house.open("Cleo", ("Bela",), hands=1)
        assert (await house.live(other)).record.thread is None
        assert await read_reason(house, other)
        thread = house.sandbox.world.channels[table.place]
        thread.data["thread_metadata"]["archived"] = True
        thread.changed()
        house.sandbox.world.active_threads = 0
        await show_table(house, table, "card-room", "as many open threads as Discord allows")
        assert await read_reason(house, table)


async def read_reason(house: House, table: Seated) -> Json:
    """Return the message in the card room that says to a table's host why it has no thread."""

    def find_message() -> list[Json]:
        start = f"**Voren, table {table.number} is played here, without a thread.**"
        return [
            posted_message
            for posted_message in house.sandbox.people.messages("Ada", "card-room")
            if posted_message["content"].startswith(start)
        ]

    await house.until(find_message)
    (message,) = find_message()
    assert "its host: this server has as many open threads as Discord allows." in message["content"]
    assert message["mentions"] == []
    return message


async def test_the_host_is_told_why_there_is_no_thread_whoever_pressed_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """By name and without a mention, also by a process that comes after the one that found out."""
    async with start_house() as house:
        house.tolerate = lambda request: request.answer.get("code") == 160006
        house.sandbox.world.active_threads = 0
        monkeypatch.setattr(lobby, "HOST_STARTS_WITHIN_MS", 0)
        table = await house.open("Ada", ("Bela",), start=False, hands=1)
        monkeypatch.setattr(house.services.scheduler._kinds[WorkKind.ANNOUNCE], "handler", wait_for_long)
        await house.press("Bela", table.lobby, "Start")
        assert (await house.live(table)).record.status == "playing"
        await house.restart()
        assert "For Ada, its host: " in (await read_reason(house, table))["content"]
        assert await house.shows(table, await read_only_board(house, table), "dealer")


async def test_nothing_is_said_of_a_thread_that_the_bot_may_not_open() -> None:
    """A server that wants it so is not told each time."""
    async with start_house() as house:
        house.sandbox.set_bot_permissions("card-room", create_public_threads=False)
        table = await house.open("Ada", ("Bela",), hands=1)
        assert (await house.live(table)).record.thread is None
        assert await house.store.work.of_table(table.number, WorkKind.ANNOUNCE) == []


async def wait_for_long(_: object) -> None:
    """Wait until the end of the process cuts the delivery off."""
    await asyncio.sleep(3600)


# -- what buries a board, and buttons that are a moment old ------------------------------------------------------------


async def test_a_ping_of_our_own_that_has_gone_buries_nothing() -> None:
    """The next ping does not post the table anew, for nobody has said anything."""
    async with start_house(ping_delay=0.1, ping_quiet=0) as house:
        table = await house.open("Ada", ("Bela",), hands=2)
        board = await house.fresh(table)

        def list_pings() -> set[str]:
            messages = house.sandbox.people.messages("Ada", table.place)
            return {message["id"] for message in messages if "it is your turn" in message["content"]}

        for _ in range(2):
            pinged = await house.until(list_pings)
            who = await house.find_awaited(table)
            assert who is not None
            await house.act(table, who)
            await house.until(lambda: not pinged & list_pings())  # noqa: B023  # awaited before the loop goes on
            await house.fresh(table)
        await house.until(list_pings)
        assert [message["id"] for message in house.boards(table)] == [board["id"]]


async def test_a_choice_pressed_before_the_board_shows_that_it_is_there_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second to speak opens their hand on a board that still shows the first one's turn."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela", "Cleo"), hands=1)
        await house.act(table, await house.find_awaited(table) or "")
        board = await house.fresh(table)
        monkeypatch.setattr(follow_up_work, "DEBOUNCE_MS", 3_600_000)
        for _ in range(2):
            who = await house.find_awaited(table)
            assert who is not None
            hand = (await house.click(who, board, buttons(board)["My hand"])).get("message") or {}
            await house.seen(who, table)
            stay = buttons(hand)["Stay"]
            answer = await house.click(who, hand, stay)
            assert "You stayed in" in text(answer.get("message") or {})
            repeated = await house.forge(who, hand, stay)
            assert "You stayed in" not in text(repeated.get("message") or {})
        assert (await house.live(table)).record.shown_seq < (await house.live(table)).record.seq


async def test_buttons_of_an_older_version_show_how_things_stand() -> None:
    """What they name is not what ours name: a plain sentence and the hand."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        who = await house.find_awaited(table)
        assert who is not None
        live = await house.live(table)
        decision = max(live.decisions.values())
        await press_old_button(house, who, f"eh:make_move:{table.number}:{decision}:deal", await house.hand(who, table))
        assert (await house.live(table)).record.seq == live.record.seq


async def press_old_button(house: House, who: str, custom_id: str, message: Json) -> None:
    record = house.sandbox.world.messages[message["id"]]
    part: dict[str, Any] = next(entry for entry in record.interactive().values() if entry["type"] == 2)
    part["custom_id"] = custom_id
    record.changed()
    answer = await house.click(who, message, custom_id)
    message_text = text(answer.get("message") or {})
    assert "from before an update" in message_text
    assert "Your hand" in message_text


async def test_an_old_board_is_posted_anew_before_discord_refuses_to_edit_it() -> None:
    """It takes few edits of a message that is older than an hour, and those who play fast would wait for the next."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=6, auto_last_card=False)
        old = await house.fresh(table)
        requests = list[Recorded]()
        house.sandbox.recorder.requests.append(requests.append)
        await house.turn(2 * 3600)
        live = await house.live(table)
        for _ in range(MAX_OLD_EDITS + 3):
            assert live.state is not None
            (seat,) = live.state.to_act
            user = live.record.seats[seat].user or 0
            await play.act(
                house.services.tables, table.number, max(live.state.legal(seat).moves), Actor(user, "", None)
            )
            await house.until(lambda: live.record.shown_seq >= live.record.seq)
        edits = [
            request
            for request in requests
            if request.method == "PATCH" and request.path.endswith(f"/messages/{old['id']}")
        ]
        assert len(edits) == MAX_OLD_EDITS
        assert (await read_only_board(house, table))["id"] != old["id"]
        assert {request.status for request in requests if request.method == "PATCH"} == {200}
