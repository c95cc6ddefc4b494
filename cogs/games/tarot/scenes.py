"""The shared scenes of the tarot games: seats with their card, tricks, a few cards face up."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.game import common_texts
from bot.ui.game.players import Players
from bot.ui.scene.scene import CardScene, HandScene, SeatScene, Zone
from cogs.games.tarot.cards import card_groups
from cogs.games.tarot.pack import TAROT
from rules.contract import View
from rules.premoves import PLAY


def seat_with_card(view: View, players: Players, seat: int, badges: Sequence[str]) -> SeatScene:
    """Return a seat with these badges, and what it has played to the trick; before play its cards, face down."""
    playing = view["phase"] == "play"
    lead_badges = ["led"] * bool(view["trick"] and view["trick"][0][0] == seat)
    return SeatScene(
        seat=seat,
        name=players.name(seat),
        score=view["scores"][seat],
        badges=(*badges, *lead_badges),
        to_act=seat in view["awaited"],
        cards=common_texts.card_in_trick(view, seat) if playing else (CardScene(None),) * view["counts"][seat],
        tricks=view["taken"][seat] if playing else None,
    )


def hand_scene(
    view: View,
    title: str,
    prompt: str,
    notes: tuple[str, ...],
    zones: tuple[Zone, ...],
    facts: Sequence[tuple[str, str]],
) -> HandScene:
    """Return a seat's own cards by suit, with what it may do."""
    hand: Sequence[str] = view["hand"] or ()
    playable = {move.split(" ")[1] for move in view["moves"] if move.startswith(PLAY)}
    cards, groups = card_groups(hand, playable if len(playable) < len(hand) else (), view["barred"])
    return HandScene(
        pack=TAROT.name,
        title=f"Your hand at {title}",
        prompt=prompt,
        cards=cards,
        notes=notes,
        zones=zones,
        facts=tuple(facts),
        your_turn=view["seat"] in view["awaited"],
        groups=groups,
    )


def small_cards(title: str, cards: Sequence[str], note: str) -> Zone:
    """Return a few cards face up."""
    return Zone(title, tuple(CardScene(card) for card in cards), "fan", note)
