"""Tricks of Conference as the rules have them, from views, and the points in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.conference.records import HIRED_SUITS, Call, Hand, Setup, Sheet, side
from rules.conference.scoring import hand_result, side_totals, suits_counting
from rules.conference.views import call_of, trick_of
from rules.contract import View
from rules.tarot.cards import CARDS, points
from rules.views import pack_of


def calls_of(view: Mapping[str, Any]) -> tuple[Call, ...]:
    """Return the calls of a hand, from a view of it or its `last`."""
    return tuple(call_of(call) for call in view["calls"])


def so_far(view: View, calls: Iterable[Call] | None = None) -> tuple[int, ...]:
    """Return the points of each side (C8.1) if the hand ended now.

    The Fool goes to the side that would have it then (C5.5). The discard is counted for the dealer, who alone knows it
    (C3.2); see `lacks_discard`. `calls` are what would count; None is what does.
    """
    sheet = Sheet(Setup.from_options(view["options"], pack_of(view)), view["number"], view["dealer"])
    discard = CARDS.mask(view["discard"] or ())
    hand = Hand(sheet, (), (), (0,) * view["seats"], discard=discard, gallowglass=view["gallowglass"])
    made_calls = calls_of(view) if calls is None else tuple(calls)
    return side_totals(hand_result(hand, [trick_of(trick) for trick in view["tricks"]], made_calls))


def lacks_discard(view: View, side_index: int) -> bool:
    """Whether the discard counts for this side (C3.2), and the view does not tell what is in it."""
    return side(view["dealer"]) == side_index and not view["discard"]


def count_points(
    view: Mapping[str, Any], cards: Iterable[str], number: int | None, side_index: int, best: str = ""
) -> int:
    """Return the card points of cards in trick `number` (0-based; None is the discard) for a side.

    They count as the calls up to that trick have it (C7.6), where the card `best` wins it (C4.4). `view` is a view, or
    the `last` of one.
    """
    hired = HIRED_SUITS[view["gallowglass"]]
    if best and hired & CARDS.bit[best]:
        return 0
    calls = calls_of(view)
    made_calls = calls if number is None else [call for call in calls if call.trick <= number]
    return points(CARDS.mask(cards) & suits_counting(made_calls, number, side_index) & ~hired)
