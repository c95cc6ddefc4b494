"""What is told of a table's events."""

from __future__ import annotations

from typing import Final

from bot.tables.model.table_state import TableState
from bot.tables.model.turn_state import LastLook
from bot.tables.services.tables import Tables
from bot.ui.game.players import players_of
from bot.ui.game.presenter import Presenter
from bot.ui.table.recap import Recap, read_recap
from cogs.games.abracadabra.presenter import AbracadabraPresenter
from cogs.games.conference.presenter import ConferencePresenter
from cogs.games.five_crowns.presenter import FiveCrownsPresenter
from cogs.games.mitigati.presenter import MitigatiPresenter
from cogs.games.voren.presenter import VorenPresenter

PRESENTERS: Final[dict[str, Presenter]] = {
    presenter.game: presenter
    for presenter in (
        VorenPresenter(),
        FiveCrownsPresenter(),
        MitigatiPresenter(),
        ConferencePresenter(),
        AbracadabraPresenter(),
    )
}


async def load_recap(tables: Tables, live: TableState, seat: int, since: int = 0) -> Recap:
    """Return what a seat is told after an event."""
    presenter = PRESENTERS[live.game.id]
    return await read_recap(tables.store, live, presenter, players_of(live, seat), LastLook(since and 1, since))
