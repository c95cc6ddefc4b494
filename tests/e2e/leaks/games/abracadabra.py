"""Who may know which card at a table of Abracadabra, and what its cards look like in a text.

Bid cards are faces too, as their pack has them: `TRICK4` names the fourth trick. A text shows one by its emoji, among
the bid cards that are still to come, as a trick that somebody named, or in the text of a move; a number alone is none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Final

from cogs.games.abracadabra.pack import ABRACADABRA, BID
from rules.abracadabra.cards import CARDS
from tests.e2e.leaks.faces import Faces
from tests.e2e.leaks.knowledge import Book, Game, Place

RANKS: Final = ("A", *map(str, range(2, 11)), "J", "Q", "K")
"""A1.3: the bid cards by value."""
SELECT: Final = 3
"""The type of a select among the fields of a form."""
WORD: Final = re.compile(r"[Aa]s|[Aa]d|[Aa]h|ac")
"""Words that read like an Ace."""
_NUMBERS: Final = r"\d+(?:, \d+)*(?: and \d+)?"
NAMED: Final = re.compile(rf"\b(?P<who>\w+) named tricks? (?P<numbers>{_NUMBERS})")
"""What the story tells of bid cards that were placed."""
BIDS: Final = re.compile(r"\bbids: [^\n]+")
"""The line of a seat's bid cards, in groups."""
GROUP: Final = re.compile(
    r"\b(?:to come|exposed|won double|lost double|(?<!and )won|lost):? "
    r"(?P<numbers>(?:trick )?\d+(?:,? (?:trick )?\d+\b(?! (?:and pile )?exposed\b))*)\b"
    r"(?! (?:cards?|(?:and pile )?exposed)\b)"
)
"""A group of bid cards that lie face up; behind the last one may stand how many are exposed."""
PLACED: Final = re.compile(r"\bplace (?P<ranks>(?:10|[2-9AJQK])(?: (?:10|[2-9AJQK]))*)\b", re.IGNORECASE)
"""The text of a move (K7.1)."""
NAMES: Final = {ABRACADABRA.name_of(card).lower(): card for card in ABRACADABRA.cards() if not card.startswith(BID)}
_CARD: Final = (
    r"(?:the joker(?: \(as the \w+ of \w+\))?|the (?:Ace|Jack|Queen|King|\d+) of (?:spades|hearts|diamonds|clubs))"
)
PLAYED: Final = re.compile(rf"(?P<who>\w+) (?:led|played) (?P<card>{_CARD})")
WON: Final = re.compile(
    rf"(?P<who>\w+) won trick (?P<number>\d+) with (?P<card>{_CARD})(?: from the dummy)?"
    rf"(?:, which beats (?P<beaten>{_CARD}))?"
)
TURNED: Final = re.compile(rf"(?P<card>{_CARD}) was turned up", re.IGNORECASE)

FORM: Final = re.compile(r"\beh:[a-z_]+:\d+:\d+:(?:place|expose):[0-9a-f]{4}(?::[0-9a-f.]*)?")
"""The id of a form and what was filled in, as hexadecimal places for its reader: no card texts."""

Trick = list[tuple[int, str]]
"""Who played which card, in order."""


def bid_cards(numbers: str) -> set[str]:
    """The bid cards that a text names by numbers."""
    return {f"{BID}{number}" for number in re.findall(r"\d+", numbers)}


def card_named(text: str) -> str:
    """The card that a sentence names; of a joker itself, not what it stands for."""
    return NAMES["joker" if "joker" in text.lower() else text.lower().removeprefix("the ")]


class BidFaces(Faces):
    """The faces with the bid cards."""

    def listed(self, text: str) -> list[str]:
        """The cards that a text spells out, bid cards last."""
        names = [
            self._card(found_match) for found_match in self._forms.finditer(text) if not WORD.fullmatch(found_match[0])
        ]
        for match in NAMED.finditer(text):
            names += bid_cards(match["numbers"])
        for line in BIDS.finditer(text):
            for match in GROUP.finditer(line[0]):
                names += bid_cards(match["numbers"])
        for match in PLACED.finditer(text):
            names += [f"{BID}{RANKS.index(rank) + 1}" for rank in match["ranks"].upper().split(" ")]
        return [card for card in names if card in self.every]


FACES: Final = BidFaces(
    ABRACADABRA,
    {
        "A": ("ace",), "2": ("two",), "3": ("three",), "4": ("four",), "5": ("five",), "6": ("six",), "7": ("seven",),
        "8": ("eight",), "9": ("nine",), "10": ("ten",), "J": ("jack",), "Q": ("queen",), "K": ("king",),
    },
    {"S": ("spades", "♠"), "H": ("hearts", "♥"), "D": ("diamonds", "♦"), "C": ("clubs", "♣")},
    ("JOKER",),
)  # fmt: skip


@dataclass
class AbracadabraBook(Book):
    """The log of a table of Abracadabra."""

    moves: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    """The moves of the hand in progress."""
    placed: dict[int, set[str]] = field(default_factory=dict[int, set[str]])
    """The bid cards of the hand in progress that a seat has placed, as faces."""
    earlier: list[tuple[int, set[str]]] = field(default_factory=list[tuple[int, set[str]]])
    """What seats had placed, in the hands that are over."""
    tricks: list[Trick] = field(default_factory=list[Trick])
    """Every trick of all hands; the last may be in progress."""
    turned: set[str] = field(default_factory=set[str])
    """Every card that was turned up."""

    # -- the table (A1, A2) ------------------------------------------------------------------------------------------

    @property
    def holders(self) -> int:
        """A2.1: how many hands are dealt, a dummy's included."""
        return self.seats + (self.seats == 2 and self.options["two_player"] == "dummy")

    @property
    def length(self) -> int:
        """A2.1: how many cards a hand has, and so how many tricks there are."""
        return 13 if self.seats == 4 else 12

    def dealt(self, holder: int) -> set[Place]:
        """A2.1: the places of the cards that a seat was dealt, or the dummy, which is the last holder."""
        place = (holder - self.dealer - 1) % self.seats if holder < self.seats else holder
        return {(0, turn * self.holders + place) for turn in range(self.length)}

    def turn_up(self) -> set[Place]:
        """A2.1: the place of the one card that is left, where one is."""
        return {(0, len(self.orders[0]) - 1)} if len(self.orders[0]) > self.holders * self.length else set()

    def dealt_out(self) -> None:
        self.moves, self.placed = [], {}
        self.turned |= set(map(self.card, self.turn_up()))

    # -- moves -------------------------------------------------------------------------------------------------------

    def moved(self, seat: int, text: str) -> None:
        self.moves.append((seat, text))
        verb, *words = text.split(" ")
        if verb == "place":
            self.placed[seat] = {f"{BID}{RANKS.index(rank) + 1}" for rank in words}
        elif verb == "play":
            if len(self._played()) % self.holders == 1:
                self.tricks.append([])
            self.tricks[-1].append((seat, words[0]))

    def _of(self, *verbs: str) -> list[tuple[int, str]]:
        """The moves of these kinds, in the hand in progress."""
        return [(seat, text) for seat, text in self.moves if text.partition(" ")[0] in verbs]

    def _played(self) -> list[str]:
        """The cards that lie on the table, or did, in this hand."""
        return [text[5:] for _, text in self._of("play")]

    def is_over(self) -> bool:
        """A4.2: all have passed, where a dummy plays along twice; A7: all cards are played."""
        spoken = self._of("bid", "pass")
        rounds = 2 if self.holders > self.seats else 1
        void = len(spoken) == rounds * self.seats and all(text == "pass" for _, text in spoken)
        return void or len(self._played()) == self.holders * self.length

    def hand_ends(self) -> None:
        self.earlier += self.placed.items()

    # -- who may know what -------------------------------------------------------------------------------------------

    @property
    def declarer(self) -> int | None:
        """A4.1: who bid last, since each bid is higher."""
        bids = self._of("bid")
        return bids[-1][0] if bids else None

    def dummy_is_open(self) -> bool:
        """A4.2, A6.3: after a round in which both passed, else once all have exposed."""
        further = len(self._of("bid", "pass")) >= self.seats and all(
            text == "pass" for _, text in self._of("bid", "pass")[: self.seats]
        )
        return self.holders > self.seats and (further or len(self._of("expose")) == self.seats)

    def places(self, seat: int | None) -> set[Place]:
        """What was turned up and played, one's own, and the dummy's once it lies open."""
        places = self.turn_up() | {(0, self.orders[0].index(card)) for card in self._played()}
        if seat is not None:
            places |= self.dealt(seat)
        return places | (self.dealt(self.seats) if self.dummy_is_open() else set())

    def known(self, seat: int | None) -> frozenset[str]:
        """The bid cards too: one's own; what Declarer turned up (A6.1); all of whom has opened the pile (A6.2), once
        everybody has chosen, Declarer's at once; and those whose trick is over (A7.3).
        """
        result = super().known(seat)
        if not self.orders:
            return result
        over = len(self._played()) // self.holders
        exposed = self._of("expose")
        texts = {f"{BID}{number}" for number in range(1, over + 1)}
        texts |= self.placed.get(-1 if seat is None else seat, set())
        for who, text in exposed:
            if who == self.declarer or len(exposed) == self.seats:
                words = text.split(" ")[1:]
                texts |= {f"{BID}{RANKS.index(rank) + 1}" for rank in words if rank in RANKS}
                texts |= self.placed[who] if "pile" in words else set()
        return result | texts

    def numbers(self) -> dict[str, set[Place]]:
        """Hands are bit masks: as dealt, and what is left of them if that is several."""
        gone = set(self._played())
        places: dict[str, set[Place]] = {}
        for hand in map(self.dealt, range(self.holders)):
            left = {place for place in hand if self.card(place) not in gone}
            for some in (hand, left if len(left) > 1 else hand):
                places[str(CARDS.mask(map(self.card, some)))] = some
        return places

    # -- the story ---------------------------------------------------------------------------------------------------

    def untold(self, text: str, seats: Mapping[str, int]) -> str:
        """Without what was turned up, and what a seat did play, win or name, in whatever hand."""
        text = FORM.sub("", text)
        for pattern, sentence in (
            (TURNED, self._was_turned_up),
            (PLAYED, self._did_play),
            (WON, self._did_win),
            (NAMED, self._did_name),
        ):
            text = pattern.sub(lambda match, line=sentence: "" if line(match, seats) else match[0], text)
        return text

    def _was_turned_up(self, match: re.Match[str], _seats: Mapping[str, int]) -> bool:
        return card_named(match["card"]) in self.turned

    def _did_play(self, match: re.Match[str], seats: Mapping[str, int]) -> bool:
        play = seats.get(match["who"], -1), card_named(match["card"])
        return any(play in trick for trick in self.tricks)

    def _did_win(self, match: re.Match[str], seats: Mapping[str, int]) -> bool:
        seat, card = seats.get(match["who"], -1), card_named(match["card"])
        beaten = {card_named(match["beaten"])} if match["beaten"] else set[str]()
        numbered = self.tricks[int(match["number"]) - 1 :: self.length]  # each hand that was played has all its tricks
        return any((seat, card) in trick and beaten <= {each_card for _, each_card in trick} for trick in numbered)

    def _did_name(self, match: re.Match[str], seats: Mapping[str, int]) -> bool:
        seat, named = seats.get(match["who"], -1), bid_cards(match["numbers"])
        whole = match.string[match.end() :].startswith(".")  # else it was cut short
        return any(who == seat and (named == cards if whole else named <= cards) for who, cards in self.earlier)


class Abracadabra(Game):
    """Abracadabra to the search. It cannot see that a card which a seat did play in an earlier hand is told of as
    played in the hand in progress, before it is; nor whose bid card is told of, if the reader may know another's of the
    same number; nor how many somebody placed: two worlds are compared for that.
    """

    id: ClassVar[str] = "abracadabra"
    command: ClassVar[str] = "abracadabra"
    faces: ClassVar[Faces] = FACES
    book: ClassVar[type[Book]] = AbracadabraBook
    always: ClassVar[tuple[str, ...]] = (
        "turned up, with a joker",
        "chosen by Declarer, without a joker",
    )
    words: ClassVar[tuple[str, ...]] = (
        "pass", "bid 7", "suit S", "trump H", "place", "expose pile", "expose none", "play",
    )  # fmt: skip
    verbs: ClassVar[tuple[str, ...]] = ("play",)
    switches: ClassVar[tuple[str, ...]] = ("auto_last_card",)

    def options(self, hands: int) -> dict[str, Any]:
        """So many deals, void ones not counted."""
        return {"deals": hands}

    def filled(self, fields: Sequence[Mapping[str, Any]], rng: Random) -> dict[str, Any]:
        """Some of the bid cards, at most as many as may be, and the pile or not."""
        result: dict[str, Any] = {}
        for entry in fields:
            every = [option["value"] for option in entry["options"]]
            fewest = entry.get("min_values", 1)
            result[entry["custom_id"]] = rng.sample(every, rng.randint(fewest, entry["max_values"]))
        return result

    def naming(self, fields: Sequence[Mapping[str, Any]], move: str) -> dict[str, Any]:
        """The bid cards of a move, and the pile."""
        words = move.split(" ")[1:]
        labels = {f"trick {RANKS.index(word) + 1}" for word in words if word in RANKS}
        result = {
            item["custom_id"]: [option["value"] for option in item["options"] if option["label"].lower() in labels]
            for item in fields
        }
        for entry in fields[1:]:
            result[entry["custom_id"]] = ["pile" if "pile" in words else "closed"]
        return result

    def by_place(self, move: str, order: Sequence[str], rng: Random | None = None) -> str:
        """A5: bid cards lie face down, so they are others in another world. "place 2 at 1": two, by whoever was dealt
        the second card of the pack: as long as that lies there they are the same.
        """
        verb, *words = move.split(" ")
        if verb != "place" or rng is None or "at" not in words:
            return move
        count, _, place = words
        steps = sorted(rng.sample(range(12), int(count)))
        return " ".join((verb, *map(str, steps), "at", place))

    def at_places(self, move: str, order: Sequence[str]) -> str:
        """The bid cards so many steps from the one that the card at that place stands for."""
        verb, *words = move.split(" ")
        if verb != "place" or "at" not in words:
            return move
        *steps, _, place = words
        begin = CARDS.texts.index(order[int(place)])
        values = sorted((begin + int(step)) % 12 for step in steps)
        return " ".join((verb, *(RANKS[value] for value in values)))


GAME: Final = Abracadabra()
