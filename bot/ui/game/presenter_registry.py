"""The presenters of the games whose cogs are loaded."""

from __future__ import annotations

from bot.common.errors import Declined
from bot.tables.model.table_state import TableState
from bot.ui.game.presenter import Presenter


class Presenters:
    """The presenter of each game, by the game's id. Cogs add theirs when they are loaded."""

    def __init__(self, *presenters: Presenter) -> None:
        self._by_game = {presenter.game: presenter for presenter in presenters}

    def add(self, presenter: Presenter) -> None:
        """Present a game with this presenter from now on."""
        self._by_game[presenter.game] = presenter

    def remove(self, game: str) -> None:
        """Present a game no longer."""
        self._by_game.pop(game, None)

    def __getitem__(self, game: str) -> Presenter:
        """Return the presenter of a game. Raises KeyError if its cog is not loaded."""
        return self._by_game[game]

    def find(self, game: str) -> Presenter | None:
        """Return the presenter of a game; None if its cog is not loaded."""
        return self._by_game.get(game)

    def of(self, table: TableState) -> Presenter:
        """Return the presenter of a table's game. Raises Declined if its cog is not loaded."""
        presenter = self._by_game.get(table.game.id)
        if presenter is None:
            raise Declined(f"{table.game.name} cannot be shown just now.")
        return presenter

    def games(self) -> list[str]:
        """Return the ids of the games that can be presented, in order."""
        return sorted(self._by_game)
