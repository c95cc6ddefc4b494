"""The pad of Five Crowns asks which deal it was, and how many points everybody had left (P6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from bot.pads.entry_forms import EntryContext, EntryForm, EntryMethod, PickField, Typed, UnclearInput
from bot.ui.pads.form_input import numbers_field, parse_numbers, picked_values, prefill_lines, typed_text
from bot.ui.pads.presenter import make_ledger
from bot.ui.scene.scene import Ledger
from cogs.games.five_crowns.ledger import NET
from rules.five_crowns.records import LARGEST, SMALLEST

WAY: Final = "deal"
DEALT: Final = "dealt"
LEFT: Final = "left"
COUNTED: Final = "Left"  # F5.2
COURTS: Final = {11: "Jack", 12: "Queen", 13: "King"}


class FiveCrownsPad:
    """The pad of Five Crowns (bot/ui/pads/presenter.py)."""

    game: ClassVar[str] = "five_crowns"
    options: ClassVar[tuple[str, ...]] = ("first", "last")

    def ways(self, context: EntryContext) -> tuple[EntryMethod, ...]:
        """Return one form: the deal that comes next is chosen already, and the numbers are typed in the order of
        the seats.
        """
        awaited = min(int(context.options["first"]) + context.before, int(context.options["last"]))
        deals = tuple((str(size), _called(size)) for size in range(SMALLEST, LARGEST + 1))
        fields = (
            PickField(DEALT, "Which deal was it?", deals, (str(awaited),)),
            numbers_field(
                LEFT,
                "Points left in each hand",
                context.player_names(),
                "0 for going out; wild cards 20, Jokers 50",
            ),
        )
        return (EntryMethod(WAY, "Enter hand", (EntryForm(WAY, "Hand", "Points left in each hand", fields),)),)

    def read_facts(self, context: EntryContext, way: str, inputs: Typed) -> dict[str, Any]:
        """Return `dealt`, `hand_points` by seat, and `out`: who has nothing left, if only one has. Raises UnclearInput.

        Of several with nothing left any may have gone out, and it makes no difference to the points (F5.2).
        """
        hand_points = parse_numbers(typed_text(inputs, WAY, LEFT), context.player_names())
        empty = [seat for seat, points in enumerate(hand_points) if not points]
        deals = picked_values(inputs, WAY, DEALT)
        if not deals:
            raise UnclearInput("Choose the deal.")
        return {"dealt": int(deals[0]), "left": list(hand_points), "out": empty[0] if len(empty) == 1 else None}

    def fill_forms(self, context: EntryContext, facts: Mapping[str, Any]) -> tuple[str, Typed]:
        """Return the deal, and what was left."""
        return WAY, {WAY: {DEALT: [str(facts["dealt"])], LEFT: [prefill_lines(context.player_names(), facts["left"])]}}

    def ledger(
        self, context: EntryContext, entry: Mapping[str, Any], outcome: Mapping[str, Any], totals: Sequence[int]
    ) -> Ledger:
        """Return the points left over; few points are good (F5.3)."""
        notes = ["went out" if seat == entry["out"] else "" for seat in range(len(context.names))]
        return make_ledger(context, [(COUNTED, outcome["points"])], NET, notes, totals)


def _called(size: int) -> str:
    """Return a deal by its cards and its wild rank (F2.2)."""
    return f"{size} cards each, {COURTS.get(size, size)}s wild"
