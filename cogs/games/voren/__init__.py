"""Voren on Discord: `/voren new`, and its look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from bot.app.client import EldestHand
from cogs.games.base import GameCog
from cogs.games.voren import pack
from cogs.games.voren.pad import VorenPad
from cogs.games.voren.presenter import VorenPresenter


class Voren(GameCog, name="voren", group_description="Voren: three cards, three tricks, one pot"):
    """The commands of Voren."""

    presenter = VorenPresenter()
    pad = VorenPad()
    register = staticmethod(pack.register)
    opens = "Open a table of Voren, for 2 to 10 players"
    options: ClassVar[Mapping[str, str]] = {
        "ante": "Chips each player pays into the pot, a multiple of 3 (standard: 3)",
        "hands": "Hands in a game (standard: two for each player)",
        "no_trump_turnup": "No trumps if turned up (standard: the Wolf, Treachery or any Crown)",
        "limit": "Most antes that a match can cost (standard: no limit)",
    }
    auto_last_card = "Play your last card for you, and stay when nobody may fold (standard: yes)"


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(Voren(bot))
