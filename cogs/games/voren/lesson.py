"""A first hand of Voren: what is played, and what each decision is about."""

from __future__ import annotations

from typing import Final

from bot.tables.commands.lessons import Plan
from bot.ui.game.presenter import Lesson
from rules.contract import View

LESSON: Final = Lesson(
    Plan(options={}, seats=3, seat=0, dealer=0, deal="828"),
    "Three cards each, and a pot of chips. To a *trick* everybody plays one card, and the best of them wins it: each "
    "of the three tricks pays a third of the pot. But whoever stays in and wins none pays a *match*, as much as the "
    "whole pot, into the next one. So each hand asks first whether you dare to stay in. Most chips win.",
)

DEALER: Final = (
    "Everybody pays an *ante* into the pot before the cards, the dealer one more. In return the dealer says how the "
    "hand is played, before anybody has seen a card. There is no right or wrong in it: with a poke or all play more "
    "will stay in, so more may owe a match."
)

STAY: Final = (
    "Will one of your cards win a trick? A trump well may, and so may a Crown of any suit. One trick is enough to owe "
    "nothing."
)
TRUMPLESS: Final = (
    "Will one of your cards win a trick? This hand has no trump suit, so a Crown may well do it, and best the Wolf or "
    "Treachery. One trick is enough to owe nothing."
)
FOLD: Final = "If you do not believe it, fold: what you have paid is gone in any case."

LEAD: Final = (
    "You lead. The others must follow the suit; whoever cannot must play a trump. The highest trump wins, or else the "
    "highest card of the suit, and its owner leads to the next of the three tricks."
)
WOLF_LED: Final = "The Wolf was led, so you may play any card; but only Treachery wins this trick."
TREACHERY_LED: Final = "Treachery was led, so you may play any card, and none of them wins: part with your worst."
"""V5.6, V5.7."""
LED: Final = {"WOLF": WOLF_LED, "TREACHERY": TREACHERY_LED}
FOLLOW: Final = (
    "You must follow the suit led; if you cannot, play a trump; if you have none, anything. And of the cards that this "
    "leaves you must play the highest that beats what lies there, if any does. The highest trump wins, or else the "
    "highest card of the suit led."
)


def guide(view: View) -> str:
    """What the view's seat has to know of its decision."""
    phase = view["phase"]
    if phase == "dealer":
        return DEALER
    if phase == "stay":
        worth = STAY if view["trumps"] else TRUMPLESS
        return worth if view["all_play"] else f"{worth} {FOLD}"
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
