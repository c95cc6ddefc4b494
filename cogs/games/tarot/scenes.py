"""The shared scenes of the tarot games: seats with their card, tricks, a few cards face up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.ui.game import common_texts
from bot.ui.game.players import Players
from bot.ui.scene.scene import CardScene, SeatScene, Zone
from rules.contract import View

LAST_TRICK: Final = "Last trick"
"""The title of the trick before the one in progress."""


def seat_with_card(view: View, players: Players, seat: int, badges: Sequence[str]) -> SeatScene:
    """A seat with these badges, and what it has played to the trick; before play its cards, face down."""
    playing = view["phase"] == "play"
    led = ["led"] * bool(view["trick"] and view["trick"][0][0] == seat)
    cards = tuple(
        CardScene(card, "winning" if view["winning"] == seat else "plain") for who, card in view["trick"] if who == seat
    )
    return SeatScene(
        seat=seat,
        name=players.name(seat),
        score=view["scores"][seat],
        badges=(*badges, *led),
        to_act=seat in view["awaited"],
        cards=cards if playing else (CardScene(None),) * view["counts"][seat],
        tricks=view["taken"][seat] if playing else None,
    )


def trick_before(view: View, players: Players) -> tuple[Zone, ...]:
    """The trick before the one in progress, if there was one."""
    if not view["tricks"]:
        return ()
    done = view["tricks"][-1]
    return (common_texts.trick_zone(LAST_TRICK, done["cards"], done["winner"], players, over=True),)


def this_trick(view: View, players: Players) -> tuple[Zone, ...]:
    """The trick in progress, beside a hand, if a card lies in it."""
    if not view["trick"]:
        return ()
    return (
        common_texts.trick_zone(
            f"Trick {len(view['tricks']) + 1}", view["trick"], view["winning"], players, over=False
        ),
    )


def few(title: str, cards: Sequence[str], note: str) -> Zone:
    """A few cards face up."""
    return Zone(title, tuple(CardScene(card) for card in cards), "fan", note)
