"""C2: the cut, the deal, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.conference.discard import Discarding
from rules.conference.gather import is_cut
from rules.conference.match import SEATS, Hand, Match
from rules.conference.views import frame, opening
from rules.contract import (
    Cut,
    Expects,
    Legal,
    Move,
    Refusal,
    Score,
    State,
    View,
    not_awaited,
    unreadable,
)
from rules.tarot_tuned import CARDS, read_pack, texts, words

CUTS: Final = {"cut 3": 3, "cut 4": 4}
ALL: Final = tuple(range(SEATS))
LEAST: Final = 4
"""How many cards a pile of a fair cut has at least; C2.3 itself only says that none is empty."""


@dataclass(frozen=True, slots=True)
class _Between(State):
    """A position in which no cards are in hand."""

    match: Match

    @property
    def number(self) -> int:
        return self.match.number

    def view(self, seat: int | None) -> View:
        return frame(self, self.match, seat)

    def score(self) -> Score:
        return self.match.score()


@dataclass(frozen=True, slots=True)
class Cutting(_Between):
    """C2.3: the gathered pack lies before Youngest; anybody may call for a shuffle instead."""

    gathered: tuple[int, ...]

    @property
    def phase(self) -> str:
        return "cut"

    @property
    def to_act(self) -> tuple[int, ...]:
        return ALL

    @property
    def awaited(self) -> tuple[int, ...]:
        return (self.match.youngest,)

    def legal(self, seat: int) -> Legal:
        return Legal((*CUTS, "reshuffle") if seat == self.match.youngest else ("reshuffle",))

    def apply(self, seat: int, text: str) -> State:
        found = words(text)
        move = " ".join(found).lower()
        if move == "reshuffle":
            return Dealing(self.match, (Move(seat, move),))
        if found[0] in ("DISCARD", "GALLOWGLASS", "PLAY"):
            raise Refusal("illegal_move", "C2.3", "The pack has to be cut or shuffled first.")
        if not (len(found) == 2 and found[0] == "CUT" and _number(found[1])):
            raise unreadable(text)
        if move not in CUTS:
            raise Refusal("illegal_move", "C2.3", "The pack is cut into 3 or 4 piles.")
        if seat != self.match.youngest:
            sentence = "Only Youngest, the dealer's right, may cut; you may call for a shuffle."
            raise Refusal("illegal_move", "C2.3", sentence)
        return Dealing(self.match, (Move(seat, move),), self.gathered, CUTS[move])

    def view(self, seat: int | None) -> View:
        return {**frame(self, self.match, seat), "gathered": _listed(self.gathered)}


@dataclass(frozen=True, slots=True)
class Dealing(_Between):
    """A hand is to be dealt: from any order of the pack, or from `gathered` cut into so many `piles`."""

    opening: tuple[Move, ...] = ()
    gathered: tuple[int, ...] = ()
    piles: int = 0

    @property
    def phase(self) -> str:
        return "deal"

    @property
    def expects(self) -> Expects:
        cards = tuple(texts(self.match.setup.pack))
        if not self.piles:
            return Expects("deal", cards)
        return Expects("deal", cards, Cut(tuple(_listed(self.gathered)), self.piles, LEAST))

    def chance(self, event: str, cards: Sequence[str]) -> State:
        """The dealt hand. Refuses (C2.3) an order that is no cut of the gathered pack where one is awaited."""
        if event != "deal":
            raise not_awaited(event)
        order = read_pack(cards, self.match.setup.pack)
        if self.piles and not is_cut(self.gathered, order, self.piles):
            sentence = "This is not the gathered pack, parted into {piles} piles and restacked in another order."
            raise Refusal("bad_cards", "C2.3", sentence, piles=self.piles)
        return Discarding(Hand.of(self.match, self.opening, order), (self.match.dealer,))

    def view(self, seat: int | None) -> View:
        view = {**frame(self, self.match, seat), "log": opening(self.opening)}
        if self.piles:
            view["gathered"] = _listed(self.gathered)
            view["piles"] = self.piles
        return view


@dataclass(frozen=True, slots=True)
class Finished(_Between):
    """The last hand is over."""

    @property
    def phase(self) -> str:
        return "finished"

    @property
    def finished(self) -> bool:
        return True


def _listed(order: tuple[int, ...]) -> list[str]:
    return [CARDS[card] for card in order]


def _number(word: str) -> bool:
    """Whether a word is a number as K7.1 writes it."""
    return word.isdigit() and str(int(word)) == word if len(word) < 20 else False
