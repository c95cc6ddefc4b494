"""A first hand of Voren: what is played, and what each decision is about."""

from __future__ import annotations

from typing import Final

from bot.tables.commands.lessons import Plan
from bot.ui.game.presenter import Lesson
from rules.contract import View

DEALER: Final = "Everyone pays an *ante*; the dealer pays two, and chooses how to deal."

STAY: Final = "Stay if you can win one trick. Trumps often do, and so do Crowns."
TRUMPLESS: Final = "Stay if you can win one trick. No suit is trumps, so a Crown often does."
POKE: Final = "Stay if you can win one trick. The poke swaps your cards for three unseen ones."

LEAD: Final = "The others must follow suit, or trump."
WOLF_LED: Final = "The Wolf was led: play any card. Only Treachery beats it."
TREACHERY_LED: Final = "Treachery was led: play any card. Nothing beats it."
"""V5.6, V5.7."""
LED: Final = {"WOLF": WOLF_LED, "TREACHERY": TREACHERY_LED}
FOLLOW: Final = "Follow suit, or play a trump if you cannot. If you can win, you must."


def guide(view: View) -> str:
    """What the view's seat has to know of its decision."""
    phase = view["phase"]
    if phase == "dealer":
        return DEALER
    if phase == "stay":
        return POKE if view["poke"] == "open" else STAY if view["trumps"] else TRUMPLESS
    if phase != "play":
        return ""
    mine, tricks = view["seat"], view["tricks"]
    if not view["trick"]:
        return "" if any(trick["leader"] == mine for trick in tricks) else LEAD
    (_, led), *_ = view["trick"]
    if led in LED:
        return LED[led]
    told = any(trick["leader"] != mine and trick["cards"][0][1] not in LED for trick in tricks)
    return "" if told else FOLLOW


LESSON: Final = Lesson(
    Plan(options={}, seats=4, seat=0, dealer=3, deal="1545"),
    "You play three cards in three *tricks*, for a pot of chips. In a trick everyone plays a card; the best wins "
    "a third of the pot. First you *stay* or *fold*. Fold, and you lose only what you paid. Stay and win no trick, and "
    "you pay a *match* into the next pot: as much as the whole pot. Cards rank 1 to 5, then Realm, Lesser Crown, "
    "Greater Crown; above all stand the Wolf and Treachery. Most chips win.",
    guide,
)
