"""The results of a club night: a message in its channel, posted once it is over, with the winners.

Later changes of the night, as erasures, edit it.
"""

from __future__ import annotations

from bot.common.errors import Declined
from bot.scheduler.scheduler import Reschedule
from bot.tables.services.tables import Tables
from bot.transport.messages.night_boards import NightBoards
from bot.transport.messages.posted_message import Post, PostedMessages
from bot.ui.nights import results_card, results_card_mark
from data.nights.records import MAX_NIGHT_MS
from data.tables.records import Work
from data.tables.work import WorkState


class NightResultsWorker:
    """Posts the results of all club nights."""

    def __init__(self, boards: NightBoards, tables: Tables, posts: PostedMessages) -> None:
        self._boards = boards
        self._tables = tables
        self._posts = posts

    async def post(self, work: Work) -> WorkState | None:
        """Post the results of a night that is over, or edit them.

        No results for deleted nights, nights long over, or nights that ended by themselves without players. A restored
        night is enqueued again. Raises Reschedule before its end, discord.HTTPException, StoreError.
        """
        try:
            record = await self._boards.find(work.night)
        except Declined:  # the night is gone
            return WorkState.CANCELLED
        now = self._tables.clock()
        if not record.is_over(now):
            raise Reschedule(record.end)
        summary = await self._boards.summarize(record)
        return await self._posts.show(
            work,
            record.channel,
            results_card_mark(record.id),
            Post(results_card(summary).view()),
            is_wanted=record.deleted is None
            and now <= record.end + MAX_NIGHT_MS
            and (record.ended is not None or bool(summary.people())),
        )
