"""The errors of standings."""

from __future__ import annotations

from data.engine.errors import StoreError


class FoldMoved(StoreError):
    """Results have changed, or another worker has folded them, since the caller read them: begin again."""

    sentence = "The standings have just changed. Please look at them again."
    hint = "What the standings were worked out from has changed meanwhile."


class SeasonBegan(StoreError):
    """A season of the server has begun at that instant, or later: number `season`."""

    sentence = "A season has just begun here. Please look at it first."
    hint = "A later season has begun already."

    def __init__(self, season: int) -> None:
        super().__init__(f"season {season}")
        self.season = season
