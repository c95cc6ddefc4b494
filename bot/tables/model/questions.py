"""The questions on which a table votes: how many are enough, what follows, and what the log says.

`cast` counts a vote. `count` counts the votes that stand, once the people at the table have changed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from bot.common.errors import Declined
from bot.common.text import escape, name_of
from bot.tables.model.actor import Actor
from bot.tables.model.follow_up_work import DEBOUNCE_MS
from bot.tables.model.seats import person_seats, require_seat
from bot.tables.model.step import Step
from bot.tables.model.table_state import TableState
from bot.tables.model.turn_state import LastMove
from bot.tables.model.votes import agreed_seats, missing, set_vote, subject_of, vote_on, without_voter
from data.tables.events import AgreePayload, AskTakeBackPayload, EndPayload, EventKind, PausePayload, TakeBackPayload
from data.tables.records import MENTIONS_KEY, NewEvent, NewWork
from data.tables.settings import Vote
from data.tables.work import WorkKind
from rules.sentences import listed

ASK_AGAIN_AFTER_MS: Final = 24 * 3600 * 1000
"""Milliseconds after which a repeated request for a pause is posted again: the old question is far up by then."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """The agreeing seats, and the actor of the outcome: the latest voter or an earlier one."""

    agreed: Sequence[int]
    actor: Actor
    seat: int
    """The seat of `actor`."""
    before: Vote | None
    """The vote as it stood; None where nobody had voted."""
    is_recount: bool = False
    """Whether nobody votes just now: the people at the table have changed."""


class Question(ABC):
    """A question to a table, and its rules."""

    name: ClassVar[str]
    answer: Literal["seats", "void"] = "seats"
    """The list of a vote that says who agrees."""

    @property
    def vote_name(self) -> str:
        """The name of its vote."""
        return self.name

    def voters(self, step: Step) -> set[int]:
        """Return the seats that have a vote."""
        return person_seats(step.players())

    @abstractmethod
    def is_enough(self, step: Step, agreed: Sequence[int]) -> bool:
        """Whether the seats that agree settle the question."""

    @abstractmethod
    def refusal(self, step: Step, ballot: Ballot) -> str:
        """Return the sentence for a voter whose vote counts already; "" if it may be cast once more."""

    def waits_until(self, step: Step, *, enough: bool) -> int | None:
        """Return the time (ms) until which `enough` votes wait; None if they do not wait."""
        return None

    def asks_again(self, step: Step, vote: Vote) -> bool:
        """Whether a vote asks the others once more."""
        return False

    @abstractmethod
    def vote_event(self, step: Step, ballot: Ballot, *, asks: bool) -> NewEvent:
        """Return the event of a vote that does not settle the question. `asks`: the others are asked by it."""

    @abstractmethod
    def settle(self, step: Step, ballot: Ballot) -> None:
        """Do what enough have agreed to."""


def cast(step: Step, question: Question, actor: Actor) -> None:
    """Count a person's vote. It settles the question, or is stored; the first of them asks the others.

    Raises Declined if they have no seat, or their vote counts already.
    """
    seat = require_seat(step, actor).seat
    before = vote_on(step.after, question.vote_name, settings=step.settings)
    voted: Sequence[int] = () if before is None else before.get(question.answer, ())
    agreed = sorted({seat, *voted} & question.voters(step))
    ballot = Ballot(agreed, actor, seat, before)
    enough = question.is_enough(step, agreed)
    until = question.waits_until(step, enough=enough)
    if enough and (until is None or until <= step.at):
        _settle(step, question, ballot)
        return
    asks = before is None or question.asks_again(step, before)
    if seat in voted and not asks and (refusal := question.refusal(step, ballot)):
        raise Declined(refusal)
    step.add(question.vote_event(step, ballot, asks=asks))
    vote = Vote(seats=[], seq=0, at=0) if before is None else without_voter(before, seat)
    vote[question.answer] = agreed
    if (subject := subject_of(step.after, question.vote_name)) is not None:
        vote["about"] = subject
    if until is not None:
        vote["waits_until"] = until
    if asks:
        step.announce()
        vote["seq"], vote["at"], vote["asker"] = step.last_seq, step.at, seat
    set_vote(step, question.vote_name, vote)


def count(step: Step, question: Question) -> None:
    """Settle a question if enough of the remaining players agree."""
    vote = vote_on(step.after, question.vote_name, settings=step.settings)
    agreed = [] if vote is None else sorted({*vote["seats"]} & question.voters(step))
    if vote is None or not agreed or not question.is_enough(step, agreed):
        return
    until = question.waits_until(step, enough=True)
    if until is not None and until > step.at:
        set_vote(step, question.vote_name, {**vote, "waits_until": until})
        return
    voter = step.players()[agreed[0]]
    actor = Actor(voter.user or 0, voter.name, None)
    _settle(step, question, Ballot(agreed, actor, voter.seat, vote, is_recount=True))


def _settle(step: Step, question: Question, ballot: Ballot) -> None:
    set_vote(step, question.vote_name, None)
    question.settle(step, ballot)


@dataclass(frozen=True)
class EndQuestion(Question):
    """Whether the table ends: more than half of its people want it, for the same scores."""

    name: ClassVar[str] = "end"
    answer: Literal["seats", "void"]

    def is_enough(self, step: Step, agreed: Sequence[int]) -> bool:
        return 2 * len(agreed) > len(self.voters(step))

    def refusal(self, step: Step, ballot: Ballot) -> str:
        return "You already agreed. More than half of the players must."

    def vote_event(self, step: Step, ballot: Ballot, *, asks: bool) -> NewEvent:
        public = AgreePayload(void=True) if self.answer == "void" else AgreePayload()
        return ballot.actor.new_event(EventKind.AGREE, ballot.seat, public)

    def settle(self, step: Step, ballot: Ballot) -> None:
        """End the table. Its event counts the votes, unless there is one person."""
        voted = len(self.voters(step)) > 1
        public = EndPayload(votes=len(ballot.agreed)) if voted else EndPayload()
        if self.answer == "void":
            public["void"] = True
        elif voted and step.record.status == "playing":
            public["kept"] = True
        end_table(step, ballot.actor, public)


def end_table(step: Step, actor: Actor, public: EndPayload) -> None:
    """End the table."""
    step.add(actor.new_event(EventKind.END, public=public))
    step.announce()
    step.close_table()


class PauseQuestion(Question):
    """Whether the table is paused: all its people want it."""

    name: ClassVar[str] = "pause"

    def is_enough(self, step: Step, agreed: Sequence[int]) -> bool:
        return not missing(step.players(), agreed)

    def asks_again(self, step: Step, vote: Vote) -> bool:
        return vote["at"] <= step.at - ASK_AGAIN_AFTER_MS

    def refusal(self, step: Step, ballot: Ballot) -> str:
        return f"You already agreed: {pause_tally(step.before)}. Everyone has to agree."

    def vote_event(self, step: Step, ballot: Ballot, *, asks: bool) -> NewEvent:
        return ballot.actor.new_event(EventKind.PAUSE, ballot.seat, PausePayload(pauses=False, asks=asks))

    def settle(self, step: Step, ballot: Ballot) -> None:
        """Begin the pause. Its event names who asked for it, unless that is the voter."""
        public = PausePayload(pauses=True)
        asker = None if ballot.before is None else ballot.before.get("asker")
        if asker is not None and asker in ballot.agreed and (ballot.is_recount or asker != ballot.seat):
            public["asker"] = asker
        step.update_settings(paused=step.at)
        step.work.append(NewWork(WorkKind.CORRECT_TIMES, MENTIONS_KEY, due=step.at + DEBOUNCE_MS))
        step.add(ballot.actor.new_event(EventKind.PAUSE, ballot.seat, public))
        step.announce()


@dataclass(frozen=True)
class TakeBackQuestion(Question):
    """Whether the last move is taken back: its player and all the others want it."""

    name: ClassVar[str] = "take_back"
    last: LastMove

    def is_enough(self, step: Step, agreed: Sequence[int]) -> bool:
        return self.last.seat in agreed and not missing(step.players(), agreed)

    def refusal(self, step: Step, ballot: Ballot) -> str:
        if ballot.seat == self.last.seat:
            return "You have asked already. The others have to allow it."
        return "You have allowed it already. The others have to allow it, too."

    def vote_event(self, step: Step, ballot: Ballot, *, asks: bool) -> NewEvent:
        public = AskTakeBackPayload(seq=self.last.seq, asks=True) if asks else AskTakeBackPayload(seq=self.last.seq)
        return ballot.actor.new_event(EventKind.ASK_TAKE_BACK, ballot.seat, public, text=self.last.known_text)

    def settle(self, step: Step, ballot: Ballot) -> None:
        """Take the move back and announce it to the players who were asked."""
        last, player = self.last, step.players()[self.last.seat]
        public = TakeBackPayload(seq=last.seq)
        if not ballot.is_recount:
            public["by"] = ballot.seat
        step.add(
            NewEvent(
                EventKind.TAKE_BACK, last.seat, last.known_text, public, None, ballot.actor.interaction, player.user,
                player.name,
            )
        )  # fmt: skip
        if ballot.before is not None:
            step.announce()


def pause_tally(table: TableState) -> str:
    """Return the number of players who want a pause, and the players without an answer, in markdown."""
    agreed, seats = agreed_seats(table, "pause"), table.record.seats
    unanswered = [escape(name_of(seats[seat].name, seat)) for seat in missing(seats, agreed)]
    tally = f"{len(agreed)} of {len(person_seats(seats))} agreed"
    return (
        f"{tally}; {listed(unanswered)} {'has' if len(unanswered) == 1 else 'have'} not answered"
        if unanswered
        else tally
    )
