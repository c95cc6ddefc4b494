"""Components as Discord's own JSON, with custom ids that outlive a restart: `eh:WORD:ARGUMENT:...`.

The words are in custom_ids.py, their handlers in cogs/. The items of discord.py are not used: they take long to build,
and time out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui
from discord.ui.view import BaseView

from bot.ui.kit.custom_ids import CustomId

PREFIX: Final = "eh:"

SEPARATOR: Final = ":"
"""Stands between the parts of a custom id, and of a select's value."""

MAX_ROW_BUTTONS: Final = 5
"""Buttons that stand side by side."""

MAX_COMPONENTS: Final = 40
"""The most components that a message holds, those within others included."""

MAX_SUGGESTIONS: Final = 25
"""Suggestions of an autocomplete that Discord shows."""

MAX_CUSTOM_ID_LETTERS: Final = 100
"""Characters that a custom id may have."""

Part = dict[str, Any]
"""A component as Discord's API writes it."""

ROW: Final = 1
BUTTON: Final = 2
SELECT: Final = 3
USER_SELECT: Final = 5
ROLE_SELECT: Final = 6
CHANNEL_SELECT: Final = 8
SECTION: Final = 9
TEXT: Final = 10
GALLERY: Final = 12
FILE: Final = 13
CONTAINER: Final = 17
"""The types of components that the bot sends."""


def custom_id(word: CustomId, *args: object) -> str:
    """Return the custom id of a component for `word`.

    Raises ValueError where it is too long: nothing is cut silently.
    """
    new_id = SEPARATOR.join((f"{PREFIX}{word}", *map(str, args)))
    if len(new_id) > MAX_CUSTOM_ID_LETTERS:
        raise ValueError(f"a custom id of {len(new_id)} characters for {word}")
    return new_id


def button(
    word: CustomId,
    *args: object,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
    disabled: bool = False,
) -> Part:
    """Return a button for `word` with its arguments. The label is cut to Discord's 80 characters."""
    part: Part = {"type": BUTTON, "style": style.value, "label": label[:80], "custom_id": custom_id(word, *args)}
    if emoji is not None:
        part["emoji"] = discord.PartialEmoji.from_str(emoji).to_dict()
    if disabled:
        part["disabled"] = True
    return part


def link_button(url: str, *, label: str) -> Part:
    """Return a button that opens a web address, of at most 512 characters."""
    return {"type": BUTTON, "style": discord.ButtonStyle.link.value, "label": label, "url": url}


def select(
    word: CustomId,
    *args: object,
    options: Sequence[discord.SelectOption],
    placeholder: str,
    disabled: bool = False,
    fewest: int = 1,
    most: int = 1,
) -> Part:
    """Return a row with a select of up to 25 options for `word` with its arguments.

    One may be chosen, or `fewest` to `most`.
    """
    choice: Part = {
        "type": SELECT,
        "custom_id": custom_id(word, *args),
        "options": [option.to_dict() for option in options],
        "placeholder": placeholder[:150],
    }
    if most > 1:
        choice |= {"min_values": fewest, "max_values": most}
    if disabled:
        choice["disabled"] = True
    return row(choice)


def user_select(word: CustomId, *args: object, placeholder: str, most: int) -> Part:
    """Return a select of up to `most` people of the server for `word` with its arguments, in a row of its own."""
    choice = {
        "type": USER_SELECT,
        "custom_id": custom_id(word, *args),
        "placeholder": placeholder[:150],
        "min_values": 1,
        "max_values": most,
    }
    return row(choice)


def entity_select(kind: int, word: CustomId, *args: object, placeholder: str, most: int, chosen: Sequence[int]) -> Part:
    """Return a row with a select for `word` of none to `most` of the server's roles or text channels.

    Those `chosen` now are marked.
    """
    choice: Part = {
        "type": kind,
        "custom_id": custom_id(word, *args),
        "placeholder": placeholder[:150],
        "min_values": 0,
        "max_values": most,
        "default_values": [
            {"id": str(entity), "type": "role" if kind == ROLE_SELECT else "channel"} for entity in chosen
        ],
    }
    if kind == CHANNEL_SELECT:
        choice["channel_types"] = [discord.ChannelType.text.value, discord.ChannelType.voice.value]
    return row(choice)


def row(*parts: Part) -> Part:
    """Return a row of up to five buttons side by side."""
    return {"type": ROW, "components": list(parts)}


def rows(parts: Sequence[Part]) -> list[Part]:
    """Return rows for any number of buttons, five to a row."""
    return [row(*parts[start : start + MAX_ROW_BUTTONS]) for start in range(0, len(parts), MAX_ROW_BUTTONS)]


def text(content: str) -> Part:
    """Return a text component."""
    return {"type": TEXT, "content": content}


def section(content: str, beside: Part) -> Part:
    """Return a text with a button beside it."""
    return {"type": SECTION, "components": [text(content)], "accessory": beside}


def picture(filename: str, alt: str) -> Part:
    """Return a picture that travels with the message, with its alt text."""
    item = {"media": {"url": f"attachment://{filename}"}, "description": alt[:1024]}
    return {"type": GALLERY, "items": [item]}


def container(*parts: Part, colour: int) -> Part:
    """Return these parts in one frame with a bar of this colour."""
    return {"type": CONTAINER, "accent_color": colour, "components": list(parts)}


def file_component(filename: str) -> Part:
    """Return a file that travels with the message."""
    return {"type": FILE, "file": {"url": f"attachment://{filename}"}}


def count_components(parts: Sequence[Part]) -> int:
    """Return the number of these components, with those within them."""
    return sum(1 + count_components(part.get("components", ())) + ("accessory" in part) for part in parts)


@dataclass(frozen=True, slots=True)
class Layout:
    """The components of one message (Components V2), for sending once."""

    parts: list[Part]

    def view(self) -> ui.LayoutView:
        """Return the layout for methods of discord.py that take a view.

        It is stopped, so that discord.py does not keep it.
        """
        return _JsonLayoutView(self.parts)


class _JsonParts(BaseView):
    """A view whose components are finished."""

    def __init__(self, parts: list[Part]) -> None:
        super().__init__(timeout=None)
        self._parts = parts
        self.stop()

    def to_components(self) -> list[Part]:
        return self._parts


class _JsonLayoutView(_JsonParts, ui.LayoutView):
    def has_components_v2(self) -> bool:
        return True


def classic_view(*parts: Part) -> ui.View:
    """Return buttons below a message of plain content, for sending once."""
    return _JsonView([row(*parts)])


class _JsonView(_JsonParts, ui.View):
    """Its message has content of its own."""
