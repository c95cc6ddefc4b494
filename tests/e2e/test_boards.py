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
from tests.support.boards import dealt_by_somebody, only
from tests.support.house import House, Seated, house
from tests.support.messages import Json, buttons, text

HTTP = "/channels/[0-9]+/messages"


def answers(here: House, seconds: float) -> None:
    """The next answer to an interaction is so long on its way to Discord."""
    here.sandbox.faults.add("latency", path="/interactions/", seconds=seconds)


async def test_a_table_that_several_ask_for_at_once_is_posted_once() -> None:
    """Who asks while it is on its way has it at the bottom all the same."""
    async with house() as here:
        table = await here.open("Ada", ("Bela",), hands=1)
        before = len(posts(here, table))
        questions = [here.command(who, "table show", channel=table.place) for who in ("Ada", "Bela", "Cleo") * 4]
        for answer in await asyncio.gather(*questions):
            assert "Here it is" in text(answer.get("message") or {})
        assert 1 <= len(posts(here, table)) - before <= 2  # the first may be done before the last has asked
        await only(here, table)


def posts(here: House, table: Seated) -> list[str]:
    """What was posted at a table's place."""
    return [
        request.path
        for request in here.requests
        if request.method == "POST" and request.path.endswith(f"{table.place}/messages")
    ]


# -- answers that cross ------------------------------------------------------------------------------------------------


async def test_two_joins_at_once_leave_a_lobby_with_both() -> None:
    """The answer to the first is slower than that to the second: the lobby shows both all the same."""
    async with house() as here:
        table = await here.open("Ada", start=False)
        answers(here, 0.5)
        first = asyncio.create_task(here.press("Bela", table.lobby, "Join"))
        await here.until(lambda: len(here.services.tables._live[table.number].record.seats) == 2)
        await asyncio.gather(first, here.press("Cleo", table.lobby, "Join"))
        message_text = text(here.sandbox.people.message("Ada", table.lobby))
        assert "Bela" in message_text
        assert "Cleo" in message_text


@pytest.mark.parametrize("threads", [True, False])
async def test_a_join_just_before_the_start_leaves_no_lobby_under_a_running_table(threads: bool) -> None:
    """Its answer comes after that to Start: it shows what the message is by then."""
    async with house(threads=threads) as here:
        table = await here.open("Ada", ("Bela",), start=False)
        answers(here, 0.5)
        joining = asyncio.create_task(here.press("Cleo", table.lobby, "Join"))
        await here.until(lambda: len(here.services.tables._live[table.number].record.seats) == 3)
        await asyncio.gather(joining, here.press("Ada", table.lobby, "Start"))
        board = await only(here, table)
        assert await here.shows(table, board, "dealer")
        assert "Cleo" in text(board)
        assert not {"Join", "Start"} & set(buttons(here.sandbox.people.message("Ada", table.lobby)))


async def test_a_lobby_that_was_posted_anew_says_where_it_is_when_its_old_message_is_pressed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The press counts, and no second lobby comes of it."""
    async with house() as here:
        table = await here.open("Ada", start=False)
        await only(here, table)  # before it is known as the board, asking for the table finds it just posted
        monkeypatch.setattr(here.services.channels, "delete", _broken)
        await here.command("Ada", "table show")
        assert len(here.boards(table)) == 2
        pressed = await here.press("Bela", table.lobby, "Join")
        assert "The lobby is now in" in text(pressed.get("message") or {})
        monkeypatch.undo()
        assert "Bela" in text(await only(here, table))


async def test_a_board_that_is_posted_while_the_table_moves_on_is_edited_to_what_it_is_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What was owed for the move alone would come in an hour: it is the post that knows that it is out of date."""
    async with house() as here:
        table = await here.open("Ada", ("Bela",), hands=1)
        old = await here.fresh(table)
        monkeypatch.setattr(follow_up_work, "DEBOUNCE_MS", 3_600_000)
        send, who = here.services.channels.send, await here.awaited(table)
        mover = int(here.sandbox.people.user(who or "")["id"])

        async def moved_on_meanwhile(*arguments: Any) -> int:
            sent = await send(*arguments)
            await play.act(here.services.tables, table.number, "deal", Actor(mover, "", None))
            return sent

        monkeypatch.setattr(here.services.channels, "send", moved_on_meanwhile)
        await here.command("Ada", "table show", channel=table.place)
        board = await only(here, table)
        assert board["id"] != old["id"]
        assert await here.shows(table, board, "stay")


# -- processes that end on the way -------------------------------------------------------------------------------------


@pytest.mark.parametrize("remembered", [120_000, 0], ids=["by its nonce", "by looking"])
async def test_a_process_killed_between_posting_and_noting_it_leaves_one_board_that_is_up_to_date(
    remembered: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next process finds the message, takes it for the board, shows the last event in it and removes the old."""
    monkeypatch.setattr(module, "NONCE_MS", remembered)
    monkeypatch.setattr(module.Board, "clean_up", _nothing)
    async with house() as here:
        table = await here.open("Ada", ("Bela",), hands=1)
        old = await here.fresh(table)
        here.sandbox.faults.add("drop", method="POST", path=HTTP, after=True)
        answer = await here.command("Ada", "table show", channel=table.place)
        assert "The table will be here soon" in text(answer.get("message") or {})
        assert len(here.boards(table)) == 2
        await dealt_by_somebody(here, table)
        await here.stop()
        monkeypatch.undo()
        monkeypatch.setattr(module, "NONCE_MS", remembered)
        await here.start()
        board = await only(here, table)
        assert board["id"] != old["id"]
        assert await here.shows(table, board, "stay")


async def _nothing(*_: object) -> None:
    """As if the process had been killed before it came to that."""


async def test_a_board_that_nobody_noted_is_found_in_a_thread_that_is_archived_by_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever asks for the table then has it posted: the thread is opened again for that."""
    async with house() as here:
        here.tolerate = lambda request: request.answer.get("code") == 50083
        table = await here.open("Ada", ("Bela",), hands=1)
        await here.fresh(table)
        with monkeypatch.context() as patch:
            patch.setattr(module.Board, "clean_up", _nothing)
            here.sandbox.faults.add("drop", method="POST", path=HTTP, after=True)
            await here.command("Ada", "table show", channel=table.place)
            assert len(here.boards(table)) == 2
            await here.sandbox.act({"kind": "thread", "channel_id": table.place, "archived": True})
            board = await shown_in(here, table, table.place, "at the bottom of")
        await here.restart()
        assert (await only(here, table))["id"] == board["id"]
        assert await here.shows(table, board, "dealer")


async def test_a_process_killed_before_it_removes_the_old_board_leaves_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """That it has to go is kept with the new one."""
    async with house() as here:
        table = await here.open("Ada", ("Bela",), hands=1)
        old = await here.fresh(table)
        monkeypatch.setattr(here.services.channels, "delete", _broken)
        await here.command("Ada", "table show", channel=table.place)
        assert len(here.boards(table)) == 2
        await here.restart()
        assert (await only(here, table))["id"] != old["id"]


async def test_an_old_board_goes_though_the_new_one_is_not_known_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """That it has to go is committed, and found to be due, before the table in memory has the new board."""
    async with house() as here:
        table = await here.open("Ada", ("Bela",), hands=1)
        old = await here.fresh(table)
        append = here.store.tables.append

        async def slow(change: Append) -> Any:
            count = await append(change)
            if any(owed.kind == WorkKind.DELETE_BOARD for owed in change.work):
                here.services.scheduler.notify_due(now_ms())
                await asyncio.sleep(0.5)
            return count

        monkeypatch.setattr(here.store.tables, "append", slow)
        await here.command("Ada", "table show", channel=table.place)
        assert (await only(here, table))["id"] != old["id"]


async def test_an_old_board_goes_though_its_thread_has_been_archived_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in an archived thread can be deleted: it is opened for that."""
    async with house() as here:
        here.tolerate = lambda request: request.status == 400
        table = await here.open("Ada", ("Bela",), hands=1)
        old = await here.fresh(table)
        with monkeypatch.context() as patch:
            patch.setattr(here.services.channels, "delete", _broken)
            await here.command("Ada", "table show", channel=table.place)
            here.sandbox.world.channels[table.place].data["thread_metadata"]["archived"] = True
            await here.until(lambda: len(here.boards(table)) == 2)
        assert (await only(here, table))["id"] != old["id"]


async def _broken(*_: object) -> None:
    raise ConnectionResetError


@pytest.mark.parametrize("question", [True, False])
async def test_a_process_killed_after_answering_with_a_lobby_knows_it_again(
    question: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether somebody asks for the table before it has looked or not: one lobby."""
    async with house() as here:
        monkeypatch.setattr(module.Board, "_record_posted", _cut_off)
        await here.command("Ada", "voren new")
        monkeypatch.undo()
        await here.restart()
        table = Seated(1, "card-room", {})
        if question:
            await here.command("Ada", "table show", table=1)
        lobby = await only(here, table)
        await here.press("Bela", lobby, "Join")
        assert "Bela" in text(await only(here, table))


async def _cut_off(*_: object, **__: object) -> None:
    raise asyncio.CancelledError


async def test_a_process_killed_before_the_lobby_says_where_the_table_plays_leaves_no_join_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The board is in its thread; the lobby's message becomes a pointer when the next process comes to it."""
    monkeypatch.setattr(module.Board, "clean_up", _nothing)
    async with house() as here:
        table = await here.open("Ada", ("Bela",), start=False)

        async def cut_off(*_: object) -> bool:
            raise asyncio.CancelledError

        monkeypatch.setattr(module.Board, "_answer", cut_off)
        monkeypatch.setattr(limits, "ACKNOWLEDGE_SECONDS", 0.3)  # the answer does not come
        await here.press("Ada", table.lobby, "Start")
        await here.until(lambda: len(here.boards(table)) == 2)
        await here.stop()
        monkeypatch.undo()
        await here.start()
        assert await here.shows(table, await only(here, table), "dealer")
        assert set(buttons(here.sandbox.people.message("Ada", table.lobby))) == {"My hand"}


# -- threads that close ------------------------------------------------------------------------------------------------


def locked(here: House, table: Seated) -> None:
    """A moderator locks and closes the table's thread."""
    thread = here.sandbox.world.channels[table.place]
    thread.data["thread_metadata"].update(archived=True, locked=True)
    thread.changed()


async def shown_in(here: House, table: Seated, channel: str, *words: str) -> Json:
    """`/table show` from the card room: where the board is then, and what is said of it."""
    answer = await here.command("Ada", "table show", table=table.number)
    message_text = text(answer.get("message") or {})
    assert "went wrong" not in message_text
    assert all(word in message_text for word in words), message_text
    board = here.sandbox.people.message("Ada", str((await here.live(table)).record.message))
    assert board["channel_id"] == here.sandbox.people.channel(channel)["id"]
    return board


@pytest.mark.parametrize("seconds", [0, 0.3, 1])
async def test_after_a_thread_was_deleted_the_table_shown_again_has_one_board_at_once(seconds: float) -> None:
    """The bot posts one by itself; who asks at the same time, or just after it, sees theirs alone when it is there."""
    async with house(unhurried=True) as here:
        here.tolerate = lambda request: request.answer.get("code") in {10003, 10008}
        table = await here.open("Ada", ("Bela",), hands=1)
        await here.until(lambda: len(here.boards(table.number)) == 1)
        here.sandbox.people.delete_channel("Ada", table.place)
        await asyncio.sleep(seconds)
        answer = await here.command("Ada", "table show", table=table.number)
        assert answer["state"] == "message"
        for _ in range(20):
            assert len(here.boards(table.number)) == 1
            await asyncio.sleep(0.1)


async def test_a_table_deleted_with_its_thread_goes_on_in_its_channel() -> None:
    """It is posted there, and whoever asked is told why."""
    async with house() as here:
        here.tolerate = lambda request: request.answer.get("code") in {10003, 50001}
        table = await here.open("Ada", ("Bela",), hands=1)
        await here.fresh(table)
        here.sandbox.people.delete_channel("Ada", table.place)
        board = await shown_in(here, table, "card-room", "thread is gone")
        assert await here.shows(table, board, "dealer")
        table.place = "card-room"
        assert (await here.play_out(table)).record.status == "over"
        await only(here, table)


async def test_a_table_whose_thread_is_locked_goes_on_in_its_channel_and_says_why() -> None:
    """The bot may not open it again; the old board stays behind it, where nobody can press it."""
    async with house() as here:
        here.tolerate = lambda request: request.answer.get("code") in {50083, 160005, 50013}
        table = await here.open("Ada", ("Bela",), hands=1)
        await here.fresh(table)
        locked(here, table)
        board = await shown_in(here, table, "card-room", "thread is locked")
        assert await here.shows(table, board, "dealer")


async def test_a_table_stays_in_its_thread_though_discord_fails_there_for_a_moment() -> None:
    """Twice it posts and says that it failed: that is no locked thread, and what stands there becomes the board."""
    async with house() as here:
        here.tolerate = lambda request: request.status == 503
        table = await here.open("Ada", ("Bela",), hands=1)
        await here.fresh(table)
        thread = (await here.live(table)).record.thread
        path = f"/channels/{thread}/messages$"
        here.sandbox.faults.add("status", method="POST", path=path, status=503, after=True, times=2)
        await here.command("Ada", "table show", channel=table.place)
        await here.until(lambda: here.sandbox.faults.idle or len(here.boards(table)) > 1)
        here.sandbox.faults.clear()
        await shown_in(here, table, table.place)
        board = await only(here, table)
        assert board["channel_id"] == table.place
        assert (await here.live(table)).record.thread == thread


async def test_a_locked_thread_is_opened_again_where_that_may_be() -> None:
    """With Manage Threads the table stays where it is, whether it is posted or edited."""
    async with house() as here:
        here.tolerate = lambda request: request.answer.get("code") in {50083, 160005}
        table = await here.open("Ada", ("Bela",), hands=1)
        await here.fresh(table)
        here.sandbox.set_bot_permissions("card-room", manage_threads=True)
        locked(here, table)
        await shown_in(here, table, table.place)
        await only(here, table)  # the old one goes a moment later
        locked(here, table)
        await dealt_by_somebody(here, table)
        board = await only(here, table)
        assert board["channel_id"] == table.place
        assert await here.shows(table, board, "stay")


async def test_a_table_that_was_opened_in_a_thread_is_posted_there_once_it_may_be_opened_again() -> None:
    """That thread is its channel: no other is around it to which it could go, so whoever asks is told why it stays."""
    async with house() as here:
        here.tolerate = lambda request: request.answer.get("code") in {50013, 50083, 160005, 160006}
        parlour = int(here.sandbox.people.channel("parlour")["id"])
        thread = await here.bot.http.start_thread_without_message(
            parlour, name="Back room", auto_archive_duration=10080, type=11
        )
        lobby = (await here.command("Ada", "voren new", "Back room", auto_last_card=False)).get("message") or {}
        await here.press("Bela", lobby, "Join")
        await here.press("Ada", lobby, "Start")
        table = Seated(1, str(thread["id"]), lobby)
        old = await here.fresh(table)
        locked(here, table)
        await shown_in(here, table, table.place, "I cannot open this thread")
        here.sandbox.set_bot_permissions("parlour", manage_threads=True)
        room, here.sandbox.world.active_threads = here.sandbox.world.active_threads, 0
        stays = await shown_in(here, table, table.place, "I cannot open this thread")
        assert stays["id"] == old["id"]
        here.sandbox.world.active_threads = room
        board = await shown_in(here, table, table.place, "at the bottom of")
        assert board["id"] != old["id"]
        assert not here.sandbox.world.channels[table.place].archived
        record = (await here.live(table)).record
        assert (record.channel, record.thread) == (int(table.place), None)
        assert await here.shows(table, await only(here, table), "dealer")


async def test_a_table_that_goes_on_behind_a_locked_thread_comes_out_of_it() -> None:
    """Nobody asked for it: a move made elsewhere is seen all the same."""
    async with house() as here:
        here.tolerate = lambda request: request.answer.get("code") in {50083, 160005, 50013}
        table = await here.open("Ada", ("Bela",), hands=1)
        await here.fresh(table)
        locked(here, table)
        await dealt_by_somebody(here, table)
        await here.until(lambda: len(here.boards(table)) == 2)
        assert here.boards(table)[-1]["channel_id"] == here.sandbox.people.channel("card-room")["id"]
        assert await here.shows(table, here.boards(table)[-1], "stay")


async def test_a_server_with_too_many_threads_keeps_its_table_in_the_channel() -> None:
    """Discord opens no other one: neither a new thread nor an archived one."""
    async with house() as here:
        here.tolerate = lambda request: request.answer.get("code") in {50083, 160006}
        table = await here.open("Ada", ("Bela",), hands=1)
        await here.fresh(table)
        here.sandbox.world.active_threads = 1
        other = await here.open("Cleo", ("Bela",), hands=1)
        assert (await here.live(other)).record.thread is None
        assert await told_why(here, other)
        thread = here.sandbox.world.channels[table.place]
        thread.data["thread_metadata"]["archived"] = True
        thread.changed()
        here.sandbox.world.active_threads = 0
        await shown_in(here, table, "card-room", "as many open threads as Discord allows")
        assert await told_why(here, table)


async def told_why(here: House, table: Seated) -> Json:
    """The message in the card room that says to a table's host why it has no thread, once it stands there."""

    def find_message() -> list[Json]:
        start = f"**Voren, table {table.number} is played here, without a thread.**"
        return [
            posted_message
            for posted_message in here.sandbox.people.messages("Ada", "card-room")
            if posted_message["content"].startswith(start)
        ]

    await here.until(find_message)
    (message,) = find_message()
    assert "its host: this server has as many open threads as Discord allows." in message["content"]
    assert message["mentions"] == []
    return message


async def test_the_host_is_told_why_there_is_no_thread_whoever_pressed_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """By name and without a mention, also by a process that comes after the one that found out."""
    async with house() as here:
        here.tolerate = lambda request: request.answer.get("code") == 160006
        here.sandbox.world.active_threads = 0
        monkeypatch.setattr(lobby, "HOST_STARTS_WITHIN_MS", 0)
        table = await here.open("Ada", ("Bela",), start=False, hands=1)
        monkeypatch.setattr(here.services.scheduler._kinds[WorkKind.ANNOUNCE], "handler", _stopped)
        await here.press("Bela", table.lobby, "Start")
        assert (await here.live(table)).record.status == "playing"
        await here.restart()
        assert "For Ada, its host: " in (await told_why(here, table))["content"]
        assert await here.shows(table, await only(here, table), "dealer")


async def test_nothing_is_said_of_a_thread_that_the_bot_may_not_open() -> None:
    """A server that wants it so is not told each time."""
    async with house() as here:
        here.sandbox.set_bot_permissions("card-room", create_public_threads=False)
        table = await here.open("Ada", ("Bela",), hands=1)
        assert (await here.live(table)).record.thread is None
        assert await here.store.work.of_table(table.number, WorkKind.ANNOUNCE) == []


async def _stopped(_: object) -> None:
    """A delivery that the end of its process cuts off."""
    await asyncio.sleep(3600)


# -- what buries a board, and buttons that are a moment old ------------------------------------------------------------


async def test_a_ping_of_our_own_that_has_gone_buries_nothing() -> None:
    """The next ping does not post the table anew, for nobody has said anything."""
    async with house(ping_delay=0.1, ping_quiet=0) as here:
        table = await here.open("Ada", ("Bela",), hands=2)
        board = await here.fresh(table)

        def pings() -> set[str]:
            messages = here.sandbox.people.messages("Ada", table.place)
            return {message["id"] for message in messages if "it is your turn" in message["content"]}

        for _ in range(2):
            pinged = await here.until(pings)
            who = await here.awaited(table)
            assert who is not None
            await here.act(table, who)
            await here.until(lambda: not pinged & pings())  # noqa: B023  # awaited before the loop goes on
            await here.fresh(table)
        await here.until(pings)
        assert [each_board["id"] for each_board in here.boards(table)] == [board["id"]]


async def test_a_choice_pressed_before_the_board_shows_that_it_is_there_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second to speak opens their hand on a board that still shows the first one's turn."""
    async with house() as here:
        table = await here.open("Ada", ("Bela", "Cleo"), hands=1)
        await here.act(table, await here.awaited(table) or "")
        board = await here.fresh(table)
        monkeypatch.setattr(follow_up_work, "DEBOUNCE_MS", 3_600_000)
        for _ in range(2):
            who = await here.awaited(table)
            assert who is not None
            hand = (await here.click(who, board, buttons(board)["My hand"])).get("message") or {}
            await here.seen(who, table)
            stay = buttons(hand)["Stay"]
            answer = await here.click(who, hand, stay)
            assert "You stayed in" in text(answer.get("message") or {})
            again = await here.forge(who, hand, stay)
            assert "You stayed in" not in text(again.get("message") or {})
        assert (await here.live(table)).record.shown_seq < (await here.live(table)).record.seq


async def test_buttons_of_an_older_version_show_how_things_stand() -> None:
    """What they name is not what ours name: a plain sentence and the hand."""
    async with house() as here:
        table = await here.open("Ada", ("Bela",), hands=1)
        who = await here.awaited(table)
        assert who is not None
        live = await here.live(table)
        decision = max(live.decisions.values())
        await _pressed_of_old(here, who, f"eh:make_move:{table.number}:{decision}:deal", await here.hand(who, table))
        assert (await here.live(table)).record.seq == live.record.seq


async def _pressed_of_old(here: House, who: str, old: str, message: Json) -> None:
    record = here.sandbox.world.messages[message["id"]]
    part: dict[str, Any] = next(entry for entry in record.interactive().values() if entry["type"] == 2)
    part["custom_id"] = old
    record.changed()
    answer = await here.click(who, message, old)
    message_text = text(answer.get("message") or {})
    assert "from before an update" in message_text
    assert "Your hand" in message_text


async def test_an_old_board_is_posted_anew_before_discord_refuses_to_edit_it() -> None:
    """It takes few edits of a message that is older than an hour, and those who play fast would wait for the next."""
    async with house() as here:
        table = await here.open("Ada", ("Bela",), hands=6, auto_last_card=False)
        old = await here.fresh(table)
        requests = list[Recorded]()
        here.sandbox.recorder.requests.append(requests.append)
        await here.turn(2 * 3600)
        live = await here.live(table)
        for _ in range(MAX_OLD_EDITS + 3):
            assert live.state is not None
            (seat,) = live.state.to_act
            user = live.record.seats[seat].user or 0
            await play.act(here.services.tables, table.number, max(live.state.legal(seat).moves), Actor(user, "", None))
            await here.until(lambda: live.record.shown_seq >= live.record.seq)
        edits = [
            request
            for request in requests
            if request.method == "PATCH" and request.path.endswith(f"/messages/{old['id']}")
        ]
        assert len(edits) == MAX_OLD_EDITS
        assert (await only(here, table))["id"] != old["id"]
        assert {request.status for request in requests if request.method == "PATCH"} == {200}
