"""The moves of Abracadabra as text (K7.1), and what is said where a move comes at the wrong time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from rules.abracadabra.cards import BIDS, CARDS, RANKS, SUITS, ranks
from rules.contract import Legal, Refusal, unreadable
from rules.templates import Cards
from rules.tricks import make

PLAYS: Final = {f"play {text}": card for text, card in CARDS.bit.items()}
PASSING: Final = "pass"
NOTHING_EXPOSED: Final = "expose none"
PILE_EXPOSED: Final = "expose pile"
NUMBER: Final = re.compile(r"0|[1-9][0-9]*")
HIGHEST_NUMBER: Final = 99
"""Larger numbers are read as this one: no bid comes near."""


@dataclass(frozen=True, slots=True)
class Expose(Cards):
    """A6.1: some of these placed cards are turned up, and the `pile` may be exposed; one may also expose nothing."""

    pile: bool = False

    def shown(self) -> dict[str, Any]:
        """The template as views show it."""
        return {**Cards.shown(self), "pile": self.pile}

    def moves(self) -> Iterator[str]:
        """Every move, once."""
        for text in Cards.moves(self):
            yield NOTHING_EXPOSED if text == self.verb else text
            if self.pile:
                yield f"{text} pile"

    def draw(self, rng: Random) -> str:
        """Each number of cards is as likely as any other; the pile is exposed half the time."""
        said = [self.verb, *self.drawn(rng)]
        if self.pile and rng.random() < 0.5:
            said.append("pile")
        return " ".join(said) if len(said) > 1 else NOTHING_EXPOSED


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


SAID: Final = {
    **{text: Words(("play", card, False)) for text, card in PLAYS.items()},
    **{f"suit {suit}": Words(("suit", number, False)) for number, suit in enumerate(SUITS)},
    **{f"trump {suit}": Words(("trump", number, False)) for number, suit in enumerate(SUITS)},
    **{f"bid {number}": Words(("bid", number, False)) for number in range(1, len(BIDS.texts) + 1)},
    PASSING: Words((PASSING, 0, False)),
    NOTHING_EXPOSED: Words(("expose", 0, False)),
    PILE_EXPOSED: Words(("expose", 0, True)),
}
"""The moves that name no bid cards, in canonical text."""


def read(text: str) -> Words:
    """The move that a text is.

    Raises Refusal K7.1 if it is none, K4.3 if it names a bid card twice.
    """
    words = text.split(" ")
    verb = words[0]
    if verb in ("place", "expose"):  # the long moves: quickly, where they are in canonical case
        pile = words[-1] == "pile" and verb == "expose"
        named = words[1:-1] if pile else words[1:]
        cards = _distinct(named)
        if cards or (not named and (pile or verb == "place")):
            return make(Words, (verb, cards, pile))
    if not text.isascii():
        raise unreadable(text)
    verb, *rest = [word.upper() for word in words]
    if verb == "PLACE":
        return make(Words, ("place", _bid_cards(text, rest), False))
    one = rest[0] if len(rest) == 1 else ""
    if verb == "EXPOSE" and one == "NONE":
        return SAID[NOTHING_EXPOSED]
    if verb == "EXPOSE" and rest:
        pile = rest[-1] == "PILE"
        if pile:
            rest.pop()
        return make(Words, ("expose", _bid_cards(text, rest), pile))
    if verb == "BID" and NUMBER.fullmatch(one):
        return Words(("bid", int(one) if len(one) <= 2 else HIGHEST_NUMBER, False))
    said = SAID.get(f"{verb.lower()} {one}" if one else text.lower())
    if said:
        return said
    raise unreadable(text)


_BID_CARD: Final = BIDS.bit.__getitem__


def _distinct(ranks: list[str]) -> int:
    """The bid cards of these ranks, none if there is one that is no rank, or twice the same."""
    try:
        cards = sum(map(_BID_CARD, ranks))
    except KeyError:
        return 0
    # So many single bits sum to as many bits only if no two are the same.
    return cards if cards.bit_count() == len(ranks) else 0


def _bid_cards(text: str, named: list[str]) -> int:
    """The bid cards that a text names, their ranks being `named`."""
    cards = 0
    for rank in named:
        card = BIDS.bit.get(rank)
        if card is None:
            raise unreadable(text)
        if card & cards:
            raise Refusal("illegal_move", "K4.3", "You have one bid card {rank}, and name it twice.", rank=rank)
        cards |= card
    return cards


def write(move: Words) -> str:
    """The move in canonical text (K7.1)."""
    verb, what, pile = move
    if verb == "place":
        return " ".join([verb, *ranks(what)])
    if verb == "expose":
        if pile:
            return " ".join([verb, *ranks(what), "pile"])
        return " ".join([verb, *ranks(what)]) if what else NOTHING_EXPOSED
    if verb == "play":
        return "play " + CARDS.text[what]
    if verb in ("suit", "trump"):
        return f"{verb} {SUITS[what]}"
    return f"bid {what}" if verb == "bid" else PASSING


_HEARTS_FROM, _DIAMONDS_FROM, _CLUBS_FROM = (len(RANKS), 2 * len(RANKS), 3 * len(RANKS))
"""The places of the suits in the canonical order, after spades."""
_SUIT: Final = (1 << len(RANKS)) - 1
"""A suit's cards, moved down to the lowest bits."""


def _moves(texts: Sequence[str]) -> list[tuple[str, ...]]:
    """For each set of these cards, as a number whose lowest bit is the first card, the moves that play them."""
    moves: list[tuple[str, ...]] = [()]
    for text in texts:
        move = (f"play {text}",)
        moves += [lower + move for lower in moves]
    return moves


_SPADES: Final = _moves(CARDS.texts[:_HEARTS_FROM])
_HEARTS: Final = _moves(CARDS.texts[_HEARTS_FROM:_DIAMONDS_FROM])
_DIAMONDS: Final = _moves(CARDS.texts[_DIAMONDS_FROM:_CLUBS_FROM])
_LAST: Final = _moves(CARDS.texts[_CLUBS_FROM:])
"""Clubs and the joker."""

LISTED: Final = {
    cards << first: make(Legal, (moves, ()))
    for first, suit in ((0, _SPADES), (_HEARTS_FROM, _HEARTS), (_DIAMONDS_FROM, _DIAMONDS), (_CLUBS_FROM, _LAST))
    for cards, moves in enumerate(suit)
    if len(moves) <= 5
}
"""The legal moves where a few cards of one suit may be played, as when following suit: ready made, for speed."""


def playing(cards: int) -> Legal:
    """The moves that play these cards, in canonical order."""
    moves = (
        _SPADES[cards & _SUIT]
        + _HEARTS[cards >> _HEARTS_FROM & _SUIT]
        + _DIAMONDS[cards >> _DIAMONDS_FROM & _SUIT]
        + _LAST[cards >> _CLUBS_FROM]
    )
    return make(Legal, (moves, ()))


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
