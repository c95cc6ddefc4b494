"""What the tarot games share: pack, card points, what is led and what beats what, the duty to follow, the Fool, views.

Mitigati plays with 78 of these cards, Conference with 78 or 80. Cards are numbered 0..79 in canonical order (K2.8), and
a set of cards is an int with bit i for card i, so that listing cards low bit first lists them in canonical order.
Clauses are named as Mitigati has them; where a function refuses, its caller names its own clause.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import compress
from typing import Any, Final, Protocol

from rules.cards import suited, wrong_pack
from rules.contract import NOTHING, Legal, OptionValue, Pack, Refusal, State, View, unreadable
from rules.tricks import make

SUITS: Final = "EAFW"
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "C", "Q", "K")
"""Low to high (K2.2)."""

CARDS: Final[tuple[str, ...]] = (
    *suited(RANKS, SUITS),
    "GOOD",
    "EVIL",
    *(str(number) for number in range(1, 22)),
    "FOOL",
)
"""All 80 texts in canonical order."""

INDEX: Final[dict[str, int]] = {text: index for index, text in enumerate(CARDS)}
GOOD: Final = INDEX["GOOD"]
EVIL: Final = INDEX["EVIL"]
MAGICIAN: Final = INDEX["1"]
WORLD: Final = INDEX["21"]
FOOL: Final = INDEX["FOOL"]

BIT: Final = tuple(1 << index for index in range(len(CARDS)))


_BITS: Final = dict(zip(CARDS, BIT, strict=True))


def mask_of(cards: Sequence[str]) -> int:
    """The set of these cards (texts in upper case). Raises KeyError for a text that is no card."""
    mask = 0
    for text in cards:
        mask |= _BITS[text]
    return mask


PACK_78: Final = tuple(text for text in CARDS if text not in ("GOOD", "EVIL"))
PACK_80: Final = CARDS

SUIT_MASKS: Final = tuple(0x3FFF << 14 * suit for suit in range(4))
PLAIN: Final = 0x3FFF | 0x3FFF << 14 | 0x3FFF << 28 | 0x3FFF << 42
NUMBERED: Final = mask_of([str(number) for number in range(1, 22)])
"""The trumps 1..21."""
TRUMPS: Final = NUMBERED | BIT[GOOD] | BIT[EVIL]
FOOL_BIT: Final = BIT[FOOL]
KINGS: Final = mask_of(["KE", "KA", "KF", "KW"])
HONOURS: Final = BIT[MAGICIAN] | BIT[WORLD] | FOOL_BIT

POINTS: Final = tuple(
    0
    if text in ("GOOD", "EVIL")
    else 5
    if BIT[index] & HONOURS
    else {"K": 5, "Q": 4, "C": 3, "J": 2, "A": 5}.get(text[0], 1)
    for index, text in enumerate(CARDS)
)
"""Card points by number (M1.2, C1.2); 146 in all."""

LED: Final = tuple(
    SUIT_MASKS[index // 14] if index < GOOD else TRUMPS if index < FOOL else 0 for index in range(len(CARDS))
)
"""The suit that a card asks for when it is led: a mask; 0 for the Fool, which asks for none (M6.4)."""

ABOVE: Final = (
    *(SUIT_MASKS[index // 14] & -2 << index | TRUMPS for index in range(GOOD)),
    NUMBERED,
    NUMBERED,
    *(TRUMPS & -2 << index for index in range(MAGICIAN, FOOL)),
    TRUMPS | PLAIN,
)
"""By number: the cards that win over this one when it is the best so far (M6.3); the Fool is never among them."""


_ZERO_ONE: Final = bytes.maketrans(b"01", b"\0\1")


def _flags(mask: int) -> bytes:
    """For each card in canonical order 1 if it is in `mask`, else 0 (none after the last 1): for `compress`."""
    return bin(mask)[:1:-1].encode().translate(_ZERO_ONE)


def indices(mask: int) -> list[int]:
    """The numbers of the cards in `mask`, in canonical order."""
    return list(compress(range(len(CARDS)), _flags(mask)))


def texts(mask: int) -> list[str]:
    """The texts of the cards in `mask`, in canonical order."""
    return list(compress(CARDS, _flags(mask)))


WORTH: Final = tuple(
    (value, sum(BIT[card] for card in range(len(CARDS)) if POINTS[card] == value)) for value in range(6)
)
"""Each value in card points with the set of the cards that have it, least first."""


_1P, _2P, _3P, _4P, _5P = (
    sum(BIT[card] for card in range(len(CARDS)) if POINTS[card] >= value) for value in range(1, 6)
)
"""The cards that are worth at least so many card points."""


def points(mask: int) -> int:
    """The card points of the cards in `mask` (M1.2)."""
    low = (mask & _1P).bit_count() + (mask & _2P).bit_count() + (mask & _3P).bit_count()
    return low + (mask & _4P).bit_count() + (mask & _5P).bit_count()


def cheapest(mask: int) -> int:
    """The bit of the card in `mask` that is worth least, of equals the first in canonical order (M6.5); 0 for none."""
    for _, cards in WORTH:
        if mask & cards:
            return mask & cards & -(mask & cards)
    return 0


_NAMES: Final = {"A": "Ace", "J": "Jack", "C": "Cavalier", "Q": "Queen", "K": "King"}
SUIT_NAMES: Final = ("Earth", "Air", "Fire", "Water")


def name(index: int) -> str:
    """What people call a card: "the Queen of Air", "the 7 of Fire", "trump 12", "the Fool"."""
    if index < GOOD:
        rank = RANKS[index % 14]
        return f"the {_NAMES.get(rank, rank)} of {SUIT_NAMES[index // 14]}"
    special = {GOOD: "Good", EVIL: "Evil", MAGICIAN: "the Magician (1)", WORLD: "the World (21)", FOOL: "the Fool"}
    return special.get(index) or f"trump {CARDS[index]}"


def suit_name(led: int) -> str:
    """What people call the suit of a `LED` mask."""
    return "trumps" if led == TRUMPS else SUIT_NAMES[SUIT_MASKS.index(led)]


def playable(hand: int, led: int) -> int:
    """Which cards of `hand` may be played when the suit of the mask `led` is asked for (0: nothing is yet).

    Follow suit; if void play a trump; with neither, play anything (M6.2, C5.2). The Fool may always be played and is
    no trump (M6.4, C5.4).
    """
    if not led:
        return hand
    duty = hand & led or hand & TRUMPS
    return duty | hand & FOOL_BIT if duty else hand


def undutiful(hand: int, led: int, card: int, clause: str) -> Refusal:
    """Why a `card` of `hand` that is not `playable` may not be played. `clause` is the game's duty to follow."""
    if hand & led:
        sentence = "You hold {suit}, the suit that was led, so you must follow suit; {card} does not."
    else:
        sentence = "You hold no {suit} but you hold trumps, so you must play a trump; {card} is none."
    return Refusal("illegal_move", clause, sentence, suit=suit_name(led), card=name(card))


def not_held(card: int) -> Refusal:
    """The refusal of a card that is not in the mover's hand (K4.3)."""
    return Refusal("illegal_move", "K4.3", "{card} is not in your hand.", card=capital(name(card)))


def capital(text: str) -> str:
    """`text` with a capital first letter, the rest as it is."""
    return text[:1].upper() + text[1:]


PLAYED: Final = {
    f"play {text}": (index, BIT[index], ABOVE[index], LED[index], bytes((index,))) for index, text in enumerate(CARDS)
}
"""The canonical text of playing a card -> the card's number, itself as a set, `ABOVE`, `LED`, its number as a byte."""
PLAY: Final[dict[str, int]] = {f"play {text}": index for index, text in enumerate(CARDS)}
"""The canonical text of playing a card -> the card's number."""


def _tables(names: Sequence[str]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """For each byte of a set of cards, lowest first, and each value of it: the names of those cards."""
    for start in range(0, len(names), 8):
        yield tuple(tuple(compress(names[start : start + 8], _flags(value))) for value in range(256))


_0, _1, _2, _3, _4, _5, _6, _7, _8, _9 = _tables(tuple(PLAY))


def listed(cards: int) -> Legal:
    """The moves `play CARD` for these cards, in canonical order."""
    a, b, c, d, e, f, g, h, i, j = cards.to_bytes(10, "little")
    moves = _0[a] + _1[b] + _2[c] + _3[d] + _4[e] + _5[f] + _6[g] + _7[h] + _8[i] + _9[j]
    return make(Legal, (moves, ()))


def _sevens(first: int) -> tuple[tuple[str, ...], ...]:
    """The moves for each set, as bits, of the seven cards from `first` on."""
    return tuple([listed(cards << first).moves for cards in range(128)])


_FOLLOWING: Final = {
    SUIT_MASKS[suit]: (
        first,
        tuple(map(Legal, _sevens(first))),
        tuple(map(Legal, _sevens(first + 7))),
        _sevens(first),
        _sevens(first + 7),
    )
    for suit, first in enumerate((0, 14, 28, 42))
}
"""By plain suit: its first card, what may be played of its lower or upper seven alone, and the moves of either."""
_FOOL: Final = (f"play {CARDS[FOOL]}",)


class Past(Protocol):
    """The hand that has just ended."""

    def shown(self) -> Mapping[str, Any]:
        """What everybody may know of it, which is all (K5.2)."""
        ...


@dataclass(frozen=True, slots=True)
class Told:
    """A past hand as a view tells it."""

    story: Mapping[str, Any] = field(hash=False)

    def shown(self) -> Mapping[str, Any]:
        """The story."""
        return self.story


class _Setup(Protocol):
    @property
    def shrunk(self) -> Pack | None: ...

    def options(self) -> dict[str, OptionValue]: ...


class _Match(Protocol):
    """What both games know when a hand begins."""

    @property
    def setup(self) -> _Setup: ...

    @property
    def number(self) -> int: ...

    @property
    def dealer(self) -> int: ...

    @property
    def points(self) -> tuple[tuple[int, ...], ...]: ...

    @property
    def last(self) -> Past | None: ...

    def totals(self) -> tuple[int, ...]: ...


def common(game: str, state: State, match: _Match, seat: int | None) -> View:
    """The keys of K5 that hold in every phase, with what they hold where a phase says nothing else."""
    setup, expects = match.setup, state.expects
    legal = NOTHING if seat is None else state.legal(seat)
    shrunk = setup.shrunk
    barred = {} if seat is None else state.barred(seat)
    return {
        "game": game,
        "seats": len(match.totals()),
        "options": setup.options(),
        "pack": {"cards": list(shrunk.cards), "packets": list(shrunk.packets)} if shrunk else None,
        "phase": state.phase,
        "number": match.number,
        "dealer": match.dealer,
        "seat": seat,
        "hand": None if seat is None else [],
        "scores": list(match.totals()),
        "points": [list(points) for points in match.points],
        "to_act": list(state.to_act),
        "awaited": list(state.awaited),
        "expects": expects.event if expects else None,
        "finished": state.finished,
        "winners": list(state.score().winners),
        "log": [],
        "moves": list(legal.moves),
        "choices": [template.shown() for template in legal.choices],
        "barred": {card: [why.refusal.clause, why.refusal.message, list(why.instead)] for card, why in barred.items()},
        "last": match.last.shown() if match.last else None,
    }


class Playing(State):
    """A position between two cards, in which `turn` may play the cards in `free`."""

    __slots__ = ()

    turn: int
    led: int
    free: int

    finished = False  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]: asked at every move

    def legal(self, seat: int) -> Legal:
        """The moves `play CARD` for those cards, in canonical order."""
        if seat != self.turn:
            return NOTHING
        free = self.free
        led = self.led
        if led == TRUMPS or not free & led:
            return listed(free)
        first, low, high, lower, upper = _FOLLOWING[led]
        own = free >> first
        if own < 128:
            return low[own]
        rest = own >> 7
        if rest < 128 and not own & 127:
            return high[rest]
        moves = lower[own & 127] + upper[rest & 127]
        return make(Legal, (moves + _FOOL if free >= FOOL_BIT else moves, ()))


def words(text: str) -> list[str]:
    """The words of a move in upper case. Raises Refusal where the text is no row of words with single spaces (K7.1)."""
    if not text.isascii():
        raise unreadable(text)
    found = text.upper().split(" ")
    if not all(found):
        raise unreadable(text)
    return found


def played(text: str, pack: int) -> int:
    """The number of the card in a move `play CARD` in any letter case.

    Raises Refusal (K7.1) where the text is no such move or names a card that is not in `pack`.
    """
    index = PLAY.get(text)
    if index is None:
        found = words(text)
        index = INDEX.get(found[1]) if len(found) == 2 and found[0] == "PLAY" else None
    if index is None or not BIT[index] & pack:
        raise unreadable(text)
    return index


def read_cards(found: Sequence[str], pack: int, hand: int, text: str) -> int:
    """The set of the cards that the words `found` of the move `text` name, all in `hand` and each once.

    Raises Refusal: K7.1 for a word that is no card of `pack`, K4.3 for a card twice or not in `hand`.
    """
    mask = 0
    for word in found:
        bit = _BITS.get(word)
        if bit is None or not bit & pack:
            raise unreadable(text)
        if mask & bit:
            sentence = "There is only one of each card, and you named {card} twice."
            raise Refusal("illegal_move", "K4.3", sentence, card=name(INDEX[word]))
        mask |= bit
    if mask & ~hand:
        raise not_held(indices(mask & ~hand)[0])
    return mask


def read_pack(cards: Sequence[str], pack: int) -> tuple[int, ...]:
    """The numbers of the cards of a chance event, top first, in any letter case.

    Raises Refusal `bad_cards` (K3.2) unless they are exactly the cards of `pack`.
    """
    readable = [card.upper() if card.isascii() else "?" for card in cards]
    order = tuple([INDEX.get(card, -1) for card in readable])
    if sorted(order) != _expected(pack):
        raise wrong_pack(readable, texts(pack))
    return order


@cache
def _expected(pack: int) -> list[int]:
    return indices(pack)
