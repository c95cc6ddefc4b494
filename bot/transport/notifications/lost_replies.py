"""Answers that did not get there: what they told of is kept, so their people are told that at the table.

Discord takes an answer for three seconds, further ones for fifteen minutes, and a connection may break in between.
Where an answer was for one person alone, nothing else would tell them what became of their press: a line in the table's
channel mentions them, says whether their move is made, and nothing that is theirs alone. Each person gets one at a
table in ten minutes at most; it goes when they use the bot there again, or after that time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import discord

from bot.people.preferences import People
from bot.scheduler.scheduler import Due
from bot.tables.model.table_state import Live
from bot.tables.services.tables import EXCUSE, Tables
from bot.transport.api.channels import Channels
from bot.transport.api.error_codes import MISSING, hopeless
from bot.transport.interactions.responses import TABLE, Reply
from bot.transport.notifications.announcements import Tells
from bot.ui.table import announcements
from data.errors import StoreError
from data.records import Append, NewWork, TableRecord, Work, WorkState, is_gone, now_ms

AT_ONCE: Final = 16
"""Lines on their way at a time."""

WAIT: Final = 5000
"""Milliseconds before anything is said: whoever presses once more has their answer by then."""

APART: Final = 10 * 60 * 1000
"""Milliseconds for which a line stands, and in which nobody gets a second one at the same table."""


class Excuses:
    """Owes, posts and takes away these lines."""

    def __init__(
        self,
        tables: Tables,
        channels: Channels,
        tells: Tells,
        people: People,
        due: Due,
        *,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self._tables = tables
        self._channels = channels
        self._tells = tells
        self._people = people
        self._due = due
        self._clock = clock
        self._standing: dict[tuple[int, int], int] = {}
        """The rows of lines that stand, by table and user, as far as this process has posted them."""
        self._owing: dict[tuple[int, int], list[int]] = {}
        """The interactions whose answers were lost, by table and user, until they are told of or use the bot there."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def owe(self, reply: Reply) -> None:
        """An answer was lost: owe its person a line, unless the board shows them what came of it. Raises StoreError."""
        interaction = reply.interaction
        live: Live | None = interaction.extras.get(TABLE)
        if live is None or live.record.lesson or reply.stale or not reply.is_private:
            return
        user, now = interaction.user.id, self._clock()
        row = await self._tables.store.work_of(live.id, EXCUSE, str(user))
        if row is not None and row.message is not None and row.due > now - APART:
            return
        before = row.payload.get("interactions", ()) if row is not None and row.state == "due" else ()
        owing = self._owing.setdefault((live.id, user), [])  # of several at the same instant each writes all
        owing.append(interaction.id)

        def write(record: TableRecord) -> Append:
            payload = {"user": user, "interactions": list(dict.fromkeys((*before, *owing))), "at": now}
            return Append(record.id, record.seq, work=(NewWork(EXCUSE, str(user), record.seq, payload, now + WAIT),))

        await self._tables.note(live.id, write)

    def used(self, live: Live, user: int) -> None:
        """Somebody uses the bot at a table again: their line goes."""
        self._owing.pop((live.id, user), None)
        row = self._standing.pop((live.id, user), None)
        if row is not None:
            task = asyncio.create_task(self._take_back(row))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _take_back(self, row: int) -> None:
        try:
            await self._tables.store.retry(row, self._clock(), state="withdraw")
        except StoreError:  # it goes in its time
            return
        self._due.expect(self._clock())

    async def tell(self, work: Work) -> WorkState | None:
        """Post a line, unless its person has used the bot at the table since, or it would come too late to be of use;
        or take it away. Raises what Discord's refusals raise.
        """
        live = await self._tables.find(work.table)
        user, at = int(work.payload["user"]), int(work.payload["at"])
        there = live.seen.get(user, 0) > at
        if work.state == "withdraw":
            return await self._withdraw(work, there=there)
        where = live.record.message_channel or live.record.thread or live.record.channel
        late = self._clock() >= at + APART or live.record.status not in {"lobby", "playing"}
        if there or late or self._channels.is_barred(where):
            self._owing.pop((work.table, user), None)
            return "gone"
        quiet = live.id in (await self._people.of(user)).muted or await self._people.rests(user, self._clock())
        # Only now: a bot that was stopped cannot have known what of it was kept.
        done = [await self._tables.done(one) for one in work.payload.get("interactions", ())]
        notice = announcements.excuse(live, user, [one for one in done if one is not None])
        await self._tells.say(work, where, notice, () if quiet else (user,))
        self._owing.pop((work.table, user), None)
        self._standing[live.id, user] = work.id
        self._due.expect(self._clock())  # it is to go again
        return None

    async def _withdraw(self, work: Work, *, there: bool) -> WorkState | None:
        until = int(work.payload["at"]) + APART
        waits = not there and not is_gone(int(work.payload["user"]))  # nobody comes back whose data was taken out
        if waits and self._clock() < until and work.due < until:
            await self._tables.store.retry(work.id, until, state="withdraw")
            self._due.expect(until)
            return None
        self._standing.pop((work.table, int(work.payload["user"])), None)
        if work.channel is not None and work.message is not None:
            try:
                await self._channels.delete(work.channel, work.message)
            except discord.HTTPException as error:
                if error.code not in MISSING and not hopeless(error):
                    raise
        return "gone"
