"""The example hands: our own in seeds/, and the logs beside the checkout with answers from elsewhere."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.protocol import score_json
from rules.table import Table, load_event
from rules.voren import GAME
from tests.needs import ROOT, shared
from tests.rules.voren.decks import dealt, moved, moves_of, table

OWN = sorted((ROOT / "seeds/voren/examples").glob("*.json"))
SHARED = range(1, 7)


def follow(example: dict[str, Any]) -> None:
    """Replay an example; what it says of moves and scores must come out."""
    game = example["game"]
    at = Table.new(GAME, game["seats"], game["options"], game["dealer"])
    checks: dict[int, list[dict[str, Any]]] = {}
    for check in example.get("checks", []):
        checks.setdefault(check["after"], []).append(check)
    for number, event in enumerate([None, *game["events"]]):
        at = at.event(load_event(event)) if event else at
        for check in checks.pop(number, []):
            assert list(at.state.to_act) == check["to_act"]
            legal = at.state.legal(check["seat"])
            assert (sorted(legal.moves), list(legal.choices)) == (check["moves"], check["choices"])
    assert not checks
    assert score_json(at) == example["score"]


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_our_own(path: Path) -> None:
    example = json.loads(path.read_text())
    assert {"title", "story", "clauses", "game", "score"} == set(example)
    follow(example)


def test_there_are_at_least_six_and_they_show_every_rule_of_the_game() -> None:
    assert len(OWN) >= 6
    shown = {clause for path in OWN for clause in json.loads(path.read_text())["clauses"]}
    book = (ROOT / "seeds/voren/rulebook.md").read_text()
    clauses = {line.split("**")[1] for line in book.splitlines() if line.startswith("**V")}
    assert shown == clauses


@pytest.mark.parametrize("number", SHARED)
def test_logs_from_elsewhere(number: int) -> None:
    follow(json.loads(shared(f"examples/voren-{number}.json").read_text()))


def worked() -> Table:
    """The rulebook's worked example, after the turn-up and the words of all four seats."""
    at = dealt(table(4, 3), {0: "GS 2H 1D", 2: "1S WOLF 5C", 3: "2S 4C 2D"}, "4H")
    return moved(at, "deal", "stay", "fold", "stay", "stay")


def test_the_worked_example() -> None:
    at = moved(worked(), "GS", "1S", "2S")
    assert moves_of(at) == ["2H"]
    at = moved(at, "2H")
    assert moves_of(at) == ["WOLF"]
    at = moved(at, "WOLF", "4C", "5C", "2D", "1D")
    assert list(at.state.score().hands[0]) == [2, -3, 7, -6]
    view = at.state.view(None)
    assert (view["dealer"], view["owed"], view["pot"]) == (0, [0, 0, 0, 15], 27)


def test_the_view_shown_in_the_documentation() -> None:
    page = (ROOT / "docs/views/voren.md").read_text()
    shown = json.loads(page.split("```json")[1].split("```")[0])
    view = moved(worked(), "GS", "1S", "2S", "2H").state.view(2)
    barred = shown.pop("barred")
    assert {card: clause for card, (clause, _) in view["barred"].items()} == {
        card: clause for card, (clause, _) in barred.items()
    }
    assert {key: view[key] for key in shown} == shown
