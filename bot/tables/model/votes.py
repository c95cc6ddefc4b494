"""Public questions to a table, and when they are answered or have passed.

They ask whether to let somebody take a computer player's seat, give a seat away or offer it to a substitute, end the
table, or take a move back.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from bot.tables.model.seats import AGREED, VOIDED
from bot.tables.model.step import Step
from bot.tables.model.table_state import TableState
from bot.tables.model.turn_state import LEARNT
from data.events import ASKING, PLAYED, EventKind, LatePayload
from data.records import EventRecord, SeatRecord

RELEASE: Final = "agree_to_release"
"""The table's setting for who agrees to give which seat away: their seats, by seat and decision."""

PAUSING: Final = "agree_to_pause"
"""The table's setting for the seats whose players would like to pause."""

ASKED: Final = "asked_to_pause"
"""The table's setting for the event by which the others were last asked for a pause, when (ms), and by which seat."""

ENDING: Final = "asked_to_end"
"""The table's setting for the event (`seq`) by which people were last asked whether the table is to end, and the seats
of those who had agreed before and are asked `again`.
"""

REGRET: Final = "regret"
"""The table's setting for who would like a move taken back: its number, and the seats of those who have said so."""

OFFERED: Final = "offered"
"""The table's setting for the seats that are offered to substitutes: by seat the number of the event (`seq`), whether
their own player did it (`own`), and the seats of those who voted for it (`agreed`), where others did.
"""

OFFERING: Final = "agree_to_offer"
"""The table's setting for who agrees to offer whose seat to a substitute: their seats, by seat."""

HELD: Final = "held_by_night"
"""The table's setting for the seats that others would have given away in their players' night: until when (ms) that
waits, by seat (bot/tables/commands/night_deferral.py).
"""

COUNTED: Final = (AGREED, VOIDED, ENDING, OFFERED, OFFERING)
"""The settings that say how questions stand which stay until they are settled, whoever moves meanwhile."""

VOTES: Final[frozenset[EventKind]] = frozenset({EventKind.AGREE, EventKind.OFFER, EventKind.PAUSE})
"""Those of them that say how the question stands."""

ANSWERS: Final[frozenset[EventKind]] = frozenset(
    {
        EventKind.SIT,
        EventKind.LEAVE,
        EventKind.RELEASE,
        EventKind.END,
        EventKind.BACK,
        EventKind.PAUSE,
        EventKind.RESUME,
        EventKind.RETURN,
    }
)
"""The events with which one may be answered."""


def may_pass(live: TableState, step: Step) -> bool:
    """Whether a step may answer a question at its table, or let one pass: somebody's move may be what it was about."""
    kinds = {event.kind for event in step.events}
    if live.record.status == "lobby" and live.stricter_since_ms and step.changes.get("status", "lobby") != "lobby":
        return True
    if live.record.status == "lobby" and not (live.record.settings.get(AGREED) or asked_again(live.record.settings)):
        return False  # nothing else is asked there
    if kinds & ANSWERS or step.changes.get("status") == "over":
        return True
    stood = _standing(live.record.settings)
    if stood and stood != _standing(step.settings):
        return True
    if not kinds.isdisjoint(LEARNT) and _regretted(live):
        return True
    return not kinds.isdisjoint(PLAYED) and (_regretted(live) or _is_giving_away(live))


def missing(seats: Sequence[SeatRecord], agreed: Collection[int]) -> list[int]:
    """The seats of the people who have not agreed, where all have to."""
    return [player.seat for player in seats if player.kind == "person" and player.seat not in agreed]


def asked_again(settings: Mapping[str, Any]) -> list[int]:
    """The seats of those who wanted the table to end, are asked once more, and have not answered."""
    return settings.get(ENDING, {}).get("again", [])


def is_question(event: EventRecord) -> bool:
    """Whether what is told of an event has buttons, as long as they are of use."""
    if event.kind in {EventKind.LEAVE, EventKind.RELEASE}:  # of the seat on which a computer player plays
        return "instead" in event.public and "substitute" not in event.public
    if event.kind == EventKind.OPTIONS:
        return "stricter" in event.public
    if event.kind == EventKind.LATE:
        return event.read(LatePayload)["stands_in"]
    return event.kind in ASKING


def offer_of(live: TableState, seat: int, seq: int | None = None) -> dict[str, Any] | None:
    """How a seat is offered to a substitute, by event `seq` if one is given; None where it is not, or no longer."""
    offered: dict[str, Any] | None = live.record.settings.get(OFFERED, {}).get(str(seat))
    return offered if offered is not None and seq in {None, offered["seq"]} else None


def is_here(step: Step, seat: int) -> None:
    """Drop all that others would do with a seat, as its player is there. The player's own offer of it stands until they
    take it back (bot/tables/commands/substitutes.py).
    """
    key, settings = str(seat), step.settings
    offered = settings.get(OFFERED, {}).get(key)
    if offered is not None and not offered["own"]:
        _drop(step, OFFERED, key)
    for name in (OFFERING, HELD):
        if key in settings.get(name, {}):
            _drop(step, name, key)
    votes: dict[str, list[int]] = settings.get(RELEASE) or {}
    others = {about: agreed for about, agreed in votes.items() if about.partition(":")[0] != key}
    if others != votes:
        step.settle(**{RELEASE: others})


def all_here(step: Step) -> None:
    """Record that all who acted in this step are there. If somebody else sits down, or may take a move back, the actor
    is the player who agreed to it.
    """
    for event in step.events:
        if event.interaction is None:
            continue
        agreed: int | None = event.public.get("by")
        for player in step.players():
            did = player.user == event.user if agreed is None else player.seat == agreed
            if player.kind == "person" and player.user is not None and did:
                is_here(step, player.seat)


def keeps(step: Step, seat: int) -> bool:
    """Drop each offer of a seat, as its player keeps it. Returns whether one stood, or somebody was for one."""
    key = str(seat)
    stood = [name for name in (OFFERED, OFFERING) if key in step.settings.get(name, {})]
    for name in (*stood, HELD):
        if key in step.settings.get(name, {}):
            _drop(step, name, key)
    return bool(stood)


def _drop(step: Step, name: str, key: str) -> None:
    step.settle(**{name: {other: value for other, value in step.settings[name].items() if other != key}})


def _standing(settings: Mapping[str, Any]) -> dict[str, Any]:
    """How the questions stand that are counted."""
    return {name: settings[name] for name in COUNTED if settings.get(name)}


def _regretted(live: TableState) -> bool:
    """Whether somebody would like the last move to be taken back."""
    regret: dict[str, Any] = live.record.settings.get(REGRET) or {}
    return live.last_move is not None and regret.get("seq") == live.last_move.seq


def _is_giving_away(live: TableState) -> bool:
    """Whether somebody would like to give away the seat of a player who has not moved since."""
    asked: dict[str, list[int]] = live.record.settings.get(RELEASE) or {}
    return any(f"{seat}:{decision}" in asked for seat, decision in live.decisions.items())
