"""K5: what every view of Conference has; each phase adds its own. docs/views/conference.md lists the keys."""

from __future__ import annotations

from typing import Any

from rules.conference.match import SEATS, Hand, Match, given
from rules.contract import Move, State, View
from rules.tarot_tuned import CARDS, common, texts


def frame(state: State, match: Match, seat: int | None) -> View:
    """The keys that are there in every phase, with what holds where a phase says nothing else."""
    return {
        **common("conference", state, match, seat),
        "gathered": None,
        "piles": None,
        "counts": [0] * SEATS,
        "known": [[] for _ in range(SEATS)],
        "discard": None,
        "gallowglass": None,
        "led": None,
        "trick": [],
        "tricks": [],
        "taken": [0] * SEATS,
        "winning": None,
        "fool": None,
        "calls": [],
        "idle": None,
        "taken_back": None,
    }


def after_deal(hand: Hand, seat: int | None, hands: tuple[int, ...]) -> dict[str, Any]:
    """What the viewer sees once the cards are dealt, when the seats hold `hands`."""
    known: list[list[str]] = [[] for _ in range(SEATS)]
    for card, holder in given(hand.match).items():
        known[holder].append(CARDS[card])
    return {
        "hand": None if seat is None else texts(hands[seat]),
        "log": log(hand, seat),
        "counts": [held.bit_count() for held in hands],
        "known": known,
        "discard": texts(hand.discard) if seat == hand.match.dealer and hand.discard else None,
        "gallowglass": hand.hired_letter,
    }


def log(hand: Hand, seat: int | None) -> list[dict[str, Any]]:
    """The hand's events before play as the viewer may know them: without the deal's cards or another's discard."""
    shown = opening(hand.opening)
    shown.append({"event": "deal"})
    for move in hand.log:
        if move.text.startswith("discard ") and move.seat != seat:
            count = hand.discard.bit_count()
            shown.append({"seat": move.seat, "move": "discard", "hidden": True, "count": count})
        else:
            shown.append({"seat": move.seat, "move": move.text})
    return shown


def opening(moves: tuple[Move, ...]) -> list[dict[str, Any]]:
    """The moves before the deal (C2.3), for a log."""
    return [{"seat": move.seat, "move": move.text} for move in moves]
