"""V2 and V6: what is paid into the pot and what a hand brings. Shared by the game and the score pad."""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub
from typing import NamedTuple

from rules.tricks import make


def paid_into_pot(ante: int, dealer: int, owed: Sequence[int]) -> tuple[int, ...]:
    """V2.1: what each seat pays: its match if it owes one, else the ante; the dealer one more ante."""
    paid = [match or ante for match in owed]
    paid[dealer] += ante
    return tuple(paid)


def match_of(pot: int, ante: int, limit: int) -> int:
    """V6.2: the match that a seat without a trick owes after a hand with this pot."""
    return min(pot, limit * ante) if limit else pot


class Settlement(NamedTuple):
    """What a hand brought, per seat. `owes` goes into the next hand; `settled` was paid at once (V6.5)."""

    pot: int
    winnings: tuple[int, ...]
    owes: tuple[int, ...]
    settled: tuple[int, ...]
    points: tuple[int, ...]
    exempt: int | None


def settle(
    paid: Sequence[int],
    ante: int,
    limit: int,
    stayed: Sequence[int],
    taken: Sequence[int],
    exempt: int | None,
    last: bool,
) -> Settlement:
    """V6: settle a hand.

    `stayed` are the seats that were in; one alone has the pot without play (V4.4). `taken` are tricks per seat,
    `exempt` the seat that V6.3 frees of its match, `last` whether this was the last hand (V6.5).
    """
    pot = sum(paid)
    owes = settled = (0,) * len(paid)
    if len(stayed) == 1:
        winnings = [pot if seat in stayed else 0 for seat in range(len(paid))]  # V4.4
    else:
        third = pot // 3
        winnings = [tricks * third for tricks in taken]  # V6.1
        match, debts = match_of(pot, ante, limit), [0] * len(paid)
        for seat in stayed:
            if not taken[seat] and seat != exempt:  # V6.2, V6.3
                debts[seat] = match
        owes = tuple(debts)
    points = list(map(sub, winnings, paid))  # V6.6
    if last:  # V6.5
        owes, settled = settled, owes
        third = sum(settled) // 3
        winnings = [won + tricks * third for won, tricks in zip(winnings, taken)]
        points = [point + tricks * third - match for point, tricks, match in zip(points, taken, settled)]
    return make(Settlement, (pot, tuple(winnings), owes, settled, tuple(points), exempt))
