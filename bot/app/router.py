"""Routing of component interactions: from a custom id, `eh:WORD:ARGUMENT:...`, to the handler registered for it.

A custom id may be forged. So a route says on which messages its buttons stand.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, Literal, NamedTuple, TypeVar

import discord

from bot.common.errors import Declined
from bot.common.id_codes import decode_number, decode_set
from bot.common.text import plain
from bot.tables.model.actor import Actor
from bot.tables.model.table_state import TableState
from bot.transport.interactions.double_taps import DoubleTaps
from bot.transport.interactions.hand_messages import HandMessages
from bot.transport.interactions.responder import Responder
from bot.transport.interactions.responses import Response, ResponseMode
from bot.transport.interactions.table_lookup import TableLookup
from bot.ui.kit.components import PREFIX, SEPARATOR
from bot.ui.kit.custom_ids import CustomId
from bot.ui.kit.modals import submitted_values

MAX_COPIED_LETTERS: Final = 1500
"""Letters of typed text that an answer repeats."""

GONE_TEXT: Final = "This button no longer works. Use a newer message."
MISPLACED_TEXT: Final = "This button no longer works here. `/table show` posts the table again."

Placement = Literal["public", "private", "anywhere"]
"""On which messages a route's buttons stand: those that everybody sees, those that one person sees, or both."""

_ROUTES: Final = "__routes__"
"""The attribute of a handler that holds what `route` says of it."""


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
        """Return an argument that is a whole number, or None where it is missing or something else (a forged id)."""
        return decode_number(self.word(index))

    def number_set(self, index: int) -> frozenset[int] | None:
        """Return an argument that is a set of numbers, or None where it is missing or something else (a forged id)."""
        return decode_set(self.word(index))

    def word(self, index: int) -> str:
        """Return an argument as it stands, "" where it is missing."""
        return self.args[index] if index < len(self.args) else ""

    @property
    def choice(self) -> str:
        """The first value chosen in a select, "" where nothing was chosen."""
        return self.values[0] if self.values else ""

    @property
    def chosen_number(self) -> int | None:
        """The first value chosen in a select as a whole number, or None where it is something else."""
        return decode_number(self.choice)

    def chosen_numbers(self) -> list[int]:
        """Return the whole numbers chosen in a select."""
        return [number for value in self.values if (number := decode_number(value)) is not None]

    @property
    def actor(self) -> Actor:
        """The person who clicked, chose or submitted."""
        return self.response.actor

    async def table(self, *, lesson: bool = False, left_behind: bool = False) -> TableState:
        """Return the table that the first argument names (TableLookup.find). Raises Declined, StoreError."""
        return await self.lookup.find(self.interaction, self.number(0), lesson=lesson, left_behind=left_behind)


Handler = Callable[[ComponentInteraction], Awaitable[None]]
Method = TypeVar("Method", bound=Callable[..., Awaitable[None]])


class Route(NamedTuple):
    """The handler of a custom id, where its response goes, and on which messages its buttons stand.

    A route `commits` if it moves, votes, or decides something else at a table for its person.
    """

    handler: Handler
    response: ResponseMode
    on: Placement
    commits: bool = False


def route(*words: CustomId, response: ResponseMode, on: Placement, commits: bool = False) -> Callable[[Method], Method]:
    """Mark a cog's method as the handler of custom ids that begin with one of these words.

    Raises ValueError where an update could go to a message of either kind.
    """
    if response == "update" and on == "anywhere":
        raise ValueError(f"{words} edits the message that its buttons stand on: say which kind that is")

    def mark(method: Method) -> Method:
        before = getattr(method, _ROUTES, {})
        setattr(method, _ROUTES, {**dict.fromkeys(words, (response, on, commits)), **before})
        return method

    return mark


def routes_of(cog: object) -> Iterator[tuple[CustomId, Route]]:
    """Yield the routes that the methods of a cog (or of its class) are marked with."""
    for name in _marked_methods(cog if isinstance(cog, type) else type(cog)):
        handler = getattr(cog, name)
        for word, marked in getattr(handler, _ROUTES).items():
            yield word, Route(handler, *marked)


@cache
def _marked_methods(cog: type) -> tuple[str, ...]:
    """Return the names of a class's methods that handle custom ids."""
    return tuple(name for name, method in inspect.getmembers(cog, inspect.isroutine) if hasattr(method, _ROUTES))


@dataclass(eq=False, repr=False)
class Router:
    """The routes of the cogs that are loaded, by the first word of their custom ids."""

    responder: Responder
    lookup: TableLookup
    double_taps: DoubleTaps
    hand_messages: HandMessages
    show_hand_again: Handler | None = field(init=False, default=None)
    """Shows a person their hand as it is: the answer to a click that would commit, right after a move of theirs."""
    _routes: dict[str, Route] = field(init=False, default_factory=dict[str, Route])

    def add(self, cog: object) -> None:
        """Add a cog's routes. Raises ValueError if another handler has one of their words."""
        for word, new_route in routes_of(cog):
            if word in self._routes:
                raise ValueError(f"{word!r} has a handler already")
            self._routes[word] = new_route

    def remove(self, cog: object) -> None:
        """Remove a cog's routes; their buttons then answer that they no longer work."""
        for word, _ in routes_of(cog):
            self._routes.pop(word, None)

    def routes(self) -> Mapping[str, Route]:
        """Return all routes."""
        return dict(self._routes)

    async def dispatch(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a click or a submitted modal. Whatever goes wrong becomes a sentence to the person.

        A private answer to a press in one's hand message takes the place of the hand.
        """
        data: Any = interaction.data or {}
        custom_id: str = data.get("custom_id", "")
        word, _, args = custom_id.removeprefix(PREFIX).partition(SEPARATOR)
        matched_route = self._routes.get(word) if custom_id.startswith(PREFIX) else None
        message = interaction.message
        placed = matched_route is not None and _may_stand(matched_route.on, message)
        is_routed = matched_route is not None and placed and (message is not None or matched_route.on == "anywhere")
        mode: ResponseMode = matched_route.response if matched_route is not None and is_routed else "private"
        hand = self.hand_messages.place_of(interaction) if is_routed else None
        replaces = hand is not None and mode == "private"
        if replaces:
            mode = "update"
        async with self.responder.respond(
            interaction, mode, word if matched_route is not None else "unknown"
        ) as response:
            response.hand = hand
            if matched_route is None:
                await response.send_sentence(GONE_TEXT)
                return
            fields = submitted_values(data.get("components", []))
            if (why := self.responder.refusal(interaction.user.id)) is not None:
                raise Declined(" ".join(filter(None, (why, to_be_copied(fields)))))
            if not placed:
                await response.send_sentence(MISPLACED_TEXT)
                return
            values = tuple(data.get("values", ()))
            parts = tuple(args.split(SEPARATOR)) if args else ()
            component = ComponentInteraction(interaction, self.lookup, parts, values, response, fields)
            with hand.postpone_edits() if hand is not None and replaces else nullcontext():
                await (
                    self._commit(matched_route, component)
                    if matched_route.commits
                    else matched_route.handler(component)
                )

    async def _commit(self, route: Route, component: ComponentInteraction) -> None:
        """Let a click commit, unless its person has moved at this table a moment ago: it may be half a double tap."""
        table_id, user = component.number(0), component.interaction.user.id
        if table_id is None or not self.double_taps.seconds:
            await route.handler(component)
            return
        async with self.double_taps.guard(table_id, user) as too_soon:
            show_again = self.show_hand_again
            if too_soon and show_again is not None and (await component.table(lesson=True)).seat_of(user) is not None:
                if route.on == "public" or component.response.mode != "update":
                    await component.response.leave_message()
                await show_again(component)
                return
            try:
                await route.handler(component)
            finally:
                if component.response.has_moved:
                    now = asyncio.get_running_loop().time()
                    self.double_taps.record_move(table_id, user, component.response.answered_at or now)


def to_be_copied(fields: Mapping[str, tuple[str, ...]]) -> str:
    """Return the text that was typed into a form's fields, or "".

    It is for somebody whose form is closed and kept nowhere.
    """
    texts = [text for values in fields.values() for text in values if not text.isdigit() or len(text) > 2]
    typed = plain(", ".join(line for text in texts for line in text.splitlines()), MAX_COPIED_LETTERS).replace("`", "'")
    return f"You typed: `{typed}`" if typed else ""


def _may_stand(on: Placement, message: discord.Message | None) -> bool:
    """Whether a route's buttons stand on such a message, whatever its custom id says.

    So a private answer never replaces a public message or the reverse. A modal's message is where it was opened, None
    if that has gone.
    """
    return message is None or on in {"anywhere", "private" if message.flags.ephemeral else "public"}
