"""A first deal of Five Crowns: what is played, and what each decision is about."""

from __future__ import annotations

from typing import Final

from bot.show.look import Lesson
from bot.tables.lessons import Plan
from rules.contract import View

LESSON: Final = Lesson(
    Plan(options={"first": 5, "last": 5}, seats=2, seat=0, dealer=1, deal="1"),
    "Rummy with five suits. Lay your cards in *melds* of three or more: a sequence of one suit, or cards of one rank, "
    "of whatever suits. What is in no meld counts against you, and the lowest total wins. A whole game has eleven "
    "deals, from three cards to thirteen; this is the one with five.",
)


def guide(view: View) -> str:
    """What the view's seat has to know of its decision."""
    if view["out"] is not None:
        return "Somebody has gone out, so this is your last turn: lay as much as you can in melds."
    first = not _has_moved(view)
    if view["phase"] == "draw":
        if not first:
            return ""
        return (
            "A turn begins with a card: *draw* one that nobody has seen from the stock, or *take* the top of the "
            "discard pile. Fives and Jokers are wild in this deal: each stands for whatever a meld needs."
        )
    if any(move.startswith("out ") for move in view["moves"]):
        return "All your other cards are in melds, so you may go *out* with this one: you count nothing."
    if not first:
        return ""
    return (
        "A turn ends with a card on the discard pile. Your cards lie as they make the best melds; each button says how "
        "many points would be left in your hand without that card."
    )


def _has_moved(view: View) -> bool:
    """Whether the seat has discarded in this deal."""
    return any(one.get("seat") == view["seat"] and one["move"].startswith("discard") for one in view["log"])
