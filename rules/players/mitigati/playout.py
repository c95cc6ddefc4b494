"""Playouts of Mitigati: a hand played to its end in a world whose cards are all known, quickly, on whole numbers.

The three seats play after the heuristic player's rules. A card is a bit and a hand a set of bits (rules/tarot/cards).
"""

# All three seats keep to the heuristic player's rules. With rules for the searching seat that win more by themselves,
# the search won less, by 4 points a hand.

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.mitigati.bonuses import bonus_points, worth
from rules.mitigati.cards import SEATS
from rules.mitigati.fool import find_fool
from rules.mitigati.positions import Playing
from rules.mitigati.scoring import card_points, hand_points
from rules.tarot.cards import (
    ABOVE,
    CARDS,
    FOOL,
    HONOURS,
    LED,
    MAGICIAN,
    NUMBERED,
    PLAIN,
    POINTS,
    SUIT_MASKS,
    SUITS,
    WORLD,
    cheapest,
)
from rules.tarot.follow import playable

SEAT_ORDERS: Final = tuple([[(seat + step) % SEATS for step in range(SEATS)] for seat in range(SEATS)])
"""By seat: all seats in the order of play from this one."""
COURT: Final = CARDS.mask(rank + suit for rank in "JCQK" for suit in SUITS)
PIPS: Final = sum(card for card, worth in POINTS.items() if card & PLAIN and worth == 1)
MIDDLE: Final = NUMBERED & ~(MAGICIAN | WORLD)
"""The plain cards, and the trumps, of 1 point."""
LOSS_ORDER: Final = (
    PIPS,
    CARDS.mask("J" + suit for suit in SUITS),
    FOOL,
    MIDDLE,
    *(CARDS.mask(rank + suit for rank in ranks for suit in SUITS) for ranks in ("C", "Q", "AK")),
    MAGICIAN,
    WORLD,
)
"""All cards in the order in which the heuristic player gives them to a trick that it does not take."""


class Course(NamedTuple):
    """How the play of a hand stands: by seat the cards in hand and those won, the discard among the dealer's.

    `trick` are the cards in the trick that `leader` led to. `winners` are the seats that have won a trick, and `fool`
    who played the Fool and who won it, None before that. `bonuses` are the points of the declarations by seat.
    """

    hands: Sequence[int]
    piles: Sequence[int]
    leader: int
    trick: Sequence[int]
    winners: frozenset[int]
    fool: tuple[int, int] | None
    bonuses: Sequence[int]


def course_of(world: Playing) -> Course:
    """Return the course of play in a position."""
    hand, hands, tricks, trick = world
    sheet = hand.sheet
    piles = [0] * SEATS
    piles[sheet.dealer] = hand.discard
    winners: set[int] = set()
    for past_trick in tricks:
        assert past_trick.winner is not None
        piles[past_trick.winner] |= sum(past_trick.cards)
        winners.add(past_trick.winner)
    played = find_fool(tricks)
    fool = None
    if played is not None:
        winner = tricks[played[1]].winner
        assert winner is not None
        fool = played[0], winner
    bonuses = bonus_points([worth(declaration) for declaration in hand.declarations], sheet.setup.bonuses)
    return Course(hands, piles, trick.leader, trick.cards, frozenset(winners), fool, bonuses)


class End(NamedTuple):
    """The end of a hand: the points by seat (M7.1), the piles by seat, and who won the first trick played and what."""

    points: tuple[int, ...]
    piles: Sequence[int]
    winner: int
    taken: int


def play_out(course: Course, cards: Sequence[int]) -> End:
    """Return the end of the hand when the seats to act play these cards first, and the rest follows."""
    hands, piles, leader, trick, winners, fool, bonuses = course
    hands, piles, winners = list(hands), list(piles), set(winners)
    cards_given = [*trick, *cards]
    for place in range(len(trick)):
        hands[SEAT_ORDERS[leader][place]] |= cards_given[place]
    holder = next((seat for seat, hand in enumerate(hands) if hand & FOOL), None)
    first: tuple[int, int] | None = None
    while any(hands):
        winner, trick_cards = _trick(hands, leader, cards_given[:SEATS])
        del cards_given[:SEATS]
        piles[winner] |= trick_cards
        winners.add(winner)
        if trick_cards & FOOL and holder is not None:
            fool = holder, winner
        first = first or (winner, trick_cards)
        leader = winner
    _exchange(piles, fool, winners)
    return End(hand_points(card_points(piles), bonuses), piles, *(first or (leader, 0)))


def _exchange(piles: list[int], fool: tuple[int, int] | None, winners: set[int]) -> None:
    """Exchange the Fool for the cheapest card of the seat that played it, if that has won a trick (M6.5)."""
    if fool is None or fool[0] not in winners:
        return
    giver, winner = fool
    replacement = cheapest(piles[giver])
    piles[giver] ^= replacement | FOOL
    piles[winner] ^= replacement | FOOL


def _trick(hands: list[int], leader: int, cards_given: Sequence[int]) -> tuple[int, int]:
    """Play a trick, whose first cards are given: who wins it (M6.3), and its cards. `hands` lose their cards."""
    led_suit = value = trick_cards = 0
    best, winner = FOOL, leader
    for place, seat in enumerate(SEAT_ORDERS[leader]):
        if place < len(cards_given):
            card = cards_given[place]
        elif trick_cards:
            card = follow(hands[seat], led_suit, best, value, last=place == 2)
        else:
            card = lead(hands[seat], hands[SEAT_ORDERS[seat][1]] | hands[SEAT_ORDERS[seat][2]])
        hands[seat] ^= card
        trick_cards |= card
        value += POINTS[card]
        if card & ABOVE[best]:
            best, winner = card, seat
        led_suit = led_suit or LED[card]
    return winner, trick_cards


def lead(hand: int, others: int) -> int:
    """Return the card that a seat with these cards leads, where the others have those."""
    trumps = others & NUMBERED
    choice, most = FOOL, -30.0
    own = hand & NUMBERED
    if own:
        top = 1 << own.bit_length() - 1
        if top > trumps:
            winning = own & -(1 << trumps.bit_length())
            choice, most = winning & -winning, 8.0 if trumps else 1.0
        else:
            choice = (own & MIDDLE) or own
            choice = 1 << choice.bit_length() - 1
            most = -3.0 - (trumps & ABOVE[choice]).bit_count()
    for suit in SUIT_MASKS:
        own_cards = hand & suit
        if not own_cards:
            continue
        theirs = others & suit
        card = 1 << own_cards.bit_length() - 1
        safe = card > theirs
        if safe and (not trumps or theirs.bit_count() >= 5):
            good = 6.0 + POINTS[card]
        elif safe and POINTS[card] == 1:
            good = -0.5
        else:
            low = own_cards & PIPS
            card = low & -low if low else own_cards & -own_cards
            good = 0.1 * own_cards.bit_count() - 1.5 * POINTS[card]
        if good > most:
            choice, most = card, good
    return choice


def follow(hand: int, led: int, best: int, value: int, *, last: bool) -> int:
    """Return the card that a seat with these cards plays to a trick: `led` is the suit asked for, 0 after the Fool
    alone.

    `best` is the best card so far, `value` the points in the trick, `last` whether the seat plays last.
    """
    legal = playable(hand, led)
    wins = legal & ABOVE[best]
    if wins:
        lost = legal ^ wins
        if wins & PLAIN:
            return wins & -wins if last and not wins & COURT else 1 << wins.bit_length() - 1
        if last:
            if not lost or value >= 3 or wins & -wins & HONOURS:
                return wins & -wins
        elif not lost or value >= 3:
            wins = wins & MIDDLE or wins & WORLD or wins
            return 1 << wins.bit_length() - 1
        legal = lost
    return _thrown(legal, value)


def _thrown(legal: int, value: int) -> int:
    """Return the one of these cards that a trick with so many points is given, where none is to win it."""
    if value >= 5 and legal & FOOL:
        return FOOL
    for cards in LOSS_ORDER:
        matching = legal & cards
        if matching:
            return matching & -matching
    raise ValueError("there is no card to play")
