"""Who may know which card at a table of Five Crowns, and what its cards look like in a text.

Every card is there two or three times (F1.1), so a face may lie on the discard pile for all to see and be in somebody's
hand as well. What cannot be seen therefore: a text that names a face of which its reader lawfully knows a copy, and
means another copy. Where a test lays the orders itself (`FiveCrowns.laid`), the first 56 cards of a deal are all
different; until the stock has come that far, each card in play is the only copy in play, and nothing is missed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Final, NamedTuple

from cogs.games.five_crowns.pack import FIVE_CROWNS
from rules.melds import NUMBER, hand_of
from tests.e2e.leaks.faces import Faces
from tests.e2e.leaks.knowledge import Book, Game, Place

FACES: Final = Faces(
    FIVE_CROWNS,
    {
        "3": ("three",), "4": ("four",), "5": ("five",), "6": ("six",), "7": ("seven",), "8": ("eight",),
        "9": ("nine",), "10": ("ten",), "J": ("jack",), "Q": ("queen",), "K": ("king",),
    },
    {
        "S": ("spades", "♠"), "H": ("hearts", "♥"), "D": ("diamonds", "♦"), "C": ("clubs", "♣"), "T": ("stars", "★"),
    },
    ("JOKER",),
)  # fmt: skip

WENT: Final = {"discarded": {"discard", "out"}, "went out with": {"out"}}
"""How a turn ended that is told so: whoever goes out discards a card, too."""
RUN: Final = 5
"""Cards as numbers one after the other, in an order that the core keeps: fewer could be a list of points."""
RESHUFFLES: Final = 3
"""F3.4: when the stock is empty for the time after these, the deal is over."""

_CARD: Final = rf"(?:the |an? )?(?:{'|'.join(FIVE_CROWNS.name_of(card) for card in FIVE_CROWNS.cards())})\b"
TURN: Final = re.compile(
    rf"(?P<who>\w+) (?:took (?P<took>{_CARD})|drew (?:a card|(?P<drew>{_CARD})))"
    rf"(?: and (?:(?P<back>put it back)|(?P<did>discarded|went out with) (?P<gone>{_CARD})))?"
)
"""A turn as the story tells it, or its first move."""
DID: Final = re.compile(rf"(?P<who>\w+) (?P<did>discarded|went out with) (?P<gone>{_CARD})")
"""How a turn ended, to whoever ended it."""
TURNED_UP: Final = re.compile(rf"\bturned up ({_CARD})")
LAID: Final = re.compile(r"(?P<who>\w+) laid down (?P<cards>[^.…]+)[.…]")
LEFT: Final = re.compile(r"Left with (?P<who>\w+): (?P<cards>[^.=…]+)(?: = \d+\.|(?: =)?…)")
"""How a hand was laid open; a text may be cut short, which it ends with "…" then."""


class Turn(NamedTuple):
    """One turn: in which deal, by whom, how a card came in (F3.1) and which, and how one went; "" while none has."""

    deal: int
    seat: int
    came: str
    card: str
    went: str = ""
    gone: str = ""


@dataclass
class FiveCrownsBook(Book):
    """The log of a table of Five Crowns."""

    turned_up: set[str] = field(default_factory=set[str])
    """Every card that was turned up."""
    turns: list[Turn] = field(default_factory=list[Turn])
    """Every turn of all deals."""
    ends: list[tuple[int, list[str]]] = field(default_factory=list[tuple[int, list[str]]])
    """Hands that were laid open, each with its seat: by going out (F3.3), and at the end of each deal (F5.1)."""
    held: list[list[Place]] = field(default_factory=list[list[Place]])
    """What each seat holds."""
    stock: list[Place] = field(default_factory=list[Place])
    pile: list[Place] = field(default_factory=list[Place])
    open: set[Place] = field(default_factory=set[Place])
    """What everybody has seen."""
    own: list[set[Place]] = field(default_factory=list[set[Place]])
    """What each seat has seen besides: what it was dealt, and what it drew."""
    under: set[Place] = field(default_factory=set[Place])
    """Where cards of the discard pile lay that are in the stock again."""
    out: int | None = None
    over: bool = False

    def dealt_out(self) -> None:
        """F2.1: singly from the dealer's left; the next is turned up, the rest is the stock."""
        count = (self.options["first"] + self.deals - 1) * self.seats
        self.held = [[] for _ in range(self.seats)]
        for place in range(count):
            self.held[(self.dealer + 1 + place) % self.seats].append((0, place))
        self.own = [set(hand) for hand in self.held]
        self.pile, self.open, self.under = [(0, count)], {(0, count)}, set()
        self.stock = [(0, place) for place in range(count + 1, len(self.orders[0]))]
        self.out, self.over = None, False
        self.turned_up.add(self.card((0, count)))

    def shuffled(self) -> None:
        """F3.4: all of the discard pile but its top card is the new stock, and nobody knows where which card is."""
        assert len(self.orders[-1]) == len(self.pile) - 1
        self.under.update(self.pile[:-1])
        self.pile = self.pile[-1:]
        self.stock = [(len(self.orders) - 1, place) for place in range(len(self.orders[-1]))]

    def moved(self, seat: int, text: str) -> None:
        """F3.1: a card comes in, seen by that seat alone or by all; or one goes, seen by all; F3.3: a hand is shown."""
        verb, _, card = text.partition(" ")
        if verb in {"draw", "take"}:
            place = self.stock.pop(0) if verb == "draw" else self.pile.pop()
            self.own[seat].add(place)
            self.held[seat].append(place)
            self.turns.append(Turn(self.deals, seat, verb, self.card(place)))
            return
        # Of two copies the one that all know of goes: nobody but its holder knows that there is another.
        copies = [place for place in self.held[seat] if self.card(place) == card]
        place = next((copy for copy in copies if copy in self.open), copies[0])
        self.held[seat].remove(place)
        self.pile.append(place)
        self.open.add(place)
        self.turns[-1] = self.turns[-1]._replace(went=verb, gone=card)
        if verb == "out":
            self.out = seat
            self.open.update(self.held[seat])
            self._opened(seat)
        # F5.1: every other seat has had its last turn; F3.4: or the stock is empty for the fourth time.
        last = (seat + 1) % self.seats == self.out
        self.over = last or (not self.stock and len(self.orders) > RESHUFFLES)

    def is_over(self) -> bool:
        """F5.1, F3.4; see `moved`."""
        return self.over

    def hand_ends(self) -> None:
        """F5.1: everybody lays down melds and is left with the rest."""
        for seat in range(self.seats):
            self._opened(seat)

    def _opened(self, seat: int) -> None:
        self.ends.append((seat, [self.card(place) for place in self.held[seat]]))

    def places(self, seat: int | None) -> set[Place]:
        """What all have seen, and one's own."""
        return self.open | (set() if seat is None else self.own[seat])

    def left(self) -> set[Place]:
        """What was shuffled again."""
        return self.under

    def numbers(self) -> dict[str, set[Place]]:
        """A hand is one number that counts each card's copies."""
        return {str(hand_of(map(self.card, hand))): set(hand) for hand in self.held}

    def runs(self) -> dict[str, set[Place]]:
        """The stock and the orders are tuples of the cards' numbers."""
        places: dict[str, set[Place]] = {}
        whole = [[(number, place) for place in range(len(order))] for number, order in enumerate(self.orders)]
        for some in (self.stock, *whole):
            for begin in {0, len(some) // 2}:
                part = some[begin : begin + RUN]
                if len(part) == RUN:
                    numbers = [str(NUMBER[self.card(place)]) for place in part]
                    places |= {", ".join(numbers): set(part), " ".join(numbers): set(part)}
        return places

    # -- the story ---------------------------------------------------------------------------------------------------

    def untold(self, text: str, seats: Mapping[str, int]) -> str:
        """Without turns that were made, what was turned up, and what was laid open by whoever did.

        What a seat drew is told to itself alone until the deal is over.
        """
        reader = seats.get("You", -1)
        text = TURN.sub(lambda match: "" if self._made(match, seats, reader) else match[0], text)
        text = DID.sub(lambda match: "" if self._went(match, seats) else match[0], text)
        text = TURNED_UP.sub(lambda match: "" if set(FACES.listed(match[1])) <= self.turned_up else match[0], text)
        for pattern in (LAID, LEFT):
            text = pattern.sub(lambda match: "" if self._shown(match, seats) else match[0], text)
        return text

    def _made(self, match: re.Match[str], seats: Mapping[str, int], reader: int) -> bool:
        """Whether a turn that is told was made, and may be told to this reader."""
        seat = seats.get(match["who"], -1)
        came = "take" if match["took"] else "draw"
        card = match["took"] or match["drew"]
        went = WENT.get(match["did"], {"discard"})
        for turn in self.turns:
            gone = turn.card if match["back"] else (FACES.listed(match["gone"])[0] if match["gone"] else "")
            is_known = came == "take" or seat == reader or turn.deal < self.deals or not self.orders
            if (
                (turn.seat, turn.came) == (seat, came)
                and (card is None or (is_known and FACES.listed(card) == [turn.card]))
                and (not gone or (turn.went in went and turn.gone == gone))
            ):
                return True
        return False

    def _went(self, match: re.Match[str], seats: Mapping[str, int]) -> bool:
        """Whether a seat ended a turn so."""
        seat, gone = seats.get(match["who"], -1), FACES.listed(match["gone"])[0]
        return any((turn.seat, turn.gone) == (seat, gone) and turn.went in WENT[match["did"]] for turn in self.turns)

    def _shown(self, match: re.Match[str], seats: Mapping[str, int]) -> bool:
        """Whether these cards, copies counted, were among those that somebody has laid open."""
        seat, named = seats.get(match["who"].capitalize(), -1), Counter(FACES.listed(match["cards"]))
        return any(who == seat and named <= Counter(hand) for who, hand in self.ends)


class FiveCrowns(Game):
    """Five Crowns to the search."""

    id: ClassVar[str] = "five_crowns"
    command: ClassVar[str] = "fivecrowns"
    faces: ClassVar[Faces] = FACES
    book: ClassVar[type[Book]] = FiveCrownsBook
    words: ClassVar[tuple[str, ...]] = ("draw", "take", "out", "discard")
    verbs: ClassVar[tuple[str, ...]] = ("discard", "out")

    def options(self, hands: int) -> dict[str, Any]:
        """So many deals, the first of three cards."""
        return {"first": 3, "last": 2 + hands}

    def laid(self, cards: Sequence[str], rng: Random) -> list[str]:
        """First one copy of each face, then the others."""
        order = super().laid(cards, rng)
        first = {card: place for place, card in reversed(list(enumerate(order)))}
        copies = [card for place, card in enumerate(order) if first[card] != place]
        return [*sorted(first, key=lambda card: first[card]), *copies]


GAME: Final = FiveCrowns()
