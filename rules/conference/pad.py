"""P4: what a hand of Conference played at a physical table scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.conference.cards import PACKETS, pack_for
from rules.conference.records import SEATS, SIDES, side
from rules.conference.scoring import hand_points
from rules.contract import PadContext
from rules.entries import Entry
from rules.tarot.cards import CARDS, PACK_80, PLAIN, SUIT_MASKS, points

FIELDS: Final = ("card_points", "tricks", "dealer", "good_evil", "gallowglass", "call")
GOOD_EVIL: Final = ("trumps", "allegiance", "none")
ALL_POINTS: Final = points(CARDS.mask(PACK_80))
SUIT_POINTS: Final = points(SUIT_MASKS[0])
TRICKS: Final = sum(PACKETS)
MAX_CARD_POINTS: Final = 5
"""The most that one card is worth (C1.2)."""


def pad(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the points of an entry.

    Raises Refusal `bad_request` for its form, `bad_entry` for what cannot have happened.
    """
    entry = Entry("P4", fields, FIELDS)
    points_by_side = entry.wholes("card_points", SIDES)
    tricks = entry.wholes("tricks", SIDES)
    dealer = entry.seat("dealer", SEATS)
    good_evil = entry.word("good_evil", GOOD_EVIL)
    is_hired = entry.flag("gallowglass")
    is_called = entry.flag("call")
    if is_called and good_evil != "allegiance":
        raise entry.impossible("Good and Evil are played with a call only in Allegiance.")
    if min(tricks) < 0 or sum(tricks) != TRICKS:
        raise entry.impossible("Tricks must add up to {all}.", all=TRICKS)
    _check_sum(entry, points_by_side, is_hired, is_called)
    discard = len(pack_for(good_evil)) - SEATS * TRICKS
    for side_index in range(SIDES):
        most = MAX_CARD_POINTS * discard if side_index == side(dealer) else 0
        if not tricks[side_index] and points_by_side[side_index] > most:
            sentence = "A side without a trick has at most {most} card points here, not {given}."
            raise entry.impossible(sentence, most=most, given=points_by_side[side_index])
        least = SEATS * tricks[side_index] - (0 if good_evil == "none" else 2)
        if not is_hired and not is_called and points_by_side[side_index] < least:
            sentence = "A side with these tricks has at least {least} card points, not {given}."
            raise entry.impossible(sentence, tricks=tricks[side_index], least=least, given=points_by_side[side_index])
    totals = [points + tricks_won for points, tricks_won in zip(points_by_side, tricks, strict=True)]
    return {"points": list(hand_points(totals, dealer, is_hired, is_called))}


def _check_sum(entry: Entry, points_by_side: Sequence[int], is_hired: bool, is_called: bool) -> None:
    """Check the card points.

    With neither hired suit nor call all cards count; else at most those of the suits that can count (C4.4, C7.6).
    """
    if min(points_by_side) < 0:
        raise entry.impossible("Card points cannot be negative.")
    if not is_hired and not is_called:
        if sum(points_by_side) != ALL_POINTS:
            raise entry.impossible("Card points must add up to {all}.", all=ALL_POINTS)
        return
    most = (points(PLAIN) if is_called else ALL_POINTS) - (SUIT_POINTS if is_hired else 0)
    if sum(points_by_side) > most:
        raise entry.impossible(
            "At most {most} card points can count here, not {given}.", most=most, given=sum(points_by_side)
        )


def entry_of(facts: Mapping[str, Any], context: PadContext) -> dict[str, Any]:
    """Return the entry of a hand from its facts: `card_points`, `tricks`, `gallowglass` and `call`."""
    return {"dealer": context.dealer, "good_evil": context.options["good_evil"], **facts}
