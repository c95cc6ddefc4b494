"""The errors of club nights."""

from __future__ import annotations

from data.engine.errors import StoreError


class NightIsOn(StoreError):
    """There is a club night in that channel: number `night`."""

    sentence = "There is a club night in this channel already. `/night show` posts it anew, `/night end` ends it."
    hint = "Another club night is on in the channel."

    def __init__(self, night: int) -> None:
        super().__init__(f"night {night} is on")
        self.night = night
