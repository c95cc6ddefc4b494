"""The moves of Abracadabra as text (K7.1), and what is said where a move comes at the wrong time."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, cast

from rules.abracadabra.cards import BIDS, CARDS, JOKER, SUIT, SUITS
from rules.cards import each
from rules.contract import Legal, Refusal, unreadable

PLAYS: Final = {f"play {text}": card for text, card in CARDS.bit.items()}
PASSING: Final = "pass"
NOTHING_EXPOSED: Final = "expose none"
PILE_EXPOSED: Final = "expose pile"
NUMBER: Final = re.compile(r"0|[1-9][0-9]*")
HIGHEST_NUMBER: Final = 99
"""Larger numbers are read as this one: no bid comes near."""


class Words(tuple[str, int, bool]):
    """A move that has been read: its verb; a suit's number, a bid, a card, or a set of bid cards; and "pile"."""

    __slots__ = ()

    @property
    def verb(self) -> str:
        """The verb."""
        return self[0]

    @property
    def what(self) -> int:
        """What the verb is about: the number of a suit, a number, a card, or a set of bid cards."""
        return self[1]

    @property
    def pile(self) -> bool:
        """Whether the pile is exposed."""
        return self[2]


@lru_cache(maxsize=1 << 14)
def read(text: str) -> Words:
    """The move that a text is; those read last are remembered.

    Raises Refusal K7.1 if it is none, K4.3 if it names a bid card twice.
    """
    if not text.isascii():
        raise unreadable(text)
    verb, *rest = text.split(" ")
    verb, rest = verb.lower(), [word.upper() for word in rest]
    one = rest[0] if len(rest) == 1 else ""
    if verb == "play" and one in CARDS.bit:
        return Words((verb, CARDS.bit[one], False))
    if verb in ("suit", "trump") and len(one) == 1 and one in SUITS:
        return Words((verb, SUITS.index(one), False))
    if verb == "bid" and NUMBER.fullmatch(one):
        return Words((verb, int(one) if len(one) <= 2 else HIGHEST_NUMBER, False))
    if verb == PASSING and not rest:
        return Words((verb, 0, False))
    if verb == "place":
        return Words((verb, _bid_cards(text, rest), False))
    if verb == "expose" and one == "NONE":
        return Words((verb, 0, False))
    if verb == "expose" and rest:
        pile = rest[-1] == "PILE"
        return Words((verb, _bid_cards(text, rest[:-1] if pile else rest), pile))
    raise unreadable(text)


def _bid_cards(text: str, ranks: list[str]) -> int:
    cards = 0
    for rank in ranks:
        card = BIDS.bit.get(rank)
        if card is None:
            raise unreadable(text)
        if card & cards:
            raise Refusal("illegal_move", "K4.3", "You have one bid card {rank}, and name it twice.", rank=rank)
        cards |= card
    return cards


@lru_cache(maxsize=1 << 14)
def write(move: Words) -> str:
    """The move in canonical text (K7.1); those written last are remembered."""
    verb, what, pile = move
    if verb == "play":
        return "play " + CARDS.text[what]
    if verb in ("suit", "trump"):
        return f"{verb} {SUITS[what]}"
    if verb == "bid":
        return f"bid {what}"
    if verb == "expose" and not what and not pile:
        return NOTHING_EXPOSED
    return " ".join((verb, *BIDS.listed(what), *(("pile",) if pile else ())))


_SPADES, _HEARTS, _DIAMONDS, _CLUBS = SUIT
_LAST: Final = _CLUBS | JOKER


def _moves() -> dict[int, tuple[str, ...]]:
    """For each set of cards of one suit, or of clubs and the joker, the moves that play them, in canonical order."""
    moves: dict[int, tuple[str, ...]] = {0: ()}
    for suit in (_SPADES, _HEARTS, _DIAMONDS, _LAST):
        sets = [0]
        for card in each(suit):
            play = ("play " + CARDS.text[card],)
            for cards in tuple(sets):
                moves[cards | card] = moves[cards] + play
                sets.append(cards | card)
    return moves


_MOVES: Final = _moves()
_legal: Callable[[type[Legal], tuple[tuple[str, ...], tuple[()]]], Legal] = cast("Any", tuple).__new__
"""Makes a Legal from its two fields; faster than calling the class."""


def listed(cards: int) -> Legal:
    """The moves that play these cards, in canonical order."""
    moves = _MOVES
    return _legal(
        Legal,
        (moves[cards & _SPADES] + moves[cards & _HEARTS] + moves[cards & _DIAMONDS] + moves[cards & _LAST], ()),
    )


NOW: Final = {
    "suit": ("A3.1", "choose a suit that nobody has chosen"),
    "bid": ("A4.1", "bid a number of tricks, or pass"),
    "place": ("A5.1", "place your bid cards"),
    "trump": ("A5.2", "announce the trump suit"),
    "expose": ("A6.1", "say what you expose, if anything"),
    "play": ("A7.1", "play a card"),
}
"""For each phase the clause that says what is done in it, and what that is."""


def not_now(phase: str, clause: str | None = None) -> Refusal:
    """The refusal of a readable move that belongs to another phase than `phase`."""
    usual, what = NOW[phase]
    return Refusal("illegal_move", clause or usual, "Now it is time for something else: {what}.", what=what)
