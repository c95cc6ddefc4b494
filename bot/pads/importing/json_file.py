"""Reading a pad's JSON (`files.as_json`): what stands there, checked for its form alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Annotated, Any, Final, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.pads.commands import MOST_HANDS
from bot.pads.exporting.files import FORMAT, JSON_VERSION
from bot.pads.free_game import MOST
from bot.pads.importing.problems import DIGITS, NO_TIME, Faults, ReadHand, ReadPad, ReadPlayer, When, refused, time_of
from data.pad_records import HandState, PadStatus, PlayerState

DEEP: Final = 12
"""How deep values may stand in each other; what is told of a hand needs half of that."""

NAMED: Final = 20
"""Values that an object has by name, at most."""

Place = Annotated[int, Field(ge=1, le=MOST)]


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
    players: Annotated[list[Place], Field(max_length=MOST)]
    dealer: Place
    told: dict[str, Any]
    points: Annotated[list[int], Field(max_length=MOST)]


class _File(_Strict):
    format: Literal["eldest-hand-pad"]
    version: Literal[1]
    game: Annotated[str, Field(max_length=40)]
    rules_version: int
    name: Annotated[str, Field(max_length=200)]
    status: PadStatus
    options: dict[str, Any]
    source: Annotated[str, Field(max_length=1000)] = ""
    players: Annotated[list[_Player], Field(max_length=MOST)]
    hands: Annotated[list[_Hand], Field(max_length=MOST_HANDS)]


assert _File.model_fields["format"].annotation == Literal[FORMAT]  # pyright: ignore[reportInvalidTypeForm]


class _Twice(dict[str, Any]):
    """An object in which a key stands twice."""

    key = ""


class _Odd(str):
    """A number that is none of ours: with a fraction, or too long."""

    __slots__ = ()


_LOOKED_AT: Final = (dict, list, _Odd)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    twice = _Twice(made)
    seen = set[str]()
    twice.key = next(key for key, _ in pairs if key in seen or seen.add(key))
    return twice


def _whole(digits: str) -> int | _Odd:
    return int(digits) if len(digits) <= DIGITS else _Odd(digits)


def _with_fraction(digits: str) -> int | _Odd:
    """A number with a point or an exponent; 5.0 is a whole one."""
    value = Decimal(digits) if len(digits) <= DIGITS else Decimal("NaN")
    if value.is_finite() and value.adjusted() < DIGITS and value == value.to_integral_value():
        return int(value)
    return _Odd(digits)


def loaded(text: str, faults: Faults, where: str = "") -> object:
    """The value of a JSON text; what no pad has in it is noted, with its path behind `where`."""
    try:
        found = json.loads(
            text, object_pairs_hook=_object, parse_int=_whole, parse_float=_with_fraction, parse_constant=_Odd
        )
    except json.JSONDecodeError as error:
        faults.add(where or f"line {error.lineno}, letter {error.colno}", f"Not JSON: {error.msg}.")
        return None
    except RecursionError:
        faults.add(where, "Nested too deep.")
        return None
    for path, reason in _oddities(found):
        faults.add(", ".join(filter(None, (where, path))), reason)
    return found


def read_json(text: str, now: int) -> ReadPad:
    """The pad of a JSON text, read `now`. Raises NotImported."""
    faults = Faults()
    found = loaded(text, faults)
    faults.settle()
    if not isinstance(found, dict) or cast("dict[str, object]", found).get("format") != FORMAT:
        raise refused(f"Not a score pad: its format is not {FORMAT}.")
    if cast("dict[str, object]", found).get("version") != JSON_VERSION:
        raise refused(f"Unknown version: only version {JSON_VERSION} can be read.", "version")
    try:
        file = _File.model_validate(found)
    except ValidationError as error:
        for one in error.errors(include_url=False, include_context=False, include_input=False):
            faults.add(_path(one["loc"]), f"{one['msg']}.")
        faults.settle()
        raise AssertionError from error
    hands = tuple(_hand(place, hand, now, faults) for place, hand in enumerate(file.hands))
    for place, player in enumerate(file.players):
        if player.number != place + 1:
            faults.add(f"players[{place}].number", f"This must be player {place + 1}.")
    faults.settle()
    players = tuple(ReadPlayer(one.name, one.state, one.start) for one in file.players)
    return ReadPad(file.game, file.name, file.status, file.options, players, hands, file.source)


def _hand(place: int, hand: _Hand, now: int, faults: Faults) -> ReadHand:
    where = f"hands[{place}]"
    when = time_of(hand.played, now)
    if hand.number != place + 1:
        faults.add(f"{where}.number", f"This must be hand {place + 1}.")
    if when is None:
        faults.add(f"{where}.played", NO_TIME)
    return ReadHand(
        where,
        tuple(hand.players),
        hand.dealer,
        hand.told,
        tuple(hand.points),
        hand.state,
        when or When(0),
    )


def _oddities(found: object) -> Iterator[tuple[str, str]]:
    """Where something stands that no pad has, and what it is."""
    level: list[tuple[tuple[str | int, ...], object]] = [((), found)]
    for depth in range(DEEP + 1):
        if level and depth == DEEP:
            yield _path(level[0][0]), "Nested too deep."
            return
        inner: list[tuple[tuple[str | int, ...], object]] = []
        for path, value in level:
            if isinstance(value, _Odd):
                yield _path(path), f"{value[:40]} is not a whole number of at most {DIGITS} digits."
            elif isinstance(value, dict):
                named = cast("dict[str, object]", value)
                if isinstance(value, _Twice):
                    yield _path(path), f"“{value.key[:40]}” stands twice."
                if len(named) > NAMED:
                    yield _path(path), f"More than {NAMED} values."
                inner += (((*path, key), one) for key, one in named.items() if isinstance(one, _LOOKED_AT))
            elif isinstance(value, list):
                members = enumerate(cast("list[object]", value))
                inner += (((*path, place), one) for place, one in members if isinstance(one, _LOOKED_AT))
        level = inner


def _path(steps: tuple[str | int, ...]) -> str:
    """Where a value stands, as in hands[3].told."""
    return "".join(f"[{one}]" if isinstance(one, int) else f".{one[:40]}" for one in steps).removeprefix(".")
