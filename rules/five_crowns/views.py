"""What a seat may see (K5), as docs/views/five_crowns.md documents it, and the way back from a view to public facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rules.contract import Pack, View
from rules.five_crowns.records import (
    DISCARDED,
    DREW,
    NOBODY,
    RESHUFFLED,
    TOOK,
    WENT_OUT,
    Last,
    Setup,
    Sheet,
    dealt_hands,
    retold,
    texts,
)
from rules.five_crowns.settle import winners
from rules.melds import CARDS, NUMBER, RANKS, Arrangement, arrange, discards, hand_of, texts_of


class Facts(NamedTuple):
    """All that there is to know of a deal in progress; the fields are those of `turns.Playing`."""

    sheet: Sheet
    phase: str
    turn: int
    hands: tuple[int, ...]
    orders: tuple[bytes, ...]
    at: int
    pile: bytes
    told: bytes
    out: int


def between(sheet: Sheet, seat: int | None, phase: str) -> View:
    """The view where no cards are on the table: before a deal (`deal`) or after the end (`finished`)."""
    return {**_common(sheet, seat, phase), "hand": None if seat is None else []}


def playing(facts: Facts, seat: int | None, to_act: Sequence[int], moves: Sequence[str]) -> View:
    """The view in phases `draw`, `discard` and `reshuffle`."""
    sheet, turn, out = facts.sheet, facts.turn, facts.out
    seats, wild = sheet.setup.seats, sheet.size
    view = {
        **_common(sheet, seat, facts.phase),
        "to_act": list(to_act),
        "awaited": list(to_act),
        "expects": "reshuffle" if facts.phase == "reshuffle" else None,
        "moves": list(moves),
        "log": _log(facts, seat),
        "turn": turn,
        "counts": [wild + (player == turn and facts.phase == "discard") for player in range(seats)],
        "turn_up": CARDS[facts.orders[0][seats * wild]],
        "pile": texts(facts.pile),
        "stock": len(facts.orders[-1]) - facts.at,
        "reshuffles": len(facts.orders) - 1,
        "fresh": _fresh(facts, seat),
        "out": None if out == NOBODY else out,
    }
    if out != NOBODY:
        view["shown"] = _melds(arrange(facts.hands[out], wild))["melds"]
    if seat is not None:
        hand = facts.hands[seat]
        view["hand"] = texts_of(hand)
        view["arranged"] = _melds(arrange(hand, wild))
        if moves and facts.phase == "discard":
            view["leaves"] = {card: outcome.left for card, outcome in discards(hand, wild).items()}
    return view


def _common(sheet: Sheet, seat: int | None, phase: str) -> View:
    """Every key of a view, with the values that a table has between deals."""
    setup = sheet.setup
    finished = phase == "finished"
    return {
        "game": "five_crowns",
        "seats": setup.seats,
        "options": setup.options,
        "pack": {"cards": list(setup.shrunken.cards), "packets": list(setup.shrunken.packets)}
        if setup.shrunken
        else None,
        "phase": phase,
        "number": sheet.number,
        "dealer": sheet.dealer,
        "seat": seat,
        "hand": None,
        "scores": list(sheet.totals),
        "points": [list(points) for points in sheet.points],
        "to_act": [],
        "awaited": [],
        "expects": "deal" if phase == "deal" else None,
        "finished": finished,
        "winners": list(winners(sheet.totals)) if finished else [],
        "log": [],
        "moves": [],
        "choices": [],
        "barred": {},
        "deals": setup.deals,
        "size": sheet.size,
        "wild": RANKS[sheet.size - 3],
        "turn": None,
        "counts": [0] * setup.seats,
        "turn_up": None,
        "pile": [],
        "stock": 0 if finished else len(setup.pack),
        "reshuffles": 0,
        "fresh": None,
        "out": None,
        "shown": None,
        "arranged": None,
        "leaves": {},
        "last": _last(setup, sheet.last) if sheet.last else None,
    }


def _melds(arrangement: Arrangement) -> dict[str, Any]:
    return {
        "left": arrangement.left,
        "melds": [list(meld) for meld in arrangement.melds],
        "rest": list(arrangement.rest),
    }


def _fresh(facts: Facts, seat: int | None) -> dict[str, Any] | None:
    """The card that the seat at turn has come by in this turn, as far as the viewer may know it (F3.1)."""
    if facts.phase != "discard":
        return None
    sheet = facts.sheet
    *_, move = retold(sheet.setup, sheet.number, sheet.dealer, facts.orders, facts.told)
    known = move.what == "take" or seat == move.seat
    return {"move": move.what, "card": CARDS[move.card] if known else None}


def _log(facts: Facts, seat: int | None) -> list[dict[str, Any]]:
    """The deal so far: a card drawn from the stock is seen by the seat that drew it alone (F3.1)."""
    sheet = facts.sheet
    return _told(sheet.setup, sheet.number, sheet.dealer, facts.orders, facts.told, seat)


def _told(
    setup: Setup,
    number: int,
    dealer: int,
    orders: Sequence[bytes],
    told: bytes,
    seat: int | None,
    *,
    over: bool = False,
) -> list[dict[str, Any]]:
    log: list[dict[str, Any]] = [{"event": "deal"}]
    for player, what, card in retold(setup, number, dealer, orders, told):
        if what == "reshuffle":
            log.append({"event": what})
        elif what in ("discard", "out"):
            log.append({"seat": player, "move": f"{what} {CARDS[card]}"})
        elif what == "take" or over or player == seat:
            log.append({"seat": player, "move": what, "card": CARDS[card]})
        else:
            log.append({"seat": player, "move": what})
    return log


def _last(setup: Setup, last: Last) -> dict[str, Any]:
    """The deal that ended last, whole (K5.2)."""
    size = setup.first + last.number
    arranged = [arrange(hand, size) for hand in last.hands]
    return {
        "number": last.number,
        "dealer": last.dealer,
        "size": size,
        "wild": RANKS[size - 3],
        "out": None if last.out == NOBODY else last.out,
        "points": list(last.points),
        "hands": [texts_of(hand) for hand in last.hands],
        "melds": [[list(meld) for meld in found.melds] for found in arranged],
        "left": [list(found.rest) for found in arranged],
        "dealt": [texts(bytes(sorted(hand))) for hand in dealt_hands(setup, last.number, last.dealer, last.orders[0])],
        "turn_up": CARDS[last.orders[0][size * setup.seats]],
        "log": _told(setup, last.number, last.dealer, last.orders, last.told, None, over=True),
        "pack": texts(last.orders[0]),
        "reshuffled": [texts(order) for order in last.orders[1:]],
    }


def sheet_of(view: View) -> Sheet:
    """The score sheet that a view shows: all public facts from before the deal in progress."""
    pack = view["pack"]
    shrunken = Pack(tuple(pack["cards"]), tuple(pack["packets"])) if pack else None
    setup = Setup.of(view["seats"], view["options"]["first"], view["options"]["last"], shrunken)
    return Sheet(
        setup,
        view["number"],
        view["dealer"],
        tuple(view["scores"]),
        tuple(tuple(points) for points in view["points"]),
        _last_of(view["last"]) if view["last"] else None,
    )


def _last_of(shown: Mapping[str, Any]) -> Last:
    """The finished deal that a view's `last` shows."""
    return Last(
        shown["number"],
        shown["dealer"],
        tuple(bytes(NUMBER[card] for card in order) for order in (shown["pack"], *shown["reshuffled"])),
        b"".join(_retelling(event) for event in shown["log"][1:]),
        tuple(hand_of(hand) for hand in shown["hands"]),
        NOBODY if shown["out"] is None else shown["out"],
        tuple(shown["points"]),
    )


def _retelling(event: Mapping[str, Any]) -> bytes:
    if "event" in event:
        return RESHUFFLED
    verb, _, card = event["move"].partition(" ")
    if verb == "take":
        return TOOK
    if verb == "draw":
        return DREW[NUMBER[event["card"]]]
    return (DISCARDED if verb == "discard" else WENT_OUT)[NUMBER[card]]
