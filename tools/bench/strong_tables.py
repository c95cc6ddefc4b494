"""What ten tables full of strong computer players cost a person at another one: the time from a press to its answer.

The same bot is measured idle and beside them, the two alternating. The computers take a second for a move, as they do
for people, so every second about ten searches are made.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from statistics import median, quantiles
from time import perf_counter
from typing import Final

from bot.common.errors import Stale
from bot.tables.commands import play
from rules.players import player_of
from tests.support.house import House, Seated, start_house
from tests.support.people import Person, make_actor
from tools.bench.rows import Row

GAMES: Final = ("voren", "mitigati", "conference", "abracadabra", "fivecrowns") * 2
REPEATS: Final = 5
PRESSES: Final = 200
PAUSE_SECONDS: Final = 0.03
"""Seconds between two presses."""
SETTLE_SECONDS: Final = 3.0
"""Seconds for the tables to go on, or come to rest."""


def run() -> list[Row]:
    """Measure; takes about two minutes."""
    return asyncio.run(_measure())


async def _measure() -> list[Row]:
    async with start_house(search_processes=1, computer_delay=1, max_open=1000) as house:
        own_table, going = await house.open("Bela", computers=2), asyncio.Event()
        going.set()
        async with asyncio.TaskGroup() as tables:
            drivers = [tables.create_task(_drive(house, game, going)) for game in GAMES]
            idle, beside = list[float](), list[float]()
            for _ in range(REPEATS):
                for times, plays in ((idle, False), (beside, True)):
                    going.set() if plays else going.clear()
                    await asyncio.sleep(SETTLE_SECONDS)
                    times.append(quantiles(await _presses(house, own_table), n=100)[98] * 1000)
            for driver in drivers:
                driver.cancel()
        replaced = house.services.search.replaced
    ratio = median(value / other for value, other in zip(beside, idle, strict=True))
    return [
        Row(f"p99 of a press beside {len(GAMES)} tables of strong players; idle",
            f"{median(beside):.1f} ms", f"{median(idle):.1f} ms", ratio, "at most 2x"),
        Row("search processes that died or overran", str(replaced), "0", float(replaced), "none"),
    ]  # fmt: skip


async def _drive(house: House, game: str, going: asyncio.Event) -> None:
    """Play games of one kind against strong players, one after the other, whenever they are `going`."""
    while True:
        await going.wait()
        table = await house.open("Ada", start=False, game=game)
        for _ in range(min(3, (await house.live(table)).game.seats[1] - 1)):
            await house.add_computer("Ada", table.lobby, "strong")
        await house.press("Ada", table.lobby, "Start")
        live, services = await house.live(table), house.services
        ada = Person(live.record.host or 0, "Ada")
        while live.record.status == "playing":
            await going.wait()
            seat = live.seat_of(ada.id)
            with suppress(Stale):
                if live.awaits_deal():
                    await play.next_hand(services.tables, live.id, make_actor(ada))
                elif live.state is not None and seat is not None and seat in live.state.awaited:
                    move = player_of(live.game).choose(live.state.view(seat), house.rng)
                    await play.act(services.tables, live.id, move, make_actor(ada))
            await asyncio.sleep(0.1)


async def _presses(house: House, own_table: Seated) -> list[float]:
    """Return the seconds of a person's presses, one after the other: they look at their hand."""
    times: list[float] = []
    board = await house.fresh(own_table)
    for _ in range(PRESSES):
        began = perf_counter()
        outcome = await house.press("Bela", board, "My hand")
        times.append(perf_counter() - began)
        assert outcome["state"] in {"message", "update"}, outcome
        await asyncio.sleep(PAUSE_SECONDS)
    return times
