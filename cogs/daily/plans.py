"""The hand of the day in each game: fixed options and seats, so that results can be compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from data.deals.records import DealPlan
from rules.contract import Game, OptionValue

OPTIONS: Final[Mapping[str, Mapping[str, OptionValue]]] = {
    "abracadabra": {"deals": 1},
    "conference": {"hands": 1},
    "mitigati": {"hands": 1},
    "voren": {"hands": 3},
}
"""The options that make a game as short as a day's hand is; three hands of Voren, where most hands are folded."""

SEATS: Final[Mapping[str, int]] = {"abracadabra": 3, "five_crowns": 3, "voren": 4}
"""The players of games that have a choice; any other game has as few as it may."""

SEAT: Final = 0
"""The seat of the person. The dealer is another one each day."""


def plan_of(game: Game, day: int) -> DealPlan:
    """Return the plan of a day in a game."""
    seats = SEATS.get(game.id, game.seats[0])
    options = OPTIONS.get(game.id, {})
    if game.id == "five_crowns":  # each day has one of the game's eleven deals
        first, last = game.options["first"], game.options["last"]
        cards = first.low + day % (last.high - first.low + 1)
        options = {"first": cards, "last": cards}
    return DealPlan(options, seats, SEAT, day % seats)
