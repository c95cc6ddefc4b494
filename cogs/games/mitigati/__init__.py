"""Mitigati on Discord: `/mitigati new`, and its look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from bot.app.client import EldestHand
from cogs.games.base import GameCog
from cogs.games.mitigati.pad import MitigatiPad
from cogs.games.mitigati.presenter import MitigatiPresenter
from cogs.games.tarot import pack


class Mitigati(GameCog, name="mitigati", group_description="Mitigati: tarot for three; pay to stop a bad hand"):
    """The commands of Mitigati."""

    presenter = MitigatiPresenter()
    pad = MitigatiPad()
    register = staticmethod(pack.register)
    opens = "Open a table of Mitigati, for 3 players"
    options: ClassVar[Mapping[str, str]] = {
        "hands": "Hands in a game (standard: 3)",
        "rotation": "Next dealer (standard: the player to the right)",
        "bargaining": "Players may pay to stop a hand during the deal (standard: yes)",
        "bonuses": "Who pays for bonuses (standard: each opponent)",
    }
    auto_last_card = "Play your last card of a hand for you (standard: yes)"


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(Mitigati(bot))
