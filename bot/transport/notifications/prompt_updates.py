"""Updates prompts that have been answered or have passed: their text changes and their buttons go.

A prompt that cannot be edited stays: its buttons explain it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.scheduler.scheduler import Reschedule
from bot.tables.commands.lobby import INVITE
from bot.tables.model.table_state import TableState
from bot.tables.model.votes import VOTES, is_question
from bot.tables.services.tables import SHORT_DELAY_MS
from bot.transport.api.channels import Channels
from bot.transport.api.error_codes import CLOSED, MISSING, TOO_MANY_OLD_EDITS, is_permanent
from bot.transport.api.rate_limits import RateLimits
from bot.transport.interactions.responses import NO_MENTIONS
from bot.ui.game.players import players_of
from bot.ui.kit.components import classic_view
from bot.ui.table import announcements, votes
from bot.ui.table.players_history import period_at, players_history
from bot.ui.table.renderer import TableRenderer
from data.store import Store
from data.tables.events import ASKING, AskTakeBackPayload, EventKind
from data.tables.records import Work
from data.tables.work import AnnouncementPayload, WorkKind, WorkState

PROMPT_UPDATE_MS: Final = 24 * 3600 * 1000
"""Milliseconds for which the row of an announcement without a question is kept."""


@dataclass(slots=True, eq=False, repr=False)
class PromptUpdater:
    """Edits the messages of invitations and questions."""

    store: Store
    renderer: TableRenderer
    channels: Channels
    rate_limits: RateLimits
    clock: Callable[[], int]

    async def update_invitation(self, table: TableState, key: str) -> WorkState:
        """Edit an invitation by its key: it says who has answered, or that it has passed.

        Raises Reschedule if its message may be on its way, and discord.HTTPException.
        """
        rows = [row for row in await self.store.work.of_table(table.id, WorkKind.ANNOUNCE) if row.key == key]
        for row in rows:
            self._require_delivered(row)  # with what it was to say a moment ago
        is_edited = False
        for row in rows:
            events = row.read(AnnouncementPayload).get("events", 1)
            first, last = (0, row.seq) if key == INVITE else (row.seq - 1, row.seq + events - 1)
            invitations = [
                event
                for event in await self.store.tables.game_events(table.id, first, last)
                if event.kind == EventKind.INVITE
            ]
            notice = announcements.answered_invitation(table, invitations)
            below = classic_view(*notice.buttons) if notice.buttons else None
            is_edited |= await self.edit(row, content=notice.text, view=below)
        return WorkState.DONE if is_edited else WorkState.CANCELLED

    async def update_questions(self, table: TableState) -> None:
        """Remove the buttons of prompts that no longer matter, and update the tally of open votes.

        Raises as `update_invitation`.
        """
        players, hand_number = players_of(table), self.renderer.describe_hand_number(table)
        for row, event in await self.store.notices.of(table.id, ASKING, (WorkState.DUE, WorkState.DONE)):
            if not row.key.isdecimal():
                continue
            if not is_question(event):
                if row.state == WorkState.DONE and row.due < self.clock() - PROMPT_UPDATE_MS:
                    await self.store.work.mark(row.id, WorkState.CANCELLED)  # nobody need look at it any more
                continue
            move = self.renderer.describe_undone_move(table, event)
            notice = announcements.announce(table, event, None, players, hand_number, move=move)
            is_open = notice is not None and bool(notice.buttons)
            if is_open and event.kind not in VOTES:
                continue
            self._require_delivered(row)
            if notice is not None and is_open:
                await self.edit(row, content=notice.text, view=classic_view(*notice.buttons))
                continue
            changes = await self.store.tables.seat_changes(table.id)
            seq = event.read(AskTakeBackPayload)["seq"] if move else 0
            if move and seq in await self.store.lists.taken_back(table.id, seq - 1):
                move = ""  # it was allowed, which another message tells
            periods = players_history(table.record.seats, None, changes)
            outcome = votes.closed_notice(table, event, period_at(periods, event.seq).players, move)
            await self.edit(row, **({} if outcome is None else {"content": outcome.text}), view=None)
            await self.store.work.mark(row.id, WorkState.CANCELLED)

    def _require_delivered(self, row: Work) -> None:
        """Raise Reschedule if the message of a row may be on its way."""
        if row.state == WorkState.DUE:
            raise Reschedule(max(self.clock(), row.due) + SHORT_DELAY_MS)

    async def edit(self, row: Work, **changes: Any) -> bool:
        """Change the message that a row was delivered as. Returns whether it can still be changed."""
        if row.channel is None or row.message is None or self.channels.is_breaker_open(row.channel):
            return False
        await self.rate_limits.acquire_background(row.channel)
        try:
            await self.channels.edit_parts(row.channel, row.message, NO_MENTIONS, **changes)
        except discord.HTTPException as error:
            if error.code not in MISSING | CLOSED | {TOO_MANY_OLD_EDITS} and not is_permanent(error):
                raise
            return False
        return True
