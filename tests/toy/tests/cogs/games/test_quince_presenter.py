"""Quince's look over random games: every view can be shown, and every form makes legal moves."""

from __future__ import annotations

from random import Random

import pytest
from cogs.games.quince import pack
from cogs.games.quince.presenter import QuincePresenter

from bot.ui.game.players import Players
from bot.ui.kit.forms import CardsField, Field, NumberField, Value, decode_values, encode
from bot.ui.kit.modals import make_modal
from bot.ui.pictures import draw, lay_scene
from bot.ui.scene import text
from rules.contract import State
from rules.registry import game_named

PRESENTER, GAME = QuincePresenter(), game_named("quince")
PLAYERS = Players(("Ada", "Bela", "Cleo", "Dora"))
pack.register()


def positions(seats: int, seed: int) -> list[State]:
    """The positions of a random game."""
    rng = Random(seed)
    state = GAME.new(seats, GAME.resolve({}, seats), 0)
    result = [state]
    while not state.finished:
        if state.expects is not None:
            cards = list(state.expects.cards)
            rng.shuffle(cards)
            state = state.chance(state.expects.event, cards)
        else:
            seat = rng.choice(state.to_act)
            legal = state.legal(seat)
            state = state.apply(seat, rng.choice([*legal.moves, *(choice.draw(rng) for choice in legal.choices)]))
        result.append(state)
    return result


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_position_can_be_shown_to_everybody(seats: int) -> None:
    """In words, aloud and laid out; what a seat alone may know is in no other reader's scene."""
    for state in positions(seats, seats):
        for scene in (
            PRESENTER.table(state.view(None), PLAYERS, "Quince, table 1"),
            *(PRESENTER.hand(state.view(seat), PLAYERS, "Quince, table 1") for seat in range(seats)),
        ):
            assert "Quince, table 1" in text.scene_text(scene)
            assert "Quince, table 1" in text.alt_text(scene)
            assert lay_scene(scene).height > 100
        together = text.alt_text(PRESENTER.table(state.view(None), PLAYERS, "Quince"))
        assert ("Ada and Cleo play together" in together) is (seats == 4)
        view = state.view(None)
        story = PRESENTER.story(view, view["log"], PLAYERS)
        assert len(story) == len(view["log"])
        assert all(value.sentences for value in story)
        if view["last"]:
            pages = PRESENTER.pages(view["last"], PLAYERS, "Quince, table 1")
            assert [page.seats for page in pages] == [(seat,) for seat, move in view["last"]["laid"] if move != "pass"]
            assert all(f"{PLAYERS.name(page.seats[0])} laid" in text.scene_text(page.scene) for page in pages)


def put(field: Field, rng: Random) -> Value:
    """Something that may be put into a field."""
    if isinstance(field, CardsField):
        rest = [card for card in field.cards if card not in field.must]
        low, high = max(field.fewest - len(field.must), 0), min(field.most, len(field.cards)) - len(field.must)
        return (*field.must, *rng.sample(rest, rng.randint(low, high)))
    return rng.randint(field.low, field.high) if isinstance(field, NumberField) else rng.choice(field.words)[0]


def test_every_form_opens_and_makes_legal_moves() -> None:
    rng = Random(5)
    keys: set[str] = set()
    for state in positions(4, 6):
        for seat in state.to_act:
            for form in PRESENTER.forms(state.view(seat)):
                make_modal(form, "eh:submit_move_form:1:1:x", pack.QUINCE.name_of)
                values = tuple(put(field, rng) for field in form.fields)
                move = GAME.canonical(form.move(decode_values(form, encode(form, values))))
                state.apply(seat, move)
                assert PRESENTER.moves.preview(move)
                assert PRESENTER.moves.done(move).startswith("You ")
                keys.add(form.key)
    assert keys == {"guess", "lay"}


async def test_its_pack_is_drawn_with_its_own_shapes_and_colours() -> None:
    """The three suits differ, and so does the Star; a table is a picture like every other."""
    state = positions(4, 1)[-1]
    picture = await draw(PRESENTER.table(state.view(None), PLAYERS, "Quince, table 1"))
    assert picture.png.startswith(b"\x89PNG")
    assert "acorns" in picture.alt or "bells" in picture.alt or "cups" in picture.alt
