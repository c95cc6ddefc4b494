"""Conference (C): tarot for two partnerships, with League, Allegiance and Gallowglass as options."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from rules.conference import claim, feats, orders
from rules.conference.imagine import imagined
from rules.conference.moves import canonical
from rules.conference.pad import entry_of, pad
from rules.conference.positions import between_hands
from rules.conference.records import NO_SUIT, SEATS, Setup, Sheet, partner
from rules.conference.views import may_have_to_call, sheet_of, tells_of_partner
from rules.contract import (
    Event,
    Feats,
    Game,
    Known,
    Option,
    OptionValue,
    Pack,
    State,
    View,
    deals_or_settles,
    ends_trick,
)
from rules.orders import OnTurn, Orderable

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
    plays_for_you = "The last card of a hand is played for you, unless you may call with it."

    def new(self, seats: int, options: Mapping[str, OptionValue], dealer: int, pack: Pack | None = None) -> State:
        return between_hands(Sheet(Setup.of(options, pack), 0, dealer))

    def canonical(self, text: str) -> str:
        return canonical(text)

    def confidants(self, seat: int) -> tuple[int, ...]:
        """The partner (C1.6)."""
        return (partner(seat),)

    def start(self, view: View) -> State:
        return between_hands(sheet_of(view))

    def imagine(self, view: View, rng: Random) -> tuple[Event, ...]:
        return imagined(view, rng)

    def forced(self, view: View) -> bool:
        """A seat with its last card, unless for all that others know it may have to call with it (C7.2, C7.4)."""
        if view["phase"] != "play" or view["counts"][view["to_act"][0]] != 1:
            return False
        return not may_have_to_call(view, view["to_act"][0])

    def reveals(self, before: State, after: State) -> bool:
        """A first call too, where the partner has played to the trick: they show that they hold the other of Good and
        Evil, or that they do not (C7.3). And the end of a trick where a suit is hired, which may win it unseen (C4).
        """
        was, now = before.view(None), after.view(None)
        hired = now["gallowglass"] not in {None, NO_SUIT}
        told = tells_of_partner(was, now) or (hired and ends_trick(before, after))
        return told or deals_or_settles(before, after)

    def claim(self, view: View) -> tuple[str, ...]:
        """See `conference.claim`."""
        return claim.claim(view)

    def feats(self, how: Mapping[str, Any]) -> Feats:
        """See `conference.feats`."""
        return feats.of_points(how["points"])

    def pad_feats(self, entry: Mapping[str, Any], brought: Mapping[str, Any]) -> Feats:
        """See `conference.feats`."""
        return feats.of_points(brought["points"])

    def orderable(self, view: View) -> Orderable:
        """See `conference.orders`."""
        return orders.orderable(view)

    def on_turn(self, view: View) -> OnTurn | None:
        """See `conference.orders`."""
        return orders.on_turn(view)

    def pad(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        return pad(entry)

    def pad_entry(self, told: Mapping[str, Any], known: Known) -> dict[str, Any]:
        """See `conference.pad.entry_of`."""
        return entry_of(told, known)


GAME = Conference()
