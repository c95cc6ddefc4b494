"""What falls due, over the wire: slow channels, one pace for all sends, servers that go, seats given away."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.scheduler import scheduler
from bot.tables.commands import play
from bot.tables.model.actor import Actor
from bot.tables.services import absence
from bot.transport.notifications import post_once as module
from data.engine.clock import now_ms
from data.tables.work import Subject, SubjectKind, WorkKind, WorkState
from tests.support.house import Seated, start_house
from tests.support.messages import Json, buttons, text
from tests.support.moves import find_move_buttons
from tests.support.places import find_pings


async def test_a_slow_channel_delays_no_ping_of_another() -> None:
    """One table's posts take a minute each; another's ping comes as soon as it does by itself (issue 6, B4)."""
    async with start_house(ping_delay=1.5, ping_quiet=0) as house:

        async def pinged() -> float:
            """Seconds from the start of a game to the mention of whom it waits for."""
            table = await house.open("Ada", ("Bela",), hands=1)
            began = asyncio.get_running_loop().time()
            await house.until(lambda: find_pings(house, table), 30)
            return asyncio.get_running_loop().time() - began

        alone = await pinged()
        slow = await house.open("Ada", ("Bela",), hands=1)
        house.sandbox.faults.add(
            "latency", method="POST", path=f"/channels/{slow.place}/messages", seconds=60.0, times=None
        )
        assert await pinged() < 2 * alone + 1
        assert not find_pings(house, slow)
        house.sandbox.faults.clear()


async def test_a_ping_that_was_posted_and_not_noted_is_found_and_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """The note was lost and Discord has forgotten the nonce: the channel is read before anything is posted again."""
    monkeypatch.setattr(module, "NONCE_MS", 0)
    async with start_house(ping_delay=0.1, ping_quiet=0, threads=False) as house:
        mark, lost = house.store.work.mark, 0

        async def forgetful(work: int, state: WorkState, **named: Any) -> WorkState | None:
            nonlocal lost
            if state == WorkState.DONE and not lost:
                lost += 1
                house.sandbox.world.nonces.clear()
                raise ConnectionError
            return await mark(work, state, **named)

        monkeypatch.setattr(house.store.work, "mark", forgetful)
        table = await house.open("Ada", ("Bela",), hands=1)
        await house.until(lambda: lost)

        async def noted() -> bool:
            return WorkState.DONE in {
                work_item.state
                for work_item in await house.store.work.of_table(table.number)
                if work_item.kind == WorkKind.PING
            }

        await house.until(noted, 20)
        (standing,) = find_pings(house, table)
        who = await house.find_awaited(table)
        assert who is not None
        await house.act(table, who)
        await house.until(lambda: all(message["id"] != standing["id"] for message in find_pings(house, table)))


async def test_a_ping_that_discord_refuses_for_good_is_tried_once_until_somebody_is_there(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Each refusal counts towards a ban of the address. It sleeps, and is delivered when the bot is used again."""
    monkeypatch.setattr(scheduler, "RETRY_DELAYS_SECONDS", (0.05,) * 3)
    async with start_house(ping_quiet=0, threads=False) as house:
        house.tolerate = lambda request: request.answer.get("code") == 50013
        other = await house.open("Ada", ("Bela",), hands=1, mention=3600)
        table = await house.open("Ada", ("Bela",), hands=1, mention=3600)  # its board is the last message there
        await house.fresh(table)
        house.sandbox.set_bot_permissions("card-room", send_messages=False)

        async def falls_asleep(at: Seated) -> None:
            """The ping of a table is due now, and comes to sleep."""
            (row,) = [
                work_item for work_item in await house.store.work.of_table(at.number) if work_item.kind == WorkKind.PING
            ]
            await house.store.work.reschedule(row.id, now_ms())
            house.services.scheduler.notify_due(now_ms())

            async def settled() -> WorkState | None:
                (row,) = [
                    work_item
                    for work_item in await house.store.work.of_table(at.number)
                    if work_item.kind == WorkKind.PING
                ]
                return None if row.state == WorkState.DUE else row.state

            assert await house.until(settled, 20) == WorkState.PARKED

        def refusals() -> int:
            return sum(request.method == "POST" and request.status == 403 for request in house.requests)

        await falls_asleep(table)
        assert refusals() == 1
        assert "again in" not in caplog.text
        await house.store.work.wake(Subject(SubjectKind.TABLE, table.number))
        for at in (table, other):
            await falls_asleep(at)
            assert refusals() == 1  # the channel is left alone, whatever table asks
        house.sandbox.set_bot_permissions("card-room", send_messages=None)
        assert not find_pings(house, table)
        await house.press("Bela", house.board(table), "Log")
        await house.until(lambda: find_pings(house, table))


@pytest.mark.timeout(120)
async def test_twenty_lively_tables_earn_no_refusal_for_haste() -> None:
    """Boards, threads, pings and shown hands of twenty tables at once, where Discord's limits are enforced."""
    async with start_house(
        unhurried=True, ping_delay=0, ping_quiet=0, computer_delay=0.05, max_live_tables=100
    ) as house:
        house.check_every = 50
        house.tolerate = lambda request: request.answer.get("code") == 10008  # hands that make room for newer ones
        tables = [await house.open("Ada", ("Bela",), 1, hands=1) for _ in range(20)]

        async def play(table: Seated) -> None:
            for _ in range(12):
                who = await house.find_awaited(table)
                if who is None:
                    return
                answer = await house.command(who, "table hand", channel=table.place, table=table.number)
                hand = answer.get("message") or {}
                names = sorted(find_move_buttons(hand).values())
                if names:
                    await house.click(who, hand, house.rng.choice(names))

        await asyncio.gather(*map(play, tables))
        await asyncio.gather(*map(house.fresh, tables))
        assert [f"{request.method} {request.route}" for request in house.requests if request.status == 429] == []


@pytest.mark.parametrize("count", [7, pytest.param(12, marks=pytest.mark.soak)])
async def test_tables_of_one_channel_that_end_together_earn_no_refusal_for_haste(count: int) -> None:
    """Each leaves its result in the channel around its thread: these edits keep that channel's pace."""
    async with start_house(unhurried=True, max_live_tables=100) as house:
        tables = [await house.open("Ada", ("Bela",), hands=1, friendly=True) for _ in range(count)]
        await asyncio.gather(*(house.meant("Ada", "table end", "End it", table.place) for table in tables))

        def results() -> int:
            return sum("Played in" in text(house.sandbox.people.message("Ada", table.lobby)) for table in tables)

        await house.until(lambda: results() == len(tables), 60)
        assert [f"{request.method} {request.path}" for request in house.requests if request.status == 429] == []


async def test_a_server_that_the_bot_was_removed_from_is_left_alone() -> None:
    """No request goes there while it is gone, whatever happens at its tables; then what was owed is delivered."""
    async with start_house(ping_delay=0.3, ping_quiet=0, threads=False) as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        await house.fresh(table)
        (guild,) = house.bot.guilds
        await house.bot.on_guild_remove(guild)
        count = len(house.requests)
        who = await house.find_awaited(table)
        assert who is not None
        user = int(house.sandbox.people.user(who)["id"])
        await play.act(house.services.tables, table.number, "deal", Actor(user, "", None))  # one that was on its way
        await asyncio.sleep(1)  # past the time of a ping: nothing happens
        assert [f"{request.method} {request.route}" for request in house.requests[count:]] == []
        live = await house.live(table)
        assert live.record.shown_seq < live.record.seq
        work = await house.store.work.of_table(table.number)
        assert {work_item.kind for work_item in work if work_item.state == WorkState.PARKED} == {
            "ping",
            "refresh",
            "check_board",
        }
        assert WorkState.DUE not in {work_item.state for work_item in work}
        await house.bot.on_guild_join(guild)
        assert await house.shows(table, await house.fresh(table), "stay")
        (ping,) = await house.until(lambda: find_pings(house, table))
        awaited = house.sandbox.people.user(await house.find_awaited(table) or "")
        assert ping["content"].startswith(f"<@{awaited['id']}>")


async def test_idle_lobby_closes_with_a_message_to_its_host() -> None:
    """After a day; the message offers to open it again, and the word mentions the host alone."""
    async with start_house() as house:
        mentioned: list[str] = []
        house.sandbox.recorder.events.append(
            lambda user, kind, data: mentioned.append(user) if kind == "MENTION" else None
        )
        table = await house.open("Ada", ("Bela",), start=False)
        (row,) = [
            work_item
            for work_item in await house.store.work.of_table(table.number)
            if work_item.kind == WorkKind.EXPIRE
        ]
        await house.store.work.reschedule(row.id, now_ms())
        house.services.scheduler.notify_due(now_ms())

        def read_message() -> list[Json]:
            return [
                message
                for message in house.sandbox.people.messages("Bela", table.place)
                if "it is closed" in message["content"]
            ]

        await house.until(read_message)
        assert mentioned == [house.sandbox.people.user("Ada")["id"]]
        lobby = house.sandbox.people.message("Ada", table.lobby)
        await house.until(lambda: "Open it again" in buttons(house.sandbox.people.message("Ada", lobby)))
        answer = await house.press("Ada", read_message()[0], "Open it again")
        assert "Voren" in text(answer.get("message") or {})


async def test_the_seat_of_somebody_who_stays_away_is_given_to_a_computer_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is asked once, privately, with the seat's name; the table is told who did it, and plays on."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        away = await house.find_awaited(table)
        assert away is not None
        other = "Bela" if away == "Ada" else "Ada"
        live = await house.live(table)
        seat = next(seat_record.seat for seat_record in live.record.seats if seat_record.name == away)
        early = await house.command(other, "table release", channel=table.place, seat=seat + 1)
        assert "after a day without a move" in text(early.get("message") or {})
        assert [entry["name"] for entry in await house.sandbox.people.autocomplete(
            other, table.place, "table release", {"seat": ""}, "seat"
        )] == [away]  # fmt: skip
        monkeypatch.setattr(absence, "ABSENT_AFTER_MS", 0)
        question = (await house.command(other, "table release", channel=table.place, seat=seat + 1)).get(
            "message"
        ) or {}
        assert away in text(question)
        assert question["flags"] & 64
        answer = (await house.press(other, question, "Give the seat away")).get("message") or {}
        assert answer["flags"] & 64
        assert f"A computer plays on in {away}'s seat" in text(answer)
        assert live.record.seats[seat].kind == "computer"

        def read_message() -> list[Json]:
            messages = [
                message for message in house.sandbox.people.messages(other, table.place) if not message["flags"] & 64
            ]
            return [message for message in messages if f"{other} gave {away}'s seat" in text(message)]

        await house.until(read_message)
        assert await house.find_awaited(table) == other
        log = await house.press(other, house.board(table), "Log")
        assert "to a computer player" in text(log.get("message") or {})
