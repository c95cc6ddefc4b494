"""A heuristic player of Voren: it weighs what its cards may win against what a match would cost."""

# It looks at its view alone. Each card is given a chance to win a trick, from the cards not seen yet that would beat it
# and from how many of them lie with the seats that are in; the seat stays where the tricks hoped for pay for the risk
# of taking none. `reasons` names the numbers that it weighs.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from rules.cards import each
from rules.contract import View
from rules.voren.cards import ALL, CARDS
from rules.voren.follow import led_suit
from rules.voren.trick import winning_card
from rules.voren.views import trumps_of

SHARE = 0.8
"""How much of an opponent's hand counts against a card: not all that would beat it may be played to its trick."""

FOLDING = 0.4
"""How many of the seats that have not spoken are thought to fold."""

MISJUDGED_SHARE = 0.35
"""The share of the pot by which the easy player misjudges a move."""
LIKED_SHARE = 0.15
"""The share of the pot that the easy player sees too much in staying."""

POKE = (0.28, 0.28, 0.28)
"""The chances of three cards that nobody has seen, against two or three seats."""


class Ranks(NamedTuple):
    """How cards stand under a trump suit, `trumps` being its cards, 0 for none.

    `beaters` are for each card those that beat it where it is led or is winning a trick (V5.7), and `follows` those
    that count as its suit where it is led (V5.4).
    """

    trumps: int
    beaters: Mapping[int, int]
    follows: Mapping[int, int]


@cache
def ranks_under(trumps: int) -> Ranks:
    """Return the ranks under a trump suit."""
    cards = each(ALL)
    beaters = {
        card: sum(other for other in cards if other != card and winning_card(card | other, card, trumps) == other)
        for card in cards
    }
    return Ranks(trumps, beaters, {card: led_suit(card, trumps) for card in cards})


def choose(view: View, rng: Random) -> str:
    """Return a legal move. Raises ValueError if the view's seat has nothing to do."""
    moves: list[str] = view["moves"]
    if not moves:
        raise ValueError("this seat has nothing to do")
    if len(moves) == 1:
        return moves[0]
    if view["phase"] == "dealer":
        return _decide(view, rng)
    points = weigh(view)
    best = max(points.values())
    equal = [move for move in moves if points[move] == best]
    leads = view["phase"] == "play" and not view["trick"]
    return equal[-1] if leads else equal[0]


def weigh(view: View) -> dict[str, float]:
    """Return the chips that each move brings, as a guess; empty for the dealer's decision, which nobody can weigh
    (V3.4).
    """
    if not view["moves"] or view["phase"] == "dealer":
        return {}
    return _words(view) if view["phase"] == "stay" else _plays(view)


def misjudged_points(view: View) -> float:
    """Return the standard deviation of the easy player's error about a move, in chips."""
    return MISJUDGED_SHARE * view["pot"]


def overrated(view: View) -> dict[str, float]:
    """Return the chips by which the easy player overrates a word: it likes to stay."""
    return {"stay": LIKED_SHARE * view["pot"]} if view["phase"] == "stay" else {}


def _decide(view: View, rng: Random) -> str:
    """Return a poke now and then; all-play only where a match is cheap."""
    words = ["deal"]
    if rng.random() < 0.5:
        words.append("poke")
    if view["match"] <= 3 * view["options"]["ante"] and rng.random() < 0.5:
        words.append("allplay")
    return " ".join(words)


def _words(view: View) -> dict[str, float]:
    """Return the promise of each word (V4.1). Folding promises nothing and costs nothing more."""
    pot, match = view["pot"], view["match"]
    promises = {"stay": promise(chances_of_hand(view), pot, match), "fold": 0.0, "poke": promise(POKE, pot, match)}
    return {move: promises[move] for move in view["moves"]}


def promise(chances: Sequence[float], pot: int, match: int) -> float:
    """Return chips hoped for from cards with these chances, less the match feared (V6.1, V6.2)."""
    return hoped(chances, pot) - no_trick(chances) * match


def hoped(chances: Sequence[float], pot: int) -> float:
    """Return the chips of the tricks that cards with these chances may win (V6.1)."""
    return sum(chances) * pot / 3


def no_trick(chances: Sequence[float]) -> float:
    """Return the chance that cards with these chances win no trick."""
    none = 1.0
    for chance in chances:
        none *= 1 - chance
    return none


def chances_of_hand(view: View) -> list[float]:
    """Return the chances of the cards in hand."""
    return [chance_of(view, card) for card in each(CARDS.mask(view["hand"]))]


def chance_of(view: View, card: int) -> float:
    """Return a guess of the chance that this card wins its trick."""
    against = sum(
        1.0 if state == "in" else 1 - FOLDING if state == "undecided" else 0.0
        for seat, state in enumerate(view["states"])
        if seat != view["seat"]
    )
    return chance_among(len(above(view, card)), _unseen(view).bit_count(), 3 - len(view["tricks"]), against)


def chance_among(beaters: int, unseen: int, tricks: int, against: float) -> float:
    """Return the same for a card that so many of the unseen cards beat, with so many tricks and opponents to come."""
    return (1 - beaters / max(unseen, 1)) ** (SHARE * tricks * against)


def above(view: View, card: int) -> list[int]:
    """Return the cards that would beat this card if it were led."""
    return each(ranks_under(trumps_of(view)).beaters[card] & _unseen(view))


def _unseen(view: View) -> int:
    """Return the cards that this seat has not seen."""
    played = [card for trick in (*view["tricks"], {"cards": view["trick"]}) for _, card in trick["cards"]]
    return ALL & ~CARDS.mask((view["turn_up"], *view["hand"], *(view["laid"] or ()), *played))


def _plays(view: View) -> dict[str, float]:
    """Return the worth of each play: a lead's chance, the trick for a card that takes it, else the card's cost."""
    a_trick = view["pot"] / 3
    points: dict[str, float] = {}
    for move in view["moves"]:
        card = CARDS.bit[move.removeprefix("play ")]
        if view["trick"]:
            points[move] = a_trick if takes(view, card) else -chance_of(view, card) * a_trick
        else:
            points[move] = chance_of(view, card) * a_trick
    return points


def takes(view: View, card: int) -> bool:
    """Whether the card takes the trick in progress as it lies (V5.7)."""
    best = next(CARDS.bit[card] for seat, card in view["trick"] if seat == view["winning"])
    return bool(card & ranks_under(trumps_of(view)).beaters[best])
