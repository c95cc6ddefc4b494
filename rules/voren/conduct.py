"""How a table of Voren is conducted."""

from __future__ import annotations

from typing import ClassVar

from rules.contract import Conduct, State, View, deals_or_settles
from rules.premoves import Candidates, PremoveOptions
from rules.voren import claim, premoves
from rules.voren.positions import InHand, Staying

LAST_TRICK = 2
"""How many tricks are finished when each seat that is in holds one card."""


class VorenConduct(Conduct):
    """How a table of Voren is conducted."""

    forced_moves: ClassVar[str] = "The bot plays your last card, and stays for you when nobody may fold."

    def is_forced(self, view: View) -> bool:
        """Whether the seat may neither fold (V4.3) nor take the poke, or has its last card (V3.1, V5)."""
        if view["phase"] == "stay":
            return view["all_play"] and view["poke"] != "open"
        return view["phase"] == "play" and len(view["tricks"]) == LAST_TRICK

    def reveals(self, before: State, after: State) -> bool:
        """Whether the move dealt cards, took the poke or settled the hand (V3, V4).

        Other moves show themselves alone.
        """
        if isinstance(before, Staying) and isinstance(after, InHand):
            return before.hand.words.poke_taker != after.hand.words.poke_taker
        return deals_or_settles(before, after)

    def claim(self, view: View) -> tuple[str, ...]:
        return claim.claim(view)

    def premoves(self, view: View) -> PremoveOptions:
        return premoves.premove_options(view)

    def candidates(self, view: View) -> Candidates | None:
        return premoves.candidates(view)
