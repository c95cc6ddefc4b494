"""Reasons of the heuristic player of Mitigati: the numbers that it weighs, in 80 letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.contract import View
from rules.mitigati.bargain import after_pass, is_silent
from rules.mitigati.bonuses import bonus_points, bonuses_of, worth
from rules.mitigati.declare import make_declaration
from rules.mitigati.moves import read_declaration
from rules.mitigati.records import Trick
from rules.mitigati.settlement import sum_asks, sum_offers
from rules.mitigati.views import round_of
from rules.players.mitigati.heuristic import hoped, settled, unseen_by, would_win
from rules.players.words import ONLY_MOVE, forced, many
from rules.sentences import capital, listed
from rules.tarot.cards import (
    ABOVE,
    CARDS,
    FOOL,
    KINGS,
    LED,
    MAGICIAN,
    NUMBERED,
    POINTS,
    SUIT_MASKS,
    SUIT_NAMES,
    TRUMPS,
    points,
)

BONUSES: Final = {
    "abundance": "abundance",
    "kings": "all four Kings",
    "honours": "all three Honours",
    "mixed": "mixed honours",
}

FEW: Final = 5
"""So many unseen cards that beat one are few."""
LITTLE: Final = 2
"""So many points are little."""


def why(view: View, move: str) -> str:
    """Return the reason for a move that `choose` gave from this view."""
    if forced(view):
        return ONLY_MOVE
    if view["phase"] == "bargain":
        return _why_word(view, move)
    if view["phase"] == "discard":
        return _why_discard(view, CARDS.mask(move.split(" ")[1:]))
    if view["phase"] == "declare":
        return _why_declare(view, move)
    card = CARDS.bit[move.removeprefix("play ")]
    return _why_follow(view, card) if view["trick"] else _why_lead(view, card)


# -- before play -------------------------------------------------------------------------------------------------------


def _why_word(view: View, move: str) -> str:
    """Return the points that the cards may bring, against those that the word settles or may settle (M3)."""
    so_far, hope = round_of(view["log"], view["dealer"]), hoped(view)
    own_seat: int = view["seat"]
    plays = f"playing on {_brings(hope, 'about ')}"
    verb, _, number = move.partition(" ")
    passed = settled(view["dealer"], after_pass(so_far))
    if passed is not None and verb != "ask":  # beside an ask the hand's own text is enough
        stops = f"A pass {_brings(passed[own_seat])}; {plays}"  # one sentence, since a search knows better
        return f"{stops}." if verb == "pass" else f"{stops}, so continue."
    played, word = capital(plays), so_far.standing[own_seat]
    if verb == "pass" and word:
        word_text = f"{'ask' if word.kind == 'ask' else 'offer'} of {word.number}"
        if is_silent(after_pass(so_far)):
            return f"Nobody met your {word_text}. {played}."
        return f"Your {word_text} stands. {played}."
    if verb == "pass":
        return f"{played}: too little to ask or offer."
    if verb == "ask":
        return f"{played}, so ask for more."
    if verb == "offer":
        covers = sum_offers(so_far.standing) + int(number) >= sum_asks(so_far.standing) > 0
        return f"{played}; this costs less{' and covers the asks' if covers else ''}."
    return f"{played}, and nobody has asked or offered."


def _brings(number: int, guessed: str = "") -> str:
    """Return the points of a settlement (M3.6), or of a hand that is played, as a predicate."""
    return f"{'costs' if number < 0 else 'brings'} {guessed}{_points(abs(number))}"


def _points(number: int) -> str:
    """Return a number of points as text: "1 point", "0 points"."""
    return f"{number} {'point' if number == 1 else 'points'}"


def _why_discard(view: View, cards: int) -> str:
    """Return the points that are safe (M4.1), the suits that are gone, and the Kings that are not there to guard
    them.
    """
    hand = CARDS.mask(view["hand"])
    safe = f"{points(cards)} safe {'point' if points(cards) == 1 else 'points'}"
    pairs = list(zip(SUIT_NAMES, SUIT_MASKS, strict=True))
    voids = [name for name, suit in pairs if hand & suit and not hand & suit & ~cards]
    if voids:
        return f"{safe}, and without {listed(voids)} you can trump there."
    alone = all(not hand & suit & KINGS for _, suit in pairs if cards & suit)
    if alone and not cards & TRUMPS:
        return f"{safe}, from suits in which you have no King."
    return f"{safe}, and you keep the cards that may win tricks."


def _why_declare(view: View, move: str) -> str:
    """Return the worth of the bonuses and the points that they bring (M5.7)."""
    hand = CARDS.mask(view["hand"])
    declaration = make_declaration(read_declaration(move, -1, hand), hand)
    number = worth(declaration)
    names = listed([BONUSES[bonus.name] for bonus in bonuses_of(declaration)])
    gain = bonus_points([number, 0, 0], view["options"]["bonuses"])[0]
    each = f", {number} from each player" if gain != number else ""
    return f"{capital(names)}: {many(gain, 'point')} for you{each}."


# -- play --------------------------------------------------------------------------------------------------------------


def _why_lead(view: View, card: int) -> str:
    """Return the cards that can beat the card; and where every lead can be beaten, the risk of this one."""
    unseen = unseen_by(view)
    above, trumps = ABOVE[card] & unseen, unseen & NUMBERED
    own = many(POINTS[card], "point")
    if card & TRUMPS:
        if not trumps:
            return f"Nobody else has a trump, so it wins, with its {own}."
        if not above:
            return f"It is the highest trump left. Others may hold {trumps.bit_count()} and must follow it."
        if above.bit_count() <= FEW:
            return f"No lead is safe: only {above.bit_count()} of {many(trumps.bit_count(), 'trump')} left can beat it."
        return f"No lead is safe. This one {_risks(card)}."
    suit = LED[card]
    unseen_count = (unseen & suit).bit_count()
    if above & suit:
        return f"No lead is safe. This one {_risks(card)}."
    if not trumps:
        return f"No trump and no higher card of its suit is left: it wins its {own}."
    if unseen_count >= 5:
        return f"Others have no higher one. They may have {unseen_count} of its suit: a trump is unlikely."
    return f"Only a trump can beat it: the others have no higher one. It risks {own}."


def _why_follow(view: View, card: int) -> str:
    """Return the cards in the trick, and whether the card takes it (M6.3)."""
    cards_on_table = [CARDS.bit[text] for _, text in view["trick"]]
    trick = Trick(view["trick"][0][0], tuple(cards_on_table))
    cards = [CARDS.bit[move.removeprefix("play ")] for move in view["moves"]]
    takes = [candidate for candidate in cards if would_win(trick, candidate, view["seat"])]
    there = points(sum(other for other in cards_on_table if other != FOOL))  # M6.5: the Fool stays its player's
    if card in takes:
        return _why_take(view, card, takes, there + POINTS[card])
    if takes:
        lost = f"{many(there, 'point')} {_is(there)} too few for a {'higher ' if card & TRUMPS else ''}trump"
    else:
        lost = f"You cannot win this trick of {many(there, 'point')}"
    if card == FOOL:
        when = "" if view["taken"][view["seat"]] else " if you win any"
        return f"{capital(lost)}, and the Fool stays yours{when}."
    least = all(POINTS[other] > POINTS[card] for other in cards if other not in (card, FOOL, *takes))
    return f"{capital(lost)}, so give {'the least' if least else 'what you miss least'}: {many(POINTS[card], 'point')}."


def _why_take(view: View, card: int, takes: Sequence[int], gain: int) -> str:
    """Return the reason for a card that takes the trick, with the points that the trick then has."""
    points_text = many(gain, "point")
    if len(view["trick"]) < 2:
        unseen = unseen_by(view)
        above, *others = ((ABOVE[taker] & unseen).bit_count() for taker in sorted(takes, key=lambda one: one != card))
        if not above:
            beaten = "Nothing can beat it"
        elif above <= FEW:
            beaten = f"Only {many(above, 'unseen card')} could beat it"
        elif not others:
            beaten = "No other card of yours would be"
        else:
            beaten = "No other card of yours is harder to beat" if above <= min(others) else "Surer ones are worth more"
        return f"It is the best card so far: {points_text}. {beaten}."
    if card == MAGICIAN:
        return f"You play last, so the Magician wins and is safe: {points_text}."
    if len(takes) == 1:
        return f"You play last, so it wins: {points_text}."
    return f"You play last, and your {'lowest' if card & TRUMPS else 'richest'} card that wins brings {points_text}."


def _risks(card: int) -> str:
    """Return the points that a card may lose."""
    return f"risks {'only ' if POINTS[card] <= LITTLE else ''}{many(POINTS[card], 'point')}"


def _is(number: int) -> str:
    return "is" if number == 1 else "are"
