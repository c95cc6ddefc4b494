"""Abracadabra's pad: a form a player, with bid cards as people write them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.pads.entry_forms import Asked, Unclear
from cogs.games.abracadabra.pad import AbracadabraPad
from rules.registry import GAMES

GAME, LOOK = GAMES["abracadabra"], AbracadabraPad()
ASKED = Asked(GAME.resolve({}, 2), ("Ada", "Bela"), 0, 0)
BLANK = {"placed": [""], "won": [""], "right": [""], "counts": ["0"], "pile": ["no"]}


def told(**fields: str) -> dict[str, Any]:
    """What Ada's form says, filled in so far; Bela's is blank."""
    form = {**BLANK, **{key: [text] for key, text in fields.items()}}
    hands = LOOK.told(ASKED, "played", {"0": form, "1": BLANK})["hands"]
    assert hands[1] == {
        "placed": [],
        "won": [],
        "right_kept": [],
        "right_lost": [],
        "tricks": 0,
        "own": 0,
        "pile": False,
    }
    return hands[0]


@pytest.mark.parametrize(
    ("text", "placed"),
    [
        ("2 7 J", [2, 7, 11]),
        ("12, 1 10", [1, 10, 12]),
        ("k 2,3", [2, 3, 13]),
        ("A", [1]),
        ("card 7", [7]),
        ("the 9", [9]),
        ("3 cards", 3),
        ("1 card", 1),
        ("", []),
        ("none", []),
    ],
)
def test_placed_cards(text: str, placed: list[int] | int) -> None:
    assert told(placed=text)["placed"] == placed


@pytest.mark.parametrize(
    ("text", "kept", "lost"),
    [
        ("kept 5 9, lost 3", [5, 9], [3]),
        ("Lost: a; kept: q k", [12, 13], [1]),
        ("lost 3", [], [3]),
        ("5 9 / 3", [5, 9], [3]),
        ("5 9 /", [5, 9], []),
        ("", [], []),
    ],
)
def test_right_hand_cards(text: str, kept: list[int], lost: list[int]) -> None:
    hand = told(right=text)
    assert (hand["right_kept"], hand["right_lost"]) == (kept, lost)


@pytest.mark.parametrize(("text", "counts"), [("5 3", (5, 3)), ("5/3", (5, 3)), ("5, 3", (5, 3)), ("0", (0, 0))])
def test_tricks_and_cards_of_the_suit(text: str, counts: tuple[int, int]) -> None:
    hand = told(counts=text)
    assert (hand["tricks"], hand["own"]) == counts


def test_the_pile() -> None:
    assert told(pile="yes")["pile"]


@pytest.mark.parametrize(
    "fields",
    [
        {"placed": "7"},  # one card, or how many?
        {"placed": "2 14"},
        {"placed": "2 0010"},
        {"won": "Z"},
        {"right": "5 9"},
        {"right": "kept 5 x"},
        {"counts": "5"},
        {"counts": ""},
        {"counts": "five 3"},
    ],
)
def test_what_is_not_clear_is_asked_about(fields: dict[str, str]) -> None:
    with pytest.raises(Unclear) as found:
        told(**fields)
    assert found.value.sentence.startswith("Ada: ")


def test_a_void_deal_has_no_forms() -> None:
    ways = {way.key: way for way in LOOK.ways(ASKED)}
    assert [form.key for form in ways["played"].forms] == ["0", "1"]
    assert ways["void"].forms == ()
    assert LOOK.told(ASKED, "void", {}) == {"void": True}
