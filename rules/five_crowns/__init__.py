"""Five Crowns (F): rummy with five suits and a wild rank that climbs with the deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.contract import (
    Conduct,
    Game,
    Option,
    OptionValue,
    Pack,
    PadContext,
    Refusal,
    State,
    SuccessCounts,
    View,
    Worlds,
)
from rules.five_crowns import moves, pad, success_counts
from rules.five_crowns.conduct import FiveCrownsConduct
from rules.five_crowns.positions import Dealing, Finished
from rules.five_crowns.records import FEWEST, LARGEST, MOST, SMALLEST, Setup, Sheet
from rules.five_crowns.views import sheet_of
from rules.five_crowns.worlds import FiveCrownsWorlds
from rules.worlds import OneWorld


class FiveCrowns(Game):
    """Its options (F1.2), its start, and what the contract asks of a game."""

    id: ClassVar[str] = "five_crowns"
    name: ClassVar[str] = "Five Crowns"
    seats: ClassVar[tuple[int, int]] = (FEWEST, MOST)
    version: ClassVar[int] = 1
    conduct: ClassVar[Conduct] = FiveCrownsConduct()
    fewest_win: ClassVar[bool] = True
    options: ClassVar[Mapping[str, Option]] = {
        "first": Option(SMALLEST, "Cards in the first deal: that rank is wild.", low=SMALLEST, high=LARGEST),
        "last": Option(LARGEST, "Cards in the last deal: each deal has one more.", low=SMALLEST, high=LARGEST),
    }

    def resolve(self, options: Mapping[str, object], seats: int | None = None) -> dict[str, OptionValue]:
        """Return all options with their values.

        Raises Refusal `bad_option`, also where `first` is above `last` (F1.2).
        """
        values = super().resolve(options, seats)
        if int(values["first"]) > int(values["last"]):
            sentence = "The first deal ({first} cards) cannot be larger than the last ({last})."
            raise Refusal("bad_option", "F1.2", sentence, first=values["first"], last=values["last"])
        return values

    def new(self, seats: int, options: Mapping[str, OptionValue], dealer: int, pack: Pack | None = None) -> State:
        """Return the table before its first deal.

        Of a shrunken pack only the cards count; a hand is as large as its deal. Raises ValueError where a shrunken pack
        does not leave two cards beside the largest hands.
        """
        return Dealing(Sheet(Setup.from_options(seats, options, pack), 0, dealer))

    def canonical(self, text: str) -> str:
        """Return the move as K7.1 writes it; see `moves.canonical`."""
        return moves.canonical(text)

    def start(self, view: View) -> State:
        """Return the table as the deal began, or as the game ended."""
        sheet = sheet_of(view)
        return Finished(sheet) if view["finished"] else Dealing(sheet)

    def worlds(self, view: View) -> Worlds:
        """See `five_crowns.worlds`."""
        start = self.start(view)
        return FiveCrownsWorlds(view, start) if view["log"] else OneWorld(start)

    def success_counts(self, how: Mapping[str, Any]) -> SuccessCounts:
        """See `five_crowns.success_counts`."""
        return success_counts.of_hand(how["out"], len(how["points"]))

    def pad_success_counts(self, entry: Mapping[str, Any], outcome: Mapping[str, Any]) -> SuccessCounts:
        """See `five_crowns.success_counts`."""
        return success_counts.of_entry(entry["out"], outcome["points"])

    def pad(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Return the score of a deal at a physical table (P6); see `five_crowns.pad`."""
        return pad.pad(entry)

    def pad_entry(self, facts: Mapping[str, Any], context: PadContext) -> dict[str, Any]:
        """Return the entry of a deal, which is the facts: `dealt`, `left` and `out`."""
        return dict(facts)


GAME = FiveCrowns()

__all__ = ["GAME"]
