"""Voren's pad: one form without typing."""

from __future__ import annotations

import pytest

from bot.pads.entry_forms import EntryContext, PickField, UnclearInput
from cogs.games.voren.pad import VorenPad
from rules.registry import GAMES

GAME, PRESENTER = GAMES["voren"], VorenPad()
CONTEXT = EntryContext(GAME.resolve({}), ("Ada", "Bela", "Cleo"), 0, 0)


def test_everybody_is_in_it_as_having_stayed_and_nothing_is_typed() -> None:
    (way,) = PRESENTER.ways(CONTEXT)
    (form,) = way.forms
    assert all(isinstance(field, PickField) for field in form.fields)
    stayed = form.fields[0]
    assert isinstance(stayed, PickField)
    assert stayed.chosen == ("0", "1", "2")


def test_tricks_are_counted() -> None:
    form = {"stayed": ["0", "2"], "first": ["2"], "second": ["0"], "third": ["2"], "wolf": ["0"]}
    facts = PRESENTER.read_facts(CONTEXT, "hand", {"hand": form})
    assert facts == {"stayed": [0, 2], "tricks": [1, 0, 2], "wolf_exempt": 0}


def test_missing_trick_is_asked_about_unless_one_seat_stayed_in() -> None:
    form = {"stayed": ["0", "2"], "first": ["2"], "second": [], "third": []}
    with pytest.raises(UnclearInput) as error:
        PRESENTER.read_facts(CONTEXT, "hand", {"hand": form})
    assert "second trick" in error.value.sentence
    alone = PRESENTER.read_facts(CONTEXT, "hand", {"hand": {"stayed": ["1"]}})
    assert alone == {"stayed": [1], "tricks": [0, 0, 0], "wolf_exempt": None}
