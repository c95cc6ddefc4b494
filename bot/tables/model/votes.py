"""Public questions to a table, and when they are answered or have passed.

They ask whether to let a player take a computer player's seat, give a seat away or offer it to a substitute, end the
table, or take a move back.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from bot.tables.model.step import Step
from bot.tables.model.table_state import TableState
from bot.tables.model.turn_state import DISCLOSURES
from data.tables.events import ASKING, PLAYED, EventKind, LatePayload
from data.tables.records import EventRecord, SeatRecord
from data.tables.settings import SeatOffer, TableSettings, Vote

VOTES: Final[frozenset[EventKind]] = frozenset({EventKind.AGREE, EventKind.OFFER, EventKind.PAUSE})
"""The events that change the state of a question."""

ANSWERS: Final[frozenset[EventKind]] = frozenset(
    {
        EventKind.SIT,
        EventKind.LEAVE,
        EventKind.RELEASE,
        EventKind.END,
        EventKind.TAKE_BACK,
        EventKind.PAUSE,
        EventKind.RESUME,
        EventKind.RETURN,
    }
)
"""The events that may answer a question."""


def may_close_question(table: TableState, step: Step) -> bool:
    """Whether a step may answer a question at its table, or let one pass: a player's move may be what it was about."""
    kinds = {event.kind for event in step.events}
    if table.record.status == "lobby" and table.stricter_since_ms and step.changes.get("status", "lobby") != "lobby":
        return True
    if table.record.status == "lobby" and vote_on(table, "end") is None:
        return False  # nothing else is asked there
    if kinds & ANSWERS or step.changes.get("status") == "over":
        return True
    before = table.record.settings
    if any(before.get(name) and before.get(name) != step.settings.get(name) for name in ("votes", "offered")):
        return True
    if not kinds.isdisjoint(DISCLOSURES.union(PLAYED)) and vote_on(table, "take_back") is not None:
        return True
    giving_away = any(vote_on(table, release_vote(seat)) is not None for seat in table.decisions)
    return giving_away and not kinds.isdisjoint(PLAYED)


def missing(seats: Sequence[SeatRecord], agreed: Collection[int]) -> list[int]:
    """Return the seats of the people who have not agreed, where all have to."""
    return [player.seat for player in seats if player.kind == "person" and player.seat not in agreed]


def release_vote(seat: int) -> str:
    """Return the name of the vote whether a computer player has a seat."""
    return f"release:{seat}"


def offer_vote(seat: int) -> str:
    """Return the name of the vote whether a seat is offered to a substitute."""
    return f"offer:{seat}"


def vote_on(table: TableState, question: str, *, settings: TableSettings | None = None) -> Vote | None:
    """Return the open vote on a question; None where nobody has voted, or the game has gone on since.

    `settings`: those of a step at the table, where it has changed them.
    """
    settings = table.record.settings if settings is None else settings
    vote = settings.get("votes", {}).get(question)
    return vote if vote is not None and vote.get("about") == subject_of(table, question) else None


def agreed_seats(table: TableState, question: str) -> list[int]:
    """Return the seats that agree to an open question; none where nobody has voted."""
    vote = vote_on(table, question)
    return [] if vote is None else vote["seats"]


def subject_of(table: TableState, question: str) -> int | None:
    """Return the number of the event that a question is about; None where it is about none."""
    name, _, seat = question.partition(":")
    if name == "take_back":
        return None if table.last_move is None else table.last_move.seq
    return table.decisions.get(int(seat)) if name == "release" else None


def set_vote(step: Step, question: str, vote: Vote | None) -> None:
    """Store the open vote on a question; one for which nobody is left, or None, is removed."""
    before = step.settings.get("votes", {})
    votes = {name: other for name, other in before.items() if name != question}
    if vote is not None and voters_of(vote):
        votes[question] = vote
    if votes != before:
        step.update_settings(votes=votes)


def voters_of(vote: Vote) -> set[int]:
    """Return the seats of all who have a part in a vote."""
    return {*vote["seats"], *vote.get("void", ()), *vote.get("again", ())}


def without_voter(vote: Vote, seat: int) -> Vote:
    """Return a vote without one of its voters."""
    vote = vote.copy()
    vote["seats"] = [voter for voter in vote["seats"] if voter != seat]
    if "void" in vote:
        vote["void"] = [voter for voter in vote["void"] if voter != seat]
    if "again" in vote:
        vote["again"] = [voter for voter in vote["again"] if voter != seat]
    return vote


def withdraw(step: Step, question: str, seat: int) -> bool:
    """Take the vote of a seat back. Returns whether it had a part in the question."""
    vote = vote_on(step.after, question, settings=step.settings)
    if vote is None or seat not in voters_of(vote):
        return False
    set_vote(step, question, without_voter(vote, seat))
    return True


def is_question(event: EventRecord) -> bool:
    """Whether the announcement of an event has buttons while its question is open."""
    if event.kind in {EventKind.LEAVE, EventKind.RELEASE}:  # of the seat on which a computer player plays
        return "instead" in event.public and "substitute" not in event.public
    if event.kind == EventKind.OPTIONS:
        return "stricter" in event.public
    if event.kind == EventKind.LATE:
        return event.read(LatePayload)["stands_in"]
    return event.kind in ASKING


def offer_of(table: TableState, seat: int, seq: int | None = None) -> SeatOffer | None:
    """Return the offer of a seat to a substitute, by event `seq` if one is given; None if there is none any more."""
    offered = table.record.settings.get("offered", {}).get(str(seat))
    return offered if offered is not None and seq in {None, offered["seq"]} else None


def deferred_until(settings: TableSettings, seat: int) -> int | None:
    """Return the end (ms) of the night for which a decided vote on a seat waits; None by day."""
    votes = [settings.get("votes", {}).get(name) for name in (release_vote(seat), offer_vote(seat))]
    return next((vote["waits_until"] for vote in votes if vote is not None and "waits_until" in vote), None)


def mark_present(step: Step, seat: int) -> None:
    """Drop all that others would do with a seat, as its player is there.

    The player's own offer of it stands until they take it back (bot/tables/commands/substitutes.py).
    """
    offered = step.settings.get("offered", {}).get(str(seat))
    if offered is not None and not offered["own"]:
        _drop_offer(step, seat)
    set_vote(step, release_vote(seat), None)
    set_vote(step, offer_vote(seat), None)


def mark_actors_present(step: Step) -> None:
    """Record that all who acted in this step are there.

    If another player sits down, or may take a move back, the actor is the player who agreed to it.
    """
    for event in step.events:
        if event.interaction is None:
            continue
        agreed: int | None = event.public.get("by")
        for player in step.players():
            did = player.user == event.user if agreed is None else player.seat == agreed
            if player.kind == "person" and player.user is not None and did:
                mark_present(step, player.seat)


def drop_offers(step: Step, seat: int) -> bool:
    """Drop each offer of a seat, as its player keeps it. Returns whether one stood, or a player was for one."""
    stood = str(seat) in step.settings.get("offered", {}) or offer_vote(seat) in step.settings.get("votes", {})
    _drop_offer(step, seat)
    set_vote(step, offer_vote(seat), None)
    return stood


def _drop_offer(step: Step, seat: int) -> None:
    offered = step.settings.get("offered", {})
    step.update_settings(offered={key: offer for key, offer in offered.items() if key != str(seat)})
