"""The keys common to the views of all games (K5, docs/protocol.md), made anew for each view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rules.contract import NOTHING, Pack, State, View
from rules.sheets import Sheet


def common(game: str, state: State, sheet: Sheet, seat: int | None, last: Mapping[str, Any] | None) -> View:
    """Return the keys that every view has, with what they hold where a phase says nothing else.

    `last` is what everyone may know of the hand that ended last (K5.2), made for this view alone.
    """
    setup, expects, score = sheet.setup, state.expects, state.score()
    legal = NOTHING if seat is None else state.legal(seat)
    barred = {} if seat is None else state.barred(seat)
    return {
        "game": game,
        "seats": len(score.totals),
        "options": dict(setup.options()),
        "pack": pack_view(setup.shrunk),
        "phase": state.phase,
        "number": sheet.number,
        "dealer": sheet.dealer,
        "seat": seat,
        "hand": None if seat is None else [],
        "scores": list(score.totals),
        "points": [list(points) for points in sheet.points],
        "to_act": list(state.to_act),
        "awaited": list(state.awaited),
        "expects": expects.event if expects else None,
        "finished": state.finished,
        "winners": list(score.winners),
        "log": [],
        "moves": list(legal.moves),
        "choices": [template.to_view() for template in legal.choices],
        "barred": {
            card: [reason.refusal.clause, reason.refusal.message, list(reason.instead)]
            for card, reason in barred.items()
        },
        "last": last,
    }


def pack_view(pack: Pack | None) -> dict[str, Any] | None:
    """Return a shrunken pack as views show it."""
    return pack and {"cards": list(pack.cards), "packets": list(pack.packets)}


def pack_of(view: View) -> Pack | None:
    """Return the shrunken pack that a view shows."""
    pack = view["pack"]
    return pack and Pack(tuple(pack["cards"]), tuple(pack["packets"]))


class ShownHand(NamedTuple):
    """All cards that a seat held when it showed them to another."""

    seat: int
    cards: tuple[str, ...]


def with_shown_hands(view: View, hands: Sequence[ShownHand]) -> View:
    """Return a seat's view with the hands that were shown to it in this hand, for computer players and `Game.worlds`.

    A view of `State.view` never has them: the rules know nothing of what partners show each other.
    """
    return {**view, "shown_hands": [[seat, list(cards)] for seat, cards in hands]} if hands else view


def shown_hands_of(view: View) -> tuple[ShownHand, ...]:
    """Return the hands that were shown to the view's seat."""
    return tuple(ShownHand(seat, tuple(cards)) for seat, cards in view.get("shown_hands", ()))
