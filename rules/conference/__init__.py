"""Conference (C): tarot for two partnerships, with League, Allegiance and Gallowglass as options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from rules.conference import success_counts
from rules.conference.conduct import ConferenceConduct
from rules.conference.moves import canonical
from rules.conference.pad import entry_of, pad
from rules.conference.positions import between_hands
from rules.conference.records import SEATS, Setup, Sheet
from rules.conference.views import sheet_of
from rules.conference.worlds import ConferenceWorlds, opening_of
from rules.contract import (
    Conduct,
    Game,
    Option,
    OptionValue,
    Pack,
    PadContext,
    State,
    SuccessCounts,
    View,
    Worlds,
    replay_events,
)
from rules.worlds import OneWorld

__all__ = ["GAME"]

OPTIONS: Final[Mapping[str, Option]] = {
    "good_evil": Option(
        "trumps",
        "Good and Evil: what these two cards do.",
        allowed=("trumps", "allegiance", "none"),
        labels={
            "trumps": "low trumps that win together",
            "allegiance": "a call with one decides which suits count",
            "none": "left out of the pack",
        },
    ),
    "league": Option(
        False,
        "League: the dealer's side attacks with the two highest trumps.",
        allowed=(False, True),
        labels={False: "not played", True: "the dealer's side attacks with the two highest trumps"},
    ),
    "gallowglass": Option(
        False,
        "Gallowglass: the dealer may hire a suit that stands in for others.",
        allowed=(False, True),
        labels={False: "not played", True: "the dealer may hire a suit that stands in for others"},
    ),
    "between_hands": Option(
        "shuffle",
        "Between hands: what happens to the pack.",
        allowed=("shuffle", "cut"),
        labels={"shuffle": "the pack is shuffled", "cut": "the pack is cut, not shuffled"},
    ),
    "hands": Option(4, "Hands: how many make a game.", allowed=(1, 4, 8, 12)),
}
"""C1.5."""


class Conference(Game):
    """Tarot for two partnerships, with League, Allegiance and Gallowglass as options (C1.3, C1.5)."""

    id = "conference"
    name = "Conference"
    seats = (SEATS, SEATS)
    options = OPTIONS
    version = 1
    conduct: ClassVar[Conduct] = ConferenceConduct()

    def new(self, seats: int, options: Mapping[str, OptionValue], dealer: int, pack: Pack | None = None) -> State:
        return between_hands(Sheet(Setup.from_options(options, pack), 0, dealer))

    def canonical(self, text: str) -> str:
        return canonical(text)

    def start(self, view: View) -> State:
        return between_hands(sheet_of(view))

    def worlds(self, view: View) -> Worlds:
        """See `conference.worlds`."""
        start, opening = self.start(view), opening_of(view)
        if len(view["log"]) == len(opening):
            return OneWorld(replay_events(start, opening), opening)
        return ConferenceWorlds(view, start)

    def success_counts(self, how: Mapping[str, Any]) -> SuccessCounts:
        """See `conference.success_counts`."""
        return success_counts.of_points(how["points"])

    def pad_success_counts(self, entry: Mapping[str, Any], outcome: Mapping[str, Any]) -> SuccessCounts:
        """See `conference.success_counts`."""
        return success_counts.of_points(outcome["points"])

    def pad(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        return pad(entry)

    def pad_entry(self, facts: Mapping[str, Any], context: PadContext) -> dict[str, Any]:
        """See `conference.pad.entry_of`."""
        return entry_of(facts, context)


GAME = Conference()
