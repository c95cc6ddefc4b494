"""A first hand of Conference: what is played, and what each decision is about."""

from __future__ import annotations

from typing import Final

from bot.tables.commands.lessons import Plan
from bot.ui.game.presenter import Lesson
from cogs.games.tarot.cards import KINDS
from cogs.games.tarot.discarding import NUMBERS
from cogs.games.tarot.lesson import FOLLOW, of_fool, of_trick, was_dealt
from rules.contract import View

LESSON: Final = Lesson(
    Plan(options={"gallowglass": True}, seats=4, seat=0, dealer=0, deal="135"),
    "Tarot for two against two: your cards show *Your partner*. To a *trick* everybody plays one card, and the best "
    "takes them all for its side. Kings, Aces and the three *Honours* (trump 1, trump 21 and the Fool) count 5 "
    "points each, Queens 4, Cavaliers 3, Jacks 2, Good and Evil nothing, all others 1, each trick 1 more. That makes "
    "165: with 83 a side wins the difference. Four hands are a game.",
)

CUT: Final = (
    "The cards of the last hand were gathered in the order of its tricks, and a cut only moves a few piles of them: "
    "whoever reads the log can tell much of the next deal. A shuffle makes it new to everybody."
)

DISCARD: Final = (
    "They count for your side without winning a trick, so lay away what has points and would hardly win any, such as "
    "Aces and Queens; best all that you hold of a short suit, to play trumps when it is led."
)

GALLOWGLASS: Final = (
    "A *gallowglass* is a hired suit. Whoever holds only Kings, Queens, Cavaliers and Jacks of the suit led may play a "
    "card of the hired suit instead, by its own rank. Hiring takes points out of the hand, so it is for a dealer who "
    "is afraid of losing many. With a good hand hire none."
)

ABOUT_TRICKS: Final = f"There are 19 tricks. {FOLLOW}"
PARTNER: Final = (
    "You play for two. In a trick that your partner will win, give points: an Ace, a Queen, a Cavalier. In one that "
    "the others will win, give a card worth 1. And do not spend a high card to beat your partner."
)
LOW_TRUMPS: Final = (
    "*Good* and *Evil* are the two lowest trumps. But if the same side plays both to one trick, they beat everything, "
    "and whoever played the first of them wins it. From two sides they cancel each other out, and the best of the "
    "other cards wins."
)
ALLEGIANCE: Final = (
    "*Good* stands for Earth and Air, *Evil* for Fire and Water. Whoever first plays one of them calls *ours*, and "
    "their side scores those two suits alone, the others only the other two; or *yours*, the other way round. Trumps "
    "then score nothing. Call for the suits of which your side has more."
)
FOOL: Final = (
    "The *Fool* takes the place of any card whenever you like. It never wins, but it stays with your side: if the "
    "others win its trick, you give them a card of little worth for it, provided that you have won any trick. So it "
    "may spare you a better card where you would lose one."
)
CALLED: Final = (
    "The card that goes out for your partner's call wins nothing and changes nothing: the call is your partner's alone."
)


def guide(view: View) -> str:
    """What the view's seat has to know of its decision."""
    phase = view["phase"]
    if phase == "cut":
        return CUT
    if phase == "discard":
        number: int = view["choices"][0]["count"][0]
        more = NUMBERS[number]
        return f"As dealer you got {more} cards more than the others, and {more} must go. {DISCARD}"
    if phase == "gallowglass":
        return GALLOWGLASS
    if phase == "play":
        forced = any(clause == "C7.3" for clause, *_ in view["barred"].values())
        return CALLED if forced else of_trick(view, _follow(view))
    return ""


def _follow(view: View) -> tuple[str, ...]:
    """What is told as the seat follows, in this order."""
    told = [ABOUT_TRICKS, PARTNER]
    if view["gallowglass"] not in {None, "none"}:
        told.append(_hired(KINDS[view["gallowglass"]]))
    told += of_fool(view, FOOL)
    if view["options"]["good_evil"] == "allegiance":
        told.append(ALLEGIANCE)
    elif was_dealt(view, "GOOD") or was_dealt(view, "EVIL"):
        told.append(LOW_TRUMPS)
    return tuple(told)


def _hired(suit: str) -> str:
    """C4.2 to C4.4."""
    return (
        f"{suit} has been hired: whoever holds only Kings, Queens, Cavaliers and Jacks of the suit led may play a card "
        f"of {suit} as if it were of that suit, by its own rank. Cards of {suit} have no card points, nor has a trick "
        "that such a card wins; the trick itself still counts 1."
    )
