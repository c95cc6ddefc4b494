"""What a move costs beside a bare discord.py button on the same stand-in.

The stand-in and the people who click run here; each bot is a process of its own, so its CPU time can be read apart.
Ours plays hands of Voren at many two-seat tables: a move is parsed, checked by the rules, committed with
synchronous=FULL and answered with the player's hand and its next buttons. The bare bot's button edits its message and
knows nothing. A third one tells how low a move can go: the bare button that keeps one event and asks Voren's rules, and
shows no hand (floor_bot.py). They alternate within each repeat; the ratio is the median of the repeats' ratios. Opening
tables and dealing are not measured.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Any, NamedTuple

import aiohttp

from bot.tables.model.table_state import TableState
from bot.tables.model.turn_state import decisions_after
from data.store import Store
from sandbox import Sandbox
from tests.support.messages import buttons
from tests.support.moves import play_id
from tests.support.waiting import until
from tools.bench.rows import Row

REPEATS = 11
TABLES = 64
FLOODS = 4
SERIAL = 150
Json = dict[str, Any]
Refill = Callable[[], Awaitable[None]]
Click = Callable[[int], Awaitable[float | None]]
"""A click in a lane: the seconds until it was answered, None where there is nothing to click."""


def run() -> list[Row]:
    """Measure; takes about three minutes."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure(Path(folder)))


def cpu(process: subprocess.Popen[bytes]) -> float:
    """Return the CPU seconds that a process has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def environment(sandbox: Sandbox, **settings: str) -> dict[str, str]:
    """Return the environment of a bot of the sandbox."""
    return {
        **os.environ,
        "ELDEST_API_BASE": sandbox.api_base,
        "ELDEST_TOKEN": sandbox.token,
        "ELDEST_LOG_LEVEL": "WARNING",
        **settings,
    }


@asynccontextmanager
async def running(sandbox: Sandbox, *command: str, **settings: str) -> AsyncGenerator[subprocess.Popen[bytes]]:
    """Yield a bot as a process of its own, connected."""
    env = environment(sandbox, **settings)
    process = subprocess.Popen([sys.executable, *command], env=env)  # noqa: ASYNC220  # started once, outside the measure
    try:
        await until(lambda: sandbox.gateway.online, 20)
        await asyncio.sleep(2.5)  # past discord.py's own waiting for guilds
        yield process
    finally:
        process.terminate()
        await asyncio.to_thread(process.wait, 20)  # it says good-bye to the stand-in, which lives in this loop
        await until(lambda: not sandbox.gateway.online, 20)


class Bare:
    """The bare bot's messages, one a lane, and a click on each."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.people = sandbox.people
        self.messages: list[Json] = []

    async def prepare(self, sandbox: Sandbox) -> None:
        """Post the messages in the bot's name."""
        channel = sandbox.people.channel("parlour")["id"]
        body = {
            "content": "A button.",
            "components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Click", "custom_id": "bare"}]}],
        }
        headers = {"Authorization": f"Bot {sandbox.token}"}
        async with aiohttp.ClientSession(headers=headers) as session:
            for _ in range(TABLES):
                async with session.post(f"{sandbox.api_base}/channels/{channel}/messages", json=body) as answer:
                    self.messages.append(await answer.json())

    async def click(self, lane: int) -> float:
        """Click once. Returns the seconds until it was answered; None where the table waits for its next hand."""
        began = perf_counter()
        outcome = await self.people.click("Ada", self.messages[lane], "bare")
        took = perf_counter() - began
        assert outcome["state"] == "update", outcome
        return took


@dataclass
class Lane:
    """One table of two people, mirrored from its kept log, with a hand message of each."""

    number: int
    live: TableState
    hands: dict[str, Json] = field(default_factory=dict[str, Json])
    over: bool = False
    """Whether a hand has ended since the log was read."""


class Ours:
    """Our bot's tables, spread over the servers. The driver reads the log from the database to know what may be
    played.
    """

    def __init__(self, sandbox: Sandbox, store: Store) -> None:
        self.sandbox = sandbox
        self.people = sandbox.people
        self.store = store
        self.lanes: list[Lane] = []
        self.rng = Random(7)

    async def prepare(self) -> None:
        """Open and start the tables."""
        servers, options = len(self.sandbox.world.guilds), {"hands": 100, "auto_last_card": False}
        for index in range(TABLES):
            server = index % servers
            response = await self.people.command("Ada", "card-room", "voren new", options, server=server)
            lobby = response.get("message") or {}
            number = int(buttons(lobby)["Join"].split(":")[2])
            await self.people.click("Bela", lobby, f"eh:join_table:{number}")
            await self.people.click("Ada", lobby, f"eh:start_game:{number}")
            record = await self.store.tables.get(number)
            assert record is not None
            lane = Lane(number, TableState(record, asyncio.Lock()))
            lane.live.fold(await self.store.tables.log(number))
            for who in ("Ada", "Bela"):
                hand = await self.people.command(who, "card-room", "table hand", {"table": number}, server=server)
                assert hand["state"] == "message", hand
                lane.hands[who] = hand.get("message") or {}
            self.lanes.append(lane)

    async def next_hands(self) -> None:
        """Read the log and deal the next hand wherever one is over; not measured."""
        for lane in self.lanes:
            if lane.over:
                await self._read(lane)
                lane.over = False
            if lane.live.awaits_deal():
                message = lane.hands["Ada"]
                self._offer(message, f"eh:deal_next_hand:{lane.number}")
                answer = await self.people.click("Ada", message, f"eh:deal_next_hand:{lane.number}")
                lane.hands["Ada"] = answer.get("message") or {}
                await self._read(lane)

    async def _read(self, lane: Lane) -> None:
        record = await self.store.tables.get(lane.number)
        assert record is not None
        lane.live.fold(await self.store.tables.log(lane.number, lane.live.record.seq))
        lane.live.record = record

    def _offer(self, message: Json, custom_id: str) -> None:
        """Add a button to a message, as a refresh would."""
        message_record = self.sandbox.world.messages[message["id"]]
        first = next(entry for entry in message_record.interactive().values())
        first["custom_id"] = custom_id
        message_record.changed()

    async def click(self, lane: int) -> float | None:
        """Click once. Returns the seconds until it was answered; None where the table waits for its next hand."""
        house = self.lanes[lane]
        live = house.live
        if house.over or live.awaits_deal() or live.state is None or not live.state.to_act:
            return None
        seat = live.state.to_act[0]
        move = self.rng.choice(live.state.legal(seat).moves)
        if move == "fold":
            move = "stay"
        who = live.record.seats[seat].name
        message, custom_id = house.hands[who], play_id(live, seat, move)
        self._offer(message, custom_id)
        began = perf_counter()
        outcome = await self.people.click(who, message, custom_id)
        took = perf_counter() - began
        assert outcome["state"] == "update", outcome
        house.hands[who] = outcome.get("message") or {}
        self._moved(house, seat, move)
        return took

    def _moved(self, lane: Lane, seat: int, move: str) -> None:
        """Mirror the move; where more than a move was added, the log tells, once nothing is measured."""
        live = lane.live
        assert live.state is not None
        after = live.state.apply(seat, move)
        if after.expects is not None or after.finished:
            lane.over = True
            return
        live.decisions = decisions_after(live.state, after, seat, live.record.seq + 1, live.decisions)
        live.state = after
        live.record = replace(live.record, seq=live.record.seq + 1)


class Measured(NamedTuple):
    """The figures of one repeat."""

    cpu: float
    p50: float
    p99: float
    rate: float


class Flooded(NamedTuple):
    """Clicks in flight at once: how many, the CPU seconds that the bot took for all, and the seconds."""

    clicks: int
    cpu: float
    seconds: float


async def serial(click: Click, count: int, refill: Refill) -> list[float]:
    """Return the seconds of single clicks, one after another."""
    times: list[float] = []
    lane = 0
    while len(times) < count:
        took = await click(lane % TABLES)
        if took is not None:
            times.append(took)
        lane += 1
        if lane % (TABLES * 8) == 0:
            await refill()
    return times


async def flood(click: Click, used: Callable[[], float], rounds: int) -> Flooded:
    """Return the times of clicks with one in flight on every lane, for `rounds` clicks each or until its hand is over.

    `used` gives the CPU seconds of the bot so far.
    """
    before, began, clicks = used(), perf_counter(), 0

    async def press_in_lane(lane: int) -> None:
        nonlocal clicks
        for _ in range(rounds):
            if await click(lane) is None:
                return
            clicks += 1

    await asyncio.gather(*(press_in_lane(lane) for lane in range(TABLES)))
    return Flooded(clicks, used() - before, perf_counter() - began)


async def _measure(folder: Path) -> list[Row]:
    rows: list[Row] = []
    for refresh in (False, True):
        rows += await _compare(folder / f"{refresh}.sqlite3", refresh=refresh)
    return rows


async def _compare(file: Path, *, refresh: bool) -> list[Row]:
    database = f"sqlite+aiosqlite:///{file}"
    settings = {
        "ELDEST_DATABASE_URL": database,
        "ELDEST_PICTURES": "false",
        "ELDEST_DOUBLE_TAP": "0",
        "ELDEST_EMOJI": "false",
        "ELDEST_THREADS": "false",
        "ELDEST_PING_DELAY": "86400",
        "ELDEST_REFRESH": "true" if refresh else "false",
        "ELDEST_MAX_LIVE_TABLES": "1000",
        "ELDEST_MAX_OPEN": "1000",
    }
    figures: dict[str, list[Measured]] = {"ours": [], "bare": [], "floor": []}
    async with AsyncExitStack() as stack:

        async def started(*command: str, **settings: str) -> tuple[Sandbox, subprocess.Popen[bytes]]:
            sandbox = await Sandbox.start(None)
            stack.push_async_callback(sandbox.close)
            return sandbox, await stack.enter_async_context(running(sandbox, *command, **settings))

        box, process = await started("-m", "bot", **settings)
        store = await Store.open(database)
        stack.push_async_callback(store.close)
        ours = Ours(box, store)
        await ours.prepare()
        sides: list[tuple[str, Click, subprocess.Popen[bytes], Refill]] = [
            ("ours", ours.click, process, ours.next_hands)
        ]
        floor = {"ELDEST_DATABASE_URL": f"{database}.floor"}
        for name, more in (("bare", {}), ("floor", floor)):
            box, process = await started("-m", f"tools.bench.{name}_bot", **more)
            bare = Bare(box)
            await bare.prepare(box)
            sides.append((name, bare.click, process, _nothing))
        for _ in range(REPEATS):
            for name, click, process, refill in sides:
                figures[name].append(await _repeat(click, process, refill))
    return _rows(figures, refresh=refresh)


async def _nothing() -> None:
    """Refill nothing."""


async def _repeat(click: Click, process: subprocess.Popen[bytes], refill: Refill) -> Measured:
    # The last move of a hand costs more, and a flood may be of last moves alone: so the mean over whole hands counts.
    floods: list[Flooded] = []
    for _ in range(FLOODS):
        await refill()
        floods.append(await flood(click, lambda: cpu(process), 8))
    clicks, spent, seconds = map(sum, zip(*floods, strict=True))
    await refill()
    times = await serial(click, SERIAL, refill)
    return Measured(spent / clicks, median(times), quantiles(times, n=100)[98], clicks / seconds)


def _rows(figures: Mapping[str, list[Measured]], *, refresh: bool) -> list[Row]:
    def row(side: str, value: str, label: str, format_value: Callable[[float], str]) -> Row:
        ours, bare = ([getattr(measured, value) for measured in figures[name]] for name in (side, "bare"))
        ratio = median(entry / other for entry, other in zip(ours, bare, strict=True))
        return Row(label, format_value(median(ours)), format_value(median(bare)), ratio, "reported")

    def micro(seconds: float) -> str:
        return f"{seconds * 1e6:.2f} us"

    def milli(seconds: float) -> str:
        return f"{seconds * 1e3:.2f} ms"

    def rate(value: float) -> str:
        return f"{value:,.0f}/s"

    if refresh:
        label = f"moves a second over {TABLES} tables, coalesced text refreshes"
        return [
            row("ours", "rate", label, rate),
            row("floor", "rate", "the same of a button with an event and the rules alone", rate),
        ]
    return [
        row("ours", "cpu", f"CPU of the bot a move, {TABLES} in flight", micro),
        row("floor", "cpu", "the same of a button with an event and the rules alone", micro),
        row("ours", "p50", "a move, one after another, p50", milli),
        row("floor", "p50", "the same of a button with an event and the rules alone", milli),
        row("ours", "p99", "a move, one after another, p99", milli),
    ]
