"""A pad as a file: JSON with all that is told of it, CSV for spreadsheets. bot/pads/importing reads both back.

Neither holds anybody's number of Discord, for files are passed on: people stand there by the names they are called by.
An import makes guests of them, whom the pad's keepers then link with members. Who entered a hand is not in them either.
Equal pads give equal bytes.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from bot.common.text import END_ISOLATE, ISOLATE, NAME_LIMIT, name_key, plain
from bot.pads.days import written
from bot.pads.exporting.csv_cells import (
    AFTER,
    BEFORE,
    COUNTS,
    PLAYS,
    START,
    STATES,
    TITLE,
    TOTAL,
    VERSION,
    day_cell,
    guarded,
    option_cell,
)
from bot.pads.pad import Pad
from data.pad_records import PadHand

FORMAT: Final = "eldest-hand-pad"
"""What a JSON file says it is."""

JSON_VERSION: Final = 1


def names_of(pad: Pad) -> dict[int, str]:
    """What the players are called in files, by number: no two alike, so that a name says who is meant."""
    taken, found = set[str](), dict[int, str]()
    for number, one in pad.players.items():
        whole = plain(one.name.replace(ISOLATE, "").replace(END_ISOLATE, ""), NAME_LIMIT) or f"Player {number}"
        name, more = whole, 1
        while name_key(name) in taken:
            more += 1
            tail = f" ({more})"
            name = plain(whole, NAME_LIMIT - len(tail)) + tail
        taken.add(name_key(name))
        found[number] = name
    return found


def places_of(pad: Pad) -> dict[int, int]:
    """Where the players sit, from 1, by number: their numbers in files, which have no gaps."""
    return {number: place for place, number in enumerate(pad.players, 1)}


def source_of(pad: Pad, mark: str) -> str:
    """From which pad of which database a file comes, and which player of it each of its players is."""
    return " ".join((mark, str(pad.id), *map(str, pad.players)))


def as_json(pad: Pad, mark: str = "") -> bytes:
    """A pad whole, as JSON in UTF-8, one player or hand a line.

    `mark` is that of the database, by which the pad is known again; nothing is said of it where there is none.
    `players` stand in the order in which they sit, and are named in the hands by `number`; `start` is what somebody was
    given to start with. The `points` of a hand are by its `players`, and are what the rules made of what was `told`.
    Days are those of whoever entered the hand; times, where no day is known, are in UTC.
    """
    record, names, places = pad.record, names_of(pad), places_of(pad)
    head: dict[str, Any] = {
        "format": FORMAT,
        "version": JSON_VERSION,
        "game": record.game,
        "rules_version": record.rules_version,
        "name": plain(record.name, NAME_LIMIT),
        "status": record.status,
        "options": record.options,
    }
    head |= {"source": source_of(pad, mark)} if mark else {}
    players = (
        {"number": places[number], "name": names[number], "state": one.state}
        | ({} if one.start is None else {"start": one.start})
        for number, one in pad.players.items()
    )
    hands = (
        {
            "number": hand.number,
            "played": written(hand.played, hand.day),
            "state": hand.state,
            "players": [places[one] for one in hand.players],
            "dealer": places[hand.players[hand.dealer]],
            "told": hand.told,
            "points": list(hand.points),
        }
        for hand in record.hands
    )
    lines = [f" {_json(key)}: {_json(value)}" for key, value in head.items()]
    lines += [f' "players": {_listed(players)}', f' "hands": {_listed(hands)}']
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _listed(values: Iterable[Mapping[str, Any]]) -> str:
    """A list in JSON, a value a line."""
    lines = ",\n".join(f"  {_json(value)}" for value in values)
    return f"[\n{lines}\n ]" if lines else "[]"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def as_csv(pad: Pad, mark: str = "") -> bytes:
    """A pad as CSV in UTF-8 with a mark of byte order, by which Excel knows it: a row a hand, a column a player.

    Before the hands stands what is played, behind each who sat in which order (by their columns, from 1) and, where the
    points do not say it all, what was told. A player who sat a hand out has no points there. No cell is a formula.
    """
    record, names = pad.record, names_of(pad)
    text = io.StringIO(newline="")
    sheet = csv.writer(text, lineterminator="\r\n")
    sheet.writerow([TITLE, VERSION])
    sheet.writerow(["Game", record.game])
    sheet.writerow(["Name", guarded(plain(record.name, NAME_LIMIT))])
    sheet.writerow(["Status", record.status])
    if mark:
        sheet.writerow(["Source", source_of(pad, mark)])
    for name, value in record.options.items():
        sheet.writerow(["Option", name, guarded(option_cell(value)) if isinstance(value, str) else option_cell(value)])
    sheet.writerow([])
    sheet.writerow([*BEFORE, *map(guarded, names.values()), *AFTER])
    sheet.writerow(_under(PLAYS, [STATES[one.state] for one in pad.players.values()]))
    if any(one.start is not None for one in pad.players.values()):
        sheet.writerow(_under(START, ["" if one.start is None else str(one.start) for one in pad.players.values()]))
    for hand in record.hands:
        sheet.writerow(_row(pad, hand, names))
    sheet.writerow(_under(TOTAL, [str(total) for total in pad.totals.values()]))
    return text.getvalue().encode("utf-8-sig")


def _under(first: str, players: Sequence[str]) -> list[str]:
    """A row with these cells for the players, and a word before them."""
    return [first, *[""] * (len(BEFORE) - 1), *players, *[""] * len(AFTER)]


def _row(pad: Pad, hand: PadHand, names: Mapping[int, str]) -> list[str]:
    """A hand as its cells, those of `BEFORE`, of the players, of `AFTER`."""
    places, points = places_of(pad), dict(zip(hand.players, hand.points, strict=True))
    dealer = guarded(names[hand.players[hand.dealer]])
    told = "" if hand.told == {"points": list(hand.points)} else guarded(_json(hand.told))
    return [
        *(str(hand.number), day_cell(written(hand.played, hand.day)), dealer, COUNTS[hand.state]),
        *(str(points.get(one, "")) for one in pad.players),
        *(" ".join(str(places[one]) for one in hand.players), told),
    ]
