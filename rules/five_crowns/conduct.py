"""The conduct of a table of Five Crowns."""

from __future__ import annotations

from rules.contract import Conduct, State, View
from rules.five_crowns.positions import Discarding
from rules.five_crowns.records import DRAW, TAKE
from rules.premoves import PremoveOptions


class FiveCrownsConduct(Conduct):
    """The conduct of a table of Five Crowns."""

    def reveals(self, before: State, after: State) -> bool:
        """Whether the move showed more than itself: neither a discard does, nor a card taken from the discard
        pile (F3.1).
        """
        old_view, new_view = before.view(None), after.view(None)
        if before.number != after.number or after.expects is not None or after.finished:
            return True
        is_discard = (before.phase, after.phase) == ("discard", "draw") and new_view["out"] is None
        is_take = len(new_view["pile"]) < len(old_view["pile"])
        return not (is_discard or is_take)

    def can_take_back_together(self, first: State, now: State) -> bool:
        """Whether both moves are of one turn: never, as a turn goes to one seat (F3.1)."""
        return False

    def is_mid_turn(self, state: State) -> bool:
        """Whether the seat to act has drawn and has to discard (F3.1)."""
        return state.phase == Discarding.phase

    def premoves(self, view: View) -> PremoveOptions:
        """Return the first move of the next turn (F3.1); none after going out (F3.3).

        A discard depends on the card that comes.
        """
        has_no_turn = view["phase"] not in ("draw", "discard") or view["out"] == view["seat"]
        return PremoveOptions() if has_no_turn else PremoveOptions((DRAW, TAKE))
