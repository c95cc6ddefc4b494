"""A first hand of Voren: what is played, and what each decision is about."""

from __future__ import annotations

from typing import Final

from bot.tables.commands.lessons import Plan
from bot.ui.game.presenter import Lesson
from rules.contract import View

DEALER: Final = "You paid one *ante* more to choose how to deal. A *poke* is three spare cards."

STAY: Final = "Stay if you can win a trick. Trumps and Crowns often do."
TRUMPLESS: Final = "Stay if you can win a trick. Without trumps, Crowns often do."
POKE: Final = "*Take the poke*: you swap all three cards, unseen, and stay. *Stay*: you keep them."
FOLD: Final = "*Fold*: you lose only the {paid} you paid."
NO_FOLD: Final = "All play: nobody may fold."
ALL_PLAY: Final = "All play: nobody could fold. Whoever wins no trick owes a *match*."
"""V4.2, V4.3, V6.2. A seat that can only stay decides nothing, so the first card is the first decision of all play."""

LEAD: Final = "Others must follow your suit. If they cannot, they must play a trump."
LEAD_TRUMP: Final = "Whoever wins the first trick must lead a trump next, if they hold one."
"""V5.8."""
WOLF_LED: Final = "The Wolf was led: play any card. Only Treachery beats it."
TREACHERY_LED: Final = "Treachery was led: play any card. Nothing beats it."
"""V5.6, V5.7."""
LED: Final = {"WOLF": WOLF_LED, "TREACHERY": TREACHERY_LED}
FOLLOW: Final = "Follow suit. If you cannot, play a trump. If you can win the trick, you must."


def guide(view: View) -> str:
    """Return the lesson for the decision of the view's seat."""
    phase = view["phase"]
    if phase == "dealer":
        return DEALER
    if phase == "stay":
        if view["poke"] == "open":
            return f"{POKE} {NO_FOLD if view['all_play'] else FOLD.format(paid=view['paid'][view['seat']])}"
        return STAY if view["trumps"] else TRUMPLESS
    if phase != "play":
        return ""
    news = ALL_PLAY if view["all_play"] and not view["tricks"] else ""
    return f"{news} {_card_guide(view)}".strip()


def _card_guide(view: View) -> str:
    """Return the lesson for a card to be played."""
    own_seat, tricks = view["seat"], view["tricks"]
    if not view["trick"]:
        if len(tricks) == 1 and view["trumps"]:
            return LEAD_TRUMP
        return "" if any(trick["leader"] == own_seat for trick in tricks) else LEAD
    (_, led_card), *_ = view["trick"]
    if led_card in LED:
        return LED[led_card]
    was_explained = any(trick["leader"] != own_seat and trick["cards"][0][1] not in LED for trick in tricks)
    return "" if was_explained else FOLLOW


LESSON: Final = Lesson(
    Plan(options={}, seats=4, seat=0, dealer=3, deal="1545"),
    "Everyone pays an *ante* of three chips into the pot, the dealer six. Then you *stay* or *fold*. If you fold, you "
    "lose only that. If you stay, you play three *tricks*: the best card of each wins a third of the pot. If you win "
    "none, you owe the next pot a *match*: as much as this one. Cards rank 1 to 5, Realm, Lesser Crown, Greater "
    "Crown. Trumps beat other suits; *Wolf* and *Treachery* beat all.",
    guide,
)
