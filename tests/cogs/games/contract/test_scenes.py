"""The scenes of every game: boards and hands at every kind of position, in words, read aloud and drawn."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

from bot.ui.pictures import lay_scene
from bot.ui.pictures.lettering import ELLIPSIS, SMALLEST_SIZE_PX
from bot.ui.pictures.table import WIDTH_PX
from bot.ui.scene import text
from bot.ui.scene.scene import CardScene, HandScene, Scene, TableScene
from rules.contract import Game
from tests.support.every_game import (
    NAMES,
    TITLE,
    WIDE,
    Position,
    cards_signed,
    every_name,
    every_table,
    pack_of,
    players,
    presenter_of,
    sample_positions,
    samples_of,
)

MAX_ALT_LETTERS = 1024
"""Of a picture's description, by Discord's limit."""
MAX_LETTERS = 2000
"""Of a scene in words: as a message's content may have."""
MAX_READERS = 4
"""Seats whose hands are looked at, of a large table; whoever is to act is always among them."""


def list_readers(position: Position) -> list[int]:
    """Return some seats, those to act among them."""
    return sorted({*range(min(position.seats, MAX_READERS)), *position.state.to_act})


def make_scene(game: Game, position: Position, reader: int | None, names: Sequence[str] = NAMES) -> Scene:
    """Return the public table, or a seat's hand."""
    who, view = players(position.seats, reader, names), position.view(reader)
    return presenter_of(game).table(view, who, TITLE) if reader is None else presenter_of(game).hand(view, who, TITLE)


def list_cards(scene: Scene) -> list[CardScene]:
    """Return all cards of a scene."""
    own = scene.cards if isinstance(scene, HandScene) else [card for seat in scene.seats for card in seat.cards]
    return [*own, *(card for zone in scene.zones for card in zone.cards)]


@every_name
@every_table
def test_board_says_whose_turn_it_is_and_fits(game: Game, table: str, names: Sequence[str]) -> None:
    """Marked in the scene and first in the alt text, as are the cards before the seats, however long the names are."""
    pack = pack_of(game)
    for position in sample_positions(game, table):
        scene = presenter_of(game).table(position.view(), players(position.seats, None, names), TITLE)
        alt = text.alt_text(scene)
        assert len(alt) <= MAX_ALT_LETTERS
        assert len(text.scene_text(scene)) <= MAX_LETTERS
        turn = alt.replace("\u2068", "")  # which keeps a name apart that runs from right to left
        awaited = position.state.awaited
        assert tuple(seat.seat for seat in scene.seats if seat.to_act) == awaited
        if len(awaited) == 1:
            texts = {names[awaited[0]], f"{awaited[0] + 1} {names[awaited[0]][:3]}"}
            assert any(f"It is {name}" in turn for name in texts)
        if len(awaited) > 1:
            assert "It is the turn of " in alt
        for seat in scene.seats:
            assert all(card.text is None or pack.name_of(card.text).removeprefix("the ") in alt for card in seat.cards)


@every_table
def test_hand_shows_its_reader_all_their_cards_and_their_turn(game: Game, table: str) -> None:
    """With the longest names; cards that may not be played are marked, at least where one card is a move."""
    for position in sample_positions(game, table):
        for reader in list_readers(position):
            view = position.view(reader)
            scene = presenter_of(game).hand(view, players(position.seats, reader, WIDE), TITLE)
            assert len(text.alt_text(scene)) <= MAX_ALT_LETTERS
            assert len(text.scene_text(scene)) <= MAX_LETTERS
            assert scene.your_turn is (reader in position.state.awaited)
            if view["hand"] is not None:
                assert sorted(card.text or "" for card in scene.cards) == sorted(view["hand"])
            barred = {card.text for card in scene.cards if card.state == "barred"}
            barred_cards = set(view["barred"]) & set(view["hand"] or ())
            assert barred == barred_cards or (
                barred < barred_cards and not view["moves"]
            )  # of a form its note may say it


@every_table
def test_scene_holds_no_card_that_its_reader_may_not_know(game: Game, table: str) -> None:
    """Face up, in a sentence, in words, alt text or picture, for every reader."""
    samples, pack, count = samples_of(game), pack_of(game), 0
    for number, position in enumerate(sample_positions(game, table)):
        if position.view()["phase"] in {"deal", "cut", "finished"}:
            continue  # nothing is hidden (K5.2)
        for reader in (None, *list_readers(position)):
            scene = make_scene(game, position, reader)
            known_cards = samples.known(position.view(reader))
            assert {card.text for card in list_cards(scene) if card.text} <= known_cards
            sentence = f"{text.alt_text(scene)} {text.scene_text(scene)}"
            assert samples.told(sentence) | cards_signed(pack, sentence) <= known_cards
            if number % 4 == 0 and reader in {None, *position.state.to_act}:
                assert {face.card for face in lay_scene(scene).faces() if face.card in set(pack.cards())} <= known_cards
            count += 1
    assert count > 10


@every_table
def test_scene_is_the_same_for_equal_views_and_leaves_them_alone(game: Game, table: str) -> None:
    """So that equal scenes are drawn once; what is left to chance or to the clock would differ."""
    presenter = presenter_of(game)
    for position in sample_positions(game, table, each=10):
        for reader in (None, *position.state.to_act[:1]):
            who, view = players(position.seats, reader), position.state.view(reader)
            before = deepcopy(view)
            scene = make_scene(game, position, reader)
            second_scene = presenter.table(view, who, TITLE) if reader is None else presenter.hand(view, who, TITLE)
            assert second_scene == scene
            assert hash(second_scene) == hash(scene)
            assert view == before


@every_table
def test_picture_cuts_nothing_short_and_is_no_narrow_column(game: Game, table: str) -> None:
    """Of the board and of the hand of whoever is to act: it is seen whole on a phone."""
    samples, drawn = samples_of(game), 0
    for position in sample_positions(game, table, each=12):
        for reader in (None, *position.state.to_act[:1]):
            scene = make_scene(game, position, reader)
            sketch = lay_scene(scene)
            assert sketch.width == WIDTH_PX
            ledger = isinstance(scene, TableScene) and scene.ledger is not None
            highest = max(samples.highest, samples.highest_ledger if ledger else 0)
            assert sketch.height <= sketch.width * highest
            assert all(words.size >= SMALLEST_SIZE_PX for words in sketch.words())
            cut = [words.text for words in sketch.words() if ELLIPSIS in words.text]
            assert not cut or samples.may_cut(scene), (position.state.phase, scene.prompt)
            drawn += 1
    assert drawn
