"""A first hand of Conference: what is played, and one thing about each decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.tables.commands.lessons import Plan
from bot.ui.game.presenter import Lesson
from cogs.games.conference.followed import TrickToFollow, followed_tricks
from cogs.games.tarot.cards import KINDS
from cogs.games.tarot.lesson import DISCARD, FOLLOW, FOOL_LED, LEAD, RANKS, WINS
from rules.cards import each
from rules.conference.records import partner
from rules.contract import View
from rules.tarot.cards import EVIL, GOOD, POINTS, TRUMPS
from rules.tarot.cards import FOOL as FOOL_CARD

CUT: Final = "A cut moves only a few piles. A shuffle makes the deal new to everybody."
GALLOWGLASS: Final = "Strong hand: hire none. Weak hand: hire a suit with little in it for you."

PARTNER: Final = "Your partner is winning: give the trick points, like an Ace or a Queen."
LOW_TRUMPS: Final = "*Good* and *Evil*, both played to one trick by one side, beat any card."
HELD: Final = "The trump {letter} is *{card}*: low, but with *{other}* from your partner it wins a trick."
"""C6.1, C6.3."""
ALLEGIANCE: Final = "Who first plays *Good* or *Evil* calls which two suits each side scores."
FOOL: Final = "Play the *Fool* whenever you like. It never wins; your side keeps its 5 points."
CALLED: Final = "The call is your partner's alone: your card wins nothing and changes nothing."

TALK: Final = "Talk to your partner: *Show hand*, *Send note*."

TALK_AFTER: Final = 5
"""The tricks before the one at which the lesson shows how partners talk: by then it has told the most important."""

GIFT: Final = 4
"""The points of a card that is worth giving to a partner's trick: a Queen's, or more."""


def guide(view: View) -> str:
    """Return the lesson for the decision of the view's seat."""
    phase = view["phase"]
    if phase == "cut":
        return CUT
    if phase == "discard":
        return _of_spirits(view) or DISCARD
    if phase == "gallowglass":
        return GALLOWGLASS
    if phase == "play":
        forced = any(clause == "C7.3" for clause, *_ in view["barred"].values())
        return CALLED if forced else _of_trick(view)
    return ""


def talk_lesson(view: View) -> str:
    """Return the lesson on partners' notes, once a hand. Nothing else is explained beside it."""
    return TALK if view["phase"] == "play" and len(view["tricks"]) == TALK_AFTER else ""


def _of_spirits(view: View) -> str:
    """Return the meaning of Good or Evil, for the seat that holds one; empty where they win no trick together."""
    spirits = {"GOOD": "Good", "EVIL": "Evil"}.keys() & {*view["hand"]}
    if view["options"]["good_evil"] != "trumps" or len(spirits) != 1:
        return ""
    card, other_spirit = ("Good", "Evil") if "GOOD" in spirits else ("Evil", "Good")
    return HELD.format(letter=card[0], card=card, other=other_spirit)


def _of_trick(view: View) -> str:
    """Return the lesson on leading at the first lead; later the first text that fits and is new."""
    if talk_lesson(view):
        return ""
    if not view["trick"]:
        return "" if any(trick["leader"] == view["seat"] for trick in view["tricks"]) else LEAD
    if view["led"] is None:
        return FOOL_LED
    sentences: list[str] = []
    for duty in followed_tricks(view):
        if duty.number == TALK_AFTER:
            continue
        sentences.append(next((text for text in _fitting(view, duty) if text not in sentences), ""))
    return sentences[-1] if sentences else ""  # else the seat has led, and the others are yet to play


def _fitting(view: View, duty: TrickToFollow) -> Iterator[str]:
    """Yield the lessons that hold for a trick and help there, the most important first."""
    yield FOLLOW
    if duty.free & duty.led & ~TRUMPS:
        yield RANKS
    yield WINS
    spirits = duty.free & (GOOD | EVIL)
    if view["options"]["good_evil"] == "allegiance":
        if not duty.called:
            yield ALLEGIANCE
    elif spirits:
        yield LOW_TRUMPS
    if view["gallowglass"] not in {None, "none"}:
        hired = KINDS[view["gallowglass"]]
        yield f"{hired} is hired: it may stand in for a suit of which you hold only court cards."  # C4.2
    if duty.winning == partner(duty.seat) and any(POINTS[card] >= GIFT for card in each(duty.free & ~FOOL_CARD)):
        yield PARTNER
    if duty.held & FOOL_CARD:
        yield FOOL


LESSON: Final = Lesson(
    Plan(options={}, seats=4, seat=0, dealer=0, deal="135"),
    "You and a partner play against two others. Everyone plays a card to a *trick*; the best wins all four for its "
    "side. Kings and Aces count 5 points. So do the three *Honours*: trump 1, trump 21 and the Fool. Most other cards "
    "count 1 (*Good* and *Evil* 0), and so does each trick. There are 165 points: the side with 83 or more wins the "
    "hand and scores the difference. Four hands are a game.",
    guide,
    talk=talk_lesson,
)
