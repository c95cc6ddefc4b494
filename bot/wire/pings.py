"""Messages that mention somebody: whose turn it is, for whom a note waits, and what became of a lobby; and reports.

A ping is rechecked before it is posted and taken back when its seat has moved. What was begun by a process that ended
before it could note it is looked for in its channel, not posted twice: Discord knows a nonce for a few minutes only.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic
from typing import Final

import discord

from bot.show import notes, notices
from bot.show.messages import Messages
from bot.show.notices import Notice
from bot.show.words import escape
from bot.tables.due import Due, PutOff
from bot.tables.live import Live
from bot.tables.lobby import INVITE
from bot.tables.partners import REPORT
from bot.tables.preferences import People
from bot.tables.servers import Servers
from bot.tables.tables import MENTION, NEVER, OVER, PING, TELL, Tables
from bot.wire.board import Board
from bot.wire.channels import REMEMBERED, Channels
from bot.wire.codes import MISSING, hopeless, named
from bot.wire.components import button, classic
from bot.wire.pace import Pace
from bot.wire.replies import CONNECTION
from data.records import Work, WorkState, now_ms

log = logging.getLogger(__name__)

AT_ONCE: Final = 512
"""Pings on their way at a time: a slow channel may hold up all of its own, and no other's."""

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
        self._quiet = int(quiet * 1000)  # who used the bot at the table so lately (ms) is not pinged
        self._clock = clock
        self._begun: dict[int, float] = {}
        """When (monotonic) this process first tried to post what is not noted yet."""
        due.handle(PING, self.ping, at_once=AT_ONCE, given_up=None)
        due.handle(TELL, self.tell, at_once=AT_ONCE)
        due.handle(REPORT, self.report, at_once=AT_ONCE, given_up="asleep")

    async def ping(self, work: Work) -> WorkState | None:
        """Mention one seat that is awaited, once, or take that back. Raises what Discord's refusals raise."""
        live = await self._tables.find(work.table)
        seat = int(work.payload["seat"])
        player = live.record.seats[seat] if seat < len(live.record.seats) else None
        user = None if player is None else player.user
        noted = bool(work.payload.get("note"))
        head = "" if user is None else _noted(live, user) if noted else _turn(live, user)
        if work.state == "withdraw":
            return await self._take_back(work, head)
        if live.record.status != "playing" or live.state is None or not user:
            return "gone"
        if not (_has_notes(live, seat) if noted else _is_awaited(live, seat, work.seq)):
            return "gone"
        if await self._is_muted(live, user):
            return "gone"
        quiet = live.seen.get(user, 0) + self._quiet - self._clock()
        if quiet > 0:
            raise PutOff(self._clock() + quiet)
        if self._board.buried(live):
            await self._board.post(live)
            live = await self._tables.find(work.table)  # it may have left its thread
        where = live.record.message_channel or live.record.thread or live.record.channel
        if self._channels.is_barred(where):
            return "asleep"
        if live.state is None:
            return "gone"
        if not self._pace.may_post(where):
            raise PutOff(self._clock() + HASTE)  # by then the seat may have moved
        asks = "press My hand to read it." if noted else self._messages.look(live).asks(live.state.view(None))
        hand = classic(button("hand", live.id, label="My hand", style=discord.ButtonStyle.primary))
        return await self._say(work, where, _mentions((user,)), f"{head}: {asks}", head, f"p{seat}", hand)

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
        return await self._say(work, where, _mentions(()), told, notes.report_head(live, by.seq), "r", None)

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
        where = live.record.message_channel or live.record.thread or live.record.channel
        if self._channels.is_barred(where):
            return "failed"
        notice = await self._notice(live, work)
        if notice is None:
            return "gone"
        silent = live.record.settings.get(MENTION) == NEVER and not notice.personal
        pinged = () if silent else [user for user in notice.mentions if not await self._is_muted(live, user)]
        below = classic(*notice.buttons) if notice.buttons else None
        return await self._say(work, where, _mentions(pinged, notice.role), notice.text, notice.head, "t", below)

    async def _is_muted(self, live: Live, user: int) -> bool:
        """Whether somebody does not want to be mentioned at a table."""
        return live.id in (await self._people.of(user)).muted

    async def _notice(self, live: Live, work: Work) -> Notice | None:
        players = self._messages.players(live)
        if work.payload.get("user"):
            return notices.expired(live, int(work.payload["user"]))
        if work.key == INVITE:
            return notices.invitation(live)
        if work.key == OVER:
            return notices.result(live, self._messages.look(live), players, self._absent(live))
        events = int(work.payload.get("events", 1))
        found = await self._store.happened(live.id, work.seq - 1, work.seq + events)
        if found[0].kind == "invite":
            return notices.invited(live, found[:events], players)
        return notices.notice(live, found[0], found[1] if len(found) > 1 else None, players)

    def _absent(self, live: Live) -> tuple[int, ...]:
        """The players who have not used the bot at the table lately."""
        people = [seat.user for seat in live.record.seats if seat.kind == "person" and seat.user is not None]
        return tuple(user for user in people if live.seen.get(user, 0) + self._quiet <= self._clock())

    async def _say(
        self,
        work: Work,
        where: int,
        mentions: discord.AllowedMentions,
        sentence: str,
        start: str,
        kind: str,
        below: discord.ui.View | None,
    ) -> WorkState | None:
        """Post a message with these mentions, or find the one, by its `start`, that an earlier try posted."""
        began = self._begun.get(work.id)
        known = began is not None and monotonic() - began < REMEMBERED / 1000  # posting again finds it
        standing = None if known else await self._standing(work, start)
        if standing is None:
            if not await self._store.begin(work.id, where):
                return None
            self._begun.setdefault(work.id, monotonic())
            channel = self._client.get_partial_messageable(where)
            nonce = f"{work.table}-{work.seq}-{kind}"[:25]
            view = discord.utils.MISSING if below is None else below
            silent = (await self._servers.of(work.guild)).silent
            await self._pace.post(where)
            try:
                sent = await channel.send(sentence, view=view, nonce=nonce, allowed_mentions=mentions, silent=silent)
                standing = sent.id
            except discord.HTTPException as error:
                if hopeless(error):
                    self._channels.bar(where, error)
                raise
        if work.kind == PING:  # it goes away by itself
            self._channels.passing(standing)
        await self._store.mark(work.id, "sent", channel=where, message=standing)
        self._begun.pop(work.id, None)
        return None

    async def _standing(self, work: Work, start: str) -> int | None:
        """The message that an earlier try may have posted and nobody noted."""
        if work.channel is None:
            return None
        mine = self._client.user
        noted = {row.message for row in await self._store.work(work.table, work.kind) if row.id != work.id}
        async for message in self._client.get_partial_messageable(work.channel).history(limit=RECENT):
            if mine is None or message.author.id != mine.id or message.id in noted:
                continue  # what was told before may have been told in the same words
            if message.content.startswith(start):
                return message.id
        return None

    async def _take_back(self, work: Work, head: str) -> WorkState:
        message = work.message
        if message is None and head:
            message = await self._standing(work, head)
        if message is not None and work.channel is not None:
            try:
                await self._channels.delete(work.channel, message)
            except discord.HTTPException as error:
                if error.code not in MISSING and not hopeless(error):
                    raise
        self._begun.pop(work.id, None)
        return "gone"


def _mentions(users: Sequence[int], role: int | None = None) -> discord.AllowedMentions:
    """These people and this role, and nobody else."""
    return discord.AllowedMentions(
        everyone=False,
        roles=False if role is None else [discord.Object(role)],
        replied_user=False,
        users=[discord.Object(user) for user in users],
    )


def _is_awaited(live: Live, seat: int, decision: int) -> bool:
    """Whether a table waits for a seat's decision, that of an event."""
    return live.state is not None and live.decisions.get(seat) == decision and seat in live.state.awaited


def _has_notes(live: Live, seat: int) -> bool:
    """Whether somebody is to be told of notes: they wait, and the table does not wait for them, which they are told."""
    waiting = live.notes.waiting(live.record.seats, live.record.settings)
    return seat in waiting and live.state is not None and seat not in live.state.awaited


def _noted(live: Live, user: int) -> str:
    return f"<@{user}>, a note waits for you at {escape(live.name)}"


def _turn(live: Live, user: int) -> str:
    return f"<@{user}>, it is your turn at {escape(live.name)}"
