"""The line protocol (K6): every request, every refusal, the documented session, and the commands beside `serve`."""

from __future__ import annotations

import json
import logging
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.__main__ import main
from rules.protocol import Server
from rules.registry import GAMES
from rules.simulate import random_table
from rules.table import Table
from tests.support.needs import ROOT

PAGE = ROOT / "docs" / "protocol.md"
STATUS = {"ok", "phase", "hand", "to_act", "expects", "finished"}
VIEW = {
    *("game", "seats", "options", "phase", "number", "dealer", "seat", "hand", "scores", "points", "to_act", "expects"),
    *("finished", "winners", "log", "moves", "choices", "barred", "last"),
}


class Client:
    """A server that is asked in its own process."""

    def __init__(self) -> None:
        self.server = Server()

    def __call__(self, op: str, **fields: Any) -> dict[str, Any]:
        return json.loads(self.server.answer(json.dumps({"op": op, **fields})))

    def refusal_code(self, op: str, **fields: Any) -> str:
        """Return the code of a refusal of the exact shape."""
        return read_code(self(op, **fields))


def read_code(answer: dict[str, Any]) -> str:
    assert set(answer) == {"ok", "error"}
    assert answer["ok"] is False
    assert set(answer["error"]) == {"code", "clause", "message"}
    assert isinstance(answer["error"]["message"], str)
    assert answer["error"]["message"]
    assert answer["error"]["clause"] is None or re.fullmatch(r"[A-Z]\d+(\.\d+)?", answer["error"]["clause"])
    return answer["error"]["code"]


@pytest.fixture
def ask() -> Client:
    return Client()


def deal_table(ask: Client, **fields: Any) -> int:
    """Return a table of Voren whose first hand is dealt in canonical order."""
    table = ask("new", game="voren", seats=3, **fields)
    status = ask("chance", table=table["table"], event="deal", cards=table["expects"]["cards"])
    assert status["phase"] == "dealer"
    return table["table"]


@pytest.mark.clause("K6")
def test_the_documented_session_runs_as_it_stands() -> None:
    session = PAGE.read_text(encoding="utf-8").split("```session\n")[1].split("```")[0].splitlines()
    server = Server()
    assert len(session) > 20
    for text, answer in zip(session[::2], session[1::2], strict=True):
        assert text[:2] == "> "
        assert answer[:2] == "< "
        assert json.loads(server.answer(text[2:])) == json.loads(answer[2:]), text


def test_the_page_names_every_request_every_code_and_every_common_key() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert set(re.findall(r'\| `\{"op":"(\w+)"', page)) == set(Server()._ops)
    from typing import get_args

    from rules.contract import Code

    assert set(re.findall(r"^\| `(\w+_\w+)` \|", page, re.MULTILINE)) >= set(get_args(Code))
    keys = page.split("## Views")[1].split("## A session")[0]
    assert set(re.findall(r"`(\w+)`", keys)) >= VIEW
    for game in GAMES:
        assert f"views/{game}.md" in keys


def test_games(ask: Client) -> None:
    answer = ask("games")
    assert set(answer) == {"ok", "games"}
    listed = {game["id"]: game for game in answer["games"]}
    assert set(listed) == set(GAMES)
    assert listed["voren"] == {
        "id": "voren",
        "seats": [2, 10],
        "options": {
            "ante": {"default": 3, "min": 3, "max": 300, "step": 3},
            "hands": {"default": 0, "min": 0, "max": 100, "step": 1},
            "no_trump_turnup": {"default": "crowns", "allowed": ["crowns", "unsuited"]},
            "limit": {"default": 0, "min": 0, "max": 100, "step": 1},
        },
    }
    for game in answer["games"]:
        for option in game["options"].values():
            assert set(option) - {"also"} in ({"default", "allowed"}, {"default", "min", "max", "step"})


def test_new_gives_a_table_and_its_status(ask: Client) -> None:
    for number, game in enumerate(GAMES.values(), start=1):
        answer = ask("new", game=game.id, seats=game.seats[0])
        assert set(answer) == STATUS | {"table"}
        assert (answer["ok"], answer["table"], answer["phase"], answer["hand"]) == (True, number, "deal", 0)
        assert (answer["to_act"], answer["finished"]) == ([], False)
        assert answer["expects"]["event"] == "deal"
        assert ask("status", table=number) == {key: answer[key] for key in STATUS}


def test_every_answer_has_its_shape(ask: Client) -> None:
    table = deal_table(ask)
    assert set(ask("status", table=table)) == STATUS
    legal = ask("legal", table=table, seat=0)
    assert legal == {"ok": True, "moves": ["deal", "deal allplay", "deal poke", "deal poke allplay"], "choices": []}
    assert ask("legal", table=table, seat=1) == {"ok": True, "moves": [], "choices": []}
    assert set(ask("apply", table=table, seat=0, move="DEAL")) == STATUS
    for seat in (None, 0, 1):
        view = ask("view", table=table, seat=seat)
        assert set(view) == {"ok", "view"}
        assert set(view["view"]) >= VIEW
    score = ask("score", table=table)
    assert score == {"ok": True, "hands": [], "totals": [0, 0, 0], "finished": False, "winners": []}
    assert ask("perft", table=table, depth=0) == {"ok": True, "nodes": 1}
    assert ask("perft", table=table, depth=1) == {"ok": True, "nodes": 2}
    dump = ask("dump", table=table)
    assert set(dump) == {"ok", "game"}
    assert set(dump["game"]) == {"game", "seats", "options", "dealer", "events"}
    assert [set(event) for event in dump["game"]["events"]] == [{"event", "cards"}, {"seat", "move"}]
    loaded = ask("load", game=dump["game"])
    assert set(loaded) == STATUS | {"table"}
    assert loaded["table"] != table
    assert ask("dump", table=loaded["table"]) == dump
    first, second = (ask("imagine", table=table, seat=1, seed=5) for _ in range(2))
    assert first == second
    assert set(first) == {"ok", "game"}
    again = ask("load", game=first["game"])
    assert ask("view", table=again["table"], seat=1) == ask("view", table=table, seat=1)
    assert any(ask("imagine", table=table, seat=1, seed=seed) != first for seed in range(9))
    assert ask("free", table=table) == {"ok": True}
    assert ask.refusal_code("status", table=table) == "no_such_table"
    assert ask("new", game="voren", seats=2)["table"] not in (table, loaded["table"])


def test_pads_answer_with_points(ask: Client) -> None:
    entry = {"seats": 2, "ante": 3, "dealer": 1, "stayed": [0, 1], "tricks": [2, 1], "wolf_exempt": None}
    answer = ask("pad", game="voren", entry=entry)
    assert answer["ok"]
    assert sum(answer["points"]) == 0
    assert ask.refusal_code("pad", game="voren", entry={**entry, "tricks": [2, 2]}) == "bad_entry"
    assert ask.refusal_code("pad", game="voren", entry={**entry, "more": 1}) == "bad_request"
    assert ask.refusal_code("pad", game="voren", entry=[]) == "bad_request"
    assert ask.refusal_code("pad", game="voren") == "bad_request"
    assert ask.refusal_code("pad", game="whist", entry={}) == "unknown_game"


NO_NUMBERS = [None, True, False, "1", 1.0, 1.5, [], {}, [1]]
FIELDS: dict[str, dict[str, Any]] = {
    "new": {"game": "voren", "seats": 3},
    "chance": {"table": 1, "event": "deal", "cards": []},
    "status": {"table": 1},
    "legal": {"table": 1, "seat": 0},
    "apply": {"table": 1, "seat": 0, "move": "deal"},
    "view": {"table": 1, "seat": 0},
    "imagine": {"table": 1, "seat": 0, "seed": 1},
    "pad": {"game": "voren", "entry": {}},
    "score": {"table": 1},
    "perft": {"table": 1, "depth": 1},
    "dump": {"table": 1},
    "load": {"game": {"game": "voren", "seats": 3, "options": {}, "dealer": 0, "events": []}},
    "free": {"table": 1},
}


@pytest.mark.parametrize("op", FIELDS)
def test_a_field_missing_or_of_the_wrong_type_is_a_bad_request(ask: Client, op: str) -> None:
    deal_table(ask)
    before = ask("dump", table=1)
    for name, value in FIELDS[op].items():
        other_fields = {key: value for key, value in FIELDS[op].items() if key != name}
        assert ask.refusal_code(op, **other_fields) == "bad_request"
        wrong_values: list[Any] = list(NO_NUMBERS)
        if isinstance(value, str):
            wrong_values = [None, True, 1, [], {}]
        elif isinstance(value, dict):
            wrong_values = [None, True, 1, "x", []]
        elif isinstance(value, list):
            wrong_values = [None, True, 1, "x", {}, [1], ["AS", None]]
        if (op, name) == ("view", "seat"):
            wrong_values.remove(None)
        for entry in wrong_values:
            assert ask.refusal_code(op, **other_fields, **{name: entry}) == "bad_request", (name, entry)
    assert ask("dump", table=1) == before


def test_a_dump_that_is_not_whole_is_a_bad_request(ask: Client) -> None:
    dump = Table.new(GAMES["voren"], 3, {}, 0).dump()
    for name in dump:
        assert (
            ask.refusal_code("load", game={key: value for key, value in dump.items() if key != name}) == "bad_request"
        )
    for events in (
        None,
        {},
        [1],
        [{}],
        [{"seat": 0}],
        [{"move": "deal"}],
        [{"event": "deal"}],
        [{"cards": []}],
        [{"seat": True, "move": "deal"}],
        [{"seat": 3, "move": "deal"}],
        [{"event": 1, "cards": []}],
    ):
        assert ask.refusal_code("load", game={**dump, "events": events}) == "bad_request", events
    assert ask.refusal_code("load", game={**dump, "game": "chess"}) == "unknown_game"
    assert ask.refusal_code("load", game={**dump, "options": {"ante": 4}}) == "bad_option"
    assert ask.refusal_code("load", game={**dump, "events": [{"seat": 0, "move": "deal"}]}) == "not_your_turn"
    assert ask.refusal_code("load", game={**dump, "events": [{"event": "cut", "cards": []}]}) == "unexpected_chance"
    assert ask.refusal_code("load", game={**dump, "events": [{"event": "deal", "cards": ["1S"]}]}) == "bad_cards"


def test_every_refusal_code(ask: Client) -> None:
    for seats, dealer in ((1, 0), (11, 0), (-3, 0), (0, 0), (10**30, 0), (3, 3), (3, -1), (3, 10**30)):
        assert ask.refusal_code("new", game="voren", seats=seats, dealer=dealer) == "bad_request"
    for game in ("Voren", "", "chess", "\ud800", "x" * 10_000):
        assert ask.refusal_code("new", game=game, seats=3) == "unknown_game"
    for options in (
        {"ante": 4},
        {"ante": True},
        {"ante": "3"},
        {"ante": 3.0},
        {"nonsense": 1},
        {"limit": None},
        {"no_trump_turnup": 1},
        {"no_trump_turnup": "Crowns"},
        {"": 0},
        {"ante": 10**30},
        {"ante": []},
    ):
        assert ask.refusal_code("new", game="voren", seats=3, options=options) == "bad_option"
    for options in (None, [], 3, "ante"):
        assert ask.refusal_code("new", game="voren", seats=3, options=options) == "bad_request"
    fresh = ask("new", game="voren", seats=3)["table"]
    assert ask.refusal_code("apply", table=fresh, seat=0, move="deal") == "not_your_turn"
    assert ask.refusal_code("chance", table=fresh, event="reshuffle", cards=[]) == "unexpected_chance"
    assert ask.refusal_code("chance", table=fresh, event="deal", cards=["1S"]) == "bad_cards"
    table = deal_table(ask)
    for seat in (-1, 3, 10**30):
        for op, more in (("legal", {}), ("apply", {"move": "deal"}), ("view", {}), ("imagine", {"seed": 1})):
            assert ask.refusal_code(op, table=table, seat=seat, **more) == "bad_request"
    assert ask.refusal_code("apply", table=table, seat=1, move="deal") == "not_your_turn"
    for move in ("stay", "deal  poke", " deal", "deal ", "", "d\u00e9al", "play 1S", "\ud800", "deal\n", "x" * 9999):
        assert ask.refusal_code("apply", table=table, seat=0, move=move) == "illegal_move"
    assert ask.refusal_code("chance", table=table, event="deal", cards=[]) == "unexpected_chance"
    for number in (0, -1, 99, 10**30):
        assert ask.refusal_code("status", table=number) == "no_such_table"
    assert ask.refusal_code("perft", table=table, depth=-1) == "bad_request"
    for op in ("", "NEW", "chess", "__init__", "answer"):
        assert ask.refusal_code(op) == "bad_request"


LINES = [
    b"{",
    b"[]",
    b"1",
    b"null",
    b'"new"',
    b"{}",
    b'{"op":null}',
    b'{"op":["new"]}',
    b"\xff\xfe{}",
    b'{"op":"games"',
    b'{"op":"status","table":NaN}',
    b'{"op":"games","x":Infinity}',
    b"[" * 100_000,
    b'{"a":' * 50_000,
    b"\x00",
    b'{"op":"games"} {"op":"games"}',
    "\ufeff{}".encode(),
    '{"op":"games"}'.encode("utf-16"),
    b"{'op':'games'}",
    b'{"op":"status","table":' + b"9" * 5000 + b"x}",
]


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_malformed_requests_are_bad_requests(line: bytes) -> None:
    assert read_code(json.loads(Server().answer(line))) == "bad_request"


def test_a_fault_of_a_game_ends_neither_the_server_nor_its_tables(
    ask: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = deal_table(ask)
    monkeypatch.setattr("rules.protocol.perft", lambda state, depth: 1 // 0)
    with caplog.at_level(logging.ERROR):
        assert ask.refusal_code("perft", table=table, depth=1) == "bad_request"
    assert "could not be answered" in caplog.text
    assert ask("status", table=table)["phase"] == "dealer"


def test_an_answer_a_line_in_order_and_empty_lines_are_skipped() -> None:
    lines = [b"\n", b'{"op":"new","game":"voren","seats":2}\r\n', b"  \t \n", b"nonsense\n", b'{"op":"free","table":1}']
    answers = [json.loads(answer) for answer in Server().lines(lines)]
    assert [answer["ok"] for answer in answers] == [True, False, True]


def test_chips_of_any_size_are_told_in_full(tmp_path: Path) -> None:
    """Nobody but the dealer wins with all-play and no limit: matches grow with every hand (K8.1)."""
    process = serve(
        '{"op":"pad","game":"voren","entry":{"seats":3,"ante":3,"dealer":0,"stayed":[0,1,2],"tricks":[3,0,0],"wolf_exempt":null,"owed":'
        f"[0,{'3' * 6000},{'3' * 6000}]}}}}\n".encode()
    )
    answer = process.stdout
    assert b'"ok":true' in answer
    assert re.search(rb"\d{6000}", answer)


def serve(lines: bytes, timeout: float = 100) -> subprocess.CompletedProcess[bytes]:
    """Return the run of `python -m rules serve` on these lines."""
    return subprocess.run(
        [sys.executable, "-m", "rules", "serve"],
        input=lines,
        capture_output=True,
        cwd=ROOT,
        timeout=timeout,
        check=True,
    )


# The commands


@pytest.fixture
def log(tmp_path: Path) -> Path:
    table = random_table(Table.new(GAMES["voren"], 3, {"hands": 2}, 1), Random(3))
    path = tmp_path / "log.json"
    path.write_text(json.dumps(table.dump()))
    return path


def test_perft_prints_the_count_below_each_move(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dump = json.loads(log.read_text())
    log.write_text(json.dumps({"game": {**dump, "events": dump["events"][:1]}}))
    assert main(["perft", str(log), "2"]) == 0
    printed = capsys.readouterr().out.split("\n")
    # All-play leaves `stay`; a poke adds `poke`; `fold` is there without all-play.
    assert [line.split(maxsplit=1) for line in printed if line] == [
        ["2", "deal"],
        ["1", "deal allplay"],
        ["3", "deal poke"],
        ["2", "deal poke allplay"],
        ["8", "in all"],
    ]
    assert main(["perft", str(log), "0"]) == 0
    assert capsys.readouterr().out.split() == ["1", "in", "all"]
    assert main(["perft", str(log), "-1"]) == 1


def test_replay_tells_a_log_and_its_scores(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(log)]) == 0
    out = capsys.readouterr().out
    dump = json.loads(log.read_text())
    for event in dump["events"]:
        assert f"seat {event['seat']}: {event['move']}" in out if "move" in event else " ".join(event["cards"]) in out
    assert out.count("hand over:") == 2
    assert out.splitlines()[-1].startswith("Won by seat")


def test_replay_says_where_a_score_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = next((ROOT / "seeds/voren/examples").glob("1*.json"))
    example = json.loads(path.read_text())
    assert main(["replay", str(path)]) == 0
    assert example["title"] in capsys.readouterr().out
    example["score"]["totals"][0] += 1
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(example))
    assert main(["replay", str(changed)]) == 1
    assert "score differs" in capsys.readouterr().err


@pytest.mark.parametrize("game", GAMES)
def test_play_plays_random_games(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--option", "first=3", "--option", "last=3", "--seats", "2"] if game == "five_crowns" else []
    assert main(["play", game, "--games", "1", "--seed", "4", *options]) == 0
    assert re.search(r"1 games of .+, \d+ decisions in .+ a second", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "voren", "--games", "1", "--seats", "11"], "2 to 10 seats"),
        (["play", "voren", "--games", "1", "--option", "ante=4"], "ante"),
        (["play", "voren", "--games", "1", "--option", "no_trump_turnup=nonsense"], "nonsense"),
        (["replay", "there-is-no-such-file.json"], "there-is-no-such-file.json"),
        (["replay", "README.md"], "JSON"),
        (["verify", "docs/screenshot.png"], "JSON"),
        (["perft", "pyproject.toml", "1"], "JSON"),
    ],
)
def test_a_command_says_what_is_wrong(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(arguments) == 1
    capture_result = capsys.readouterr()
    assert says in capture_result.err
    assert "Traceback" not in capture_result.err
    assert not capture_result.out
