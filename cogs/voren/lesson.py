"""A first hand of Voren: what is played, and what each decision is about."""

from __future__ import annotations

from typing import Final

from bot.show.look import Lesson
from bot.tables.lessons import Plan
from rules.contract import View

LESSON: Final = Lesson(
    Plan(options={}, seats=3, seat=0, dealer=0, deal="1"),
    "Three cards each, three tricks, one pot. Every trick pays a third of the pot. Whoever plays and takes no trick "
    "pays a *match*, as much as the pot, into the next one. Most chips win.",
)


def guide(view: View) -> str:
    """What the view's seat has to know of its decision."""
    phase = view["phase"]
    if phase == "dealer":
        return (
            "You deal, and before anybody sees a card the dealer says how this hand is played: as usual, with a *poke* "
            "(three spare cards that the first who likes takes in place of their own), as *all-play* (nobody may "
            "fold), or both."
        )
    if phase == "stay":
        return (
            "These are your cards, and one more was turned up: its suit is trumps, unless it says otherwise. *Stay* "
            "and you play for the pot; *fold* and you have lost your ante and no more. The question is whether your "
            "cards will take a trick."
        )
    if phase != "play" or _has_played(view):
        return ""
    led = (
        "A card of your choice begins the trick."
        if not view["trick"]
        else "Play a card of the suit that was led if you hold one; if not, a trump if you hold one. And if you can "
        "beat what lies there, you must."
    )
    return f"Those who stayed play three tricks; the highest card of the suit led wins, or the highest trump. {led}"


def _has_played(view: View) -> bool:
    cards = [card for trick in (*view["tricks"], {"cards": view["trick"]}) for card in trick["cards"]]
    return any(seat == view["seat"] for seat, _ in cards)
