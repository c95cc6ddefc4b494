"""Values that cannot be shared by accident: positions are frozen all the way down, and answers are the caller's own."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from enum import Enum
from random import Random
from typing import Any

import pytest

from rules.contract import Game, State
from rules.table import Table
from tests.rules.sampled_games import FEW, every_game, sample_positions

PLAIN = (str, int, bool, bytes, type(None), Enum)
"""The types of values that cannot be changed."""


def list_parts(value: object) -> list[object]:
    """Return the parts of a value one step down. Raises AssertionError for what could be changed in place."""
    if isinstance(value, PLAIN):
        return []
    if isinstance(value, tuple | frozenset):
        assert not hasattr(value, "__dict__"), f"{type(value).__qualname__} can take new attributes: it has no slots"
        return list(value)
    assert is_dataclass(value), f"{type(value).__module__}.{type(value).__qualname__} is no plain value"
    assert not hasattr(value, "__dict__"), f"{type(value).__qualname__} can take new attributes: it has no slots"
    for field in fields(value):
        with pytest.raises(AttributeError):
            setattr(value, field.name, getattr(value, field.name))
    return [getattr(value, field.name) for field in fields(value)]


def assert_unchangeable(value: object, visited: set[int]) -> None:
    """Assert that no part of a value can be changed in place, as `list_parts` finds."""
    if id(value) in visited:
        return
    visited.add(id(value))
    for part in list_parts(value):
        assert_unchangeable(part, visited)


def spoil(value: Any) -> None:
    """Change every list and dict within, what is nested first."""
    if isinstance(value, dict):
        for entry in value.values():
            spoil(entry)
        value.clear()
        value["spoilt"] = True
    elif isinstance(value, list):
        for entry in value:
            spoil(entry)
        value[:] = ["spoilt"]


def list_answers(state: State, seats: int) -> list[Any]:
    """Return every view and every template of a position, as callers get them."""
    viewers = (None, *range(seats))
    views = [state.view(viewer) for viewer in viewers]
    return [*views, *([choice.to_view() for choice in state.legal(seat).choices] for seat in range(seats))]


@every_game
@pytest.mark.parametrize("seed", FEW[:2])
def test_a_position_is_frozen_all_the_way_down(game: Game, seed: int) -> None:
    for table in sample_positions(game, Random(seed)):
        assert_unchangeable(table.state, set())
        assert hash(table.state) == hash(table.replay(()).state)


@every_game
@pytest.mark.parametrize("seed", FEW[:2])
def test_mutating_an_answer_changes_no_position(game: Game, seed: int) -> None:
    tables = sample_positions(game, Random(seed))
    before = [json.dumps(list_answers(table.state, table.seats)) for table in tables]
    for table in tables:
        for answer in list_answers(table.state, table.seats):
            spoil(answer)
    assert [json.dumps(list_answers(table.state, table.seats)) for table in tables] == before
    other = Table.new(game, tables[0].seats, dict(tables[0].options), tables[0].dealer)
    assert json.dumps(list_answers(other.state, other.seats)) == json.dumps(
        list_answers(tables[0].without_events().state, other.seats)
    )


@every_game
@pytest.mark.parametrize("seed", FEW[:2])
def test_the_options_of_a_table_are_read_only_wherever_it_goes(game: Game, seed: int) -> None:
    """All tables of a game have the same ones: what was written to one would be played under at every later one."""
    rng = Random(seed)
    for table in sample_positions(game, rng):
        before = json.dumps(table.dump())
        loaded = Table.load(json.loads(before))
        for each_table in (table, table.without_events(), table.imagine(None, rng), loaded):
            options: Any = each_table.options
            for name in options:
                with pytest.raises(TypeError):
                    options[name] = "spoilt"
            with pytest.raises(AttributeError):
                options.clear()
            assert options == table.options
        spoil(table.dump())
        assert json.dumps(table.dump()) == before


def test_mutable_values_are_detected() -> None:
    for bad in ([], {}, {"a": 1}, (1, []), ((1, ({},)),), bytearray(b"x")):
        with pytest.raises(AssertionError):
            assert_unchangeable(bad, set())
