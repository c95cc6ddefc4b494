"""Messages that mention somebody: whose turn it is, for whom a note waits, and what became of a lobby; and reports.

A ping is rechecked before it is posted, and taken back when all whom it names have moved. What was begun by a process
that ended before it could note it is looked for in its channel, not posted twice: Discord knows a nonce for a few
minutes only.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import Final
from weakref import WeakValueDictionary

import discord

from bot.metrics import PINGS
from bot.show import notes, notices
from bot.show.calls import NOTE, TURN, about, called, mention, place_of
from bot.show.messages import Messages
from bot.show.notice import Notice
from bot.tables.clocks import PAUSED, stood_in
from bot.tables.deadlines import Deadline, Deadlines
from bot.tables.departed import departed
from bot.tables.due import Due, PutOff
from bot.tables.hours import away_until, wakes
from bot.tables.live import Live
from bot.tables.lobby import INVITE
from bot.tables.partners import REPORT
from bot.tables.preferences import People
from bot.tables.retime import tell_anew
from bot.tables.servers import Servers
from bot.tables.tables import (
    ANSWERED,
    EXCUSE,
    MENTION,
    NEVER,
    OVER,
    PASSED,
    PING,
    TELL,
    THREADLESS,
    Tables,
)
from bot.tables.told_again import SINCE, told_again, told_of
from bot.wire.answers import Answers
from bot.wire.board import Board
from bot.wire.channels import REMEMBERED, Channels
from bot.wire.codes import MISSING, hopeless, named
from bot.wire.components import button, classic
from bot.wire.members import Members
from bot.wire.pace import Pace
from bot.wire.replies import CONNECTION
from data.records import Append, EventRecord, NewWork, Work, WorkState, is_gone, now_ms
from rules.contract import State

log = logging.getLogger(__name__)

AT_ONCE: Final = 512
"""Pings on their way at a time: a slow channel may hold up all of its own, and no other's."""

JUST: Final = 10 * 60 * 1000
"""Milliseconds within which what came of a question mentions nobody whom the question has mentioned."""

HASTE: Final = 1000
"""Milliseconds for which a ping waits where messages have just been posted one after another."""

RECENT: Final = 50
"""Messages of a channel that are looked through for one that may stand there."""


class Pings:
    """The handlers of what mentions somebody."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        messages: Messages,
        channels: Channels,
        board: Board,
        due: Due,
        pace: Pace,
        people: People,
        servers: Servers,
        deadlines: Deadlines,
        members: Members,
        *,
        quiet: float = 120,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self._client = client
        self._tables = tables
        self._store = tables.store
        self._messages = messages
        self._channels = channels
        self._board = board
        self._pace = pace
        self._people = people
        self._servers = servers
        self._deadlines = deadlines
        self._members = members
        self._answers = Answers(client, tables.store, messages, channels, pace, clock)
        self._quiet = int(quiet * 1000)  # who used the bot at the table so lately (ms) is not pinged
        self._clock = clock
        self._begun: dict[int, tuple[float, str]] = {}
        """When (monotonic), and with what nonce, this process first tried to post what is not noted yet."""
        self._pinging: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """By table, so that those whom it waits for are mentioned together."""
        due.handle(PING, self.ping, at_once=AT_ONCE, given_up=None)
        due.handle(TELL, self.tell, at_once=AT_ONCE)
        due.handle(REPORT, self.report, at_once=AT_ONCE, given_up="asleep")

    async def ping(self, work: Work) -> WorkState | None:
        """Mention everybody whom a table waits for, once, in one message; or take that back. Raises what Discord's
        refusals raise.

        Each of them has a row; whichever is done first sees to the others that can be done with it.
        """
        async with self.telling(work.table):
            rows = {row.id: row for row in await self._store.work(work.table, PING)}
            now = rows.get(work.id)
            if now is None or now.state not in {"due", "withdraw"}:  # another's has seen to it
                return None
            live = await self._tables.find(work.table)
            if now.state == "withdraw":
                return await self._take_back(live, now, rows.values())
            return await self._mention(live, now, rows.values())

    def telling(self, table: int) -> asyncio.Lock:
        """What is held while a table's people are mentioned, from before it is known until when they have time."""
        return self._pinging.setdefault(table, asyncio.Lock())

    async def _mention(self, live: Live, work: Work, rows: Iterable[Work]) -> WorkState | None:
        if not holds(live, work) or await self._is_muted(live, _user(live, work)):
            return "gone"
        quiet = self._quiet_until(live, work)
        if quiet > self._clock():
            raise PutOff(quiet)
        if rests := await self._rests_until(live, work):
            raise PutOff(rests)
        if not await self._members.is_member(live.record.guild, _user(live, work)):
            await departed(self._tables, live.id, _user(live, work))
            return "gone"
        if self._board.buried(live) or not await self._board.stands(live):
            await self._board.post(live)
            live = await self._tables.find(live.id)  # it may have left its thread
        where = place_of(live)
        if self._channels.is_barred(where):
            return "asleep"
        if live.state is None:
            return "gone"
        if not self._pace.may_post(where):
            raise PutOff(self._clock() + HASTE)  # by then the seat may have moved
        names = partial(_names, live)
        together = [work, *[one for one in rows if one is not work and await self._goes_with(live, work, one)]]
        found = {row.id for row in together if await self._found(row, _nonce(together), names)}
        if found:
            await tell_anew(self._tables, live.id)  # it says what a process before knew
        together = [row for row in together if row.id not in found and await self._store.begin(row.id, where)]
        if not together:
            return None
        text, mentions = await self.words(live, live.state, together)
        hand = classic(button("hand", live.id, label="My hand", style=discord.ButtonStyle.primary))
        return await self._say(together, where, mentions, text, hand)

    async def words(self, live: Live, state: State, together: Sequence[Work]) -> tuple[str, discord.AllowedMentions]:
        """The message that mentions the users of these rows in a state of their table, and whom it mentions."""
        users = [_user(live, row) for row in together]
        if is_of_notes(together[0]):
            return mention(live, users, NOTE, "press My hand to read it.", None), mentions_of(users)
        ends = {None if one is None else one.end for row in together for one in [await self._deadline(live, row)]}
        end = ends.pop() if len(ends) == 1 else None  # else it is not the same for all of them
        asks = self._messages.look(live).asks(state.view(None))
        return mention(live, users, TURN, asks, end), mentions_of(users)

    async def _deadline(self, live: Live, row: Work) -> Deadline | None:
        return await self._deadlines.of(live, int(row.payload["seat"]))

    async def _goes_with(self, live: Live, work: Work, other: Work) -> bool:
        """Whether somebody else is mentioned in the same message: they are awaited, and were not there lately."""
        if other.state != "due" or is_of_notes(work) or is_of_notes(other) or not holds(live, other):
            return False
        user = _user(live, other)
        if self._quiet_until(live, other) > self._clock() or await self._rests_until(live, other):
            return False
        if await self._is_muted(live, user):
            return False
        return await self._members.is_member(live.record.guild, user)  # else its own row sees to it

    async def _rests_until(self, live: Live, work: Work) -> int | None:
        return await self._rests(_user(live, work), self._clock())

    async def _rests(self, user: int, at: int) -> int | None:
        """Until when (ms) somebody is not mentioned at a time, for it is night for them, or they are away; None where
        neither.
        """
        likes = await self._people.of(user)
        return max(filter(None, (wakes(likes, at), away_until(likes, at))), default=None)

    def _quiet_until(self, live: Live, work: Work) -> int:
        """Until when (ms) somebody is not mentioned, for they have used the bot at the table lately."""
        return live.seen.get(_user(live, work), 0) + self._quiet

    async def report(self, work: Work) -> WorkState | None:
        """Bring a note before those who moderate, in the channel that its server has named. Raises as `ping`."""
        live = await self._tables.find(work.table)
        where = (await self._servers.of(work.guild)).report_channel
        if where is None or self._channels.is_barred(where) or self._channels.is_open_to_all(where):
            return "asleep"
        if work.channel != where:  # it was to go elsewhere before: it is not looked for there
            work = replace(work, channel=None)
        (note,) = await self._store.log(live.id, work.payload["note"] - 1, 1)
        (by,) = await self._store.log(live.id, work.seq - 1, 1)
        told = notes.reported_as(live, note, by)
        if await self._found(work, _nonce([work]), partial(_begins, notes.report_head(live, by.seq))):
            return None
        return await self._tell(work, where, mentions_of(()), told, None)

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
        """Tell those at a table what somebody did, or what became of the game. Raises as `ping`."""
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
        if not await self._found(work, _nonce([work]), partial(_begins, notice.head)):
            await self._tell(work, where, mentions_of(rung, notice.role), notice.text, below)
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
            if before is not None and (seen > before or not await self._rests(user, before)):
                continue
            if (user in notice.asked and seen > lately) or await self._is_muted(live, user):
                continue
            if await self._has_left(live, user):
                continue
            until = await self._rests(user, self._clock())
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

    async def once(self, work: Work, where: int, notice: Notice, called: Sequence[int] = ()) -> WorkState | None:
        """Say something in a channel, once, whatever becomes of the process; it mentions the users `called` alone.
        Raises as `ping`.
        """
        if await self._found(work, _nonce([work]), partial(_begins, notice.head)):
            return None
        below = classic(*notice.buttons) if notice.buttons else None
        return await self._tell(work, where, mentions_of(called), notice.text, below)

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

    async def _is_muted(self, live: Live, user: int) -> bool:
        """Whether somebody does not want to be mentioned at a table."""
        return live.id in (await self._people.of(user)).muted

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

    async def _tell(
        self, work: Work, where: int, mentions: discord.AllowedMentions, text: str, below: discord.ui.View | None
    ) -> WorkState | None:
        if not await self._store.begin(work.id, where):
            return None
        return await self._say([work], where, mentions, text, below)

    async def _say(
        self,
        rows: Sequence[Work],
        where: int,
        mentions: discord.AllowedMentions,
        text: str,
        below: discord.ui.View | None,
    ) -> WorkState | None:
        """Post a message with these mentions for rows of one table that have been begun, and note it for each."""
        nonce = _nonce(rows)
        for row in rows:
            if self._begun.get(row.id, (0, ""))[1] != nonce:
                self._begun[row.id] = (monotonic(), nonce)
        channel = self._client.get_partial_messageable(where)
        view = discord.utils.MISSING if below is None else below
        silent = (await self._servers.of(rows[0].guild)).silent
        await self._pace.post(where)
        try:
            sent = await channel.send(text, view=view, nonce=nonce, allowed_mentions=mentions, silent=silent)
        except discord.HTTPException as error:
            if hopeless(error):
                self._channels.bar(where, error)
            raise
        PINGS.labels(rows[0].kind).inc()
        for row in rows:
            await self._noted(row, where, sent.id)
        return None

    async def _found(self, work: Work, nonce: str, is_for: Callable[[Work, str], bool]) -> bool:
        """Whether what a row says stands in its channel since an earlier try; that is noted.

        It is not looked for where posting it again, with the same `nonce`, finds it.
        """
        began, before = self._begun.get(work.id, (0, ""))
        if work.channel is None or (before == nonce and monotonic() - began < REMEMBERED / 1000):
            return False
        message = await self._standing(work, is_for)
        if message is not None:
            await self._noted(work, work.channel, message)
        return message is not None

    async def _noted(self, row: Work, where: int, message: int) -> None:
        """Note where something was said."""
        if row.kind in {PING, EXCUSE}:  # it goes away by itself
            self._channels.passing(message)
        state: WorkState = "withdraw" if row.kind == EXCUSE else "sent"  # that is to go again from the first
        await self._store.mark(row.id, state, channel=where, message=message)
        self._begun.pop(row.id, None)

    async def _standing(self, work: Work, is_for: Callable[[Work, str], bool]) -> int | None:
        """The message that an earlier try may have posted and nobody noted: one that `is_for` the row by its words."""
        if work.channel is None:
            return None
        mine, seat = self._client.user, work.payload.get("seat")
        others = [row for row in await self._store.work(work.table, work.kind) if row.id != work.id]
        noted = {row.message for row in others if row.payload.get("seat") == seat}
        async for message in self._client.get_partial_messageable(work.channel).history(limit=RECENT):
            if mine is None or message.author.id != mine.id or message.id in noted:
                continue  # what was told before may have been told in the same words
            if is_for(work, message.content):
                return message.id
        return None

    async def _take_back(self, live: Live, work: Work, rows: Iterable[Work]) -> WorkState | None:
        """Take away what mentions somebody who has moved, unless it stands for another who has not, or whose row is to
        be settled after this one.
        """
        names = partial(_names, live)
        message = work.message or await self._standing(work, names)
        if message is not None and work.channel is not None:
            others = [other for other in rows if other.id != work.id]
            if not any([await self._keeps(other, message, names) for other in others]):
                try:
                    await self._channels.delete(work.channel, message)
                except discord.HTTPException as error:
                    if error.code not in MISSING and not hopeless(error):
                        raise
        self._begun.pop(work.id, None)
        await self._store.mark(work.id, "gone", seq=work.seq)  # now: what is settled next has to know of it
        return None

    async def _keeps(self, row: Work, message: int, names: Callable[[Work, str], bool]) -> bool:
        """Whether a message has to stay for a row, or is taken away with it."""
        if row.state in {"sent", "withdraw"} and row.message is not None:
            return row.message == message
        return row.state in {"due", "withdraw"} and await self._standing(row, names) == message


def mentions_of(users: Sequence[int], role: int | None = None) -> discord.AllowedMentions:
    """These people and this role, and nobody else."""
    return discord.AllowedMentions(
        everyone=False,
        roles=False if role is None else [discord.Object(role)],
        replied_user=False,
        users=[discord.Object(user) for user in users],
    )


def _nonce(rows: Sequence[Work]) -> str:
    """What makes Discord post a message for these rows of a table once, 25 letters at most."""
    kind = "h" if rows[0].key == THREADLESS else rows[0].kind[0]  # it may come with what is told of the same event
    if rows[0].kind == TELL and "at" in rows[0].payload:  # the same is told in another channel
        kind = "o"
    if SINCE in rows[0].payload:
        kind = f"w{rows[0].payload[SINCE] % 0x1000000:x}"
    if rows[0].kind == EXCUSE:
        kind = f"e{int(rows[0].payload['user']) % 0x1000:x}"
    if rows[0].kind == PING:
        seats = sum(1 << int(row.payload["seat"]) for row in rows)
        kind = f"p{'n' if is_of_notes(rows[0]) else ''}{seats:x}"
    return f"{rows[0].table}-{max(row.seq for row in rows)}-{kind}"[:25]


def _was_left(event: EventRecord) -> bool:
    """Whether a person who is still known left a seat in play by this event."""
    return event.kind == "leave" and bool(event.public.keys() & {"instead", "released"}) and not is_gone(event.user)


def _begins(head: str, _: Work, content: str) -> bool:
    """Whether a message begins so: a row of its kind has words of its own."""
    return content.startswith(head)


# -- who is mentioned -------------------------------------------------------------------------------------------------


def is_of_notes(work: Work) -> bool:
    """Whether a row is about notes that wait for somebody, not about their turn."""
    return bool(work.payload.get("note"))


def _user(live: Live, work: Work) -> int:
    """The user in a row's seat, 0 if nobody is who could be mentioned."""
    seat, seats = int(work.payload["seat"]), live.record.seats
    user = (seats[seat].user or 0) if seat < len(seats) else 0
    return 0 if is_gone(user) else user


def holds(live: Live, work: Work) -> bool:
    """Whether what a row would say is so: the table waits for its seat's decision, or notes do for who sits there.

    Whoever is awaited is told that, and not of notes.
    """
    seat = work.payload["seat"]
    if live.record.status != "playing" or live.state is None or not _user(live, work):
        return False
    if is_of_notes(work):
        waiting = live.notes.waiting(live.record.seats, live.record.settings)
        return seat in waiting and seat not in live.state.awaited
    if seat in stood_in(live.record.settings) or live.record.settings.get(PAUSED) is not None:
        return False
    return live.decisions.get(seat) == work.seq and seat in live.state.awaited


def _names(live: Live, work: Work, content: str) -> bool:
    """Whether a message mentions a row's user for what the row is about."""
    users, why, _ = content.partition(about(live, NOTE if is_of_notes(work) else TURN))
    return bool(why) and called([_user(live, work)]) in users
