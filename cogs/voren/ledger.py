"""What a hand of Voren brought each player, in columns that add up, from the `last` of a view (docs/views/voren.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.show import course
from bot.show.look import Players
from bot.show.scenes import Column, Ledger

PAID: Final = Column("Paid", "V2.1")
WON: Final = Column("Won", "V6.1")
ALONE: Final = Column("Won", "V4.4")
MATCHES: Final = Column("Match", "V6.5")
NET: Final = Column("Net", "V6.6")


def ledger(last: Mapping[str, Any], points: Sequence[Sequence[int]], players: Players) -> Ledger:
    """Paid into the pot and won from it; after the last hand the matches that were paid at once; net; total.

    What a seat owes into the next pot is no part of this hand: it is paid, and stands in its ledger, then.
    """
    paid, settled = last["paid"], last["settled"]
    columns = [(PAID, [-chips for chips in paid]), (WON if last["alone"] is None else ALONE, last["winnings"])]
    if any(settled):
        columns.insert(1, (MATCHES, [-chips for chips in settled]))
    notes = [_note(last, seat) for seat in range(len(paid))]
    return course.ledger(columns, NET, notes, points, players)


def _note(last: Mapping[str, Any], seat: int) -> str:
    """What a seat did in the hand."""
    if last["states"][seat] == "folded":
        return "folded"
    if last["alone"] is not None:
        return "stayed alone"
    took = last["taken"][seat]
    excused = ", excused (V6.3)" if last["exempt"] == seat and not took else ""
    return f"no trick{excused}" if not took else "1 trick" if took == 1 else f"{took} tricks"
