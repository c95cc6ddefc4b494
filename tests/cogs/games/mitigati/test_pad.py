"""Mitigati's pad: card points of which one player's may stay blank, and words as people write them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.pads.entry_forms import EntryContext, UnclearInput
from cogs.games.mitigati.pad import MitigatiPad
from rules.registry import GAMES

GAME, PRESENTER = GAMES["mitigati"], MitigatiPad()
CONTEXT = EntryContext(GAME.resolve({}), ("Ada", "Bela", "Cleo"), 0, 0)


def fill_card_points(*points: str, bonuses: str = "") -> dict[str, Any]:
    form = {f"points_{seat}": [text] for seat, text in enumerate(points)}
    return PRESENTER.read_facts(CONTEXT, "played", {"played": {**form, "bonuses": [bonuses]}})


def fill_bargain(*words: str, order: str = "") -> dict[str, Any]:
    form = {f"word_{seat}": [text] for seat, text in enumerate(words)}
    return PRESENTER.read_facts(CONTEXT, "bought", {"bought": {**form, "order": [order] if order else []}})


def test_one_of_the_three_may_stay_blank() -> None:
    assert fill_card_points("40", "", "60") == {"card_points": [40, 46, 60], "bonuses": [0, 0, 0]}
    assert fill_card_points("40", "46", "60", bonuses="Ada: 0\nBela: 10\nCleo: 0")["bonuses"] == [0, 10, 0]


@pytest.mark.parametrize(
    ("points", "why"),
    [
        (("", "", "60"), "Type the card points of at least two"),
        (("100", "", "60"), "only 146"),
        (("x", "1", "2"), "Ada's card points"),
    ],
)
def test_more_is_asked_about(points: tuple[str, ...], why: str) -> None:
    with pytest.raises(UnclearInput) as error:
        fill_card_points(*points)
    assert why in error.value.sentence


@pytest.mark.parametrize(
    ("text", "word"),
    [("ask 20", ["ask", 20]), ("a20", ["ask", 20]), ("O 35", ["offer", 35]), ("Offered: 7", ["offer", 7]), ("-", None)],
)
def test_words_are_read_as_people_write_them(text: str, word: list[Any] | None) -> None:
    assert fill_bargain(text, "", "offer 40") == {"words": [word, None, ["offer", 40]]}


@pytest.mark.parametrize("text", ["20", "pass", "ask", "ask twenty", "ask 2 0"])
def test_other_words_are_asked_about(text: str) -> None:
    with pytest.raises(UnclearInput) as error:
        fill_bargain("", text, "offer 40")
    assert "Bela" in error.value.sentence


def test_the_order_is_said_by_choosing_it() -> None:
    assert fill_bargain("ask 5", "offer 5", "offer 40", order="2 0 1")["order"] == [2, 0, 1]


def test_without_bargaining_no_hand_is_bought_off() -> None:
    ways = PRESENTER.ways(CONTEXT._replace(options=GAME.resolve({"bargaining": False})))
    assert [way.key for way in ways] == ["played"]
