"""A first hand of Conference: what is played, and one thing about each decision."""

from __future__ import annotations

from typing import Final

from bot.tables.commands.lessons import Plan
from bot.ui.game.presenter import Lesson
from cogs.games.tarot.cards import KINDS
from cogs.games.tarot.lesson import DISCARD, FOLLOW, RANKS, WINS, of_fool, of_trick, was_dealt
from rules.contract import View

CUT: Final = "A cut moves only a few piles. A shuffle makes the deal new to everybody."
GALLOWGLASS: Final = "Strong hand: hire none. Weak hand: hire a suit with little in it for you."

PARTNER: Final = "Give points to a trick that your partner wins: an Ace, a Queen, a Cavalier."
NOTES: Final = "At a table you may send your partner *notes* and show them your hand."
CHEAP: Final = "In a trick that the others win, play a card that counts only 1."
LOW_TRUMPS: Final = "*Good* and *Evil* are the lowest trumps. Both from one side win a trick."
ALLEGIANCE: Final = "Who first plays *Good* or *Evil* calls which two suits each side scores."
FOOL: Final = "Play the *Fool* whenever you like. It never wins, but stays with your side."
CALLED: Final = "The call is your partner's alone: your card wins nothing and changes nothing."


def guide(view: View) -> str:
    """What the view's seat has to know of its decision."""
    phase = view["phase"]
    if phase == "cut":
        return CUT
    if phase == "discard":
        return DISCARD
    if phase == "gallowglass":
        return GALLOWGLASS
    if phase == "play":
        forced = any(clause == "C7.3" for clause, *_ in view["barred"].values())
        return CALLED if forced else of_trick(view, _follow(view))
    return ""


def _follow(view: View) -> tuple[str, ...]:
    """What is told as the seat follows, in this order."""
    told = [FOLLOW, WINS, PARTNER, RANKS, NOTES]
    if view["gallowglass"] not in {None, "none"}:
        told.append(_hired(KINDS[view["gallowglass"]]))
    told += of_fool(view, FOOL)
    if view["options"]["good_evil"] == "allegiance":
        told.append(ALLEGIANCE)
    elif was_dealt(view, "GOOD") or was_dealt(view, "EVIL"):
        told.append(LOW_TRUMPS)
    return (*told, CHEAP)


def _hired(suit: str) -> str:
    """C4.2."""
    return f"{suit} is hired: it may stand in for a suit of which you hold only court cards."


LESSON: Final = Lesson(
    Plan(options={}, seats=4, seat=0, dealer=0, deal="135"),
    "You and a partner play against two others. Everyone plays a card to a *trick*; the best card wins them all for "
    "its side. Cards won count: Kings, Aces and the three *Honours* (trump 1, trump 21 and the Fool) 5 points, Queens "
    "4, Cavaliers 3, Jacks 2, Good and Evil nothing, all others 1. Each trick counts 1 more. That makes 165: a side "
    "with 83 wins the difference. Four hands are a game.",
    guide,
)
