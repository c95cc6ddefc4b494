"""What the pad of Quince asks of a hand: the guesses, the bets, and what was laid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from bot.pads.entry_forms import Asked, EntryForm, TextField, Typed, Way
from bot.ui.pads.form_input import number, numbers, numbers_field, prefill, text_in
from bot.ui.pads.presenter import ledger_of
from bot.ui.scene.scene import Ledger


class QuincePad:
    """The pad of Quince (bot/ui/pads/presenter.py)."""

    game: ClassVar[str] = "quince"
    options: ClassVar[tuple[str, ...]] = ()

    def ways(self, asked: Asked) -> tuple[Way, ...]:
        """One form."""
        fields = (
            numbers_field("guesses", "What each guessed", asked.called()),
            numbers_field("bets", "What each bet", asked.called(), "2 on high, -2 on low, 0 for none"),
            TextField("total", "What all cards counted", hint="0 to 63"),
        )
        return (Way("hand", "Enter hand", (EntryForm("hand", "Hand", "What was guessed and laid", fields),)),)

    def told(self, asked: Asked, way: str, typed: Typed) -> dict[str, Any]:
        """`guesses`, `bets` and `total`. Raises Unclear."""
        guesses, bets = (list(numbers(text_in(typed, "hand", key), asked.called())) for key in ("guesses", "bets"))
        total = number(text_in(typed, "hand", "total"), "What all cards counted")
        return {"guesses": guesses, "bets": bets, "total": total}

    def typed(self, asked: Asked, told: Mapping[str, Any]) -> tuple[str, Typed]:
        """The guesses, the bets and what was laid."""
        lines = {key: [prefill(asked.called(), told[key])] for key in ("guesses", "bets")}
        return "hand", {"hand": {**lines, "total": [str(told["total"])]}}

    def ledger(
        self, asked: Asked, entry: Mapping[str, Any], brought: Mapping[str, Any], totals: Sequence[int]
    ) -> Ledger:
        """The points of each guess."""
        notes = [f"guessed {guess}" for guess in entry["guesses"]]
        return ledger_of(asked, [("Points", brought["points"])], "Net", notes, totals)
