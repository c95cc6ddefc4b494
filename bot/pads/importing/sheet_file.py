"""Reads a table of names and points as clubs keep it in a spreadsheet.

Rounds go down or across, with sums or without. A row or a column has the players' names. Other rows and columns are
left out, and named.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from bot.pads.commands import MAX_HANDS
from bot.pads.free_game import MAX_PLAYERS
from bot.pads.importing.csv_file import parse_integer
from bot.pads.importing.problems import Faults, ParsedHand, ParsedPad, ParsedPlayer, PlayedAt, parse_time, refuse_file
from data.pads.records import FREE_GAME_ID

MAX_ROWS: Final = 1000
"""Rows of a table at most, as of an exported pad."""

MAX_CELLS: Final = 600
"""Cells of a row at most: a name, the rounds of a pad, and some empty ones."""

SEPARATORS: Final = ("\t", ";", ",", "|")
"""The signs that may part cells."""

LEAST_PLAYERS: Final = 2

NO_NAMES: Final = (
    "No players were found. The first row, or the first column, must have their names, the rest their points."
)

_SEPARATOR: Final = re.compile(r'"?sep=(.)"?\r?\n', re.IGNORECASE)
_FRACTION: Final = re.compile(r"[-+\u2212]?[0-9]+[.,][0-9]+")
_TOTALS: Final = frozenset(("total", "totals", "sum", "sums", "summe", "gesamt", "all"))
_LABELS: Final = _TOTALS | {
    "round", "rounds", "hand", "hands", "deal", "deals", "game", "games", "no", "no.", "nr", "nr.", "date", "day",
    "runde", "spiel", "datum", "tag", "name", "names", "player", "players", "spieler", "dealer", "winner", "notes",
    "note",
}  # fmt: skip
"""Titles that are nobody's name."""
_DAYS: Final = ("%d.%m.%Y", "%d.%m.%y", "%Y/%m/%d")


class Round(NamedTuple):
    """A round: its place in the file, its label, and the players' points; None for who sat out."""

    where: str
    label: str
    points: tuple[int | None, ...]
    when: PlayedAt | None


class Sheet(NamedTuple):
    """A table as it was understood. `left_out` has the titles of columns and rows that are no player's points."""

    names: tuple[str, ...]
    rounds: tuple[Round, ...]
    left_out: tuple[str, ...]

    @property
    def totals(self) -> tuple[int, ...]:
        """The players' points together."""
        return tuple(
            sum(points or 0 for points in column) for column in zip(*(row.points for row in self.rounds), strict=True)
        )

    def to_pad(self, wins: str, now: int) -> ParsedPad:
        """Return the pad of these points, where `wins` (most or fewest) win.

        A round without a day was played `now` (ms).
        """
        hands: list[ParsedHand] = []
        for played in self.rounds:
            players = tuple(place for place, points in enumerate(played.points, 1) if points is not None)
            scores = tuple(points for points in played.points if points is not None)
            when = played.when or PlayedAt(now)
            account = {"points": list(scores)}
            hands.append(ParsedHand(played.where, players, players[0], account, scores, "counts", when))
        guests = tuple(ParsedPlayer(name, "in") for name in self.names)
        return ParsedPad(FREE_GAME_ID, "", "open", {"wins": wins}, guests, tuple(hands))


class _Line(NamedTuple):
    """A round before its cells are read."""

    where: str
    cells: list[str]


def split_separator(text: str) -> tuple[str, str]:
    """Return the separator that a first line `sep=;` names (empty for none), and the text after it."""
    match = _SEPARATOR.match(text)
    return (match[1], text[match.end() :]) if match else ("", text)


def read_sheet(text: str, now: int, separator: str, skipped: int) -> Sheet:
    """Return the table of a text, read `now` (ms), whose first line is number `skipped` + 1. Raises ImportRefused."""
    titles, lines = _oriented(_rows(text, separator or _separator_of(text), skipped))
    numbers = [[parse_integer(line.cells[column]) for line in lines] for column in range(len(titles))]
    players = [
        column
        for column, title in enumerate(titles)
        if not _is_label(title) and _is_points(lines, column, numbers[column])
    ]
    if len(players) > MAX_PLAYERS + 1:  # one may be the sums
        raise refuse_file(f"A pad has at most {MAX_PLAYERS} players.")
    players = [column for column in players if not _is_sum(column, players, numbers)]
    if len(players) < LEAST_PLAYERS:
        raise refuse_file(NO_NAMES)
    if len(players) > MAX_PLAYERS:
        raise refuse_file(f"A pad has at most {MAX_PLAYERS} players.")
    names, faults = [titles[column] for column in players], Faults()
    rounds = _rounds(lines, players, names, now, faults)
    rounds, sums = _without_totals(rounds, names, faults)
    faults.raise_if_any()
    if not rounds:
        raise refuse_file("The table has no round with points.")
    if len(rounds) > MAX_HANDS:
        raise refuse_file(f"Too many rounds: a pad has at most {MAX_HANDS}.")
    left_out = [title for column, title in enumerate(titles) if column not in players and title]
    return Sheet(tuple(names), tuple(rounds), (*left_out, *sums))


def _separator_of(text: str) -> str:
    """Return the sign that parts the cells: the most frequent one in the first lines. A comma may be in numbers."""
    first = "\n".join(text.splitlines()[:5])
    return max(SEPARATORS, key=first.count)


def _rows(text: str, separator: str, skipped: int) -> list[tuple[int, list[str]]]:
    """Return the rows with at least two cells that say something, by their lines; all as wide as the widest."""
    if separator not in SEPARATORS:
        raise refuse_file("Cells must be parted by commas, semicolons, tabs or |, as in sep=;", "line 1")
    rows: list[tuple[int, list[str]]] = []
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for cells in lines:
            stripped = [cell.strip() for cell in cells]
            if len(stripped) > MAX_CELLS:
                raise refuse_file(f"Too many columns: at most {MAX_CELLS}.", f"line {lines.line_num + skipped}")
            if len(rows) == MAX_ROWS:
                raise refuse_file(f"Too many rows: at most {MAX_ROWS}.")
            if sum(map(bool, stripped)) >= LEAST_PLAYERS:
                rows.append((lines.line_num + skipped, stripped))
    except csv.Error as error:
        raise refuse_file(f"Unreadable cells: {error}.", f"line {lines.line_num + skipped}") from None
    if len(rows) < LEAST_PLAYERS:
        raise refuse_file(NO_NAMES)
    width = max(len(cells) for _, cells in rows)
    return [(line, [*cells, *[""] * (width - len(cells))]) for line, cells in rows]


def _oriented(rows: list[tuple[int, list[str]]]) -> tuple[list[str], list[_Line]]:
    """Return the titles of columns, and the rounds; those of a table with a player a row are turned round."""
    (_, head), *body = rows
    names_beside = sum(not _is_label(cell) for cell in head[1:]) >= LEAST_PLAYERS
    if names_beside or not (_is_label(head[0]) or _is_numeric(head[1:])):
        return head, [_Line(f"line {line}", cells) for line, cells in body]
    has_head = not _is_numeric(head[1:]) or _is_label(head[0])
    people = body if has_head else rows
    if sum(not _is_label(cells[0]) for _, cells in people) < LEAST_PLAYERS:
        raise refuse_file(NO_NAMES)
    labels = head if has_head else [""] * len(head)
    titles = ["", *(cells[0] for _, cells in people)]
    lines = [
        _Line(f"column {place + 1}", [labels[place], *(cells[place] for _, cells in people)])
        for place in range(1, len(head))
    ]
    return titles, lines


def _is_numeric(cells: Sequence[str]) -> bool:
    """Whether these cells are numbers, as far as they say something."""
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(parse_integer(cell) is not None or _FRACTION.fullmatch(cell) for cell in filled)


def _is_label(cell: str) -> bool:
    """Whether a title is nobody's name: empty, a number, a day, "Round 3", "Total"."""
    word = cell.lower().rstrip(":")
    return (
        not cell
        or word in _LABELS
        or not re.search(r"[^\W\d_]", cell)
        or word.rstrip(" .#0123456789") in {"r", *_LABELS}
    )


def _is_points(lines: Sequence[_Line], column: int, numbers: Sequence[int | None]) -> bool:
    """Whether half of what a column says, at least, is numbers."""
    filled = [line.cells[column] for line in lines if line.cells[column]]
    return bool(filled) and 2 * sum(number is not None for number in numbers) >= len(filled)


def _is_sum(column: int, players: Sequence[int], numbers: Sequence[Sequence[int | None]]) -> bool:
    """Whether a column of several players' is the sum of all others in each round that it has."""
    others = [other for other in players if other != column]
    filled = [place for place, number in enumerate(numbers[column]) if number is not None]
    sums = [sum(numbers[other][place] or 0 for other in others) for place in filled]
    return (
        len(others) >= LEAST_PLAYERS
        and len(filled) > 1
        and any(sums)
        and all(numbers[column][place] == total for place, total in zip(filled, sums, strict=True))
    )


def _rounds(
    lines: Sequence[_Line], players: Sequence[int], names: Sequence[str], now: int, faults: Faults
) -> list[Round]:
    """Return the rounds in which a player has points; other texts among them are faults."""
    rounds: list[Round] = []
    for line in lines:
        points = [parse_integer(line.cells[column]) for column in players]
        for name, column, number in zip(names, players, points, strict=True):
            if number is None and line.cells[column]:
                faults.add(f"{line.where}, {name}", f"“{line.cells[column][:40]}” is not a whole number.")
        others = [cell for column, cell in enumerate(line.cells) if column not in players and cell]
        if any(number is not None for number in points):
            when = next((day for cell in others if (day := _day(cell, now)) is not None), None)
            rounds.append(Round(line.where, others[0] if others else "", tuple(points), when))
    return rounds


def _day(cell: str, now: int) -> PlayedAt | None:
    """Return the day of a cell: 2026-11-20, 20.11.2026 or 2026/11/20; None for other texts."""
    for form in _DAYS:
        try:
            return parse_time(datetime.strptime(cell, form).date().isoformat(), now)  # noqa: DTZ007  # a day has no zone
        except ValueError:
            continue
    return parse_time(cell, now)


def _without_totals(rounds: list[Round], names: Sequence[str], faults: Faults) -> tuple[list[Round], tuple[str, ...]]:
    """Return the rounds without a total row, and the row's title. A total that is wrong is a fault."""
    *before, last = rounds or [Round("", "", (), None)]
    sums = [sum(one.points[place] or 0 for one in before) for place in range(len(names))]
    equal = len(before) > 1 and any(sums) and list(last.points) == sums
    if last.label.lower().rstrip(":") not in _TOTALS and not equal:
        return rounds, ()
    for name, total, stated in zip(names, sums, last.points, strict=True):
        if stated is not None and stated != total:
            faults.add(last.where, f"{name}'s rounds add up to {total}, not {stated}.")
    return before, (last.label or "the last row, the sums",)
