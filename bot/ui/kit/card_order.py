"""A hand with the highest card of each suit first, by preference (`/settings me`)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.game.moves import Choice
from bot.ui.scene.scene import HandScene, split_groups


def sort_high_first(scene: HandScene, choices: Sequence[Choice]) -> tuple[HandScene, tuple[Choice, ...]]:
    """Return the hand with the cards of each group reversed, and so the choices that follow a group's order.

    Choices in an order of their own (what leaves the fewest points first, say) keep it.
    """
    groups = split_groups(scene.cards, scene.groups)
    turned = scene._replace(cards=tuple(card for _, own in groups for card in reversed(own)))
    lies = [card.text for card in scene.cards]
    by_group: dict[str, list[Choice]] = {}
    for choice in choices:
        by_group.setdefault(choice.group, []).append(choice)
    ordered: list[Choice] = []
    for own in by_group.values():
        places = [lies.index(choice.card) if choice.card in lies else -1 for choice in own]
        follows = -1 not in places and places == sorted(places)
        ordered += reversed(own) if follows else own
    return turned, tuple(ordered)
