"""The worked example of the rulebook, and the view that the documentation shows of it."""

import json

from rules.table import Table
from tests.rules.voren.decks import deal_hands, list_moves, play_moves, table
from tests.support.needs import ROOT


def play_worked_example() -> Table:
    """Return the table of the rulebook's worked example, after the words of all four seats."""
    at = deal_hands(table(4, 3), {0: "GS 2H 1D", 2: "1S WOLF 5C", 3: "2S 4C 2D"}, "4H")
    return play_moves(at, "deal", "stay", "fold", "stay", "stay")


def test_the_worked_example() -> None:
    at = play_moves(play_worked_example(), "GS", "1S", "2S")
    assert list_moves(at) == ["2H"]
    at = play_moves(at, "2H")
    assert list_moves(at) == ["WOLF"]
    at = play_moves(at, "WOLF", "4C", "5C", "2D", "1D")
    assert list(at.state.score().hands[0]) == [2, -3, 7, -6]
    view = at.state.view(None)
    assert (view["dealer"], view["owed"], view["pot"]) == (0, [0, 0, 0, 15], 27)


def test_the_view_shown_in_the_documentation() -> None:
    page = (ROOT / "docs/views/voren.md").read_text()
    data = json.loads(page.split("```json")[1].split("```")[0])
    view = play_moves(play_worked_example(), "GS", "1S", "2S", "2H").state.view(2)
    barred = data.pop("barred")
    assert {card: (clause, instead) for card, (clause, _, instead) in view["barred"].items()} == {
        card: (clause, instead) for card, (clause, _, instead) in barred.items()
    }
    assert {key: view[key] for key in data} == data
