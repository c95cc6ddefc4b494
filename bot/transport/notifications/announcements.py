"""What those at a table are told of what somebody did, or asked; and reports.

Nobody is mentioned by night or while away: what was told then is told again to them afterwards.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import discord

from bot.people.guild_settings import Servers
from bot.people.preferences import People
from bot.scheduler.scheduler import PutOff
from bot.tables.commands.departed_player import departed
from bot.tables.commands.exchange_notes import REPORT
from bot.tables.commands.lobby import INVITE
from bot.tables.model.clock_terms import PAUSED
from bot.tables.model.redelivery import HERE, REST, SINCE, told_again, told_of
from bot.tables.model.table_state import Live
from bot.tables.services.tables import ANSWERED, MENTION, NEVER, OVER, PASSED, TELL, THREADLESS, Tables
from bot.transport.api.channels import Channels
from bot.transport.api.error_codes import named
from bot.transport.api.members import Members
from bot.transport.interactions.responses import CONNECTION
from bot.transport.messages.board import Board
from bot.transport.notifications.post_once import Once, mentions_of, nonce_of
from bot.transport.notifications.prompt_updates import Answers
from bot.ui.game.presenter_registry import players_of
from bot.ui.kit.components import classic
from bot.ui.kit.notice import Notice
from bot.ui.table import announcements, notes_page
from bot.ui.table.mentions import place_of
from bot.ui.table.renderer import Messages
from data.records import Append, EventKind, EventRecord, NewWork, Work, WorkState, is_gone, now_ms

log = logging.getLogger(__name__)

JUST: Final = 10 * 60 * 1000
"""Milliseconds within which what came of a question mentions nobody whom the question has mentioned."""

IN_THE_MIDST: Final = 30_000
"""Milliseconds after something was told in which whoever presses anything may be in the midst of something else."""

IN_TURN: Final = 1000
"""Milliseconds for which what is told again waits for what was told before it."""

VOTED: Final[frozenset[EventKind]] = frozenset({"agree", "ask", "offer", "pause", "release"})
"""What is asked, and what comes of it, that may be told again and again."""


class Tells:
    """The handlers of what is told and reported."""

    def __init__(
        self,
        tables: Tables,
        messages: Messages,
        channels: Channels,
        board: Board,
        people: People,
        servers: Servers,
        members: Members,
        answers: Answers,
        once: Once,
        *,
        quiet: float = 120,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self._tables = tables
        self._store = tables.store
        self._messages = messages
        self._channels = channels
        self._board = board
        self._people = people
        self._servers = servers
        self._members = members
        self._answers = answers
        self._once = once
        self._quiet = int(quiet * 1000)  # who used the bot at the table so lately (ms) sees what is asked
        self._clock = clock

    async def report(self, work: Work) -> WorkState | None:
        """Bring a note before those who moderate, in the channel that its server has named. Raises as `tell`."""
        live = await self._tables.find(work.table)
        where = (await self._servers.of(work.guild)).report_channel
        if where is None or self._channels.is_barred(where) or self._channels.is_open_to_all(where):
            return "asleep"
        if work.channel != where:  # it was to go elsewhere before: it is not looked for there
            work = replace(work, channel=None)
        (note,) = await self._store.log(live.id, work.payload["note"] - 1, 1)
        (by,) = await self._store.log(live.id, work.seq - 1, 1)
        told = notes_page.reported_as(live, note, by)
        if await self._once.found(work, nonce_of([work]), partial(_begins, notes_page.report_head(live, by.seq))):
            return None
        return await self._once.tell(work, where, mentions_of(()), told, None)

    async def reported(self, table: int, seq: int) -> bool:
        """Deliver the report of event `seq` now, for whoever made it. Returns whether it stands there; if it does not,
        it stays owed. Raises StoreError.
        """
        for row in await self._store.work(table, REPORT, ("due",)):
            if row.seq == seq:
                try:
                    await self.report(row)
                except (discord.HTTPException, *CONNECTION) as error:
                    log.info("table %s: report %s is not delivered yet (%s)", table, seq, named(error))
        return any(row.seq == seq and row.state == "sent" for row in await self._store.work(table, REPORT))

    async def tell(self, work: Work) -> WorkState | None:
        """Tell those at a table what somebody did, or what became of the game. Raises what Discord's refusals raise."""
        live = await self._tables.find(work.table)
        if ANSWERED in work.payload:
            return await self._answers.of_invitation(live, work.payload[ANSWERED])
        if work.key == PASSED:
            await self._answers.of_questions(live)
            return "sent"
        if SINCE in work.payload:
            await self._wait_in_turn(work)
        live = await self._tables.settled(live.id)
        where: int = work.payload.get("at") or place_of(live)
        if self._channels.is_barred(where):
            return "failed"
        notice = await self._notice(live, work)
        if notice is None:
            return "gone"
        rung = await self._rung(live, work, notice)
        if SINCE in work.payload:
            if not rung:
                return "gone"
            notice = notice.later(tuple(rung), soon=work.payload.get(HERE, False))
        below = classic(*notice.buttons) if notice.buttons else None
        if not await self._once.found(work, nonce_of([work]), partial(_begins, notice.head)):
            await self._once.tell(work, where, mentions_of(rung, notice.role), notice.text, below)
        if live.record.status == "playing":  # somebody may have left, or sat down
            await self._board.name_thread(live)
        return None

    async def _rung(self, live: Live, work: Work, notice: Notice) -> list[int]:
        """Whom a notice mentions now. Those who rest are owed it afterwards, whoever is asked and was there just now a
        little later; what is told again is told to those whom it was owed to and who have not used the bot at the table
        since.
        """
        here, now = live.record, self._clock()
        gone = [user for user in notice.called if await self._has_left(live, user)]
        later = await self._later(work)
        owed: list[int] = [] if later is None else later.payload.get(REST, [])  # emptied with its person's data
        waiting: list[int] | None = work.payload.get(REST)
        just = waiting is None and await self._has_just_asked(work)
        rung, rests = list[int](), dict[int, int]()
        paused = here.status == "playing" and here.settings.get(PAUSED) is not None
        for user in notice.rung(silent=paused or here.settings.get(MENTION) == NEVER):
            seen = live.seen.get(user, 0)
            if user in gone or user in owed or await self._people.is_muted(here.id, user):
                continue
            if waiting is not None and (user not in waiting or seen > work.payload[SINCE] + IN_THE_MIDST):
                continue
            until = await self._people.rests(user, now)
            if until is None and user in notice.asked and now - self._quiet < seen <= now:
                until = seen + self._quiet  # they see it, or have just gone
            if until is not None:
                rests[user] = until
            elif not just:
                rung.append(user)
        if rests:
            still = owed if later is not None and later.state == "due" else []
            await self._owe_later(live, work, [*still, *rests], min(rests.values()))
        return rung

    async def _wait_in_turn(self, work: Work) -> None:
        """What was told in one night is told again in that order. Raises PutOff where something else is first."""
        now = self._clock()
        for row in await self._store.work(work.table, TELL, ("due",)):
            if SINCE in row.payload and row.due <= now and row.seq < work.seq:
                raise PutOff(now + IN_TURN)

    async def _has_left(self, live: Live, user: int) -> bool:
        """Whether somebody who plays at a table is no longer in its server; their seat is given up then."""
        if live.record.status != "playing" or live.seat_of(user) is None:
            return False
        if await self._members.is_member(live.record.guild, user):
            return False
        await departed(self._tables, live.id, user)
        return True

    async def _later(self, work: Work) -> Work | None:
        """The row that tells the same once more, if there is one."""
        return await self._store.work_of(work.table, TELL, told_again(work.key))

    async def _owe_later(self, live: Live, work: Work, users: Sequence[int], due: int) -> None:
        """Owe it that what is told now is told again to these users, the first of whom is there at `due` (ms)."""
        payload = {**work.payload, SINCE: self._clock(), REST: list(users), HERE: due <= self._clock() + self._quiet}
        again = NewWork(TELL, told_again(work.key), work.seq, payload, due)
        await self._tables.note(live.id, lambda record: Append(record.id, record.seq, work=(again,)))
        self._tables.owed.emit(due)

    async def say(self, work: Work, where: int, notice: Notice, called: Sequence[int] = ()) -> WorkState | None:
        """Say something in a channel, once, whatever becomes of the process; it mentions the users `called` alone.
        Raises as `tell`.
        """
        if await self._once.found(work, nonce_of([work]), partial(_begins, notice.head)):
            return None
        below = classic(*notice.buttons) if notice.buttons else None
        return await self._once.tell(work, where, mentions_of(called), notice.text, below)

    async def _has_just_asked(self, work: Work) -> bool:
        """Whether a row asks what was asked just now, or tells what came of a vote about a seat whose question
        mentioned the same person just now.
        """
        if not work.key.isdecimal():
            return False
        (event, *_) = await self._store.happened(work.table, work.seq - 1, work.seq)
        if event.kind not in VOTED:
            return False
        for row, asked in await self._store.notices.of(work.table, VOTED, since=event.at - JUST + 1):
            told = row.message is not None and row.key.isdecimal() and row.seq < work.seq
            if told and (_is_answer(asked, event) or _is_same(asked, event)):
                return True
        return False

    async def _notice(self, live: Live, work: Work) -> Notice | None:
        players = players_of(live)
        key = told_of(work.key)
        if work.payload.get("user"):
            return announcements.expired(live, int(work.payload["user"]))
        if key == INVITE:
            return announcements.invitation(live)
        if key == THREADLESS:
            return announcements.threadless(live, work.payload.get("why", "full"))
        if key == OVER:
            return announcements.result(live, self._messages.presenters.of(live), players, self._absent(live))
        events = int(work.payload.get("events", 1))
        found = await self._store.happened(live.id, work.seq - 1, work.seq + events)
        if SINCE in work.payload and await self._is_outdated(live, found[0]):
            return None
        if found[0].kind == "invite":
            asked = [one for one in found[:events] if SINCE not in work.payload or live.asked.get(one.user or 0) == key]
            return announcements.invited(live, asked, players) if asked else None
        if found[0].kind == "swap":
            return announcements.moved(live, found[:events])
        then = found[1] if len(found) > 1 else None
        which, former = self._messages.which(live), None
        if found[0].kind == "sit":
            changes = await self._store.changes_of_seats(live.id)
            left = [one for one in changes if one.seq < work.seq and one.seat == found[0].seat and _was_left(one)]
            former = left[-1] if left else None
        return announcements.notice(live, found[0], then, players, which, former)

    async def _is_outdated(self, live: Live, event: EventRecord) -> bool:
        """Whether what an event came to has changed since, so that it is told to nobody again."""
        user = event.user or 0
        match event.kind:
            case "options":
                since = await self._store.happened(live.id, event.seq, live.record.seq)
                return any(one.kind == "options" for one in since)
            case "dismiss":
                return user in live.invited or live.seat_of(user) is not None
            case _:
                return False

    def _absent(self, live: Live) -> tuple[int, ...]:
        """The players who have not used the bot at the table lately."""
        people = [seat.user for seat in live.record.seats if seat.kind == "person" and seat.user is not None]
        now = self._clock()
        return tuple(user for user in people if not now - self._quiet < live.seen.get(user, 0) <= now)


def _is_answer(asked: EventRecord, event: EventRecord) -> bool:
    """Whether an event is what came of a vote about a seat."""
    if event.kind == "offer" and "agreed" in event.public:
        about = "offer"
    elif event.kind == "release" and "moderator" not in event.public:
        about = "decision"
    else:
        return False
    return asked.kind == "agree" and about in asked.public and asked.public["seat"] == event.seat


def _is_same(asked: EventRecord, event: EventRecord) -> bool:
    """Whether the same question is asked by two events."""
    if event.kind not in {"agree", "pause", "ask"} or asked.kind != event.kind:
        return False
    same = all(asked.public.get(name) == event.public.get(name) for name in ("seat", "decision", "pauses", "again"))
    return same and (event.kind != "ask" or (asked.seat, asked.user) == (event.seat, event.user))


def _was_left(event: EventRecord) -> bool:
    """Whether a person who is still known left a seat in play by this event."""
    return event.kind == "leave" and bool(event.public.keys() & {"instead", "released"}) and not is_gone(event.user)


def _begins(head: str, _: Work, content: str) -> bool:
    """Whether a message begins so: a row of its kind has words of its own."""
    return content.startswith(head)
