"""Malformed lines, thousands of them, for the server as a process of its own: it answers each and changes nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rules.registry import GAMES
from rules.simulate import random_order, random_step
from rules.table import Table
from tests.support.needs import ROOT

STRANGE: tuple[Any, ...] = (
    *(None, True, False, -1, 3, 99, 10**40, -(10**40), 0.5, 1e300, "", "0", "deal", "\ud800", "☃" * 50, "x" * 3000),
    *([], {}, [None], [[]], ["1S"], ["\udfff"], {"op": "games"}, {"game": "voren"}, "NaN", "__class__", "table"),
)
WORDS = (
    "op",
    "table",
    "seat",
    "move",
    "game",
    "seats",
    "options",
    "dealer",
    "event",
    "cards",
    "entry",
    "seed",
    "depth",
)


def make_requests(tables: list[Table], rng: Random) -> Iterator[dict[str, Any]]:
    """Yield requests that are each refused if they are spoilt in any one way. None frees a table."""
    while True:
        number = rng.randrange(len(tables))
        table = tables[number]
        base = {"table": number + 1}
        seat = rng.randrange(table.seats)
        yield rng.choice(
            (
                {"op": "status", **base},
                {"op": "legal", **base, "seat": seat},
                {"op": "apply", **base, "seat": seat, "move": "nothing"},
                {"op": "chance", **base, "event": "deal", "cards": ["1S"]},
                {"op": "view", **base, "seat": seat},
                {"op": "imagine", **base, "seat": seat, "seed": 1},
                {"op": "perft", **base, "depth": 1},
                {"op": "score", **base},
                {"op": "dump", **base},
                {"op": "free", **base},
                {"op": "new", "game": table.game.id, "seats": table.seats},
                {"op": "load", "game": table.without_events().dump()},
                {"op": "pad", "game": table.game.id, "entry": {}},
            )
        )


def spoil(request: dict[str, Any], rng: Random) -> bytes:
    """Return the request as a line that is refused whatever it asks for."""
    kind = rng.randrange(10)
    line = json.dumps(request)
    if kind == 0:  # truncated
        return line[: rng.randrange(1, len(line))].encode()
    if kind == 1:  # invalid UTF-8, always in the first text
        return line.encode().replace(b'"', b'"' + rng.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80")), 1)
    if kind == 2:  # what is no JSON
        extra = rng.choice(("NaN", "Infinity", "-Infinity", "01", "+1", "0x1", "'a'", "undefined", "1.", "\x01"))
        return (line[:-1] + f', "x": {extra}}}').encode()
    if kind == 3:  # nested deeply
        depth = rng.choice((1500, 20_000))
        return rng.choice((b"[" * depth + b"]" * depth, (line[:-1] + ', "x": ' + "[" * depth + "]" * depth).encode()))
    if kind == 4:  # rubbish
        return bytes(rng.choice(b'{}[]",:0123456789abcop\xc3\x00 ') for _ in range(rng.randrange(1, 200))) + b"]"
    name = rng.choice(list(request))
    if kind == 5:  # a field missing
        del request[name]
        return json.dumps(request).encode()
    if kind == 6:  # a field twice, the second time wrong
        return (line[:-1] + f', "{name}": {json.dumps(make_wrong_value(name, rng))}}}').encode()
    if kind == 7:  # a dump spoilt inside
        dump = {"game": "voren", "seats": 3, "options": {}, "dealer": 0, "events": []}
        inside = rng.choice(list(dump))
        wrong_values = [None, True, 0.5] if inside in ("game", "events", "options") else [None, True, "x", -1, 10**40]
        return json.dumps({"op": "load", "game": {**dump, inside: rng.choice(wrong_values)}}).encode()
    if kind == 8:  # fields of other requests with strange values, and an unknown request
        return json.dumps({word: rng.choice(STRANGE) for word in rng.sample(WORDS, 6)} | {"op": "nonsense"}).encode()
    request[name] = make_wrong_value(name, rng)
    return json.dumps(request).encode()


def make_wrong_value(name: str, rng: Random) -> Any:
    """Return a value that this field cannot have in any request."""
    if name in ("table", "seat", "seats"):
        return rng.choice((True, False, "1", 0.5, -1, 99, 1e300, 10**40, -(10**40), [], {}, [0]))
    if name == "seed":
        return rng.choice((None, True, "1", 0.5, [], {}))
    if name == "depth":
        return rng.choice((None, True, "1", 0.5, -1, -(10**40)))
    if name in ("cards", "entry"):
        return rng.choice((None, True, 3, "x", [None]))
    return rng.choice((None, True, 3, 0.5, [], "nonsense", "\ud800", "x" * 3000)) if name != "move" else 3


def join_lines(line: bytes, rng: Random) -> bytes:
    """Return the line without line ends, which would make several requests of it."""
    return line.replace(b"\n", b"").replace(b"\r", b"") or b"{"


def read_answers(process: subprocess.Popen[bytes], lines: list[bytes]) -> list[dict[str, Any]]:
    """Return the answers to these lines, written and read in turns that fit the pipes' buffers."""
    assert process.stdin
    assert process.stdout
    matches: list[dict[str, Any]] = []
    for line in lines:
        process.stdin.write(line + b"\n")
        process.stdin.flush()
        matches.append(json.loads(process.stdout.readline()))
    return matches


@pytest.mark.parametrize("count", [3_000, pytest.param(100_000, marks=pytest.mark.soak)])
@pytest.mark.timeout(900)
def test_malformed_lines_neither_end_the_server_nor_change_a_table(count: int) -> None:
    rng = Random(count)
    tables: list[Table] = []
    for game in GAMES.values():
        table = Table.new(game, game.seats[0], {}, 0)
        tables.append(table)
        table = table.chance("deal", random_order(table.state, rng))
        for _ in range(rng.randrange(12)):
            table = table if table.state.expects else random_step(table, rng)
        tables.append(table)
    with subprocess.Popen(
        [sys.executable, "-m", "rules", "serve"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        loads = [json.dumps({"op": "load", "game": table.dump()}).encode() for table in tables]
        assert all(answer["ok"] for answer in read_answers(process, loads))
        question = make_requests(tables, rng)
        lines = [join_lines(spoil(next(question), rng), rng) for _ in range(count)]
        for line, answer in zip(lines, read_answers(process, lines), strict=True):
            assert answer["ok"] is False, line[:200]
            assert set(answer["error"]) == {"code", "clause", "message"}
            assert "could not be answered" not in answer["error"]["message"], line[:200]
        dumps = [json.dumps({"op": "dump", "table": number + 1}).encode() for number in range(len(tables))]
        for table, answer in zip(tables, read_answers(process, dumps), strict=True):
            assert answer["game"] == json.loads(json.dumps(table.dump()))
        (new,) = read_answers(process, [b'{"op":"new","game":"voren","seats":2}'])
        assert new["table"] == len(tables) + 1
        rest, errors = process.communicate()
        assert (rest, errors, process.returncode) == (b"", b"", 0)
