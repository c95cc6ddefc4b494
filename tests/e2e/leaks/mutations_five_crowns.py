"""Leaks put into Five Crowns on purpose: what its own code could tell of hands, of the stock and of what was drawn."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

import bot.ui.table.scene_renderer
import rules.five_crowns.views as views
from bot.ui.pictures import Picture
from bot.ui.scene.scene import CardScene, Zone
from cogs.games.five_crowns.cards import card_text
from cogs.games.five_crowns.pack import FIVE_CROWNS
from rules.melds import CARDS, hand_of
from tests.e2e.leaks.mutations import Mutation, drawn_otherwise, log_every_act
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


def view_of(world: World, seat: int) -> dict[str, Any]:
    """What a seat may know."""
    view: dict[str, Any] = state_of(world).view(seat)
    return view


def hand_in(world: World) -> list[str]:
    """The hand of the seat that dealt, which has the last turn of a round."""
    return view_of(world, state_of(world).view(None)["dealer"])["hand"] or []


def stock_of(world: World) -> list[str]:
    """The stock, the top card first."""
    return [CARDS[card] for card in state_of(world).hand.stock]


def drawn_card(world: World) -> str | None:
    """The card that the seat at turn has drawn."""
    fresh = view_of(world, state_of(world).turn)["fresh"]
    return fresh["card"] if fresh and fresh["move"] == "draw" else None


def presenter() -> Any:
    """The class of the look that the bot has loaded."""
    return sys.modules["cogs.games.five_crowns.presenter"].FiveCrownsPresenter


def scene_otherwise(patch: pytest.MonkeyPatch, change: Callable[[Any], Any]) -> None:
    """Change the scene of the public table."""
    table = presenter().table
    patch.setattr(presenter(), "table", lambda *args: change(table(*args)))


@register_searched
def the_view_tells_everybody_what_was_drawn(patch: pytest.MonkeyPatch, world: World) -> None:
    """And so the log does, and the table's line of what happened last."""
    patch.setattr(views, "_knows", lambda result, seat: True)


@register_searched
def the_prompt_names_the_card_that_was_drawn(patch: pytest.MonkeyPatch, world: World) -> None:
    def change(scene: Any) -> Any:
        card = drawn_card(world)
        return scene._replace(prompt=f"{scene.prompt} It was {card_text(card)}.") if card else scene

    scene_otherwise(patch, change)


@register_searched
def the_log_names_a_card_that_somebody_drew(patch: pytest.MonkeyPatch, world: World) -> None:
    """In the very words in which it is told once the deal is over."""
    story = presenter().story

    def leaky(page: Any, log: Any, players: Any, start: int = 0) -> Any:
        text, card = story(page, log, players, start), drawn_card(world)
        sentence = f"drew {card_text(card)}" if card else "drew a card"
        return [value._replace(text=value.text.replace("drew a card", sentence)) for value in text]

    patch.setattr(presenter(), "story", staticmethod(leaky))


@register_searched
def somebody_elses_arrangement_is_shown(patch: pytest.MonkeyPatch, world: World) -> None:
    hand = presenter().hand

    def leaky(self: Any, view: Any, players: Any, title: str) -> Any:
        other = view_of(world, (view["seat"] + 1) % view["seats"])
        return hand(self, {**view, "arranged": other["arranged"]}, players, title)

    patch.setattr(presenter(), "hand", leaky)


@register_searched
def melds_lie_on_the_table_before_anyone_goes_out(patch: pytest.MonkeyPatch, world: World) -> None:
    def change(scene: Any) -> Any:
        cards = tuple(CardScene(card) for card in hand_in(world))
        return scene._replace(zones=(*scene.zones, Zone("Melds", cards)))

    scene_otherwise(patch, change)


@register_searched
def the_top_of_the_stock_lies_face_up(patch: pytest.MonkeyPatch, world: World) -> None:
    def change(scene: Any) -> Any:
        stock, *others = scene.zones
        return scene._replace(zones=(stock._replace(cards=(*stock.cards[1:], CardScene(stock_of(world)[0]))), *others))

    scene_otherwise(patch, change)


@register_searched
def the_alt_text_names_a_hand(patch: pytest.MonkeyPatch, world: World) -> None:
    names = FIVE_CROWNS.name_of
    drawn_otherwise(
        patch, lambda picture: replace(picture, alt=f"{picture.alt} {', '.join(map(names, hand_in(world)))}")
    )


@register_searched
def melds_are_told_that_nobody_laid_down(patch: pytest.MonkeyPatch, world: World) -> None:
    """In the very words in which it is told of whoever has gone out."""

    def change(scene: Any) -> Any:
        dealer = scene.seats[state_of(world).view(None)["dealer"]]
        signs = " ".join(map(FIVE_CROWNS.text_of, hand_in(world)))
        return scene._replace(prompt=f"{scene.prompt} {dealer.name} laid down {signs}.")

    scene_otherwise(patch, change)


@register_searched
def a_button_takes_a_card_that_lies_in_the_stock(patch: pytest.MonkeyPatch, world: World) -> None:
    usual = presenter().choices

    def leaky(self: Any, view: Any) -> Any:
        top = card_text(stock_of(world)[0])
        return tuple(
            value._replace(label=f"{value.label}: {top}") if value.move == "draw" else value
            for value in usual(self, view)
        )

    patch.setattr(presenter(), "choices", leaky)


@register_searched
def a_line_at_debug_holds_a_hand_as_a_number(patch: pytest.MonkeyPatch, world: World) -> None:
    log_every_act(patch, world, logging.DEBUG, "rules.five_crowns", lambda: hand_of(hand_in(world)))


@register_searched
def a_line_at_debug_holds_the_stock_as_numbers(patch: pytest.MonkeyPatch, world: World) -> None:
    log_every_act(patch, world, logging.DEBUG, "rules.five_crowns", lambda: state_of(world).hand.stock)


@register_compared
def the_points_left_are_told_before_the_end(patch: pytest.MonkeyPatch, world: World) -> None:
    def change(scene: Any) -> Any:
        remaining = [view_of(world, seat)["arranged"]["left"] for seat in range(len(scene.seats))]
        return scene._replace(facts=(*scene.facts, ("In no meld", ", ".join(map(str, remaining)))))

    scene_otherwise(patch, change)


@register_compared
def the_top_of_the_stock_shows_in_the_picture_alone(patch: pytest.MonkeyPatch, world: World) -> None:
    draw = bot.ui.table.scene_renderer.draw

    async def leaky(scene: Any, *rest: Any) -> Picture:
        picture = await draw(scene, *rest)
        if not hasattr(scene, "seats"):
            return picture
        stock, *others = scene.zones
        top = stock._replace(cards=(CardScene(stock_of(world)[0]),))
        return replace(await draw(scene._replace(zones=(top, *others))), alt=picture.alt)

    patch.setattr(bot.ui.table.scene_renderer, "draw", leaky)
