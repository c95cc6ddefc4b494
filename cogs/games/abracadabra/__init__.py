"""Abracadabra on Discord: `/abracadabra new`, and its look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from bot.app.client import EldestHand
from cogs.games.abracadabra import pack
from cogs.games.abracadabra.pad import AbracadabraPad
from cogs.games.abracadabra.presenter import AbracadabraPresenter
from cogs.games.base import GameCog


class Abracadabra(GameCog, name="abracadabra", group_description="Abracadabra: bid which tricks you will win"):
    """The commands of Abracadabra."""

    presenter = AbracadabraPresenter()
    pad = AbracadabraPad()
    register = staticmethod(pack.register)
    opens = "Open a table of Abracadabra, for 2 to 4 players"
    options: ClassVar[Mapping[str, str]] = {
        "deals": "Deals in a game (standard: one for each player)",
        "target": "Total that ends the game (standard: none)",
        "trump": "Trumps (standard: turned up, with a joker)",
        "success": "Tricks that make a bid (standard: exactly as many as named)",
        "two_player": "With two players (standard: a dummy as third hand)",
    }
    auto_last_card = "Play your last card for you, and other moves without a choice (standard: yes)"


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(Abracadabra(bot))
