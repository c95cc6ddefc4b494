"""The message of a match: posted when it is opened, and edited when boards are finished and when it is over."""

from __future__ import annotations

from bot.standings.match_results import MatchResults
from bot.tables.commands.tries import open_to_server
from bot.tables.services.tables import Tables
from bot.transport.messages.posted_message import Post, PostedMessages
from bot.ui.game.presenter_registry import Presenters
from bot.ui.kit.components import custom_id
from bot.ui.kit.custom_ids import CustomId
from bot.ui.matches import match_message
from data.deals.records import Match
from data.store import Store
from data.tables.records import Work
from data.tables.work import WorkState


class MatchWorker:
    """Posts the messages of all matches."""

    def __init__(self, tables: Tables, presenters: Presenters, posts: PostedMessages) -> None:
        self._tables = tables
        self._presenters = presenters
        self._posts = posts

    async def post(self, work: Work) -> WorkState | None:
        """Post the message of a match, or edit it. Raises discord.HTTPException, StoreError."""
        match = await self._tables.store.matches.match(int(work.key))
        presenter = None if match is None else self._presenters.find(match.game)
        if match is None or presenter is None:
            return WorkState.CANCELLED
        results = await match_results(self._tables.store, match)
        if match.closed is not None and (widest := results.widest_board()) is not None:
            for result in (widest.best, widest.worst):
                if result.table is not None:
                    await open_to_server(self._tables, result.table)
        post = Post(match_message(match, presenter, results).view())
        mark = custom_id(CustomId.PLAY_MATCH, match.id)
        return await self._posts.show(work, match.channel, mark, post, is_wanted=match.closed is None)


async def match_results(store: Store, match: Match) -> MatchResults:
    """Return the results of a match, so far where it is open. Raises StoreError."""
    boards = [board.id for board in match.boards]
    read_results = store.deals.results_so_far if match.closed is None else store.deals.results
    return MatchResults(match, await read_results(boards, match.guild))
