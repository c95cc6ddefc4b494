"""P1: what a hand of Voren at a physical table scores, from what people write down after it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from rules.contract import Refusal
from rules.voren.settle import paid_into_pot, settle

REQUIRED = frozenset(("seats", "ante", "dealer", "stayed", "tricks", "wolf_exempt"))
OPTIONAL = frozenset(("owed", "last", "limit"))


def pad(entry: Mapping[str, Any]) -> dict[str, Any]:
    """`points`, `owes` and `pot` of one hand.

    Raises Refusal `bad_request` where fields are missing, unknown or of the wrong type, and `bad_entry` (P1) for what
    cannot have happened.
    """
    for name in entry:
        if name not in REQUIRED | OPTIONAL:
            raise _malformed("There is no field {name} in a hand of Voren.", name=str(name)[:40])
    for name in sorted(REQUIRED):
        if name not in entry:
            raise _malformed("The field {name} is missing.", name=name)
    seats, ante, limit = (_whole(name, entry.get(name, 0)) for name in ("seats", "ante", "limit"))
    if not 2 <= seats <= 10:
        raise _wrong("Voren is for 2 to 10 seats, not {seats}.", seats=seats)
    if not 3 <= ante <= 300 or ante % 3:
        raise _wrong("The ante is a multiple of 3 from 3 to 300, not {ante}.", ante=ante)
    if not 0 <= limit <= 100:
        raise _wrong("The limit is 1 to 100 antes, or 0 for none, not {limit}.", limit=limit)
    dealer = _seat("dealer", entry["dealer"], seats)
    stayed = sorted({_seat("stayed", seat, seats) for seat in _list("stayed", entry["stayed"])})
    tricks = _per_seat("tricks", entry["tricks"], seats)
    owed = _per_seat("owed", entry.get("owed", [0] * seats), seats)
    wolf = None if entry["wolf_exempt"] is None else _seat("wolf_exempt", entry["wolf_exempt"], seats)
    last = entry.get("last", False)
    if type(last) is not bool:
        raise _malformed("The field last is true or false.")

    _check_tricks(stayed, tricks)
    _check_owed(owed, ante, limit)
    if wolf is not None:
        _check_wolf(wolf, stayed, tricks)
    result = settle(paid_into_pot(ante, dealer, owed), ante, limit, stayed, tricks, wolf, last)
    return {"points": list(result.points), "owes": list(result.owes), "pot": result.pot}


def _check_tricks(stayed: list[int], tricks: list[int]) -> None:
    if not stayed:
        raise _wrong("Somebody must have stayed in.")
    if min(tricks) < 0:
        raise _wrong("Nobody can win fewer than no tricks.")
    for seat, won in enumerate(tricks):
        if won and seat not in stayed:
            raise _wrong("Seat {seat} folded and cannot have won a trick.", seat=seat)
    total = sum(tricks)
    if len(stayed) == 1 and total:
        raise _wrong("One seat stayed in alone, so no trick was played.")
    if len(stayed) > 1 and total != 3:
        raise _wrong("Three tricks are won in a hand, not {total}.", total=total)


def _check_owed(owed: list[int], ante: int, limit: int) -> None:
    matches = {match for match in owed if match}
    if not matches:
        return
    if len(matches) > 1:
        raise _wrong("All who owe a match from one hand owe the same.")
    if all(owed):
        raise _wrong("Not every seat can owe a match: somebody won a trick.")
    match = matches.pop()
    if match % ante:
        raise _wrong("A match is a whole number of antes, and {match} is none.", match=match)
    fewest = len(owed) + 1
    if limit:
        fewest = min(fewest, limit)
    if match < fewest * ante:
        raise _wrong("A match is at least {least} at this table, not {match}.", least=fewest * ante, match=match)
    if limit and match > limit * ante:
        raise _wrong("With this limit a match is at most {most}, not {match}.", most=limit * ante, match=match)


def _check_wolf(wolf: int, stayed: list[int], tricks: list[int]) -> None:
    if wolf not in stayed:
        raise _wrong("Seat {seat} folded and cannot have played the Wolf.", seat=wolf)
    if len(stayed) == 1:
        raise _wrong("Seat {seat} stayed in alone, so the Wolf was not played.", seat=wolf)
    if tricks[wolf] == 3:
        raise _wrong(
            "Seat {seat} lost the trick in which its Wolf fell to Treachery, so it cannot have all.", seat=wolf
        )


def _malformed(sentence: str, **fields: object) -> Refusal:
    return Refusal("bad_request", "P1", sentence, **fields)


def _wrong(sentence: str, **fields: object) -> Refusal:
    return Refusal("bad_entry", "P1", sentence, **fields)


def _whole(name: str, value: object) -> int:
    if type(value) is not int:
        raise _malformed("The field {name} holds whole numbers.", name=name)
    return value


def _seat(name: str, value: object, seats: int) -> int:
    seat = _whole(name, value)
    if not 0 <= seat < seats:
        raise _malformed("The field {name} names seat {seat}, which is not at this table.", name=name, seat=seat)
    return seat


def _list(name: str, value: object) -> list[object]:
    if not isinstance(value, list):
        raise _malformed("The field {name} is a list.", name=name)
    return cast("list[object]", value)


def _per_seat(name: str, value: object, seats: int) -> list[int]:
    found = [_whole(name, one) for one in _list(name, value)]
    if len(found) != seats:
        raise _malformed("The field {name} has one number a seat.", name=name)
    return found
