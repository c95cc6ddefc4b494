"""Which worker does which kind of work, how much of it at once, and what becomes of what fails for good."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from bot.scheduler.scheduler import Handler
from bot.tables.commands import lobby
from bot.tables.services.tables import Tables
from data.records import WORK_KINDS, Append, NewWork, WorkKind, WorkState
from tests.support.house import house
from tests.support.numbers import IDS
from tests.support.wire_tables import person

FOR_EVER: Final = None
"""It is tried again for ever: a table would stand still without it, or a message stay that has to go."""

KINDS: Final[dict[WorkKind, tuple[str, int, WorkState | None]]] = {
    "clock": ("TimeOuts.ring", 3, FOR_EVER),
    "computer": ("Computers.move", 2, FOR_EVER),
    "board": ("Board.settle", 256, FOR_EVER),
    "delete": ("Board.settle", 256, FOR_EVER),
    "record": ("Recorder.record", 2, FOR_EVER),
    "vacate": ("ErasedPlayers.give_up", 4, FOR_EVER),
    "ping": ("Pings.ping", 512, FOR_EVER),
    "refresh": ("Board.bring_up_to_date", 256, "asleep"),
    "times": ("Retold.tell", 256, "asleep"),
    "report": ("Tells.report", 512, "asleep"),
    "wake": ("Wake.wake", 4, "asleep"),
    "tell": ("Tells.tell", 512, "failed"),
    "remind": ("Reminders.remind", 64, "failed"),
    "digest": ("Digests.tell", 64, "asleep"),
    "expire": ("expire", 1, "failed"),
    "unseat": ("unseat", 1, "failed"),
    "backfill": ("fill_rows", 1, "failed"),
    "lost": ("Lost.tell", 4, "failed"),
    "only": ("play", 256, "failed"),
}


def named(handler: Handler) -> str:
    """The function that does the work; of a worker's its class, too."""
    function: Any = handler.func if isinstance(handler, partial) else handler
    return function.__qualname__.rpartition("._")[2]


async def test_kinds_of_work_have_each_its_worker_and_limits() -> None:
    async with house() as here:
        kinds = here.services.scheduler._kinds
        assert set(kinds) == set(WORK_KINDS)
        found = {name: (named(kind.handler), kind.at_once, kind.given_up) for name, kind in kinds.items()}
    assert found == KINDS


async def test_what_sleeps_at_a_table_is_tried_again_when_that_changes_though_nobody_pressed() -> None:
    """A computer player's move, say, or a clock that runs out."""
    async with house() as here:
        number = (await here.open("Ada", start=False)).number
        tries: list[int] = []

        async def closed(work: Any) -> WorkState:
            tries.append(work.table)
            return "asleep"

        here.services.scheduler._kinds["delete"].handler = closed
        tables: Tables = here.services.tables
        await tables.note(number, lambda record: Append(number, record.seq, work=(NewWork("delete", "7", due=1),)))
        await here.until(lambda: len(tries) == 1 and not here.services.scheduler._tasks)
        await lobby.add_computer(tables, number, person(here, "Ada"), next(IDS))
        await here.until(lambda: len(tries) == 2)
