"""The conduct of a table of Mitigati."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rules.contract import Conduct, OptionValue, State, View, deals_or_settles
from rules.mitigati import claim, premoves
from rules.mitigati.deal import dealer_after
from rules.mitigati.positions import Declaring
from rules.premoves import Candidates, PremoveOptions


class MitigatiConduct(Conduct):
    """The conduct of a table of Mitigati."""

    forced_moves: ClassVar[str] = "The bot plays your last card."

    def is_forced(self, view: View) -> bool:
        """Whether the seat to act has its last card (M6.1)."""
        return view["phase"] == "play" and view["counts"][view["to_act"][0]] == 1

    def reveals(self, before: State, after: State) -> bool:
        """Whether the move dealt a packet or settled the hand. Other moves show themselves alone."""
        return deals_or_settles(before, after)

    def can_take_back_together(self, first: State, now: State) -> bool:
        """Whether both moves are of one trick or phase. A declaration stays: it shows cards (M5)."""
        return super().can_take_back_together(first, now) and now.phase != Declaring.phase

    def claim(self, view: View) -> tuple[str, ...]:
        return claim.claim(view)

    def premoves(self, view: View) -> PremoveOptions:
        return premoves.premove_options(view)

    def candidates(self, view: View) -> Candidates | None:
        return premoves.candidates(view)

    def next_dealer(self, dealer: int, seats: int, options: Mapping[str, OptionValue]) -> int:
        """Return the next dealer in the direction of the option (M1.4)."""
        return dealer_after(dealer, str(options["rotation"]))
