"""The moves of Five Crowns as text (K7.1), the cards in words, and what is said where a move may not be made."""

from __future__ import annotations

from typing import Final

from rules.contract import Refusal, unreadable
from rules.melds import CARDS, JOKER, JOKERS, NUMBER, RANKS, ROW, SUIT_BITS, SUITS, UNIT

DRAW, TAKE, DISCARD, OUT = "draw", "take", "discard", "out"

DISCARDS: Final = tuple(f"{DISCARD} {card}" for card in CARDS)
OUTS: Final = tuple(f"{OUT} {card}" for card in CARDS)
DISCARDED_BY: Final = {text: number for number, text in enumerate(DISCARDS)}
OUT_BY: Final = {text: number for number, text in enumerate(OUTS)}

_RANKS: Final = {"J": "Jack", "Q": "Queen", "K": "King"}
_SUITS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "T": "stars"}


class _Listed(dict[int, tuple[str, ...]]):
    """Which cards of one suit a hand has -> a discard of each as text; made when first needed, and kept."""

    def __init__(self, suit: int) -> None:
        super().__init__({0: ()})
        self.first = len(RANKS) * suit

    def __missing__(self, row: int) -> tuple[str, ...]:
        lowest = row & -row
        moves = self[row] = (DISCARDS[self.first + lowest.bit_length() // 4], *self[row ^ lowest])
        return moves


LISTED: Final = tuple(_Listed(suit) for suit in range(len(SUITS)))
JOKER_DISCARD: Final = (DISCARDS[-1],)
ONES: Final = sum(UNIT[:-1])


def discards_of(hand: int) -> tuple[str, ...]:
    """A discard of each distinct card of a hand, in canonical order."""
    one, two, three, four, five = LISTED
    held = (hand | hand >> 1) & ONES  # there are three copies of a card at most
    moves = (
        one[held & ROW]
        + two[held >> SUIT_BITS & ROW]
        + three[held >> 2 * SUIT_BITS & ROW]
        + four[held >> 3 * SUIT_BITS & ROW]
        + five[held >> 4 * SUIT_BITS]
    )
    return moves + JOKER_DISCARD if hand >> JOKERS else moves


def named(number: int) -> str:
    """A card in words: `the 5 of stars`, `the Queen of hearts`, `a Joker`."""
    card = CARDS[number]
    if card == JOKER:
        return "a Joker"
    return f"the {_RANKS.get(card[:-1], card[:-1])} of {_SUITS[card[-1]]}"


def rank_named(wild: int) -> str:
    """The wild rank in words (F2.2): `5s`, `Queens`."""
    return {11: "Jacks", 12: "Queens", 13: "Kings"}.get(wild, f"{wild}s")


def canonical(text: str) -> str:
    """The move as K7.1 writes it. Raises Refusal K7.1 if the text is no move of the game."""
    if text in DISCARDED_BY or text in OUT_BY:
        return text
    if text.isascii():
        move = text.lower()
        if move in (DRAW, TAKE):
            return move
        verb, _, card = move.partition(" ")
        move = f"{verb} {card.upper()}"
        if move in DISCARDED_BY or move in OUT_BY:
            return move
    raise unreadable(text)


def card_of(move: str) -> int | None:
    """The number of the card that a canonical move names, if it names one."""
    _, _, card = move.partition(" ")
    return NUMBER[card] if card else None


def not_held(number: int) -> Refusal:
    """K4.3: the card is not in the hand of the seat that moves."""
    return Refusal("illegal_move", "K4.3", "You do not hold {card}.", card=named(number))


def draw_first() -> Refusal:
    """F3.1: the turn's first move."""
    return Refusal("illegal_move", "F3.1", "First draw a card from the stock, or take the top of the discard pile.")


def drawn_already() -> Refusal:
    """F3.1: the turn's second move."""
    return Refusal("illegal_move", "F3.1", "You have your card for this turn. Now discard one.")


def gone_out_already(seat: int) -> Refusal:
    """F3.3: nobody may have gone out."""
    sentence = (
        "Seat {seat} has gone out already. Discard a card; your melds are laid down for you after the last turns."
    )
    return Refusal("illegal_move", "F3.3", sentence, seat=seat)


def not_all_in_melds(number: int, left: int) -> Refusal:
    """F3.3: the other cards cannot all be arranged in melds."""
    sentence = "Without {card} your other cards do not all go into melds: cards for {left} points would be left."
    return Refusal("illegal_move", "F3.3", sentence, card=named(number), left=left)
