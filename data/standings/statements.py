"""The SQL of results for the writer's thread: compiled once."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Integer,
    Table,
    Text,
    and_,
    bindparam,
    delete,
    func,
    literal_column,
    select,
    tuple_,
    union,
    update,
)
from sqlmodel import col
from sqlmodel.ext.asyncio.session import AsyncSession

from data.engine.columns import table_of
from data.engine.statements import compiled, insert, insert_into
from data.pads.models import PadRow
from data.people.statements import PEOPLE, person
from data.standings.models import (
    FoldRow,
    GamePartRow,
    GameResultRow,
    HandPartRow,
    HandResultRow,
    RatedGameRow,
    SeasonRow,
    StandingRow,
)

HAND_RESULTS: Final = table_of(HandResultRow)
HAND_PARTS: Final = table_of(HandPartRow)
GAME_RESULTS: Final = table_of(GameResultRow)
GAME_PARTS: Final = table_of(GamePartRow)
SEASONS: Final = table_of(SeasonRow)
STANDINGS: Final = table_of(StandingRow)
RATED: Final = table_of(RatedGameRow)
FOLDS: Final = table_of(FoldRow)
PADS: Final = table_of(PadRow)

_BY = {"person_id": person("person_id")}
_ONE = literal_column("1", Integer())


def _given(*names: str) -> Any:
    """The parameters of these names as one value, to be compared with a key."""
    values: list[Any] = [bindparam(name) for name in names]
    return tuple_(*values)


def _of(table: Table, *names: str) -> ColumnElement[bool]:
    """Whether a row has these values (parameters `of_...`)."""
    return and_(*(table.c[name] == bindparam(f"of_{name}") for name in names))


def _put(table: Table, *key: str, **instead: ColumnElement[Any]) -> str:
    """The insert of a row, in place of the one with that key."""
    values: dict[str, Any] = {column.name: bindparam(column.name) for column in table.c}
    values |= instead
    fresh = insert(table).values(values)
    new = {column.name: fresh.excluded[column.name] for column in table.c if column.name not in key}
    return compiled(fresh.on_conflict_do_update(index_elements=[table.c[name] for name in key], set_=new))


PERSON: Final = compiled(select(person("user_id")))

# Results

_ORIGIN = ("source", "origin")
HANDS_OF: Final = compiled(select(HAND_RESULTS).where(_of(HAND_RESULTS, *_ORIGIN)).order_by(HAND_RESULTS.c.number))
HAND_PARTS_OF: Final = compiled(
    select(HAND_PARTS).where(_of(HAND_PARTS, *_ORIGIN)).order_by(HAND_PARTS.c.number, HAND_PARTS.c.part)
)
GAME_OF: Final = compiled(select(GAME_RESULTS).where(_of(GAME_RESULTS, *_ORIGIN)))
GAME_PARTS_OF: Final = compiled(select(GAME_PARTS).where(_of(GAME_PARTS, *_ORIGIN)).order_by(GAME_PARTS.c.part))
PUT_HAND: Final = _put(HAND_RESULTS, "source", "origin", "number")
INSERT_HAND_PART: Final = insert_into(HAND_PARTS)
PUT_GAME: Final = _put(GAME_RESULTS, "source", "origin")
INSERT_GAME_PART: Final = insert_into(GAME_PARTS)
DELETE_HAND: Final = compiled(delete(HAND_RESULTS).where(_of(HAND_RESULTS, *_ORIGIN, "number")))
DELETE_HAND_PARTS: Final = compiled(delete(HAND_PARTS).where(_of(HAND_PARTS, *_ORIGIN, "number")))
DELETE_GAME: Final = compiled(delete(GAME_RESULTS).where(_of(GAME_RESULTS, *_ORIGIN)))
DELETE_GAME_PARTS: Final = compiled(delete(GAME_PARTS).where(_of(GAME_PARTS, *_ORIGIN)))
RECORDED: Final = compiled(
    update(PADS)
    .where(PADS.c.id == bindparam("of_origin"), PADS.c.recorded < bindparam("seq"))
    .values(recorded=bindparam("seq"))
)

_HAND_KEY = tuple_(*(HAND_RESULTS.c[name] for name in ("at", "source", "origin", "number")))
_GAME_KEY = tuple_(*(GAME_RESULTS.c[name] for name in ("at", "source", "origin")))


def _last(table: Table, *key: str) -> str:
    """The key of the last of all results of a server and game."""
    columns = [table.c[name] for name in key]
    query = select(*columns).where(_of(table, "guild", "game")).order_by(*(column.desc() for column in columns))
    return compiled(query.limit(_ONE).offset(literal_column("0", Integer())))


LAST_HAND: Final = _last(HAND_RESULTS, "at", "source", "origin", "number")
LAST_GAME: Final = _last(GAME_RESULTS, "at", "source", "origin")

# Folds


def _stale(changes: ColumnElement[int]) -> str:
    """There is something new to be worked in; `changes` is what that adds to the count of them."""
    rows: dict[str, Any] = {name: bindparam(name) for name in ("guild", "game")}
    zero, none = literal_column("0", Integer()), literal_column("''", Text())
    rest: dict[str, Any] = {column.name: zero for column in FOLDS.c if column.name not in {"guild", "game"}}
    rest |= {"hand_source": none, "game_source": none, "stale": _ONE, "changes": changes}
    fresh = insert(FOLDS).values(rows | rest)
    grown = {"stale": _ONE, "changes": FOLDS.c.changes + changes}
    return compiled(fresh.on_conflict_do_update(index_elements=[FOLDS.c.guild, FOLDS.c.game], set_=grown))


APPENDED: Final = _stale(literal_column("0", Integer()))
CHANGED: Final = _stale(_ONE)
CHANGED_IN: Final = compiled(
    update(FOLDS).where(_of(FOLDS, "guild")).values(stale=_ONE, changes=FOLDS.c.changes + _ONE)
)


async def mark_changed_of(session: AsyncSession, person: int) -> None:
    """Let all that the person with this row has played be worked out anew."""
    played: list[Any] = []
    for results, parts in ((HandResultRow, HandPartRow), (GameResultRow, GamePartRow)):
        key = [column.name for column in table_of(results).primary_key]
        joined = and_(*(table_of(results).c[name] == table_of(parts).c[name] for name in key))
        query = select(col(results.guild), col(results.game)).join_from(parts, results, joined)
        played.append(query.where(col(parts.person_id) == person))
    stale = tuple_(col(FoldRow.guild), col(FoldRow.game)).in_(union(*played))
    await session.exec(update(FoldRow).where(stale).values(stale=True, changes=FoldRow.changes + 1))


def _played(results: Table, parts: Table, *key: str) -> Any:
    joined = and_(*(results.c[name] == parts.c[name] for name in key))
    query = select(results.c.guild, results.c.game).join_from(parts, results, joined)
    return query.where(parts.c.person_id == person("who"))


CHANGED_OF: Final = compiled(
    update(FOLDS)
    .where(
        tuple_(FOLDS.c.guild, FOLDS.c.game).in_(
            _played(HAND_RESULTS, HAND_PARTS, "source", "origin", "number").union(
                _played(GAME_RESULTS, GAME_PARTS, "source", "origin")
            )
        )
    )
    .values(stale=_ONE, changes=FOLDS.c.changes + _ONE)
)
"""All that somebody has played is worked out anew."""

FOLD: Final = compiled(select(FOLDS).where(_of(FOLDS, "guild", "game")))
_LATER_HAND = select(HAND_RESULTS.c.number).where(
    _of(HAND_RESULTS, "guild", "game"),
    _given("hand_at", "hand_source", "hand_origin", "hand_number") < _HAND_KEY,
)
_LATER_GAME = select(GAME_RESULTS.c.origin).where(
    _of(GAME_RESULTS, "guild", "game"),
    _given("game_at", "game_source", "game_origin") < _GAME_KEY,
)
FOLDED: Final = compiled(
    update(FOLDS)
    .where(_of(FOLDS, "guild", "game"), FOLDS.c.changes == bindparam("new_made"))
    .values(
        made=bindparam("new_made"),
        stale=_LATER_HAND.exists() | _LATER_GAME.exists(),
        **{
            name: bindparam(name)
            for name in (
                *("hand_at", "hand_source", "hand_origin", "hand_number"),
                *("game_at", "game_source", "game_origin"),
            )
        },
    )
)
PUT_STANDING: Final = _put(STANDINGS, "guild", "game", "season", "person_id")
DELETE_STANDING: Final = compiled(
    delete(STANDINGS).where(_of(STANDINGS, "guild", "game", "season"), STANDINGS.c.person_id == bindparam("person_id"))
)
INSERT_RATED: Final = insert_into(RATED)
_RATED_KEY = tuple_(*(RATED.c[name] for name in ("at", "source", "origin")))
_RANGE = (
    _of(RATED, "guild", "game")
    & (_given("after_at", "after_source", "after_origin") < _RATED_KEY)
    & (_given("upto_at", "upto_source", "upto_origin") >= _RATED_KEY)
)
RATED_IN: Final = compiled(select(RATED).where(_RANGE).order_by(*RATED.primary_key))
"""The rated games after one key and up to another."""
DELETE_RATED: Final = compiled(delete(RATED).where(_RANGE))

# People and seasons

GUEST: Final = compiled(
    select(PEOPLE.c.id).where(PEOPLE.c.guild == bindparam("guild"), PEOPLE.c.folded == bindparam("folded"))
)
LAST_SEASON: Final = compiled(
    select(func.max(SEASONS.c.number), func.max(SEASONS.c.began)).where(_of(SEASONS, "guild"))
)
INSERT_SEASON: Final = insert_into(SEASONS)
