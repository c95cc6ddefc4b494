"""Leaks put into Abracadabra on purpose: what its own code could tell of hands and of bid cards that lie face down."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

import rules.abracadabra.views as views
from cogs.games.abracadabra.cards import named, worth
from cogs.games.abracadabra.pack import ABRACADABRA
from rules.abracadabra.cards import BIDS
from tests.e2e.leaks.mutations import Mutation, drawn_otherwise
from tests.e2e.leaks.worlds import World

SEEN: Final[dict[str, Mutation]] = {}
"""Found by searching what is sent."""

COMPARED: Final[dict[str, Mutation]] = {}
"""Found by comparing two worlds: no card is named in it."""


def register_searched(mutation: Mutation) -> Mutation:
    """Register a leak that the search has to find."""
    SEEN[mutation.__name__] = mutation
    return mutation


def register_compared(mutation: Mutation) -> Mutation:
    """Register a leak that only the comparison of two worlds can find."""
    COMPARED[mutation.__name__] = mutation
    return mutation


def state_of(world: World) -> Any:
    """The position, read as no bot of ours may read it."""
    return world.house.services.tables._live[world.table].state


def hand_of(world: World) -> list[str]:
    """The hand of a seat, none of which has been played."""
    return state_of(world).view(state_of(world).to_act[0])["hand"]


def read_placed(world: World) -> list[str]:
    """Declarer's bid cards, once it has placed them."""
    declarer = state_of(world).hand.deal.declarer
    cards = None if declarer is None else state_of(world).hand.deal.placed[declarer]
    return BIDS.listed(cards or 0)


def presenter() -> Any:
    """The class of the look that the bot has loaded."""
    return sys.modules["cogs.games.abracadabra.presenter"].AbracadabraPresenter


def scene_otherwise(patch: pytest.MonkeyPatch, change: Callable[[Any], Any]) -> None:
    """Change the scene of the public table."""
    table = presenter().table
    patch.setattr(presenter(), "table", lambda *args: change(table(*args)))


@register_searched
def the_log_tells_what_was_placed(patch: pytest.MonkeyPatch, world: World) -> None:
    """As the log of a deal that is over tells it."""

    def leaky(hand: Any, _viewer: int | None) -> list[dict[str, Any]]:
        return [{"event": "deal"}, *({"seat": seat, "move": text} for seat, text in hand.moves)]

    patch.setattr(views, "_log", leaky)


@register_searched
def bid_cards_lie_face_up(patch: pytest.MonkeyPatch, world: World) -> None:
    """As if every pile were open."""
    before = views._hand_view

    def leaky(hand: Any, unplayed: int, tricks: Any, seat: int | None) -> dict[str, Any]:
        message = before(hand, unplayed, tricks, seat)
        remaining = [BIDS.listed(cards) if cards else None for cards in hand.deal.placed]
        return {**message, "left": remaining, "numbers": [None if texts is None else len(texts) for texts in remaining]}

    patch.setattr(views, "_hand_view", leaky)


@register_searched
def a_hand_shows_anothers_cards(patch: pytest.MonkeyPatch, world: World) -> None:
    hand = presenter().hand

    def leaky(self: Any, view: Any, players: Any, title: str) -> Any:
        other = state_of(world).view((view["seat"] + 1) % view["seats"])
        return hand(self, {**view, "hand": other["hand"], "moves": [], "barred": {}}, players, title)

    patch.setattr(presenter(), "hand", leaky)


@register_searched
def the_prompt_names_a_card_of_a_hand(patch: pytest.MonkeyPatch, world: World) -> None:
    scene_otherwise(
        patch, lambda scene: scene._replace(prompt=f"{scene.prompt} Not {named(hand_of(world)[-1], None)}?")
    )


@register_searched
def the_alt_text_of_the_table_has_a_hand(patch: pytest.MonkeyPatch, world: World) -> None:
    def change(picture: Any) -> Any:
        return replace(picture, alt=f"{picture.alt} {', '.join(map(ABRACADABRA.name_of, hand_of(world)))}")

    drawn_otherwise(patch, change)


@register_compared
def the_table_tells_what_bid_cards_are_worth(patch: pytest.MonkeyPatch, world: World) -> None:
    """A number names no card."""

    def change(scene: Any) -> Any:
        return scene._replace(facts=(*scene.facts, ("At stake", str(worth(read_placed(world))))))

    scene_otherwise(patch, change)


@register_compared
def the_table_counts_the_spades_of_a_hand(patch: pytest.MonkeyPatch, world: World) -> None:
    def change(scene: Any) -> Any:
        spades = sum(card.endswith("S") for card in hand_of(world))
        return scene._replace(facts=(*scene.facts, ("Spades", str(spades))))

    scene_otherwise(patch, change)
