"""The phases of Quince in the order of play: the deal, guessing, laying, the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.quince import lay, scoring, views
from rules.quince.cards import PACK
from rules.quince.moves import MOST_GUESS, Laid, canonical, read_guess, read_lay
from rules.quince.records import Hand, Last, Sheet

from rules.cards import wrong_pack
from rules.contract import (
    NOTHING,
    Barred,
    Expects,
    Legal,
    Move,
    Refusal,
    Score,
    State,
    View,
    not_expected,
    not_to_act,
)
from rules.seats import with_seat
from rules.templates import Number


@dataclass(frozen=True, slots=True)
class Dealing(State):
    """Q2: the pack is shuffled."""

    phase: ClassVar[str] = "deal"
    sheet: Sheet

    @property
    def number(self) -> int:
        return self.sheet.number

    @property
    def expects(self) -> Expects:
        shrunk = self.sheet.setup.shrunk
        return Expects("deal", shrunk.cards if shrunk else PACK)

    def chance(self, event: str, cards: Sequence[str]) -> State:
        if event != "deal":
            raise not_expected(event)
        order = tuple(card.upper() if card.isascii() else "?" for card in cards)
        if sorted(order) != sorted(self.expects.cards):
            raise wrong_pack(list(order), self.expects.cards)
        return Guessing(Hand(self.sheet, order), (None,) * self.sheet.setup.seats)

    def view(self, seat: int | None) -> View:
        return views.between(self, self.sheet, seat)

    def score(self) -> Score:
        return scoring.score(self.sheet)


@dataclass(frozen=True, slots=True)
class Guessing(State):
    """Q3: all guess at the same time."""

    phase: ClassVar[str] = "guess"
    hand: Hand
    guesses: tuple[int | None, ...]

    @property
    def number(self) -> int:
        return self.hand.sheet.number

    @property
    def to_act(self) -> tuple[int, ...]:
        return tuple(seat for seat, guess in enumerate(self.guesses) if guess is None)

    def legal(self, seat: int) -> Legal:
        return Legal((), (Number("guess", 0, MOST_GUESS),)) if seat in self.to_act else NOTHING

    def apply(self, seat: int, text: str) -> State:
        if seat not in self.to_act:
            raise not_to_act(seat)
        number = read_guess(text)
        if number > MOST_GUESS:
            raise Refusal("illegal_move", "Q3.1", "A guess is from 0 to {most}.", most=MOST_GUESS)
        guesses = with_seat(self.guesses, seat, number)
        whole = tuple(guess for guess in guesses if guess is not None)
        if len(whole) < len(guesses):
            return Guessing(self.hand, guesses)
        return Laying(self.hand._replace(guesses=whole))

    def view(self, seat: int | None) -> View:
        return views.playing(self, self.hand, seat, self.guesses, (), ())

    def score(self) -> Score:
        return scoring.score(self.hand.sheet)


@dataclass(frozen=True, slots=True)
class Laying(State):
    """Q4: from Eldest, each seat once lays cards or passes."""

    phase: ClassVar[str] = "lay"
    hand: Hand
    moves: tuple[Move, ...] = ()

    @property
    def number(self) -> int:
        return self.hand.sheet.number

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return self.hand.sheet.speaking()[len(self.moves)]

    @property
    def to_act(self) -> tuple[int, ...]:
        return (self.turn,)

    def laid(self) -> tuple[Laid | None, ...]:
        """What was laid so far, in the order of speaking."""
        return tuple(read_lay(move.text) for move in self.moves)

    def lying(self) -> tuple[str, ...]:
        """The cards on the table."""
        return tuple(card for value in self.laid() if value for card in value.cards)

    def legal(self, seat: int) -> Legal:
        return lay.legal(self.hand.dealt(seat), self.lying()) if seat == self.turn else NOTHING

    def barred(self, seat: int) -> dict[str, Barred]:
        if seat != self.turn:
            return {}
        held = self.hand.dealt(seat)
        instead = lay.layable(held, self.lying())
        return {card: Barred(lay.rank_lies_already(card), instead) for card in held if card not in instead}

    def apply(self, seat: int, text: str) -> State:
        if seat != self.turn:
            raise not_to_act(seat)
        if why := lay.why_not_lay(read_lay(text), self.hand.dealt(seat), self.lying()):
            raise why
        after = Laying(self.hand, (*self.moves, Move(seat, canonical(text))))
        return after if len(after.moves) < self.hand.sheet.setup.seats else hand_over(after)

    def view(self, seat: int | None) -> View:
        return views.playing(self, self.hand, seat, self.hand.guesses, self.moves, self.lying())

    def score(self) -> Score:
        return scoring.score(self.hand.sheet)


@dataclass(frozen=True, slots=True)
class Finished(State):
    """The last hand is over."""

    phase: ClassVar[str] = "finished"
    finished: ClassVar[bool] = True
    sheet: Sheet

    @property
    def number(self) -> int:
        return self.sheet.number

    def view(self, seat: int | None) -> View:
        return views.between(self, self.sheet, seat)

    def score(self) -> Score:
        return scoring.score(self.sheet)


def hand_over(laying: Laying) -> State:
    """Q5: the hand is scored; the deal passes to the left."""
    hand, sheet = laying.hand, laying.hand.sheet
    by_seat = dict(zip(sheet.speaking(), laying.laid(), strict=True))
    laid = [by_seat[seat] for seat in range(sheet.setup.seats)]
    points = scoring.points(hand.guesses, laid, sheet.setup.seats)
    last = Last(sheet.number, sheet.dealer, hand.order, hand.guesses, laying.moves, scoring.total(laid), points)
    scored = sheet._replace(points=(*sheet.points, points), last=last)
    if scored.is_complete:
        return Finished(scored)
    return Dealing(scored._replace(number=sheet.number + 1, dealer=sheet.speaking()[0]))
