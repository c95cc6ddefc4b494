"""Leaks put into Conference on purpose: what its own code could tell of hands, partners and the discard."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

import rules.conference.views as views
from cogs.games.tarot.cards import all_named, worth_of
from cogs.games.tarot.pack import TAROT
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
    """The hand of a seat that is to act, read as no bot of ours may read it."""
    state: Any = world.house.services.tables._live[world.table].state
    return state.view(state.turn)["hand"]


def scene_otherwise(patch: pytest.MonkeyPatch, change: Callable[[Any], Any]) -> None:
    """Change the scene of the public table."""
    presenter = sys.modules["cogs.games.conference.presenter"].ConferencePresenter
    table = presenter.table
    patch.setattr(presenter, "table", lambda *args: change(table(*args)))


@register_searched
def the_discard_is_told_in_public(patch: pytest.MonkeyPatch, world: World) -> None:
    """As the log of a hand that is over tells it."""
    log = views._log
    patch.setattr(views, "_log", lambda hand, seat: log(hand, hand.sheet.dealer))


@register_searched
def partners_see_each_others_hands(patch: pytest.MonkeyPatch, world: World) -> None:
    """C1.6: to show them is their own act."""
    before_play = views.before_play

    def leaky(state: Any, hand: Any, hands: Any, seat: int | None) -> Any:
        swapped = hands if seat is None else tuple(hands[number ^ 1] for number in range(4))
        return before_play(state, hand, swapped, seat)

    patch.setattr(views, "before_play", leaky)


@register_searched
def the_prompt_names_a_card_that_nobody_played(patch: pytest.MonkeyPatch, world: World) -> None:
    scene_otherwise(
        patch, lambda scene: scene._replace(prompt=f"{scene.prompt} Not {all_named(read_unplayed(world)[-3:])}?")
    )


@register_searched
def a_badge_tells_who_holds_good(patch: pytest.MonkeyPatch, world: World) -> None:
    """As if everybody knew it, which is told of a card that was taken back."""

    def change(scene: Any) -> Any:
        state: Any = world.house.services.tables._live[world.table].state
        return scene._replace(
            seats=tuple(
                seat._replace(badges=(*seat.badges, "holds Good"))
                if "GOOD" in state.view(seat.seat)["hand"]
                else seat
                for seat in scene.seats
            )
        )  # fmt: skip

    scene_otherwise(patch, change)


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
