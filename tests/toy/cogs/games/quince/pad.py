"""What the pad of Quince asks of a hand: the guesses, the bets, and what was laid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from bot.pads.entry_forms import EntryContext, EntryForm, EntryMethod, TextField, Typed
from bot.ui.pads.form_input import numbers_field, parse_number, parse_numbers, prefill_lines, typed_text
from bot.ui.pads.presenter import make_ledger
from bot.ui.scene.scene import Ledger


class QuincePad:
    """The pad of Quince (bot/ui/pads/presenter.py)."""

    game: ClassVar[str] = "quince"
    options: ClassVar[tuple[str, ...]] = ()

    def ways(self, context: EntryContext) -> tuple[EntryMethod, ...]:
        """One form."""
        fields = (
            numbers_field("guesses", "What each guessed", context.player_names()),
            numbers_field("bets", "What each bet", context.player_names(), "2 on high, -2 on low, 0 for none"),
            TextField("total", "What all cards counted", hint="0 to 63"),
        )
        return (EntryMethod("hand", "Enter hand", (EntryForm("hand", "Hand", "What was guessed and laid", fields),)),)

    def read_facts(self, context: EntryContext, way: str, inputs: Typed) -> dict[str, Any]:
        """`guesses`, `bets` and `total`. Raises UnclearInput."""
        guesses, bets = (
            list(parse_numbers(typed_text(inputs, "hand", key), context.player_names())) for key in ("guesses", "bets")
        )
        total = parse_number(typed_text(inputs, "hand", "total"), "What all cards counted")
        return {"guesses": guesses, "bets": bets, "total": total}

    def fill_forms(self, context: EntryContext, facts: Mapping[str, Any]) -> tuple[str, Typed]:
        """The guesses, the bets and what was laid."""
        lines = {key: [prefill_lines(context.player_names(), facts[key])] for key in ("guesses", "bets")}
        return "hand", {"hand": {**lines, "total": [str(facts["total"])]}}

    def ledger(
        self, context: EntryContext, entry: Mapping[str, Any], outcome: Mapping[str, Any], totals: Sequence[int]
    ) -> Ledger:
        """The points of each guess."""
        notes = [f"guessed {guess}" for guess in entry["guesses"]]
        return make_ledger(context, [("Points", outcome["points"])], "Net", notes, totals)
