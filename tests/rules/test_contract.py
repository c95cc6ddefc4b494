"""What every game brings along, found by walking the registry: a game that lacks something fails by its name."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rules.contract import Option, Pack, Refusal
from rules.perft import perft
from rules.protocol import score_json
from rules.registry import GAMES
from rules.table import Table, load_event
from tests.rules.rulebooks import game_folder, read_clauses
from tests.support.needs import ROOT, need_shared

EXAMPLES = [(game, path) for game in GAMES for path in sorted((ROOT / "seeds" / game / "examples").glob("*.json"))]


def read_given_clauses(game: str) -> list[str]:
    """Return the clauses of the rulebook that the project was given."""
    text = need_shared(f"rules/{game}.md").read_text(encoding="utf-8")
    return re.findall(r"^([A-Z]\d+\.\d+) ", text, re.MULTILINE)


@pytest.mark.parametrize("game", GAMES)
def test_the_rulebook_has_each_clause_once_and_in_order(game: str) -> None:
    clauses = read_clauses(game)
    assert clauses, f"{game}'s rulebook has no clauses"
    assert len(set(clauses)) == len(clauses)
    text = (game_folder(game) / "rulebook.md").read_text(encoding="utf-8")
    assert list(clauses) == re.findall(r"\*\*([A-Z]\d+\.\d+)\*\*", text), "a bold clause number inside a paragraph"
    numbers = [tuple(map(int, clause[1:].split("."))) for clause in clauses]
    assert numbers == sorted(numbers)
    assert len({clause[0] for clause in clauses}) == 1
    sections = re.findall(r"^## ([A-Z]\d+) ", text, re.MULTILINE)
    assert list(dict.fromkeys(clause.split(".")[0] for clause in clauses)) == [
        section for section in sections if any(clause.startswith(section + ".") for clause in clauses)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_the_rulebook_has_exactly_the_clauses_it_was_given(game: str) -> None:
    assert list(read_clauses(game)) == read_given_clauses(game)


@pytest.mark.parametrize("game", GAMES)
def test_there_is_a_page_to_start_from_in_two_minutes(game: str) -> None:
    path = game_folder(game) / "two-minutes.md"
    assert path.exists(), f"{game} has no two-minutes page"
    words = path.read_text(encoding="utf-8").split()
    assert 100 <= len(words) <= 600, f"{game}'s two minutes take {len(words)} words"


@pytest.mark.parametrize("game", GAMES)
def test_there_are_six_example_hands_that_show_every_clause(game: str) -> None:
    paths = [path for owner, path in EXAMPLES if owner == game]
    assert len(paths) >= 6, f"{game} has {len(paths)} example hands"
    clauses = {clause for path in paths for clause in json.loads(path.read_text(encoding="utf-8"))["clauses"]}
    assert clauses == set(read_clauses(game))


@pytest.mark.parametrize(("game", "path"), EXAMPLES, ids=[f"{game}-{path.stem}" for game, path in EXAMPLES])
def test_an_example_hand_replays_to_its_score(game: str, path: Path) -> None:
    example = json.loads(path.read_text(encoding="utf-8"))
    assert set(example) == {"title", "story", "clauses", "game", "score"}
    assert example["title"].strip()
    assert example["story"].strip()
    assert set(example["clauses"]) <= set(read_clauses(game))
    assert example["game"]["game"] == game
    table = Table.load(example["game"])
    assert score_json(table) == example["score"]
    assert example["score"]["hands"], "an example shows at least one whole hand"
    assert table.dump() == example["game"]
    assert Table.load(table.dump()).state == table.state


LOGS = {"voren": 6, "mitigati": 4, "conference": 7, "abracadabra": 6, "five_crowns": 4}
"""How many logs with answers from elsewhere lie beside the project, by game; of a game that is not named, one."""


@pytest.mark.parametrize(
    ("game", "number"), [(game, number) for game in GAMES for number in range(1, LOGS.get(game, 1) + 1)]
)
def test_a_log_from_elsewhere_has_its_answers(game: str, number: int) -> None:
    path = need_shared("examples") / f"{game}-{number}.json"
    assert path.exists(), f"{game} has no log with answers from elsewhere: {path.name}"
    log = json.loads(path.read_text(encoding="utf-8"))
    table = Table.load({**log["game"], "events": []})
    checks = list(log["checks"])
    for count, event in enumerate([None, *log["game"]["events"]]):
        table = table.event(load_event(event)) if event else table
        while checks and checks[0]["after"] == count:
            check = checks.pop(0)
            legal = table.state.legal(check["seat"])
            assert list(table.state.to_act) == check["to_act"]
            assert (sorted(legal.moves), [choice.to_view() for choice in legal.choices]) == (
                check["moves"],
                check["choices"],
            )
    assert not checks
    assert score_json(table) == log["score"]


@pytest.mark.parametrize("game", GAMES)
def test_move_counts_come_out(game: str) -> None:
    path = ROOT / "tests" / "rules" / game / "perft.json"
    assert path.exists(), f"{game} has no perft counts"
    counts: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    assert counts, f"{game} has no perft counts"
    for count in counts:
        pack = count["pack"] and Pack(tuple(count["pack"]["cards"]), tuple(count["pack"]["packets"]))
        table = Table.new(GAMES[game], count["seats"], count["options"], count["dealer"], pack)
        table = table.replay([load_event(event) for event in count["events"]])
        assert perft(table.state, count["depth"]) == count["nodes"], f"{game}: {count['name']}"


OPTIONS = [(game, name) for game in GAMES for name in GAMES[game].options]


@pytest.mark.parametrize(("game", "name"), OPTIONS)
def test_an_option_is_explained_and_admits_what_it_says(game: str, name: str) -> None:
    option: Option = GAMES[game].options[name]
    assert option.text.endswith("."), f"{game}'s option {name} is not explained in a sentence"
    assert len(option.text) <= 200
    assert option.admits(option.default)
    assert re.fullmatch(r"[a-z_]+", name)
    if option.allowed:
        assert all(option.admits(value) for value in option.allowed)
        words = [value for value in option.allowed if isinstance(value, str)]
        assert set(option.labels) >= set(words), f"{game}'s option {name} has values without a label"
    else:
        inside = range(option.low, option.high + 1, option.step)
        assert all(option.admits(value) for value in (*inside, *option.extra_values))
        outside = {option.low - option.step, option.high + option.step, option.low - 1, option.high + 1}
        assert not any(option.admits(value) for value in outside - set(option.extra_values))
        if 0 in (option.low, *option.extra_values):
            assert 0 in option.labels, f"{game}'s option {name}: what does 0 stand for?"
    assert all(option.admits(value) for value in option.labels)
    assert all(label.strip() for label in option.labels.values())
    for wrong in (None, 1.0, [], {}, "", "nonsense", float("nan"), 10**30, -1):
        assert not option.admits(wrong)
    if bool not in {type(value) for value in option.allowed}:
        assert not option.admits(True)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_says_who_it_is(game: str) -> None:
    owner = GAMES[game]
    assert owner.id == game
    assert owner.name
    assert owner.version >= 1
    fewest, most = owner.seats
    assert 2 <= fewest <= most


@pytest.mark.parametrize("game", GAMES)
def test_confidants_are_mutual(game: str) -> None:
    owner = GAMES[game]
    for seat in range(owner.seats[0]):
        assert seat not in owner.conduct.confidants(seat)
        assert all(seat in owner.conduct.confidants(other) for other in owner.conduct.confidants(seat))


@pytest.mark.parametrize("game", GAMES)
def test_the_options_are_those_of_the_rulebook(game: str) -> None:
    text = need_shared(f"rules/{game}.md").read_text(encoding="utf-8")
    for name in GAMES[game].options:
        assert f"`{name}`" in text, f"the rulebook knows no option {name}"


@pytest.mark.parametrize(("game", "said"), [("mitigati", "3"), ("conference", "4"), ("voren", "2 to 10")])
def test_too_many_seats_are_refused_with_the_number_that_fits(game: str, said: str) -> None:
    with pytest.raises(Refusal, match=f"is for {said} seats, not 13") as refused:
        Table.new(GAMES[game], 13)
    assert refused.value.code == "bad_request"
