"""M5: what declarations are worth, and what they bring (M5.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.mitigati.records import MIN_ABUNDANCE, MIN_MIXED, Declaration
from rules.tarot.cards import HONOURS, KINGS


class Bonus(NamedTuple):
    """A bonus that was declared: its name, the cards shown for it, and what it is worth."""

    name: str
    cards: int
    points: int


def worth_abundance(trumps: int) -> int:
    """Return what so many trumps are worth (M5.2)."""
    return 10 + trumps - MIN_ABUNDANCE


def worth_kings(honours: int) -> int:
    """Return what four Kings with so many Honours are worth (M5.3)."""
    return 20 + 5 * honours


def worth_honours(kings: int) -> int:
    """Return what three Honours with so many Kings are worth (M5.4)."""
    return 15 + 5 * kings


def worth_mixed(cards: int) -> int:
    """Return what so many Kings and Honours are worth (M5.5)."""
    return 10 + 5 * (cards - MIN_MIXED)


def bonuses_of(declaration: Declaration) -> list[Bonus]:
    """Return the bonuses of a declaration one by one."""
    abundance, kings, honours, mixed = declaration
    bonuses: list[Bonus] = []
    if abundance:
        bonuses.append(Bonus("abundance", abundance, worth_abundance(abundance.bit_count())))
    if kings:
        bonuses.append(Bonus("kings", kings, worth_kings((kings & HONOURS).bit_count())))
    if honours:
        bonuses.append(Bonus("honours", honours, worth_honours((honours & KINGS).bit_count())))
    if mixed:
        bonuses.append(Bonus("mixed", mixed, worth_mixed(mixed.bit_count())))
    return bonuses


def worth(declaration: Declaration | None) -> int:
    """Return the points of a declaration; 0 where none was made."""
    return sum(bonus.points for bonus in bonuses_of(declaration)) if declaration else 0


def bonus_points(worths: Sequence[int], rule: str) -> tuple[int, ...]:
    """Return what declarations of these worths bring each seat (M5.7).

    With the rule `each` a seat wins its own from both opponents and pays each of them theirs; with `flat` the declarer
    alone scores.
    """
    if rule == "flat":
        return tuple(worths)
    return tuple(2 * own_worth - (sum(worths) - own_worth) for own_worth in worths)
