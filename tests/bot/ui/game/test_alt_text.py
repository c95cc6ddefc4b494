"""Alt text of real tables: whose turn it is, every total, and the trick or the pile are in it, always."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from bot.ui.game import common_texts
from bot.ui.game.players import Players
from bot.ui.game.presenter import Presenter
from bot.ui.scene import text as scene_text
from bot.ui.scene.scene import TableScene
from rules.contract import View
from rules.registry import GAMES
from rules.table import Table
from tests.rules.chances import any_setting, steps
from tests.sheets import NAMES, WIDE

NUMBER = r"(about )?(minus )?(\d+(?:\.\d+e\d+)?)"
BETWEEN = {"deal", "cut", "finished"}
"""The phases in which a table may show the hand that ended last."""
LONG = tuple(f"{'W' * 30}{seat:02} did what has to be told in a sentence of its own." for seat in range(9))
"""More than what happened ever comes to."""


def presenter_of(game: str) -> Presenter:
    """Return the look of a game, its pack registered."""
    package: Any = importlib.import_module(f"cogs.games.{game}")
    result: Any = next(
        value for value in vars(package).values() if isinstance(value, type) and hasattr(value, "presenter")
    )
    result.register()
    return result.presenter


@cache
def play_views(game: str, seed: int) -> list[View]:
    """Return public views of a random game with as many players as there may be."""
    rng, seats, matches = Random(f"{game} {seed}"), GAMES[game].seats[1], list[View]()
    setting = any_setting(GAMES[game], rng)
    while setting["seats"] != seats:
        setting = any_setting(GAMES[game], rng)
    for number, table in enumerate(steps(Table.new(GAMES[game], **setting), rng)):
        if number > 1500:
            break
        if number % 7 and table.state.phase not in BETWEEN:
            continue
        view = table.state.view(None)
        if number % 7 == 0 or common_texts.shows_last_hand(view):
            matches.append(view)
    return matches


def play_scenes(game: str, names: tuple[str, ...], seed: int) -> Iterator[TableScene]:
    """Yield the tables of such a game as scenes."""
    presenter, players = presenter_of(game), Players(names[: GAMES[game].seats[1]])
    for view in play_views(game, seed):
        yield presenter.table(view, players, "T" * 32)._replace(sentences=LONG)


def find_numbers(word: str, sentence: str) -> list[str]:
    """Return the numbers that are said after a word, in their order."""
    return ["".join(text) for text in re.findall(rf"\b{word} {NUMBER}", sentence)]


def spell_numbers(numbers: list[int]) -> list[str]:
    """Return these numbers as they are said."""
    return [f"minus {-number}" if number < 0 else str(number) for number in numbers]


@pytest.mark.parametrize("names", [WIDE, NAMES], ids=["wide", "short"])
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", sorted(GAMES))
def test_alt_text_has_turn_totals_and_trick(game: str, seed: int, names: tuple[str, ...]) -> None:
    ledgers = 0
    for scene in play_scenes(game, names, seed):
        description = scene_text.alt_text(scene)
        assert len(description) <= scene_text.MAX_ALT_LETTERS
        if any(seat.to_act for seat in scene.seats):
            assert re.search(r"It is .+'s turn\.|It is the turn of .+\.", description), description
        scores = [seat.score for seat in scene.seats if seat.score is not None]
        if scene.ledger is not None:
            ledgers += 1
            assert find_numbers("total", description) == spell_numbers([row.total for row in scene.ledger.rows]), (
                description
            )
        else:
            sides = [side.score for side in scene.sides if side.score is not None]
            assert scores or sides
            assert find_numbers("score", description) == spell_numbers([*scores, *sides]), description
        for seat in scene.seats:
            for card in seat.cards:
                assert card.text is None or scene_text.card_name(scene.pack, card.text) in description
        if game == "five_crowns" and scene.zones and scene.zones[0].title == "Stock":
            _, pile = scene.zones[:2]
            assert "Stock: " in description
            assert "Discards: " in description
            assert not pile.cards or scene_text.card_name(scene.pack, pile.cards[-1].text) in description
    assert ledgers or game == "five_crowns"  # whose random hands take long


def play_settled(seats: int, names: tuple[str, ...], limit: int) -> Iterator[tuple[TableScene, View]]:
    """Yield tables of Voren between two hands and after the last, where everybody stays: no tricks are longer."""
    rng, presenter, game = Random(f"settled {seats}"), presenter_of("voren"), GAMES["voren"]
    state = game.new(seats, game.resolve({"hands": 12, "limit": limit}, seats), 0)
    while True:
        view = state.view(None)
        if common_texts.shows_last_hand(view):
            yield presenter.table(view, Players(names[:seats]), "T" * 32), view
        if state.finished:
            return
        if state.expects is not None:
            cards = list(state.expects.cards)
            rng.shuffle(cards)
            state = state.chance(state.expects.event, cards)
        else:
            seat = state.to_act[0]
            moves: list[str] = state.view(seat)["moves"]
            state = state.apply(seat, "stay" if "stay" in moves else rng.choice(moves))


@pytest.mark.parametrize("names", [WIDE, NAMES], ids=["wide", "short"])
@pytest.mark.parametrize("seats", range(8, 11))
def test_of_a_hand_that_is_over_nothing_that_counts_is_lost(seats: int, names: tuple[str, ...]) -> None:
    """Who has won or deals next, and every total, at the fullest tables; the log has the tricks."""
    for scene, view in play_settled(seats, names, limit=5):
        description = scene_text.alt_text(scene)
        assert len(description) <= scene_text.MAX_ALT_LETTERS
        assert re.search(r" wins? with \S+\." if view["finished"] else r" deals next\.", description), description
        assert " over. " in description
        assert scene.ledger is not None
        assert find_numbers("total", description) == spell_numbers([row.total for row in scene.ledger.rows]), (
            description
        )


@pytest.mark.parametrize("names", [WIDE, NAMES], ids=["wide", "short"])
@pytest.mark.parametrize("seats", range(8, 11))
def test_of_pots_without_a_limit_every_total_is_told(seats: int, names: tuple[str, ...]) -> None:
    """Where totals are as long as they become in a dozen hands."""
    for scene, _ in play_settled(seats, names, limit=0):
        description = scene_text.alt_text(scene)
        assert len(description) <= scene_text.MAX_ALT_LETTERS
        assert scene.ledger is not None
        assert find_numbers("total", description) == spell_numbers([row.total for row in scene.ledger.rows]), (
            description
        )


def test_a_table_that_is_not_full_is_told_in_full() -> None:
    """Nothing is left out where there is room."""
    scene = next(play_scenes("voren", NAMES, 0))._replace(sentences=("Ada dealt.",), seats=())
    assert "Ada dealt." in scene_text.alt_text(scene)


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"five_crowns"}))
def test_alt_text_says_which_card_is_winning_and_which_has_won(game: str) -> None:
    """Read aloud and written: at the table, where the last trick lies, and beside a hand, where this one does."""
    rng, presenter, seats, cases = Random(game), presenter_of(game), GAMES[game].seats[1], set[str]()
    options, players = GAMES[game].resolve({}, seats), Players(NAMES[:seats])
    for table in steps(Table.new(GAMES[game], seats=seats, options=options, dealer=0), rng):
        view = table.state.view(None)
        lying = [*presenter.table(view, players, "T").zones, *presenter.hand(table.state.view(0), players, "T").zones]
        for zone in lying:
            over = len(view["tricks"])
            running = dict.fromkeys(("This trick", f"Trick {over + 1}"), "winning")
            finished = dict.fromkeys((f"Trick {over}", "Last trick", f"Last trick, {over}"), "won")
            best = (running | finished).get(zone.title)
            if best is None:
                continue
            alone = TableScene(presenter.pack, "T", zones=(zone,))
            for text in (scene_text.alt_text(alone), scene_text.scene_text(alone)):
                assert re.findall(r"\b(winning|won)\)", text) == [best], text
            cases.add(best)
        if len(cases) == 2:
            break
    assert cases == {"winning", "won"}


def test_poke_takers_discard_is_told_card_by_card() -> None:
    """Each by the name that it has elsewhere, and apart from the next one."""
    rng, presenter, game = Random("poke"), presenter_of("voren"), GAMES["voren"]
    for table in steps(Table.new(game, seats=3, options=game.resolve({"hands": 60}, 3), dealer=0), rng):
        view = table.state.view(None)
        if common_texts.shows_last_hand(view) and view["last"]["laid"]:
            laid = [scene_text.card_name("voren", card) for card in view["last"]["laid"]]
            taker = NAMES[view["last"]["poke_taker"]]
            description = scene_text.alt_text(presenter.table(view, Players(NAMES[:3]), "T"), limit=100_000)
            assert f"{taker} swapped: {', '.join(laid)}.".replace("the Wolf", "Wolf") in description
            return
    pytest.fail("nobody took the poke")
