"""Hand messages that can still be edited: Discord allows it for fifteen minutes after they were shown.

After every change at a table its shown hands are edited to the new state; just before Discord's time is up they say
that they will not refresh any more. Only the newest hand message of a player at a table is kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.common.errors import Declined, safe
from bot.tables.model.premoves import has_told
from bot.tables.model.table_state import Live
from bot.tables.model.turn_state import LastLook
from bot.transport.api.error_codes import TOO_LATE, UNKNOWN_MESSAGE, is_permanent, named
from bot.transport.api.rate_limits import RateLimits
from bot.transport.interactions.responses import CONNECTION, NOBODY
from bot.ui.table import layouts
from bot.ui.table.layouts import Answer, Pending
from bot.ui.table.renderer import RenderedMessage
from data.errors import StoreError

log = logging.getLogger(__name__)

LIFE: Final = 14 * 60
"""Seconds a hand message is kept fresh: a minute less than its token lives."""

EVERY: Final = 1.0
"""Seconds between two edits of one hand message by themselves: Discord allows about five in five seconds."""

LATER: Final = 15.0
"""Seconds until an edit that could not be made is tried again."""

SETTLE: Final = 0.1
"""Seconds before a first edit, so that a burst of moves is one."""

LAST: Final = 1.0
"""Seconds for the last edits when the bot is stopped."""

NOTHING: Final = 0
"""The number of the event that a hand shows of which nobody knows what it shows."""

together = asyncio.gather
"""How several hands of a table are edited; tests that compare what is sent do it one after another."""

Read = Callable[[Live, int, int, int], Awaitable[None]]
"""Told that the person who sits in a seat, a user, has asked for their hand and been shown it, as of an event."""

Show = Callable[[Live, int, Answer | None, Pending | None, LastLook | None, bool], Awaitable[RenderedMessage]]


@dataclass(slots=True)
class _OpenHand:
    """One shown hand: the interaction whose token may edit it, and what it shows."""

    interaction: discord.Interaction[Any]
    message: int | None
    seat: int
    seq: int
    answer: Answer | None
    pending: Pending | None
    since: LastLook | None
    """The look after which everything is told above the cards, of somebody who had been away."""
    until: float
    """When (monotonic) it is to say that it refreshes no more."""
    began: int
    """With which event the hand began in which it was shown; 0 between two hands."""
    ends: asyncio.TimerHandle
    """Looks at `until`; handed on from message to message, for a timer a click would be many."""
    away: bool = False
    """Whether it is shown elsewhere than at its table, which it names then."""
    rests: float = 0
    """Until when (monotonic) it is not edited again."""
    crossed: bool = False
    """Whether an edit is on its way, or came back while a click was being answered: it may land after the answer."""


class HandMessages:
    """The shown hands by table and user."""

    def __init__(self, show: Show, find: Callable[[int], Awaitable[Live]], read: Read, rate_limits: RateLimits) -> None:
        self._show = show
        self._find = find
        self._read = read
        self._open: dict[int, dict[int, _OpenHand]] = {}
        self._postponed: Counter[tuple[int, int]] = Counter()
        """How many clicks are changing whose hand (table, user) just now: no refresh begins before their answers."""
        self._workers: set[int] = set()
        """The tables whose shown hands are being brought up to date."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._rate_limits = rate_limits

    def opened(
        self,
        live: Live,
        interaction: discord.Interaction[Any],
        message: int | None,
        *,
        seat: int,
        seq: int,
        answer: Answer | None,
        pending: Pending | None = None,
        since: LastLook | None = None,
        away: bool = False,
    ) -> None:
        """A hand was just shown in `message`, as the answer to `interaction`: that of `seat`, as of event `seq`.

        `answer` is what was said above the cards, `pending` the move that waits below them, and what happened after the
        look `since` was told there; `away` from its table it is headed by that. They stay until the person does
        something else, save an answer that does not last.
        """
        user = interaction.user.id
        before = self._open.setdefault(live.id, {}).get(user)
        ends = self._ends(live.id, user, LIFE) if before is None else before.ends
        until = time.monotonic() + LIFE
        shown = self._open[live.id][user] = _OpenHand(
            interaction, message, seat, seq, answer, pending, since, until, live.began, ends, away
        )
        if before is not None and before.message != message:
            self._run(self._remove(before))
        elif before is not None and before.crossed:
            shown.seq, shown.crossed = NOTHING, True
        if live.notes.unread(seat, live.record.settings):
            self._run(self._read(live, seat, user, seq))
        if shown.seq < live.record.seq:  # or something happened while the answer was on its way
            self.changed(live)

    @contextlib.contextmanager
    def postpone_edits(self, live: Live, user: int) -> Generator[None]:
        """Leave the shown hand to the answer while a click of this user changes the table.

        An edit that is on its way already cannot be called back, and an answer does not wait for it: it may land after
        the answer, so the hand is edited once more.
        """
        self._postponed[live.id, user] += 1
        try:
            yield
        finally:
            self._postponed[live.id, user] -= 1
            if not self.has_postponed_edits(live.id, user):
                del self._postponed[live.id, user]
            shown = self._open.get(live.id, {}).get(user)
            if shown is not None and shown.seq < live.record.seq:
                self.changed(live)

    def has_postponed_edits(self, table: int, user: int) -> bool:
        """Whether edits of this user's hand wait for the answer to a click."""
        return self._postponed[table, user] > 0

    def changed(self, live: Live) -> None:
        """Bring the shown hands of this table up to date."""
        if live.id in self._open and live.id not in self._workers:
            self._workers.add(live.id)
            self._run(self._work(live.id))

    def told(self, live: Live, user: int) -> tuple[Answer | None, Pending | None, LastLook | None]:
        """What stands around the cards of a user's shown hand: what was said, what waits there, what is told."""
        shown = self._open.get(live.id, {}).get(user)
        return (None, None, None) if shown is None else (shown.answer, shown.pending, shown.since)

    def again(self, live: Live, user: int) -> None:
        """Show a user's hand once more, though nothing has happened at its table: something else in it has changed."""
        shown = self._open.get(live.id, {}).get(user)
        if shown is not None:
            shown.seq = NOTHING
            self.changed(live)

    async def close(self) -> None:
        """Stop everything; the shown hands say, as far as a second allows, that they no longer refresh."""
        for task in self._tasks:
            task.cancel()
        last = [self._expire(table, user) for table, users in self._open.items() for user in users]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*last, return_exceptions=True), LAST)
        for shown in [one for users in self._open.values() for one in users.values()]:
            shown.ends.cancel()

    def _run(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:  # else asyncio would print it, with the card that it may name
            log.error("a hand message could not be brought up to date", exc_info=safe(error))

    def _ends(self, table: int, user: int, seconds: float) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, self._time_up, table, user)

    def _time_up(self, table: int, user: int) -> None:
        """The time of the first message is up; that of the newest may not be."""
        shown = self._open.get(table, {}).get(user)
        left = 0 if shown is None else shown.until - time.monotonic()
        if shown is not None and left > 0:
            shown.ends = self._ends(table, user, left)
        else:
            self._run(self._expire(table, user))

    async def _work(self, table: int) -> None:
        """Edit a table's shown hands until all show the last state."""
        try:
            wait: float | None = SETTLE
            while wait is not None:
                await asyncio.sleep(wait)
                wait = await self._round(table)
        finally:
            self._workers.discard(table)

    async def _round(self, table: int) -> float | None:
        """Edit those of a table's shown hands once that are behind.

        Returns in how many seconds somebody has to look again, None where none is behind.
        """
        try:
            live = await self._find(table)
        except StoreError as error:
            log.warning("table %s: its hands are not refreshed yet (%s)", table, error)
            return LATER if table in self._open else None
        behind = {
            user: shown
            for user, shown in self._open.get(table, {}).items()
            if shown.seq < live.record.seq and not self.has_postponed_edits(table, user)
        }
        if not behind:
            return None
        now = time.monotonic()
        rested = [(user, shown) for user, shown in behind.items() if shown.rests <= now]
        if rested:
            await together(*(self._try(table, user, shown) for user, shown in rested))
            return 0
        return min(EVERY, min(shown.rests for shown in behind.values()) - now)  # others may be behind before that

    async def _try(self, table: int, user: int, shown: _OpenHand) -> None:
        """Refresh one shown hand, or leave it for later: whatever goes wrong with one keeps no other back."""
        try:
            await self._refresh(table, user, shown)
        except Declined:  # there is no hand to show any more: the table is frozen, say
            self._forget(table, user, shown)
            return
        except (discord.HTTPException, *CONNECTION, StoreError) as error:
            log.info("table %s: a hand message is not refreshed yet (%s)", table, named(error))
        except Exception as error:  # a fault of a look, say
            log.exception("table %s: a hand message is not refreshed yet", table, exc_info=safe(error))
        else:
            return
        shown.rests = time.monotonic() + LATER

    async def _refresh(self, table: int, user: int, shown: _OpenHand) -> None:
        """Edit one shown hand once, unless another message takes its place. Raises what keeps it from that."""
        await self._rate_limits.acquire_background()
        await (
            self._rate_limits.acquire()
        )  # Discord counts these edits apart; that they leave room for answers is our own care
        live = await self._find(table)
        seq = live.record.seq
        if shown.seq >= seq or self.has_postponed_edits(table, user) or not self._is_open(table, user, shown):
            return
        mine = live.seat_of(user) == shown.seat
        if shown.answer is not None and (not shown.answer.lasting or live.began not in {0, shown.began}):
            shown.answer = None  # what was done stays above the hand in which it was done
        ready = GIVEN_UP
        if mine:
            ready = await self._show(live, shown.seat, shown.answer, shown.pending, shown.since, shown.away)
        if self.has_postponed_edits(table, user) or not self._is_open(table, user, shown):
            return
        shown.crossed = True
        try:
            edited = await _edit(shown.interaction, ready)
        finally:
            shown.crossed = self.has_postponed_edits(table, user)
        if not edited or not mine:
            self._forget(table, user, shown)
            return
        # what happens meanwhile comes with the next edit, as does a picture that took too long
        shown.seq, shown.rests = seq - ready.awaits_picture, time.monotonic() + EVERY
        has_told(live, ready.premove_outcome)

    def _is_open(self, table: int, user: int, shown: _OpenHand) -> bool:
        return self._open.get(table, {}).get(user) is shown

    async def _expire(self, table: int, user: int) -> None:
        shown = self._open.get(table, {}).get(user)
        if shown is None:
            return
        self._forget(table, user, shown)
        live = await self._find(table)
        # Else the hand is another's by now; and a lesson changes at its learner's press alone.
        if live.seat_of(user) == shown.seat and not live.record.lesson:
            try:
                last = await self._show(live, shown.seat, STALE, shown.pending, shown.since, shown.away)
                await _edit(shown.interaction, last)
            except (discord.HTTPException, *CONNECTION) as error:
                log.info("table %s: a hand message does not say that it refreshes no more (%s)", table, named(error))

    async def _remove(self, shown: _OpenHand) -> None:
        try:
            await shown.interaction.delete_original_response()
        except discord.HTTPException as error:
            log.debug("an older hand message could not be removed (%s)", error.code)
        except CONNECTION as error:
            log.debug("an older hand message could not be removed (%s)", type(error).__name__)

    def _forget(self, table: int, user: int, shown: _OpenHand) -> None:
        users = self._open.get(table, {})
        if users.get(user) is shown:
            shown.ends.cancel()
            del users[user]
            if not users:
                del self._open[table]


GIVEN_UP: Final = RenderedMessage(
    layouts.layout(layouts.text("You no longer sit here, so these cards are no longer yours."))
)
"""What the hand says of somebody who has left the seat, or whose seat was given away."""

STALE: Final = Answer("-# This message no longer updates itself. Press Refresh, or My hand at the table.")


async def _edit(interaction: discord.Interaction[Any], ready: RenderedMessage) -> bool:
    """Edit a hand message. Returns whether it is still there; raises discord.HTTPException, CONNECTION for the rest."""
    try:
        await interaction.edit_original_response(
            view=ready.layout.view(), attachments=ready.files(), allowed_mentions=NOBODY
        )
    except discord.HTTPException as error:
        if error.code in {UNKNOWN_MESSAGE, *TOO_LATE} or is_permanent(error):
            log.info("a hand message can no longer be refreshed (%s)", named(error))
            return False
        raise
    return True
