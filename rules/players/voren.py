"""A rule-of-thumb player of Voren: it weighs what its cards may win against what a match would cost.

It looks at its view alone. Each card is given a chance to win a trick, from the cards not seen yet that would beat it
and from how many of them lie with the seats that are in; the seat stays where the tricks hoped for pay for the risk of
taking none.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rules.cards import each
from rules.contract import View
from rules.voren.cards import ALL, CARDS
from rules.voren.trick import winning_card
from rules.voren.views import trumps_of

SHARE = 0.8
"""How much of an opponent's hand counts against a card: not all that would beat it may be played to its trick."""

FOLDING = 0.4
"""How many of the seats that have not spoken are thought to fold."""

POKE = (0.28, 0.28, 0.28)
"""The chances of three cards that nobody has seen, against two or three seats."""


def choose(view: View, rng: Random) -> str:
    """A legal move. Raises ValueError if the view's seat has nothing to do."""
    moves: list[str] = view["moves"]
    if not moves:
        raise ValueError("this seat has nothing to do")
    if len(moves) == 1:
        return moves[0]
    if view["phase"] == "dealer":
        return _decide(view, rng)
    if view["phase"] == "stay":
        return _speak(view, moves)
    return _play(view, moves)


def _decide(view: View, rng: Random) -> str:
    """A poke now and then; all-play only where a match is cheap."""
    words = ["deal"]
    if rng.random() < 0.5:
        words.append("poke")
    if view["match"] <= 3 * view["options"]["ante"] and rng.random() < 0.5:
        words.append("allplay")
    return " ".join(words)


def _speak(view: View, moves: Sequence[str]) -> str:
    """The word that promises most (V4.1); to fold promises nothing and costs nothing more."""
    chances = [_chance(view, card) for card in each(CARDS.mask(view["hand"]))]
    promise = {"stay": _promise(view, chances), "fold": 0.0, "poke": _promise(view, POKE)}
    return max(moves, key=promise.__getitem__)


def _promise(view: View, chances: Sequence[float]) -> float:
    """Chips hoped for from these cards, less the match feared (V6.1, V6.2)."""
    none = 1.0
    for chance in chances:
        none *= 1 - chance
    return sum(chances) * view["pot"] / 3 - none * view["match"]


def _chance(view: View, card: int) -> float:
    """How likely this card is to win the trick it is played to, by rule of thumb."""
    trumps = trumps_of(view)
    unseen = each(ALL & ~_seen(view))
    above = [other for other in unseen if winning_card(card | other, card, trumps) == other]
    against = sum(
        1.0 if state == "in" else 1 - FOLDING if state == "undecided" else 0.0
        for seat, state in enumerate(view["states"])
        if seat != view["seat"]
    )
    left = 3 - len(view["tricks"])
    return (1 - len(above) / max(len(unseen), 1)) ** (SHARE * left * against)


def _seen(view: View) -> int:
    """The cards that this seat has seen."""
    played = [card for trick in (*view["tricks"], {"cards": view["trick"]}) for _, card in trick["cards"]]
    return CARDS.mask((view["turn_up"], *view["hand"], *(view["laid"] or ()), *played))


def _play(view: View, moves: Sequence[str]) -> str:
    """Lead the card most likely to win; take a trick that may be taken; else part with the least likely."""
    cards = {CARDS.bit[move.removeprefix("play ")]: move for move in moves}
    by_chance = sorted(cards, key=lambda card: _chance(view, card))
    if not view["trick"]:
        return cards[by_chance[-1]]
    trumps = trumps_of(view)
    led = CARDS.bit[view["trick"][0][1]]
    best = next(CARDS.bit[card] for seat, card in view["trick"] if seat == view["winning"])
    winning = [card for card in by_chance if winning_card(best | card, led, trumps) == card]
    return cards[winning[-1] if winning else by_chance[0]]
