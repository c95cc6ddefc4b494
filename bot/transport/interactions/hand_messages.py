"""Hand messages, which Discord lets the bot edit for fifteen minutes.

Each change at their table edits them. A last edit says that the updates end. A player has one hand message at a table:
an older one is removed. A page that its person opened there covers the hand until they go back.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Generator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import discord

from bot.common.errors import Declined, redact
from bot.common.tasks import BackgroundTasks
from bot.tables.commands.exchange_notes import below_hand
from bot.tables.model.premoves import record_outcome_shown
from bot.tables.model.table_state import TableState
from bot.tables.model.turn_state import LastLook
from bot.transport.api.error_codes import TOO_LATE_CODES, UNKNOWN_MESSAGE, describe_error, is_permanent
from bot.transport.api.rate_limits import RateLimits
from bot.transport.interactions.hand_places import HandPlace
from bot.transport.interactions.responses import CONNECTION_ERRORS, NO_MENTIONS
from bot.ui.table import layouts
from bot.ui.table.layouts import Answer, Pending
from bot.ui.table.renderer import RenderedMessage
from data.engine.errors import StoreError

log = logging.getLogger(__name__)

LIFETIME_SECONDS: Final = 14 * 60
"""Seconds for which a hand message is updated: a minute less than its token lives."""

EDIT_SECONDS: Final = 1.0
"""Seconds between two edits of one hand message; Discord allows about five in five seconds."""

RETRY_SECONDS: Final = 15.0
"""Seconds until a failed edit is tried again."""

SETTLE_SECONDS: Final = 0.1
"""Seconds before a first edit, so that a burst of moves makes one."""

FINAL_EDITS_SECONDS: Final = 1.0
"""Seconds for the last edits at shutdown."""

REMOVE_SECONDS: Final = 30.0
"""Seconds for the removal of an older hand message."""

READING_SECONDS: Final = 5.0
"""Seconds for which a note stays on a hand message even if the player acts meanwhile."""

UNKNOWN_SEQ: Final = 0
"""The event's number when it is not known what a hand message shows."""

EDIT_WAIT_SECONDS: Final = 10.0
"""Seconds for which a page waits for an edit of the hand whose place it takes: the edit would overwrite the page."""

gather_edits = asyncio.gather
"""Edits several hands of a table; tests that compare requests replace it by one that works in order."""

NoteRead = Callable[[TableState, int, int, int], Coroutine[Any, Any, None]]
"""Called with table, seat, user and event: the user has opened their hand, as of that event."""

RenderHand = Callable[
    [TableState, int, Answer | None, Pending | None, LastLook | None, bool, int], Awaitable[RenderedMessage]
]


@dataclass(slots=True)
class _OpenHand:
    """A shown hand: its contents, and the interaction whose token may edit it."""

    interaction: discord.Interaction[Any]
    message: int | None
    seat: int
    seq: int
    answer: Answer | None
    pending: Pending | None
    recap_since: LastLook | None
    """The look since which a returning player's recap is shown above the cards."""
    expires_at: float
    """The time (monotonic) at which it stops updating."""
    began: int
    """The event that began the hand in which it was shown; 0 between two hands."""
    expiry_timer: asyncio.TimerHandle
    """The timer for `expires_at`. A newer message takes it over, so that clicks start no timers."""
    note: int
    """The event of the partner's note that stands on it until the player acts; 0 for none."""
    away: bool = False
    """Whether it is shown outside its table's channel, and names its table."""
    next_edit_at: float = 0
    """The earliest time (monotonic) of the next edit."""
    editing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while an edit is under way."""
    edit_crossed_answer: bool = False
    """Whether an edit was under way during a click's answer: it may land after the answer."""
    covered: bool = False
    """Whether a page stands in the message instead of the hand: no edit takes that away."""
    last_press: discord.Interaction[Any] | None = None
    """The latest press in it, which may be under way."""
    introduces: bool = False
    """Whether it is the introduction of a lesson, before its cards."""


class HandMessages:
    """The hand messages by table and user."""

    def __init__(
        self, show: RenderHand, find: Callable[[int], Awaitable[TableState]], read: NoteRead, rate_limits: RateLimits
    ) -> None:
        self._show = show
        self._find = find
        self._read = read
        self._open: dict[int, dict[int, _OpenHand]] = {}
        self._table_ids: dict[int, int] = {}
        """The tables of the hand messages, by message."""
        self._postponed: Counter[tuple[int, int]] = Counter()
        """Clicks under way by table and user: no refresh begins before their answers."""
        self._workers: set[int] = set()
        """The tables whose hand messages are being updated."""
        self._tasks = BackgroundTasks("a hand message could not be brought up to date")
        self._rate_limits = rate_limits

    def track(
        self,
        table: TableState,
        interaction: discord.Interaction[Any],
        message: int | None,
        *,
        seat: int,
        seq: int,
        answer: Answer | None,
        pending: Pending | None = None,
        since: LastLook | None = None,
        note: int = 0,
        away: bool = False,
        introduces: bool = False,
    ) -> None:
        """Track a hand message: the hand of `seat`, as of event `seq`, answering `interaction`.

        It keeps the recap after `since` and the other arguments until the person acts. An answer that is not lasting
        goes earlier. `introduces` says that it is the introduction of a lesson.
        """
        user = interaction.user.id
        if message is not None:
            earlier = self._table_ids.get(message)
            if earlier is not None and earlier != table.id:  # the hand of another table stood in this message
                self._drop(earlier, user, self._open[earlier][user])
            self._table_ids[message] = table.id
        before = self._open.setdefault(table.id, {}).get(user)
        ends = self._start_timer(table.id, user, LIFETIME_SECONDS) if before is None else before.expiry_timer
        until = time.monotonic() + LIFETIME_SECONDS
        open_hand = self._open[table.id][user] = _OpenHand(
            interaction, message, seat, seq, answer, pending, since, until, table.hand_start_seq, ends, note, away
        )
        open_hand.introduces = introduces
        if before is not None and before.message != message:
            self._table_ids.pop(before.message or 0, None)
            self._run(self._remove(before))
        elif before is not None and before.edit_crossed_answer:
            open_hand.seq, open_hand.edit_crossed_answer = UNKNOWN_SEQ, True
        if table.notes.unread(seat, table.record.settings):
            self._run(self._read(table, seat, user, seq))
        if open_hand.seq < table.record.seq:  # or something happened while the answer was on its way
            self.refresh_table(table)

    def place_of(self, interaction: discord.Interaction[Any]) -> HandPlace | None:
        """Return the hand message in which a user pressed a button, or the page in its place; None for others."""
        message, user = interaction.message, interaction.user.id
        table_id = None if message is None or not message.flags.ephemeral else self._table_ids.get(message.id)
        open_hand = None if table_id is None else self._open.get(table_id, {}).get(user)
        if table_id is None or open_hand is None:
            return None
        open_hand.last_press = interaction
        return HandPlace(
            table_id,
            "Back to the lesson" if open_hand.introduces else "Back to my hand",
            partial(self._cover, table_id, open_hand, interaction),
            partial(self._is_covered_by, table_id, interaction),
            partial(self._postpone_edits, table_id, user),
            partial(_wait_for_edit, open_hand),
        )

    def _cover(self, table_id: int, open_hand: _OpenHand, interaction: discord.Interaction[Any], message: int) -> None:
        """Record that a page stands in a hand message, as the answer to an interaction there; `message` is its id."""
        if self._open.get(table_id, {}).get(interaction.user.id) is not open_hand:  # they have the hand back meanwhile
            return
        self._table_ids.pop(open_hand.message or 0, None)
        self._table_ids[message] = table_id
        open_hand.interaction, open_hand.message, open_hand.covered = interaction, message, True
        open_hand.expires_at = time.monotonic() + LIFETIME_SECONDS

    def _is_covered_by(self, table_id: int, interaction: discord.Interaction[Any]) -> bool:
        open_hand = self._open.get(table_id, {}).get(interaction.user.id)
        return open_hand is not None and open_hand.covered and open_hand.last_press is interaction

    def postpone_edits(self, table: TableState, user: int) -> contextlib.AbstractContextManager[None]:
        """Leave a user's hand message to the answer of their click, while entered.

        An edit that is under way may land after the answer, so the hand is edited once more if it is not current.
        """
        return self._postpone_edits(table.id, user)

    @contextlib.contextmanager
    def _postpone_edits(self, table_id: int, user: int) -> Generator[None]:
        """Postpone edits of a user's hand message while entered, then start the table's refresh."""
        self._postponed[table_id, user] += 1
        try:
            yield
        finally:
            self._postponed[table_id, user] -= 1
            if not self.has_postponed_edits(table_id, user):
                del self._postponed[table_id, user]
            self._start_refresh(table_id)

    def has_postponed_edits(self, table_id: int, user: int) -> bool:
        """Whether edits of this user wait for the answer to a click."""
        return self._postponed[table_id, user] > 0

    def refresh_table(self, table: TableState) -> None:
        """Update the hand messages of a table."""
        self._start_refresh(table.id)

    def _start_refresh(self, table_id: int) -> None:
        if table_id in self._open and table_id not in self._workers:
            self._workers.add(table_id)
            self._run(self._refresh_until_current(table_id))

    def context_of(self, table: TableState, user: int) -> tuple[Answer | None, Pending | None, LastLook | None]:
        """Return the answer, the pending move and the recap's look of a user's hand message."""
        open_hand = self._open.get(table.id, {}).get(user)
        return (None, None, None) if open_hand is None else (open_hand.answer, open_hand.pending, open_hand.recap_since)

    def is_introduction(self, table: TableState, user: int) -> bool:
        """Whether a user's hand message is the introduction of their lesson, or a page that covers it."""
        open_hand = self._open.get(table.id, {}).get(user)
        return open_hand is not None and open_hand.introduces

    def context_before_page(
        self, table: TableState, user: int
    ) -> tuple[Answer | None, Pending | None, LastLook | None]:
        """Return what `context_of` returns for a hand that a page covers, without an answer that has expired."""
        open_hand = self._open.get(table.id, {}).get(user)
        if open_hand is None:
            return None, None, None
        changed = open_hand.seq < table.record.seq
        return (
            _remaining_answer(open_hand, table) if changed else open_hand.answer,
            open_hand.pending,
            open_hand.recap_since,
        )

    def note_to_show(self, table: TableState, seat: int, user: int) -> int:
        """Return the event of the partner's note that a user's next hand message shows; 0 for none.

        It is the note that they had no time to read, or else the oldest unread note.
        """
        open_hand = self._open.get(table.id, {}).get(user)
        opened_at = 0 if open_hand is None else open_hand.expires_at - LIFETIME_SECONDS
        if open_hand is not None and open_hand.seat == seat and time.monotonic() < opened_at + READING_SECONDS:
            return open_hand.note or _oldest_unread(table, seat)
        return _oldest_unread(table, seat)

    def refresh(self, table: TableState, user: int) -> None:
        """Update a user's hand message though its table has not changed."""
        open_hand = self._open.get(table.id, {}).get(user)
        if open_hand is not None:
            open_hand.seq = UNKNOWN_SEQ
            self.refresh_table(table)

    async def close(self) -> None:
        """Stop all updates; hand messages say so, as far as a second allows."""
        self._tasks.cancel()
        last = [self._expire(table_id, user) for table_id, users in self._open.items() for user in users]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*last, return_exceptions=True), FINAL_EDITS_SECONDS)
        for hand in [open_hand for users in self._open.values() for open_hand in users.values()]:
            hand.expiry_timer.cancel()

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.spawn(work)

    def _start_timer(self, table_id: int, user: int, seconds: float) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, self._check_timer, table_id, user)

    def _check_timer(self, table_id: int, user: int) -> None:
        """End the updates if the newest message's time is up, too."""
        open_hand = self._open.get(table_id, {}).get(user)
        remaining_seconds = 0 if open_hand is None else open_hand.expires_at - time.monotonic()
        if open_hand is not None and remaining_seconds > 0:
            open_hand.expiry_timer = self._start_timer(table_id, user, remaining_seconds)
        else:
            self._run(self._expire(table_id, user))

    async def _refresh_until_current(self, table_id: int) -> None:
        """Edit a table's hand messages until all are current."""
        try:
            wait: float | None = SETTLE_SECONDS
            while wait is not None:
                await asyncio.sleep(wait)
                wait = await self._refresh_once(table_id)
        finally:
            self._workers.discard(table_id)

    async def _refresh_once(self, table_id: int) -> float | None:
        """Edit a table's stale hand messages once.

        Returns the seconds until the next look, None if none is stale.
        """
        try:
            table = await self._find(table_id)
        except StoreError as error:
            log.warning("table %s: its hands are not refreshed yet (%s)", table_id, error)
            return RETRY_SECONDS if table_id in self._open else None
        except Declined:  # the table is gone
            return None
        stale = {
            user: open_hand
            for user, open_hand in self._open.get(table_id, {}).items()
            if open_hand.seq < table.record.seq
            and not open_hand.covered
            and not self.has_postponed_edits(table_id, user)
        }
        if not stale:
            return None
        now = time.monotonic()
        editable = [(user, open_hand) for user, open_hand in stale.items() if open_hand.next_edit_at <= now]
        if editable:
            await gather_edits(*(self._try_edit(table_id, user, open_hand) for user, open_hand in editable))
            return 0
        # Others may become stale within EDIT_SECONDS.
        return min(EDIT_SECONDS, min(open_hand.next_edit_at for open_hand in stale.values()) - now)

    async def _try_edit(self, table_id: int, user: int, open_hand: _OpenHand) -> None:
        """Edit a hand message. An edit that fails is tried later, and holds up no other."""
        try:
            await self._edit_hand(table_id, user, open_hand)
        except Declined:  # there is no hand to show any more: the table is frozen, say
            self._drop(table_id, user, open_hand)
            return
        except (discord.HTTPException, *CONNECTION_ERRORS, StoreError) as error:
            log.info("table %s: a hand message is not refreshed yet (%s)", table_id, describe_error(error))
        except Exception as error:  # a fault of a look, say
            log.exception("table %s: a hand message is not refreshed yet", table_id, exc_info=redact(error))
        else:
            return
        open_hand.next_edit_at = time.monotonic() + RETRY_SECONDS

    async def _edit_hand(self, table_id: int, user: int, open_hand: _OpenHand) -> None:
        """Edit a hand message, unless a newer one has replaced it. Raises what the edit raises."""
        await self._rate_limits.acquire_background()
        # Discord counts these edits apart; counted here as well, they leave room for answers.
        await self._rate_limits.acquire()
        table = await self._find(table_id)
        seq = table.record.seq
        if (
            open_hand.seq >= seq
            or self.has_postponed_edits(table_id, user)
            or not self._is_open(table_id, user, open_hand)
        ):
            return
        is_own_seat = table.seat_of(user) == open_hand.seat
        open_hand.answer = _remaining_answer(open_hand, table)
        ready = GIVEN_UP
        if is_own_seat:
            ready = await self._render(table, open_hand, open_hand.answer)
        if self.has_postponed_edits(table_id, user) or not self._is_open(table_id, user, open_hand):
            return
        open_hand.edit_crossed_answer = True
        try:
            async with open_hand.editing:
                edited = await _edit(open_hand.interaction, ready)
        finally:
            open_hand.edit_crossed_answer = self.has_postponed_edits(table_id, user)
        if not edited or not is_own_seat:
            self._drop(table_id, user, open_hand)
            return
        # what happens meanwhile comes with the next edit, as does a picture that took too long
        open_hand.seq, open_hand.next_edit_at = seq - ready.awaits_picture, time.monotonic() + EDIT_SECONDS
        record_outcome_shown(table, ready.premove_outcome)

    async def _render(self, table: TableState, open_hand: _OpenHand, answer: Answer | None) -> RenderedMessage:
        """Render a hand message with its answer, note and recap. Raises StoreError."""
        note = open_hand.note or _oldest_unread(table, open_hand.seat)
        return await self._show(
            table, open_hand.seat, answer, open_hand.pending, open_hand.recap_since, open_hand.away, note
        )

    def _is_open(self, table_id: int, user: int, open_hand: _OpenHand) -> bool:
        return self._open.get(table_id, {}).get(user) is open_hand and not open_hand.covered

    async def _expire(self, table_id: int, user: int) -> None:
        """Mark a hand message as one that is no longer refreshed."""
        open_hand = self._open.get(table_id, {}).get(user)
        if open_hand is None:
            return
        self._drop(table_id, user, open_hand)
        if open_hand.covered:
            return
        try:
            table = await self._find(table_id)
            # Else the hand is another's by now; and a lesson changes at its learner's press alone.
            if table.seat_of(user) == open_hand.seat and not table.record.private:
                await _edit(open_hand.interaction, await self._render(table, open_hand, STALE))
        except (discord.HTTPException, Declined, StoreError, *CONNECTION_ERRORS) as error:
            log.info(
                "table %s: a hand message does not say that it refreshes no more (%s)", table_id, describe_error(error)
            )

    async def _remove(self, open_hand: _OpenHand) -> None:
        try:
            async with asyncio.timeout(REMOVE_SECONDS):
                await open_hand.interaction.delete_original_response()
        except discord.HTTPException as error:  # dismissed by its person, say
            log.debug("an older hand message could not be removed (%s)", error.code)
        except CONNECTION_ERRORS as error:
            log.debug("an older hand message could not be removed (%s)", type(error).__name__)

    def _drop(self, table_id: int, user: int, open_hand: _OpenHand) -> None:
        users = self._open.get(table_id, {})
        if users.get(user) is open_hand:
            open_hand.expiry_timer.cancel()
            self._table_ids.pop(open_hand.message or 0, None)
            del users[user]
            if not users:
                del self._open[table_id]


GIVEN_UP: Final = RenderedMessage(
    layouts.layout(layouts.text("You no longer sit here, so these cards are no longer yours."))
)
"""The hand message of a player who has left the seat, or lost it."""


async def _wait_for_edit(open_hand: _OpenHand) -> None:
    """Wait until no edit of a hand message is under way, at most EDIT_WAIT_SECONDS."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(EDIT_WAIT_SECONDS), open_hand.editing:
            pass


STALE: Final = Answer("-# This message no longer updates itself. Press Refresh, or My hand at the table.")


def _remaining_answer(open_hand: _OpenHand, table: TableState) -> Answer | None:
    """Return the answer that stays after a change: a lasting answer stays until the next hand, others do not."""
    if open_hand.answer is None or not open_hand.answer.lasting or table.hand_start_seq not in {0, open_hand.began}:
        return None
    return open_hand.answer


def _oldest_unread(table: TableState, seat: int) -> int:
    """Return the event of the oldest note that the player in a seat has not read; 0 for none."""
    return next((slip.seq for slip in below_hand(table, seat)), 0)


async def _edit(interaction: discord.Interaction[Any], ready: RenderedMessage) -> bool:
    """Edit a hand message. Returns whether it is still there. Raises discord.HTTPException, CONNECTION_ERRORS."""
    try:
        await interaction.edit_original_response(
            view=ready.layout.view(), attachments=ready.files(), allowed_mentions=NO_MENTIONS
        )
    except discord.HTTPException as error:
        if error.code in {UNKNOWN_MESSAGE, *TOO_LATE_CODES} or is_permanent(error):
            log.info("a hand message can no longer be refreshed (%s)", describe_error(error))
            return False
        raise
    return True
