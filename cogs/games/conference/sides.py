"""Who plays with whom in Conference (C1.3, C2.2): names for the two sides, and their players in sentences."""

from __future__ import annotations

from typing import Final

from bot.ui.game.common_texts import shows_last
from bot.ui.game.presenter import Players
from bot.ui.scene.scene import Side
from rules.conference.records import SEATS, SIDES, side
from rules.contract import View

PAIRS: Final = ("first pair", "second pair")
ATTACKERS, DEFENDERS = "attackers", "defenders"


def seats_of(one: int) -> tuple[int, ...]:
    """The seats of a side (C1.3)."""
    return tuple(seat for seat in range(SEATS) if side(seat) == one)


def name(view: View, one: int) -> str:
    """What a side is called: in a hand of League by what it does (C2.2)."""
    if view["options"]["league"] and not shows_last(view):
        return ATTACKERS if one == side(view["dealer"]) else DEFENDERS
    return PAIRS[one]


def shown(view: View) -> tuple[Side, ...]:
    """The sides as the table shows them; each seat keeps its own score (C8.5)."""
    return tuple(Side(name(view, one), seats_of(one)) for one in range(SIDES))


def who(players: Players, one: int) -> str:
    """A side's players as the subject of a sentence in the plural: "Ada and you"."""
    first, second = seats_of(one)
    return f"{players.who(first)} and {players.whom(second)}"


def whom(players: Players, one: int) -> str:
    """A side's players within a sentence."""
    first, second = seats_of(one)
    return f"{players.whom(first)} and {players.whom(second)}"
