"""V2: what is paid into the pot, for the game and for the score pad."""

from __future__ import annotations

from collections.abc import Sequence


def payments_into_pot(ante: int, dealer: int, debts: Sequence[int]) -> tuple[int, ...]:
    """Return what each seat pays: its match if it owes one, else the ante (V2.1); the dealer one more ante.

    `debts` is the match that each seat owes, 0 where none. Antes and matches are multiples of 3, and so is their sum
    (V2.2).
    """
    payments = [match or ante for match in debts]
    payments[dealer] += ante
    return tuple(payments)
