"""What clicks do: verbs, registered by cogs, and the one way from a click of whatever age to its verb.

The client's `on_interaction` brings every click and every submitted modal here (bot/app/client.py). Its custom id is
`eh:VERB:ARGUMENT:...` (bot/ui/kit/components.py), and nothing about it is kept in memory. A custom id may come from
another message, another channel or nobody's message at all: a verb says where it may be pressed, and a table is reached
through `ComponentInteraction.table` alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

import discord

from bot.common.errors import Declined
from bot.common.text import plain, whole_number
from bot.tables.model.table_state import Live
from bot.transport.interactions.double_taps import DoubleTaps
from bot.transport.interactions.responder import Responder
from bot.transport.interactions.responses import Mode, Response
from bot.transport.interactions.table_lookup import TableLookup
from bot.ui.kit.components import PREFIX
from bot.ui.kit.modals import submitted

COPIED: Final = 1500
"""Letters of what was typed that are given back."""

GONE: Final = "This button no longer works. Use a newer message."
MISPLACED: Final = "This button no longer works here. `/table show` posts the table again."

Place = Literal["public", "private", "anywhere"]
"""On which messages a verb's buttons stand: those that everybody sees, those that one person sees, or both."""


@dataclass(frozen=True, slots=True)
class ComponentInteraction:
    """A click on a button, a choice in a select, or a submitted modal (whose fields are in `fields` by custom id)."""

    interaction: discord.Interaction[Any]
    lookup: TableLookup
    args: tuple[str, ...]
    values: tuple[str, ...]
    response: Response
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])

    def number(self, index: int) -> int | None:
        """An argument that is a whole number, or None where it is missing or something else (a forged id)."""
        return whole_number(self.word(index))

    def word(self, index: int) -> str:
        """An argument as it stands, "" where it is missing."""
        return self.args[index] if index < len(self.args) else ""

    async def table(self, *, lesson: bool = False, left: bool = False) -> Live:
        """The table that the first argument names (TableLookup.find). Raises Declined, StoreError."""
        return await self.lookup.find(self.interaction, self.number(0), lesson=lesson, left=left)


Handler = Callable[[ComponentInteraction], Awaitable[None]]


class Verb(NamedTuple):
    """What a verb does, where its answer goes, and on which messages its buttons stand.

    Whether it `commits`: it moves, votes, or decides something else at a table for its presser.
    """

    handler: Handler
    mode: Mode
    place: Place
    commits: bool


class Verbs:
    """The verbs that the cogs have registered."""

    def __init__(self, responder: Responder, lookup: TableLookup, double_taps: DoubleTaps) -> None:
        self._responder = responder
        self._lookup = lookup
        self._double_taps = double_taps
        self._verbs: dict[str, Verb] = {}
        self.shows_again: Handler | None = None
        """Shows a person their hand as it is: what a press does that would commit, right after a move of theirs."""

    def add(self, verb: str, handler: Handler, mode: Mode, place: Place, *, commits: bool = False) -> None:
        """Register a verb. Raises ValueError if another has its name, and where an update could go to either kind."""
        if verb in self._verbs:
            raise ValueError(f"the verb {verb!r} is taken")
        if mode == "update" and place == "anywhere":
            raise ValueError(f"the verb {verb!r} edits the message it is pressed on: say which kind that is")
        self._verbs[verb] = Verb(handler, mode, place, commits)

    def remove(self, verb: str) -> None:
        """Forget a verb (its cog is unloaded); its buttons then answer that they are not known."""
        self._verbs.pop(verb, None)

    def all(self) -> Mapping[str, Verb]:
        """All registered verbs."""
        return dict(self._verbs)

    async def dispatch(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a click or a submitted modal. Whatever goes wrong becomes a sentence to the person."""
        data: Any = interaction.data or {}
        custom_id: str = data.get("custom_id", "")
        verb, _, args = custom_id.removeprefix(PREFIX).partition(":")
        found = self._verbs.get(verb) if custom_id.startswith(PREFIX) else None
        message = interaction.message
        placed = found is not None and _stands(found.place, message)
        known = found is not None and placed and (message is not None or found.place == "anywhere")
        mode: Mode = found.mode if found is not None and known else "private"
        async with self._responder.respond(interaction, mode, verb if found is not None else "unknown") as response:
            if found is None:
                await response.send_sentence(GONE)
                return
            fields = submitted(data.get("components", []))
            if (why := self._responder.refusal(interaction.user.id)) is not None:
                raise Declined(" ".join(filter(None, (why, to_be_copied(fields)))))
            if not placed:
                await response.send_sentence(MISPLACED)
                return
            values = tuple(data.get("values", ()))
            component = ComponentInteraction(
                interaction, self._lookup, tuple(args.split(":")) if args else (), values, response, fields
            )
            await (self._commit(found, component) if found.commits else found.handler(component))

    async def _commit(self, verb: Verb, component: ComponentInteraction) -> None:
        """Let a press commit, unless its person has moved at this table a moment ago: it may be half a double tap."""
        table, user = component.number(0), component.interaction.user.id
        if table is None or not self._double_taps.seconds:
            await verb.handler(component)
            return
        async with self._double_taps.turn(table, user) as too_soon:
            if (
                too_soon
                and self.shows_again is not None
                and (await component.table(lesson=True)).seat_of(user) is not None
            ):
                if verb.place != "private" or verb.mode != "update":
                    await component.response.leave_message()
                await self.shows_again(component)
                return
            try:
                await verb.handler(component)
            finally:
                if component.response.moved:
                    now = asyncio.get_running_loop().time()
                    self._double_taps.moved(table, user, component.response.given_at or now)


def to_be_copied(fields: Mapping[str, tuple[str, ...]]) -> str:
    """What was typed into a form's fields, for somebody whose form is closed and kept nowhere; "" for nothing."""
    texts = [one for values in fields.values() for one in values if not one.isdigit() or len(one) > 2]
    typed = plain(", ".join(line for one in texts for line in one.splitlines()), COPIED).replace("`", "'")
    return f"You typed: `{typed}`" if typed else ""


def _stands(place: Place, message: discord.Message | None) -> bool:
    """Whether a verb's buttons stand on such a message (for a modal, that from which it was opened, None where it has
    gone meanwhile), whatever its custom id says: so a private answer never replaces a public message, nor the other way
    round.
    """
    return message is None or place in {"anywhere", "private" if message.flags.ephemeral else "public"}
