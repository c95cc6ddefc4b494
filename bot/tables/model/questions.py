"""The questions on which a table votes: how many are enough, what follows, and what the log says.

`cast` counts a vote. Once the people at a table have changed, `services/recount.py` counts those that stand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from bot.common.errors import Declined
from bot.tables.model.actor import Actor
from bot.tables.model.seats import people, seated
from bot.tables.model.step import Step
from bot.tables.model.votes import QuestionName, set_vote, vote_on, without_voter
from data.tables.events import AgreePayload, EndPayload, EventKind
from data.tables.records import NewEvent
from data.tables.settings import Vote


@dataclass(frozen=True, slots=True)
class Ballot:
    """The votes on a question: the seats that agree, the latest of them, and whoever plays there."""

    agreed: Sequence[int]
    seat: int
    actor: Actor


class Question(ABC):
    """A question to a table, and its rules."""

    name: ClassVar[QuestionName]
    answer: Literal["seats", "void"] = "seats"
    """The list of a vote that says who agrees."""
    already_text: str
    """The sentence for somebody whose vote counts already."""

    def voters(self, step: Step) -> set[int]:
        """The seats that have a vote."""
        return people(step.players())

    @abstractmethod
    def is_enough(self, step: Step, agreed: Sequence[int]) -> bool:
        """Whether the seats that agree settle the question."""

    @abstractmethod
    def vote_event(self, step: Step, ballot: Ballot, *, asks: bool) -> NewEvent:
        """The event of a vote that does not settle the question. `asks`: the others are asked by it."""

    @abstractmethod
    def settle(self, step: Step, ballot: Ballot) -> None:
        """Do what enough have agreed to."""


def cast(step: Step, question: Question, actor: Actor) -> None:
    """Count a person's vote. It settles the question, or is stored; the first of them asks the others.

    Raises Declined if they have no seat, or their vote counts already.
    """
    seat = seated(step, actor).seat
    before = vote_on(step.settings, question.name)
    voted: Sequence[int] = () if before is None else before.get(question.answer, ())
    agreed = sorted({seat, *voted} & question.voters(step))
    ballot = Ballot(agreed, seat, actor)
    if question.is_enough(step, agreed):
        set_vote(step, question.name, None)
        question.settle(step, ballot)
        return
    if seat in voted:
        raise Declined(question.already_text)
    asks = before is None
    step.add(question.vote_event(step, ballot, asks=asks))
    if asks:
        step.announce()
    vote = Vote(seats=[], seq=step.last_seq, at=step.at) if before is None else without_voter(before, seat)
    vote[question.answer] = agreed
    set_vote(step, question.name, vote)


@dataclass(frozen=True)
class EndQuestion(Question):
    """Whether the table ends: more than half of its people want it, for the same scores."""

    name: ClassVar[QuestionName] = "end"
    answer: Literal["seats", "void"]
    already_text = "You already agreed. More than half of the players must."

    def is_enough(self, step: Step, agreed: Sequence[int]) -> bool:
        """More than half of the people decide."""
        return 2 * len(agreed) > len(self.voters(step))

    def vote_event(self, step: Step, ballot: Ballot, *, asks: bool) -> NewEvent:
        """An `agree` event, with the scores that are voted for."""
        public = AgreePayload(void=True) if self.answer == "void" else AgreePayload()
        return ballot.actor.new_event(EventKind.AGREE, ballot.seat, public)

    def settle(self, step: Step, ballot: Ballot) -> None:
        """The table ends; its event counts the votes, unless there is one person."""
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
    step.close()
