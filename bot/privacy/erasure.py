"""Erases a person's data from the store and from memory.

One transaction (data/privacy/repository.py) also enqueues the follow-up work. Meanwhile the person's interactions wait,
so that none saves their name again.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

from bot.common.errors import Declined
from bot.pads.pads import Pads
from bot.people.preferences import PreferencesCache
from bot.scheduler.scheduler import Scheduler
from bot.standings.recorder import ResultRecorder
from bot.tables.services.tables import Tables
from bot.transport.interactions.responder import Responder
from bot.transport.interactions.responses import Response

ANSWERS_GRACE_SECONDS: Final = 3.0
"""Seconds for other answers to the same person that are under way."""


@dataclass(slots=True, eq=False, repr=False)
class Erasure:
    """Erases people's data."""

    tables: Tables
    pads: Pads
    people: PreferencesCache
    recorder: ResultRecorder
    scheduler: Scheduler
    responder: Responder

    async def erase(self, user: int, own: Response) -> bool:
        """Erase a user's data, as the answer `own` to them.

        Returns whether their id stays because moderators ban them. Raises Declined if an erasure of theirs is under
        way, StoreError. After StoreError a logged erasure is done at the next start.
        """
        erasing = self.responder.erasing
        if user in erasing:
            raise Declined("Your data is already being deleted.")
        erasing.add(user)
        try:
            await self._finish_other_answers(user, own)
            async with self.recorder.recording_lock, self.people.change_lock:
                try:
                    erased = await self.tables.store.privacy.erase(user)
                finally:  # whatever became of it: it is read anew
                    self.pads.evict_all()  # first: their work may run before all tables are read
                    await self.tables.evict_person(user)
                    self.pads.evict_all()
                    self.people.evict(user)
            self.scheduler.notify_due_now()
        finally:
            erasing.discard(user)
        return erased.banned

    async def _finish_other_answers(self, user: int, own: Response) -> None:
        for _ in range(int(ANSWERS_GRACE_SECONDS / 0.01)):
            if not any(
                response is not own and response.interaction.user.id == user for response in self.responder.under_way
            ):
                return
            await asyncio.sleep(0.01)
