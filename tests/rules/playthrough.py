"""Stored playthroughs: every view and every legal move of one whole random game as text, so that a change shows.

`python -m tests.rules.playthrough [GAME ...]` writes `tests/rules/<game>/playthrough.txt` anew, with the setting that
the file's first line names (seats, options, dealer, seed), or makes the file with the game's defaults.

After each event stands the position, then what everybody sees (`-`), then what each seat sees (its number). A line is
one key of a view. A key that has not changed since the event before is left out, and so is a seat's key that is as
everybody's. Of a list that only grew or only lost members, and of an object, the changed members alone are written
(`+`, `-`). So what is left out is said by the lines above, and all views can be read back from the file.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

from rules.contract import Chance
from rules.protocol import score_json, status_json
from rules.registry import GAMES
from rules.simulate import random_step
from rules.table import Table
from tests.support.needs import ROOT

GONE = "as everybody's"
MISSING = object()


def path_of(game: str) -> Path:
    """Return the file in which the playthrough of a game is kept."""
    return ROOT / "tests" / "rules" / game / "playthrough.txt"


def setting_of(game: str) -> dict[str, Any]:
    """Return the setting of the stored playthrough, or the game's defaults where there is none yet."""
    path = path_of(game)
    if path.exists():
        with path.open(encoding="utf-8") as file:
            return json.loads(file.readline())
    return {"game": game, "seats": max(3, GAMES[game].seats[0]), "options": {}, "dealer": 0, "seed": 1}


def text(value: object) -> str:
    """Return a value of a view on one line."""
    return json.dumps(value, ensure_ascii=False)


def list_changes(key: str, old: object, new: object) -> Iterator[str]:
    """Yield what has changed in a key's value, a line each."""
    if isinstance(old, list) and isinstance(new, list) and old:
        old_list, new_list = cast("list[object]", old), cast("list[object]", new)
        if new_list[: len(old_list)] == old_list:
            yield f"{key} + {text(new_list[len(old_list) :])}"
            return
        record = iter(old_list)
        if new_list and all(any(item == other for other in record) for item in new_list):
            lost = list(old_list)
            for entry in new_list:
                lost.remove(entry)
            yield f"{key} - {text(lost)}"
            return
    if isinstance(old, dict) and isinstance(new, dict) and old and new:
        old_keys, new_keys = cast("dict[str, object]", old), cast("dict[str, object]", new)
        yield from (f"{key}.{name} -" for name in old_keys if name not in new_keys)
        for name, value in new_keys.items():
            if old_keys.get(name, MISSING) != value:
                yield from list_changes(f"{key}.{name}", old_keys.get(name, MISSING), value)
        return
    yield f"{key}: {text(new)}"


def list_new_lines(table: Table, before: dict[int | None, dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of all views that were not there before; `before` holds them and is brought up to date."""
    everybody = table.state.view(None)
    for viewer in (None, *range(table.seats)):
        view = everybody if viewer is None else table.state.view(viewer)
        message = {
            key: GONE if viewer is not None and key in everybody and everybody[key] == value else value
            for key, value in view.items()
        }
        posted_message = before.get(viewer, {} if viewer is None else dict.fromkeys(view, GONE))
        name = "-" if viewer is None else str(viewer)
        for key, value in message.items():
            if posted_message.get(key, MISSING) != value:
                yield from list_changes(f"{name} {key}", posted_message.get(key, MISSING), value)
        yield from (f"{name} {key} has gone" for key in posted_message if key not in message)
        before[viewer] = message


def write_lines(setting: dict[str, Any]) -> Iterator[str]:
    """Yield the playthrough of a setting, line by line."""
    yield text(setting)
    rng = Random(setting["seed"])
    table = Table.new(GAMES[setting["game"]], setting["seats"], setting["options"], setting["dealer"])
    before: dict[int | None, dict[str, Any]] = {}
    while True:
        status = status_json(table.state.status())
        awaited = status["expects"]
        if awaited:
            status["expects"] = {key: len(value) if key == "cards" else value for key, value in awaited.items()}
        yield f"  {text(status)}"
        for seat in table.state.to_act:
            legal = table.state.legal(seat)
            yield f"  seat {seat} may: {', '.join(sorted(legal.moves)) or 'only what a template says'}"
            yield from (f"  seat {seat} may: {text(choice.to_view())}" for choice in legal.choices)
        yield from list_new_lines(table, before)
        if table.state.finished:
            break
        table = random_step(table, rng)
        event = table.events[-1]
        yield ""
        if isinstance(event, Chance):
            yield f"{len(table.events)}. {event.event}: {' '.join(event.cards)}"
        else:
            yield f"{len(table.events)}. seat {event.seat}: {event.text}"
    yield f"  {text(score_json(table))}"


def main(games: list[str]) -> None:
    """Write the playthroughs of these games, or of all."""
    for game in games or sorted(GAMES):
        path = path_of(game)
        written = "\n".join(write_lines(setting_of(game))) + "\n"
        path.write_text(written, encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: {len(written):,} characters")


if __name__ == "__main__":
    main(sys.argv[1:])
