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

from bot.show import notes, notices
from bot.show.calls import place_of
from bot.show.messages import Messages
from bot.show.notice import Notice
from bot.tables.departed import departed
from bot.tables.live import Live
from bot.tables.lobby import INVITE
from bot.tables.partners import REPORT
from bot.tables.preferences import People
from bot.tables.servers import Servers
from bot.tables.tables import ANSWERED, MENTION, NEVER, OVER, PASSED, TELL, THREADLESS, Tables
from bot.tables.told_again import SINCE, told_again, told_of
from bot.wire.answers import Answers
from bot.wire.board import Board
from bot.wire.channels import Channels
from bot.wire.codes import named
from bot.wire.components import classic
from bot.wire.members import Members
from bot.wire.once import Once, mentions_of, nonce_of
from bot.wire.replies import CONNECTION
from data.records import Append, EventRecord, NewWork, Work, WorkState, is_gone, now_ms

log = logging.getLogger(__name__)

JUST: Final = 10 * 60 * 1000
"""Milliseconds within which what came of a question mentions nobody whom the question has mentioned."""


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
        """Bring a note before those who moderate, in the channel that its server has named. Raises what
        Discord's refusals raise.
        """
        live = await self._tables.find(work.table)
        where = (await self._servers.of(work.guild)).report_channel
        if where is None or self._channels.is_barred(where) or self._channels.is_open_to_all(where):
            return "asleep"
        if work.channel != where:  # it was to go elsewhere before: it is not looked for there
            work = replace(work, channel=None)
        (note,) = await self._store.log(live.id, work.payload["note"] - 1, 1)
        (by,) = await self._store.log(live.id, work.seq - 1, 1)
        told = notes.reported_as(live, note, by)
        if await self._once.found(work, nonce_of([work]), partial(_begins, notes.report_head(live, by.seq))):
            return None
        return await self._once.tell(work, where, mentions_of(()), told, None)

    async def reported(self, table: int, seq: int) -> bool:
        """Deliver the report of event `seq` now, for whoever made it. Returns whether it stands there; if it does not,
        it stays owed. Raises StoreError.
        """
        for row in await self._store.work(table, REPORT):
            if row.seq == seq and row.state == "due":
                try:
                    await self.report(row)
                except (discord.HTTPException, *CONNECTION) as error:
                    log.info("table %s: report %s is not delivered yet (%s)", table, seq, named(error))
        return any(row.seq == seq and row.state == "sent" for row in await self._store.work(table, REPORT))

    async def tell(self, work: Work) -> WorkState | None:
        """Tell those at a table what somebody did, or what became of the game. Raises what
        Discord's refusals raise.
        """
        live = await self._tables.find(work.table)
        if ANSWERED in work.payload:
            return await self._answers.of_invitation(live, work.payload[ANSWERED])
        if work.key == PASSED:
            await self._answers.of_questions(live)
            return "sent"
        where: int = work.payload.get("at") or place_of(live)
        if self._channels.is_barred(where):
            return "failed"
        notice = await self._notice(live, work)
        if notice is None:
            return "gone"
        rung, wakes_next = await self._rung(live, work, notice)
        if wakes_next is not None:
            await self._owe_later(live, work, wakes_next)
        if SINCE in work.payload:
            if not rung:
                return "gone"
            notice = notice.later(tuple(rung))
        below = classic(*notice.buttons) if notice.buttons else None
        if not await self._once.found(work, nonce_of([work]), partial(_begins, notice.head)):
            await self._once.tell(work, where, mentions_of(rung, notice.role), notice.text, below)
        if live.record.status == "playing":  # somebody may have left, or sat down
            await self._board.name_thread(live)
        return None

    async def _rung(self, live: Live, work: Work, notice: Notice) -> tuple[list[int], int | None]:
        """Whom a notice mentions now, and when (ms) the first wakes, or is back, of those whom it would but for that;
        None if there is nobody. What is told again is told to those who rested when it was told before, and have not
        used the bot at the table since.
        """
        if await self._has_just_asked(work):
            return [], None
        users, rests = list[int](), list[int]()
        before: int | None = work.payload.get(SINCE)
        lately = self._clock() - self._quiet
        for user in notice.rung(silent=live.record.settings.get(MENTION) == NEVER):
            seen = live.seen.get(user, 0)
            if before is not None and (seen > before or not await self._people.rests(user, before)):
                continue
            if (user in notice.asked and seen > lately) or await self._people.is_muted(live.id, user):
                continue
            if await self._has_left(live, user):
                continue
            until = await self._people.rests(user, self._clock())
            users += [user] if until is None else []
            rests += [] if until is None else [until]
        return users, min(rests, default=None)

    async def _has_left(self, live: Live, user: int) -> bool:
        """Whether somebody who plays at a table is no longer in its server; their seat is given up then."""
        if live.record.status != "playing" or live.seat_of(user) is None:
            return False
        if await self._members.is_member(live.record.guild, user):
            return False
        await departed(self._tables, live.id, user)
        return True

    async def _owe_later(self, live: Live, work: Work, due: int) -> None:
        """Owe it that what is told now is told again at `due` (ms) to those who rest now."""
        payload = {**work.payload, SINCE: self._clock()}
        again = NewWork(TELL, told_again(work.key), work.seq, payload, due)
        await self._tables.note(live.id, lambda record: Append(record.id, record.seq, work=(again,)))
        self._tables.owed(due)

    async def say(self, work: Work, where: int, notice: Notice, called: Sequence[int] = ()) -> WorkState | None:
        """Say something in a channel, once, whatever becomes of the process; it mentions the users `called` alone.
        Raises what
        Discord's refusals raise.
        """
        if await self._once.found(work, nonce_of([work]), partial(_begins, notice.head)):
            return None
        below = classic(*notice.buttons) if notice.buttons else None
        return await self._once.tell(work, where, mentions_of(called), notice.text, below)

    async def _has_just_asked(self, work: Work) -> bool:
        """Whether a row tells what came of a vote about a seat whose question mentioned the same person just now."""
        if not told_of(work.key).isdecimal():
            return False
        (event, *_) = await self._store.happened(work.table, work.seq - 1, work.seq)
        if event.kind != "release" and not (event.kind == "offer" and "agreed" in event.public):
            return False
        about = "offer" if event.kind == "offer" else "decision"
        for row in await self._store.work(work.table, TELL):
            if row.message is None or not row.key.isdecimal() or row.seq >= work.seq:
                continue
            (asked, *_) = await self._store.happened(work.table, row.seq - 1, row.seq)
            same = asked.kind == "agree" and about in asked.public and asked.public["seat"] == event.seat
            if same and event.at - asked.at < JUST:
                return True
        return False

    async def _notice(self, live: Live, work: Work) -> Notice | None:
        players = self._messages.players(live)
        key = told_of(work.key)
        if work.payload.get("user"):
            return notices.expired(live, int(work.payload["user"]))
        if key == INVITE:
            return notices.invitation(live)
        if key == THREADLESS:
            return notices.threadless(live, work.payload.get("why", "full"))
        if key == OVER:
            return notices.result(live, self._messages.look(live), players, self._absent(live))
        events = int(work.payload.get("events", 1))
        found = await self._store.happened(live.id, work.seq - 1, work.seq + events)
        if found[0].kind == "invite":
            return notices.invited(live, found[:events], players)
        if found[0].kind == "swap":
            return notices.moved(live, found[:events])
        then = found[1] if len(found) > 1 else None
        which, former = self._messages.which(live), None
        if found[0].kind == "sit":
            changes = await self._store.changes_of_seats(live.id)
            left = [one for one in changes if one.seq < work.seq and one.seat == found[0].seat and _was_left(one)]
            former = left[-1] if left else None
        return notices.notice(live, found[0], then, players, which, former)

    def _absent(self, live: Live) -> tuple[int, ...]:
        """The players who have not used the bot at the table lately."""
        people = [seat.user for seat in live.record.seats if seat.kind == "person" and seat.user is not None]
        return tuple(user for user in people if live.seen.get(user, 0) + self._quiet <= self._clock())


def _was_left(event: EventRecord) -> bool:
    """Whether a person who is still known left a seat in play by this event."""
    return event.kind == "leave" and bool(event.public.keys() & {"instead", "released"}) and not is_gone(event.user)


def _begins(head: str, _: Work, content: str) -> bool:
    """Whether a message begins so: a row of its kind has words of its own."""
    return content.startswith(head)
