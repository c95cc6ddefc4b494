"""Reads a pad's JSON (`files.format_json`) and checks its form; the rules are not applied yet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Annotated, Any, Final, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.pads.commands import MAX_HANDS
from bot.pads.exporting.files import FORMAT, JSON_VERSION
from bot.pads.free_game import MAX_PLAYERS
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
from data.pads.records import HandState, PadStatus, PlayerState

MAX_DEPTH: Final = 12
"""Levels of nesting; a hand's account needs half of that."""

MAX_KEYS: Final = 20
"""Values of an object, at most."""

Place = Annotated[int, Field(ge=1, le=MAX_PLAYERS)]


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class _Player(_Strict):
    number: Place
    name: Annotated[str, Field(max_length=200)]
    state: PlayerState
    start: int | None = None


class _Hand(_Strict):
    number: int
    played: str
    state: HandState
    players: Annotated[list[Place], Field(max_length=MAX_PLAYERS)]
    dealer: Place
    account: dict[str, Any]
    points: Annotated[list[int], Field(max_length=MAX_PLAYERS)]


class _File(_Strict):
    format: Literal["eldest-hand-pad"]
    version: Literal[1]
    game: Annotated[str, Field(max_length=40)]
    rules_version: int
    name: Annotated[str, Field(max_length=200)]
    status: PadStatus
    options: dict[str, Any]
    source: Annotated[str, Field(max_length=1000)] = ""
    players: Annotated[list[_Player], Field(max_length=MAX_PLAYERS)]
    hands: Annotated[list[_Hand], Field(max_length=MAX_HANDS)]


assert _File.model_fields["format"].annotation == Literal[FORMAT]  # pyright: ignore[reportInvalidTypeForm]


class _RepeatedKeyObject(dict[str, Any]):
    """An object in which a key stands twice."""

    key = ""


class _InvalidNumber(str):
    """A number that is not allowed: with a fraction, or too long."""

    __slots__ = ()


_CHECKED_TYPES: Final = (dict, list, _InvalidNumber)


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) == len(pairs):
        return values
    twice = _RepeatedKeyObject(values)
    keys = set[str]()
    twice.key = next(key for key, _ in pairs if key in keys or keys.add(key))
    return twice


def _parse_integer(digits: str) -> int | _InvalidNumber:
    return int(digits) if len(digits) <= MAX_DIGITS else _InvalidNumber(digits)


def _parse_decimal(digits: str) -> int | _InvalidNumber:
    """Return a number with a point or an exponent; 5.0 is an integer."""
    value = Decimal(digits) if len(digits) <= MAX_DIGITS else Decimal("NaN")
    if value.is_finite() and value.adjusted() < MAX_DIGITS and value == value.to_integral_value():
        return int(value)
    return _InvalidNumber(digits)


def load_json(text: str, faults: Faults, where: str = "") -> object:
    """Return the value of a JSON text; what no pad contains is added as a fault, with its path behind `where`."""
    try:
        document = json.loads(
            text,
            object_pairs_hook=_build_object,
            parse_int=_parse_integer,
            parse_float=_parse_decimal,
            parse_constant=_InvalidNumber,
        )
    except json.JSONDecodeError as error:
        faults.add(where or f"line {error.lineno}, letter {error.colno}", f"Not JSON: {error.msg}.")
        return None
    except RecursionError:
        faults.add(where, "Nested too deep.")
        return None
    for path, reason in _find_invalid(document):
        faults.add(", ".join(filter(None, (where, path))), reason)
    return document


def read_json(text: str, now: int) -> ParsedPad:
    """Return the pad of a JSON text, read `now`. Raises ImportRefused."""
    faults = Faults()
    document = load_json(text, faults)
    faults.raise_if_any()
    if not isinstance(document, dict) or cast("dict[str, object]", document).get("format") != FORMAT:
        raise refuse_file(f"Not a score pad: its format is not {FORMAT}.")
    if cast("dict[str, object]", document).get("version") != JSON_VERSION:
        raise refuse_file(f"Unknown version: only version {JSON_VERSION} can be read.", "version")
    try:
        file = _File.model_validate(document)
    except ValidationError as error:
        for fault in error.errors(include_url=False, include_context=False, include_input=False):
            faults.add(_format_path(fault["loc"]), f"{fault['msg']}.")
        faults.raise_if_any()
        raise AssertionError from error
    hands = tuple(_read_hand(place, hand, now, faults) for place, hand in enumerate(file.hands))
    for place, player in enumerate(file.players):
        if player.number != place + 1:
            faults.add(f"players[{place}].number", f"This must be player {place + 1}.")
    faults.raise_if_any()
    players = tuple(ParsedPlayer(read.name, read.state, read.start) for read in file.players)
    return ParsedPad(file.game, file.name, file.status, file.options, players, hands, file.source)


def _read_hand(place: int, hand: _Hand, now: int, faults: Faults) -> ParsedHand:
    """Return a hand of the file. Adds a fault for a wrong number or an unreadable time."""
    where = f"hands[{place}]"
    when = parse_time(hand.played, now)
    if hand.number != place + 1:
        faults.add(f"{where}.number", f"This must be hand {place + 1}.")
    if when is None:
        faults.add(f"{where}.played", NO_TIME)
    return ParsedHand(
        where,
        tuple(hand.players),
        hand.dealer,
        hand.account,
        tuple(hand.points),
        hand.state,
        when or PlayedAt(0),
    )


def _find_invalid(document: object) -> Iterator[tuple[str, str]]:
    """Yield the path and the fault of each value that no pad contains."""
    level: list[tuple[tuple[str | int, ...], object]] = [((), document)]
    for depth in range(MAX_DEPTH + 1):
        if level and depth == MAX_DEPTH:
            yield _format_path(level[0][0]), "Nested too deep."
            return
        inner: list[tuple[tuple[str | int, ...], object]] = []
        for path, value in level:
            if isinstance(value, _InvalidNumber):
                yield _format_path(path), f"{value[:40]} is not a whole number of at most {MAX_DIGITS} digits."
            elif isinstance(value, dict):
                fields = cast("dict[str, object]", value)
                if isinstance(value, _RepeatedKeyObject):
                    yield _format_path(path), f"“{value.key[:40]}” stands twice."
                if len(fields) > MAX_KEYS:
                    yield _format_path(path), f"More than {MAX_KEYS} values."
                inner += (
                    ((*path, key), member) for key, member in fields.items() if isinstance(member, _CHECKED_TYPES)
                )
            elif isinstance(value, list):
                members = enumerate(cast("list[object]", value))
                inner += (((*path, place), member) for place, member in members if isinstance(member, _CHECKED_TYPES))
        level = inner


def _format_path(steps: tuple[str | int, ...]) -> str:
    """Return the path of a value, as in hands[3].points."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step[:40]}" for step in steps).removeprefix(".")
