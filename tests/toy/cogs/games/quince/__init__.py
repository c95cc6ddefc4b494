"""Quince on Discord: `/quince new`, and its look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from cogs.games.quince import pack
from cogs.games.quince.pad import QuincePad
from cogs.games.quince.presenter import QuincePresenter

from bot.app.client import EldestHand
from cogs.games.base import GameCog


class Quince(GameCog, name="quince", group_description="Quince: guess what all will lay together"):
    """The commands of Quince."""

    presenter = QuincePresenter()
    pad = QuincePad()
    register = staticmethod(pack.register)
    opens = "Open a table of Quince, for 2 to 4 players"
    options: ClassVar[Mapping[str, str]] = {"hands": "Hands in a game (standard: 2)"}


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(Quince(bot))
