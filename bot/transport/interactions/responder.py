"""Answering interactions: what is under way, what is declined, and the one path of every command and component.

Autocompletes have a path of their own.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

import discord

from bot.common.errors import Declined, redact, sentence_for
from bot.common.metrics import INTERACTIONS
from bot.transport.interactions.callback_session import CallbackSession
from bot.transport.interactions.responses import FOLLOW_UP_EXTRA, Response, ResponseMode
from data.engine.errors import StoreError
from rules.contract import Refusal

log = logging.getLogger(__name__)

P = ParamSpec("P")
Choice = TypeVar("Choice")

GIVE_UP_SECONDS: Final = 1.0
"""Seconds for cancelled answers to end."""

ERASING_TEXT: Final = "Your data is being deleted. Wait a moment."
STOPPING_TEXT: Final = "I am restarting, so nothing was done. Try again in a minute."


class Responder:
    """Answers interactions.

    `follow_ups` are called with each response, and may send its person more messages. `support_url` is where faults can
    be reported.
    """

    def __init__(
        self,
        callbacks: CallbackSession,
        *follow_ups: Callable[[Response], Awaitable[None]],
        support_url: str | None = None,
    ) -> None:
        self._callbacks = callbacks
        self._support_url = support_url
        self._follow_ups = follow_ups
        self.under_way: set[Response] = set()
        """The answers under way."""
        self.erasing: set[int] = set()
        """The users whose data is being erased: nothing else is done for them meanwhile."""
        self.stopping = False
        """Whether the bot is stopping: new interactions are declined."""

    def is_busy(self) -> bool:
        """Whether anybody waits for an answer."""
        return bool(self.under_way)

    def refusal(self, user: int) -> str | None:
        """Return the reason why a user's interactions are declined now; None if they are not."""
        if self.stopping:
            return STOPPING_TEXT
        return ERASING_TEXT if user in self.erasing else None

    @asynccontextmanager
    async def respond(
        self, interaction: discord.Interaction[Any], mode: ResponseMode, verb: str = ""
    ) -> AsyncGenerator[Response]:
        """Answer a command or a component. An error inside becomes a sentence to the person.

        The interaction is counted by its `verb`, or by its command's name.
        """
        response, outcome = Response(interaction, mode, self._callbacks), "done"
        self.under_way.add(response)
        try:
            try:
                yield response
                if (follow_up := interaction.extras.pop(FOLLOW_UP_EXTRA, None)) is not None:
                    await follow_up(response)
            except Exception as error:  # noqa: BLE001  # the last resort: the person must get a sentence
                outcome = _outcome_label(error)
                where = (
                    f"interaction {interaction.id} of user {interaction.user.id} in channel {interaction.channel_id}"
                )
                await response.send_sentence(sentence_for(error, where, self._support_url))
            await self._follow_up(response)
        except asyncio.CancelledError:  # the bot stops, and Discord has not taken the answer
            outcome = "failed"
            log.info("interaction %s: its answer was given up", interaction.id)
            raise
        finally:
            response.close()
            self.under_way.discard(response)
            INTERACTIONS.labels(verb or _command_name(interaction), outcome).inc()

    async def _follow_up(self, response: Response) -> None:
        """Call the follow-ups; a failure of one is no failure of the interaction."""
        for follow_up in self._follow_ups:
            try:
                await follow_up(response)
            except (Declined, StoreError) as error:
                log.info("interaction %s: nothing else is told yet (%s)", response.interaction.id, error)

    async def finish(self, seconds: float) -> None:
        """Wait so long for answers under way, then cancel them."""
        responses = set(self.under_way)
        for _ in range(int(seconds / 0.02)):
            if not responses & self.under_way:
                return
            await asyncio.sleep(0.02)
        if tasks := [asyncio.create_task(response.give_up()) for response in responses & self.under_way]:
            await asyncio.wait(tasks, timeout=GIVE_UP_SECONDS)

    async def close(self) -> None:
        """Close the session of callbacks."""
        await self._callbacks.close()


def suggests(choose: Callable[P, Awaitable[list[Choice]]]) -> Callable[P, Coroutine[Any, Any, list[Choice]]]:
    """Decorate an autocomplete, which `respond` does not guard: it suggests nothing if `choose` raises.

    discord.py would log each error with its text, which could name a card.
    """

    @wraps(choose)
    async def suggest(*args: P.args, **options: P.kwargs) -> list[Choice]:
        try:
            return await choose(*args, **options)
        except (Declined, StoreError):
            return []
        except Exception as error:
            log.exception("%s: it suggests nothing", choose.__qualname__, exc_info=redact(error))
            return []

    return suggest


def _command_name(interaction: discord.Interaction[Any]) -> str:
    return f"/{interaction.command.qualified_name}" if interaction.command else "unknown"


def _outcome_label(error: Exception) -> str:
    """Return the outcome of an interaction that raised this error, as a metric's label."""
    if isinstance(error, (Declined, Refusal)):
        return "declined"
    return "not kept" if isinstance(error, StoreError) else "failed"
