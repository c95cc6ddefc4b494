"""M3: bargaining to stop a hand while it is being dealt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import Final, Literal, NamedTuple

from rules.contract import NOTHING, Legal, Move, Refusal, Score, State, View, not_to_act, unreadable
from rules.mitigati.discard import Discarding
from rules.mitigati.ending import bought_off
from rules.mitigati.match import NEXT, SEATS, SPEAKING, Hand
from rules.mitigati.views import frame, log, own_cards
from rules.tarot_tuned import words as read_words
from rules.templates import Number, Template
from rules.tricks import ALONE, make

LEAST: Final = 1
MOST: Final = 200
FIRST_ROUND: Final = 2
"""M3.1: the first round of bargaining comes after this packet, and there is none after the last."""


class Word(NamedTuple):
    """What a seat has said and stands by."""

    kind: Literal["ask", "offer"]
    number: int


Words = tuple[Word | None, ...]
KINDS: Final[tuple[Literal["ask", "offer"], ...]] = ("ask", "offer")
WORDS: Final = {f"{kind} {number}": Word(kind, number) for kind in KINDS for number in range(LEAST, MOST + 1)}
"""M3.2: every ask and offer by its canonical text."""
SAID: Final = tuple(
    {text: (Move(seat, text), word) for text, word in {"pass": None, "continue": None, **WORDS}.items()}
    for seat in range(SEATS)
)
"""By seat: what it may say by its canonical text, as a move and as the word that then stands (None: it says none)."""
LATER: Final = tuple(
    {
        order: (*(other for other in order if other != seat), seat)
        for count in range(SEATS + 1)
        for order in permutations(range(SEATS), count)
    }
    for seat in range(SEATS)
)
"""By seat: the order of the standing words once it has spoken, by what that order was."""
SILENCE: Final[Words] = (None,) * SEATS


def room(standing: Word | None, kind: Literal["ask", "offer"]) -> tuple[int, int]:
    """M3.2, M3.3: the lowest and highest number that a seat with this standing word may ask or offer."""
    if standing is None:
        return LEAST, MOST
    if kind == "ask":
        return (LEAST, standing.number - 1) if standing.kind == "ask" else (LEAST, 0)
    return (standing.number + 1, MOST) if standing.kind == "offer" else (LEAST, MOST)


def offered(words: Words) -> int:
    """What the standing offers add up to."""
    return sum(word.number for word in words if word and word.kind == "offer")


def asked(words: Words) -> int:
    """What the standing asks add up to."""
    return sum(word.number for word in words if word and word.kind == "ask")


def agreed(words: Words, heard: int) -> bool:
    """M3.5: whether words, of which one or more stand, buy the hand off.

    `heard` is the set of seats that spoke since the last ask or offer, as bits.
    """
    offers = asks = 0
    for seat, word in enumerate(words):
        if word is None:
            if not heard >> seat & 1:
                return False
        elif word[0] == "offer":
            offers += word[1]
        else:
            asks += word[1]
    return offers >= asks


@cache
def sayable(standing: Word | None) -> Legal:
    """M3.2, M3.3: what a seat with this standing word may say; a template without a number left is left out."""
    choices: list[Template] = []
    for kind in KINDS:
        low, high = room(standing, kind)
        if low <= high:
            choices.append(Number(kind, low, high))
    return Legal(("pass", "continue"), tuple(choices))


ANYTHING: Final = sayable(None)


def settle(words: Words, speaking: Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    """M3.6: the points of a hand bought off.

    `speaking` are the seats from Eldest, going left; `order` the seats as their standing words were spoken, which
    matters only where every seat has one and the offers add up to more than the asks.
    """
    points = [0 if word is None else word[1] if word[0] == "ask" else -word[1] for word in words]
    surplus = -sum(points)
    silent = [seat for seat in speaking if words[seat] is None]
    if silent:
        share, rest = divmod(surplus, len(silent))
        for place, seat in enumerate(silent):
            points[seat] = share + (place < rest)
        return tuple(points)
    for seat in reversed(order):
        word = words[seat]
        if word and word.kind == "offer":
            cut = min(surplus, word.number)
            points[seat] += cut
            surplus -= cut
    return tuple(points)


class _Round(NamedTuple):
    """A round of bargaining, after `reached` packets."""

    start: Hand
    """The hand as it was before the first word."""
    log: tuple[Move, ...]
    """What was said in this round and in those before it."""
    reached: int
    turn: int
    to_act: tuple[int, ...]
    words: Words
    order: tuple[int, ...]
    """The seats with standing words, as those were spoken."""
    heard: int
    """The seats that have spoken since the last ask or offer, as bits."""
    passes: int
    """How many words in a row were `pass`."""


class Bargaining(_Round, State):  # pyright: ignore[reportIncompatibleVariableOverride]: a field for a property
    """A position in a round of bargaining."""

    __slots__ = ()

    finished = False  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]: asked at every move

    @property
    def phase(self) -> str:
        return "bargain"

    @property
    def number(self) -> int:
        return self.start.match.number

    @property
    def hand(self) -> Hand:
        """The hand with what has been said."""
        return self.start.after_words(self.log)

    def legal(self, seat: int) -> Legal:
        if seat != self.turn:
            return NOTHING
        standing = self.words[seat]
        return ANYTHING if standing is None else sayable(standing)

    def sequences(self, seat: int) -> Iterator[str]:
        """Perft does not descend into the templates."""
        return iter(self.legal(seat).moves)

    def apply(self, seat: int, text: str) -> State:
        start, log, reached, turn, _, words, order, heard, passes = self
        if seat != turn:
            raise not_to_act(seat)
        said = SAID[seat].get(text)
        if said is None:
            return self.apply(seat, _read(text))
        move, word = said
        log = (*log, move)
        if word is not None:
            standing = words[seat]
            if standing is not None:
                low, high = room(standing, word.kind)
                if not low <= word.number <= high:
                    raise _better(standing, word)
            one, two, three = words
            words = (word, two, three) if seat == 0 else (one, word, three) if seat == 1 else (one, two, word)
            order = LATER[seat][order]
            if len(order) == SEATS and agreed(words, 0):
                return self._bought_off(log, words, order)
            heard = passes = 0
        elif text == "pass":
            heard |= 1 << seat
            if order and agreed(words, heard):
                return self._bought_off(log, words, order)
            if passes == 2:
                return after_packet(start, reached + 1, log)  # M3.7
            passes += 1
        else:
            return after_packet(start, reached + 1, log)  # M3.4
        turn = NEXT[seat]
        return make(Bargaining, (start, log, reached, turn, ALONE[turn], words, order, heard, passes))

    def _bought_off(self, log: tuple[Move, ...], words: Words, order: tuple[int, ...]) -> State:
        start = self.start
        points = settle(words, start.match.speaking(), order)
        return bought_off(start, log, points, self.reached, words, order)

    def view(self, seat: int | None) -> View:
        hand = self.hand
        view = frame(self, hand.match, seat)
        view.update(own_cards(hand, seat, self.reached))
        view["log"] = log(hand, seat)
        view["reached"] = self.reached
        view["counts"] = [sum(hand.match.setup.packets[: self.reached])] * SEATS
        view["words"] = [list(word) if word else None for word in self.words]
        view["order"] = list(self.order)
        view["offered"] = offered(self.words)
        view["asked"] = asked(self.words)
        return view

    def score(self) -> Score:
        return self.start.match.score()


def after_packet(hand: Hand, reached: int, log: tuple[Move, ...] = ()) -> State:
    """M3.1: what follows when `reached` packets have been dealt: a round of bargaining, or the dealer's discard.

    `hand` is the hand before the first word, `log` what has been said.
    """
    match = hand.match
    packets = len(match.setup.packets)
    if match.setup.bargaining and FIRST_ROUND <= reached < packets:
        eldest = SPEAKING[match.dealer][0]
        return make(Bargaining, (hand, log, reached, eldest, ALONE[eldest], SILENCE, (), 0, 0))
    if reached < packets:
        return after_packet(hand, reached + 1, log)
    return make(Discarding, (hand.after_words(log), ALONE[match.dealer]))


def _read(text: str) -> str:
    """The canonical text of what is said in another letter case.

    Raises Refusal: K7.1 for no move at all, M3.2 for a number or a verb out of place.
    """
    verb, *rest = read_words(text)
    said = " ".join((verb, *rest)).lower()
    if said != text and (said in WORDS or said in ("pass", "continue")):
        return said
    if verb in ("PLAY", "DISCARD", "DECLARE"):
        sentence = "The hand is still being dealt: pass, ask for points, offer points, or call for it to continue."
        raise Refusal("illegal_move", "M3.2", sentence)
    number = rest[0] if verb in ("ASK", "OFFER") and len(rest) == 1 else ""
    if not number.isdecimal() or (number[0] == "0" and number != "0"):
        raise unreadable(text)
    raise Refusal("illegal_move", "M3.2", "Ask or offer from {least} to {most} points.", least=LEAST, most=MOST)


def _better(standing: Word, word: Word) -> Refusal:
    """Why `word` may not follow a standing word (M3.3)."""
    fields = {"number": word.number, "standing": standing.number}
    if word == standing:
        sentence = "Your {kind} of {number} stands already; to leave it as it is, pass."
        return Refusal("illegal_move", "M3.3", sentence, kind="offer" if word.kind == "offer" else "asking", **fields)
    if word.kind == "ask" and standing.kind == "offer":
        sentence = "You have offered {standing} points; from now on you may only offer more, not ask."
    elif word.kind == "ask":
        sentence = "You have asked {standing} points; you may ask less, but not {number}."
    else:
        sentence = "You have offered {standing} points; you may offer more, but not {number}."
    return Refusal("illegal_move", "M3.3", sentence, **fields)
