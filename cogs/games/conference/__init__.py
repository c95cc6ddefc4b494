"""Conference on Discord: `/conference new`, and its look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from bot.app.client import EldestHand
from cogs.games.base import GameCog
from cogs.games.conference.pad import ConferencePad
from cogs.games.conference.presenter import ConferencePresenter
from cogs.games.tarot import pack


class Conference(GameCog, name="conference", group_description="Conference: tarot for two pairs of partners"):
    """The commands of Conference."""

    presenter = ConferencePresenter()
    pad = ConferencePad()
    register = staticmethod(pack.register)
    opens = "Open a table of Conference, for 4 players in two pairs"
    options: ClassVar[Mapping[str, str]] = {
        "good_evil": "Good and Evil (standard: low trumps that win together)",
        "league": "League: the dealer's side attacks with the two highest trumps (standard: no)",
        "gallowglass": "Gallowglass: the dealer may hire a suit that stands in for others (standard: no)",
        "between_hands": "Between hands (standard: the pack is shuffled)",
        "hands": "Hands in a game (standard: 4)",
    }
    auto_last_card = "Play your last card of a hand for you (standard: yes)"


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(Conference(bot))
