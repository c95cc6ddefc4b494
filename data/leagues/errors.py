"""The errors of leagues."""

from __future__ import annotations

from data.engine.errors import StoreError


class LeagueMade(StoreError):
    """This interaction has opened a league already: number `league`. Answer as the first time."""

    sentence = "That league is open already."
    hint = "The interaction has opened its league before."

    def __init__(self, league: int) -> None:
        super().__init__(f"league {league}")
        self.league = league
