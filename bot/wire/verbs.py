"""What clicks do: verbs, registered by cogs, and the one way from a click of whatever age to its verb.

The client's `on_interaction` brings every click here (bot/client.py). Its custom id is `eh:VERB:ARGUMENT:...`
(bot/wire/components.py), and nothing about it is kept in memory.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import discord

from bot.wire.components import PREFIX
from bot.wire.replies import Mode, Reply, answering

if TYPE_CHECKING:
    from bot.client import EldestHand

GONE: Final = "I do not know this button any more. Please use a newer message."


@dataclass(frozen=True, slots=True)
class Press:
    """A click on a button, or a choice in a select."""

    interaction: discord.Interaction[EldestHand]
    args: tuple[str, ...]
    values: tuple[str, ...]
    reply: Reply

    def number(self, index: int) -> int | None:
        """An argument that is a whole number, or None where it is missing or something else (a forged id)."""
        text = self.args[index] if index < len(self.args) else ""
        return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


Handler = Callable[[Press], Awaitable[None]]


class Verb(NamedTuple):
    """What a verb does, and where its answer goes."""

    handler: Handler
    mode: Mode


class Verbs:
    """The verbs that the cogs have registered."""

    def __init__(self) -> None:
        self._verbs: dict[str, Verb] = {}

    def add(self, verb: str, handler: Handler, mode: Mode = "private") -> None:
        """Register a verb. Raises ValueError if another has its name."""
        if verb in self._verbs:
            raise ValueError(f"the verb {verb!r} is taken")
        self._verbs[verb] = Verb(handler, mode)

    def remove(self, verb: str) -> None:
        """Forget a verb (its cog is unloaded); its buttons then answer that they are not known."""
        self._verbs.pop(verb, None)

    def names(self) -> frozenset[str]:
        """All registered verbs."""
        return frozenset(self._verbs)

    async def press(self, interaction: discord.Interaction[EldestHand]) -> None:
        """Answer a component's interaction. Whatever goes wrong becomes a sentence to the person."""
        data: Any = interaction.data or {}
        custom_id: str = data.get("custom_id", "")
        verb, _, args = custom_id.removeprefix(PREFIX).partition(":")
        found = self._verbs.get(verb) if custom_id.startswith(PREFIX) else None
        async with answering(interaction, found.mode if found else "private") as reply:
            if found is None:
                await reply.sentence(GONE)
                return
            values = tuple(data.get("values", ()))
            await found.handler(Press(interaction, tuple(args.split(":")) if args else (), values, reply))
