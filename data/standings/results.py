"""Replaces the results of a table or pad, in a transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import orjson
from sqlalchemy import RowMapping, Table, Text, cast, delete, insert, update
from sqlalchemy import select as select_columns
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from data.engine.columns import checked, table_of, values_of
from data.engine.errors import StoreError
from data.engine.process import PROCESS
from data.pads.models import PadRow
from data.people.models import PersonRow
from data.people.records import guest_key, is_erased
from data.people.rows import meet, person_rows
from data.people.statements import MEET_GUEST
from data.standings.models import GamePartRow, GameResultRow, HandPartRow, HandResultRow
from data.standings.records import GamePart, GameResult, HandPart, HandResult, Origin
from data.standings.statements import mark_stale

Values = dict[str, Any]
Key = tuple[Any, ...]
"""A result's primary key."""

BATCH_ROWS: Final = 500
"""Rows that one statement inserts: the event loop is held meanwhile."""


class _Guest(NamedTuple):
    """A guest of a server, in place of a person's number."""

    guild: int
    folded: str
    name: str

    @property
    def key(self) -> tuple[int, str]:
        """The guest's key."""
        return self.guild, self.folded


Who = int | tuple[int, str]
"""A user, or a guest's key."""


class _Result(NamedTuple):
    """The row of a hand or game, and the rows of its parts."""

    row: Values
    parts: list[Values]


class _Kind(NamedTuple):
    """The tables of hands or of games, and their columns of a result's primary key."""

    results: Table
    parts: Table
    key: tuple[str, ...]

    def key_of(self, row: Mapping[Any, Any]) -> Key:
        """Return the key of the result that a row belongs to."""
        return tuple(row[name] for name in self.key)

    def place_of(self, row: Mapping[str, Any]) -> Key:
        """Return the place of a result in time."""
        return row["at"], *self.key_of(row)


_HANDS: Final = _Kind(table_of(HandResultRow), table_of(HandPartRow), ("source", "origin", "number"))
_GAMES: Final = _Kind(table_of(GameResultRow), table_of(GamePartRow), ("source", "origin"))


@dataclass(frozen=True, slots=True)
class CheckedResults:
    """An origin's results, checked. A part's `person_id` is still a user or a guest."""

    origin: Origin
    hands: Mapping[Key, _Result]
    games: Mapping[Key, _Result]
    users: Sequence[int]
    guests: Sequence[_Guest]


def check_results(origin: Origin, hands: Iterable[HandResult], game: GameResult | None) -> CheckedResults:
    """Check results before they are written; of hundreds of hands this takes long. Raises StoreError."""
    new_hands = [_Result(_hand(hand), _hand_parts(hand)) for hand in hands]
    new_games = [] if game is None else [_Result(_game(game), _game_parts(game))]
    players = {part["person_id"] for result in (*new_hands, *new_games) for part in result.parts} - {None}
    guests = {player for player in players if isinstance(player, _Guest)}
    return CheckedResults(
        origin,
        {_HANDS.key_of(result.row): result for result in new_hands},
        {_GAMES.key_of(result.row): result for result in new_games},
        sorted(players - guests),
        sorted(guests),
    )


async def replace_results(session: AsyncSession, new: CheckedResults, now: int, *, add: bool) -> bool:
    """Replace an origin's results by `new`, or with `add` only add those that are missing.

    Returns whether any differed before. Bringing their standings up to date is enqueued then.
    """
    people = await _meet_players(session, new)
    stale: dict[tuple[int, str], bool] = {}
    for kind, results in ((_HANDS, new.hands), (_GAMES, new.games)):
        if add:
            old: Mapping[Key, _Result] = {}
            stored_keys = await _existing_keys(session, kind, new.origin, results) if results else set[Key]()
            missing = {key: result for key, result in results.items() if key not in stored_keys}
            changed = _with_people(missing, people)
        else:
            rows = await _rows(session, kind.results, new.origin), await _rows(session, kind.parts, new.origin)
            old, changed = await asyncio.to_thread(_compare, kind, rows, results, people)
        for key, result in old.items():
            if key in changed or key not in results:
                stale[_game_of(result.row)] = True
        await _mark_new(session, kind, [result.row for result in changed.values()], old, stale)
        await _delete(session, kind, new.origin, [key for key in old if key in changed or key not in results])
        await _insert(session, kind.results, [result.row for result in changed.values()])
        await _insert(session, kind.parts, [part for result in changed.values() for part in result.parts])
    await mark_stale(session, stale, now)
    return bool(stale)


async def rescore_hand(session: AsyncSession, origin: Origin, number: int, points: Sequence[int], now: int) -> bool:
    """Change the points of a recorded hand, by seat; returns whether any differed."""
    hand, part = HandResultRow, HandPartRow
    this = col(part.source) == origin.source, col(part.origin) == origin.number, col(part.number) == number
    points_before = dict((await session.exec(select(part.seat, part.points).where(*this))).all())
    changed = {seat: points[seat] for seat, before in points_before.items() if before != points[seat]}
    for seat, now_points in changed.items():
        await session.exec(update(part).where(*this, col(part.seat) == seat).values(points=now_points))
    if changed:
        conditions = col(hand.source) == origin.source, col(hand.origin) == origin.number, col(hand.number) == number
        games = (await session.exec(select(hand.guild, hand.game).where(*conditions))).all()
        await mark_stale(session, dict.fromkeys(games, True), now)
    return bool(changed)


async def note_recorded(session: AsyncSession, pad: int, seq: int) -> None:
    """Note that a pad's results are as they were after change `seq`."""
    conditions = col(PadRow.id) == pad, col(PadRow.recorded) < seq
    await session.exec(update(PadRow).where(*conditions).values(recorded=seq))


def _game_of(row: Mapping[str, Any]) -> tuple[int, str]:
    return row["guild"], row["game"]


async def _mark_new(
    session: AsyncSession,
    kind: _Kind,
    rows: Iterable[Values],
    old: Mapping[Key, _Result],
    stale: dict[tuple[int, str], bool],
) -> None:
    """Note the games of these rows in `stale`: True to begin anew, False if they only go on after the last result."""
    ends: dict[tuple[int, str], Key] = {}
    for row in rows:
        where = _game_of(row)
        if kind.key_of(row) in old:
            stale[where] = True
            continue
        if where not in ends:
            ends[where] = await _last_place(session, kind, *where)
        stale[where] = stale.get(where, False) or kind.place_of(row) <= ends[where]


async def _last_place(session: AsyncSession, kind: _Kind, guild: int, game: str) -> Key:
    """Return the place of the last result of a server and game; an empty one comes before all."""
    columns = kind.results.c
    place = [columns[name] for name in ("at", *kind.key)]
    query = select_columns(*place).where(columns.guild == guild, columns.game == game)
    query = query.order_by(*(column.desc() for column in place)).limit(1)
    row = (await (await session.connection()).execute(query)).first()
    return () if row is None else tuple(row)


async def _existing_keys(session: AsyncSession, kind: _Kind, origin: Origin, keys: Collection[Key]) -> set[Key]:
    """Return the keys among these that have results of an origin."""
    query = select_columns(*(kind.results.c[name] for name in kind.key)).where(*_of(kind.results, origin, keys))
    return {tuple(row) for row in await (await session.connection()).execute(query)}


async def _rows(session: AsyncSession, table: Table, origin: Origin) -> Sequence[RowMapping]:
    """Return an origin's rows in order; points and feats are texts, so that a thread can read them."""
    texts = {"points", "feats"}
    columns = [cast(c, Text).label(c.name) if c.name in texts else c for c in table.c]
    query = select_columns(*columns).where(*_of(table, origin)).order_by(*table.primary_key)
    return (await (await session.connection()).execute(query)).mappings().all()


def _of(table: Table, origin: Origin, keys: Iterable[Key] | None = None) -> list[Any]:
    """Return the conditions that a row is an origin's, and has one of these keys."""
    conditions = [table.c.source == origin.source, table.c.origin == origin.number]
    if keys is not None and "number" in table.c:
        conditions.append(table.c.number.in_([number for *_, number in keys]))
    return conditions


def _compare(
    kind: _Kind,
    rows: tuple[Sequence[RowMapping], Sequence[RowMapping]],
    new: Mapping[Key, _Result],
    people: Mapping[Who, int],
) -> tuple[dict[Key, _Result], dict[Key, _Result]]:
    """Return the stored results, and the new results that differ from them."""
    old = {kind.key_of(row): _Result({**row}, []) for row in rows[0]}
    for row in rows[1]:
        part: Values = {**row, "points": int(row["points"])}
        if "feats" in part:
            part["feats"] = orjson.loads(part["feats"])
        old[kind.key_of(part)].parts.append(part)
    return old, {key: result for key, result in _with_people(new, people).items() if old.get(key) != result}


async def _delete(session: AsyncSession, kind: _Kind, origin: Origin, keys: Collection[Key]) -> None:
    if keys:
        await session.exec(delete(kind.parts).where(*_of(kind.parts, origin, keys)))
        await session.exec(delete(kind.results).where(*_of(kind.results, origin, keys)))


async def _insert(session: AsyncSession, table: Table, rows: Sequence[Values]) -> None:
    for first in range(0, len(rows), BATCH_ROWS):
        await session.exec(insert(table), params=rows[first : first + BATCH_ROWS])


# People


async def _meet_players(session: AsyncSession, new: CheckedResults) -> dict[Who, int]:
    """Give every player a row; returns the rows' numbers.

    Raises StoreError if another process has erased a player since the results were read.
    """
    row_numbers: dict[Who, int] = {}
    if new.users:
        row_numbers |= await person_rows(session, new.users)
        missing = [user for user in new.users if user not in row_numbers]
        if any(not is_erased(user) for user in missing) and session.info.get(PROCESS) is not None:
            raise StoreError("somebody's data was just erased: these results are read anew")
        row_numbers |= await meet(session, dict.fromkeys(missing, "")) if missing else {}
    if new.guests:
        await session.exec(MEET_GUEST, params=[guest._asdict() for guest in new.guests])
    for guild in sorted({guest.guild for guest in new.guests}):
        keys = [guest.folded for guest in new.guests if guest.guild == guild]
        conditions = PersonRow.guild == guild, col(PersonRow.folded).in_(keys)
        for folded, number in await session.exec(select(PersonRow.folded, PersonRow.id).where(*conditions)):
            assert folded is not None
            assert number is not None
            row_numbers[guild, folded] = number
    return row_numbers


def _player(guild: int, part: HandPart | GamePart) -> int | _Guest | None:
    """Return the player of a part: a user, or a guest with a name."""
    key = guest_key(part.guest)
    return _Guest(guild, key, part.guest) if part.kind == "guest" and part.user is None and key else part.user


def _with_people(results: Mapping[Key, _Result], people: Mapping[Who, int]) -> dict[Key, _Result]:
    def known(part: Values) -> Values:
        who = part["person_id"]
        key = who.key if isinstance(who, _Guest) else who
        return {**part, "person_id": None if key is None else people[key]}

    return {key: _Result(result.row, [known(part) for part in result.parts]) for key, result in results.items()}


# Rows


def _origin(origin: Origin) -> Values:
    return {"source": origin.source, "origin": origin.number}


def _hand(hand: HandResult) -> Values:
    return checked(HandResultRow, {**values_of(hand, HandResultRow), **_origin(hand.origin)})


def _hand_parts(hand: HandResult) -> list[Values]:
    rows: list[Values] = []
    for place, part in enumerate(hand.parts):
        row = {**values_of(part, HandPartRow), **_origin(hand.origin), "number": hand.number, "part": place}
        row |= {"person_id": part.user, "feats": {name: list(part.feats[name]) for name in sorted(part.feats)}}
        rows.append({**checked(HandPartRow, row), "person_id": _player(hand.guild, part)})
    return rows


def _game(game: GameResult) -> Values:
    return checked(GameResultRow, {**values_of(game, GameResultRow), **_origin(game.origin)})


def _game_parts(game: GameResult) -> list[Values]:
    rows: list[Values] = []
    for place, part in enumerate(game.parts):
        row = {**values_of(part, GamePartRow), **_origin(game.origin), "part": place, "person_id": part.user}
        rows.append({**checked(GamePartRow, row), "person_id": _player(game.guild, part)})
    return rows
