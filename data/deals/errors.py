"""The errors of deals."""

from __future__ import annotations

from data.engine.errors import StoreError


class MatchMade(StoreError):
    """This interaction has opened a match already. Answer as the first time."""

    sentence = "That match is open already."
    hint = "The interaction has opened its match before."
