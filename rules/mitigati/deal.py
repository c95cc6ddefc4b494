"""M2: the deal, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.contract import Expects, Score, State, View, not_awaited
from rules.mitigati.bargain import after_packet
from rules.mitigati.match import Hand, Match
from rules.mitigati.views import frame
from rules.tarot_tuned import read_pack, texts


@dataclass(frozen=True, slots=True)
class _Still(State):
    """A position in which no seat may move."""

    match: Match

    @property
    def number(self) -> int:
        return self.match.number

    def view(self, seat: int | None) -> View:
        return frame(self, self.match, seat)

    def score(self) -> Score:
        return self.match.score()


@dataclass(frozen=True, slots=True)
class Dealing(_Still):
    """A hand is to be dealt."""

    @property
    def phase(self) -> str:
        return "deal"

    @property
    def expects(self) -> Expects:
        return Expects("deal", tuple(texts(self.match.setup.pack)))

    def chance(self, event: str, cards: Sequence[str]) -> State:
        """M2.2: all is dealt at once, but the first round of bargaining comes after the second packet."""
        if event != "deal":
            raise not_awaited(event)
        order = read_pack(cards, self.match.setup.pack)
        return after_packet(Hand.of(self.match, order), 1)


@dataclass(frozen=True, slots=True)
class Finished(_Still):
    """The last hand is over."""

    @property
    def phase(self) -> str:
        return "finished"

    @property
    def finished(self) -> bool:
        return True
