"""What the phases of Abracadabra share: any position, one where seats speak in turn, one where they act together."""

from __future__ import annotations

from abc import abstractmethod
from functools import cache
from typing import ClassVar, NamedTuple

from rules.abracadabra import view as views
from rules.abracadabra.records import Deal, Log, Sheet
from rules.abracadabra.words import Words, not_now, read, write
from rules.contract import NOTHING, Legal, Refusal, Score, State, View, not_to_act


class Position(State):
    """What all phases share: a name, the score sheet, and mostly nobody to act."""

    __slots__ = ()

    name: ClassVar[str]

    finished: ClassVar[bool] = False  # pyright: ignore[reportIncompatibleMethodOverride]: a plain fact is quicker to ask

    @property
    @abstractmethod
    def score_sheet(self) -> Sheet:
        """The score sheet with which the hand began."""

    @property
    def phase(self) -> str:
        return self.name

    @property
    def number(self) -> int:
        return self.score_sheet.number

    def score(self) -> Score:
        """The highest total wins, and all that share it win together (A8.6, K8.2)."""
        sheet = self.score_sheet
        return Score(sheet.points, sheet.totals, self.finished, views.winners(sheet) if self.finished else ())


class _Speaking(NamedTuple):
    sheet: Sheet
    deal: Deal
    to_act: tuple[int, ...]
    listed: Legal
    """What the seat whose turn it is may say: looked up once as the turn comes, for `legal` and `apply` alike."""
    so_far: tuple[int, ...]
    """By seat, what this phase has brought so far: suits, bids, or placed cards."""
    said: Log


class Speaking(_Speaking, Position):  # pyright: ignore[reportIncompatibleVariableOverride]: a field serves for a property
    """A phase in which the seats speak one after the other from Eldest."""

    __slots__ = ()

    @property
    def score_sheet(self) -> Sheet:
        return self.sheet

    def legal(self, seat: int) -> Legal:
        return self.listed if seat == self.to_act[0] else NOTHING

    def _again(self, seat: int, text: str) -> State:
        """The position after a move that is not listed as it stands: it may be so in canonical text (K7.1)."""
        if seat != self.to_act[0]:
            raise not_to_act(seat)
        move = read(text)
        canonical = write(move)
        if canonical not in self.listed.moves:
            raise self._why_not(move)
        return self.apply(seat, canonical)

    @abstractmethod
    def _why_not(self, move: Words) -> Refusal:
        """Why the seat whose turn it is may not make this move, which is not listed."""

    @property
    @abstractmethod
    def _told(self) -> Deal:
        """The deal with what this phase has brought so far."""

    def view(self, seat: int | None) -> View:
        return views.before_play(self, self.sheet, self._told, self.said, seat)


class _Together(NamedTuple):
    sheet: Sheet
    deal: Deal
    to_act: tuple[int, ...]
    so_far: tuple[int, ...]
    """By seat, what this phase has brought so far: placed cards, or whether the pile is exposed."""
    said: Log


class Together(_Together, Position):  # pyright: ignore[reportIncompatibleVariableOverride]: a field serves for a property
    """A phase in which Declarer comes first and then the others at the same time (K4.1)."""

    __slots__ = ()

    @property
    def score_sheet(self) -> Sheet:
        return self.sheet

    def _not_this_phase(self, seat: int) -> Refusal:
        """The refusal of a move that is for another phase."""
        return not_now(self.name, self._clause(seat))

    @abstractmethod
    def _clause(self, seat: int) -> str:
        """The clause by which the seat is to act."""

    @property
    @abstractmethod
    def _told(self) -> Deal:
        """The deal with what this phase has brought so far."""

    def view(self, seat: int | None) -> View:
        return views.before_play(self, self.sheet, self._told, self.said, seat)


def with_value(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    """These values by seat, but with this one for that seat."""
    changed = list(values)
    changed[seat] = value
    return tuple(changed)


@cache
def without(seat: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """These seats but this one."""
    return tuple(other for other in seats if other != seat)
