"""V6: what a hand brings, for the game and for the score pad, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Score
from rules.sheets import score_of
from rules.trick_counts import count_tricks_won
from rules.voren.cards import TREACHERY, WOLF
from rules.voren.records import Settlement, Sheet, Trick


def match_of(pot: int, ante: int, limit: int) -> int:
    """V6.2: the match that a seat without a trick owes after a hand with this pot."""
    return min(pot, limit * ante) if limit else pot


def exempt_from_match(tricks: Sequence[Trick]) -> int | None:
    """V6.3: the seat that played WOLF, if TREACHERY fell in the same trick."""
    for trick in tricks:
        seat_of = {played.card: played.seat for played in trick.cards}
        if WOLF in seat_of and TREACHERY in seat_of:
            return seat_of[WOLF]
    return None


def settle(
    paid: Sequence[int],
    ante: int,
    limit: int,
    stayed: Sequence[int],
    won: Sequence[int],
    exempt: int | None,
    last: bool,
) -> Settlement:
    """V6: settle a hand.

    `paid` is by seat, `stayed` the seats that were in, `won` the tricks by seat.
    `exempt` is the seat that V6.3 frees of its match, `last` whether this was the last hand.
    """
    seats, pot = range(len(paid)), sum(paid)
    nothing = (0,) * len(paid)
    if len(stayed) == 1:  # V4.4
        winnings = [pot if seat in stayed else 0 for seat in seats]
        matches = nothing
    else:
        winnings = [won[seat] * (pot // 3) for seat in seats]  # V6.1
        match = match_of(pot, ante, limit)
        without = [seat for seat in stayed if not won[seat]]  # V6.2
        matches = tuple([match if seat in without and seat != exempt else 0 for seat in seats])  # V6.3
    owes, at_once = (nothing, matches) if last else (matches, nothing)
    if last:  # V6.5
        winnings = [winnings[seat] + won[seat] * (sum(matches) // 3) for seat in seats]
    points = tuple([winnings[seat] - paid[seat] - at_once[seat] for seat in seats])  # V6.6
    return Settlement(pot, tuple(winnings), owes, at_once, points, exempt)


def settled_sheet(sheet: Sheet) -> Sheet:
    """The sheet after debts are paid at once (V6.5); the same sheet if there are none."""
    setup, last = sheet.setup, sheet.last
    if last is None or not any(sheet.owed):
        return sheet
    won, exempt = count_tricks_won(last.tricks, setup.seats), last.settlement.exempt
    settlement = settle(last.paid, setup.ante, setup.limit, last.said.stayed, won, exempt, last=True)
    return sheet._replace(
        points=(*sheet.points[:-1], settlement.points),
        owed=settlement.owes,
        last=last._replace(settlement=settlement),
    )


def score(sheet: Sheet) -> Score:
    """Most chips win, and all that share the most win together (V6.6, K8.2)."""
    return score_of(sheet, max)
