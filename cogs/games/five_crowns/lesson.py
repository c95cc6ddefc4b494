"""A first deal of Five Crowns: what is played, and what each decision is about."""

from __future__ import annotations

from typing import Final

from bot.tables.commands.lessons import Plan
from bot.ui.game.presenter import Lesson
from cogs.games.five_crowns.cards import stands_for
from rules.contract import View

DISCARD: Final = "Discard a high card that no meld needs. Of equally high ones keep pairs, and neighbours in one suit."
COUNT: Final = "Cards count their number: Jack 11, Queen 12, King 13, wild 20, Joker 50."
LAST: Final = "Your last discard: as few points left as you can."
LAST_CARD: Final = "Your last turn: a card helps only if it goes into a meld."
OUT: Final = "All your other cards are melded. Go out before another player does."


def guide(view: View) -> str:
    """Return the lesson for the decision of the view's seat."""
    if view["phase"] == "draw":
        return _of_drawing(view)
    if any(move.startswith("out ") for move in view["moves"]):
        return OUT
    if view["out"] is not None:
        return LAST
    return "" if _turns_ended(view) else DISCARD


def _of_drawing(view: View) -> str:
    """Return the wild cards, at the seat's first turn (F2.2); card points, at its second; the aim of a last turn."""
    if view["out"] is not None:
        return LAST_CARD
    turn_count = _turns_ended(view)
    if turn_count:
        return COUNT if turn_count == 1 else ""
    return f"{stands_for(view)} are *wild*: each stands for any card that a meld needs."


def _turns_ended(view: View) -> int:
    """Return the number of turns that the seat has ended in this deal."""
    return sum(entry.get("seat") == view["seat"] and entry["move"].startswith("discard") for entry in view["log"])


LESSON: Final = Lesson(
    Plan(options={"first": 6, "last": 6}, seats=2, seat=0, dealer=1, deal="779"),
    "Rummy with five suits. Collect *melds* of three or more cards: a *run* is a sequence in one suit, a *set* has one "
    "rank. Each turn you draw a card and discard one. Once all your cards but the discard are melded, you go *out*. "
    "The others get one more turn; then their cards that are not melded count against them. Lowest score wins. This "
    "lesson deals six cards; a game goes from three to thirteen.",
    guide,
)
