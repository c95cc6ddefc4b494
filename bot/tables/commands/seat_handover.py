"""What a table keeps by seat, given up when the seat changes hands: it was its player's, and is not the next one's."""

from __future__ import annotations

from typing import Any, Final

from bot.tables.commands.hand_views import LOOKED, OPENED
from bot.tables.commands.pause import PAUSING
from bot.tables.model.clock_terms import LATE, SPENT, STOOD
from bot.tables.model.partner_notes import has_read
from bot.tables.model.seats import AGREED, VOIDED
from bot.tables.model.table_state import Step
from bot.tables.model.votes import HELD, OFFERED, OFFERING, REGRET, RELEASE

BY_SEAT: Final = (OPENED, LOOKED, OFFERED, OFFERING, HELD, SPENT, LATE)
"""The settings that are values by seat (its number as text): what is kept so is its player's."""

VOTES: Final = (AGREED, VOIDED, PAUSING, STOOD)
"""The settings that are lists of seats: whose players have agreed to something, or are not there."""

BALLOTS: Final = (OFFERING,)
"""The settings that are such lists by what was asked."""


def give_up(step: Step, seat: int, *, offered: bool = False) -> None:
    """Let a table forget what it keeps for the player in a seat, as somebody else plays there from now on.

    Votes to give seats away, and to take a move back, begin anew. What partners wrote before is none of the next
    player's. An offer of the seat stands where it is still to be had (`offered`).
    """
    before = step.settings
    after: dict[str, Any] = {
        name: {one: kept for one, kept in before[name].items() if one != str(seat)}
        for name in BY_SEAT
        if name in before and not (offered and name == OFFERED)
    }
    after |= {name: [one for one in before[name] if one != seat] for name in VOTES if name in before}
    for name in BALLOTS:
        if name in before:
            votes = after.get(name, before[name])
            left = {asked: [one for one in agreed if one != seat] for asked, agreed in votes.items()}
            after[name] = {asked: agreed for asked, agreed in left.items() if agreed}
    after |= {name: {} for name in (RELEASE, REGRET) if before.get(name)}
    step.settle(**has_read({**before, **after}, seat, step.next_seq - 1))
