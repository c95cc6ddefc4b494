"""P1: what a hand of Voren at a physical table scores, from what people write down after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.contract import PadContext
from rules.entries import Entry
from rules.voren.pot import payments_into_pot
from rules.voren.scoring import settle

REQUIRED_FIELDS: Final = ("seats", "ante", "dealer", "stayed", "tricks", "wolf_exempt")
OPTIONAL_FIELDS: Final = ("owed", "last", "limit")


def pad(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return `points`, `owes` and `pot` of one hand.

    Raises Refusal `bad_request` for what is no entry, and `bad_entry` for what cannot have happened, both with P1.
    """
    entry = Entry("P1", fields, REQUIRED_FIELDS, OPTIONAL_FIELDS)
    seats, ante, limit = entry.whole("seats"), entry.whole("ante"), entry.whole("limit", 0)
    if not 2 <= seats <= 10:
        raise entry.impossible("Voren is for 2 to 10 seats, not {seats}.", seats=seats)
    if not 3 <= ante <= 300 or ante % 3:
        raise entry.impossible("The ante is a multiple of 3 from 3 to 300, not {ante}.", ante=ante)
    if not 0 <= limit <= 100:
        raise entry.impossible("The limit is 1 to 100 antes, or 0 for none, not {limit}.", limit=limit)
    dealer, seats_in = entry.seat("dealer", seats), entry.seat_list("stayed", seats)
    tricks, debts = entry.wholes("tricks", seats), entry.wholes("owed", seats, 0)
    wolf, last = entry.seat_or_none("wolf_exempt", seats), entry.flag("last", False)

    _check_tricks(entry, seats_in, tricks)
    _check_owed(entry, debts, ante, limit)
    if wolf is not None:
        _check_wolf(entry, wolf, seats_in, tricks)
    settlement = settle(payments_into_pot(ante, dealer, debts), ante, limit, seats_in, tricks, wolf, last)
    return {"points": list(settlement.points), "owes": list(settlement.debts), "pot": settlement.pot}


def _check_tricks(entry: Entry, seats_in: Sequence[int], tricks: Sequence[int]) -> None:
    if not seats_in:
        raise entry.impossible("Choose who stayed in.")
    if min(tricks) < 0:
        raise entry.impossible("Tricks cannot be negative.")
    for seat, tricks_won in enumerate(tricks):
        if tricks_won and seat not in seats_in:
            raise entry.impossible("Seat {seat} folded and cannot have won a trick.", seat=seat)
    total = sum(tricks)
    if len(seats_in) == 1 and total:
        raise entry.impossible("One player stayed in alone, so there were no tricks.")
    if len(seats_in) > 1 and total != 3:
        raise entry.impossible("A hand has three tricks, not {total}.", total=total)


def _check_owed(entry: Entry, debts: Sequence[int], ante: int, limit: int) -> None:
    matches = {match for match in debts if match}
    if not matches:
        return
    if len(matches) > 1:
        raise entry.impossible("All matches owed from one hand are the same.")
    if all(debts):
        raise entry.impossible("Not everyone can owe a match: someone won a trick.")
    match = matches.pop()
    if match % ante:
        raise entry.impossible("A match is a whole number of antes, not {match}.", match=match)
    fewest = len(debts) + 1
    if limit:
        fewest = min(fewest, limit)
    if match < fewest * ante:
        sentence = "A match is at least {least} at this table, not {match}."
        raise entry.impossible(sentence, least=fewest * ante, match=match)
    if limit and match > limit * ante:
        sentence = "With this limit a match is at most {most}, not {match}."
        raise entry.impossible(sentence, most=limit * ante, match=match)


def _check_wolf(entry: Entry, wolf: int, seats_in: Sequence[int], tricks: Sequence[int]) -> None:
    if wolf not in seats_in:
        raise entry.impossible("Seat {seat} folded and cannot have played the Wolf.", seat=wolf)
    if len(seats_in) == 1:
        raise entry.impossible("Seat {seat} stayed in alone, so the Wolf was not played.", seat=wolf)
    if tricks[wolf] == 3:
        sentence = "Seat {seat} lost the Wolf's trick to Treachery, so did not win all three."
        raise entry.impossible(sentence, seat=wolf)


def entry_of(facts: Mapping[str, Any], context: PadContext) -> dict[str, Any]:
    """Return the entry of a hand of which `stayed`, `tricks` and `wolf_exempt` were written down."""
    return {
        "seats": context.seats,
        "ante": context.options["ante"],
        "limit": context.options["limit"],
        "dealer": context.dealer,
        "owed": list(context.owed),
        "last": context.last,
        **facts,
    }
