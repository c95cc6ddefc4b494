"""The example hands: our own in seeds/, and the logs beside the checkout with answers from elsewhere."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.protocol import score_json
from rules.table import Table, load_event
from tests.needs import ROOT, shared
from tests.rules.five_crowns.stacked import GAME

OWN = sorted((ROOT / "seeds/five_crowns/examples").glob("*.json"))
SHARED = range(1, 5)


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
    book = (ROOT / "seeds/five_crowns/rulebook.md").read_text()
    assert shown == {line.split("**")[1] for line in book.splitlines() if line.startswith("**F")}


@pytest.mark.parametrize("number", SHARED)
def test_logs_from_elsewhere(number: int) -> None:
    follow(json.loads(shared(f"examples/five_crowns-{number}.json").read_text()))


@pytest.mark.clause("F2.2", "F4.2", "F4.1", "F3.3", "F5.2")
def test_the_rulebooks_worked_examples() -> None:
    from rules.melds import arrange, hand_of

    for wild, cards, left in (
        (7, "9D 7S JD", 0),
        (7, "6D 7T 7T 9D", 0),
        (8, "8S QS QT", 0),
        (4, "JOKER 9H", 59),
    ):
        assert arrange(hand_of(cards.split()), wild).left == left
