"""What goes wrong in a month: kills, refusals of Discord's, a lost gateway, a disk that is slow, locked or full.

One trouble after another, each for a while, in an order that comes from the seed.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Any

from sandbox import Recorded
from tests.month.house import House

MINUTE = 60.0


class Weather:
    """The troubles of a house. `blow` brings one after another, `met` counts them."""

    def __init__(self, house: House, rng: Random, every: float) -> None:
        self.house = house
        self.rng = rng
        self.every = every
        """Seconds between two troubles, on average."""
        self.met: Counter[str] = Counter()
        self._over = asyncio.Event()
        interactions: Any = house.sandbox.interactions
        send = interactions.send

        def sending(*args: Any, **named: Any) -> Any:
            self._pressed()
            return send(*args, **named)

        interactions.send = sending
        house.sandbox.recorder.requests.append(self._requested)
        self._at_press: Callable[[], None] | None = None
        self._at_request: Callable[[], None] | None = None

    async def blow(self) -> None:
        """Let one trouble follow another, all kinds in turn, until `end`; kills are mended here as well."""
        kinds: list[Callable[[], Awaitable[None]]] = []
        try:
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(self.rng.expovariate(1 / self.every)):
                        await self._over.wait()
                if self._over.is_set():
                    return
                if not kinds:
                    kinds = self.rng.sample(self._kinds(), len(self._kinds()))
                kind = kinds.pop()
                self.met[kind.__name__] += 1
                began = self.house.now
                await kind()
                self.house.troubled.append((began, self.house.now))
        finally:
            self.clear()

    async def end(self, blowing: asyncio.Task[None]) -> None:
        """Let the trouble of the moment pass, and no other follow."""
        self._over.set()
        await blowing

    def clear(self) -> None:
        """Let everything be well again."""
        house = self.house
        house.sandbox.faults.clear()
        house.network.down = False
        house.disk.unlock()
        house.disk.slow, house.disk.full = 0.0, False
        house.commit_fault = self._at_press = self._at_request = None

    def _kinds(self) -> list[Callable[[], Awaitable[None]]]:
        return [
            self.killed_soon_after_a_press,
            self.killed_at_a_request,
            self.killed_before_a_commit,
            self.killed_after_a_commit,
            self.killed_at_any_time,
            self.hurried,
            self.broken_server,
            self.lost_requests,
            self.lost_answers,
            self.slow_discord,
            self.lost_gateway,
            self.invalid_session,
            self.cut_off,
            self.late_interactions,
            self.doubled_interactions,
            self.locked_database,
            self.full_disk,
            self.slow_disk,
            self.failing_commits,
            self.doubtful_commits,
        ]

    def _pressed(self) -> None:
        if self._at_press is not None:
            self._at_press, act = None, self._at_press
            act()

    def _requested(self, request: Recorded) -> None:
        if self._at_request is not None and request.method == "POST" and request.route.endswith("/messages"):
            self._at_request, act = None, self._at_request
            act()

    # -- kills -------------------------------------------------------------------------------------------------------

    async def _die(self) -> None:
        """Wait until the bot is dead, and another runs."""
        process = self.house.process
        assert process is not None
        for _ in range(10_000):
            if not process.alive:
                break
            await asyncio.sleep(5)
        self.house.die("at last")
        await asyncio.sleep(0)
        await self.house.wait_until_ready()

    async def killed_soon_after_a_press(self) -> None:
        """Kill the bot some steps after somebody presses something, fewer rather than many."""
        process = self.house.process
        assert process is not None

        def arm() -> None:
            process.dies_at = process.steps + int(self.rng.expovariate(1 / 60)) + 1

        self._at_press = arm
        self.house.deaths["soon after a press"] += 1
        await self._die()

    async def killed_at_a_request(self) -> None:
        """Kill the bot when a message of its own was just posted, and it has not heard of that."""
        self._at_request = lambda: self.house.die("at a post")
        await self._die()

    async def killed_before_a_commit(self) -> None:
        """Kill the bot with a transaction open."""
        self.house.die_at_commit("before commit")
        await self._die()

    async def killed_after_a_commit(self) -> None:
        """Kill the bot when something is stored, and nobody has heard of that."""
        self.house.die_at_commit("after commit")
        await self._die()

    async def killed_at_any_time(self) -> None:
        """Kill the bot at any time, mostly when nothing happens."""
        self.house.die("at any time")
        await self._die()

    # -- Discord -----------------------------------------------------------------------------------------------------

    async def _for_a_while(self, least: float, most: float) -> None:
        await asyncio.sleep(self.rng.uniform(least, most))
        self.clear()

    async def hurried(self) -> None:
        """Answer with 429, now and then a global one."""
        share = self.rng.random() < 0.3
        add = self.house.sandbox.faults.add
        seconds = self.rng.uniform(0.5, 20)
        add("status", status=429, seconds=seconds, share=share, probability=0.4, times=None)
        await self._for_a_while(10 * MINUTE, 60 * MINUTE)

    async def broken_server(self) -> None:
        """Answer with 500 and 502, before or after the request was done."""
        for after in (False, True):
            status = self.rng.choice((500, 502, 503))
            self.house.sandbox.faults.add("status", status=status, after=after, probability=0.25, times=None)
        await self._for_a_while(10 * MINUTE, 90 * MINUTE)

    async def lost_requests(self) -> None:
        """Break connections before anything was done."""
        self.house.sandbox.faults.add("drop", probability=0.3, times=None)
        await self._for_a_while(10 * MINUTE, 60 * MINUTE)

    async def lost_answers(self) -> None:
        """Break connections after something was done."""
        self.house.sandbox.faults.add("drop", after=True, probability=0.3, times=None)
        await self._for_a_while(10 * MINUTE, 60 * MINUTE)

    async def slow_discord(self) -> None:
        """Answer after seconds."""
        seconds = self.rng.uniform(0.5, 4)
        self.house.sandbox.faults.add("latency", seconds=seconds, after=True, probability=0.5, times=None)
        await self._for_a_while(10 * MINUTE, 60 * MINUTE)

    async def lost_gateway(self) -> None:
        """End the gateway's connection in one of Discord's ways, several times."""
        for _ in range(self.rng.randint(1, 4)):
            await self.house.sandbox.gateway.drop(self.rng.choice(("close", "reconnect", "abort")))
            await asyncio.sleep(self.rng.uniform(1, 10 * MINUTE))

    async def invalid_session(self) -> None:
        """Let the gateway forget the session: what happened meanwhile is not told again."""
        await self.house.sandbox.gateway.drop("invalid", resumable=False)
        await asyncio.sleep(self.rng.uniform(1, 10 * MINUTE))

    async def cut_off(self) -> None:
        """Leave no way to Discord for minutes: what happened meanwhile comes late, or not at all."""
        self.house.network.down = True
        await self.house.sandbox.gateway.drop("abort", resumable=self.rng.random() < 0.7)
        await self._for_a_while(MINUTE, 30 * MINUTE)

    async def late_interactions(self) -> None:
        """Let presses arrive seconds later."""
        for seconds in (0.8, 2.5, 4.0):
            self.house.sandbox.faults.add("delay", seconds=seconds, probability=0.3, times=None)
        await self._for_a_while(20 * MINUTE, 120 * MINUTE)

    async def doubled_interactions(self) -> None:
        """Let presses arrive twice."""
        for seconds in (0.0, 0.3, 2.0):
            self.house.sandbox.faults.add("twice", seconds=seconds, probability=0.4, times=None)
        await self._for_a_while(20 * MINUTE, 120 * MINUTE)

    # -- the disk ----------------------------------------------------------------------------------------------------

    async def locked_database(self) -> None:
        """Let another program have the database to itself."""
        self.house.disk.lock(str(self.house.database))
        await self._for_a_while(2, 3 * MINUTE)

    async def full_disk(self) -> None:
        """Let the database not grow."""
        self.house.disk.full = True
        await self._for_a_while(MINUTE, 40 * MINUTE)

    async def slow_disk(self) -> None:
        """Let a commit take a second or two."""
        self.house.disk.slow = self.rng.uniform(0.4, 2.2)
        await self._for_a_while(10 * MINUTE, 60 * MINUTE)

    async def failing_commits(self) -> None:
        """Let commits fail that are not stored."""
        self.house.break_commits("before commit", self.rng.randint(1, 5))
        await self._for_a_while(20 * MINUTE, 120 * MINUTE)

    async def doubtful_commits(self) -> None:
        """Let commits be stored and answered with an error."""
        self.house.break_commits("after commit", self.rng.randint(1, 5))
        await self._for_a_while(20 * MINUTE, 120 * MINUTE)
