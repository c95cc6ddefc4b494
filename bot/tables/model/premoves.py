"""Orders for one's next turn: what a table keeps of them, and what becomes of them when the turn comes.

An order belongs to a seat and to the hand in which it was left. It stands in the table's settings (ORDERS), where no
message, log or export of anybody else reads it, and it is followed, dropped or used up in the step that lets its seat's
decision arise, or that ends the hand: so it is never standing while its player may move. What became of it stays in its
place, for its player alone, until they have been told and have moved.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from bot.common.errors import redact
from bot.tables.model.automatic_moves import ORDERED
from bot.tables.model.clock_terms import stood_in
from bot.tables.model.step import Step
from bot.tables.model.table_state import TableState
from bot.tables.model.votes import is_here
from data.events import PLAYED, BackPayload, EventKind
from data.records import SeatRecord, is_erased
from rules import orders
from rules.contract import Refusal, State
from rules.orders import Order, Orderable

log = logging.getLogger(__name__)

ORDERS: Final = "orders"
"""The table's setting for what its players have ordered, and what became of it: by seat."""

Kept = dict[str, Any]
"""What is kept of an order: its text (`order`), since when its player waits (`since`), the last event that they knew of
(`left`); once it has come to its `end`, also the number of the next event (`at`), and what there is to say.
"""

End = Literal["done", "refused", "asked", "over", "back", "moved", "broken"]
"""What becomes of an order: it is made; the game refuses it; its rule asks; its hand ends before its turn; a move was
taken back after it was left; its seat moved without it; it cannot be read.
"""


class Stood(NamedTuple):
    """An order that stands, or that has come to its end."""

    order: Order
    kept: Kept

    @property
    def end(self) -> End | None:
        """What became of it; None while it stands."""
        return self.kept.get("end")

    @property
    def at(self) -> int:
        """The number by which its end is told from another's; 0 while it stands."""
        return self.kept.get("at", 0)


def of_seat(live: TableState, seat: int) -> Stood | None:
    """The order of the player in a seat, if there is one, or what became of their last."""
    kept = _by_seat(live.record.settings).get(str(seat))
    return None if kept is None else Stood(orders.read(kept["order"]), kept)


def waits_since(began: int, moved: Mapping[int, int], seat: int) -> int:
    """Since which event a seat waits for its next turn: its own last move, or the beginning of the hand."""
    return max(began, moved.get(seat, 0))


def since(live: TableState, seat: int) -> int:
    """The same of a table as it stands."""
    return waits_since(live.hand_start_seq, live.last_move_seq, seat)


def stands_at(live: TableState, seat: int) -> int:
    """What a question below a hand is about: the event of the seat's decision; while it waits, less than nothing."""
    return live.decisions[seat] if seat in live.decisions else -since(live, seat)


def orderable(live: TableState, seat: int) -> Orderable:
    """What the player in a seat may order now: nothing while they may move, or a computer player does for them,
    nor at a table for one.
    """
    state, record = live.state, live.record
    waits = state is not None and record.status == "playing" and live.hand_start_seq and seat not in state.to_act
    if state is None or not waits or record.lesson or state.expects is not None or seat in stood_in(record.settings):
        return Orderable()
    return live.game.conduct.premoves(state.view(seat))


def with_order(settings: Mapping[str, Any], seat: int, kept: Kept | None) -> dict[str, Any]:
    """A table's settings with another order of a seat, or with none."""
    others = {one: order for one, order in _by_seat(settings).items() if one != str(seat)}
    return {**settings, ORDERS: others if kept is None else {**others, str(seat): kept}}


def has_told(live: TableState, told: tuple[int, int] | None) -> None:
    """A message was sent that tells a seat what became of its order: `told` are the seat and which one, or None.

    This is remembered no longer than the table is in memory: told once more, nobody is worse off.
    """
    if told is not None:
        seat, at = told
        live.premove_ends_seen[seat] = at


def _by_seat(settings: Mapping[str, Any]) -> Mapping[str, Kept]:
    return settings.get(ORDERS, {})


# -- what becomes of them ----------------------------------------------------------------------------------------------


def follow(step: Step) -> None:
    """Make what follows of itself on what a step does: moves that leave no choice, and those that were ordered. Orders
    that hold no longer are dropped.
    """
    if any(event.kind in PLAYED for event in step.events):
        step.move_forced()
    if not _by_seat(step.settings):
        return
    players = step.players()
    for seat in map(int, _by_seat(step.settings)):
        if _has_changed(step.record.seats, players, seat) or seat in stood_in(step.settings):
            _put(step, seat, None)
    _drop_told(step)
    while (due := _next(step)) is not None:
        seat, move = due
        step.move(seat, move, None, players[seat].user, hidden=ORDERED)
        is_here(step, seat)
        step.move_forced()
    if step.changes.get("status", "playing") != "playing":  # nobody has a next turn here any more
        step.settle(**{ORDERS: {}})


def _has_changed(before: tuple[SeatRecord, ...], after: tuple[SeatRecord, ...], seat: int) -> bool:
    """Whether somebody else sits in a seat, or nobody whose data is still here."""
    if seat >= min(len(before), len(after)):
        return True
    user = after[seat].user
    return after[seat].kind != "person" or user is None or is_erased(user) or user != before[seat].user


def _drop_told(step: Step) -> None:
    """Forget what became of the orders of those who have been told, and now move."""
    moved = {event.seat for event in step.events if event.kind == EventKind.MOVE and not (event.hidden or event.public)}
    for one, kept in _by_seat(step.settings).items():
        seat = int(one)
        if seat in moved and "end" in kept and step.before.premove_ends_seen.get(seat) == kept["at"]:
            _put(step, seat, None)


def _next(step: Step) -> tuple[int, str] | None:
    """The next move that was ordered: whose, and its text. Orders that come to no move are ended or dropped."""
    back = min((event.read(BackPayload)["seq"] for event in step.events if event.kind == EventKind.BACK), default=None)
    for one, kept in _by_seat(step.settings).items():
        seat, state = int(one), step.after.state
        if "end" in kept:
            continue
        if step.hands or state is None or step.changes.get("status", "playing") != "playing":
            _end(step, seat, kept, "over")
        elif (
            step.after.last_move_seq.get(seat, 0) > kept["since"]
        ):  # otherwise than by it: there was nothing to decide, say
            _end(step, seat, kept, "moved")
        elif back is not None and kept["left"] >= back:
            _end(step, seat, kept, "back")
        elif seat in state.to_act:
            move = _made(step, state, seat, kept)
            if move is not None:
                return seat, move
    return None


def _made(step: Step, state: State, seat: int, kept: Kept) -> str | None:
    """The move that an order comes to for a seat to act, which is its end; None where it comes to none."""
    game = step.before.game
    try:
        view = state.view(seat)
        found = orders.comes_to(orders.read(kept["order"]), view["moves"], game.conduct.candidates(view))
        if found.move is not None:
            state.apply(seat, found.move)
    except Refusal as refusal:
        _end(step, seat, kept, "refused", why=refusal.message, clause=refusal.clause or "")
        return None
    except Exception as error:  # a fault of the game: it is no reason why somebody else's move should not be made
        log.exception("table %s: the order of seat %s cannot be read", step.record.id, seat, exc_info=redact(error))
        _end(step, seat, kept, "broken")
        return None
    if found.move is None:
        _end(step, seat, kept, "asked", why=found.why)
    else:
        _end(step, seat, kept, "done", did=game.canonical(found.move))
    return found.move


def _end(step: Step, seat: int, kept: Kept, end: End, **said: str | None) -> None:
    _put(step, seat, {"order": kept["order"], "end": end, "at": step.next_seq, **said})


def _put(step: Step, seat: int, kept: Kept | None) -> None:
    step.settle(**{ORDERS: with_order(step.settings, seat, kept)[ORDERS]})
