"""Reading a pad's CSV (`files.as_csv`), also as a spreadsheet has saved it: what stands there, not yet the rules."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar, cast

from bot.common.text import name_key
from bot.pads.commands import MOST_HANDS
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
    bare,
    option_value,
)
from bot.pads.free_game import MOST
from bot.pads.importing.json_file import loaded
from bot.pads.importing.problems import DIGITS, NO_TIME, Faults, ReadHand, ReadPad, ReadPlayer, When, refused, time_of
from bot.pads.pad import kept_for
from data.pad_records import FREE, HandState, PadStatus, PlayerState
from rules.contract import Option
from rules.registry import GAMES

Row = tuple[int, list[str]]
"""A line's number and its cells, without the empty ones at its end."""

MOST_ROWS: Final = 1000
"""Rows of a sheet: of what is played, of hands, and some that are empty."""

_NUMBER: Final = re.compile(rf"([-\u2212]?[0-9]{{1,{DIGITS}}})(?:[.,]0{{1,2}})?")  # three would be a thousand
_STATUS: Final[dict[str, PadStatus]] = {"open": "open", "finished": "finished"}
_STATES: Final[dict[str, PlayerState]] = {word: state for state, word in STATES.items()}
_COUNTS: Final[dict[str, HandState]] = {word: state for state, word in COUNTS.items()}
_T = TypeVar("_T")


@dataclass
class _Head:
    """What stands before the hands."""

    game: str = ""
    name: str = ""
    status: PadStatus = "open"
    source: str = ""
    options: dict[str, object] = field(default_factory=dict[str, object])
    names: list[str] = field(default_factory=list[str])


def read_csv(text: str, now: int) -> ReadPad:
    """The pad of a CSV text, read `now`; its cells are parted by commas, semicolons or tabs. Raises NotImported."""
    faults = Faults()
    rows = iter(_rows(text))
    head = _head(rows, faults)
    states: list[PlayerState] = ["in"] * len(head.names)
    starts: list[int | None] = [None] * len(head.names)
    hands: list[ReadHand] = []
    totals: tuple[str, list[int | None]] | None = None
    for line, cells in rows:
        where = f"line {line}"
        columns = len(BEFORE) + len(head.names) + len(AFTER)
        if len(cells) > columns:
            faults.add(where, f"{len(cells)} cells for {columns} columns.")
            continue
        cells += [""] * (columns - len(cells))
        middle = cells[len(BEFORE) : -len(AFTER)]
        if cells[0] == PLAYS:
            states = [_one_of(_STATES, cell, "Plays", where, faults) or "in" for cell in middle]
        elif cells[0] == START:
            starts = _numbers(middle, where, faults)
        elif cells[0] == TOTAL:
            totals = where, _numbers(middle, where, faults)
        elif len(hands) == MOST_HANDS:
            faults.add(where, f"Too many hands: a pad has at most {MOST_HANDS}.")
            break
        else:
            hands.append(_hand(cells, head.names, len(hands) + 1, now, where, faults))
    faults.settle()
    if totals is not None:
        _check_totals(*totals, hands, head.names, starts, faults)
    faults.settle()
    players = tuple(map(ReadPlayer, head.names, states, starts))
    return ReadPad(head.game, head.name, head.status, head.options, players, tuple(hands), head.source)


def _rows(text: str) -> Iterator[Row]:
    start = re.match(rf'"?{TITLE}"?([,;\t])', text)
    if start is None:
        raise refused(f"Not a score pad: it does not begin with “{TITLE}”.", "line 1")
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=start[1], strict=True)
    try:
        for count, cells in enumerate(lines):
            if count > MOST_ROWS:
                raise refused(f"Too many rows: at most {MOST_ROWS}.")
            while cells and not cells[-1].strip():
                cells.pop()
            if cells:
                yield lines.line_num, [cell.strip() for cell in cells]
    except csv.Error as error:
        raise refused(f"Unreadable cells: {error}.", f"line {lines.line_num}") from None


def _head(rows: Iterator[Row], faults: Faults) -> _Head:
    """All up to the row that names the players. Raises NotImported where there is none."""
    head = _Head()
    chosen: list[tuple[str, str, str]] = []
    for line, cells in rows:
        where, value = f"line {line}", cells[1] if len(cells) > 1 else ""
        if cells[0] == BEFORE[0]:
            head.names = _names(cells, where)
            break
        if cells[0] == TITLE:
            if _whole(value) != VERSION:
                raise refused(f"Unknown version: only version {VERSION} can be read.", where)
        elif cells[0] == "Game":
            head.game = value
        elif cells[0] == "Name":
            head.name = bare(value)
        elif cells[0] == "Status":
            head.status = _one_of(_STATUS, value, "Status", where, faults) or "open"
        elif cells[0] == "Source":
            head.source = value
        elif cells[0] == "Option" and len(cells) == 3:
            chosen.append((where, value, bare(cells[2])))
        else:
            faults.add(where, f"Unknown heading “{cells[0][:40]}”.")
    else:
        raise refused(f"The row of players is missing. It begins with {', '.join(BEFORE)}.")
    known: Mapping[str, Option] = kept_for(head.game).options if head.game in (FREE, *GAMES) else {}
    for where, name, cell in chosen:
        if name in head.options:
            faults.add(where, f"The option {name[:40]} stands twice.")
        head.options[name] = option_value(known[name], cell) if name in known else cell
    return head


def _names(cells: Sequence[str], where: str) -> list[str]:
    """The players that the row of headings names. Raises NotImported where these are not the columns of a pad."""
    names = [bare(cell) for cell in cells[len(BEFORE) : -len(AFTER)]]
    if tuple(cells[: len(BEFORE)]) != BEFORE or tuple(cells[-len(AFTER) :]) != AFTER:
        raise refused(f"The columns must be {', '.join(BEFORE)}, the players, {', '.join(AFTER)}.", where)
    if len(names) > MOST:
        raise refused(f"A pad has at most {MOST} players.", where)
    return names


def _hand(cells: Sequence[str], names: Sequence[str], number: int, now: int, where: str, faults: Faults) -> ReadHand:
    """A hand as its row has it; what is wrong there is noted."""
    shown, time, dealer, counts = cells[: len(BEFORE)]
    sat, told = cells[-len(AFTER) :]
    if _whole(shown) != number:
        faults.add(where, f"This must be hand {number}.")
    when = time_of(time.removeprefix("'"), now)
    if when is None:
        faults.add(where, NO_TIME)
    points = _numbers(cells[len(BEFORE) : -len(AFTER)], where, faults)
    there = [place for place, one in enumerate(points, 1) if one is not None]
    players = [int(word) for word in sat.split() if re.fullmatch("[0-9]{1,2}", word)] if sat else there
    if sorted(players) != there or (sat and len(players) != len(sat.split())):
        faults.add(where, "“Sat” must name the columns, from 1, that have points.")
        players = there
    dealt = next((place for place in players if name_key(names[place - 1]) == name_key(bare(dealer))), 0)
    if not dealt:
        faults.add(where, f"The dealer “{bare(dealer)[:40]}” did not play this hand.")
    state = _one_of(_COUNTS, counts, "Counts", where, faults) or "counts"
    won = tuple(points[place - 1] or 0 for place in players)
    return ReadHand(where, tuple(players), dealt, _told(told, won, where, faults), won, state, when or When(0))


def _told(cell: str, points: Sequence[int], where: str, faults: Faults) -> dict[str, Any]:
    if not cell:
        return {"points": list(points)}
    found = loaded(bare(cell), faults, where)
    if isinstance(found, dict):
        return cast("dict[str, Any]", found)
    faults.add(where, "“Told” must be a JSON object.")
    return {}


def _numbers(cells: Sequence[str], where: str, faults: Faults) -> list[int | None]:
    """The numbers of these cells; none for an empty one, and for one that is noted."""
    found: list[int | None] = []
    for cell in cells:
        number = _whole(cell)
        if cell and number is None:
            faults.add(where, f"“{cell[:40]}” is not a whole number of at most {DIGITS} digits.")
        found.append(number)
    return found


def _whole(cell: str) -> int | None:
    """The whole number of a cell, which a spreadsheet may have written as 5.0 or 5,00; None where it is none."""
    found = _NUMBER.fullmatch(cell)
    return int(found[1].replace("\u2212", "-")) if found else None


def _one_of(words: dict[str, _T], cell: str, what: str, where: str, faults: Faults) -> _T | None:
    found = words.get(cell.lower())
    if found is None:
        faults.add(where, f"{what} must be {' or '.join(f'“{word}”' for word in words)}, not “{cell[:40]}”.")
    return found


def _check_totals(
    where: str,
    totals: Sequence[int | None],
    hands: Sequence[ReadHand],
    names: Sequence[str],
    starts: Sequence[int | None],
    faults: Faults,
) -> None:
    sums = [start or 0 for start in starts]
    for hand in hands:
        for place, points in zip(hand.players, hand.points, strict=True):
            sums[place - 1] += points if hand.state == "counts" else 0
    for name, total, stated in zip(names, sums, totals):
        if stated is not None and stated != total:
            faults.add(where, f"{name}'s hands add up to {total}, not {stated}.")
