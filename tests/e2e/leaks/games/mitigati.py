"""Who may know which card at a table of Mitigati, and what its cards look like in a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Final

from cogs.games.tarot.pack import FOOL, TAROT
from rules.tarot.cards import CARDS, POINTS
from tests.e2e.leaks.faces import Faces
from tests.e2e.leaks.knowledge import Book, Game, Place
from tests.e2e.leaks.tarot import CARD, FACES, OWN

SEATS: Final = 3
PACKET: Final = 5
PACKETS: Final = 5
"""M2.1: the packets to each seat, and the cards of one."""
FIRST_LAST: Final = SEATS * PACKET * PACKETS
LAST: Final = frozenset((0, FIRST_LAST + place) for place in range(3))
"""M2.1: the last three cards, which go to the dealer."""
DISCARD: Final = 3
"""M4.1."""
TRICKS: Final = 25
"""M6.1."""
SELECT: Final = 3
"""The type of a select among the fields of a form."""
HONOURS: Final = ("1", "21", FOOL)
KINGS: Final = ("KE", "KA", "KF", "KW")
BONUSES: Final[Mapping[str, tuple[str, ...]]] = {"kings": KINGS, "honours": HONOURS}
"""M5.3, M5.4: what is shown for a bonus beside the cards that are named with it."""

FORM: Final = re.compile(r"\beh:[a-z_]+:\d+:\d+:(?:ask|offer|discard|declare):[0-9a-f]{4}(?::[0-9a-f.]*)?")
"""The id of a form and what was filled in, as hexadecimal places in the hand of its reader: no card texts."""


PLAYED: Final = re.compile(rf"(?P<who>\w+) (?:led|played) (?P<card>{CARD})")
WON: Final = re.compile(rf"(?:(?P<who>\w+)'s|(?P<own>Your)) (?P<card>{OWN}) (?:wins\b|beats (?P<beaten>{CARD}))")
DECLARED: Final = re.compile(r"(?P<who>\w+) declared (?P<cards>[^:.…]+)")
LAID: Final = re.compile(r"(?P<who>\w+) discarded (?P<cards>[^.…]+)")
GAVE: Final = re.compile(
    r"(?P<who>\w+) (?:had won no trick and gave the Fool to (?P<to>\w+)|won the Fool's trick and kept it"
    rf"|kept the Fool and gave (?P<winner>\w+) (?P<card>{CARD}) for it)"
)
"""What the story tells of a hand that was played; a text may be cut short, which it ends with "…" then."""

Trick = list[tuple[int, str]]
"""Who played which card, in order."""


def winner(trick: Trick) -> int:
    """M6.3: the highest trump wins, or the highest card of the suit that was led (M6.4: which the Fool is none of)."""
    cards = [(seat, card) for seat, card in trick if card != FOOL]
    led = cards[0][1][-1]
    trumps = [(int(card), seat) for seat, card in cards if card.isdigit()]
    return max(trumps or [(CARDS.bit[card], seat) for seat, card in cards if card[-1] == led])[1]


def shown_by(move: str) -> set[str]:
    """M5.1: the cards that a declaration shows."""
    words = move.split(" ")[1:]
    return {card for word in words for card in BONUSES.get(word, (word.upper(),)) if card in FACES.every}


@dataclass
class MitigatiBook(Book):
    """The log of a table of Mitigati."""

    tricks: list[Trick] = field(default_factory=list[Trick])
    """Every trick of all hands; the last may be in progress."""
    declared: list[tuple[int, set[str]]] = field(default_factory=list[tuple[int, set[str]]])
    """Every declaration of all hands, with its seat."""
    discards: list[tuple[int, set[str]]] = field(default_factory=list[tuple[int, set[str]]])
    """What dealers discarded, in the hands that are over."""
    given: list[tuple[int, int, str]] = field(default_factory=list[tuple[int, int, str]])
    """M6.5: who gave whom which card for the Fool, in the hands that are over."""
    reached: int = 0
    """How many packets have been dealt in the hand in progress."""
    words: dict[int, tuple[str, int]] = field(default_factory=dict[int, tuple[str, int]])
    """What the seats stand by in this round of bargaining (M3.3)."""
    heard: set[int] = field(default_factory=set[int])
    """Who has spoken since the last ask or offer (M3.5)."""
    passes: int = 0
    bought_off: bool = False
    away: set[Place] = field(default_factory=set[Place])
    """The discard."""
    open: set[Place] = field(default_factory=set[Place])
    """What was declared or played."""
    played: set[Place] = field(default_factory=set[Place])

    @property
    def dealer(self) -> int:
        """M1.4: after each hand the dealer's right deals, or the left if the table has chosen so."""
        step = 1 if self.options.get("rotation") == "left" else -1
        return (self.first_dealer + step * (self.deals - 1)) % SEATS

    def dealt_out(self) -> None:
        """M3.1: two packets before the first word; all of them where there is no bargaining."""
        self.reached = 2 if self.options.get("bargaining", True) else PACKETS
        self.away, self.open, self.played, self.bought_off = set(), set(), set(), False
        self._afresh()

    def _afresh(self) -> None:
        """M3.3: a round of bargaining begins."""
        self.words, self.heard, self.passes = {}, set(), 0

    def moved(self, seat: int, text: str) -> None:
        """A word, which shows no card; the discard, seen by the dealer alone; or what all see."""
        verb, _, rest = text.partition(" ")
        if verb == "discard":
            self.away = self._where(rest.upper().split(" "))
        elif verb == "declare":
            self.open |= self._where(shown_by(text))
            self.declared.append((seat, shown_by(text)))
        elif verb == "play":
            if len(self.played) % SEATS == 0:
                self.tricks.append([])
            self.tricks[-1].append((seat, rest.upper()))
            self.played |= self._where([rest.upper()])
            self.open |= self.played
        else:
            self._said(seat, verb, rest)

    def _said(self, seat: int, verb: str, number: str) -> None:
        """M3.4 to M3.7: what a word leads to."""
        if verb in {"ask", "offer"}:
            self.words[seat] = verb, int(number)
            self.heard, self.passes = set(), 0
        elif verb == "pass":
            self.heard.add(seat)
            self.passes += 1
        sums = {kind: sum(many for word, many in self.words.values() if word == kind) for kind in ("ask", "offer")}
        silent = set(range(SEATS)) - set(self.words)
        self.bought_off = verb != "continue" and 0 < sums["offer"] >= sums["ask"] and silent <= self.heard
        if not self.bought_off and (verb == "continue" or self.passes == SEATS):
            self.reached += 1
            self._afresh()

    def is_over(self) -> bool:
        """M3.5, M6.1."""
        return self.bought_off or len(self.played) == SEATS * TRICKS

    def hand_ends(self) -> None:
        """M4.1: the discard may be seen now; M6.5: a card is given for the Fool."""
        if self.bought_off:
            return
        self.discards.append((self.dealer, {self.card(place) for place in self.away}))
        tricks = self.tricks[-TRICKS:]
        for trick in tricks:
            for seat, card in trick:
                if card == FOOL:
                    self.given.append((seat, winner(trick), self._for_the_fool(seat, tricks)))

    def _for_the_fool(self, giver: int, tricks: Sequence[Trick]) -> str:
        """M6.5: the card of fewest points in the giver's tricks, or the Fool of whoever has won none."""
        pile = [card for trick in tricks if winner(trick) == giver for _, card in trick if card != FOOL]
        if not any(winner(trick) == giver for trick in tricks):
            return FOOL
        if giver == self.dealer:
            pile += [self.card(place) for place in self.away]
        return min(pile, key=lambda card: (POINTS[CARDS.bit[card]], CARDS.bit[card]))

    # -- who knows what ----------------------------------------------------------------------------------------------

    def _where(self, cards: Iterable[str]) -> set[Place]:
        """The places of cards in the pack."""
        return {(0, self.orders[0].index(card)) for card in cards}

    def packet(self, seat: int, number: int) -> set[Place]:
        """M2.1: the places of a packet, the first being 0."""
        first = PACKET * (SEATS * number + (seat - self.dealer - 1) % SEATS)
        return {(0, place) for place in range(first, first + PACKET)}

    def dealt(self, seat: int, reached: int) -> set[Place]:
        """M2.1, M2.2: the places of a seat's cards when so many packets have been dealt."""
        values = set[Place]().union(*(self.packet(seat, number) for number in range(reached)))
        return values | LAST if reached == PACKETS and seat == self.dealer else values

    def places(self, seat: int | None) -> set[Place]:
        """What was declared and played, and one's own packets so far; the dealer knows the discard as its own."""
        return self.open | (set() if seat is None else self.dealt(seat, self.reached))

    def numbers(self) -> dict[str, set[Place]]:
        """Sets of cards are bit masks: each packet, what a seat has by each, what it holds now, and the discard."""
        several = [self.away]
        for seat in range(SEATS):
            several += [self.packet(seat, number) for number in range(PACKETS)]
            several += [self.dealt(seat, number) for number in range(2, PACKETS + 1)]
            before = self.dealt(seat, PACKETS) - self.away
            several += [before, before - self.played]
        return {str(CARDS.mask(map(self.card, some))): some for some in several if len(some) > 1}

    def runs(self) -> dict[str, set[Place]]:
        """The order of the pack is a tuple of the cards' numbers."""
        result: dict[str, set[Place]] = {}
        for seat in range(SEATS):
            for number in range(PACKETS):
                places = self.packet(seat, number)
                numbers = [str(CARDS.bit[self.card(place)]) for place in sorted(places)]
                result |= {", ".join(numbers): places, " ".join(numbers): places}
        return result

    # -- the story ---------------------------------------------------------------------------------------------------

    def untold(self, text: str, seats: Mapping[str, int]) -> str:
        """Without what a seat did play, win, declare, lay away or give for the Fool, in whatever hand."""
        text = FORM.sub("", text)
        for pattern, sentence in (
            (PLAYED, self._did_play),
            (WON, self._did_win),
            (DECLARED, self._did_declare),
            (LAID, self._did_lay_away),
            (GAVE, self._did_give),
        ):
            text = pattern.sub(lambda match, line=sentence: "" if line(match, seats) else match[0], text)
        return text

    def _did_play(self, match: re.Match[str], seats: Mapping[str, int]) -> bool:
        play = seats.get(match["who"], -1), *FACES.read(match["card"])[0]
        return any(play in trick for trick in self.tricks)

    def _did_win(self, match: re.Match[str], seats: Mapping[str, int]) -> bool:
        seat = seats.get(match["who"] or "You", -1)
        named = FACES.read(f"the {match['card']}, {match['beaten'] or ''}")[0]
        (card,) = FACES.read(f"the {match['card']}")[0]
        return any((seat, card) in trick and named <= {each_card for _, each_card in trick} for trick in self.tricks)

    def _did_declare(self, match: re.Match[str], seats: Mapping[str, int]) -> bool:
        seat, named = seats.get(match["who"], -1), FACES.read(match["cards"])[0]
        return any(who == seat and named <= cards for who, cards in self.declared)

    def _did_lay_away(self, match: re.Match[str], seats: Mapping[str, int]) -> bool:
        seat, named = seats.get(match["who"], -1), FACES.read(match["cards"])[0]
        return any(who == seat and named <= cards for who, cards in self.discards)

    def _did_give(self, match: re.Match[str], seats: Mapping[str, int]) -> bool:
        seat = seats.get(match["who"], -1)
        if match["card"] is None:
            record = match["to"] is None
            return any(who == seat and (whom == who if record else card == FOOL) for who, whom, card in self.given)
        (card,) = FACES.read(match["card"])[0]
        return (seat, seats.get(match["winner"].capitalize(), -1), card) in self.given


class Mitigati(Game):
    """Mitigati to the search. It cannot see that a card which a seat did play or declare in an earlier hand is
    told of as played in the hand in progress, before it is; nor a trump that is named by its bare number.
    """

    id: ClassVar[str] = "mitigati"
    command: ClassVar[str] = "mitigati"
    faces: ClassVar[Faces] = FACES
    book: ClassVar[type[Book]] = MitigatiBook
    always: ClassVar[tuple[str, ...]] = ("Abundance counts only trumps 1 to 21",)
    words: ClassVar[tuple[str, ...]] = (
        "pass",
        "continue",
        "ask 30",
        "offer 5",
        "declare nothing",
        "declare kings",
        "play",
    )
    verbs: ClassVar[tuple[str, ...]] = ("play", "discard", "declare mixed")
    switches: ClassVar[tuple[str, ...]] = ("auto_last_card", "bargaining")

    def options(self, hands: int) -> dict[str, Any]:
        """So many hands."""
        return {"hands": hands}

    def filled(self, fields: Sequence[Mapping[str, Any]], rng: Random) -> dict[str, Any]:
        """A number; three cards of the whole hand, or now and then two; or bonuses as they stand there, or others."""
        selects = [entry for entry in fields if entry["type"] == SELECT]
        if not selects:
            return {entry["custom_id"]: str(rng.randint(1, 60)) for entry in fields}
        if all(select["max_values"] <= DISCARD and not select.get("required", True) for select in selects):
            places = [
                (component["custom_id"], option["value"]) for component in selects for option in component["options"]
            ]
            some = rng.sample(places, DISCARD if rng.random() < 0.8 else DISCARD - 1)
            return {
                component["custom_id"]: [value for name, value in some if name == component["custom_id"]]
                for component in selects
            }
        return {component["custom_id"]: self._bonus(component, rng) for component in selects}

    def naming(self, fields: Sequence[Mapping[str, Any]], move: str) -> dict[str, Any]:
        """The number of a word, or the cards of a discard among all its selects."""
        words = move.split(" ")[1:]
        if move.startswith(("ask ", "offer ")):
            return {entry["custom_id"]: words[0] for entry in fields}
        names = {TAROT.name_of(card) for card in words}
        return {
            entry["custom_id"]: [
                option["value"] for option in entry["options"] if option["label"].partition(":")[0] in names
            ]
            for entry in fields
        }

    def by_place(self, move: str, order: Sequence[str], rng: Random | None = None) -> str:
        """M4.1: nobody else may see the discard, so it is other cards in another world; "discard" is any of it.

        The last three places are the dealer's (M2.1), and so is every third packet.
        """
        verb, *cards = move.split(" ")
        if verb != "discard":
            return move
        if rng is not None and not cards:
            own = [place for place in range(len(order)) if place >= FIRST_LAST or place // PACKET % SEATS == SEATS - 1]
            free = [order[place] for place in own if order[place] not in {*KINGS, *HONOURS}]
            cards = rng.sample(free, DISCARD)
        return " ".join((verb, *(str(order.index(card)) for card in cards)))

    def at_places(self, move: str, order: Sequence[str]) -> str:
        """The discard of the cards that lie there."""
        verb, *places = move.split(" ")
        return move if verb != "discard" else " ".join((verb, *(order[int(place)] for place in places)))

    @staticmethod
    def _bonus(field: Mapping[str, Any], rng: Random) -> list[str]:
        """What is chosen for a bonus."""
        standing = [option["value"] for option in field["options"] if option.get("default")]
        if rng.random() < 0.6:
            return standing
        every = [option["value"] for option in field["options"]]
        return rng.sample(every, rng.randint(field["min_values"], min(field["max_values"], len(every))))


GAME: Final = Mitigati()
