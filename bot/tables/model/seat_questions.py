"""The questions what becomes of a person's seat: a computer player has it, or it is offered to a substitute."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from bot.common.text import escape, name_of
from bot.tables.model.actor import Actor
from bot.tables.model.clock_terms import stand_in_seats, times_late
from bot.tables.model.questions import Ballot, Question
from bot.tables.model.seat_handover import stand_in
from bot.tables.model.seats import computer_name, person_seats
from bot.tables.model.step import Step
from bot.tables.model.votes import deferred_until, offer_vote, set_vote
from data.tables.events import AgreePayload, EventKind, LeavePayload, OfferPayload, ReleasePayload
from data.tables.records import NewEvent
from data.tables.settings import SeatOffer

MIN_OTHERS_TO_OFFER: Final = 2
"""The least number of other players who can offer the seat of a player who is not late. All of them must agree."""


class Absence(NamedTuple):
    """The facts on which a vote on a seat depends, read before the step."""

    user: int | None
    """The player in the seat."""
    decision: int | None
    """The event since which the table waited for them; None where it did not."""
    is_overdue: bool
    """Whether they were late."""
    night_end: int | None
    """The end (ms) of the player's night; None by day."""


@dataclass(frozen=True)
class SeatQuestion(Question):
    """The vote on a person's seat. All other players vote.

    If enough agree in the person's night, it waits until that night ends. After it one more press in favour is enough,
    unless the person has come back.
    """

    seat: int
    absence: Absence

    @property
    def vote_name(self) -> str:
        return f"{self.name}:{self.seat}"

    def voters(self, step: Step) -> set[int]:
        return person_seats(step.players()) - {self.seat}

    @abstractmethod
    def quorum(self, step: Step) -> str:
        """Return the voters whose agreement is needed, as the beginning of a sentence."""

    def waits_until(self, step: Step, *, enough: bool) -> int | None:
        """Return the end of the first night in which enough agreed."""
        until = deferred_until(step.settings, self.seat)
        if until is None and enough and self.absence.user == step.players()[self.seat].user:
            return self.absence.night_end
        return until

    def refusal(self, step: Step, ballot: Ballot) -> str:
        """Return why the vote does not count: others have to agree, too, or the night has to end.

        Returns "" where enough agree for the first time by night.
        """
        if not self.is_enough(step, ballot.agreed):
            return f"You already agreed. {self.quorum(step)} must."
        until = deferred_until(step.settings, self.seat)
        if until is None:
            return ""
        name = escape(name_of(step.players()[self.seat].name, self.seat))
        return f"You already agreed. {name}'s quiet hours end <t:{until // 1000}:R>. Press again after that."


class ReleaseQuestion(SeatQuestion):
    """Whether a computer player has the seat of a late person: the host or half of the people decide."""

    name: ClassVar[str] = "release"

    def is_enough(self, step: Step, agreed: Sequence[int]) -> bool:
        return _is_host_or_half(step, agreed)

    def quorum(self, step: Step) -> str:
        return "Half of the players"

    def vote_event(self, step: Step, ballot: Ballot, *, asks: bool) -> NewEvent:
        public = AgreePayload(seat=self.seat, decision=step.after.decisions[self.seat])
        return ballot.actor.new_event(EventKind.AGREE, ballot.seat, public)

    def settle(self, step: Step, ballot: Ballot) -> None:
        """Let a computer player play on. The actor becomes the host in place of an absent one."""
        absent, public = step.players()[self.seat], ReleasePayload(instead=computer_name(step.players()))
        step.add(ballot.actor.new_event(EventKind.RELEASE, self.seat, public))
        step.announce()
        step.add(NewEvent(EventKind.LEAVE, self.seat, public=LeavePayload(released=True), user=absent.user))
        if _host(step) == absent.user:
            step.changes["host"] = ballot.actor.id
        stand_in(step, absent)


class OfferQuestion(SeatQuestion):
    """Whether a person's seat is offered to a substitute.

    The host or half of the people decide if the person is late, otherwise all others, two or more.
    """

    name: ClassVar[str] = "offer"

    def is_late(self, step: Step) -> bool:
        """Whether the person is late, and has not moved since that was read."""
        decision = self.absence.decision
        waits = decision is not None and step.after.decisions.get(self.seat) == decision
        out_of_time = self.seat in stand_in_seats(step.settings) or times_late(step.settings, self.seat) > 0
        return self.absence.is_overdue and (waits or out_of_time)

    def is_enough(self, step: Step, agreed: Sequence[int]) -> bool:
        if self.is_late(step):
            return _is_host_or_half(step, agreed)
        return len(agreed) >= MIN_OTHERS_TO_OFFER and set(agreed) == self.voters(step)

    def quorum(self, step: Step) -> str:
        return "Half of the players" if self.is_late(step) else "All the others"

    def vote_event(self, step: Step, ballot: Ballot, *, asks: bool) -> NewEvent:
        return ballot.actor.new_event(EventKind.AGREE, ballot.seat, AgreePayload(seat=self.seat, offer=True))

    def settle(self, step: Step, ballot: Ballot) -> None:
        """Offer the seat. The event names those who agreed, unless the host decided alone."""
        alone = self.is_late(step) and _host(step) == ballot.actor.id
        offer_seat(step, self.seat, ballot.actor, own=False, agreed=() if alone else ballot.agreed)


def offer_seat(step: Step, seat: int, actor: Actor, *, own: bool, agreed: Sequence[int] = ()) -> None:
    """Offer a seat to substitutes: one's `own`, or another's, as those in the seats `agreed` want it."""
    set_vote(step, offer_vote(seat), None)
    offer, public = SeatOffer(seq=step.next_seq, own=own), OfferPayload() if own else OfferPayload(by_others=True)
    if len(agreed) > 1:
        offer["agreed"] = public["agreed"] = list(agreed)
    step.update_settings(offered={**step.settings.get("offered", {}), str(seat): offer})
    step.add(actor.new_event(EventKind.OFFER, seat, public))
    step.announce()


def _is_host_or_half(step: Step, agreed: Sequence[int]) -> bool:
    """Whether these seats are half of the people, or the host's is among them."""
    seats = step.players()
    return 2 * len(agreed) >= len(person_seats(seats)) or _host(step) in {seats[voter].user for voter in agreed}


def _host(step: Step) -> int | None:
    """Return the host as the step has it so far."""
    return step.changes.get("host", step.record.host)
