"""Who may know which card at a table of Voren, and what Voren's cards look like in a text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from cogs.games.voren.pack import VOREN
from rules.voren.cards import CARDS
from tests.e2e.leaks.faces import Faces
from tests.e2e.leaks.knowledge import Book, Game, Place

FACES: Final = Faces(
    VOREN,
    {
        "1": ("one", "ace"), "2": ("two",), "3": ("three",), "4": ("four",), "5": ("five",), "R": ("realm",),
        "L": ("lesser crown",), "G": ("greater crown",),
    },
    {"S": ("spades", "♠"), "H": ("hearts", "♥"), "D": ("diamonds", "♦"), "C": ("clubs", "♣")},
    ("WOLF", "TREACHERY"),
)  # fmt: skip
NAMES: Final = {VOREN.name_of(card).removeprefix("the ").lower(): card for card in VOREN.cards()}
_CARD: Final = rf"(?:the )?({'|'.join(NAMES)})\b"
STORY: Final = re.compile(rf"(\w+)(?: led| played| won trick \d+ with) {_CARD}", re.IGNORECASE)
"""What the story tells of a card: who led it, played it or won a trick with it."""
TURNED_UP: Final = re.compile(rf"\b{_CARD} was turned up", re.IGNORECASE)


@dataclass
class VorenBook(Book):
    """The log of a table of Voren."""

    played: dict[int, set[str]] = field(default_factory=dict[int, set[str]])
    """Every card that a seat has played in whatever hand."""
    turned_up: set[str] = field(default_factory=set[str])
    """Every card that was turned up."""
    moves: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    """The moves of the hand in progress."""

    def dealt_out(self) -> None:
        """V3.1: the card after the hands is turned up."""
        self.moves = []
        self.turned_up.add(self.orders[0][3 * self.seats])

    def moved(self, seat: int, text: str) -> None:
        """A card that is played is seen by all."""
        self.moves.append((seat, text))
        if text.startswith("play "):
            self.played.setdefault(seat, set()).add(text[5:])

    def is_over(self) -> bool:
        """V4.4: one is left; or V5: all who are in have played three cards."""
        folded = sum(1 for _, move in self.moves if move == "fold")
        return folded == self.seats - 1 or len(self._played()) == 3 * (self.seats - folded)

    def hand_ends(self) -> None:
        """What was played and turned up is kept already; of the rest the story tells nothing."""

    def _played(self) -> list[str]:
        """The cards that lie on the table, or did, in this hand."""
        return [move[5:] for _, move in self.moves if move.startswith("play ")]

    def dealt(self, seat: int) -> set[Place]:
        """V3.1: the places of the three cards that a seat was dealt."""
        place = (seat - self.dealer - 1) % self.seats
        return {(0, turn * self.seats + place) for turn in range(3)}

    def poke(self) -> set[Place]:
        """V3.1: the places of the three cards after the turn-up."""
        return {(0, 3 * self.seats + 1 + turn) for turn in range(3)}

    def places(self, seat: int | None) -> set[Place]:
        """What was turned up and played, and one's own."""
        places = {(0, 3 * self.seats)} | {(0, self.orders[0].index(card)) for card in self._played()}
        if seat is not None and self.moves:  # V3.4: nobody looks at a hand before the dealer has decided
            places |= self.dealt(seat)
            if (seat, "poke") in self.moves:  # V4.2
                places |= self.poke()
        return places

    def numbers(self) -> dict[str, set[Place]]:
        """Sets of cards are bit masks: the hands and the poke as dealt, and what is left of them if that is several."""
        gone = set(self._played())
        places: dict[str, set[Place]] = {}
        for hand in (self.poke(), *map(self.dealt, range(self.seats))):
            left = {place for place in hand if self.card(place) not in gone}
            for some in (hand, left if len(left) > 1 else hand):
                places[str(CARDS.mask(map(self.card, some)))] = some
        return places

    def untold(self, text: str, seats: Mapping[str, int]) -> str:
        """Without what was turned up, and without the cards that a seat did play, in whatever hand."""

        def read_message(match: re.Match[str]) -> str:
            played = self.played.get(seats.get(match[1], -1), set())
            return "" if NAMES.get(match[2].lower()) in played else match[0]

        text = TURNED_UP.sub(lambda match: "" if NAMES.get(match[1].lower()) in self.turned_up else match[0], text)
        return STORY.sub(read_message, text)


class Voren(Game):
    """Voren to the search. It cannot see that a card which a seat did play in an earlier hand is told of as played in
    the hand in progress, before it is.
    """

    id: ClassVar[str] = "voren"
    command: ClassVar[str] = "voren"
    faces: ClassVar[Faces] = FACES
    book: ClassVar[type[Book]] = VorenBook
    always: ClassVar[tuple[str, ...]] = (
        "The Wolf and Treachery count as trumps.",
        "the Wolf and Treachery fell in one trick",
        "the Wolf beats all trumps, and Treachery the Wolf",
        "the Wolf beats every other card, and Treachery the Wolf",
        "only Treachery beats it",
    )
    words: ClassVar[tuple[str, ...]] = ("poke", "deal", "show all", "play")
    verbs: ClassVar[tuple[str, ...]] = ("play",)
    switches: ClassVar[tuple[str, ...]] = ("auto_last_card",)

    def options(self, hands: int) -> dict[str, Any]:
        """So many hands."""
        return {"hands": hands}


GAME: Final = Voren()
