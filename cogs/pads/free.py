"""The free pad asks for the points of a hand of any game, which people have worked out themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from bot.pads.entry_forms import EntryContext, EntryForm, EntryMethod, Typed
from bot.pads.free_game import FreeGame
from bot.ui.pads.form_input import numbers_field, parse_numbers, prefill_lines, typed_text
from bot.ui.pads.presenter import make_ledger
from bot.ui.scene.scene import Ledger

WAY: Final = "points"
POINTS: Final = "points"


class FreePadPresenter:
    """The free pad (bot/ui/pads/presenter.py)."""

    game: ClassVar[str] = FreeGame.id
    options: ClassVar[tuple[str, ...]] = tuple(FreeGame.options)

    def ways(self, context: EntryContext) -> tuple[EntryMethod, ...]:
        """Return one form of one field: a number a player."""
        field = numbers_field(POINTS, "Points of this hand", context.player_names(), "minus for below 0")
        return (EntryMethod(WAY, "Enter points", (EntryForm(WAY, "Points", "Points of this hand", (field,)),)),)

    def read_facts(self, context: EntryContext, way: str, inputs: Typed) -> dict[str, Any]:
        """Return `points` by seat. Raises UnclearInput."""
        return {"points": list(parse_numbers(typed_text(inputs, WAY, POINTS), context.player_names()))}

    def fill_forms(self, context: EntryContext, facts: Mapping[str, Any]) -> tuple[str, Typed]:
        """Return the points, a line a player."""
        return WAY, {WAY: {POINTS: [prefill_lines(context.player_names(), facts["points"])]}}

    def ledger(
        self, context: EntryContext, entry: Mapping[str, Any], outcome: Mapping[str, Any], totals: Sequence[int]
    ) -> Ledger:
        """Return the points: no rulebook says what they are made of."""
        columns = [("Points", outcome["points"])]
        return make_ledger(context, columns, "Hand", [""] * len(context.names), totals)
