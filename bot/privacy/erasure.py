"""Taking somebody's data out: in the store, and out of all that is in memory.

The store does it in one transaction (data/privacy.py), which owes the rest by rows: seats are given up, and messages
shown anew. While it is done the person's own presses wait for a moment, so that none of them keeps a name again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from bot.common.errors import Declined
from bot.pads.pads import Pads
from bot.people.preferences import People
from bot.scheduler.scheduler import Scheduler
from bot.standings.recorder import ResultRecorder
from bot.standings.standings_worker import StandingsProjection
from bot.tables.services.tables import Tables
from bot.transport.interactions.responder import Responder
from bot.transport.interactions.responses import Response
from bot.transport.messages.night_boards import NightBoards
from bot.transport.messages.tracked_message import Owing
from data.errors import StoreError

MOMENT: Final = 3.0
"""Seconds that other answers to the same person, which are under way, get to come to their end."""


class Erasure:
    """Takes people's data out."""

    def __init__(
        self,
        tables: Tables,
        pads: Pads,
        people: People,
        recorder: ResultRecorder,
        standings: StandingsProjection,
        scheduler: Scheduler,
        responder: Responder,
        pad_messages: Sequence[Owing],
        night_boards: NightBoards,
    ) -> None:
        self._tables = tables
        self._pads = pads
        self._people = people
        self._recorder = recorder
        self._standings = standings
        self._scheduler = scheduler
        self._responder = responder
        self._pad_messages = pad_messages
        self._night_boards = night_boards

    async def erase(self, user: int, own: Response) -> bool:
        """Take a user's data out, as the answer `own` to them.

        Returns whether their number stays where moderators keep them out. Raises Declined where that is under way
        already, StoreError; what it could note is then done at the next start.
        """
        erasing = self._responder.erasing
        if user in erasing:
            raise Declined("Your data is already being deleted.")
        erasing.add(user)
        try:
            await self._finish_other_answers(user, own)
            async with self._recorder.still, self._people.still:
                try:
                    gone = await self._tables.store.privacy.erase(user)
                finally:  # whatever became of it: it is read anew
                    await self._tables.evict_person(user)
                    self._pads.evict_all()
                    self._people.evict(user)
            await self._begin_owed_work(gone.nights)
        finally:
            erasing.discard(user)
        return gone.banned

    async def _finish_other_answers(self, user: int, own: Response) -> None:
        for _ in range(int(MOMENT / 0.01)):
            if not any(
                response is not own and response.interaction.user.id == user for response in self._responder.under_way
            ):
                return
            await asyncio.sleep(0.01)

    async def _begin_owed_work(self, nights: tuple[int, ...]) -> None:
        """Begin with what is owed; what cannot be begun now is begun at the next start."""
        self._scheduler.notify_due(0)
        self._standings.changed()
        try:
            await self._recorder.start()
            for owing in self._pad_messages:
                await owing.start()
            for night in nights:
                await self._night_boards.changed(night)
        except StoreError:
            pass
