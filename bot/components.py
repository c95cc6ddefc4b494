"""Buttons and selects that outlive a restart: a verb and its arguments in the custom id, and nothing in memory.

A custom id is `eh:VERB:ARGUMENT:...`. What a verb does is registered by a cog (`Verbs.add`), and every click of
whatever age is routed to it by the client's `on_interaction` (bot/client.py). Views only lay components out: they are
stopped before they are sent, so discord.py keeps none of them, nothing times out, and nothing can be unregistered.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import discord
from discord import ui

from bot.replies import Mode, Reply, answering

if TYPE_CHECKING:
    from bot.client import EldestHand

GONE: Final = "I do not know this button any more. Please use a newer message."
PREFIX: Final = "eh:"


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


def custom_id(verb: str, *args: object) -> str:
    """The custom id of a component for `verb`; at most 100 characters, which the caller sees to."""
    return ":".join((f"{PREFIX}{verb}", *map(str, args)))


def button(
    verb: str,
    *args: object,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | discord.PartialEmoji | None = None,
    disabled: bool = False,
) -> ui.Button[Any]:
    """A button for `verb` with its arguments. The label is cut to Discord's 80 characters."""
    return ui.Button(label=label[:80], style=style, custom_id=custom_id(verb, *args), emoji=emoji, disabled=disabled)


def select(
    verb: str, *args: object, options: Sequence[discord.SelectOption], placeholder: str, disabled: bool = False
) -> ui.Select[Any]:
    """A select of one of up to 25 options for `verb` with its arguments."""
    return ui.Select(
        custom_id=custom_id(verb, *args), options=list(options), placeholder=placeholder[:150], disabled=disabled
    )


def layout(*items: ui.Item[Any]) -> ui.LayoutView:
    """A message of these items, for sending once."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def classic(*items: ui.Item[Any]) -> ui.View:
    """Buttons below a message of plain content, for sending once."""
    view = ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view
