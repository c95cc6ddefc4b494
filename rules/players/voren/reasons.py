"""The reasons of the heuristic player of Voren: they name the numbers that it weighs."""

from __future__ import annotations

from rules.cards import each
from rules.contract import View
from rules.players.voren.heuristic import POKE, above, chance_of, chances_of_hand, hoped, no_trick, takes
from rules.players.words import ONLY_MOVE, about, amount, forced, many, percent, roughly
from rules.sentences import capital
from rules.voren.cards import CARDS


def why(view: View, move: str) -> str:
    """Return the reason for a move that `choose` gave from this view."""
    if forced(view):
        return ONLY_MOVE
    if view["phase"] == "dealer":
        return _why_deal(view, move)
    if view["phase"] == "stay":
        return _why_word(view, move)
    return _why_card(view, CARDS.bit[move.removeprefix("play ")])


def _why_deal(view: View, move: str) -> str:
    """Return the reason for a decision of the dealer. No card is known yet (V3.4), so it names the stakes."""
    pot, match = many(view["pot"], "chip"), amount(view["match"])
    return {
        "deal": f"Nobody has seen a card. Players who fear a match of {match} can fold.",
        "deal poke": f"Nobody has seen a card. A poke is a second chance at the pot of {pot}.",
        "deal allplay": f"Nobody has seen a card. A match of {match} is cheap, so let everyone play.",
        "deal poke allplay": f"A match of {match} is cheap, so let everyone play. A poke helps one player.",
    }[move]


def _why_word(view: View, move: str) -> str:
    """Return the chips that the cards may win, and the cost if they won nothing (V6.1, V6.2)."""
    own = chances_of_hand(view)
    tricks, own_text = about(sum(POKE), "trick"), about(sum(own), "trick")
    if move == "poke":
        return f"The poke wins {tricks}, your cards {own_text if own_text != tricks else 'a little less'}."
    hopeless = own_text.startswith("less")
    chips = _bare(roughly(hoped(own, view["pot"]), "chip"))
    if "fold" not in view["moves"]:
        return f"Keep your cards: they win {own_text if hopeless else f'{own_text}, {chips}'}."
    may = own_text if hopeless else f"{own_text}: {chips} won"
    only = "only " if move == "fold" and not hopeless else ""
    lost = f"With no trick ({_bare(percent(no_trick(own)))}) you lose {many(view['match'], 'chip')}."
    return f"{capital(only + may)}. {capital(lost)}"


def _bare(guessed_hand: str) -> str:
    """Return a guess beside one that is called a guess already."""
    return guessed_hand.removeprefix("about ")


def _why_card(view: View, card: int) -> str:
    chance = percent(chance_of(view, card))
    if not view["trick"]:
        if not above(view, card):
            return "No unseen card can beat it: the trick is yours."
        return f"Your best chance to win this trick: {chance}."
    if takes(view, card):
        last = len(view["trick"]) + 1 == view["states"].count("in")
        return "It wins the trick." if last else "It beats the cards so far."
    best_other = max((chance_of(view, other) for other in each(CARDS.mask(view["hand"])) if other != card), default=0.0)
    if _bare(percent(best_other)) == _bare(chance):
        return "You cannot win this trick. The cards that you keep are as strong."
    return f"You cannot win this trick. Your best card may win one later ({percent(best_other)})."
