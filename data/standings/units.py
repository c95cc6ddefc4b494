"""The units of work of results: everything is validated before they run."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from data.engine.columns import checked
from data.engine.statements import compiled
from data.engine.units import Values, to_json
from data.people.records import guest_key, is_erased
from data.people.statements import MEET_GUEST, MEET_SQL
from data.standings import statements as sql
from data.standings.errors import FoldMoved, SeasonBegan
from data.standings.models import GamePartRow, GameResultRow, HandPartRow, HandResultRow, SeasonRow
from data.standings.records import Fold, GameKey, GamePart, GameResult, HandPart, HandResult, Origin, RatedRow, Tally

Columns = tuple[Any, ...]


def replace(
    origin: Origin, hands: Iterable[HandResult], game: GameResult | None, seq: int | None, *, add: bool
) -> Callable[[sqlite3.Connection], bool]:
    """The unit that keeps the results of an origin as they are now, and returns whether any was another before.

    With `add` those that are there already stay as they are. `seq` is the change of a pad after which they are so.
    """
    new_hands = {hand.number: (_hand(hand), _hand_parts(hand)) for hand in hands}
    new_game = None if game is None else (_game(game), _game_parts(game))
    of = {"of_source": origin.source, "of_origin": origin.number}
    people, guests = _people(new_hands.values(), new_game)

    def unit(database: sqlite3.Connection) -> bool:
        numbers = _person_rows(database, people, guests)
        changes = _Changes(database)
        there = {row[2]: row for row in database.execute(sql.HANDS_OF, of)}
        parts: dict[int, list[Columns]] = {number: [] for number in there}
        for part in database.execute(sql.HAND_PARTS_OF, of):
            parts.setdefault(part[2], []).append(part)
        for number, (row, rows) in new_hands.items():
            before, now = there.get(number), _with_people(rows, numbers)
            if before is not None and (add or (before, parts[number]) == (_values(row), _all_values(now))):
                continue
            changes.hand(before, row)
            database.execute(sql.PUT_HAND, row)
            database.execute(sql.DELETE_HAND_PARTS, {**of, "of_number": number})
            database.executemany(sql.INSERT_HAND_PART, now)
        for number in () if add else sorted(there.keys() - new_hands.keys()):
            changes.hand(there[number], None)
            database.execute(sql.DELETE_HAND_PARTS, {**of, "of_number": number})
            database.execute(sql.DELETE_HAND, {**of, "of_number": number})
        before = database.execute(sql.GAME_OF, of).fetchone()
        if not (add and (before or new_game is None)):
            _replace_game(database, of, before, new_game, numbers, changes)
        if seq is not None:
            database.execute(sql.RECORDED, {**of, "seq": seq})
        return changes.tell()

    return unit


def _replace_game(
    database: sqlite3.Connection,
    of: Values,
    before: Columns | None,
    new: tuple[Values, list[Values]] | None,
    numbers: Mapping[Who, int],
    changes: _Changes,
) -> None:
    now = [] if new is None else _with_people(new[1], numbers)
    parts = database.execute(sql.GAME_PARTS_OF, of).fetchall()
    if (before, parts) == (None if new is None else _values(new[0]), _all_values(now)):
        return
    changes.game(before, None if new is None else new[0])
    database.execute(sql.DELETE_GAME_PARTS, of)
    if new is None:
        database.execute(sql.DELETE_GAME, of)
        return
    database.execute(sql.PUT_GAME, new[0])
    database.executemany(sql.INSERT_GAME_PART, now)


class _Changes:
    """The games whose standings a unit of work makes stale: those with results appended, and those to rebuild."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._ends: dict[tuple[int, str, str], Columns] = {}
        """The key of the last result of each server, game and kind, before the unit; then of those it adds."""
        self._appended: set[tuple[int, str]] = set()
        self._changed: set[tuple[int, str]] = set()

    def hand(self, before: Columns | None, now: Values | None) -> None:
        """A hand becomes another, comes, or goes."""
        self._note(sql.LAST_HAND, None if before is None else before[3:5], now, ("at", "source", "origin", "number"))

    def game(self, before: Columns | None, now: Values | None) -> None:
        """A game becomes another, comes, or goes."""
        self._note(sql.LAST_GAME, None if before is None else before[2:4], now, ("at", "source", "origin"))

    def _note(self, last: str, before: Columns | None, now: Values | None, names: Sequence[str]) -> None:
        if before is not None:
            self._changed.add((before[0], before[1]))
        if now is None:
            return
        where, key = (now["guild"], now["game"]), tuple(now[name] for name in names)
        if before is None and key > self._end(last, where):
            self._appended.add(where)
            self._ends[(*where, last)] = key
        else:
            self._changed.add(where)

    def _end(self, last: str, where: tuple[int, str]) -> Columns:
        if (*where, last) not in self._ends:
            row = self._database.execute(last, {"of_guild": where[0], "of_game": where[1]}).fetchone()
            self._ends[(*where, last)] = row or ()
        return self._ends[(*where, last)]

    def tell(self) -> bool:
        """Write down which standings are stale now; returns whether any are."""
        for statement, those in ((sql.APPENDED, self._appended), (sql.CHANGED, self._changed)):
            for guild, game in sorted(those):
                self._database.execute(statement, {"guild": guild, "game": game})
        return bool(self._appended or self._changed)


def save_rated_games(
    fold: Fold, after: GameKey, upto: GameKey, rows: Iterable[RatedRow]
) -> Callable[[sqlite3.Connection], None]:
    """The unit that makes the rated games after one and up to another these. Raises FoldMoved."""
    rows = tuple(rows)
    where: Values = {"of_guild": fold.guild, "of_game": fold.game}
    where |= dict(zip(("after_at", "after_source", "after_origin"), after, strict=True))
    where |= dict(zip(("upto_at", "upto_source", "upto_origin"), upto, strict=True))

    def unit(database: sqlite3.Connection) -> None:
        _check_fold(database, fold)
        numbers = _rows_of_users(database, {row.user for row in rows})
        new = sorted((fold.game, fold.guild, row.season, numbers[row.user], row) for row in rows if row.user in numbers)
        now = [
            (guild, game, season, person, row.at, row.source, row.origin, row.place, row.mu, row.sigma)
            for game, guild, season, person, row in new
        ]
        if database.execute(sql.RATED_IN, where).fetchall() == now:
            return
        database.execute(sql.DELETE_RATED, where)
        database.executemany(sql.INSERT_RATED, [dict(zip(sql.RATED.c.keys(), row, strict=True)) for row in now])

    return unit


def save_tallies(fold: Fold, tallies: Iterable[Tally]) -> Callable[[sqlite3.Connection], None]:
    """The unit that keeps what some people's results come to. Raises FoldMoved."""
    tallies = tuple(tallies)

    def unit(database: sqlite3.Connection) -> None:
        _check_fold(database, fold)
        numbers = _rows_of_users(database, {tally.user for tally in tallies})
        rows = [
            {**_standing(fold, tally), "person_id": numbers[tally.user]} for tally in tallies if tally.user in numbers
        ]
        for row in rows:
            database.execute(sql.PUT_STANDING, row)

    return unit


def delete_standings(fold: Fold, those: Iterable[tuple[int, int]]) -> Callable[[sqlite3.Connection], None]:
    """The unit that deletes standings by season and row of the person. Raises FoldMoved."""
    rows = [
        {"of_guild": fold.guild, "of_game": fold.game, "of_season": season, "person_id": person}
        for season, person in those
    ]

    def unit(database: sqlite3.Connection) -> None:
        _check_fold(database, fold)
        database.executemany(sql.DELETE_STANDING, rows)

    return unit


def save_fold(
    fold: Fold, upto: Fold, rated: Iterable[RatedRow] | None, tallies: Iterable[Tally]
) -> Callable[[sqlite3.Connection], None]:
    """The unit that notes that results have been worked in up to those that `upto` names, and keeps what they added to:
    `tallies`, and after the games of `fold` those that are `rated` (None: they are kept already). Raises FoldMoved.
    """
    games = None if rated is None else save_rated_games(fold, fold.played, upto.played, rated)
    people = save_tallies(fold, tallies)
    row: Values = {"of_guild": fold.guild, "of_game": fold.game, "guild": fold.guild, "game": fold.game}
    row |= {"new_made": fold.changes}
    row |= dict(zip(("hand_at", "hand_source", "hand_origin", "hand_number"), upto.hand, strict=True))
    row |= dict(zip(("game_at", "game_source", "game_origin"), upto.played, strict=True))

    def unit(database: sqlite3.Connection) -> None:
        if games is not None:
            games(database)
        people(database)
        database.execute(sql.FOLDED, row)

    return unit


def begin_season(guild: int, name: str, at: int) -> Callable[[sqlite3.Connection], int]:
    """The unit that begins a season of a server and returns its number. Raises SeasonBegan where one has begun at that
    instant or later.
    """
    row = checked(SeasonRow, {"guild": guild, "number": 1, "name": name, "began": at})

    def unit(database: sqlite3.Connection) -> int:
        ((number, began),) = database.execute(sql.LAST_SEASON, {"of_guild": guild})
        if began is not None and began >= at:
            raise SeasonBegan(number)
        database.execute(sql.INSERT_SEASON, {**row, "number": (number or 0) + 1})
        database.execute(sql.CHANGED_IN, {"of_guild": guild})
        return (number or 0) + 1

    return unit


def _check_fold(database: sqlite3.Connection, fold: Fold) -> None:
    """Hold what was worked out of results that have changed since, or by somebody else. Raises FoldMoved."""
    row = database.execute(sql.FOLD, {"of_guild": fold.guild, "of_game": fold.game}).fetchone()
    there = (0, 0) if row is None else (row[3], row[4])
    same = row is None or fold.made != fold.changes or (tuple(row[5:9]), tuple(row[9:12])) == (fold.hand, fold.played)
    if there != (fold.changes, fold.made) or not same:
        raise FoldMoved(f"{fold.game} of server {fold.guild}")


def _rows_of_users(database: sqlite3.Connection, users: Iterable[int]) -> dict[int, int]:
    """The rows of people by user."""
    found: dict[int, int] = {}
    for user in users:
        row = database.execute(sql.PERSON, {"user_id": user}).fetchone()
        if row[0] is not None:
            found[user] = row[0]
    return found


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
"""A user, or what tells a guest from all others."""


def _person_rows(database: sqlite3.Connection, people: Sequence[int], guests: Sequence[_Guest]) -> dict[Who, int]:
    """The rows of people by user, and of guests: everybody has one from now on."""
    for user in people:
        if not is_erased(user):
            database.execute(MEET_SQL, {"user_id": user, "name": ""})
    found: dict[Who, int] = {**_rows_of_users(database, people)}
    for guest in guests:
        database.execute(compiled(MEET_GUEST), guest._asdict())
        ((found[guest.key],),) = database.execute(sql.GUEST, {"guild": guest.guild, "folded": guest.folded})
    return found


def _people(
    hands: Iterable[tuple[Values, list[Values]]], game: tuple[Values, list[Values]] | None
) -> tuple[list[int], list[_Guest]]:
    rows = [part for _, parts in hands for part in parts] + ([] if game is None else game[1])
    those = {row["person_id"] for row in rows if row["person_id"] is not None}
    guests = {item for item in those if isinstance(item, _Guest)}
    return sorted(those - guests), sorted(guests)


def _person(guild: int, part: HandPart | GamePart) -> int | _Guest | None:
    """Whose a part is: a user, or a guest with a name."""
    key = guest_key(part.guest)
    return _Guest(guild, key, part.guest) if part.kind == "guest" and part.user is None and key else part.user


def _with_people(rows: list[Values], numbers: Mapping[Who, int]) -> list[Values]:
    def number(who: int | _Guest | None) -> int | None:
        return None if who is None else numbers[who.key if isinstance(who, _Guest) else who]

    return [{**row, "person_id": number(row["person_id"])} for row in rows]


def _values(row: Values) -> Columns:
    return tuple(row.values())


def _all_values(rows: list[Values]) -> list[Columns]:
    return [_values(row) for row in rows]


def _hand(hand: HandResult) -> Values:
    row: Values = {"source": hand.origin.source, "origin": hand.origin.number, "number": hand.number}
    row |= {"guild": hand.guild, "game": hand.game, "at": hand.at, "state": hand.state, "friendly": hand.friendly}
    row |= {"entered": hand.entered}
    return checked(HandResultRow, row)


def _hand_parts(hand: HandResult) -> list[Values]:
    found: list[Values] = []
    for place, part in enumerate(hand.parts):
        row: Values = {"source": hand.origin.source, "origin": hand.origin.number, "number": hand.number, "part": place}
        row |= {"seat": part.seat, "kind": part.kind, "person_id": part.user, "points": part.points}
        row = checked(HandPartRow, {**row, "feats": {name: list(part.feats[name]) for name in sorted(part.feats)}})
        whose = {"person_id": _person(hand.guild, part)}
        found.append({**row, **whose, "points": str(part.points), "feats": to_json(row["feats"])})
    return found


def _game(game: GameResult) -> Values:
    row: Values = {"source": game.origin.source, "origin": game.origin.number, "guild": game.guild, "game": game.game}
    row |= {"at": game.at, "hands": game.hands, "state": game.state, "friendly": game.friendly}
    row |= {"entered": game.entered}
    return checked(GameResultRow, row)


def _game_parts(game: GameResult) -> list[Values]:
    found: list[Values] = []
    for place, part in enumerate(game.parts):
        row: Values = {"source": game.origin.source, "origin": game.origin.number, "part": place, "seat": part.seat}
        row |= {"side": part.side, "kind": part.kind, "person_id": part.user, "points": part.points}
        row |= {"place": part.place, "won": part.won, "stay": part.stay}
        whose = {"person_id": _person(game.guild, part)}
        found.append({**checked(GamePartRow, row), **whose, "points": str(part.points)})
    return found


def _standing(fold: Fold, tally: Tally) -> Values:
    source, origin, number = tally.best_of or (None, None, None)
    return {
        "guild": fold.guild,
        "game": fold.game,
        "season": tally.season,
        "person_id": 0,
        "hands": tally.hands,
        "at_pads": tally.at_pads,
        "points": str(tally.points),
        "best": None if tally.best is None else str(tally.best),
        "best_source": source,
        "best_origin": origin,
        "best_number": number,
        "games": tally.games,
        "wins": tally.wins,
        "streak": tally.streak,
        "longest": tally.longest,
        "friendly": tally.friendly,
        "feats": to_json({name: list(tally.feats[name]) for name in sorted(tally.feats)}),
        "rated": tally.rated,
        "mu": tally.mu,
        "sigma": tally.sigma,
    }
