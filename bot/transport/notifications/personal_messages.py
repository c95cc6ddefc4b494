"""Messages to people about their tables: digests, reminders and turn pings.

Work items that are due together share a message. The message is deleted once none of them holds any more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import ClassVar, Final, Generic, TypeVar

import discord

from bot.common.locks import KeyedLocks
from bot.people.preferences import PreferencesCache
from bot.tables.model.table_state import TableState
from bot.tables.services.deadline_refresh import enqueue_time_corrections
from bot.tables.services.deadlines import Deadlines
from bot.tables.services.tables import Tables
from bot.transport.api.channels import Channels
from bot.transport.api.error_codes import CLOSED_TO_DIRECT
from bot.transport.notifications.post_once import IdempotentPoster, mentions_of, nonce_of
from bot.transport.seats import FormerMembers
from bot.ui.kit.components import Part, button, classic_view
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table.mentions import message_place
from data.people.records import is_erased
from data.tables.records import Work
from data.tables.work import SeatPayload, WorkKind, WorkState

MAX_BUTTONS: Final = 5
"""The number of tables with a button below a message."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The part of a message about one table, and the work items that it settles."""

    table: TableState
    rows: tuple[Work, ...]


EntryT = TypeVar("EntryT", bound=Entry)


@dataclass(slots=True, eq=False, repr=False)
class PersonalMessageWorker(ABC, Generic[EntryT]):
    """Handles the work items of one kind of message: collects, composes, posts, edits and retracts.

    A subclass says whom an item is about, what goes into a message, and its text.
    """

    kind: ClassVar[WorkKind]
    origin: ClassVar[tuple[str, ...]] = ()
    """The end of a button's custom id: on which kind of message it stands."""
    may_be_direct: ClassVar[bool] = True
    """Whether a user who prefers direct messages gets the message as one."""

    tables: Tables
    channels: Channels
    people: PreferencesCache
    deadlines: Deadlines
    former_members: FormerMembers
    poster: IdempotentPoster
    _locks: KeyedLocks[int] = field(init=False, default_factory=KeyedLocks[int])
    """The locks by user (turn pings: by table), so that notices that are due together are posted together."""

    # -- what a kind of message says ---------------------------------------------------------------------------------

    @abstractmethod
    async def collect(self, work: Work, user: int, *, private: bool) -> Sequence[EntryT]:
        """Return what to post now for a user, nothing if `work` no longer holds.

        A `private` message is about the tables of all servers. Raises Reschedule if it is too early, StoreError, and
        discord.HTTPException.
        """

    @abstractmethod
    async def collect_posted(self, rows: Sequence[Work]) -> Sequence[EntryT]:
        """Return the current entries of a posted message; empty if it stays unchanged.

        Raises StoreError, and discord.HTTPException.
        """

    @abstractmethod
    async def compose(self, entries: Sequence[EntryT], user: int, *, private: bool) -> str:
        """Return the text of a message to a user. Raises StoreError."""

    @abstractmethod
    def is_message(self, table: TableState, work: Work, content: str) -> bool:
        """Whether a message with this content may be the message of a row."""

    async def settle(self, entry: EntryT, channel: int) -> None:
        """Cancel the work items that an entry replaces, once it is posted in a channel. Raises StoreError."""

    def user_of(self, table: TableState, work: Work) -> int:
        """Return the user whom a row is about: the player in its seat. Return 0 if it can mention nobody."""
        seat, seats = work.read(SeatPayload)["seat"], table.record.seats
        player = seats[seat] if seat < len(seats) else None
        if player is None or player.kind != "person" or player.user is None or is_erased(player.user):
            return 0
        return player.user

    def lock_key(self, table: TableState, work: Work) -> int:
        """Return the key of the lock under which a row is handled: its user."""
        return self.user_of(table, work)

    # -- posting -----------------------------------------------------------------------------------------------------

    async def handle(self, work: Work) -> WorkState | None:
        """Post the message of a row with all that is due with it, or retract it.

        Raises Reschedule, StoreError, and discord.HTTPException.
        """
        table = await self.tables.find(work.table)
        async with self._locks.of(self.lock_key(table, work)):
            now = await self.tables.store.work.find(work.table, work.kind, work.key)
            if now is None or now.state not in {WorkState.DUE, WorkState.RETRACT}:  # it went with another row
                return None
            table = await self.tables.find(work.table)
            if now.state == WorkState.RETRACT:
                return await self._retract(table, now)
            user = self.user_of(table, now)
            if not user:
                return WorkState.CANCELLED
            preferences = await self.people.of(user)
            private = self.may_be_direct and preferences.by_message and preferences.reminders
            entries = await self.collect(now, user, private=private)
            return await self._post(now, entries, user, private=private) if entries else WorkState.CANCELLED

    async def _post(self, work: Work, entries: Sequence[EntryT], user: int, *, private: bool) -> WorkState | None:
        """Post a message about these entries by direct message or at a table. Returns PARKED where no place is open."""
        where = await self.channels.open_dm(user) if private else None
        if where is None:
            private = False
            entries = [entry for entry in entries if entry.table.record.guild == work.guild]
            places = (message_place(entry.table) for entry in entries)
            where = next((place for place in places if not self.channels.is_breaker_open(place)), None)
        if where is None:
            return WorkState.PARKED
        await self._record_posted(entries)
        posted = await self._begin(entries, where)
        if not posted:
            return None
        rows = [row for entry in posted for row in entry.rows]
        text = await self.compose(posted, user, private=private)
        buttons = None if private else self._buttons(posted, user)
        try:
            message = await self.poster.post(rows, where, self._mentions(posted), text, buttons)
        except discord.HTTPException as error:
            if not private or error.code not in CLOSED_TO_DIRECT:
                raise
            return await self._post(work, entries, user, private=False)  # nobody needs an open DM
        for entry in posted:
            await self.settle(entry, where)  # first: nobody is mentioned twice for it
            for row in entry.rows:
                await self.poster.record_posted(row, where, message)
        return None

    async def _record_posted(self, entries: Sequence[EntryT]) -> None:
        """Record the rows that a killed process posted. They are no longer due then."""
        nonce = nonce_of([row for entry in entries for row in entry.rows])
        for entry in entries:
            is_message = partial(self.is_message, entry.table)
            posted = [row for row in entry.rows if await self.poster.is_posted(row, nonce, is_message)]
            for channel in {row.channel for row in posted if row.channel is not None}:
                await self.settle(entry, channel)
                await enqueue_time_corrections(self.tables, entry.table.id)  # it says what that process knew

    async def _begin(self, entries: Sequence[EntryT], where: int) -> list[EntryT]:
        """Mark rows as begun in a channel. Return the entries with the rows that are still due."""
        entries_begun = list[EntryT]()
        for entry in entries:
            rows = [row for row in entry.rows if await self.tables.store.work.begin(row.id, where)]
            if rows:
                entries_begun.append(replace(entry, rows=tuple(rows)))
        return entries_begun

    def _mentions(self, entries: Sequence[EntryT]) -> discord.AllowedMentions:
        users = dict.fromkeys(self.user_of(entry.table, row) for entry in entries for row in entry.rows)
        return mentions_of([*users])

    def _buttons(self, entries: Sequence[EntryT], user: int) -> discord.ui.View | None:
        """Return the buttons of the tables: the user's hand, or a seat that they are invited to take."""
        buttons = list[Part]()
        for table in [entry.table for entry in entries]:
            name = f": {table.name}" if len(entries) > 1 else ""
            if table.seat_of(user) is not None and table.state is not None:
                custom_id, label, style = CustomId.SHOW_HAND, "My hand", discord.ButtonStyle.primary
            elif table.record.status == "lobby" and user in table.invited:
                custom_id, label, style = CustomId.ACCEPT_INVITATION, "Play", discord.ButtonStyle.success
            else:
                continue
            buttons.append(button(custom_id, table.id, *self.origin, label=f"{label}{name}", style=style))
        return classic_view(*buttons[:MAX_BUTTONS]) if buttons else None

    # -- once it is posted -------------------------------------------------------------------------------------------

    async def refresh(self, table_id: int) -> None:
        """Edit the messages about a table to say how things stand. Raises StoreError, and discord.HTTPException."""
        table = await self.tables.find(table_id)
        rows = await self.tables.store.work.of_table(table_id, self.kind, (WorkState.DUE, WorkState.DONE))
        for key in dict.fromkeys(self.lock_key(table, row) for row in rows):
            async with self._locks.of(key):  # one on its way may say how things stood
                posted = await self.tables.store.work.of_table(table_id, self.kind, (WorkState.DONE,))
                posted = [row for row in posted if self.lock_key(table, row) == key]
                for channel, message in dict.fromkeys((row.channel, row.message) for row in posted):
                    if channel is not None and message is not None and not self.channels.is_breaker_open(channel):
                        await self._edit(channel, message)

    async def _edit(self, channel: int, message: int) -> None:
        """Edit a posted message to what its entries are now."""
        rows = await self.tables.store.clocks.delivered_as(self.kind, message, (WorkState.DONE,))
        entries = await self.collect_posted(rows) if rows else ()
        if not entries:
            return
        user = self.user_of(entries[0].table, entries[0].rows[0])
        private = channel not in {message_place(entry.table) for entry in entries}
        text = await self.compose(entries, user, private=private)
        await self.poster.edit(channel, message, self._mentions(entries), text)

    async def _retract(self, table: TableState, work: Work) -> WorkState | None:
        """Delete the message of a row, unless it stands for a row that still holds."""
        is_message = partial(self.is_message, table)
        message = work.message or await self.poster.find_posted(work, is_message)
        if message is not None and work.channel is not None:
            states = WorkState.DONE, WorkState.RETRACT
            posted = await self.tables.store.clocks.delivered_as(self.kind, message, states)
            due_work = await self.tables.store.work.of_table(table.id, self.kind, (WorkState.DUE,))
            unrecorded = [row for row in due_work if await self.poster.find_posted(row, is_message) == message]
            if not unrecorded and all(row.state == WorkState.RETRACT for row in posted):
                await self.poster.delete(work.channel, message)
                await self._cancel(posted)  # it is deleted once
        self.poster.first_tries.drop(work.id)
        await self._cancel([work])  # before the next row is handled
        return None

    async def _cancel(self, rows: Sequence[Work]) -> None:
        for row in rows:
            await self.tables.store.work.mark(row.id, WorkState.CANCELLED, seq=row.seq)
