"""The lessons on tricks in the first hands of the tarot games: one thing a step, when it first matters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.games.tarot.pack import FOOL
from rules.contract import View

FOLLOW: Final = "Follow the suit led. If you cannot, play a trump. Without either, play any card."
"""M6.2, C5.2."""
WINS: Final = "The highest trump wins the trick, or else the highest card of the suit led."
"""M6.3, C5.3."""
RANKS: Final = "In a suit the King is highest, the Ace lowest. You may play a low card."
DISCARD: Final = "Discard cards that count much but rarely win: Queens and Aces (Aces are lowest)."
LEAD: Final = "Lead any card. In a suit the King is highest, the Ace lowest; trumps beat all."
FOOL_LED: Final = "The Fool was led: play any card. Your card decides which suit to follow."
"""M6.4."""


def of_trick(view: View, follow: Sequence[str]) -> str:
    """Return the lesson before a card is played.

    At the first lead it explains leading. Each time that the view's seat follows to a trick, it is the next of
    `follow`.
    """
    own_seat: int = view["seat"]
    tricks_led = sum(trick["leader"] == own_seat for trick in view["tricks"])
    if not view["trick"]:
        return "" if tricks_led else LEAD
    if view["led"] is None:
        return FOOL_LED
    followed = len(view["tricks"]) - tricks_led
    return follow[followed] if followed < len(follow) else ""


def was_dealt(view: View, card: str) -> bool:
    """Whether the view's seat holds a card or has played it."""
    plays = [play for trick in (*view["tricks"], {"cards": view["trick"]}) for play in trick["cards"]]
    return card in view["hand"] or any(seat == view["seat"] and played_card == card for seat, played_card in plays)


def of_fool(view: View, text: str) -> tuple[str, ...]:
    """Return the lesson on the Fool for the seat that was dealt it; nothing once that seat has played it."""
    if not was_dealt(view, FOOL):
        return ()
    return (text if FOOL in view["hand"] else "",)
