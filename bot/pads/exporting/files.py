"""Exports a pad as a file: JSON in full, CSV for spreadsheets. bot/pads/importing reads both.

Files are passed on, so they hold names but no user ids, nor who entered a hand. Equal pads give equal bytes.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from bot.common.text import END_ISOLATE, ISOLATE, NAME_LIMIT, name_key, plain
from bot.pads.days import format_for_file
from bot.pads.exporting.csv_cells import (
    HAND_STATE_WORDS,
    LEADING_COLUMNS,
    PLAYER_STATE_WORDS,
    PLAYS_ROW,
    START_ROW,
    TITLE,
    TOTAL_ROW,
    TRAILING_COLUMNS,
    VERSION,
    day_cell,
    guard,
    option_cell,
)
from bot.pads.pad import Pad
from data.pads.records import PadHand

FORMAT: Final = "eldest-hand-pad"
"""The format's name in a JSON file."""

JSON_VERSION: Final = 1


def unique_names(pad: Pad) -> dict[int, str]:
    """Return the players' names in files by number; no two are alike."""
    used_names, names = set[str](), dict[int, str]()
    for number, player in pad.players.items():
        whole = plain(player.name.replace(ISOLATE, "").replace(END_ISOLATE, ""), NAME_LIMIT) or f"Player {number}"
        name, more = whole, 1
        while name_key(name) in used_names:
            more += 1
            tail = f" ({more})"
            name = plain(whole, NAME_LIMIT - len(tail)) + tail
        used_names.add(name_key(name))
        names[number] = name
    return names


def places_of(pad: Pad) -> dict[int, int]:
    """Return the players' places from 1, by number: their numbers in files, without gaps."""
    return {number: place for place, number in enumerate(pad.players, 1)}


def source_of(pad: Pad, mark: str) -> str:
    """Return the origin of a file: its database, its pad, and the numbers of its players."""
    return " ".join((mark, str(pad.id), *map(str, pad.players)))


def format_json(pad: Pad, mark: str = "") -> bytes:
    """Return a pad in full as JSON in UTF-8, one player or hand a line.

    With `mark`, which identifies the database, an import knows the pad again. Players are in seat order, the points of
    a hand in the order of its players.
    """
    record, names, places = pad.record, unique_names(pad), places_of(pad)
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
        {"number": places[number], "name": names[number], "state": player.state}
        | ({} if player.start is None else {"start": player.start})
        for number, player in pad.players.items()
    )
    hands = (
        {
            "number": hand.number,
            "played": format_for_file(hand.played, hand.day),
            "state": hand.state,
            "players": [places[player] for player in hand.players],
            "dealer": places[hand.players[hand.dealer]],
            "account": hand.account,
            "points": list(hand.points),
        }
        for hand in record.hands
    )
    lines = [f" {_json(key)}: {_json(value)}" for key, value in head.items()]
    lines += [f' "players": {_json_list(players)}', f' "hands": {_json_list(hands)}']
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _json_list(values: Iterable[Mapping[str, Any]]) -> str:
    """Return a list in JSON, a value a line."""
    lines = ",\n".join(f"  {_json(value)}" for value in values)
    return f"[\n{lines}\n ]" if lines else "[]"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def format_csv(pad: Pad, mark: str = "") -> bytes:
    """Return a pad as CSV in UTF-8 with a byte order mark (for Excel): a row a hand, a column a player.

    Behind each hand stand its seat order (columns from 1) and, unless the points say all, its account. No cell is a
    formula.
    """
    record, names = pad.record, unique_names(pad)
    text = io.StringIO(newline="")
    sheet = csv.writer(text, lineterminator="\r\n")
    sheet.writerow([TITLE, VERSION])
    sheet.writerow(["Game", record.game])
    sheet.writerow(["Name", guard(plain(record.name, NAME_LIMIT))])
    sheet.writerow(["Status", record.status])
    if mark:
        sheet.writerow(["Source", source_of(pad, mark)])
    for name, value in record.options.items():
        sheet.writerow(["Option", name, guard(option_cell(value)) if isinstance(value, str) else option_cell(value)])
    sheet.writerow([])
    sheet.writerow([*LEADING_COLUMNS, *map(guard, names.values()), *TRAILING_COLUMNS])
    sheet.writerow(_labelled_row(PLAYS_ROW, [PLAYER_STATE_WORDS[player.state] for player in pad.players.values()]))
    if any(player.start is not None for player in pad.players.values()):
        sheet.writerow(
            _labelled_row(
                START_ROW, ["" if player.start is None else str(player.start) for player in pad.players.values()]
            )
        )
    for hand in record.hands:
        sheet.writerow(_hand_row(pad, hand, names))
    sheet.writerow(_labelled_row(TOTAL_ROW, [str(total) for total in pad.totals.values()]))
    return text.getvalue().encode("utf-8-sig")


def _labelled_row(first: str, players: Sequence[str]) -> list[str]:
    """Return a row with a label and these cells for the players."""
    return [first, *[""] * (len(LEADING_COLUMNS) - 1), *players, *[""] * len(TRAILING_COLUMNS)]


def _hand_row(pad: Pad, hand: PadHand, names: Mapping[int, str]) -> list[str]:
    """Return a hand's row: leading columns, players, trailing columns."""
    places, points = places_of(pad), dict(zip(hand.players, hand.points, strict=True))
    dealer = guard(names[hand.players[hand.dealer]])
    account = "" if hand.account == {"points": list(hand.points)} else guard(_json(hand.account))
    return [
        *(str(hand.number), day_cell(format_for_file(hand.played, hand.day)), dealer, HAND_STATE_WORDS[hand.state]),
        *(str(points.get(player, "")) for player in pad.players),
        *(" ".join(str(places[player]) for player in hand.players), account),
    ]
