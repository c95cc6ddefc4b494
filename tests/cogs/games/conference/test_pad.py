"""Conference's pad: two sides (C1.3), and only what the options let happen."""

from __future__ import annotations

from typing import Any

import pytest

from bot.pads.entry_forms import EntryContext, PickField, UnclearInput
from cogs.games.conference.pad import ConferencePad
from rules.registry import GAMES

GAME, PRESENTER = GAMES["conference"], ConferencePad()
NAMES = ("Ada", "Bela", "Cleo", "Dora")
PLAIN_HAND = EntryContext(GAME.resolve({}), NAMES, 0, 0)
SPECIAL_HAND = EntryContext(GAME.resolve({"good_evil": "allegiance", "gallowglass": True}), NAMES, 0, 0)


def read_form(context: EntryContext, first: str, second: str, tricks: str, *played: str) -> dict[str, Any]:
    form = {"points_0": [first], "points_1": [second], "tricks": [tricks], "played": list(played)}
    return PRESENTER.read_facts(context, "hand", {"hand": form})


def test_partners_sit_side_by_side() -> None:
    labels = [field.label for field in PRESENTER.ways(PLAIN_HAND)[0].forms[0].fields]
    assert labels == ["Card points: Ada and Bela", "Card points: Cleo and Dora", "Tricks: Ada and Bela"]


@pytest.mark.parametrize(
    ("options", "values"),
    [
        ({}, []),
        ({"good_evil": "none"}, []),
        ({"gallowglass": True}, ["gallowglass"]),
        ({"good_evil": "allegiance"}, ["call"]),
        ({"good_evil": "allegiance", "gallowglass": True}, ["gallowglass", "call"]),
    ],
)
def test_only_what_can_have_been_played_is_asked_for(options: dict[str, Any], values: list[str]) -> None:
    fields = PRESENTER.ways(PLAIN_HAND._replace(options=GAME.resolve(options)))[0].forms[0].fields
    names = [value for field in fields if isinstance(field, PickField) for value, _ in field.options]
    assert names == values


def test_one_side_may_stay_blank_where_all_cards_count() -> None:
    expected = {"card_points": [86, 60], "tricks": [10, 9], "gallowglass": False, "call": False}
    assert (
        read_form(PLAIN_HAND, "86", "", "10")
        == read_form(PLAIN_HAND, "", "60", "10")
        == read_form(SPECIAL_HAND, "", "60", "10")
        == expected
    )
    assert read_form(SPECIAL_HAND, "50", "40", "0", "call") == {
        "card_points": [50, 40],
        "tricks": [0, 19],
        "gallowglass": False,
        "call": True,
    }


@pytest.mark.parametrize(
    ("context", "form", "why"),
    [
        (PLAIN_HAND, ("", "", "10"), "Type the card points of Ada and Bela."),
        (SPECIAL_HAND, ("50", "", "10", "gallowglass"), "Type the card points of Cleo and Dora"),
        (PLAIN_HAND, ("150", "", "10"), "only 146"),
        (PLAIN_HAND, ("86", "60", ""), "Tricks of Ada and Bela"),
        (PLAIN_HAND, ("86", "60", "20"), "there are 19 in all"),
    ],
)
def test_more_is_asked_about(context: EntryContext, form: tuple[str, ...], why: str) -> None:
    with pytest.raises(UnclearInput) as error:
        read_form(context, *form)
    assert why in error.value.sentence
