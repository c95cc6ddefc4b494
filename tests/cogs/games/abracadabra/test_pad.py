"""Abracadabra's pad: a box a player, in the words of the table, with tricks as numbers."""

from __future__ import annotations

from typing import Any

import pytest

from bot.pads.entry_forms import EntryContext, UnclearInput
from cogs.games.abracadabra.pad import AbracadabraPad
from rules.registry import GAMES

GAME, PRESENTER = GAMES["abracadabra"], AbracadabraPad()
ASKED = EntryContext(GAME.resolve({}, 2), ("Ada", "Bela"), 0, 0)
NOTHING = {"placed": [], "won": [], "right_kept": [], "right_lost": [], "tricks": 0, "own": 0, "pile": False}


def told(text: str, *piles: str) -> dict[str, Any]:
    """What Ada's box says; Bela has won nothing."""
    hands = PRESENTER.told(ASKED, "played", {"deal": {"0": [text], "1": ["0"], "pile": piles}})["hands"]
    assert hands[1] == NOTHING
    return hands[0]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("2 7 11", [2, 7, 11]),
        ("2 7 J", [2, 7, 11]),
        ("12, 1 10", [1, 10, 12]),
        ("k 2,3", [2, 3, 13]),
        ("A", [1]),
        ("7", [7]),
        ("3 tricks", 3),
        ("1 trick", 1),
        ("", []),
        ("none", []),
    ],
)
def test_tricks_that_were_named(text: str, named: list[int] | int) -> None:
    assert told(f"5 3 named {text}")["placed"] == named
    assert told(f"5 3, NAMED: {text}")["placed"] == named


@pytest.mark.parametrize(
    ("text", "left", "kept", "lost"),
    [
        ("named 2 7 11 won 2 11 exposed 11", [2], [11], []),
        ("named 2 7 11 won 2 11 doubled 11", [2], [11], []),
        ("named 2 7 11 won 2 doubled 11", [2], [], [11]),
        ("named 2 7 11 doubled 7 J won 7", [], [7], [11]),
        ("named 2 7 won 2 doubled q", [2], [], [12]),
        ("named 2 7 won none", [], [], []),
    ],
)
def test_tricks_that_were_won_and_doubled(text: str, left: list[int], kept: list[int], lost: list[int]) -> None:
    """What was doubled was named, and brings or costs twice."""
    hand = told(f"5 3 {text}")
    assert (hand["won"], hand["right_kept"], hand["right_lost"]) == (left, kept, lost)
    assert set(kept + lost) <= set(hand["placed"])


@pytest.mark.parametrize(("text", "counts"), [("5 3", (5, 3)), ("5/3", (5, 3)), ("5, 3", (5, 3)), ("0", (0, 0))])
def test_tricks_and_cards_of_the_suit(text: str, counts: tuple[int, int]) -> None:
    hand = told(text)
    assert (hand["tricks"], hand["own"]) == counts


def test_the_pile() -> None:
    assert told("5 3", "0")["pile"]
    assert told("5 3 named 2 pile")["pile"]
    assert told("5 3 pile open won 2 named 2")["pile"]
    assert told("5 3 pile exposed won 2 named 2 7 exposed 7")["pile"]
    assert not told("5 3 named 2")["pile"]


@pytest.mark.parametrize(
    "text",
    [
        *("5 3 named 2 14", "5 3 named 2 0010", "5 3 won Z", "5 3 doubled 5 x", "5", "", "five 3", "named 2"),
        *("5 3 2 7", "5 3 won 2 won 7", "5 3 pile 2"),
    ],
)
def test_what_is_not_clear_is_asked_about(text: str) -> None:
    with pytest.raises(UnclearInput) as found:
        told(text)
    assert found.value.sentence.startswith("Ada: ")


def test_what_was_told_is_written_in_the_words_of_the_table() -> None:
    """Tricks are numbers: J and Q are read, and not written."""
    hand = told("5 3 named 2 7 J Q won 2 J doubled J", "0")
    key, typed = PRESENTER.typed(ASKED, {"hands": [hand, NOTHING]})
    assert (key, typed) == (
        "played",
        {"deal": {"0": ["5 3 named 2 7 11 12 won 2 11 exposed 11"], "1": ["0 0"], "pile": ["0"]}},
    )
    assert PRESENTER.told(ASKED, key, typed)["hands"][0] == hand


def test_a_deal_has_one_form_and_a_void_one_none() -> None:
    ways = {way.key: way for way in PRESENTER.ways(ASKED)}
    (form,) = ways["played"].forms
    assert [field.key for field in form.fields] == ["0", "1", "pile"]
    assert ways["void"].forms == ()
    assert PRESENTER.told(ASKED, "void", {}) == {"void": True}
