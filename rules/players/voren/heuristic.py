"""A heuristic player of Voren: it weighs what its cards may win against what a match would cost."""

# It looks at its view alone. Each card is given a chance to win a trick, from the cards not seen yet that would beat it
# and from how many of them lie with the seats that are in; the seat stays where the tricks hoped for pay for the risk
# of taking none. Its reasons name the numbers that it weighs.

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rules.cards import each
from rules.contract import View
from rules.players.words import ONLY_MOVE, about, amount, forced, many, percent, roughly
from rules.sentences import capital
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
    promise = {"stay": _promise(view, _chances(view)), "fold": 0.0, "poke": _promise(view, POKE)}
    return max(moves, key=promise.__getitem__)


def _promise(view: View, chances: Sequence[float]) -> float:
    """Chips hoped for from these cards, less the match feared (V6.1, V6.2)."""
    return _hoped(view, chances) - _none(chances) * view["match"]


def _hoped(view: View, chances: Sequence[float]) -> float:
    """The chips of the tricks that these cards may win (V6.1)."""
    return sum(chances) * view["pot"] / 3


def _none(chances: Sequence[float]) -> float:
    """How likely cards with these chances win no trick."""
    none = 1.0
    for chance in chances:
        none *= 1 - chance
    return none


def _chances(view: View) -> list[float]:
    """The chances of the cards in hand."""
    return [_chance(view, card) for card in each(CARDS.mask(view["hand"]))]


def _chance(view: View, card: int) -> float:
    """How likely this card is to win the trick it is played to, as a guess."""
    unseen, above = _unseen(view), _above(view, card)
    against = sum(
        1.0 if state == "in" else 1 - FOLDING if state == "undecided" else 0.0
        for seat, state in enumerate(view["states"])
        if seat != view["seat"]
    )
    left = 3 - len(view["tricks"])
    return (1 - len(above) / max(len(unseen), 1)) ** (SHARE * left * against)


def _unseen(view: View) -> list[int]:
    """The cards that this seat has not seen."""
    return each(ALL & ~_seen(view))


def _above(view: View, card: int) -> list[int]:
    """Those of them that would beat this card where it is led."""
    trumps = trumps_of(view)
    return [other for other in _unseen(view) if winning_card(card | other, card, trumps) == other]


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
    winning = [card for card in by_chance if _takes(view, card)]
    return cards[winning[-1] if winning else by_chance[0]]


def _takes(view: View, card: int) -> bool:
    """Whether the card takes the trick in progress as it lies (V5.7)."""
    led = CARDS.bit[view["trick"][0][1]]
    best = next(CARDS.bit[card] for seat, card in view["trick"] if seat == view["winning"])
    return winning_card(best | card, led, trumps_of(view)) == card


# -- reasons -----------------------------------------------------------------------------------------------------------


def why(view: View, move: str) -> str:
    """The reason for a move that `choose` gave from this view."""
    if forced(view):
        return ONLY_MOVE
    if view["phase"] == "dealer":
        return _why_deal(view, move)
    if view["phase"] == "stay":
        return _why_word(view, move)
    return _why_card(view, CARDS.bit[move.removeprefix("play ")])


def _why_deal(view: View, move: str) -> str:
    """Nobody knows a card yet (V3.4), so there is no better or worse; but what it comes to can be said."""
    pot, match = many(view["pot"], "chip"), amount(view["match"])
    return {
        "deal": f"Nobody has seen a card. Players who fear a match of {match} can fold.",
        "deal poke": f"Nobody has seen a card. A poke is a second chance at the pot of {pot}.",
        "deal allplay": f"Nobody has seen a card. A match of {match} is cheap, so let everyone play.",
        "deal poke allplay": f"A match of {match} is cheap, so let everyone play. A poke helps one player.",
    }[move]


def _why_word(view: View, move: str) -> str:
    """The chips that the cards may win, and the cost if they won nothing (V6.1, V6.2)."""
    own = _chances(view)
    tricks, mine = about(sum(POKE), "trick"), about(sum(own), "trick")
    if move == "poke":
        return f"The poke wins {tricks}, your cards {mine if mine != tricks else 'a little less'}."
    hopeless = mine.startswith("less")
    may = mine if hopeless else f"{mine}, {_bare(roughly(_hoped(view, own), 'chip'))}"
    if "fold" not in view["moves"]:
        return f"Keep your cards: they win {may}."
    only = "only " if move == "fold" and not hopeless else ""
    lost = f"With no trick ({_bare(percent(_none(own)))}) you lose {many(view['match'], 'chip')}."
    return f"{capital(only + may)}. {capital(lost)}"


def _bare(guess: str) -> str:
    """A guess beside one that is called a guess already."""
    return guess.removeprefix("about ")


def _why_card(view: View, card: int) -> str:
    chance = percent(_chance(view, card))
    if not view["trick"]:
        if not _above(view, card):
            return "No unseen card can beat it: the trick is yours."
        return f"Your best chance to win this trick: {chance}."
    if _takes(view, card):
        last = len(view["trick"]) + 1 == view["states"].count("in")
        return "It wins the trick." if last else "It beats the cards so far."
    return f"You cannot win this trick. You have no weaker card: it wins {chance} later."
