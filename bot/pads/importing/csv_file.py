"""Reads a pad's CSV (`files.format_csv`), also as saved by a spreadsheet; the rules are not applied yet."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar, cast

from bot.common.text import name_key
from bot.pads.commands import MAX_HANDS
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
    parse_option,
    unguard,
)
from bot.pads.free_game import MAX_PLAYERS
from bot.pads.importing.json_file import load_json
from bot.pads.importing.problems import (
    MAX_DIGITS,
    NO_TIME,
    Faults,
    ParsedHand,
    ParsedPad,
    ParsedPlayer,
    PlayedAt,
    parse_time,
    refuse_file,
)
from bot.pads.pad import game_of
from data.pads.records import FREE_GAME_ID, HandState, PadStatus, PlayerState
from rules.contract import Option
from rules.registry import GAMES

Row = tuple[int, list[str]]
"""A line's number and its cells, without the empty ones at its end."""

MAX_ROWS: Final = 1000
"""Rows of a sheet: the head, the hands, and some empty ones."""

EXPORTED: Final = re.compile(rf'"?{TITLE}"?([,;\t])')
"""The first line of an exported CSV, with the separator of its cells."""

_NUMBER: Final = re.compile(rf"([-+\u2212]?[0-9]{{1,{MAX_DIGITS}}})(?:[.,]0{{1,2}})?")  # three would be a thousand
_STATUS: Final[dict[str, PadStatus]] = {"open": "open", "finished": "finished"}
_STATES: Final[dict[str, PlayerState]] = {word: state for state, word in PLAYER_STATE_WORDS.items()}
_COUNTS: Final[dict[str, HandState]] = {word: state for state, word in HAND_STATE_WORDS.items()}
_T = TypeVar("_T")


@dataclass
class _Header:
    """The head of a sheet, before the hands."""

    game: str = ""
    name: str = ""
    status: PadStatus = "open"
    source: str = ""
    options: dict[str, object] = field(default_factory=dict[str, object])
    names: list[str] = field(default_factory=list[str])


def read_csv(text: str, now: int, skipped: int) -> ParsedPad:
    """Return the pad of a CSV text, read `now`.

    Raises ImportRefused. Its first line is number `skipped` + 1. Its cells are separated by commas, semicolons or tabs.
    """
    faults = Faults()
    rows = iter(_read_rows(text, skipped))
    head = _read_header(rows, faults)
    states: list[PlayerState] = ["in"] * len(head.names)
    starts: list[int | None] = [None] * len(head.names)
    hands: list[ParsedHand] = []
    totals: tuple[str, list[int | None]] | None = None
    for line, cells in rows:
        where = f"line {line}"
        columns = len(LEADING_COLUMNS) + len(head.names) + len(TRAILING_COLUMNS)
        if len(cells) > columns:
            faults.add(where, f"{len(cells)} cells for {columns} columns.")
            continue
        cells += [""] * (columns - len(cells))
        middle = cells[len(LEADING_COLUMNS) : -len(TRAILING_COLUMNS)]
        if cells[0] == PLAYS_ROW:
            states = [_parse_word(_STATES, cell, "Plays", where, faults) or "in" for cell in middle]
        elif cells[0] == START_ROW:
            starts = _read_numbers(middle, where, faults)
        elif cells[0] == TOTAL_ROW:
            totals = where, _read_numbers(middle, where, faults)
        elif len(hands) == MAX_HANDS:
            faults.add(where, f"Too many hands: a pad has at most {MAX_HANDS}.")
            break
        else:
            hands.append(_read_hand(cells, head.names, len(hands) + 1, now, where, faults))
    faults.raise_if_any()
    if totals is not None:
        _check_totals(*totals, hands, head.names, starts, faults)
    faults.raise_if_any()
    players = tuple(map(ParsedPlayer, head.names, states, starts))
    return ParsedPad(head.game, head.name, head.status, head.options, players, tuple(hands), head.source)


def _read_rows(text: str, skipped: int) -> Iterator[Row]:
    """Yield the rows that are not empty, with their lines in the file. Raises ImportRefused."""
    start = EXPORTED.match(text)
    if start is None:
        raise refuse_file(f"Not a score pad: it does not begin with “{TITLE}”.", "line 1")
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=start[1], strict=True)
    try:
        for count, cells in enumerate(lines):
            if count > MAX_ROWS:
                raise refuse_file(f"Too many rows: at most {MAX_ROWS}.")
            while cells and not cells[-1].strip():
                cells.pop()
            if cells:
                yield lines.line_num + skipped, [cell.strip() for cell in cells]
    except csv.Error as error:
        raise refuse_file(f"Unreadable cells: {error}.", f"line {lines.line_num + skipped}") from None


def _read_header(rows: Iterator[Row], faults: Faults) -> _Header:
    """Return the head up to the row of players. Raises ImportRefused if that is missing."""
    head = _Header()
    chosen: list[tuple[str, str, str]] = []
    for line, cells in rows:
        where, value = f"line {line}", cells[1] if len(cells) > 1 else ""
        if cells[0] == LEADING_COLUMNS[0]:
            head.names = _read_names(cells, where)
            break
        if cells[0] == TITLE:
            if parse_integer(value) != VERSION:
                raise refuse_file(f"Unknown version: only version {VERSION} can be read.", where)
        elif cells[0] == "Game":
            head.game = value
        elif cells[0] == "Name":
            head.name = unguard(value)
        elif cells[0] == "Status":
            head.status = _parse_word(_STATUS, value, "Status", where, faults) or "open"
        elif cells[0] == "Source":
            head.source = value
        elif cells[0] == "Option" and len(cells) == 3:
            chosen.append((where, value, unguard(cells[2])))
        else:
            faults.add(where, f"Unknown heading “{cells[0][:40]}”.")
    else:
        raise refuse_file(f"The row of players is missing. It begins with {', '.join(LEADING_COLUMNS)}.")
    known_options: Mapping[str, Option] = game_of(head.game).options if head.game in (FREE_GAME_ID, *GAMES) else {}
    for where, name, cell in chosen:
        if name in head.options:
            faults.add(where, f"The option {name[:40]} stands twice.")
        head.options[name] = parse_option(known_options[name], cell) if name in known_options else cell
    return head


def _read_names(cells: Sequence[str], where: str) -> list[str]:
    """Return the players in the row of headings. Raises ImportRefused if the columns are not a pad's."""
    names = [unguard(cell) for cell in cells[len(LEADING_COLUMNS) : -len(TRAILING_COLUMNS)]]
    if (
        tuple(cells[: len(LEADING_COLUMNS)]) != LEADING_COLUMNS
        or tuple(cells[-len(TRAILING_COLUMNS) :]) != TRAILING_COLUMNS
    ):
        first, last = ", ".join(LEADING_COLUMNS), " and ".join(TRAILING_COLUMNS)
        raise refuse_file(f"The headings must be {first}, then each player's name, then {last}.", where)
    if len(names) > MAX_PLAYERS:
        raise refuse_file(f"A pad has at most {MAX_PLAYERS} players.", where)
    return names


def _read_hand(
    cells: Sequence[str], names: Sequence[str], number: int, now: int, where: str, faults: Faults
) -> ParsedHand:
    """Return the hand of a row; faults are added."""
    hand_number, time, dealer, counts = cells[: len(LEADING_COLUMNS)]
    sat, account = cells[-len(TRAILING_COLUMNS) :]
    if parse_integer(hand_number) != number:
        faults.add(where, f"This must be hand {number}.")
    when = parse_time(time.removeprefix("'"), now)
    if when is None:
        faults.add(where, NO_TIME)
    points = _read_numbers(cells[len(LEADING_COLUMNS) : -len(TRAILING_COLUMNS)], where, faults)
    filled_places = [place for place, amount in enumerate(points, 1) if amount is not None]
    players = [int(word) for word in sat.split() if re.fullmatch("[0-9]{1,2}", word)] if sat else filled_places
    if sorted(players) != filled_places or (sat and len(players) != len(sat.split())):
        faults.add(where, "“Sat” must name the columns, from 1, that have points.")
        players = filled_places
    dealt = next((place for place in players if name_key(names[place - 1]) == name_key(unguard(dealer))), 0)
    if not dealt:
        faults.add(where, f"The dealer “{unguard(dealer)[:40]}” did not play this hand.")
    state = _parse_word(_COUNTS, counts, "Counts", where, faults) or "counts"
    won = tuple(points[place - 1] or 0 for place in players)
    return ParsedHand(
        where, tuple(players), dealt, _read_account(account, won, where, faults), won, state, when or PlayedAt(0)
    )


def _read_account(cell: str, points: Sequence[int], where: str, faults: Faults) -> dict[str, Any]:
    if not cell:
        return {"points": list(points)}
    account = load_json(unguard(cell), faults, where)
    if isinstance(account, dict):
        return cast("dict[str, Any]", account)
    faults.add(where, "“Told” must be a JSON object.")
    return {}


def _read_numbers(cells: Sequence[str], where: str, faults: Faults) -> list[int | None]:
    """Return the numbers of cells; None for an empty cell, and for a fault."""
    numbers: list[int | None] = []
    for cell in cells:
        number = parse_integer(cell)
        if cell and number is None:
            faults.add(where, f"“{cell[:40]}” is not a whole number of at most {MAX_DIGITS} digits.")
        numbers.append(number)
    return numbers


def parse_integer(cell: str) -> int | None:
    """Return the integer of a cell, also if a spreadsheet wrote it as 5.0 or 5,00; None for other texts."""
    match = _NUMBER.fullmatch(cell)
    return int(match[1].replace("\u2212", "-")) if match else None


def _parse_word(words: dict[str, _T], cell: str, what: str, where: str, faults: Faults) -> _T | None:
    value = words.get(cell.lower())
    if value is None:
        faults.add(where, f"{what} must be {' or '.join(f'“{word}”' for word in words)}, not “{cell[:40]}”.")
    return value


def _check_totals(
    where: str,
    totals: Sequence[int | None],
    hands: Sequence[ParsedHand],
    names: Sequence[str],
    starts: Sequence[int | None],
    faults: Faults,
) -> None:
    """Add a fault for each stated total that differs from the sum of a player's hands."""
    sums = [start or 0 for start in starts]
    for hand in hands:
        for place, points in zip(hand.players, hand.points, strict=True):
            sums[place - 1] += points if hand.state == "counts" else 0
    for name, total, stated in zip(names, sums, totals):
        if stated is not None and stated != total:
            faults.add(where, f"{name}'s hands add up to {total}, not {stated}.")
