"""Five Crowns on Discord: `/fivecrowns new`, and its look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from bot.app.client import EldestHand
from cogs.games.base import GameCog
from cogs.games.five_crowns import pack
from cogs.games.five_crowns.pad import FiveCrownsPad
from cogs.games.five_crowns.presenter import FiveCrownsPresenter


class FiveCrowns(GameCog, name="fivecrowns", group_description="Five Crowns: rummy with five suits and wild cards"):
    """The commands of Five Crowns."""

    presenter = FiveCrownsPresenter()
    pad = FiveCrownsPad()
    register = staticmethod(pack.register)
    opens = "Open a table of Five Crowns, for 2 to 12 players"
    options: ClassVar[Mapping[str, str]] = {
        "first": "Cards in the first deal, 3 to 13; that rank is wild (standard: 3)",
        "last": "Cards in the last deal; each deal has one more (standard: 13)",
    }


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(FiveCrowns(bot))
