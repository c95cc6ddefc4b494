"""The conduct of a table of Abracadabra."""

from __future__ import annotations

from typing import ClassVar

from rules.abracadabra import claim, follow, premoves
from rules.abracadabra.cards import SUITS
from rules.abracadabra.positions import Exposing
from rules.abracadabra.views import has_new_open_cards
from rules.contract import Conduct, State, View, deals_or_settles, ends_trick
from rules.premoves import Candidates, PremoveOptions


class AbracadabraConduct(Conduct):
    """The conduct of a table of Abracadabra."""

    forced_moves: ClassVar[str] = (
        "Where you have one move, the bot makes it: your last card, the dummy's only card, the last suit, or a pass "
        "after a bid of all tricks."
    )

    def is_forced(self, view: View) -> bool:
        """Whether the seat to act has one choice alone.

        That is the last suit (A3.1), a pass after a bid of all tricks (A4.1), the last trick (A7.1), or the one
        playable card of an open dummy (A7.2).
        """
        if view["phase"] == "suit":
            return view["seats"] - view["suits"].count(None) == len(SUITS) - 1
        if view["phase"] == "bid":
            return view["length"] in view["bids"]
        if view["due"] == "dummy":
            return follow.open_choices(view["dummy"], view["trick"], view["turn_up"]) == 1
        return view["phase"] == "play" and len(view["tricks"]) == view["length"] - 1

    def reveals(self, before: State, after: State) -> bool:
        """Whether the move showed more than itself.

        A pass may open the dummy (A4.2). An exposed pile shows which cards were placed (A6). The last hidden choice of
        a phase shows the choices of all (A5, A6). The end of a trick may turn a bid card up (A7).
        """
        if deals_or_settles(before, after) or has_new_open_cards(before.view(None), after.view(None)):
            return True
        exposes = before.phase != after.phase and Exposing.phase in {before.phase, after.phase}
        return exposes or ends_trick(before, after)

    def can_take_back_together(self, first: State, now: State) -> bool:
        """Whether both moves are of one trick or phase. An exposure stays: it shows cards (A6)."""
        return super().can_take_back_together(first, now) and now.phase != Exposing.phase

    def claim(self, view: View) -> tuple[str, ...]:
        return claim.claim(view)

    def premoves(self, view: View) -> PremoveOptions:
        return premoves.premove_options(view)

    def candidates(self, view: View) -> Candidates | None:
        return premoves.candidates(view)
