"""What a seat of Quince may see (K5), and the way back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.quince.records import Hand, Last, Setup, Sheet

from rules.contract import Move, State, View
from rules.views import common, pack_of


def between(state: State, sheet: Sheet, seat: int | None) -> View:
    """The view where no hand is on the table."""
    return {
        **common("quince", state, sheet, seat, shown_last(sheet.last)),
        "hands": sheet.setup.hands,
        "sides": sides(sheet.setup.seats),
        "guessed": [],
        "guesses": None,
        "own_guess": None,
        "laid": [],
    }


def sides(seats: int) -> list[list[int]]:
    """Q1.3: the seats that play together; none where each plays for itself."""
    return [[0, 2], [1, 3]] if seats == 4 else []


def playing(
    state: State, hand: Hand, seat: int | None, guesses: Sequence[int | None], laid: Sequence[Move], gone: Sequence[str]
) -> View:
    """The view of a hand: guesses are hidden from others until all have guessed (Q3.1)."""
    speaking = [(value, guess) for value, guess in enumerate(guesses) if guess is not None]
    hidden = None in guesses
    log: list[dict[str, Any]] = [{"event": "deal"}]
    for seat_record, guess in speaking:
        if hidden and seat_record != seat:
            log.append({"seat": seat_record, "move": "guess", "hidden": True})
        else:
            log.append({"seat": seat_record, "move": f"guess {guess}"})
    view = {
        **between(state, hand.sheet, seat),
        "guessed": [each_seat for each_seat, _ in speaking],
        "guesses": None if hidden else list(guesses),
        "own_guess": None if seat is None else guesses[seat],
        "laid": [[move.seat, move.text] for move in laid],
        "log": [*log, *({"seat": move.seat, "move": move.text} for move in laid)],
    }
    if seat is not None:
        view["hand"] = [card for card in hand.dealt(seat) if card not in gone]
    return view


def shown_last(last: Last | None) -> dict[str, Any] | None:
    """The hand that ended last, whole."""
    return last and {
        "number": last.number,
        "dealer": last.dealer,
        "order": list(last.order),
        "guesses": list(last.guesses),
        "laid": [[move.seat, move.text] for move in last.moves],
        "total": last.total,
        "points": list(last.points),
    }


def last_of(page: Mapping[str, Any]) -> Last:
    """The finished hand that a view shows."""
    return Last(
        page["number"],
        page["dealer"],
        tuple(page["order"]),
        tuple(page["guesses"]),
        tuple(Move(seat, text) for seat, text in page["laid"]),
        page["total"],
        tuple(page["points"]),
    )


def sheet_of(view: View) -> Sheet:
    """The score sheet that a view shows."""
    return Sheet(
        Setup.of(view["seats"], view["options"], pack_of(view)),
        view["number"],
        view["dealer"],
        tuple(tuple(points) for points in view["points"]),
        last_of(view["last"]) if view["last"] else None,
    )
