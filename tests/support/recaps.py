"""What is told of a table's events."""

from __future__ import annotations

from typing import Final

from bot.tables.model.table_state import Live
from bot.tables.model.turn_state import LastLook
from bot.tables.services.tables import Tables
from bot.ui.game.presenter import Look
from bot.ui.game.presenter_registry import players_of
from bot.ui.table.recap import SoFar, so_far
from cogs.games.abracadabra.presenter import AbracadabraLook
from cogs.games.conference.presenter import ConferenceLook
from cogs.games.five_crowns.presenter import FiveCrownsLook
from cogs.games.mitigati.presenter import MitigatiLook
from cogs.games.voren.presenter import VorenLook

LOOKS: Final[dict[str, Look]] = {
    look.game: look for look in (VorenLook(), FiveCrownsLook(), MitigatiLook(), ConferenceLook(), AbracadabraLook())
}


async def told(tables: Tables, live: Live, seat: int, since: int = 0) -> SoFar:
    """What a seat is told after an event."""
    look = LOOKS[live.game.id]
    return await so_far(tables.store, live, look, players_of(live, seat), LastLook(since and 1, since))
