"""V6: what a hand brings, for the game and for the score pad, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Score
from rules.sheets import score_of
from rules.trick_counts import count_tricks_won
from rules.voren.cards import TREACHERY, WOLF
from rules.voren.records import Settlement, Sheet, Trick


def match_of(pot: int, ante: int, limit: int) -> int:
    """Return the match that a seat without a trick owes after a hand with this pot (V6.2)."""
    return min(pot, limit * ante) if limit else pot


def exempt_from_match(tricks: Sequence[Trick]) -> int | None:
    """Return the seat that played WOLF, if TREACHERY fell in the same trick (V6.3)."""
    for trick in tricks:
        seat_of = {play.card: play.seat for play in trick.cards}
        if WOLF in seat_of and TREACHERY in seat_of:
            return seat_of[WOLF]
    return None


def settle(
    payments: Sequence[int],
    ante: int,
    limit: int,
    seats_in: Sequence[int],
    tricks_won: Sequence[int],
    exempt_seat: int | None,
    is_last: bool,
) -> Settlement:
    """Settle a hand (V6).

    `payments` are by seat, `seats_in` the seats that were in, `tricks_won` the tricks by seat. `exempt_seat` is the
    seat that V6.3 frees of its match, `is_last` whether this was the last hand.
    """
    seats, pot = range(len(payments)), sum(payments)
    no_chips = (0,) * len(payments)
    if len(seats_in) == 1:  # V4.4
        winnings = [pot if seat in seats_in else 0 for seat in seats]
        matches = no_chips
    else:
        winnings = [tricks_won[seat] * (pot // 3) for seat in seats]  # V6.1
        match = match_of(pot, ante, limit)
        trickless = [seat for seat in seats_in if not tricks_won[seat]]  # V6.2
        matches = tuple([match if seat in trickless and seat != exempt_seat else 0 for seat in seats])  # V6.3
    debts, paid_at_once = (no_chips, matches) if is_last else (matches, no_chips)
    if is_last:  # V6.5
        winnings = [winnings[seat] + tricks_won[seat] * (sum(matches) // 3) for seat in seats]
    points = tuple([winnings[seat] - payments[seat] - paid_at_once[seat] for seat in seats])  # V6.6
    return Settlement(pot, tuple(winnings), debts, paid_at_once, points, exempt_seat)


def settle_sheet(sheet: Sheet) -> Sheet:
    """Return the sheet after debts are paid at once (V6.5); the same sheet if there are none."""
    setup, last = sheet.setup, sheet.last
    if last is None or not any(sheet.debts):
        return sheet
    tricks_won, exempt_seat = count_tricks_won(last.tricks, setup.seats), last.settlement.exempt_seat
    settlement = settle(
        last.payments, setup.ante, setup.limit, last.words.seats_in, tricks_won, exempt_seat, is_last=True
    )
    return sheet._replace(
        points=(*sheet.points[:-1], settlement.points),
        debts=settlement.debts,
        last=last._replace(settlement=settlement),
    )


def score(sheet: Sheet) -> Score:
    """Return the score: most chips win, and all that share the most win together (V6.6, K8.2)."""
    return score_of(sheet, max)
