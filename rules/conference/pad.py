"""P4: what a hand of Conference played at a physical table scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from rules.conference.match import OPTIONS, PACKETS, SEATS, SIDES, side
from rules.conference.scoring import hand_points
from rules.contract import Refusal
from rules.tarot_tuned import PACK_78, PACK_80, PLAIN, SUIT_MASKS, mask_of, points

FIELDS: Final = ("card_points", "tricks", "dealer", "good_evil", "gallowglass", "call")
ALL_POINTS: Final = points(mask_of(PACK_80))
SUIT_POINTS: Final = points(SUIT_MASKS[0])
TRICKS: Final = sum(PACKETS)
DEAREST: Final = 5
"""The most that one card is worth (C1.2)."""


def pad(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The points of an entry. Raises Refusal `bad_request` for its form, `bad_entry` for what cannot have happened."""
    for name in FIELDS:
        if name not in entry:
            raise _malformed("The field {name} is missing.", name=name)
    for name in entry:
        if name not in FIELDS:
            raise _malformed("There is no field {name} in this entry.", name=name[:40])
    counted = _numbers(entry, "card_points")
    tricks = _numbers(entry, "tricks")
    dealer: object = entry["dealer"]
    if type(dealer) is not int or not 0 <= dealer < SEATS:
        raise _malformed("The field dealer must be one of the seats 0 to 3.")
    good_evil: object = entry["good_evil"]
    if not isinstance(good_evil, str) or not OPTIONS["good_evil"].admits(good_evil):
        raise _malformed("The field good_evil must be “trumps”, “allegiance” or “none”.")
    hired = _truth(entry, "gallowglass")
    call = _truth(entry, "call")
    if call and good_evil != "allegiance":
        raise _impossible("Only in Allegiance are Good and Evil played with a call.")
    _check_tricks(tricks)
    _check_points(counted, hired, call)
    whole = not hired and not call
    surplus = len(PACK_78 if good_evil == "none" else PACK_80) - SEATS * TRICKS
    for one in range(SIDES):
        discard = surplus if one == side(dealer) else 0
        if not tricks[one] and counted[one] > DEAREST * discard:
            sentence = "A side without a trick has at most {most} card points here, not {given}."
            raise _impossible(sentence, most=DEAREST * discard, given=counted[one])
        least = SEATS * tricks[one] - (0 if good_evil == "none" else 2)
        if whole and counted[one] < least:
            sentence = "With {tricks} tricks a side has at least {least} card points, not {given}."
            raise _impossible(sentence, tricks=tricks[one], least=least, given=counted[one])
    totals = counted[0] + tricks[0], counted[1] + tricks[1]
    return {"points": list(hand_points(totals, dealer, hired, call))}


def _check_tricks(tricks: Sequence[int]) -> None:
    if min(tricks) < 0 or sum(tricks) != TRICKS:
        raise _impossible("The two sides win {all} tricks together.", all=TRICKS)


def _check_points(counted: Sequence[int], hired: bool, call: bool) -> None:
    """All cards count with neither hired suit nor call; else at most those of the suits that can count (C4.4, C7.6)."""
    if min(counted) < 0:
        raise _impossible("Card points are not negative.")
    if not hired and not call:
        if sum(counted) != ALL_POINTS:
            raise _impossible("The card points of the two sides are {all} together.", all=ALL_POINTS)
        return
    most = (points(PLAIN) if call else ALL_POINTS) - (SUIT_POINTS if hired else 0)
    if sum(counted) > most:
        raise _impossible("At most {most} card points can count here, not {given}.", most=most, given=sum(counted))


def _numbers(entry: Mapping[str, Any], name: str) -> list[int]:
    value: object = entry[name]
    members = cast("list[object]", value) if isinstance(value, list) else []
    numbers = [member for member in members if type(member) is int]
    if len(members) != SIDES or len(numbers) != SIDES:
        raise _malformed("The field {name} must be a list of two whole numbers.", name=name)
    return numbers


def _truth(entry: Mapping[str, Any], name: str) -> bool:
    value: object = entry[name]
    if not isinstance(value, bool):
        raise _malformed("The field {name} must be true or false.", name=name)
    return value


def _malformed(sentence: str, **fields: object) -> Refusal:
    return Refusal("bad_request", None, sentence, **fields)


def _impossible(sentence: str, **fields: object) -> Refusal:
    return Refusal("bad_entry", "P4", sentence, **fields)
