"""Mitigati (M): tarot for three, each for themselves, where a hand can be bought off while it is being dealt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.contract import Conduct, Game, Option, OptionValue, Pack, PadContext, State, SuccessCounts, View, Worlds
from rules.mitigati import success_counts
from rules.mitigati.cards import SEATS
from rules.mitigati.conduct import MitigatiConduct
from rules.mitigati.moves import Declare, canonical
from rules.mitigati.pad import entry_of, pad
from rules.mitigati.positions import Dealing, Finished
from rules.mitigati.records import Setup, Sheet
from rules.mitigati.views import sheet_of
from rules.mitigati.worlds import MitigatiWorlds
from rules.templates import Template
from rules.worlds import OneWorld


class Mitigati(Game):
    """Tarot for three, each for themselves, where a hand can be bought off while it is still being dealt."""

    id = "mitigati"
    name = "Mitigati"
    seats = (SEATS, SEATS)
    options: ClassVar[Mapping[str, Option]] = {  # M1.3
        "hands": Option(3, "Hands: how many make a game.", allowed=(1, 3, 6, 9)),
        "rotation": Option(
            "right",
            "Next dealer: who deals after each hand.",
            allowed=("right", "left"),
            labels={"right": "the player to the right", "left": "the player to the left"},
        ),
        "bargaining": Option(
            True,
            "Bargaining: players may pay to stop a hand during the deal.",
            allowed=(True, False),
            labels={True: "players may pay to stop a hand", False: "none"},
        ),
        "bonuses": Option(
            "each",
            "Bonuses: who pays for them.",
            allowed=("each", "flat"),
            labels={"each": "each opponent pays them", "flat": "nobody pays them; the declarer scores them"},
        ),
    }
    version = 1
    conduct: ClassVar[Conduct] = MitigatiConduct()

    def new(self, seats: int, options: Mapping[str, OptionValue], dealer: int, pack: Pack | None = None) -> State:
        return Dealing(Sheet(Setup.from_options(options, pack), 0, dealer))

    def canonical(self, text: str) -> str:
        return canonical(text)

    def template(self, choice: Mapping[str, Any]) -> Template:
        """Return a declaration's template too (M5)."""
        return Declare.from_view(choice) if choice["verb"] == "declare" else super().template(choice)

    def start(self, view: View) -> State:
        sheet = sheet_of(view)
        return Finished(sheet) if view["finished"] else Dealing(sheet)

    def worlds(self, view: View) -> Worlds:
        """See `mitigati.worlds`."""
        start = self.start(view)
        return MitigatiWorlds(view, start) if view["log"] else OneWorld(start)

    def success_counts(self, how: Mapping[str, Any]) -> SuccessCounts:
        """See `mitigati.success_counts`."""
        return success_counts.of_hand(how)

    def pad_success_counts(self, entry: Mapping[str, Any], outcome: Mapping[str, Any]) -> SuccessCounts:
        """See `mitigati.success_counts`."""
        return success_counts.of_entry(entry)

    def pad(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        return pad(entry)

    def pad_entry(self, facts: Mapping[str, Any], context: PadContext) -> dict[str, Any]:
        """See `mitigati.pad.entry_of`."""
        return entry_of(facts, context)


GAME = Mitigati()
