"""Stored results, and the standings, ratings and seasons read from them.

People without statistics are read like guests: without a user id. Amounts are stored as text, so they are ranked in
Python.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

from sqlalchemy import (
    ColumnElement,
    Text,
    and_,
    bindparam,
    case,
    cast,
    exists,
    literal,
    null,
    or_,
    select,
    tuple_,
    union,
)
from sqlalchemy.orm import aliased
from sqlmodel import col

from data.engine.columns import Row, columns_of, table_of
from data.engine.repository import Repository
from data.pads.models import PadHandRow
from data.people.models import WITHOUT_STATISTICS, PersonRow, PreferencesRow
from data.people.records import is_erased
from data.standings.folds import (
    begin_season,
    check_fold,
    delete_standings,
    end_season,
    fold_of,
    update_fold,
    write_rated_games,
    write_standings,
)
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
from data.standings.records import (
    UNCOUNTED_STAYS,
    BestHand,
    Fold,
    GameKey,
    GameResult,
    HandKey,
    HandResult,
    HeadToHead,
    Origin,
    RatedGame,
    Season,
    Standing,
    Unrecorded,
)
from data.standings.results import check_results, note_recorded, replace_results, rescore_hand
from data.standings.rows import game_results_of, hand_results_of, standings_of
from data.standings.statements import mark_changed_in
from data.tables.models import EventRow, HandRow, WorkRow
from data.tables.work import WorkKind, WorkState
from rules.registry import GAMES

T = TypeVar("T")

BATCH_ROWS: Final = 200
"""Standings that are written in one transaction."""

_HANDS: Final = table_of(HandResultRow)
_GAMES: Final = table_of(GameResultRow)
_UNRECORDED = (
    select(
        *(col(HandRow.number), col(HandRow.first), col(HandRow.last), col(HandRow.points), col(HandRow.how)),
        col(EventRow.at),
    )
    .join_from(
        HandRow, EventRow, and_(col(EventRow.table_id) == col(HandRow.table_id), col(EventRow.seq) == col(HandRow.last))
    )
    .where(
        col(HandRow.table_id) == bindparam("table"),
        ~exists().where(
            col(HandResultRow.source) == literal("table"),
            col(HandResultRow.origin) == col(HandRow.table_id),
            col(HandResultRow.number) == col(HandRow.number),
        ),
    )
    .order_by(col(HandRow.number))
)
_PERSON = aliased(PersonRow)


def _player_columns(kind: Any) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    """Return the kind of player and the user id; people without statistics look like guests."""
    return (
        case((and_(kind == "person", WITHOUT_STATISTICS), literal("guest")), else_=kind).label("kind"),
        case((WITHOUT_STATISTICS, null()), else_=_PERSON.user).label("user"),
    )


class ResultsRepository(Repository):
    """The results of all servers."""

    # Results

    async def add(self, origin: Origin, hands: Iterable[HandResult], game: GameResult | None = None) -> bool:
        """Add the results of an origin that are missing. Returns whether any were new."""
        return await self._replace(origin, hands, game, None, add=True)

    async def replace(
        self, origin: Origin, hands: Iterable[HandResult], game: GameResult | None, seq: int | None = None
    ) -> bool:
        """Replace the results of an origin; returns whether any differed before.

        `seq` is the pad's change that they belong to. The work of their standings is enqueued in the same transaction.
        """
        return await self._replace(origin, hands, game, seq, add=False)

    async def _replace(
        self, origin: Origin, hands: Iterable[HandResult], game: GameResult | None, seq: int | None, *, add: bool
    ) -> bool:
        new = await asyncio.to_thread(check_results, origin, hands, game)
        async with self._begin() as session:
            changed = await replace_results(session, new, self._clock(), add=add)
            if seq is not None:
                await note_recorded(session, origin.number, seq)
        return changed

    async def rescore(self, origin: Origin, number: int, points: Sequence[int]) -> bool:
        """Change the points of a recorded hand, by seat; returns whether any differed.

        The work of its standings is enqueued in the same transaction.
        """
        async with self._begin() as session:
            return await rescore_hand(session, origin, number, points, self._clock())

    async def unrecorded(self, table: int) -> list[Unrecorded]:
        """Return the finished hands of a table that have rows and no results yet, in order."""
        return [Unrecorded(**row._asdict()) for row in await self._query(_UNRECORDED, table=table)]

    async def hands_of(self, origin: Origin) -> list[HandResult]:
        """Return the hands of an origin, in order."""
        hands = select(_HANDS).where(*_of(HandResultRow, origin)).subquery()
        return await self._hands(hands)

    async def game_of(self, origin: Origin) -> GameResult | None:
        """Return the game that was played to its end there."""
        games = select(_GAMES).where(*_of(GameResultRow, origin)).subquery()
        return next(iter(await self._games(games)), None)

    async def hands_after(self, guild: int, game: str, after: HandKey, limit: int) -> list[HandResult]:
        """Return at most `limit` hands of a game in a server that come after one, in the order in which they count."""
        hand = HandResultRow
        key = col(hand.at), col(hand.source), col(hand.origin), col(hand.number)
        conditions = col(hand.guild) == guild, col(hand.game) == game, tuple_(*key) > after
        return await self._hands(select(_HANDS).where(*conditions).order_by(*key).limit(limit).subquery())

    async def games_after(self, guild: int, game: str, after: GameKey, limit: int) -> list[GameResult]:
        """Return at most `limit` games in a server that come after one, in the order in which they count."""
        row = GameResultRow
        key = col(row.at), col(row.source), col(row.origin)
        conditions = col(row.guild) == guild, col(row.game) == game, tuple_(*key) > after
        return await self._games(select(_GAMES).where(*conditions).order_by(*key).limit(limit).subquery())

    async def _hands(self, hands: Any) -> list[HandResult]:
        part, of = HandPartRow, hands.c
        same_hand = and_(col(part.source) == of.source, col(part.origin) == of.origin, col(part.number) == of.number)
        query = (
            select(hands, col(part.seat), *_player_columns(col(part.kind)), col(part.points), col(part.feats))
            .join_from(hands, part, same_hand, isouter=True)
            .join(_PERSON, col(_PERSON.id) == col(part.person_id), isouter=True)
            .join(PreferencesRow, col(PreferencesRow.person_id) == col(part.person_id), isouter=True)
            .order_by(of.at, of.source, of.origin, of.number, col(part.part))
        )
        return hand_results_of(await self._query(query))

    async def _games(self, games: Any) -> list[GameResult]:
        part, of = GamePartRow, games.c
        query = (
            select(
                games,
                *(col(part.seat), col(part.side), *_player_columns(col(part.kind)), col(part.points), col(part.place)),
                *(col(part.won), col(part.stay)),
            )
            .join_from(games, part, and_(col(part.source) == of.source, col(part.origin) == of.origin), isouter=True)
            .join(_PERSON, col(_PERSON.id) == col(part.person_id), isouter=True)
            .join(PreferencesRow, col(PreferencesRow.person_id) == col(part.person_id), isouter=True)
            .order_by(of.at, of.source, of.origin, col(part.part))
        )
        return game_results_of(await self._query(query))

    # Standings

    async def standings(self, guild: int, game: str, season: int) -> list[Standing]:
        """Return all standings of a game in a server and a season, guests included, unordered."""
        row = StandingRow
        conditions = col(row.guild) == guild, col(row.game) == game, col(row.season) == season
        is_named = or_(col(_PERSON.user_id).is_not(None), col(_PERSON.guild).is_not(None))
        return await self._standings(*conditions, is_named)

    async def standings_of(self, guild: int, user: int, season: int) -> list[Standing]:
        """Return a person's standings in each game of a server and a season."""
        row = StandingRow
        own_id = select(col(PersonRow.id)).where(col(PersonRow.user_id) == user).scalar_subquery()
        conditions = col(row.guild) == guild, col(row.season) == season, col(row.person_id) == own_id
        return sorted(await self._standings(*conditions), key=lambda standing: standing.game)

    async def _standings(self, *where: ColumnElement[bool]) -> list[Standing]:
        row = StandingRow
        who = _PERSON.user.label("user"), col(_PERSON.name), col(_PERSON.guild).is_not(None).label("guest")
        columns = [cast(c, Text).label(c.name) if c.name == "feats" else c for c in columns_of(Standing, row)]
        query = select(*columns, *who).join_from(row, _PERSON, col(_PERSON.id) == col(row.person_id)).where(*where)
        rows = await self._query(query)
        return await asyncio.to_thread(standings_of, rows)  # thousands would hold the loop

    async def best_hand(self, game: str, standings: Iterable[Standing]) -> BestHand | None:
        """Return the best hand that these standings of a game name; of several as good the earliest."""
        best_hands = [
            (standing, standing.best, standing.best_of)
            for standing in standings
            if standing.best is not None and standing.best_of is not None
        ]
        if not best_hands:
            return None
        first = min if game in GAMES and GAMES[game].fewest_win else max
        best = first(points for _, points, _ in best_hands)
        level = [(standing, best_of) for standing, points, best_of in best_hands if points == best]
        times = await self._times([best_of for _, best_of in level])
        dated = [
            BestHand(standing.user, standing.name, best, *best_of, *times[best_of])
            for standing, best_of in level
            if best_of in times
        ]
        return min(dated, key=lambda item: (item.at, item.user), default=None)

    async def _times(self, hands: Sequence[tuple[Origin, int]]) -> dict[tuple[Origin, int], tuple[int, str | None]]:
        """Return the times at which hands ended, and the days that pads have for theirs."""
        row, hand, times = HandResultRow, PadHandRow, dict[tuple[Origin, int], tuple[int, str | None]]()
        same = col(row.source) == "pad", col(hand.pad_id) == col(row.origin), col(hand.number) == col(row.number)
        for part in _batches(hands):
            keys = [(origin.source, origin.number, number) for origin, number in part]
            has_key = tuple_(col(row.source), col(row.origin), col(row.number)).in_(keys)
            columns = col(row.source), col(row.origin), col(row.number), col(row.at), col(hand.day)
            query = select(*columns).join_from(row, hand, and_(*same), isouter=True).where(has_key)
            times |= {
                (Origin(source, origin), number): (at, day)
                for source, origin, number, at, day in await self._query(query)
            }
        return times

    async def head_to_head(self, guild: int, user: int, other: int, game: str | None = None) -> list[HeadToHead]:
        """Return two people's records by game, in games that both played; empty without statistics of both."""
        own, theirs, row = aliased(GamePartRow), aliased(GamePartRow), GameResultRow
        conditions = [col(row.guild) == guild, col(row.state) == "counts", col(row.friendly).is_(False)]
        conditions += [] if game is None else [col(row.game) == game]
        conditions += [col(own.person_id) == _with_statistics(user), col(theirs.person_id) == _with_statistics(other)]
        conditions += [col(part.stay).not_in(UNCOUNTED_STAYS) for part in (own, theirs)]
        query = (
            select(col(row.game), col(own.side), col(theirs.side), col(own.place), col(theirs.place))
            .join_from(own, theirs, _same_game(own, theirs))
            .join(row, _same_game(row, own))
            .where(*conditions)
        )
        counts: dict[str, Counter[str]] = {}
        for name, side, other_side, place, other_place in await self._query(query):
            how = "level" if place == other_place else "ahead" if place < other_place else "behind"
            counts.setdefault(name, Counter())["together" if side == other_side else how] += 1
        return [
            HeadToHead(name, count["ahead"], count["level"], count["behind"], count["together"])
            for name, count in sorted(counts.items())
        ]

    async def rated_games(self, guild: int, game: str, user: int, season: int, limit: int) -> list[RatedGame]:
        """Return a person's ratings after their last games, newest first: at most `limit`."""
        row = RatedGameRow
        own_id = select(col(PersonRow.id)).where(col(PersonRow.user_id) == user).scalar_subquery()
        conditions = (
            col(row.guild) == guild,
            col(row.game) == game,
            col(row.season) == season,
            col(row.person_id) == own_id,
        )
        query = select(*columns_of(RatedGame, row)).where(*conditions)
        query = query.order_by(col(row.at).desc(), col(row.source).desc(), col(row.origin).desc()).limit(limit)
        return [RatedGame(user=user, **game._asdict()) for game in await self._query(query)]

    # Seasons

    async def seasons(self, guild: int) -> list[Season]:
        """Return the seasons of a server, in order."""
        row = SeasonRow
        query = select(*columns_of(Season, row)).where(col(row.guild) == guild).order_by(col(row.number))
        return [Season(**season._asdict()) for season in await self._query(query)]

    async def begin_season(self, guild: int, name: str, at: int) -> Season:
        """Begin a season of a server; the one before ends with that. Raises SeasonBegan."""
        season = SeasonRow(guild=guild, number=1, name=name, began=at)
        async with self._begin() as session:
            number = await begin_season(session, season)
            await mark_changed_in(session, guild, self._clock())
        return Season(guild, number, name, at, None)

    async def end_season(self, guild: int, number: int, at: int) -> bool:
        """End the present season of a server; no other begins. False if the present has another number."""
        async with self._begin() as session:
            if not await end_season(session, guild, number, at):
                return False
            await mark_changed_in(session, guild, self._clock())
        return True

    # What is worked out of results

    async def is_stale(self, guild: int, game: str) -> bool:
        """Whether a game's standings in a server are out of date."""
        row = WorkRow
        conditions = col(row.guild) == guild, col(row.kind) == WorkKind.UPDATE_STANDINGS, col(row.key) == game
        none = (column.is_(None) for column in (col(row.table_id), col(row.pad_id), col(row.night_id)))
        return bool(await self._query(select(col(row.id)).where(*conditions, *none, col(row.state) == WorkState.DUE)))

    async def all_games(self) -> list[tuple[int, str]]:
        """Return the servers and games of which there are results or standings."""
        tables = HandResultRow, GameResultRow, StandingRow, RatedGameRow, FoldRow
        query = union(*(select(col(row.guild), col(row.game)) for row in tables))
        return sorted((guild, game) for guild, game in await self._query(query))

    async def fold(self, guild: int, game: str) -> Fold | None:
        """Return the progress of folding a server's results of a game into standings."""
        query = select(FoldRow).where(col(FoldRow.guild) == guild, col(FoldRow.game) == game)
        return next((fold_of(row) for row in await self._query(query)), None)

    async def standings_of_people(self, guild: int, game: str, users: Collection[int]) -> list[Standing]:
        """Return these people's standings in a game and a server, in all seasons."""
        standings: list[Standing] = []
        row = StandingRow
        for part in _batches(sorted(users)):
            erased = and_(
                col(PersonRow.user_id).is_(None), col(PersonRow.id).in_([-user for user in part if is_erased(user)])
            )
            theirs = select(col(PersonRow.id)).where(or_(col(PersonRow.user_id).in_(part), erased))
            conditions = col(row.guild) == guild, col(row.game) == game, col(row.person_id).in_(theirs)
            standings += await self._standings(*conditions)
        return standings

    async def save_rated_games(self, fold: Fold, after: GameKey, upto: GameKey, rows: Iterable[RatedGame]) -> None:
        """Replace the rated games after one key and up to another. Raises FoldMoved if results have changed."""
        rows = tuple(rows)
        async with self._begin() as session:
            await check_fold(session, fold)
            await write_rated_games(session, fold, after, upto, rows)

    async def save_standings(self, fold: Fold, standings: Iterable[Standing]) -> None:
        """Replace the standings of a game in a server, bit by bit. Raises FoldMoved."""
        row = StandingRow
        query = select(col(row.season), col(row.person_id), PersonRow.user).join_from(row, PersonRow)
        rows = await self._query(query.where(col(row.guild) == fold.guild, col(row.game) == fold.game))
        new = {(standing.season, standing.user): standing for standing in standings}
        obsolete = [(season, person) for season, person, user in rows if (season, user) not in new]
        for those in _batches(obsolete):
            async with self._begin() as session:
                await check_fold(session, fold)
                await delete_standings(session, fold, those)
        for part in _batches(list(new.values())):
            users = {standing.user for standing in part}
            before = await self.standings_of_people(fold.guild, fold.game, users)
            by_key = {(standing.season, standing.user): standing for standing in before}
            others = [standing for standing in part if by_key.get((standing.season, standing.user)) != standing]
            if others:
                async with self._begin() as session:
                    await check_fold(session, fold)
                    await write_standings(session, fold, others)

    async def save_fold(
        self, fold: Fold, upto: Fold, rated: Iterable[RatedGame] | None = None, standings: Iterable[Standing] = ()
    ) -> None:
        """Save how far results are worked in (`upto`). Raises FoldMoved.

        Save the `standings`, and the games `rated` since `fold`, too.
        """
        games, people = None if rated is None else tuple(rated), tuple(standings)
        async with self._begin() as session:
            row = await check_fold(session, fold)
            if games is not None:
                await write_rated_games(session, fold, fold.played, upto.played, games)
            await write_standings(session, fold, people)
            if row is not None:
                update_fold(row, upto)

    async def rows_of(self, table: str, after: tuple[Any, ...] | None, limit: int) -> list[tuple[Any, ...]]:
        """Return the rows of `standings` or `rated_games` in the order of their keys: the next `limit`."""
        columns = Row.metadata.tables[table]
        key = list(columns.primary_key)
        query = select(columns).order_by(*key).limit(limit)
        if after is not None:
            values = dict(zip(columns.c.keys(), after, strict=True))
            query = query.where(tuple_(*key) > tuple(values[column.name] for column in key))
        return [tuple(row) for row in await self._query(query)]


def _batches(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield the values in batches."""
    for first in range(0, len(values), BATCH_ROWS):
        yield values[first : first + BATCH_ROWS]


def _of(row: Any, origin: Origin) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return col(row.source) == origin.source, col(row.origin) == origin.number


def _same_game(part: Any, other: Any) -> ColumnElement[bool]:
    return and_(col(part.source) == col(other.source), col(part.origin) == col(other.origin))


def _with_statistics(user: int) -> Any:
    """Return the row of a person, if they want statistics."""
    query = select(col(PersonRow.id)).join(
        PreferencesRow, col(PreferencesRow.person_id) == col(PersonRow.id), isouter=True
    )
    return query.where(col(PersonRow.user_id) == user, WITHOUT_STATISTICS.is_(False)).scalar_subquery()
