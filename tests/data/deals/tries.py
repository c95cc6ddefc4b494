"""Tries at the hand of the day in the database."""

from __future__ import annotations

from data.deals.records import GRACE_MS, Deal, DealPlan, NewTry, deal_of_day
from data.store import Store
from data.tables.events import EventKind
from data.tables.records import LESSONS_GUILD_ID, Append, NewEvent, NewWork, TableStatus
from data.tables.work import WorkKind
from tests.data.makers import GUILD, make_draft, make_move, make_seat

DAY = 20_785
GAME = "voren"
PLAN = DealPlan({"hands": 3}, seats=4, seat=0, dealer=1)


async def open_deal(store: Store, day: int = DAY, game: str = GAME, secret: bytes = bytes(32)) -> Deal:
    """Open the hand of a day unless it is open; return it."""
    return await store.deals.open(deal_of_day(day, game, PLAN, secret))


async def begin_try(store: Store, user: int, *, day: int = DAY, guild: int | None = GUILD, game: str = GAME) -> int:
    """Begin a try; return its table."""
    attempt = NewTry((await open_deal(store, day, game)).id, user, guild, f"mark of {user}")
    new_table = make_draft(guild=LESSONS_GUILD_ID, channel=LESSONS_GUILD_ID, host=user)
    return (await store.tables.create(new_table, [make_move()], (), [make_seat(0, user)], attempt=attempt)).id


async def end_try(store: Store, table: int, points: int, status: TableStatus = "over") -> None:
    """End the table of a try."""
    record = await store.tables.get(table)
    assert record is not None
    seats = (make_seat(0, record.host, points),)
    await store.tables.append(
        Append(table, record.seq, (NewEvent(EventKind.END),), changes={"status": status}, seats=seats)
    )


async def play_try(store: Store, user: int, points: int, *, day: int = DAY, game: str = GAME) -> int:
    """Play a try to its end; return its table."""
    table = await begin_try(store, user, day=day, game=game)
    await end_try(store, table, points)
    return table


async def play_deal(store: Store, deal: Deal, user: int, points: int | None = None) -> int:
    """Begin a try at a deal, and finish it with these points if there are any; return its table."""
    attempt = NewTry(deal.id, user, GUILD, f"mark of {user}")
    new_table = make_draft(guild=LESSONS_GUILD_ID, channel=LESSONS_GUILD_ID, host=user)
    expire = NewWork(WorkKind.EXPIRE, seq=1, due=deal.closes + GRACE_MS)
    table = (await store.tables.create(new_table, [make_move()], [expire], [make_seat(0, user)], attempt=attempt)).id
    if points is not None:
        seats = (make_seat(0, user, points),)
        await store.tables.append(Append(table, 1, (NewEvent(EventKind.END),), changes={"status": "over"}, seats=seats))
    return table
