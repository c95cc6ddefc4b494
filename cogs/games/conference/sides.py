"""The sides of Conference (C1.3, C2.2): their names, and their players in sentences."""

from __future__ import annotations

from typing import Final

from bot.common.text import distinct_names
from bot.ui.game.common_texts import shows_last_hand
from bot.ui.game.players import Players
from bot.ui.scene.scene import Side
from rules.conference.records import SEATS, SIDES, side
from rules.contract import View

ATTACKERS, DEFENDERS = "attackers", "defenders"
IN_A_PAIR: Final = 12
"""Letters of a name among two in a picture."""


def seats_of(side_index: int) -> tuple[int, ...]:
    """Return the seats of a side (C1.3)."""
    return tuple(seat for seat in range(SEATS) if side(seat) == side_index)


def is_league(view: View) -> bool:
    """Whether the sides have names of their own, as in a hand of League (C2.2)."""
    return view["options"]["league"] and not shows_last_hand(view)


def name(view: View, players: Players, side_index: int) -> str:
    """Return the name of a side: its role in a hand of League (C2.2), else its players."""
    return _role(view, side_index) if is_league(view) else pair(players, side_index)


def _role(view: View, side_index: int) -> str:
    return ATTACKERS if side_index == side(view["dealer"]) else DEFENDERS


def pair(players: Players, side_index: int) -> str:
    """Return a side's players where there is little room: "Ada and Bela"."""
    names = distinct_names(dict(enumerate(players.everybody)), IN_A_PAIR)
    return " and ".join(names[seat] for seat in seats_of(side_index))


def public_sides(view: View) -> tuple[Side, ...]:
    """Return the sides of League as the table shows them.

    Else partners stand beside each other, and facts name them.
    """
    if not is_league(view):
        return ()
    return tuple(Side(_role(view, side_index), seats_of(side_index)) for side_index in range(SIDES))


def who(players: Players, side_index: int) -> str:
    """Return a side's players as the subject of a sentence in the plural: "Ada and you"."""
    first, second = seats_of(side_index)
    return f"{players.who(first)} and {players.whom(second)}"


def whom(players: Players, side_index: int) -> str:
    """Return a side's players within a sentence."""
    first, second = seats_of(side_index)
    return f"{players.whom(first)} and {players.whom(second)}"
