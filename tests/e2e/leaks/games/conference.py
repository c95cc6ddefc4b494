"""Who may know which card at a table of Conference, and what its cards look like in a text.

Good and Evil are read where they are written with a capital, as their names are; sentences that speak of the two as
such stand in `Conference.always`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Final

from cogs.games.tarot.cards import card_text
from cogs.games.tarot.pack import FOOL, TAROT
from rules.tarot.cards import CARDS
from tests.e2e.leaks import tarot
from tests.e2e.leaks.faces import Faces
from tests.e2e.leaks.knowledge import Book, Game, Place
from tests.rules.conference.reading import PLAIN, Reading

SEATS: Final = 4
PACKETS: Final = (4, 5, 5, 5)
"""C2.1."""
TRICKS: Final = 19
"""C5.1."""
CATCHER, DRIVER = "20", "21"
"""C2.2: where these two are everybody knows."""

SPIRIT: Final = re.compile(r"\b(?:GOOD|EVIL|Good|Evil)\b")
FORM: Final = re.compile(r"\beh:[a-z_]+:\d+:\d+:discard:[0-9a-f]{4}(?::[0-9a-f.]*)?")
"""The id of a form and what was filled in, as hexadecimal places in the hand of its reader: no card texts."""


class ConferenceFaces(tarot.TarotFaces):
    """The tarot faces with Good and Evil."""

    def listed(self, text: str) -> list[str]:
        """The cards that a text spells out, Good and Evil last."""
        return [*super().listed(text), *(words.upper() for words in SPIRIT.findall(text))]


FACES: Final = ConferenceFaces(TAROT, tarot.RANKS, tarot.SUITS, (FOOL,))

CARD: Final = rf"(?:{tarot.CARD}|Good|Evil)"
PLAYED: Final = re.compile(rf"(?P<who>\w+) (?:led|played) (?P<card>{CARD})")
OWN: Final = rf"(?:{tarot.OWN}|Good|Evil)"
WON: Final = re.compile(rf"(?:(?P<who>\w+)'s|(?P<own>[Yy]our)) (?P<card>{OWN}) (?P<why>wins\b[^:…]*)")
LAID: Final = re.compile(r"(?P<who>\w+) discarded (?P<cards>[^.…]+)")
BACK: Final = re.compile(rf"(?P<who>\w+) took back (?P<card>{CARD})(?:: (?P<other>Good|Evil) lies there)?")
GAVE: Final = re.compile(
    rf"(?P<who>\w+) and \w+ (?:had won no trick and gave (?P<itself>the Fool) to (?P<to>\w+)"
    rf"|kept the Fool and gave (?P<card>{CARD}) for it)"
)
"""What the story tells of a hand that was played; a text may be cut short, which it ends with "…" then."""
GAVE_SHORT: Final = re.compile(r"(?P<who>\w+) and \w+ kept the Fool(?: and gave (?P<what>[^.…]*)|[^.…]*)…")
"""The same of the Fool, cut short before its end: of the card that was given for it a part of the name may be left."""
OWED: Final = re.compile(r"The Fool's \d points count, too, until (?P<who>\w+) and \w+ win a trick")
"""Where the Fool's points are, as long as its side can give no card for it."""
LEFT: Final = re.compile(r"(?P<what>Discard|Fool's card|The Fool): (?P<cards>(?:<:\w+:\d+>|[^\n;:])*)")
"""What a table shows of the hand that is over: where nobody has to ask for the next, it may be on its way still."""
EMOJI: Final = re.compile(r"<:(\w+)_eh\w*:\d+>")

Trick = list[tuple[int, str]]
"""Who played which card, in order, as they lie."""


@dataclass
class ConferenceBook(Book):
    """The log of a table of Conference, as the second reading of the rulebook has it."""

    reading: Reading = field(init=False)
    given_out: list[set[str]] = field(default_factory=list[set[str]])
    """What each seat was dealt in the hand in progress."""
    shown: dict[int, set[str]] = field(default_factory=dict[int, set[str]])
    """What each seat was shown of its partner's hand in the hand in progress (C1.6)."""
    open: set[str] = field(default_factory=set[str])
    """What of the hand in progress everybody has seen, or knows the place of."""
    tricks: list[Trick] = field(default_factory=list[Trick])
    """Every trick of all hands; the last may be in progress."""
    plays: set[tuple[int, str]] = field(default_factory=set[tuple[int, str]])
    """Every card that a seat has played in whatever hand."""
    backs: set[tuple[int, str, str]] = field(default_factory=set[tuple[int, str, str]])
    """C7.3: who took back which card, and which lies for it."""
    discards: list[tuple[int, set[str]]] = field(default_factory=list[tuple[int, set[str]]])
    """What dealers discarded, in the hands that are over."""
    given: list[tuple[int, int, str]] = field(default_factory=list[tuple[int, int, str]])
    """C5.5: which side gave which what for the Fool, in the hands that are over."""

    def dealt_out(self) -> None:
        """C2.1, C2.2."""
        if self.deals == 1:
            self.reading = Reading(dict(self.options), self.first_dealer)
        self.reading.deal(self.orders[0])
        self.given_out, self.shown = [set(hand) for hand in self.reading.hands], {}
        self.open = {CATCHER, DRIVER} if self.reading.options["league"] else set()

    def moved(self, seat: int, text: str) -> None:
        """A cut, the hired suit and a call show no card; the discard is seen by the dealer alone, what lies by all."""
        before = len(self.reading.tricks)
        verb, _, rest = text.partition(" ")
        message = {mate: card for mate, card, *_ in self.reading.tricks[-1]} if before else {}
        self.reading.apply(seat, text)
        if verb != "play":
            return
        trick: Trick = [(value, card) for value, card, *_ in self.reading.tricks[-1]]
        if len(self.reading.tricks) > before:
            self.tricks.append([])
        elif (other := dict(trick).get(mate := seat ^ 1)) not in {None, message.get(mate)} and mate in message:
            self.backs.add((mate, message[mate], str(other)))
        self.tricks[-1] = trick
        self.plays.add((seat, rest.split(" ")[0]))
        self.open |= {card for _, card in trick}

    def showed(self, seats: Sequence[int], cards: Sequence[str]) -> None:
        """C1.6."""
        for seat in seats:
            self.shown.setdefault(seat, set()).update(cards)

    def is_over(self) -> bool:
        """C5.1."""
        return bool(self.orders) and self.reading.phase in {"cut", "deal", "finished"}

    def hand_ends(self) -> None:
        """C3.2: the discard may be seen now; C5.5: a card is given for the Fool."""
        dealer = (self.first_dealer + self.deals - 1) % SEATS
        self.discards.append((dealer, set(self.reading.discard)))
        if self.reading.exchange:
            self.given.append(self.reading.exchange)

    # -- who knows what ----------------------------------------------------------------------------------------------

    def _where(self, cards: Iterable[str]) -> set[Place]:
        """The places of cards in the pack."""
        return {(0, self.orders[0].index(card)) for card in cards}

    def places(self, seat: int | None) -> set[Place]:
        """What lies or lay there, one's own cards, and what a partner showed; the dealer's discard is its own."""
        own = set[str]() if seat is None else self.given_out[seat] | self.shown.get(seat, set())
        return self._where(self.open | own)

    def numbers(self) -> dict[str, set[Place]]:
        """Sets of cards are bit masks: what each seat was dealt, had before play and holds now, and the discard."""
        away = set(self.reading.discard)
        several = [away]
        for dealt, hand in zip(self.given_out, self.reading.hands, strict=True):
            several += [dealt, dealt - away, set(hand)]
        return {str(CARDS.mask(some)): self._where(some) for some in several if len(some) > 1}

    def runs(self) -> dict[str, set[Place]]:
        """The order of the pack is a tuple of the cards' numbers, in which packets lie together."""
        order, result, start = self.orders[0], dict[str, set[Place]](), 0
        for size in [size for size in PACKETS for _ in range(SEATS)]:
            numbers = [str(CARDS.bit[card]) for card in order[start : start + size]]
            places = {(0, place) for place in range(start, start + size)}
            result |= {", ".join(numbers): places, " ".join(numbers): places}
            start += size
        return result

    # -- the story ---------------------------------------------------------------------------------------------------

    def untold(self, text: str, seats: Mapping[str, int]) -> str:
        """Without what a seat did play, win, take back, lay away or give for the Fool, in whatever hand."""
        text = FORM.sub("", text)
        for pattern, sentence in (
            (WON, self._did_win),
            (PLAYED, self._did_play),
            (BACK, self._did_take_back),
            (LAID, self._did_lay_away),
            (GAVE, self._did_give),
            (GAVE_SHORT, self._did_give_what_begins_so),
            (OWED, self._did_owe),
            (LEFT, self._lay_there),
        ):
            text = pattern.sub(lambda match, line=sentence: "" if line(match, seats) else match[0], text)
        return text

    def _did_play(self, match: re.Match[str], seats: Mapping[str, int]) -> bool:
        (card,) = FACES.read(match["card"])[0]
        return (seats.get(match["who"], -1), card) in self.plays

    def _did_win(self, match: re.Match[str], seats: Mapping[str, int]) -> bool:
        """The card that won is the seat's, and the reason names no card but those of the trick."""
        (card,) = FACES.read(f"the {match['card']}")[0]
        won, named = (seats.get(match["who"] or "You", -1), card), FACES.read(match["why"])[0]
        return any(won in trick and named <= {each_card for _, each_card in trick} for trick in self.tricks)

    def _did_take_back(self, match: re.Match[str], seats: Mapping[str, int]) -> bool:
        (card,) = FACES.read(match["card"])[0]
        other = (match["other"] or "").upper()
        return any(
            (who, what) == (seats.get(match["who"], -1), card) and other in {"", lies} for who, what, lies in self.backs
        )

    def _did_lay_away(self, match: re.Match[str], seats: Mapping[str, int]) -> bool:
        seat, named = seats.get(match["who"], -1), FACES.read(match["cards"])[0]
        return any(who == seat and named <= cards for who, cards in self.discards)

    def _did_give(self, match: re.Match[str], seats: Mapping[str, int]) -> bool:
        giver = seats.get(match["who"], -2) // 2
        to = match["to"]
        taker = seats.get(to.capitalize() if to == "you" else to, -2) // 2 if to else 1 - giver
        (card,) = FACES.read(match["card"] or match["itself"])[0]
        return (giver, taker, card) in self.given

    def _did_give_what_begins_so(self, match: re.Match[str], seats: Mapping[str, int]) -> bool:
        giver, what = seats.get(match["who"], -2) // 2, (match["what"] or "").rstrip()
        return any(giver == number and f"{card_text(card)} for it".startswith(what) for number, _, card in self.given)

    def _did_owe(self, match: re.Match[str], seats: Mapping[str, int]) -> bool:
        """The Fool was played by this side."""
        who = match["who"]
        seat = seats.get(who.capitalize() if who == "you" else who, -2)
        return bool(self.plays & {(seat, "FOOL"), (seat ^ 1, "FOOL")})

    def _lay_there(self, match: re.Match[str], _seats: Mapping[str, int]) -> bool:
        """The discard of a hand that is over, or the card that was given for its Fool."""
        cards = {FACES.emoji.get(name, name) for name in EMOJI.findall(match["cards"])}
        cards |= FACES.read(EMOJI.sub("", match["cards"]))[0]
        if match["what"] == "Discard":
            return any(cards <= away for _, away in self.discards)
        return cards <= {card for _, _, card in self.given}


class Conference(Game):
    """Conference to the search. It cannot see that a card which a seat did play in an earlier hand is told of as played
    in the hand in progress, before it is; nor a trump that is named by its bare number.
    """

    id: ClassVar[str] = "conference"
    command: ClassVar[str] = "conference"
    faces: ClassVar[Faces] = FACES
    book: ClassVar[type[Book]] = ConferenceBook
    always: ClassVar[tuple[str, ...]] = (
        "Without Good and Evil",
        "a call with Good or Evil decides",
        "Good and Evil: ",
        "trumps and the Fool nothing",
        "Calls are made in games of Allegiance only.",
    )
    words: ClassVar[tuple[str, ...]] = ("reshuffle", "cut 3", "cut 5", "gallowglass A", "gallowglass none", "play")
    verbs: ClassVar[tuple[str, ...]] = ("play", "discard")
    switches: ClassVar[tuple[str, ...]] = ("auto_last_card",)

    def options(self, hands: int) -> dict[str, Any]:
        """So many hands, or the next number that can be played (C1.5)."""
        return {"hands": next(number for number in (1, 4, 8, 12) if number >= hands)}

    def filled(self, fields: Sequence[Mapping[str, Any]], rng: Random) -> dict[str, Any]:
        """Two cards or four of the whole hand, as a discard may be (C3.1); or now and then one too few.

        How many it is to be no field says: none takes more than it has cards.
        """
        count = rng.choice((2, 4))
        places = [(entry["custom_id"], option["value"]) for entry in fields for option in entry["options"]]
        some = rng.sample(places, min(len(places), count if rng.random() < 0.8 else count - 1))
        return {entry["custom_id"]: [value for name, value in some if name == entry["custom_id"]] for entry in fields}

    def naming(self, fields: Sequence[Mapping[str, Any]], move: str) -> dict[str, Any]:
        """The cards of a discard among all its selects."""
        names = {TAROT.name_of(card) for card in move.split(" ")[1:]}
        return {
            entry["custom_id"]: [
                option["value"] for option in entry["options"] if option["label"].partition(":")[0] in names
            ]
            for entry in fields
        }

    def by_place(self, move: str, order: Sequence[str], rng: Random | None = None) -> str:
        """C3.1: nobody else may see the discard, so it is other cards in another world; "discard" is any of it.

        Every fourth packet is the dealer's (C2.1), and so is what lies behind them all; no table of League is compared.
        """
        verb, *cards = move.split(" ")
        if verb != "discard":
            return move
        if rng is not None and not cards:
            ends = [SEATS * sum(PACKETS[: number + 1]) for number in range(len(PACKETS))]
            own = [place for end, size in zip(ends, PACKETS, strict=True) for place in range(end - size, end)]
            own += range(ends[-1], len(order))
            free = [order[place] for place in own if order[place] in PLAIN and order[place][0] != "K"]
            cards = rng.sample(free, len(order) - ends[-1])
        return " ".join((verb, *(str(order.index(card)) for card in cards)))

    def at_places(self, move: str, order: Sequence[str]) -> str:
        """The discard of the cards that lie there."""
        verb, *places = move.split(" ")
        return move if verb != "discard" else " ".join((verb, *(order[int(place)] for place in places)))


GAME: Final = Conference()
