"""What a hand of Conference brought each player, in columns that add up, from the `last` of a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.show import course
from bot.show.look import Players
from bot.show.scenes import Column, Ledger
from rules.conference.records import SEATS, side
from rules.conference.scoring import TARGET

CARDS: Final = Column("Cards", "C8.1")
TRICKS: Final = Column("Tricks", "C8.1")
TAKEN: Final = Column("Target", "C8.3")


def clause(last: Mapping[str, Any]) -> str:
    """The clause by which a hand was scored (C8.2 to C8.4)."""
    if last["calls"]:
        return "C8.4"
    return "C8.3" if last["gallowglass"] not in {None, "none"} else "C8.2"


def falls_short(last: Mapping[str, Any]) -> bool:
    """Whether neither side has what wins, so that what the dealer's side lacks is won (C8.3)."""
    return clause(last) == "C8.3" and max(last["totals"]) < TARGET


def ledger(last: Mapping[str, Any], points: Sequence[Sequence[int]], players: Players) -> Ledger:
    """A side's card points and tricks less the points of the others; where neither has 83 with a hired suit, those of
    the dealer's side less 83, which its opponents win. Partners have the same.
    """
    cards, won, totals = last["card_points"], last["won"], last["totals"]
    dealers = side(last["dealer"])
    seats = range(SEATS)
    if falls_short(last):
        signs = [1 if side(seat) == dealers else -1 for seat in seats]
        columns = [
            (CARDS, [sign * cards[dealers] for sign in signs]),
            (TRICKS, [sign * won[dealers] for sign in signs]),
            (TAKEN, [-sign * TARGET for sign in signs]),
        ]
    else:
        # where the points are equal, or no side has enough, nobody wins anything: the difference is 0 then
        columns = [
            (CARDS, [cards[side(seat)] for seat in seats]),
            (TRICKS, [won[side(seat)] for seat in seats]),
            (Column("Others", clause(last)), [-totals[1 - side(seat)] for seat in seats]),
        ]
    notes = [f"{totals[side(seat)]} to {totals[1 - side(seat)]}" for seat in seats]
    return course.ledger(columns, Column("Hand", clause(last)), notes, points, players)
