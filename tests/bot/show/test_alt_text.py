"""Alt text of real tables: whose turn it is, every total, and the trick or the pile are in it, always."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.show import course, words
from bot.show.look import Look, Players
from bot.show.scenes import TableScene
from rules.registry import GAMES
from rules.table import Table
from tests.rules.chances import any_setting, steps
from tests.sheets import NAMES, WIDE

NUMBER = r"(about )?(minus )?(\d+(?:\.\d+e\d+)?)"
LONG = ("Last:", *(f"{'W' * 30}{seat:02} did what has to be told in a sentence of its own." for seat in range(9)))
"""More than what happened ever comes to."""


def look_of(game: str) -> Look:
    """The look of a game, its pack registered."""
    cog: Any = importlib.import_module(f"cogs.{game}.commands")
    found: Any = next(one for one in vars(cog).values() if getattr(one, "look", None) is not None)
    found.register()
    return found.look


def tables(game: str, names: tuple[str, ...], seed: int) -> Iterator[TableScene]:
    """Public tables of a random game with as many players as there may be."""
    rng, look, seats = Random(f"{game} {seed}"), look_of(game), GAMES[game].seats[1]
    setting = any_setting(GAMES[game], rng)
    while setting["seats"] != seats:
        setting = any_setting(GAMES[game], rng)
    for number, table in enumerate(steps(Table.new(GAMES[game], **setting), rng)):
        view = table.state.view(None)
        if number > 1500:
            return
        if number % 7 == 0 or course.shows_last(view):
            yield look.table(view, Players(names[:seats]), "T" * 32)._replace(told=LONG)


def figures(word: str, said: str) -> list[str]:
    """The numbers that are said after a word, in their order."""
    return ["".join(found) for found in re.findall(rf"\b{word} {NUMBER}", said)]


def wanted(numbers: list[int]) -> list[str]:
    """These numbers as they are said."""
    return [f"minus {-number}" if number < 0 else str(number) for number in numbers]


@pytest.mark.parametrize("names", [WIDE, NAMES], ids=["wide", "short"])
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", sorted(GAMES))
def test_alt_text_has_turn_totals_and_trick(game: str, seed: int, names: tuple[str, ...]) -> None:
    ledgers = 0
    for scene in tables(game, names, seed):
        said = words.alt_text(scene)
        assert len(said) <= words.ALT_LIMIT
        if any(seat.to_act for seat in scene.seats):
            assert re.search(r"It is .+'s turn\.|It is the turn of .+\.", said), said
        scores = [seat.score for seat in scene.seats if seat.score is not None]
        if scene.ledger is not None:
            ledgers += 1
            assert figures("total", said) == wanted([row.total for row in scene.ledger.rows]), said
        else:
            sides = [side.score for side in scene.sides if side.score is not None]
            assert scores or sides
            assert figures("score", said) == wanted([*scores, *sides]), said
        for seat in scene.seats:
            for card in seat.cards:
                assert card.text is None or words.card_name(scene.pack, card.text) in said
        if game == "five_crowns" and scene.zones and scene.zones[0].title == "Stock":
            _, pile = scene.zones[:2]
            assert "Stock: " in said
            assert "Discards: " in said
            assert not pile.cards or words.card_name(scene.pack, pile.cards[-1].text) in said
    assert ledgers or game == "five_crowns"  # whose random hands take long


def test_a_table_that_is_not_full_is_told_in_full() -> None:
    """Nothing is left out where there is room."""
    scene = next(tables("voren", NAMES, 0))._replace(told=("Last:", "Ada dealt."), seats=())
    assert "Last: Ada dealt." in words.alt_text(scene)
