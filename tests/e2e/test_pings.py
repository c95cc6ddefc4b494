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
from tests.support.house import House, Seated, house
from tests.support.messages import Json, buttons
from tests.support.places import moved
from tests.support.wire_tables import person

HOST, OTHERS = "Ada", ("Bela", "Cleo", "Dora")
PEOPLE = (HOST, *OTHERS)
HOUR = 3600


@asynccontextmanager
async def placing(**settings: Any) -> AsyncGenerator[tuple[House, Seated, list[str]]]:
    """A table of Abracadabra that waits for several people at once, none of whom has been mentioned; who they are."""
    async with house(**{"ping_delay": HOUR, "ping_quiet": 0, "threads": False} | settings) as here:
        here.sandbox.people.add_user(OTHERS[-1])
        table = await here.open(HOST, OTHERS, game="abracadabra", auto_last_card=False)
        while len(seats := await awaited(here, table)) < 3:
            await moved(here, table, seats[0])
        await here.fresh(table)
        yield here, table, [PEOPLE[seat] for seat in seats]


async def awaited(here: House, table: Seated) -> Sequence[int]:
    """The seats that the table waits for."""
    live = await here.live(table)
    assert live.state is not None
    return live.state.awaited


def user_of(here: House, who: str) -> int:
    return int(here.sandbox.people.user(who)["id"])


def pings(here: House, table: Seated) -> list[Json]:
    """The turn pings that stand at a table's place."""
    return [
        message
        for message in here.sandbox.people.messages("Ada", table.place)
        if "it is your turn" in message["content"]
    ]


def named(here: House, ping: Json) -> set[str]:
    """Whom a ping names."""
    return {name for name in PEOPLE if f"<@{user_of(here, name)}>" in ping["content"]}


def mentioned(here: House) -> list[str]:
    """Everybody who was mentioned by a ping, in order, once for each time."""
    users = {user_of(here, name): name for name in PEOPLE}
    requests = [
        request
        for request in here.requests
        if request.method == "POST" and "it is your turn" in str((request.body or {}).get("content"))
    ]
    return [
        users[int(user)]
        for request in requests
        if request.status == 200
        for user in request.body["allowed_mentions"]["users"]
    ]


async def owed(here: House, table: Seated) -> dict[str, Work]:
    """The rows of those who are awaited, by name."""
    live = await here.live(table)
    assert live.state is not None
    rows = {row.key: row for row in await here.store.work.of_table(table.number, WorkKind.PING)}
    return {live.record.seats[seat].name: rows[f"{seat}:{live.decisions[seat]}"] for seat in live.state.awaited}


async def fall_due(here: House, rows: Sequence[Work]) -> None:
    """These are due now."""
    for row in rows:
        await here.store.work.reschedule(row.id, now_ms())
    here.services.scheduler.notify_due(now_ms())


async def settled(here: House, table: Seated, *states: WorkState) -> bool:
    """Whether the rows of all who are awaited have come to one of these states."""
    return {row.state for row in (await owed(here, table)).values()} <= set(states)


async def test_nobody_is_mentioned_around_the_thread_that_a_table_is_on_its_way_to() -> None:
    """Though it is to be at once, and Discord takes its time for the thread."""
    async with house(ping_quiet=0) as here:
        path = "/channels/[0-9]+/messages/[0-9]+/threads"
        here.sandbox.faults.add("latency", method="POST", path=path, seconds=0.5, times=1)
        table = await here.open("Ada", ("Bela",), hands=1, mention=0)
        around = table.lobby["channel_id"]
        assert table.place != around
        await here.until(lambda: turns(here, table.place))
        assert not turns(here, around)


def turns(here: House, channel: str) -> list[Json]:
    """The mentions of whose turn it is in a channel."""
    return [
        message for message in here.sandbox.people.messages("Ada", channel) if "it is your turn" in message["content"]
    ]


async def test_one_message_mentions_all_who_are_awaited_and_goes_when_all_have_moved() -> None:
    async with placing() as (here, table, waiting):
        await fall_due(here, list((await owed(here, table)).values()))
        await here.until(lambda: settled(here, table, WorkState.DONE))
        (ping,) = pings(here, table)
        assert named(here, ping) == set(waiting)
        assert sorted(mentioned(here)) == sorted(waiting)
        assert " and <@" in ping["content"]
        assert "My hand" in buttons(ping)
        live = await here.live(table)
        assert live.state is not None
        for seat in live.state.awaited:
            assert pings(here, table) == [ping]
            await moved(here, table, seat)
        await here.until(lambda: ping["id"] not in {message["id"] for message in pings(here, table)})
        await asyncio.sleep(0.3)
        assert sorted(mentioned(here)) == sorted(waiting)  # whoever comes next is to wait an hour for a mention


async def test_the_first_that_falls_due_brings_the_others_with_it() -> None:
    async with placing() as (here, table, waiting):
        await fall_due(here, [(await owed(here, table))[waiting[1]]])
        await here.until(lambda: settled(here, table, WorkState.DONE))
        assert sorted(mentioned(here)) == sorted(waiting)
        assert len(pings(here, table)) == 1


async def test_recent_or_silent_players_are_left_out_of_a_common_ping() -> None:
    async with placing(ping_quiet=2) as (here, table, waiting):
        present, silent, *rest = waiting
        live = await here.live(table)
        for name in waiting:
            live.last_active_ms.pop(user_of(here, name), None)
        assert (await here.press(present, here.board(table), "Log"))["state"] == "message"
        people = here.services.people
        await people.mute(person(here, silent), table.number, muted=True)
        await fall_due(here, list((await owed(here, table)).values()))
        await here.until(lambda: pings(here, table))
        assert named(here, pings(here, table)[0]) == set(rest)
        await here.until(lambda: len(pings(here, table)) == 2)
        assert named(here, pings(here, table)[1]) == {present}
        assert mentioned(here) == [*rest, present]
        await moved(here, table, live.seat_of(user_of(here, present)) or 0)
        await here.until(lambda: len(pings(here, table)) == 1)
        assert named(here, pings(here, table)[0]) == set(rest)


class Forgetful:
    """A store whose first notes that something was said are lost, as those of a process that is killed."""

    def __init__(self, here: House, patch: pytest.MonkeyPatch, lost: int) -> None:
        self.left = lost
        self._mark = here.store.work.mark
        self._here = here
        patch.setattr(here.store.work, "mark", self)

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
    async with placing() as (here, table, waiting):
        Forgetful(here, monkeypatch, lost)
        await fall_due(here, list((await owed(here, table)).values()))
        await here.until(lambda: settled(here, table, WorkState.DONE))
        assert len({row.message for row in (await owed(here, table)).values()}) == 1
        assert sorted(mentioned(here)) == sorted(waiting)
        await all_move(here, table)


async def all_move(here: House, table: Seated) -> None:
    """All who are awaited move, and no ping is left."""
    live = await here.live(table)
    assert live.state is not None
    for seat in live.state.awaited:
        await moved(here, table, seat)
    await here.until(lambda: not pings(here, table))


async def test_early_move_leaves_the_unrecorded_ping_to_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The message was posted, nothing of it noted, and one of those whom it names has moved since."""
    monkeypatch.setattr(module, "NONCE_MS", 0)
    monkeypatch.setattr(scheduler, "RETRY_DELAYS_SECONDS", (1.0,) * 5)
    async with placing() as (here, table, waiting):
        forgetful = Forgetful(here, monkeypatch, len(waiting))
        rows = await owed(here, table)
        first = rows[waiting[0]]
        await fall_due(here, list(rows.values()))
        await here.until(lambda: not forgetful.left)
        assert len(pings(here, table)) == 1
        await moved(here, table, first.payload["seat"])
        await here.until(lambda: settled(here, table, WorkState.DONE))

        async def is_gone() -> bool:
            rows = await here.store.work.of_table(table.number, WorkKind.PING)
            return next(row.state for row in rows if row.id == first.id) == WorkState.CANCELLED

        await here.until(is_gone)
        assert len(pings(here, table)) == 1
        assert sorted(mentioned(here)) == sorted(waiting)
        await all_move(here, table)


async def test_a_mention_that_was_refused_keeps_no_message_of_another_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody is mentioned, and the post that is to mention another fails again and again: the first goes in time."""
    monkeypatch.setattr(scheduler, "RETRY_DELAYS_SECONDS", (0.1,) * 50)
    async with placing() as (here, table, waiting):
        rows = await owed(here, table)
        live = await here.live(table)
        for name in waiting[1:]:
            await here.services.people.mute(person(here, name), table.number, muted=True)
        await fall_due(here, [rows[waiting[0]]])
        await here.until(lambda: pings(here, table))
        await here.services.people.mute(person(here, waiting[1]), table.number, muted=False)

        async def unreachable(_: int) -> None:
            raise ConnectionError

        async def begun() -> bool:
            return (await owed(here, table))[waiting[1]].channel is not None

        with monkeypatch.context() as patch:
            patch.setattr(here.services.posts.rate_limits, "acquire_post", unreachable)
            await fall_due(here, [rows[waiting[1]]])
            await here.until(begun)
            await moved(here, table, live.seat_of(user_of(here, waiting[0])) or 0)
            await here.until(lambda: not pings(here, table))
        await here.until(lambda: pings(here, table), 20)
        assert mentioned(here) == waiting[:2]


async def test_a_ping_that_falls_due_before_its_move_is_known_to_be_kept_is_posted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a busy machine the row can be read while whoever wrote it has not heard yet that it is kept."""
    async with house(ping_delay=0.05, ping_quiet=0, threads=False) as here:
        table = await here.open("Ada", ("Bela",), hands=2)
        await here.until(lambda: pings(here, table))
        append = here.store.tables.append

        async def slow(write: Append) -> int:
            count = await append(write)
            await asyncio.sleep(0.1)
            here.services.scheduler.notify_due(0)  # the sleeper looks for another reason
            await asyncio.sleep(0.3)
            return count

        monkeypatch.setattr(here.store.tables, "append", slow)
        before = {message["id"] for message in pings(here, table)}
        await here.act(table, await here.awaited(table) or "")
        who = await here.awaited(table)
        assert who is not None
        await here.until(lambda: [message for message in pings(here, table) if message["id"] not in before])
        assert f"<@{user_of(here, who)}>" in pings(here, table)[-1]["content"]
