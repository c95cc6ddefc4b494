"""A first deal of Five Crowns: what is played, and what each decision is about."""

from __future__ import annotations

from typing import Final

from bot.tables.commands.lessons import Plan
from bot.ui.game.presenter import Lesson
from cogs.games.five_crowns.cards import RANKS
from rules.contract import View
from rules.sentences import capital

LESSON: Final = Lesson(
    Plan(options={"first": 6, "last": 6}, seats=2, seat=0, dealer=1, deal="779"),
    "Rummy with five suits. Collect *melds* of three cards or more: a *suite* is a sequence in one suit, a *family* is "
    "cards of one rank. Once all your cards but one are in melds you go *out*; what the others then hold in no meld "
    "counts against them, and the lowest total wins. A whole game has eleven deals, from three cards to thirteen; this "
    "is the one with six.",
)

DISCARD: Final = (
    "A turn ends with a card on the discard pile, where the next player may take it. Your hand lies as it makes the "
    "best melds. A card left over counts its number, a Jack 11, a Queen 12, a King 13, one of the wild rank 20, a "
    "Joker 50. Keep rather what has a neighbour in its suit, or another of its rank: it may become a meld."
)
LAST: Final = "After this your cards are counted, so only the numbers on the buttons matter now: the fewest is best."
LAST_CARD: Final = "This is the last card that you get: it helps only if it goes into a meld at once."
OUT: Final = (
    "All your cards but one lie in melds, so you may part with that one and go *out*. There is seldom a reason to "
    "wait: another may do it first."
)


def guide(view: View) -> str:
    """What the view's seat has to know of its decision."""
    if view["phase"] == "draw":
        return _of_drawing(view)
    if any(move.startswith("out ") for move in view["moves"]):
        return OUT
    if view["out"] is not None:
        return LAST
    return "" if _has_discarded(view) else DISCARD


def _of_drawing(view: View) -> str:
    """Where cards come from, at the seat's first turn; and what a last turn is for (F3.1, F5.1)."""
    if view["out"] is not None:
        return LAST_CARD
    if _has_discarded(view):
        return ""
    wild = capital(RANKS[view["wild"]])
    return (
        "A turn begins with a card: from the stock, which nobody has seen, or the top of the discard pile, which all "
        "see. Take that one only if it fits your cards: the others learn from it what you collect. "
        f"{wild} and Jokers are *wild* in this deal: each stands for whatever card a meld needs."
    )


def _has_discarded(view: View) -> bool:
    """Whether the seat has ended a turn in this deal."""
    return any(one.get("seat") == view["seat"] and one["move"].startswith("discard") for one in view["log"])
