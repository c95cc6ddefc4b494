"""Leaks put into Mitigati on purpose: what its own code could tell of hands, packets and the discard."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

import rules.mitigati.views as views
from cogs.games.tarot.cards import all_named, worth_of
from cogs.games.tarot.pack import TAROT
from rules.mitigati.deal import packets
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


def read_unplayed(world: World) -> list[str]:
    """The hand of a seat that has declared nothing and played nothing, read as no bot of ours may read it."""
    state: Any = world.house.services.tables._live[world.table].state
    view = state.view(state.turn)
    return view["hand"] if view["phase"] in {"discard", "declare"} else []


def scene_otherwise(patch: pytest.MonkeyPatch, change: Callable[[Any], Any]) -> None:
    """Change the scene of the public table."""
    presenter = sys.modules["cogs.games.mitigati.presenter"].MitigatiPresenter
    table = presenter.table
    patch.setattr(presenter, "table", lambda *args: change(table(*args)))


@register_searched
def the_discard_is_told_in_public(patch: pytest.MonkeyPatch, world: World) -> None:
    """As the log of a hand that is over tells it."""
    patch.setattr(views, "_log", lambda hand, seat: [{"event": "deal"}, *views._move_entries(hand.log)])


@register_searched
def a_hand_shows_anothers_packets(patch: pytest.MonkeyPatch, world: World) -> None:
    """Those of the seat at its left, which are all that it has while it is being dealt."""

    def leaky(hand: Any, seat: int, reached: int) -> list[int]:
        return packets(hand, (seat + 1) % 3, reached)

    patch.setattr(views, "packets", leaky)


@register_searched
def the_prompt_names_a_card_that_nobody_declared(patch: pytest.MonkeyPatch, world: World) -> None:
    scene_otherwise(
        patch, lambda scene: scene._replace(prompt=f"{scene.prompt} Not {all_named(read_unplayed(world)[-3:])}?")
    )


@register_searched
def the_alt_text_of_the_table_has_a_hand(patch: pytest.MonkeyPatch, world: World) -> None:
    def change(picture: Any) -> Any:
        return replace(picture, alt=f"{picture.alt} {', '.join(map(TAROT.name_of, read_unplayed(world)))}")

    drawn_otherwise(patch, change)


@register_compared
def the_table_counts_the_points_in_a_hand(patch: pytest.MonkeyPatch, world: World) -> None:
    """A number names no card."""

    def change(scene: Any) -> Any:
        return scene._replace(facts=(*scene.facts, ("At stake", str(worth_of(read_unplayed(world))))))

    scene_otherwise(patch, change)
