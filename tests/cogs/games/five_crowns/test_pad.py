"""Five Crowns' pad: the deal that comes next is chosen, and whoever has nothing left went out."""

from __future__ import annotations

import pytest

from bot.pads.entry_forms import EntryContext, PickField, TextField
from cogs.games.five_crowns.pad import FiveCrownsPad
from rules.registry import GAMES

GAME, PRESENTER = GAMES["five_crowns"], FiveCrownsPad()
NAMES = ("Ada", "Bela", "Cleo", "Dora", "Emil", "Fay")


@pytest.mark.parametrize(
    ("options", "before", "size"), [({}, 0, "3"), ({"first": 5, "last": 7}, 1, "6"), ({}, 40, "13")]
)
def test_the_next_deal_is_chosen(options: dict[str, int], before: int, size: str) -> None:
    (way,) = PRESENTER.ways(EntryContext(GAME.resolve(options), NAMES, 0, before))
    deal, left_field = way.forms[0].fields
    assert isinstance(deal, PickField)
    assert deal.chosen == (size,)
    assert isinstance(left_field, TextField)
    assert left_field.value == ""


def test_six_numbers_are_enough() -> None:
    context = EntryContext(GAME.resolve({}), NAMES, 0, 0)
    left_field = PRESENTER.ways(context)[0].forms[0].fields[1]
    assert isinstance(left_field, TextField)
    facts = PRESENTER.read_facts(context, "deal", {"deal": {"dealt": ["5"], "left": ["12 0 35 20 7 4"]}})
    assert facts == {"dealt": 5, "left": [12, 0, 35, 20, 7, 4], "out": 1}


def test_going_out_is_unknown_if_several_have_no_cards() -> None:
    context = EntryContext(GAME.resolve({}), NAMES[:3], 0, 0)
    facts = PRESENTER.read_facts(context, "deal", {"deal": {"dealt": ["3"], "left": ["0 0 5"]}})
    assert facts["out"] is None
