"""A hand of Voren as columns that add up to each player's chips, from the `last` of a view (docs/views/voren.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.ui.game import common_texts
from bot.ui.scene.text import amount

ANTE: Final = "Ante"  # V2.1
MATCH: Final = "Match"  # V6.2
WON: Final = "Won"  # V6.1
ALONE: Final = "Won"  # V4.4
SETTLED_AT_END: Final = "At end"  # V6.5
NET: Final = "Net"  # V6.6


def parts(last: Mapping[str, Any]) -> common_texts.LedgerParts:
    """Return the columns: antes, matches for the hand before, matches paid at once after the last hand, chips won; the
    net.

    A seat's debt to the next pot is not in this hand's ledger. It is in the ledger of the hand that it pays for.
    """
    # A score pad knows only these keys of `last`: dealer, paid, settled, winnings, alone, states, taken, exempt.
    antes, matches = split_payments(last)
    columns = [(ANTE, antes), (MATCH, matches), (SETTLED_AT_END, last["settled"])]
    columns = [(column, [-chips for chips in payments]) for column, payments in columns if any(payments)]
    columns.append((WON if last["alone"] is None else ALONE, last["winnings"]))
    notes = [_note(last, seat) for seat in range(len(antes))]
    return columns, NET, notes


def split_payments(last: Mapping[str, Any]) -> tuple[list[int], list[int]]:
    """Return each seat's antes paid into a hand's pot, and its matches (V2.1).

    Nobody pays less than an ante, the dealer one more. At least one seat owed no match: it had won a trick (V6.2). A
    match as large as an ante counts as an ante.
    """
    payments: list[int] = last["paid"]
    dealers = [int(seat == last["dealer"]) for seat in range(len(payments))]
    ante = min(chips // (1 + dealer) for chips, dealer in zip(payments, dealers, strict=True))
    penalties = [chips > ante * (1 + dealer) for chips, dealer in zip(payments, dealers, strict=True)]
    antes = [ante * (dealer + (not match)) for dealer, match in zip(dealers, penalties, strict=True)]
    return antes, [chips - share for chips, share in zip(payments, antes, strict=True)]


def _note(last: Mapping[str, Any], seat: int) -> str:
    """Return a seat's action in the hand, or the match that it owes the next pot (V6.2)."""
    if last["states"][seat] == "folded":
        return "folded"
    if last["alone"] is not None:
        return "stayed alone"
    took = last["taken"][seat]
    if (owes := last.get("owes")) and owes[seat]:
        return f"owes {amount(owes[seat])}"
    excuse = ", excused" if last["exempt"] == seat and not took else ""
    return f"no trick{excuse}" if not took else "1 trick" if took == 1 else f"{took} tricks"
