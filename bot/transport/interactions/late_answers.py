"""Answers that take long: a message at once, which is edited when the answer is there.

Neither other work nor a stopping bot waits for them. A user whose answer is lost asks again.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import discord

from bot.common.errors import sentence_for
from bot.common.tasks import BackgroundTasks
from bot.transport.api.error_codes import describe_error
from bot.transport.interactions.responses import CONNECTION_ERRORS, NO_MENTIONS, Response
from bot.ui.kit.components import Layout
from bot.ui.table import layouts

log = logging.getLogger(__name__)


class LateAnswers:
    """The answers that are still to come. `support_url` is where faults can be reported."""

    def __init__(self, support_url: str | None) -> None:
        self._support_url = support_url
        self._tasks = BackgroundTasks("a late answer could not be given")

    async def give(self, response: Response, meanwhile: Layout, make: Callable[[], Awaitable[Layout]]) -> None:
        """Answer with `meanwhile`, then edit that message to what `make` returns, or to the sentence of its error.

        A hand message that shows something else by then stays as it is.
        """
        await response.send(layout=meanwhile)
        if not response.was_lost:
            self._tasks.spawn(_edit(response, make, self._support_url))

    async def close(self) -> None:
        """Stop. Messages that wait stay as they are."""
        await self._tasks.close()


async def _edit(response: Response, make: Callable[[], Awaitable[Layout]], support_url: str | None) -> None:
    """Put a late answer, or the sentence for its error, in the place of the interaction's response."""
    interaction, place = response.interaction, response.covered_hand
    try:
        answer = await make()
    except Exception as error:  # noqa: BLE001  # the last resort, as in Responder: the person must get a sentence
        where = f"interaction {interaction.id} of user {interaction.user.id} in channel {interaction.channel_id}"
        answer = layouts.layout(layouts.text(sentence_for(error, where, support_url)))
    if place is not None:
        if not place.is_covered():
            return
        answer = place.with_way_back(answer)
    try:
        await interaction.edit_original_response(view=answer.view(), allowed_mentions=NO_MENTIONS)
    except (discord.HTTPException, *CONNECTION_ERRORS) as error:
        log.info("interaction %s: its late answer did not get there (%s)", interaction.id, describe_error(error))
