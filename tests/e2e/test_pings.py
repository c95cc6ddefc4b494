"""Several people are awaited at once: one message mentions them all, and it goes when all of them have moved."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.scheduler import scheduler
from bot.transport.notifications import post_once as module
from data.engine.clock import now_ms
from data.tables.records import Append, Work
from data.tables.work import WorkKind, WorkState
from tests.support.house import House, Seated, start_house
from tests.support.messages import Json, buttons
from tests.support.places import find_pings, make_move
from tests.support.wire_tables import person

HOST, OTHERS = "Ada", ("Bela", "Cleo", "Dora")
PEOPLE = (HOST, *OTHERS)
HOUR = 3600


@asynccontextmanager
async def open_placing_table(**settings: Any) -> AsyncGenerator[tuple[House, Seated, list[str]]]:
    """Yield a table of Abracadabra that waits for several people, none of whom was mentioned, and their names."""
    async with start_house(**{"ping_delay": HOUR, "ping_quiet": 0, "threads": False} | settings) as house:
        house.sandbox.people.add_user(OTHERS[-1])
        table = await house.open(HOST, OTHERS, game="abracadabra", auto_last_card=False)
        while len(seats := await list_awaited(house, table)) < 3:
            await make_move(house, table, seats[0])
        await house.fresh(table)
        yield house, table, [PEOPLE[seat] for seat in seats]


async def list_awaited(house: House, table: Seated) -> Sequence[int]:
    """Return the seats that the table waits for."""
    live = await house.live(table)
    assert live.state is not None
    return live.state.awaited


def user_of(house: House, who: str) -> int:
    return int(house.sandbox.people.user(who)["id"])


def read_named(house: House, ping: Json) -> set[str]:
    """Return whom a ping names."""
    return {name for name in PEOPLE if f"<@{user_of(house, name)}>" in ping["content"]}


def read_mentioned(house: House) -> list[str]:
    """Return everybody who was mentioned by a ping, in order, once for each time."""
    users = {user_of(house, name): name for name in PEOPLE}
    requests = [
        request
        for request in house.requests
        if request.method == "POST" and "it is your turn" in str((request.body or {}).get("content"))
    ]
    return [
        users[int(user)]
        for request in requests
        if request.status == 200
        for user in request.body["allowed_mentions"]["users"]
    ]


async def read_rows(house: House, table: Seated) -> dict[str, Work]:
    """Return the rows of those who are awaited, by name."""
    live = await house.live(table)
    assert live.state is not None
    rows = {row.key: row for row in await house.store.work.of_table(table.number, WorkKind.PING)}
    return {live.record.seats[seat].name: rows[f"{seat}:{live.decisions[seat]}"] for seat in live.state.awaited}


async def make_rows_due(house: House, rows: Sequence[Work]) -> None:
    """Let these rows fall due now."""
    for row in rows:
        await house.store.work.reschedule(row.id, now_ms())
    house.services.scheduler.notify_due(now_ms())


async def are_in_state(house: House, table: Seated, *states: WorkState) -> bool:
    """Check whether the rows of all who are awaited have come to one of these states."""
    return {row.state for row in (await read_rows(house, table)).values()} <= set(states)


async def test_nobody_is_mentioned_around_the_thread_that_a_table_is_on_its_way_to() -> None:
    """Though it is to be at once, and Discord takes its time for the thread."""
    async with start_house(ping_quiet=0) as house:
        path = "/channels/[0-9]+/messages/[0-9]+/threads"
        house.sandbox.faults.add("latency", method="POST", path=path, seconds=0.5, times=1)
        table = await house.open("Ada", ("Bela",), hands=1, mention=0)
        around = table.lobby["channel_id"]
        assert table.place != around
        await house.until(lambda: list_turn_mentions(house, table.place))
        assert not list_turn_mentions(house, around)


def list_turn_mentions(house: House, channel: str) -> list[Json]:
    """Return the mentions of whose turn it is in a channel."""
    return [
        message for message in house.sandbox.people.messages("Ada", channel) if "it is your turn" in message["content"]
    ]


async def test_one_message_mentions_all_who_are_awaited_and_goes_when_all_have_moved() -> None:
    async with open_placing_table() as (house, table, waiting):
        await make_rows_due(house, list((await read_rows(house, table)).values()))
        await house.until(lambda: are_in_state(house, table, WorkState.DONE))
        (ping,) = find_pings(house, table)
        assert read_named(house, ping) == set(waiting)
        assert sorted(read_mentioned(house)) == sorted(waiting)
        assert " and <@" in ping["content"]
        assert "My hand" in buttons(ping)
        live = await house.live(table)
        assert live.state is not None
        for seat in live.state.awaited:
            assert find_pings(house, table) == [ping]
            await make_move(house, table, seat)
        await house.until(lambda: ping["id"] not in {message["id"] for message in find_pings(house, table)})
        await asyncio.sleep(0.3)
        assert sorted(read_mentioned(house)) == sorted(waiting)  # whoever comes next is to wait an hour for a mention


async def test_the_first_that_falls_due_brings_the_others_with_it() -> None:
    async with open_placing_table() as (house, table, waiting):
        await make_rows_due(house, [(await read_rows(house, table))[waiting[1]]])
        await house.until(lambda: are_in_state(house, table, WorkState.DONE))
        assert sorted(read_mentioned(house)) == sorted(waiting)
        assert len(find_pings(house, table)) == 1


async def test_recent_or_silent_players_are_left_out_of_a_common_ping() -> None:
    async with open_placing_table(ping_quiet=2) as (house, table, waiting):
        present, silent, *rest = waiting
        live = await house.live(table)
        for name in waiting:
            live.last_active_ms.pop(user_of(house, name), None)
        assert (await house.press(present, house.board(table), "Log"))["state"] == "message"
        people = house.services.people
        await people.mute(person(house, silent), table.number, muted=True)
        await make_rows_due(house, list((await read_rows(house, table)).values()))
        await house.until(lambda: find_pings(house, table))
        assert read_named(house, find_pings(house, table)[0]) == set(rest)
        await house.until(lambda: len(find_pings(house, table)) == 2)
        assert read_named(house, find_pings(house, table)[1]) == {present}
        assert read_mentioned(house) == [*rest, present]
        await make_move(house, table, live.seat_of(user_of(house, present)) or 0)
        await house.until(lambda: len(find_pings(house, table)) == 1)
        assert read_named(house, find_pings(house, table)[0]) == set(rest)


class LostNotes:
    """A store whose first notes of what was said are lost, as those of a process that is killed."""

    def __init__(self, house: House, patch: pytest.MonkeyPatch, lost: int) -> None:
        self.left = lost
        self._mark = house.store.work.mark
        self._here = house
        patch.setattr(house.store.work, "mark", self)

    async def __call__(self, work: int, state: WorkState, **named: Any) -> WorkState | None:
        if state == WorkState.DONE and self.left:
            self.left -= 1
            self._here.sandbox.world.nonces.clear()
            raise ConnectionError
        return await self._mark(work, state, **named)


@pytest.mark.parametrize("lost", [1, 2, 3])
async def test_unrecorded_ping_is_found_for_each_player(lost: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many notes were lost: nobody is mentioned twice, and the message goes with the last of them."""
    monkeypatch.setattr(module, "NONCE_MS", 0)
    monkeypatch.setattr(scheduler, "RETRY_DELAYS_SECONDS", (0.1,) * 5)
    async with open_placing_table() as (house, table, waiting):
        LostNotes(house, monkeypatch, lost)
        await make_rows_due(house, list((await read_rows(house, table)).values()))
        await house.until(lambda: are_in_state(house, table, WorkState.DONE))
        assert len({row.message for row in (await read_rows(house, table)).values()}) == 1
        assert sorted(read_mentioned(house)) == sorted(waiting)
        await move_all(house, table)


async def move_all(house: House, table: Seated) -> None:
    """Let all who are awaited move, and wait until no ping is left."""
    live = await house.live(table)
    assert live.state is not None
    for seat in live.state.awaited:
        await make_move(house, table, seat)
    await house.until(lambda: not find_pings(house, table))


async def test_early_move_leaves_the_unrecorded_ping_to_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The message was posted, nothing of it noted, and one of those whom it names has moved since."""
    monkeypatch.setattr(module, "NONCE_MS", 0)
    monkeypatch.setattr(scheduler, "RETRY_DELAYS_SECONDS", (1.0,) * 5)
    async with open_placing_table() as (house, table, waiting):
        forgetful = LostNotes(house, monkeypatch, len(waiting))
        rows = await read_rows(house, table)
        first = rows[waiting[0]]
        await make_rows_due(house, list(rows.values()))
        await house.until(lambda: not forgetful.left)
        assert len(find_pings(house, table)) == 1
        await make_move(house, table, first.payload["seat"])
        await house.until(lambda: are_in_state(house, table, WorkState.DONE))

        async def is_gone() -> bool:
            rows = await house.store.work.of_table(table.number, WorkKind.PING)
            return next(row.state for row in rows if row.id == first.id) == WorkState.CANCELLED

        await house.until(is_gone)
        assert len(find_pings(house, table)) == 1
        assert sorted(read_mentioned(house)) == sorted(waiting)
        await move_all(house, table)


async def test_a_mention_that_was_refused_keeps_no_message_of_another_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody is mentioned, and the post that is to mention another fails again and again: the first goes in time."""
    monkeypatch.setattr(scheduler, "RETRY_DELAYS_SECONDS", (0.1,) * 50)
    async with open_placing_table() as (house, table, waiting):
        rows = await read_rows(house, table)
        live = await house.live(table)
        for name in waiting[1:]:
            await house.services.people.mute(person(house, name), table.number, muted=True)
        await make_rows_due(house, [rows[waiting[0]]])
        await house.until(lambda: find_pings(house, table))
        await house.services.people.mute(person(house, waiting[1]), table.number, muted=False)

        async def unreachable(_: int) -> None:
            raise ConnectionError

        async def begun() -> bool:
            return (await read_rows(house, table))[waiting[1]].channel is not None

        with monkeypatch.context() as patch:
            patch.setattr(house.services.posts.rate_limits, "acquire_post", unreachable)
            await make_rows_due(house, [rows[waiting[1]]])
            await house.until(begun)
            await make_move(house, table, live.seat_of(user_of(house, waiting[0])) or 0)
            await house.until(lambda: not find_pings(house, table))
        await house.until(lambda: find_pings(house, table), 20)
        assert read_mentioned(house) == waiting[:2]


async def test_a_ping_that_falls_due_before_its_move_is_known_to_be_kept_is_posted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a busy machine the row can be read while whoever wrote it has not heard yet that it is kept."""
    async with start_house(ping_delay=0.05, ping_quiet=0, threads=False) as house:
        table = await house.open("Ada", ("Bela",), hands=2)
        await house.until(lambda: find_pings(house, table))
        append = house.store.tables.append

        async def slow(write: Append) -> int:
            count = await append(write)
            await asyncio.sleep(0.1)
            house.services.scheduler.notify_due(0)  # the sleeper looks for another reason
            await asyncio.sleep(0.3)
            return count

        monkeypatch.setattr(house.store.tables, "append", slow)
        before = {message["id"] for message in find_pings(house, table)}
        await house.act(table, await house.find_awaited(table) or "")
        who = await house.find_awaited(table)
        assert who is not None
        await house.until(lambda: [message for message in find_pings(house, table) if message["id"] not in before])
        assert f"<@{user_of(house, who)}>" in find_pings(house, table)[-1]["content"]
