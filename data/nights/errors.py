"""The errors of club nights."""

from __future__ import annotations

from data.engine.errors import StoreError


class NightMade(StoreError):
    """This interaction has begun a club night already: number `night`. Answer as the first time."""

    sentence = "That club night has begun already."
    hint = "The interaction has begun its night before."

    def __init__(self, night: int) -> None:
        super().__init__(f"night {night}")
        self.night = night


class NightIsOn(StoreError):
    """There is a club night in that channel: number `night`."""

    sentence = "There is a club night in this channel already. `/night show` posts it anew, `/night end` ends it."
    hint = "Another club night is on in the channel."

    def __init__(self, night: int) -> None:
        super().__init__(f"night {night} is on")
        self.night = night
