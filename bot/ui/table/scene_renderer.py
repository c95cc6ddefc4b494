"""Scenes as pictures for those who read them: in their colours, within a time, or not at all.

A picture is an extra: the message's words say the same.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from bot.ui.pictures import Picture, draw, paint_named
from bot.ui.scene.scene import Drawable, ResultScene
from bot.ui.table.layouts import Emoji
from data.people.records import Preferences

log = logging.getLogger(__name__)

PICTURE_TIMEOUT_SECONDS: Final = 0.8
"""Seconds an answer waits for its picture; under load the words go without."""

BOARD_PICTURE_TIMEOUT_SECONDS: Final = 3.0
"""Seconds that a board in the background waits for its picture: one without it may stand for days."""


@dataclass(slots=True)
class SceneRenderer:
    """Draws scenes. The upload of card faces adds to `emoji`."""

    preferences: Callable[[int], Awaitable[Preferences]]
    """The preferences of a user."""
    pictures: bool
    """Whether the bot draws pictures at all."""
    emoji: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    """The signs of cards, by pack and card."""

    async def preferences_of(self, user: int | None) -> Preferences:
        """Return a user's preferences; the defaults for no user. Raises StoreError."""
        return Preferences() if user is None else await self.preferences(user)

    async def emoji_for(self, user: int, pack: str) -> Emoji:
        """Return the emoji of a pack's cards for one user; none for a user of words alone. Raises StoreError."""
        return self.emoji.get(pack, {}) if (await self.preferences(user)).pictures else {}

    async def draw_for(self, user: int | None, scene: Drawable) -> tuple[Picture | None, Emoji]:
        """Return the same as `draw_as_liked` for one user, who alone sees the scene. Raises StoreError."""
        return await self.draw_as_liked(scene, await self.preferences_of(user))

    async def draw_as_liked(
        self, scene: Drawable, preferences: Preferences, *, draws: bool = True
    ) -> tuple[Picture | None, Emoji]:
        """Return the scene's picture, if it `draws` one, and the cards' emoji; neither for a user of words alone."""
        if not preferences.pictures:
            return None, {}
        return await self.draw(scene, preferences.colours) if draws else None, self.emoji.get(scene.pack, {})

    async def draw(self, scene: Drawable, colours: str = "", *, answers: bool = True) -> Picture | None:
        """Draw a scene's picture in a set of colours; None without pictures, or if it takes too long for its reader."""
        return (await self.draw_or_defer(scene, colours, answers=answers))[0]

    async def draw_or_defer(self, scene: Drawable, colours: str, *, answers: bool) -> tuple[Picture | None, bool]:
        """Return the picture, and whether it is late. A late result is drawn all the same: a later edit shows it."""
        if not self.pictures:
            return None, False
        drawing = draw(scene, paint_named(colours))
        try:
            return await asyncio.wait_for(
                asyncio.shield(drawing) if isinstance(scene, ResultScene) else drawing,
                PICTURE_TIMEOUT_SECONDS if answers else BOARD_PICTURE_TIMEOUT_SECONDS,
            ), False
        except TimeoutError:
            log.info("a picture took too long; its message goes without")
            return None, True
        except Exception as error:  # noqa: BLE001  # a picture is an extra: words say the same
            log.error("a picture could not be drawn (%s)", type(error).__name__)  # noqa: TRY400  # may hold cards
        return None, False
