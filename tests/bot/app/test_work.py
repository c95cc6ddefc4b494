"""Which worker does which kind of work, how much of it at once, and what becomes of what fails for good."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from bot.scheduler.scheduler import Handler
from bot.tables.commands import lobby
from bot.tables.services.tables import Tables
from data.tables.records import Append, NewWork
from data.tables.work import WorkKind, WorkState
from tests.support.house import start_house
from tests.support.people import make_actor
from tests.support.wire_tables import person

FOR_EVER: Final = None
"""It is tried again for ever: a table would stand still without it, or a message stay that has to go."""

KINDS: Final[dict[WorkKind, tuple[str, int, WorkState | None]]] = {
    WorkKind.EXPIRE_CLOCK: ("ClockExpiryWorker.expire", 3, FOR_EVER),
    WorkKind.COMPUTER: ("move", 8, FOR_EVER),
    WorkKind.FIND_BOARD: ("Board.clean_up", 256, FOR_EVER),
    WorkKind.DELETE_BOARD: ("Board.clean_up", 256, FOR_EVER),
    WorkKind.RECORD: ("ResultRecorder.record", 2, FOR_EVER),
    WorkKind.FREE_ERASED_SEAT: ("give_up_erased_seat", 4, FOR_EVER),
    WorkKind.PING: ("TurnPingWorker.handle", 512, FOR_EVER),
    WorkKind.REFRESH: ("Board.bring_up_to_date", 256, WorkState.PARKED),
    WorkKind.CORRECT_TIMES: ("edit_deadlines", 256, WorkState.PARKED),
    WorkKind.REPORT_NOTE: ("AnnouncementWorker.report", 512, WorkState.PARKED),
    WorkKind.CHECK_BOARD: ("BoardUpkeepWorker.check_board", 4, WorkState.PARKED),
    WorkKind.ANNOUNCE: ("AnnouncementWorker.announce", 512, WorkState.FAILED),
    WorkKind.REMIND: ("ReminderWorker.handle", 64, WorkState.FAILED),
    WorkKind.POST_DIGEST: ("DigestWorker.handle", 64, WorkState.PARKED),
    WorkKind.EXPIRE: (WorkKind.EXPIRE, 1, WorkState.FAILED),
    WorkKind.FREE_BANNED_SEAT: ("unseat", 1, WorkState.FAILED),
    WorkKind.REPORT_LOST_CHANNEL: ("HostDmWorker.send", 4, WorkState.FAILED),
    WorkKind.PLAY_ONLY_CARD: ("play", 256, WorkState.FAILED),
    WorkKind.RECORD_PAD: ("ResultRecorder.record_pad", 2, FOR_EVER),
    WorkKind.UPDATE_STANDINGS: ("StandingsWorker.update", 1, FOR_EVER),
    WorkKind.PAD_BOARD: ("PadBoards.update", 10, WorkState.PARKED),
    WorkKind.CONTEST_NOTICE: ("ContestNoticeWorker.notify", 512, WorkState.PARKED),
    WorkKind.CONSENT_REQUEST: ("ConsentRequests.request", 512, WorkState.PARKED),
    WorkKind.NIGHT_BOARD: ("NightBoards.update", 10, WorkState.PARKED),
    WorkKind.CLOSE_DEALS: ("close", 1, FOR_EVER),
    WorkKind.COUNT_TRY: ("count", 1, FOR_EVER),
    WorkKind.CHALLENGE: ("ChallengeWorker.post", 512, WorkState.PARKED),
    WorkKind.MATCH: ("MatchWorker.post", 512, WorkState.PARKED),
    WorkKind.LEAGUE_BOARD: ("LeagueBoards.update", 10, WorkState.PARKED),
    WorkKind.LEAGUE_CALENDAR: ("LeagueCalendar.run", 4, FOR_EVER),
    WorkKind.DAILY_RESULTS: ("DailyResultsWorker.post", 512, WorkState.PARKED),
    WorkKind.CLOSE_WEEK: ("close_week", 1, FOR_EVER),
    WorkKind.CUP_RESULTS: ("CupResultsWorker.post", 512, WorkState.PARKED),
    WorkKind.NIGHT_RESULTS: ("NightResultsWorker.post", 512, WorkState.PARKED),
}


def name_handler(handler: Handler) -> str:
    """Return the name of the function that does the work, for a worker's method with its class."""
    function: Any = handler.func if isinstance(handler, partial) else handler
    worker = getattr(function, "__self__", None)
    return function.__name__ if worker is None else f"{type(worker).__name__}.{function.__name__}"


async def test_kinds_of_work_have_each_its_worker_and_limits() -> None:
    async with start_house() as house:
        kinds = house.services.scheduler._kinds
        assert set(kinds) == set(WorkKind)
        result = {
            name: (name_handler(kind.handler), kind.max_parallel, kind.on_exhausted) for name, kind in kinds.items()
        }
    assert result == KINDS


async def test_pads_and_tables_have_the_same_clock() -> None:
    async with start_house() as house:
        assert house.services.pads.clock is house.services.tables.clock is house.services.clock


async def test_what_sleeps_at_a_table_is_tried_again_when_that_changes_though_nobody_pressed() -> None:
    """A computer player's move, say, or a clock that runs out."""
    async with start_house() as house:
        number = (await house.open("Ada", start=False)).number
        tries: list[int] = []

        async def park(work: Any) -> WorkState:
            tries.append(work.table)
            return WorkState.PARKED

        house.services.scheduler._kinds[WorkKind.DELETE_BOARD].handler = park
        tables: Tables = house.services.tables
        await tables.update_row(
            number, lambda record: Append(number, record.seq, work=(NewWork(WorkKind.DELETE_BOARD, "7", due=1),))
        )
        await house.until(lambda: len(tries) == 1 and not house.services.scheduler._tasks)
        await lobby.add_computer(tables, number, make_actor(person(house, "Ada")))
        await house.until(lambda: len(tries) == 2)
