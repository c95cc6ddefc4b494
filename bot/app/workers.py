"""The workers: the handler of each kind of work item, and its maximum of parallel runs."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from bot.app.services import Services
from bot.leagues.calendar import MAX_PARALLEL_SEASONS
from bot.scheduler.scheduler import Handler
from bot.standings import cup, standings_worker
from bot.standings.recorder import MAX_PARALLEL_RECORDINGS
from bot.tables.commands import lobby, moderation, tries
from bot.tables.workers import computer_moves, forced_card
from bot.tables.workers.clock_expiry import MAX_PARALLEL_EXPIRIES, ClockExpiryWorker
from bot.tables.workers.erased_players import MAX_PARALLEL_ERASURES
from bot.transport.messages.board import MAX_PARALLEL_BOARDS
from bot.transport.messages.tracked_message import MAX_PARALLEL_UPDATES
from bot.transport.notifications.board_upkeep import MAX_PARALLEL_UPKEEP
from bot.transport.notifications.deadline_edits import edit_deadlines
from bot.transport.notifications.deadline_reminders import MAX_PARALLEL_REMINDERS
from bot.transport.notifications.digests import MAX_PARALLEL_DIGESTS
from bot.transport.notifications.host_dms import MAX_PARALLEL_HOST_DMS, HostDmWorker
from bot.transport.notifications.post_once import MAX_PARALLEL_POSTS
from bot.transport.seats import give_up_erased_seat
from data.tables.work import WorkKind, WorkState


class Worker(NamedTuple):
    """The handler of a kind of work item, and how many run at a time.

    After the last retry an item becomes `on_exhausted`; with None it is retried for ever.
    """

    kind: WorkKind
    handler: Handler
    max_parallel: int
    on_exhausted: WorkState | None = WorkState.FAILED


def build_workers(services: Services) -> tuple[Worker, ...]:
    """Build the workers, one a kind."""
    tables, board = services.tables, services.board
    announcements, responder, scheduler = services.announcements, services.responder, services.scheduler
    turn_pings, digests, reminders = services.turn_pings, services.digests, services.reminders
    correct_times = partial(edit_deadlines, tables, board, (turn_pings, digests, reminders))
    host_dms = HostDmWorker(
        services.client, tables, services.channels, board, announcements, services.members, services.people,
        clock=services.clock,
    )  # fmt: skip
    clocks = ClockExpiryWorker(tables, services.deadlines, services.former_members.give_up_seat, responder.is_busy)

    def people_or_clocks_wait() -> bool:
        """Whether computer moves yield: to interactions that wait, and to clocks that have run out."""
        return responder.is_busy() or scheduler.is_handling(WorkKind.EXPIRE_CLOCK)

    make_move = partial(computer_moves.move, tables, services.search, people_or_clocks_wait)
    return (
        Worker(WorkKind.PING, turn_pings.handle, MAX_PARALLEL_POSTS, None),
        Worker(WorkKind.ANNOUNCE, announcements.announce, MAX_PARALLEL_POSTS),
        Worker(WorkKind.REPORT_NOTE, announcements.report, MAX_PARALLEL_POSTS, WorkState.PARKED),
        Worker(WorkKind.CORRECT_TIMES, correct_times, MAX_PARALLEL_BOARDS, WorkState.PARKED),
        Worker(WorkKind.REFRESH, board.bring_up_to_date, MAX_PARALLEL_BOARDS, WorkState.PARKED),
        Worker(WorkKind.FIND_BOARD, board.clean_up, MAX_PARALLEL_BOARDS, None),
        Worker(WorkKind.DELETE_BOARD, board.clean_up, MAX_PARALLEL_BOARDS, None),
        Worker(WorkKind.COMPUTER, make_move, computer_moves.MAX_PARALLEL_MOVES, None),
        Worker(WorkKind.EXPIRE_CLOCK, clocks.expire, MAX_PARALLEL_EXPIRIES, None),
        Worker(WorkKind.REMIND, reminders.handle, MAX_PARALLEL_REMINDERS),
        Worker(WorkKind.POST_DIGEST, digests.handle, MAX_PARALLEL_DIGESTS, WorkState.PARKED),
        Worker(WorkKind.EXPIRE, partial(lobby.expire, tables), 1),
        Worker(WorkKind.RECORD, services.recorder.record, MAX_PARALLEL_RECORDINGS, None),
        Worker(WorkKind.RECORD_PAD, services.recorder.record_pad, MAX_PARALLEL_RECORDINGS, None),
        Worker(WorkKind.UPDATE_STANDINGS, services.standings.update, standings_worker.MAX_PARALLEL_UPDATES, None),
        Worker(WorkKind.FREE_BANNED_SEAT, partial(moderation.unseat, tables), 1),
        Worker(WorkKind.FREE_ERASED_SEAT, partial(give_up_erased_seat, tables, board), MAX_PARALLEL_ERASURES, None),
        Worker(WorkKind.CHECK_BOARD, services.board_upkeep.check_board, MAX_PARALLEL_UPKEEP, WorkState.PARKED),
        Worker(WorkKind.REPORT_LOST_CHANNEL, host_dms.send, MAX_PARALLEL_HOST_DMS),
        Worker(WorkKind.PAD_BOARD, services.pad_boards.update, MAX_PARALLEL_UPDATES, WorkState.PARKED),
        Worker(WorkKind.CONTEST_NOTICE, services.contest_notices.notify, MAX_PARALLEL_POSTS, WorkState.PARKED),
        Worker(WorkKind.CONSENT_REQUEST, services.consent_requests.request, MAX_PARALLEL_POSTS, WorkState.PARKED),
        Worker(WorkKind.NIGHT_BOARD, services.night_boards.update, MAX_PARALLEL_UPDATES, WorkState.PARKED),
        Worker(WorkKind.LEAGUE_BOARD, services.league_boards.update, MAX_PARALLEL_UPDATES, WorkState.PARKED),
        Worker(WorkKind.LEAGUE_CALENDAR, services.league_calendar.run, MAX_PARALLEL_SEASONS, None),
        Worker(WorkKind.CLOSE_DEALS, partial(tries.close, tables), 1, None),
        Worker(WorkKind.COUNT_TRY, partial(tries.count, tables), 1, None),
        Worker(WorkKind.CHALLENGE, services.challenges.post, MAX_PARALLEL_POSTS, WorkState.PARKED),
        Worker(WorkKind.MATCH, services.matches.post, MAX_PARALLEL_POSTS, WorkState.PARKED),
        Worker(WorkKind.DAILY_RESULTS, services.daily_results.post, MAX_PARALLEL_POSTS, WorkState.PARKED),
        Worker(WorkKind.CLOSE_WEEK, partial(cup.close_week, tables), 1, None),
        Worker(WorkKind.CUP_RESULTS, services.cup_results.post, MAX_PARALLEL_POSTS, WorkState.PARKED),
        Worker(WorkKind.NIGHT_RESULTS, services.night_results.post, MAX_PARALLEL_POSTS, WorkState.PARKED),
        Worker(WorkKind.PLAY_ONLY_CARD, partial(forced_card.play, tables, services.people), MAX_PARALLEL_BOARDS),
    )
