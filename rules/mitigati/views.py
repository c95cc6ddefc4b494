"""K5: what every view of Mitigati has; each phase adds its own. docs/views/mitigati.md lists the keys."""

from __future__ import annotations

from typing import Any

from rules.contract import State, View
from rules.mitigati.match import SEATS, Hand, Match
from rules.tarot_tuned import BIT, common, texts


def frame(state: State, match: Match, seat: int | None) -> View:
    """The keys that are there in every phase, with what holds where a phase says nothing else."""
    return {
        **common("mitigati", state, match, seat),
        "packets": None if seat is None else [],
        "counts": [0] * SEATS,
        "reached": 0,
        "words": [None] * SEATS,
        "order": [],
        "offered": 0,
        "asked": 0,
        "discard": None,
        "declarations": [None] * SEATS,
        "led": None,
        "trick": [],
        "tricks": [],
        "taken": [0] * SEATS,
        "winning": None,
        "fool": None,
    }


def own_cards(hand: Hand, seat: int | None, reached: int, gone: int = 0) -> dict[str, Any]:
    """The viewer's cards of the first `reached` packets: by packet, and those not in `gone` as its hand (M2.2)."""
    if seat is None:
        return {}
    packets = hand.packets(seat, reached)
    return {
        "hand": texts(hand.seen(seat, reached) & ~gone),
        "packets": [texts(sum(BIT[card] for card in packet)) for packet in packets],
    }


def log(hand: Hand, seat: int | None) -> list[dict[str, Any]]:
    """The hand's events before play as the viewer may know them: without the deal's cards or another seat's discard."""
    shown: list[dict[str, Any]] = [{"event": "deal"}]
    for move in hand.log:
        if move.text.startswith("discard ") and move.seat != seat:
            count = hand.discard.bit_count()
            shown.append({"seat": move.seat, "move": "discard", "hidden": True, "count": count})
        else:
            shown.append({"seat": move.seat, "move": move.text})
    return shown


def all_dealt(hand: Hand, seat: int | None, gone: int = 0) -> dict[str, Any]:
    """What the viewer sees of a hand that is dealt whole, less the cards in `gone`, which everybody saw leave."""
    setup = hand.match.setup
    dealer = hand.match.dealer
    counts = [(hand.held(one) & ~gone).bit_count() for one in range(SEATS)]
    declared: list[dict[str, Any] | None] = [None] * SEATS
    for one, declaration in zip(hand.match.speaking(), hand.declarations, strict=False):
        declared[one] = {"items": declaration.items(), "worth": declaration.worth()}
    return {
        **own_cards(hand, seat, len(setup.packets), hand.discard | gone),
        "log": log(hand, seat),
        "reached": len(setup.packets),
        "counts": counts,
        "discard": texts(hand.discard) if seat == dealer and hand.discard else None,
        "declarations": declared,
    }
