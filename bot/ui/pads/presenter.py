"""The contract of a game's pad presenter: the questions about a hand, and its ledger.

Forms ask for facts. Only Abracadabra, whose facts are long, takes points alone, too. A hand may be told in several ways
(played, or bought off), each with any number of modals of up to 5 fields.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Protocol

from bot.pads.entry_forms import EntryContext, EntryMethod, Typed
from bot.ui.scene.scene import Ledger, LedgerRow

MAX_TITLE_LETTERS: Final = 45
"""Letters of a form's title, and of a field's label."""


class PadPresenter(Protocol):
    """A game's score pad."""

    game: ClassVar[str]
    options: ClassVar[tuple[str, ...]]
    """The game's options that make a difference on paper: to what is asked, what a hand brings, or who deals next."""

    def ways(self, context: EntryContext) -> tuple[EntryMethod, ...]:
        """Return the entry methods of a hand, the usual one first."""
        ...

    def read_facts(self, context: EntryContext, way: str, inputs: Typed) -> dict[str, Any]:
        """Return the facts of a hand from the filled-in forms of a way, for `Game.pad_entry`.

        Raises UnclearInput.
        """
        ...

    def fill_forms(self, context: EntryContext, facts: Mapping[str, Any]) -> tuple[str, Typed]:
        """Return the entry method and the filled-in forms of the facts of a hand."""
        ...

    def ledger(
        self, context: EntryContext, entry: Mapping[str, Any], outcome: Mapping[str, Any], totals: Sequence[int]
    ) -> Ledger:
        """Return the ledger of a hand, from its entry and the answer of the rules; `totals` include it, by seat."""
        ...


def make_ledger(
    context: EntryContext,
    columns: Sequence[tuple[str, Sequence[int]]],
    net: str,
    notes: Sequence[str],
    totals: Sequence[int],
) -> Ledger:
    """Return a ledger of these columns, each with its numbers by seat; `notes` briefly say where they come from."""
    rows = tuple(
        LedgerRow(seat, context.name(seat), note, tuple(numbers[seat] for _, numbers in columns), totals[seat])
        for seat, note in enumerate(notes)
    )
    return Ledger(tuple(column for column, _ in columns), net, rows)
