"""The object graph, built in one place.

Objects are built from the bottom floor up and get what they need. Signals are connected at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import discord

from bot.app.guild_presence import ConnectedGuilds, GuildPresence
from bot.app.router import Router
from bot.common.settings import Settings
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
from bot.tables.commands.exchange_notes import has_seen
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
from bot.transport.messages.consent_requests import ConsentRequests
from bot.transport.messages.contest_notices import ContestNoticeWorker
from bot.transport.messages.daily_results import DailyResultsWorker
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
from data.engine.shards import Shards
from data.store import Store
from data.tables.records import Work


@dataclass(frozen=True, slots=True)
class Services:
    """The object graph. Cogs, workers and the client's events use it; nothing below bot/app/ knows it."""

    client: discord.Client
    settings: Settings
    store: Store
    clock: Callable[[], int]
    people: PreferencesCache
    guild_settings: ServerSettingsCache
    uptime: Uptime
    deadlines: Deadlines
    tables: Tables
    pads: Pads
    presenters: Presenters
    pad_presenters: dict[str, PadPresenter]
    """The presenters of score pads, by game. Cogs add theirs when they are loaded."""
    renderer: TableRenderer
    scheduler: Scheduler
    guilds: ConnectedGuilds
    guild_presence: GuildPresence
    leases: ShardLeases
    changes: ChangeListener
    search: SearchProcesses
    hints: Hints
    reviews: Reviews
    rate_limits: RateLimits
    members: Members
    former_members: FormerMembers
    channels: Channels
    hand_messages: HandMessages
    board: Board
    board_upkeep: BoardUpkeepWorker
    pad_boards: PadBoards
    contest_notices: ContestNoticeWorker
    consent_requests: ConsentRequests
    night_boards: NightBoards
    night_results: NightResultsWorker
    daily_results: DailyResultsWorker
    posts: IdempotentPoster
    turn_pings: TurnPingWorker
    digests: DigestWorker
    announcements: AnnouncementWorker
    reminders: ReminderWorker
    standings: StandingsWorker
    recorder: ResultRecorder
    retention: Retention
    responder: Responder
    late_answers: LateAnswers
    lookup: TableLookup
    router: Router
    erasure: Erasure


def build_services(
    client: discord.Client, settings: Settings, store: Store, rate_limits: RateLimits, clock: Callable[[], int]
) -> Services:
    """Build everything on an open store. `clock` tells the time (ms)."""
    # people, servers, clocks
    people, guild_settings, uptime = PreferencesCache(store), ServerSettingsCache(store), Uptime(store, clock)
    leases = ShardLeases(store, settings.shards)
    deadlines = Deadlines(people, guild_settings, uptime, clock)
    guilds = ConnectedGuilds(client, uptime, guild_settings, clock, settings.shards)

    # tables and pads
    turn_index = TurnIndex()
    tables = Tables(
        store,
        refresh=settings.refresh,
        ping_delay=settings.ping_delay,
        computer_delay=settings.computer_delay,
        max_live=settings.max_live_tables,
        max_open=settings.max_open,
        clock=clock,
        plays_only_card=people.plays_only_card,
        ran=deadlines.ran,
        turn_index=turn_index,
        has_left=guilds.has_left,
    )
    pads = Pads(store, clock)
    scheduler = Scheduler(
        store,
        transient_errors=(discord.HTTPException, *CONNECTION_ERRORS),
        is_permanent=is_permanent,
        wait_committed=partial(wait_committed, tables, pads),
        wait_for_shards=partial(runnable_shards, guilds, leases),
        is_ours=leases.is_ours,
        is_leader=lambda: leases.is_leader,
        is_guild_absent=guilds.is_absent,
        clock=clock,
    )
    recorder = ResultRecorder(tables, pads)
    search = SearchProcesses(settings.searches)
    hints = Hints(search, store)

    # what people read
    presenters, pad_presenters = Presenters(), dict[str, PadPresenter]()
    renderer = TableRenderer(
        preferences=people.of,
        confided_notes=store.tables.confidences,
        seat_changes=store.tables.seat_changes,
        recap=partial(read_recap, store),
        other_tables=turn_index.other_tables,
        clocks=deadlines,
        hint=hints.of,
        pictures=settings.pictures,
        presenters=presenters,
    )

    # Discord
    members, channels = Members(client, clock), Channels(client, clock)
    departures = FormerMembers(tables, members)
    hand_messages = HandMessages(renderer.render_hand, tables.find, partial(has_seen, tables), rate_limits)
    board = Board(tables, renderer, channels, scheduler, rate_limits, threads=settings.threads, clock=clock)
    pad_boards = PadBoards(channels, rate_limits, scheduler, pads, pad_presenters)
    posted_messages = PostedMessages(store, channels, rate_limits)
    contest_notices = ContestNoticeWorker(posted_messages, pads, guild_settings, people)
    consent_requests = ConsentRequests(posted_messages, pads, guild_settings, people, members, channels)
    night_boards = NightBoards(channels, rate_limits, scheduler, tables, pads)
    night_results = NightResultsWorker(night_boards, tables, posted_messages)
    posts = IdempotentPoster(store, channels, guild_settings, rate_limits)
    notice_texts = NoticeTexts(store, renderer, int(settings.ping_quiet * 1000), clock)
    digests = DigestWorker(tables, channels, people, deadlines, departures, posts, notice_texts)
    turn_pings = TurnPingWorker(
        tables, channels, people, deadlines, departures, posts, digests, members, board, renderer, rate_limits,
        quiet_ms=int(settings.ping_quiet * 1000),
    )  # fmt: skip
    reminders = ReminderWorker(tables, channels, people, deadlines, departures, posts, digests)
    prompt_updates = PromptUpdater(client, store, renderer, channels, rate_limits, clock)
    announcements = AnnouncementWorker(
        tables, channels, board, people, guild_settings, departures, notice_texts, prompt_updates, digests, posts,
        clock=clock,
    )  # fmt: skip
    tell_of_deleted_channels = partial(report_deleted, guild_settings)
    responder = Responder(CallbackSession(client), tell_of_deleted_channels, consent_requests.ask_pending)
    lookup = TableLookup(tables, guild_settings, channels, board)

    services = Services(
        client=client,
        settings=settings,
        store=store,
        clock=clock,
        people=people,
        guild_settings=guild_settings,
        uptime=uptime,
        deadlines=deadlines,
        tables=tables,
        pads=pads,
        presenters=presenters,
        pad_presenters=pad_presenters,
        renderer=renderer,
        scheduler=scheduler,
        guilds=guilds,
        guild_presence=GuildPresence(guilds, guild_settings, store, scheduler, channels, clock),
        leases=leases,
        changes=ChangeListener(store, settings.shards, tables, pads, people, guild_settings, scheduler),
        search=search,
        hints=hints,
        reviews=Reviews(store, search.compare),
        rate_limits=rate_limits,
        members=members,
        former_members=departures,
        channels=channels,
        hand_messages=hand_messages,
        board=board,
        board_upkeep=BoardUpkeepWorker(tables, channels, board, departures, clock=clock),
        pad_boards=pad_boards,
        contest_notices=contest_notices,
        consent_requests=consent_requests,
        night_boards=night_boards,
        night_results=night_results,
        daily_results=DailyResultsWorker(tables, guild_settings, posted_messages, scheduler, clock),
        posts=posts,
        turn_pings=turn_pings,
        digests=digests,
        announcements=announcements,
        reminders=reminders,
        standings=StandingsWorker(store, clock),
        recorder=recorder,
        retention=Retention(
            tables,
            pads,
            partial(deleted_tables.take_away, tables, channels),
            pad_boards.take_away,
            night_boards.take_away,
            leases.wait_leader,
        ),
        responder=responder,
        late_answers=LateAnswers(),
        lookup=lookup,
        router=Router(responder, lookup, DoubleTaps(settings.double_tap), hand_messages),
        erasure=Erasure(tables, pads, people, recorder, scheduler, responder),
    )
    connect_signals(services)
    return services


async def runnable_shards(guilds: ConnectedGuilds, leases: ShardLeases) -> Shards:
    """Wait until some shards are connected, and return those of them whose work this process runs."""
    return leases.held_among(await guilds.wait_for_shards())


async def wait_committed(tables: Tables, pads: Pads, work: Work) -> None:
    """Wait until what was committed with a work item is known in memory."""
    if work.table_id is not None:
        await tables.wait_committed(work.table_id, work.seq)
    elif work.pad_id is not None:
        await pads.wait_committed(work.pad_id)


def connect_signals(services: Services) -> None:
    """Connect signals with their listeners."""
    tables, pads = services.tables, services.pads
    tables.on_work_due.connect(services.scheduler.notify_due)
    if services.settings.refresh:
        tables.on_change.connect(services.board.wake_work)
        tables.on_change.connect(services.hand_messages.refresh_table)

    pads.changed.connect(lambda _: services.scheduler.notify_due_now())

    services.leases.gained.connect(lambda _: services.scheduler.reload())
    services.uptime.on_work_due.connect(services.scheduler.notify_due)
    services.people.opted_out.connect(lambda _: services.scheduler.notify_due_now())
    services.recorder.owed.connect(services.scheduler.notify_due)
