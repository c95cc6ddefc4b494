"""A first hand of Mitigati: what is played, and what each decision is about."""

from __future__ import annotations

from typing import Final

from bot.tables.commands.lessons import Plan
from bot.ui.game.presenter import Lesson
from cogs.games.mitigati.card_points import taken
from cogs.games.tarot.lesson import FOLLOW, of_fool, of_trick
from rules.contract import View
from rules.mitigati.scoring import PAR
from rules.mitigati.views import round_of

LESSON: Final = Lesson(
    Plan(options={}, seats=3, seat=0, dealer=0, deal="129"),
    "Tarot for three, each for themselves. To a *trick* everybody plays one card, and whoever plays the best takes "
    "them all. In the end Kings, Aces and the three *Honours* (trump 1, trump 21 and the Fool) count 5 points each, "
    "Queens 4, Cavaliers 3, Jacks 2, all others 1. That makes 146; what you have beyond 49 you gain, what you lack of "
    "it you lose. Three hands are a game.",
)

CARDS, DEALERS_CARDS = 25, 28
"""M2.1."""

BARGAIN: Final = (
    "While cards are coming, the hand may be called off for points. If yours looks strong, *ask* what you would take "
    "to give it up; if weak, *offer* what you would pay to be rid of it. High trumps, Kings and Honours are strong. "
    "Once offers cover the asks and nobody is left unheard, no card is played."
)
BEFORE_LAST: Final = 4
"""The packets dealt when bargaining begins for the last time (M3.1)."""
BETTER: Final = {
    ("ask", "ask"): "ask for less",
    ("ask", "offer"): "offer points instead",
    ("offer", "offer"): "offer more",
}
"""What a standing word may be changed to (M3.3), by its verb and the new one's."""
NEXT_ROUND: Final = "Five more cards have come, and what was said before binds nobody any longer: bargain anew."
LAST_ROUND: Final = "This is the last bargaining: after the next packet the hand is played."

DISCARD: Final = (
    "As dealer you got the last three cards too, and three must go. They count for you as if you had won them. So lay "
    "away what has points and would hardly win a trick, such as Aces and Queens; or all that you hold of a short suit, "
    "to play trumps when it is led."
)

BONUSES: Final = (
    "Some cards bring points just by being shown: ten or more trumps (*abundance*), all four Kings, all three Honours, "
    "or four or more Kings and Honours *mixed*. You may declare once, before the first trick."
)
SHOW: Final = "The price is that the others then know those cards."

ABOUT_TRICKS: Final = f"There are 25 tricks. {FOLLOW}"
CHEAP: Final = "In a trick that another will win give a card that is worth 1."
MAGICIAN: Final = "Trump 1 is the lowest trump and worth 5: play it where you come last and it wins."
FOOL: Final = (
    "The *Fool* takes the place of any card whenever you like. It never wins, but it stays yours: if you have won any "
    "trick at all, you give a card of little worth for it when the hand is over. So it may spare you a better card "
    "where you would lose one."
)


def guide(view: View) -> str:
    """What the view's seat has to know of its decision."""
    phase = view["phase"]
    if phase == "bargain":
        return _of_bargaining(view)
    if phase == "discard":
        return DISCARD
    if phase == "declare":
        return f"{BONUSES} {SHOW}" if view["choices"] else BONUSES
    if phase == "play":
        cheap = f"{CHEAP} {MAGICIAN}" if "1" in view["hand"] else CHEAP
        return _past_par(view) or of_trick(view, (ABOUT_TRICKS, *of_fool(view, FOOL), cheap))
    return ""


def _of_bargaining(view: View) -> str:
    """What bargaining is; what a standing word binds to; and that a round is a new one (M3.1, M3.3)."""
    said = [one["move"] for one in view["log"] if one.get("seat") == view["seat"]]
    if not said:
        cards = DEALERS_CARDS if view["seat"] == view["dealer"] else CARDS
        return f"You see {len(view['hand'])} of the {cards} cards that you will get. {BARGAIN}"
    spoken = _spoken(view)
    if not spoken:
        return LAST_ROUND if view["reached"] == BEFORE_LAST else NEXT_ROUND
    word = view["words"][view["seat"]]
    if word is not None and len(said) == 1:
        better = "".join(f"{BETTER[word[0], choice['verb']]}, " for choice in view["choices"])
        return f"Your word stands until this round of bargaining is over. You may still {better}or pass."
    return ""


def _spoken(view: View) -> int:
    """How many words the seat has said in this round of bargaining."""
    log, dealer = view["log"], view["dealer"]
    fresh = round_of(log[:1], dealer)
    begun = max(place for place in range(1, len(log) + 1) if round_of(log[:place], dealer) == fresh)
    return sum(one["seat"] == view["seat"] for one in log[begun:])


def _past_par(view: View) -> str:
    """Once, after the trick that brought the seat more points than it needs (M7.1)."""
    if not view["tricks"] or view["trick"]:
        return ""
    mine: int = view["seat"]
    now, before = (taken(view, tricks)[mine] for tricks in (view["tricks"], view["tricks"][:-1]))
    if not before <= PAR < now:
        return ""
    those = ", those that you laid away included" if view["discard"] else ""
    return f"You have {now} card points now{those}. Beyond {PAR} each one is a point for you."
