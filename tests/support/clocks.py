"""Tables with a clock over the wire."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Final

from tests.support.house import House, Seated, start_house
from tests.support.messages import Json

HOUR: Final = 3600


DAY: Final = 24 * HOUR


@asynccontextmanager
async def open_clocked_table(
    others: tuple[str, ...] = ("Bela",), *, clock: int = 6 * HOUR, **options: Any
) -> AsyncGenerator[tuple[House, Seated]]:
    """Yield a table of Voren with a clock, whose game has begun."""
    async with start_house(ping_delay=60, ping_quiet=0) as house:
        house.tolerate = lambda request: (
            "Invalid Webhook Token" in str(request.answer)
        )  # hands are not told of the turn
        table = await house.open("Ada", others, clock=clock, **options)
        yield house, table


def user_of(house: House, who: str) -> int:
    return int(house.sandbox.people.user(who)["id"])


async def find_awaited(house: House, table: Seated) -> str:
    who = await house.find_awaited(table)
    assert who is not None
    return who


def clock_messages(house: House, table: Seated, words: str) -> list[Json]:
    """Return the public messages at a table's place with these words."""
    messages = house.sandbox.people.messages("Ada", table.place)
    return [message for message in messages if words in message["content"] and not message["flags"] & 64]


def read_mentions_of(house: House, who: str) -> list[str]:
    """Return the words of every message that has mentioned somebody, in order."""
    user = str(user_of(house, who))
    posts = [
        request
        for request in house.requests
        if request.method == "POST" and "/messages" in request.route and request.status == 200
    ]
    return [
        request.body["content"]
        for request in posts
        if isinstance(request.body, dict)
        and user in map(str, (request.body.get("allowed_mentions") or {}).get("users", ()))
    ]


async def wait_until_settled(house: House) -> None:
    """Wait until nothing that is due by now is left."""

    async def is_left() -> bool:
        rows = await house.store.work.due(house.services.tables.clock(), 10)
        return not rows

    for _ in range(1500):
        if await is_left():
            return
        await asyncio.sleep(0.02)
    raise AssertionError(await house.store.work.due(house.services.tables.clock(), 10))


async def wait_for_mention(house: House, who: str) -> None:
    """Wait until a mention of somebody is saved: just after a mention there is no reminder."""
    await house.until(lambda: len(read_mentions_of(house, who)) == 1)
    await wait_until_settled(house)
