"""The message of a challenge: posted when it is opened, and edited when tries are finished and when it is over."""

from __future__ import annotations

from bot.tables.commands.tries import open_to_server
from bot.tables.services.tables import Tables
from bot.transport.messages.posted_message import Post, PostedMessages
from bot.ui.challenges import challenge_message
from bot.ui.game.presenter_registry import Presenters
from bot.ui.kit.components import custom_id
from bot.ui.kit.custom_ids import CustomId
from bot.ui.tries import ranked
from data.deals.records import Deal, DealOrigin, TryResult
from data.store import Store
from data.tables.records import Work
from data.tables.work import WorkState


class ChallengeWorker:
    """Posts the messages of all challenges."""

    def __init__(self, tables: Tables, presenters: Presenters, posts: PostedMessages) -> None:
        self._tables = tables
        self._presenters = presenters
        self._posts = posts

    async def post(self, work: Work) -> WorkState | None:
        """Post the message of a challenge, or edit it. Raises discord.HTTPException, StoreError."""
        deal = await self._tables.store.deals.find(int(work.key))
        presenter = None if deal is None else self._presenters.find(deal.game)
        if deal is None or deal.origin is None or presenter is None:
            return WorkState.CANCELLED
        results = await ranked_results(self._tables.store, deal, deal.origin)
        if deal.closed is not None and results and (best := results[0][1].table) is not None:
            await open_to_server(self._tables, best)
        post = Post(challenge_message(deal, deal.origin, presenter, results).view())
        mark = custom_id(CustomId.PLAY_CHALLENGE, deal.id)
        return await self._posts.show(work, deal.origin.channel, mark, post, is_wanted=deal.closed is None)


async def ranked_results(store: Store, deal: Deal, origin: DealOrigin) -> list[tuple[int, TryResult]]:
    """Return the results of a challenge with their places, so far where it is open. Raises StoreError."""
    if deal.closed is None:
        return ranked(deal.game, await store.deals.results_so_far([deal.id], origin.guild))
    return ranked(deal.game, await store.deals.results([deal.id], origin.guild))
