"""What is told of a hand's play: its moves with their calls, a card taken back, the Fool, who is known to hold what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.conference.allegiance import OURS, YOURS, Pact
from rules.conference.match import SEATS, Hand, given
from rules.conference.tricks import Trick
from rules.tarot_tuned import BIT, CARDS, FOOL, texts


def moves(so_far: Sequence[Trick], pact: Pact) -> list[dict[str, Any]]:
    """The moves of these tricks in order, for a log (C7.2, C7.3)."""
    calls = {(call.trick, call.seat): f" {OURS if call.ours else YOURS}" for call in pact.calls}
    told: list[dict[str, Any]] = []
    for number, trick in enumerate(so_far):
        for seat, lying in trick.plays():
            back = pact.back
            card = back.card if back and back.place == len(told) else lying
            told.append({"seat": seat, "move": f"play {CARDS[card]}{calls.get((number, seat), '')}"})
    return told


def taken_back(pact: Pact) -> dict[str, Any] | None:
    """C7.3: which card a seat took back, for which, and in which trick (0-based); None if none was."""
    back = pact.back
    if back is None:
        return None
    return {"seat": back.seat, "card": CARDS[back.card], "for": CARDS[pact.other], "trick": back.place // SEATS}


def known(start: Hand, pact: Pact, cards: bytes) -> list[list[str]]:
    """Per seat the cards that everybody knows are in its hand: those of the League (C2.2), one taken back (C7.3)."""
    held = [0] * SEATS
    for card, seat in given(start.match).items():
        held[seat] |= BIT[card]
    if pact.back:
        held[pact.back.seat] |= BIT[pact.back.card]
    gone = sum([BIT[card] for card in set(cards)])
    return [texts(mask & ~gone) for mask in held]


def fool(so_far: Sequence[Trick]) -> dict[str, Any] | None:
    """Who has played the Fool, in which trick (0-based), and who won that trick; None while it is unplayed."""
    for number, trick in enumerate(so_far):
        for seat, card in trick.plays():
            if card == FOOL:
                return {"seat": seat, "trick": number, "winner": trick.winner}
    return None
