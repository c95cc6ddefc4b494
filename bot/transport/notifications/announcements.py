"""Announcements of acts and votes at a table, and reports of notes.

Nobody is mentioned in their quiet hours or while away: a digest follows.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import discord

from bot.people.guild_settings import ServerSettingsCache
from bot.people.preferences import PreferencesCache
from bot.tables.model.follow_up_work import CLOSED_QUESTIONS_KEY, NO_MENTIONS_SETTING
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from bot.transport.api.channels import Channels
from bot.transport.api.error_codes import describe_error
from bot.transport.interactions.responses import CONNECTION_ERRORS
from bot.transport.messages.board import Board
from bot.transport.notifications.digests import DigestWorker
from bot.transport.notifications.notice_texts import NoticeKey, NoticeTexts
from bot.transport.notifications.post_once import IdempotentPoster, mentions_of, nonce_of
from bot.transport.notifications.prompt_updates import PromptUpdater
from bot.transport.seats import FormerMembers
from bot.ui.kit.components import classic_view
from bot.ui.kit.notice import Notice
from bot.ui.table import notes_page
from bot.ui.table.mentions import message_place
from data.tables.events import AgreePayload, EventKind, OptionsPayload
from data.tables.records import EventRecord, Work
from data.tables.work import AnnouncementPayload, ReportPayload, WorkKind, WorkState

log = logging.getLogger(__name__)

REPEAT_WINDOW_MS: Final = 10 * 60 * 1000
"""Milliseconds within which the outcome of a vote mentions nobody whom its prompt mentioned.

The same kind of change mentions nobody twice within them.
"""

VOTE_EVENTS: Final[frozenset[EventKind]] = frozenset(
    {EventKind.AGREE, EventKind.ASK, EventKind.OFFER, EventKind.PAUSE, EventKind.RELEASE}
)
"""The events of votes and their outcomes, which may be announced again and again."""

LOBBY_CHANGES: Final[frozenset[EventKind]] = frozenset({EventKind.OPTIONS, EventKind.HOST})
"""The events by which a host changes a table for the others, again and again while they try things out."""


@dataclass(slots=True, eq=False, repr=False)
class AnnouncementWorker:
    """Handles announcements and reports."""

    tables: Tables
    channels: Channels
    board: Board
    people: PreferencesCache
    servers: ServerSettingsCache
    former_members: FormerMembers
    texts: NoticeTexts
    prompt_updater: PromptUpdater
    digests: DigestWorker
    poster: IdempotentPoster
    clock: Callable[[], int]

    async def report(self, work: Work) -> WorkState | None:
        """Post a reported note in the guild's channel for reports. Raises as `announce`."""
        table = await self.tables.find(work.table)
        where = (await self.servers.of(work.guild)).report_channel
        if where is None or self.channels.is_breaker_open(where) or self.channels.is_open_to_all(where):
            return WorkState.PARKED
        if work.channel != where:  # it was to go elsewhere before: it is not looked for there
            work = replace(work, channel=None)
        (note,) = await self.tables.store.tables.log(table.id, work.read(ReportPayload)["note"] - 1, 1)
        (report,) = await self.tables.store.tables.log(table.id, work.seq - 1, 1)
        text = notes_page.note_report(table, note, report)
        if await self.poster.is_posted(
            work, nonce_of([work]), partial(_begins, notes_page.report_head(table, report.seq))
        ):
            return None
        return await self.poster.begin_and_post(work, where, mentions_of(()), text, None)

    async def deliver_report(self, table_id: int, seq: int) -> bool:
        """Deliver the report of event `seq` now. Returns whether it is posted; else it stays due. Raises StoreError."""
        for row in await self.tables.store.work.of_table(table_id, WorkKind.REPORT_NOTE, (WorkState.DUE,)):
            if row.seq == seq:
                try:
                    await self.report(row)
                except (discord.HTTPException, *CONNECTION_ERRORS) as error:
                    log.info("table %s: report %s is not delivered yet (%s)", table_id, seq, describe_error(error))
        return any(
            row.seq == seq and row.state == WorkState.DONE
            for row in await self.tables.store.work.of_table(table_id, WorkKind.REPORT_NOTE)
        )

    async def announce(self, work: Work) -> WorkState | None:
        """Announce an act or the end of a game to a table. Raises discord.HTTPException and the like."""
        table = await self.tables.find(work.table)
        payload = work.read(AnnouncementPayload)
        if "answered" in payload:
            state = await self.prompt_updater.update_invitation(table, payload["answered"])
            await self.digests.refresh(table.id)
            return state
        if work.key == CLOSED_QUESTIONS_KEY:
            await self.prompt_updater.update_questions(table)
            await self.digests.refresh(table.id)
            return WorkState.DONE
        table = await self.tables.wait_for_posting(table.id)
        where = payload.get("at") or message_place(table)
        if self.channels.is_breaker_open(where):
            return WorkState.PARKED
        notice = await self.texts.immediate_notice(table, NoticeKey.of(work), payload)
        if notice is None:
            return WorkState.CANCELLED
        users = await self._users_to_mention(table, work, notice)
        below = classic_view(*notice.buttons) if notice.buttons else None
        if not await self.poster.is_posted(work, nonce_of([work]), partial(_begins, notice.head)):
            earlier = None if users else await self._find_same_change(work, where, notice)
            if earlier is None or not await self.prompt_updater.edit(earlier, content=notice.text, view=below):
                await self.poster.begin_and_post(work, where, mentions_of(users, notice.role), notice.text, below)
            elif earlier.message is not None:
                await self.tables.store.work.mark(earlier.id, WorkState.CANCELLED)  # its question is no longer there
                await self.poster.record_posted(work, where, earlier.message)
        if table.record.status == "playing":  # somebody may have left, or sat down
            await self.board.name_thread(table)
        return None

    async def _users_to_mention(self, table: TableState, work: Work, notice: Notice) -> list[int]:
        """Return the users whom a notice mentions now. Enqueue a digest for each user in their quiet hours."""
        record, now = table.record, self.clock()
        former_members = [user for user in notice.named_users if await self._has_left(table, user)]
        is_repeated = await self._is_repeated(work)
        moved_users = await self._users_moved_before(work)
        users = list[int]()
        is_paused = record.status == "playing" and record.settings.get("paused") is not None
        for user in notice.mentioned_users(silent=is_paused or record.settings.get("mention") == NO_MENTIONS_SETTING):
            if user in former_members or await self.people.is_muted(record.id, user):
                continue
            until = await self.people.quiet_until(user, now)
            if until is not None:
                await self.digests.enqueue(record.id, user, until, NoticeKey.of(work))
            elif (
                not is_repeated
                and user not in moved_users
                and not await self.digests.includes(record.id, user, NoticeKey.of(work))
            ):
                users.append(user)
        return users

    async def _has_left(self, table: TableState, user: int) -> bool:
        """Whether a player has left the guild; their seat is given up then."""
        if table.record.status != "playing" or table.seat_of(user) is None:
            return False
        return await self.former_members.give_up_seat_of(table, user)

    async def post(self, work: Work, where: int, notice: Notice) -> WorkState | None:
        """Post a notice that mentions nobody in a channel, once. Raises as `announce`."""
        if await self.poster.is_posted(work, nonce_of([work]), partial(_begins, notice.head)):
            return None
        below = classic_view(*notice.buttons) if notice.buttons else None
        return await self.poster.begin_and_post(work, where, mentions_of(()), notice.text, below)

    async def _is_repeated(self, work: Work) -> bool:
        """Whether the same vote, its prompt, or the same kind of change was announced within REPEAT_WINDOW_MS."""
        if not work.key.isdecimal():
            return False
        (event, *_) = await self.tables.store.tables.game_events(work.table, work.seq - 1, work.seq)
        kinds = LOBBY_CHANGES if event.kind in LOBBY_CHANGES else VOTE_EVENTS
        if event.kind not in kinds:
            return False
        return any(
            _is_answer(earlier, event) or _is_same_question(earlier, event) or _is_same_change(earlier, event)
            for _, earlier in await self._earlier_announcements(work, event, kinds)
        )

    async def _earlier_announcements(
        self, work: Work, event: EventRecord, kinds: Collection[EventKind]
    ) -> list[tuple[Work, EventRecord]]:
        """Return the announcements within REPEAT_WINDOW_MS before `event`, each with its first event of `kinds`."""
        since = event.at - REPEAT_WINDOW_MS + 1
        return [
            (row, earlier)
            for row, earlier in await self.tables.store.notices.of(work.table, kinds, since=since)
            if row.message is not None and row.key.isdecimal() and row.seq < work.seq
        ]

    async def _find_same_change(self, work: Work, where: int, notice: Notice) -> Work | None:
        """Return the newest announcement of the same kind of change in a channel, None if there is none.

        A change of seats needs one that everybody whom the notice calls knows.
        """
        if not work.key.isdecimal():
            return None
        (event, *_) = await self.tables.store.tables.game_events(work.table, work.seq - 1, work.seq)
        if event.kind not in LOBBY_CHANGES | {EventKind.SWAP}:
            return None
        is_known = event.kind == EventKind.SWAP and await self._users_moved_before(work) >= {*notice.named_users}
        announcements = await self._earlier_announcements(work, event, {event.kind})
        rows = [
            row
            for row, earlier in announcements
            if row.channel == where and (is_known or _is_same_change(earlier, event))
        ]
        return rows[-1] if rows else None

    async def _users_moved_before(self, work: Work) -> set[int]:
        """Return the users of a change of seats who moved in an earlier one within REPEAT_WINDOW_MS."""
        if not work.key.isdecimal():
            return set()
        (event, *_) = await self.tables.store.tables.game_events(work.table, work.seq - 1, work.seq)
        if event.kind != EventKind.SWAP:
            return set()
        users = set[int]()
        for row, _ in await self._earlier_announcements(work, event, {EventKind.SWAP}):
            events = row.read(AnnouncementPayload).get("events", 1)
            # The first is its author's.
            moves = await self.tables.store.tables.game_events(work.table, row.seq, row.seq - 1 + events)
            users |= {move.user for move in moves if move.user is not None}
        return users


def _is_answer(request: EventRecord, event: EventRecord) -> bool:
    """Whether an event is the outcome of a vote about a seat."""
    if event.kind == EventKind.OFFER and "agreed" in event.public:
        about = "offer"
    elif event.kind == EventKind.RELEASE and "moderator" not in event.public:
        about = "decision"
    else:
        return False
    return (
        request.kind == EventKind.AGREE
        and about in request.public
        and request.read(AgreePayload).get("seat") == event.seat
    )


def _is_same_question(request: EventRecord, event: EventRecord) -> bool:
    """Whether two events ask the same question."""
    if event.kind not in {EventKind.AGREE, EventKind.PAUSE, EventKind.ASK} or request.kind != event.kind:
        return False
    same = all(request.public.get(name) == event.public.get(name) for name in ("seat", "decision", "pauses", "again"))
    return same and (event.kind != EventKind.ASK or (request.seat, request.user) == (event.seat, event.user))


def _is_same_change(before: EventRecord, event: EventRecord) -> bool:
    """Whether two events change the same options or settings, or make the same person host."""
    if before.kind != event.kind or event.kind not in LOBBY_CHANGES:
        return False
    if event.kind == EventKind.HOST:
        return before.user == event.user
    return _changed(before) == _changed(event)


def _changed(event: EventRecord) -> set[str]:
    """Return what a host changed: the names of the settings, and "options" for any option."""
    changes = event.read(OptionsPayload)
    return {*changes.get("settings", {}), *(("options",) if "options" in changes else ())}


def _begins(head: str, _: Work, content: str) -> bool:
    """Whether a message begins with the head of a row's notice. Each row has its own head."""
    return content.startswith(head)
