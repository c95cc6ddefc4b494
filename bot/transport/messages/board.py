"""The board: a table's public message, which this class alone posts, edits, moves and deletes.

`TableState.showing` covers rendering, so that no older state is shown last. Intentions are stored before requests; a
restart settles them.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar

import discord

from bot.common.errors import Declined
from bot.scheduler.scheduler import Reschedule, Scheduler
from bot.tables.commands.rematch import games_of_thread, newest_rematch
from bot.tables.model.follow_up_work import DEBOUNCE_MS
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import LOBBY_POSTING_KEY, SHORT_DELAY_MS, Tables
from bot.transport.api.channels import NONCE_MS, Channels, ThreadPlace, TooManyThreads, snowflake_before
from bot.transport.api.error_codes import (
    CLOSED,
    FORBIDDEN,
    LOCKED,
    MISSING,
    NO_PERMISSION,
    TOO_MANY_OLD_EDITS,
    TOO_MANY_THREADS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    describe_error,
)
from bot.transport.api.rate_limits import RateLimits
from bot.transport.interactions.responses import CONNECTION_ERRORS, Response
from bot.transport.messages.board_places import (
    is_board,
    lost_place,
    open_thread,
    place_changes,
    place_of,
    thread_name,
)
from bot.transport.messages.channel_refusals import CHANNEL_GONE, LOCKED_THREAD_TEXT, MAY_NOT, REASON_TEXTS, report_loss
from bot.ui.table import layouts
from bot.ui.table.renderer import RenderedMessage, TableRenderer
from data.tables.records import Append, NewWork, RecordChanges, TableRecord, Work
from data.tables.work import BoardPayload, DeletePayload, Subject, SubjectKind, WorkKind, WorkState

log = logging.getLogger(__name__)

MAX_PARALLEL_BOARDS: Final = 256
"""Most of them wait for their channel's rate limit."""

LATE_PICTURE_DELAY_MS: Final = 10 * 1000
"""The delay before a board is edited whose picture took too long: it is drawn meanwhile."""

T = TypeVar("T")


@dataclass(eq=False, repr=False)
class Board:
    """The boards of all tables."""

    tables: Tables
    renderer: TableRenderer
    channels: Channels
    scheduler: Scheduler
    rate_limits: RateLimits
    threads: bool
    clock: Callable[[], int]
    _late: set[int] = field(init=False, default_factory=set[int])
    """The tables whose boards lack the picture of their end, which took too long."""

    def notify_scheduler(self) -> None:
        """Let the scheduler poll soon."""
        self.scheduler.notify_due(self.clock() + SHORT_DELAY_MS)

    # -- keeping boards fresh ----------------------------------------------------------------------------------------

    def wake_work(self, table: TableState) -> None:
        """Retry the parked work of a table that a user used or that has changed."""
        self.scheduler.wake(table.record.guild, Subject(SubjectKind.TABLE, table.id))

    async def bring_up_to_date(self, work: Work) -> WorkState | None:
        """Show a table's newest state (REFRESH). Raises Reschedule while the picture of its end is being drawn."""
        table = await self.tables.find(work.table)
        if table.record.shown_seq >= work.seq:
            return WorkState.DONE
        # Before it is rendered, so that it shows the newest state.
        await self.rate_limits.acquire_background(table.record.message_channel)
        try:
            await self.refresh(table)
        except Declined as error:
            log.info("table %s: its board cannot be shown: %s", table.id, error)
        table = await self.tables.find(work.table)
        if table.record.shown_seq < work.seq and table.id in self._late:
            raise Reschedule(self.clock() + LATE_PICTURE_DELAY_MS)
        return None if table.record.shown_seq >= work.seq else WorkState.PARKED

    async def refresh(self, table: TableState) -> None:
        """Bring a board up to date; post it anew where Discord no longer has it.

        Raises discord.HTTPException and CONNECTION_ERRORS for transient errors, Declined for lasting ones.
        """
        async with table.showing:
            await self._refresh(await self.tables.find(table.id))

    async def redraw(self, table: TableState) -> None:
        """Edit the board of a table in play whose times have changed. Raises as `refresh`."""
        await self.rate_limits.acquire_background(table.record.message_channel)
        async with table.showing:
            table = await self.tables.find(table.id)
            if table.record.status == "playing":
                await self._refresh(table, anew=True)

    async def _refresh(self, table: TableState, *, anew: bool = False) -> None:
        """Bring a table's public message to its last event, or post it where it cannot be edited."""
        record = table.record
        if record.shown_seq >= record.seq and not anew:
            return
        if record.message is None or record.message_channel is None:
            # A process was stopped between keeping and posting. A lobby's answer may be on its way still.
            if record.status != "lobby" or not await self._is_being_opened(table):
                await self._post(table)
            return
        where, message = record.message_channel, record.message
        if self.channels.is_breaker_open(where):
            await self._record_lost_place(table, where)
            return
        if record.thread is not None and where == record.channel != record.thread:
            await self._post(table)  # stopped on the way into its thread
            return
        if self.channels.is_edit_limited(message):
            await self._post(table)
            return
        try:
            seq = await self._edit(table, where, message)
        except discord.HTTPException as error:
            is_thread_gone = error.code == UNKNOWN_CHANNEL and where != record.channel
            if is_thread_gone or error.code in {UNKNOWN_MESSAGE, TOO_MANY_OLD_EDITS}:
                await self._post(table)
                return
            if error.code in CLOSED:
                if await self.channels.unarchive(where) is not None:
                    await self._post(table)
                    return
                seq = await self._edit(table, where, message)
            elif error.code in FORBIDDEN or error.code == UNKNOWN_CHANNEL:
                self.channels.trip_breaker(where, error)
                await self._record_lost_place(table, where)
                return
            else:
                raise
        await self.tables.record_board(table, where, message, seq)
        if "homeless" in table.record.settings:
            await self.tables.update_row(
                table.id, lambda record: Append(record.id, record.seq, changes=place_changes(record))
            )

    async def _edit(self, table: TableState, where: int, message: int) -> int:
        """Edit a message to show the table as it is now. Returns the number of the event that it shows."""
        _, seq = await self._send_board(table, where, partial(self.channels.edit, where, message))
        return seq

    async def _send_board(
        self, table: TableState, where: int, send: Callable[[RenderedMessage], Awaitable[T]]
    ) -> tuple[T, int]:
        """Send a table as it is now, without a refused picture. Returns the result of `send`, and the event shown."""
        seq = table.record.seq
        rendered = await self.renderer.render_board(table, pictures=self.channels.takes_pictures(where), answers=False)
        (self._late.add if rendered.awaits_picture else self._late.discard)(table.id)
        try:
            return await send(rendered), seq - rendered.awaits_picture  # without the picture a refresh stays due
        except discord.HTTPException as error:
            if not self.channels.drop_picture(where, rendered, error):
                raise
        return await self._send_board(table, where, send)

    async def _is_being_opened(self, table: TableState) -> bool:
        """Whether the answer that shows a new lobby may still be on its way."""
        row = await self.tables.store.work.find(table.id, WorkKind.FIND_BOARD, LOBBY_POSTING_KEY)
        return row is not None and row.state == WorkState.DUE

    # -- tables without a place --------------------------------------------------------------------------------------

    async def _record_lost_place(self, table: TableState, where: int) -> None:
        """Record that a table can be shown nowhere, and enqueue one message to its host."""
        if "homeless" in table.record.settings or not table.record.is_under_way:
            return
        is_deleted = self.channels.is_deleted(where)
        await self.tables.update_row(table.id, partial(lost_place, is_deleted=is_deleted, now=self.clock()))

    async def is_posted(self, table: TableState) -> bool:
        """Whether Discord has a table's board. Raises discord.HTTPException and CONNECTION_ERRORS."""
        where, message = table.record.message_channel, table.record.message
        if where is None or message is None or self.channels.is_breaker_open(where):
            return False
        return await self.channels.is_there(where, message)

    async def move(
        self, interaction: discord.Interaction[Any], table: TableState, begin: Callable[[], Awaitable[TableState]]
    ) -> TableState:
        """Move a table by `begin` to the channel of `interaction`, and post it there, in a thread if it may have one.

        A post that fails now is retried later. Returns the table after it.
        """
        async with table.showing:
            table = await begin()
            if table.record.message is None:  # else the interaction came twice
                try:
                    await self._post_with_thread(place_of(interaction), table)
                except (discord.HTTPException, Declined, *CONNECTION_ERRORS) as error:
                    log.warning("table %s: not posted in its new place yet (%s)", table.id, describe_error(error))
        return await self.tables.find(table.id)

    async def post_in_thread(self, table: TableState) -> None:
        """Post a table that was dealt without an interaction, in a thread of its own if it may have one.

        A post that fails now is retried later.
        """
        async with table.showing:
            table = await self.tables.find(table.id)
            if table.record.thread is None:
                try:
                    await self._post_with_thread(self.channels.find_place(table.record.channel), table)
                except (discord.HTTPException, Declined, *CONNECTION_ERRORS) as error:
                    log.warning("table %s: not posted yet (%s)", table.id, describe_error(error))

    async def _post_with_thread(self, place: ThreadPlace, table: TableState) -> None:
        """Post the table, and after its start open a thread for it and post it there."""
        if table.record.message is None:
            await self._post(table)
        table = await self.tables.find(table.id)
        if table.record.status != "playing":
            return
        try:
            thread = await open_thread(self.channels, place, table, table.record.message, threads=self.threads)
        except TooManyThreads:
            await report_loss(self.tables, table, TOO_MANY_THREADS, self.clock())
            return
        if thread is not None:
            await self._post(table, thread)

    # -- posting -----------------------------------------------------------------------------------------------------

    def is_buried(self, table: TableState) -> bool:
        """Whether a table's board should be posted anew before a user is sent to it."""
        where, message = table.record.message_channel, table.record.message
        return where is not None and message is not None and self.channels.is_buried(where, message)

    async def post_if_gone(self, table: TableState) -> bool:
        """Post a table's board anew if it is gone; returns whether it was.

        Raises Declined if it may not be posted, discord.HTTPException and CONNECTION_ERRORS for transient errors.
        """
        before = table.record.message
        if await self.is_posted(table):
            return False
        async with table.showing:
            table = await self.tables.find(table.id)
            if table.record.message == before:
                await self._post(table)
        return True

    async def post(self, table: TableState) -> str | None:
        """Post a board anew at the bottom, and delete the old one; concurrent requests get one.

        Returns the text about a table that had to leave its thread. Raises as `post_if_gone` does.
        """
        before = table.record.message
        async with table.showing:
            table = await self.tables.find(table.id)
            return await self._post(table) if table.record.message == before else None

    async def _post(self, table: TableState, thread: int | None = None, answered: int | None = None) -> str | None:
        """Post a board while the lock is held; in `thread`, if the table moves there now.

        The message `answered` is kept for the answer that follows.
        """
        await self._resolve_postings(table)
        table = await self.tables.find(table.id)
        thread, home = thread or table.record.thread, table.record.channel
        if thread is None or thread == home:
            await self._post_or_decline(table, home, answered)
            return None
        why = await self._post_in_thread(table, thread, answered)
        if why is None:
            return None
        log.warning("table %s: it leaves its thread %s (%s)", table.id, thread, why)
        await self._post_or_decline(table, home, answered)
        await report_loss(self.tables, table, why, self.clock())
        return REASON_TEXTS[why].format(home)

    async def _post_in_thread(self, table: TableState, thread: int, answered: int | None) -> int | None:
        """Post in a thread, opened again where that may be. Returns the code that says why it takes nothing."""
        for last_try in (False, True):
            try:
                await self._post_or_decline(table, thread, answered)
            except discord.HTTPException as error:
                if error.code == UNKNOWN_CHANNEL:
                    return UNKNOWN_CHANNEL
                if error.code not in CLOSED | FORBIDDEN:
                    raise  # it passes: what may stand there by now is looked for, and the table stays
                if error.code == NO_PERMISSION or last_try:
                    return LOCKED
                refusal = await self.channels.unarchive(thread)
                if refusal is not None:
                    return refusal
            else:
                return None
        raise AssertionError("the second try returns")

    async def _post_or_decline(self, table: TableState, where: int, answered: int | None) -> None:
        """Post in a channel. Raises Declined where that is not allowed; matters of a thread are its caller's."""
        try:
            await self._post_in(table, where, answered)
        except discord.HTTPException as error:
            threaded = where != table.record.channel
            if error.code in FORBIDDEN:
                if error.code == NO_PERMISSION and await self.channels.is_locked(where):
                    if threaded:
                        raise
                    raise Declined(LOCKED_THREAD_TEXT) from error
                self.channels.trip_breaker(where, error)
                await self._record_lost_place(table, where)
                raise Declined(MAY_NOT) from error
            if error.code == UNKNOWN_CHANNEL and not threaded:
                self.channels.trip_breaker(where, error)
                await self._record_lost_place(table, where)
                raise Declined(CHANNEL_GONE) from error
            if error.code in CLOSED and not threaded:
                if await self.channels.unarchive(where) is not None:
                    raise Declined(LOCKED_THREAD_TEXT) from error
                await self._post_in(table, where, answered)
                return
            raise

    async def _post_in(self, table: TableState, where: int, answered: int | None) -> None:
        """Post once. The nonce names the message that is replaced, so repeated tries post one message."""
        if self.channels.is_breaker_open(where):
            await self._record_lost_place(table, where)
            raise Declined(CHANNEL_GONE if self.channels.is_deleted(where) else MAY_NOT)
        await self.rate_limits.acquire_post(where)  # before it is rendered: it is to show the newest state
        nonce = f"{table.id:x}-{table.record.message or table.record.seq:x}"

        def record_intention(record: TableRecord) -> Append:
            began = self.clock()
            until, after = began + NONCE_MS, snowflake_before(began)
            payload = BoardPayload(channel=where, nonce=nonce, until=until, after=after)
            intention = NewWork(WorkKind.FIND_BOARD, nonce, payload=payload, due=began + SHORT_DELAY_MS)
            thread = None if where == record.channel else where
            return Append(record.id, record.seq, work=(intention,), changes={"thread": thread})

        table = await self.tables.update_row(table.id, record_intention)
        try:
            message, seq = await self._send_board(table, where, partial(self.channels.send, where, nonce))
        except discord.HTTPException as error:
            if error.status < 500:  # refused: nothing is there
                await self._drop(table, WorkKind.FIND_BOARD, nonce)
            else:
                self.notify_scheduler()
            raise
        except CONNECTION_ERRORS:
            self.notify_scheduler()
            raise
        before = table.record
        at_once = before.message not in {None, answered, before.thread}
        await self._record_posted(table, where, message, seq, nonce, answered=before.message if at_once else answered)
        if at_once:
            await self._remove_old_now(table, before)

    async def _remove_old_now(self, table: TableState, before: TableRecord) -> None:
        """Delete the former board at once. If that fails, its work item stays due."""
        assert before.message_channel is not None
        assert before.message is not None
        payload = DeletePayload(channel=before.message_channel, message=before.message, becomes_pointer=False)
        try:
            await self._remove_old(table, f"{before.message:x}", payload)
        except (discord.HTTPException, Declined, *CONNECTION_ERRORS) as error:
            log.info("table %s: its old board is not taken away yet (%s)", table.id, describe_error(error))

    async def _record_posted(
        self,
        table: TableState,
        where: int,
        message: int,
        shown: int,
        key: str,
        *,
        others: Sequence[int] = (),
        answered: int | None = None,
    ) -> None:
        """Record which message is the board. End the intention `key`, and enqueue the removal of older messages."""

        def write(record: TableRecord) -> Append:
            drop: list[tuple[WorkKind, str]] = [(WorkKind.FIND_BOARD, key)]
            old_messages = [(where, other, False) for other in others]
            if record.message is not None and record.message_channel is not None and record.message != message:
                # A thread has the id of the message it was made from, which then says where the table is.
                old_messages.append((record.message_channel, record.message, record.message == record.thread == where))
            work = [
                NewWork(
                    WorkKind.DELETE_BOARD,
                    f"{old_message:x}",
                    payload=DeletePayload(channel=channel, message=old_message, becomes_pointer=pointer),
                    due=self.clock() + (SHORT_DELAY_MS if old_message == answered else 0),
                )
                for channel, old_message, pointer in old_messages
            ]
            if shown >= record.seq:
                drop.append((WorkKind.REFRESH, "*"))
            else:
                work.append(NewWork(WorkKind.REFRESH, seq=record.seq, due=self.clock() + DEBOUNCE_MS))
            changes: RecordChanges = {"message_channel": where, "message": message, "shown_seq": shown}
            changes.update(place_changes(record))
            return Append(record.id, record.seq, work=tuple(work), changes=changes, drop=tuple(drop))

        await self.tables.update_row(table.id, write)

    async def _remove_old(self, table: TableState, key: str, payload: DeletePayload) -> None:
        """Delete a former board, or let it say where the table is."""
        channel, message = payload["channel"], payload["message"]
        record = await self.tables.store.tables.get(table.id)  # in memory the board may still be the one before
        if record is not None and message != record.message:
            remove = partial(self.channels.delete, channel, message)
            if payload["becomes_pointer"]:
                last, *earlier = await games_of_thread(self.tables, table)
                await self.rate_limits.acquire_background(channel)
                remove = partial(self.channels.edit, channel, message, self.renderer.render_pointer(last, earlier))
            try:
                await self._unarchive_and_retry(channel, remove)
            except discord.HTTPException as error:
                if error.code not in MISSING:
                    raise
        await self._drop(table, WorkKind.DELETE_BOARD, key)

    async def _unarchive_and_retry(self, where: int, act: Callable[[], Awaitable[None]]) -> None:
        """Act in a channel, again once an archived thread is unarchived. Raises Declined if it stays closed."""
        try:
            await act()
        except discord.HTTPException as error:
            if error.code not in CLOSED:
                raise
            if await self.channels.unarchive(where) is not None:
                raise Declined(LOCKED_THREAD_TEXT) from error
            await act()

    async def _drop(self, table: TableState, kind: WorkKind, key: str) -> None:
        """Cancel a work item that is settled."""
        await self.tables.update_row(table.id, lambda record: Append(record.id, record.seq, drop=((kind, key),)))

    # -- cleaning up after a post that was cut off -------------------------------------------------------------------

    async def clean_up(self, row: Work) -> None:
        """Remove an old message (DELETE_BOARD), or resolve a post that was cut off (FIND_BOARD).

        Raises what prevents that; the work item stays due then.
        """
        table = await self.tables.find(row.table)
        if row.kind == WorkKind.DELETE_BOARD:
            await self._remove_old(table, row.key, row.read(DeletePayload))
        elif table.showing.locked():  # somebody is posting just now
            raise Reschedule(self.clock() + SHORT_DELAY_MS)
        else:
            async with table.showing:
                await self._resolve_postings(table)

    async def _resolve_postings(self, table: TableState) -> None:
        for row in await self.tables.store.work.of_table(table.id, WorkKind.FIND_BOARD, (WorkState.DUE,)):
            await self._resolve_posting(await self.tables.find(table.id), row)

    async def _resolve_posting(self, table: TableState, row: Work) -> None:
        """Settle an intention to post: its newest message is the board, others are deleted.

        Posting again with a nonce that Discord remembers finds it, later a history look-up. A refresh is enqueued, as
        it may be stale.
        """
        payload = row.read(BoardPayload)
        messages = await self._find_posted(table, payload)
        if not messages:
            await self._drop(table, row.kind, row.key)
            return
        log.info("table %s: message %s turns out to be its board", table.id, messages[-1])
        await self._record_posted(table, payload["channel"], messages[-1], 0, row.key, others=messages[:-1])

    async def _find_posted(self, table: TableState, payload: BoardPayload) -> list[int]:
        """Return the messages of a board that may have been posted before a process was stopped."""
        where, nonce = payload["channel"], payload.get("nonce")
        try:
            if nonce is not None and self.clock() < payload.get("until", 0):
                try:
                    await self.rate_limits.acquire_post(where)
                    message, _ = await self._send_board(table, where, partial(self.channels.send, where, nonce))
                except discord.HTTPException as error:
                    if error.code not in CLOSED:
                        raise
                else:
                    return [message]
            return await self.channels.find_own_messages(
                where, payload["after"], lambda message: layouts.is_board(table.id, message.get("components") or [])
            )
        except discord.HTTPException as error:
            if error.code != UNKNOWN_CHANNEL:
                raise
            return []

    # -- answering with the board ------------------------------------------------------------------------------------

    async def open(self, response: Response, table: TableState) -> None:
        """Answer the command that opened a table with its lobby. Raises Declined if that has been done."""
        async with table.showing:
            table = await self.tables.find(table.id)
            if table.record.message is not None:
                raise Declined(f"That is already done: it is table {table.id}.")
            seq, where = table.record.seq, response.interaction.channel_id
            rendered = await self.renderer.render_board(table)
            message = await response.send(layout=rendered.layout, files=rendered.files())
            if message is not None and where is not None:
                await self._record_posted(table, where, message, seq, LOBBY_POSTING_KEY)

    async def answer(self, response: Response, table: TableState) -> None:
        """Answer a button on a board with the board as it is now.

        A message that is no longer the board says where the table is. A message that never was the board has a forged
        button: it stays, and the person gets a private answer.
        """
        async with table.showing:
            await self._answer(response, table)

    async def _answer(self, response: Response, table: TableState) -> bool:
        """Answer with the board while the lock is held. Returns whether the answer got there."""
        table = await self._adopt_clicked(response, table)
        record, clicked = table.record, response.interaction.message
        where = record.message_channel
        if clicked is None or clicked.id != record.message or where is None or record.thread not in {None, where}:
            if clicked is None or not is_board(table, clicked):
                await response.leave_message()
            return await response.send(layout=self.renderer.render_pointer(table).layout) is not None
        seq = record.seq
        rendered = await self.renderer.render_board(table, pictures=self.channels.takes_pictures(where))
        answer = await response.send(layout=rendered.layout, files=rendered.files())
        if answer == clicked.id:
            await self.tables.record_board(table, where, clicked.id, seq)
        return answer is not None

    async def _adopt_clicked(self, response: Response, table: TableState) -> TableState:
        """Make the clicked message the board of a table that knows none: an answer was lost. Returns the table."""
        table = await self.tables.find(table.id)
        home, clicked = table.record.channel, response.interaction.message
        is_unknown = table.record.message is None and response.interaction.channel_id == home
        if is_unknown and clicked is not None and is_board(table, clicked):
            await self._record_posted(table, home, clicked.id, 0, LOBBY_POSTING_KEY)
        return await self.tables.find(table.id)

    async def start(self, response: Response, table: TableState, begin: Callable[[], Awaitable[TableState]]) -> None:
        """Start a game by `begin` and answer with its board: in its own thread if there may be one, else in place."""
        async with table.showing:
            await self._adopt_clicked(response, table)
            table = await begin()
            if table.record.thread is None:  # else the interaction came twice
                try:
                    place, clicked = place_of(response.interaction), response.interaction.message
                    message = None if clicked is None else clicked.id
                    thread = await open_thread(self.channels, place, table, message, threads=self.threads)
                except TooManyThreads:
                    await self._answer(response, table)
                    await report_loss(self.tables, table, TOO_MANY_THREADS, self.clock())
                    return
                if thread is not None:
                    await self._move(table, thread)
                    if await self._answer(response, table):
                        await self._drop(table, WorkKind.DELETE_BOARD, f"{thread:x}")
                    return
            await self._answer(response, table)
        if isinstance(response.interaction.channel, discord.Thread):  # a rematch: others may play than those it names
            await self.channels.rename(response.interaction.channel, thread_name(table))

    async def name_thread(self, table: TableState) -> None:
        """Name the bot's thread after the players of its table, or of its rematch. Raises StoreError."""
        thread = self.channels.find_thread(table.record.thread or table.record.channel)
        if thread is not None:
            await self.channels.rename(thread, thread_name(await newest_rematch(self.tables, table)))

    async def _move(self, table: TableState, thread: int) -> None:
        try:
            await self._post(table, thread, answered=thread)
        except (discord.HTTPException, Declined, *CONNECTION_ERRORS) as error:
            log.warning("table %s: not posted in its thread yet (%s)", table.id, describe_error(error))
