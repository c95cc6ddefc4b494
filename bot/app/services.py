"""The object graph, built in one place.

Objects are built from the bottom floor up and get what they need. Signals are connected at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import discord

from bot.app.guild_presence import ConnectedGuilds, GuildPresence
from bot.app.router import Router
from bot.common.settings import Settings
from bot.leagues.calendar import LeagueCalendar
from bot.pads.pads import Pads
from bot.people.guild_settings import ServerSettingsCache
from bot.people.preferences import PreferencesCache
from bot.privacy.erasure import Erasure
from bot.processes.changes import ChangeListener
from bot.processes.leases import ShardLeases
from bot.scheduler.scheduler import Scheduler
from bot.search.search_processes import SearchProcesses
from bot.standings.recorder import ResultRecorder
from bot.standings.standings_worker import StandingsWorker
from bot.tables.commands.exchange_notes import record_seen
from bot.tables.services.deadlines import Deadlines
from bot.tables.services.hints import Hints
from bot.tables.services.reviews import Reviews
from bot.tables.services.tables import Tables
from bot.tables.services.turn_index import TurnIndex
from bot.tables.services.uptime import Uptime
from bot.tables.workers.retention import Retention
from bot.transport.api.channels import Channels
from bot.transport.api.error_codes import is_permanent
from bot.transport.api.members import Members
from bot.transport.api.rate_limits import RateLimits
from bot.transport.interactions.callback_session import CallbackSession
from bot.transport.interactions.deleted_settings import report_deleted
from bot.transport.interactions.double_taps import DoubleTaps
from bot.transport.interactions.hand_messages import HandMessages
from bot.transport.interactions.late_answers import LateAnswers
from bot.transport.interactions.responder import Responder
from bot.transport.interactions.responses import CONNECTION_ERRORS
from bot.transport.interactions.table_lookup import TableLookup
from bot.transport.messages import deleted_tables
from bot.transport.messages.board import Board
from bot.transport.messages.challenges import ChallengeWorker
from bot.transport.messages.consent_requests import ConsentRequests
from bot.transport.messages.contest_notices import ContestNoticeWorker
from bot.transport.messages.cup_results import CupResultsWorker
from bot.transport.messages.daily_results import DailyResultsWorker
from bot.transport.messages.league_boards import LeagueBoards
from bot.transport.messages.matches import MatchWorker
from bot.transport.messages.night_boards import NightBoards
from bot.transport.messages.night_results import NightResultsWorker
from bot.transport.messages.pad_boards import PadBoards
from bot.transport.messages.posted_message import PostedMessages
from bot.transport.notifications.announcements import AnnouncementWorker
from bot.transport.notifications.board_upkeep import BoardUpkeepWorker
from bot.transport.notifications.deadline_reminders import ReminderWorker
from bot.transport.notifications.digests import DigestWorker
from bot.transport.notifications.notice_texts import NoticeTexts
from bot.transport.notifications.post_once import IdempotentPoster
from bot.transport.notifications.prompt_updates import PromptUpdater
from bot.transport.notifications.turn_pings import TurnPingWorker
from bot.transport.seats import FormerMembers
from bot.ui.game.presenter_registry import Presenters
from bot.ui.pads.presenter import PadPresenter
from bot.ui.table.recap import read_recap
from bot.ui.table.renderer import TableRenderer
from bot.ui.table.scene_renderer import SceneRenderer
from data.engine.shards import Shards
from data.store import Store
from data.tables.records import Work


class Services:
    """The object graph. Cogs, workers and the client's events use it; nothing below bot/app/ knows it.

    `store` is open. `clock` tells the time (ms).
    """

    def __init__(
        self,
        client: discord.Client,
        settings: Settings,
        store: Store,
        rate_limits: RateLimits,
        clock: Callable[[], int],
    ) -> None:
        self.client = client
        self.settings = settings
        self.store = store
        self.rate_limits = rate_limits
        self.clock = clock

        # people, servers, clocks
        self.people = PreferencesCache(store)
        self.guild_settings = ServerSettingsCache(store)
        self.uptime = Uptime(store, clock)
        self.leases = ShardLeases(store, settings.shards)
        self.deadlines = Deadlines(self.people, self.guild_settings, self.uptime, clock)
        self.guilds = ConnectedGuilds(client, self.uptime, self.guild_settings, clock, settings.shards)

        # tables and pads
        turn_index = TurnIndex()
        self.tables = Tables(
            store,
            refresh=settings.refresh,
            ping_delay=settings.ping_delay,
            computer_delay=settings.computer_delay,
            max_live=settings.max_live_tables,
            max_open=settings.max_open,
            clock=clock,
            plays_only_card=self.people.plays_only_card,
            elapsed_ms=self.deadlines.elapsed_ms,
            turn_index=turn_index,
            has_left=self.guilds.has_left,
        )
        self.pads = Pads(store, clock)
        self.scheduler = Scheduler(
            store,
            transient_errors=(discord.HTTPException, *CONNECTION_ERRORS),
            is_permanent=is_permanent,
            wait_committed=partial(wait_committed, self.tables, self.pads),
            wait_for_shards=partial(runnable_shards, self.guilds, self.leases),
            is_ours=self.leases.is_ours,
            is_leader=lambda: self.leases.is_leader,
            is_guild_absent=self.guilds.is_absent,
            clock=clock,
        )
        self.changes = ChangeListener(
            store, settings.shards, self.tables, self.pads, self.people, self.guild_settings, self.scheduler
        )
        self.recorder = ResultRecorder(self.tables, self.pads)
        self.standings = StandingsWorker(store, clock)
        self.search = SearchProcesses(settings.searches)
        self.hints = Hints(self.search, store)
        self.reviews = Reviews(store, self.search.compare)

        # what people read
        self.presenters = Presenters()
        self.pad_presenters = dict[str, PadPresenter]()
        """The presenters of score pads, by game. Cogs add theirs when they are loaded."""
        self.renderer = TableRenderer(
            SceneRenderer(self.people.of, settings.pictures),
            confided_notes=store.tables.confidences,
            seat_changes=store.tables.seat_changes,
            recap=partial(read_recap, store),
            other_tables=turn_index.other_tables,
            clocks=self.deadlines,
            hint=self.hints.of,
            presenters=self.presenters,
        )

        # Discord
        self.members = Members(client, clock)
        self.channels = Channels(client, clock)
        self.guild_presence = GuildPresence(
            self.guilds, self.guild_settings, store, self.scheduler, self.channels, clock
        )
        self.former_members = FormerMembers(self.tables, self.members)
        self.hand_messages = HandMessages(
            self.renderer.render_hand, self.tables.find, partial(record_seen, self.tables), rate_limits
        )
        self.board = Board(
            self.tables, self.renderer, self.channels, self.scheduler, rate_limits, settings.threads, clock
        )
        self.board_upkeep = BoardUpkeepWorker(self.tables, self.channels, self.board, self.former_members, clock)
        self.pad_boards = PadBoards(self.channels, rate_limits, self.scheduler, self.pads, self.pad_presenters)
        self.night_boards = NightBoards(self.channels, rate_limits, self.scheduler, self.tables, self.pads)
        posted_messages = PostedMessages(store, self.channels, rate_limits)
        self.contest_notices = ContestNoticeWorker(posted_messages, self.pads, self.guild_settings, self.people)
        self.consent_requests = ConsentRequests(
            posted_messages, self.pads, self.guild_settings, self.people, self.members, self.channels
        )
        self.night_results = NightResultsWorker(self.night_boards, self.tables, posted_messages)
        self.challenges = ChallengeWorker(self.tables, self.presenters, posted_messages)
        self.matches = MatchWorker(self.tables, self.presenters, posted_messages)
        self.league_boards = LeagueBoards(self.channels, rate_limits, self.scheduler, self.tables)
        post_league = self.league_boards.post_below_tables
        self.league_calendar = LeagueCalendar(
            self.tables, self.guild_settings, self.board.post_in_thread, post_league, clock
        )
        self.daily_results = DailyResultsWorker(self.tables, self.guild_settings, posted_messages, clock)
        self.cup_results = CupResultsWorker(store, self.guild_settings, posted_messages, self.guilds.name_of, clock)
        self.posts = IdempotentPoster(store, self.channels, self.guild_settings, rate_limits)
        quiet_ms = int(settings.ping_quiet * 1000)
        notice_texts = NoticeTexts(store, self.renderer, quiet_ms, clock)
        personal = self.tables, self.channels, self.people, self.deadlines, self.former_members, self.posts
        self.digests = DigestWorker(*personal, notice_texts)
        self.turn_pings = TurnPingWorker(
            *personal, self.digests, self.members, self.board, self.renderer, rate_limits, quiet_ms
        )
        self.reminders = ReminderWorker(*personal, self.digests)
        prompt_updates = PromptUpdater(store, self.renderer, self.channels, rate_limits, clock)
        self.announcements = AnnouncementWorker(
            self.tables, self.channels, self.board, self.people, self.guild_settings, self.former_members,
            notice_texts, prompt_updates, self.digests, self.posts, clock,
        )  # fmt: skip
        self.retention = Retention(
            self.tables,
            self.pads,
            partial(deleted_tables.take_away, self.tables, self.channels),
            self.pad_boards.take_away,
            self.night_boards.take_away,
            self.leases.wait_leader,
        )

        # interactions
        tell_of_deleted_channels = partial(report_deleted, self.guild_settings)
        self.responder = Responder(
            CallbackSession(client),
            tell_of_deleted_channels,
            self.consent_requests.ask_pending,
            support_url=settings.support_url,
        )
        self.late_answers = LateAnswers(settings.support_url)
        self.lookup = TableLookup(self.tables, self.guild_settings, self.channels, self.board)
        self.router = Router(self.responder, self.lookup, DoubleTaps(settings.double_tap), self.hand_messages)
        self.erasure = Erasure(self.tables, self.pads, self.people, self.recorder, self.scheduler, self.responder)
        self._connect_signals()

    def _connect_signals(self) -> None:
        """Connect signals with their listeners."""
        self.tables.on_work_due.connect(self.scheduler.notify_due)
        if self.settings.refresh:
            self.tables.on_change.connect(self.board.wake_work)
            self.tables.on_change.connect(self.hand_messages.refresh_table)
        self.pads.changed.connect(lambda _: self.scheduler.notify_due_now())
        self.leases.gained.connect(lambda _: self.scheduler.reload())
        self.uptime.on_work_due.connect(self.scheduler.notify_due)
        self.people.opted_out.connect(lambda _: self.scheduler.notify_due_now())
        self.recorder.standings_due.connect(self.scheduler.notify_due)


async def runnable_shards(guilds: ConnectedGuilds, leases: ShardLeases) -> Shards:
    """Wait until some shards are connected. Returns the shards among them whose work this process runs."""
    return leases.held_among(await guilds.wait_for_shards())


async def wait_committed(tables: Tables, pads: Pads, work: Work) -> None:
    """Wait until memory has the commit of a work item."""
    if work.table_id is not None:
        await tables.wait_committed(work.table_id, work.seq)
    elif work.pad_id is not None:
        await pads.wait_committed(work.pad_id)
