"""Pre-moves in Mitigati, from the view of the seat that leaves one (rules/premoves.py)."""

from __future__ import annotations

from rules.contract import View
from rules.mitigati import follow
from rules.mitigati.records import Trick
from rules.mitigati.trick import winner
from rules.premoves import PLAY, TRUMPS, Candidate, Candidates, PremoveOptions, cards_of, plays
from rules.tarot.cards import CARDS, FOOL, SUITS, follows, height

DECLARE_NOTHING = "declare nothing"
"""M5.1: the declaration that is one word."""


def premove_options(view: View) -> PremoveOptions:
    """Return the pre-moves: words in the bargaining (M3), no declaration (M5.1), cards and rules in play (M6)."""
    seat, phase = view["seat"], view["phase"]
    if phase == "bargain":
        return PremoveOptions(("pass", "continue"))
    if phase == "play" or (phase == "declare" and view["declarations"][seat] is not None):
        moves = plays(view["hand"])
        return PremoveOptions(moves, (*SUITS, TRUMPS), _illegal_next(view) if phase == "play" else {}, follows(moves))
    return PremoveOptions((DECLARE_NOTHING,)) if phase in ("discard", "declare") else PremoveOptions()


def _illegal_next(view: View) -> dict[str, str]:
    """Return the cards that may not be played to the trick in progress (M6.2)."""
    trick_cards, hand = view["trick"], CARDS.mask(view["hand"])
    if not trick_cards or view["seat"] in [seat for seat, _ in trick_cards]:
        return {}
    trick = Trick(trick_cards[0][0], tuple(CARDS.bit[card] for _, card in trick_cards))
    return {PLAY + card: barred.refusal.message for card, barred in follow.barred(trick, hand).items()}


def candidates(view: View) -> Candidates | None:
    """Return the trick in progress, and which of the cards that may be played would win it (M6.3).

    The Fool is kept (M6.4).
    """
    if view["phase"] != "play":
        return None
    seat, trick_cards = view["seat"], view["trick"]
    leader, cards = (trick_cards[0][0] if trick_cards else seat), tuple(CARDS.bit[card] for _, card in trick_cards)

    def candidate(card: int, move: str) -> Candidate:
        would_win = card != FOOL and winner(Trick(leader, (*cards, card))) == seat
        return Candidate(move, would_win, height(card), is_kept=card == FOOL)

    options = tuple(candidate(CARDS.bit[card], move) for card in cards_of(view["moves"]) for move in plays([card]))
    return Candidates((view["led"] or "") if trick_cards else None, options)
