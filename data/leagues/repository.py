"""Stored leagues: who has entered, their groups and tables, and what organisers did."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import delete, update
from sqlalchemy import select as select_columns
from sqlalchemy.orm import aliased
from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from data.engine.columns import columns_of, values_of
from data.engine.repository import Query, Repository
from data.leagues.models import LeagueActRow, LeagueEntrantRow, LeagueRow, LeagueTableRow
from data.leagues.outbox import enqueue_league_work
from data.leagues.records import (
    ACTIVE,
    Entrant,
    LeagueAct,
    LeagueRecord,
    LeagueStatus,
    LeagueTable,
    NewLeague,
    NewLeagueAct,
)
from data.people.models import PersonRow
from data.people.rows import meet, person_rows
from data.tables.events import EventKind
from data.tables.models import EventRow
from data.tables.outbox import enqueue_guild_work
from data.tables.work import WorkKind

_BY, _WHOM = aliased(PersonRow), aliased(PersonRow)
_ORGANISER: Any = col(PersonRow.user_id)
_LEAGUES = (
    select_columns(
        *columns_of(LeagueRecord, LeagueRow),
        _ORGANISER.label("organiser"),
        func.coalesce(PersonRow.name, "").label("organiser_name"),
    )
    .join_from(LeagueRow, PersonRow, col(PersonRow.id) == col(LeagueRow.person_id), isouter=True)
    .order_by(col(LeagueRow.id).desc())
)


class LeaguesRepository(Repository):
    """The leagues of all servers. Each change enqueues the league's message and calendar."""

    async def open(self, new: NewLeague, interaction: int | None) -> int:
        """Open a season, unless the interaction has opened one already. Returns its number."""
        async with self._begin() as session:
            if interaction is not None:
                existing = select(LeagueRow.id).where(LeagueRow.interaction == interaction)
                if (league := (await session.exec(existing)).first()) is not None:
                    return league
            person = (await meet(session, {new.organiser: new.organiser_name}, rename=True))[new.organiser]
            row = LeagueRow(**values_of(new, LeagueRow), person_id=person, interaction=interaction, status="entry")
            session.add(row)
            await session.flush()
            assert row.id is not None
            await _log(session, row.id, NewLeagueAct("open", new.organiser, new.organiser_name), self._clock())
            await enqueue_league_work(session, [(new.guild, row.id)], self._clock())
        return row.id

    async def enter(self, league: int, user: int, name: str) -> bool:
        """Enter somebody, on the waiting list once the season has begun; False if they are there or it is over."""
        async with self._begin() as session:
            person = (await meet(session, {user: name}, rename=True))[user]
            row = await session.get(LeagueRow, league, with_for_update=True)
            if row is None or await session.get(LeagueEntrantRow, (league, row.stage, person)) is not None:
                return False
            if row.status not in ACTIVE or row.stage:
                return False
            await self._record_change(session, row)
            state = "in" if row.status == "entry" else "waiting"
            session.add(LeagueEntrantRow(league_id=league, person_id=person, entered=self._clock(), state=state))
        return True

    async def leave(self, league: int, user: int) -> bool:
        """Take somebody out who has no place in a group; False if they have one, or have not entered."""
        async with self._begin() as session:
            person = (await person_rows(session, [user])).get(user)
            entrant = None if person is None else await session.get(LeagueEntrantRow, (league, 0, person))
            if entrant is None or entrant.place is not None or await self._changed(session, league, ACTIVE) is None:
                return False
            await session.delete(entrant)
        return True

    async def begin(self, league: int, groups: Sequence[Sequence[int]], act: NewLeagueAct) -> bool:
        """Begin the season with these groups of users, and a table for each of them.

        Returns False if it has begun, or if others have entered or withdrawn since the groups were made.
        """
        now = self._clock()
        async with self._begin() as session:
            row = await session.get(LeagueRow, league, with_for_update=True)
            people = await person_rows(session, [user for group in groups for user in group])
            entrant = LeagueEntrantRow
            entered = select(entrant.person_id).where(col(entrant.league_id) == league, col(entrant.state) == "in")
            has_begun = row is None or row.status != "entry"
            if row is None or has_begun or set((await session.exec(entered)).all()) != set(people.values()):
                return False
            await self._record_change(session, row)
            row.update({"status": "playing", "began": now})
            for number, group in enumerate(groups):
                for place, user in enumerate(group):
                    await _set_entrant(session, row, people[user], group_number=number, place=place, since=now)
                for table in range(1 if row.advance else len(group)):
                    session.add(LeagueTableRow(league_id=league, group_number=number, number=table))
            await _log(session, league, act, now)
        return True

    async def begin_stage(
        self, league: LeagueRecord, final: Mapping[int, tuple[int, str]], groups: Sequence[Sequence[int]]
    ) -> bool:
        """End a stage of a cup with the place and the points of each user, and begin the next with these tables.

        Returns False if the stage is over.
        """
        now = self._clock()
        async with self._begin() as session:
            row = await self._changed(session, league.id, ("playing",), stage=league.stage)
            if row is None:
                return False
            people = await person_rows(session, final)
            await _set_final(session, row, people, final)
            row.update({"stage": row.stage + 1, "began": now, "ends": now + row.stage_ms})
            for number, group in enumerate(groups):
                session.add(LeagueTableRow(league_id=league.id, stage=row.stage, group_number=number, number=0))
                for place, user in enumerate(group):
                    entry = LeagueEntrantRow(
                        league_id=league.id, stage=row.stage, person_id=people[user], entered=now, state="in"
                    )
                    entry.update({"group_number": number, "place": place, "since": now})
                    session.add(entry)
            await _log(session, league.id, NewLeagueAct("stage", amount=row.stage + 1), now)
        return True

    async def replace(
        self, league: int, user: int, other: tuple[int, str] | None, act: NewLeagueAct, *, is_waiting: bool = False
    ) -> bool:
        """Give somebody's place to another person, or to nobody (None): then it stays theirs, without further play.

        Returns False if they have no place, or computers have it for them and stay, or the other plays already, or is
        to be on the waiting list (`is_waiting`) and is not.
        """
        now = self._clock()
        async with self._begin() as session:
            season = await session.get(LeagueRow, league, with_for_update=True)
            if season is None or season.status != "playing":
                return False
            person = (await person_rows(session, [user])).get(user)
            entrant = None if person is None else await session.get(LeagueEntrantRow, (league, season.stage, person))
            if entrant is None or entrant.place is None or (other is None and entrant.state == "out"):
                return False
            place = {"group_number": entrant.group_number, "place": entrant.place, "since": now}
            if other is None:
                entrant.update({"state": "out"})
            else:
                fresh = (await meet(session, dict([other])))[other[0]]
                row = await session.get(LeagueEntrantRow, (league, season.stage, fresh))
                if (row is not None and row.state == "in") or (is_waiting and (row is None or row.state != "waiting")):
                    return False
                if row is None:
                    row = LeagueEntrantRow(
                        league_id=league, stage=season.stage, person_id=fresh, entered=now, state="in"
                    )
                    session.add(row)
                entrant.update({"state": "out", "group_number": None, "place": None})
                row.update({"state": "in", **place})
            await self._record_change(session, season)
            await _log(session, league, act, now)
        return True

    async def set_void(self, league: int, table: int, act: NewLeagueAct) -> bool:
        """Let a table of a season not count; False if it is none of a season that is played, or is void already."""
        async with self._begin() as session:
            row = await self._changed(session, league, ("playing",))
            if row is None:
                return False
            place = LeagueTableRow
            own_place = col(place.league_id) == league, col(place.table_id) == table, col(place.void).is_(False)
            own_place = *own_place, col(place.stage) == row.stage
            if not (await session.exec(update(place).where(*own_place).values(void=True))).rowcount:
                return False
            await _log(session, league, act, self._clock())
        return True

    async def change(
        self, league: int, states: Collection[LeagueStatus], act: NewLeagueAct | None = None, **columns: Any
    ) -> bool:
        """Change `columns` of a season that is in one of these states, and log `act`; False if it is in none of them.

        An act `correct` gives an entrant points, or takes some: its amount.
        """
        async with self._begin() as session:
            row = await self._changed(session, league, states)
            if row is None:
                return False
            row.update(columns)
            if act is not None:
                await _log(session, league, act, self._clock())
        return True

    async def finish(self, league: int, final: Mapping[int, tuple[int, str]], act: NewLeagueAct) -> bool:
        """End a season with the place and the points of each user; False if it is over.

        With the act `cancel` it is cancelled.
        """
        now = self._clock()
        async with self._begin() as session:
            row = await self._changed(session, league, ACTIVE)
            if row is None:
                return False
            row.update({"status": "cancelled" if act.kind == "cancel" else "over", "ended": now})
            people = await person_rows(session, final)
            await _set_final(session, row, people, final)
            await _log(session, league, act, now)
        return True

    async def league(self, number: int) -> LeagueRecord | None:
        """Return the season of that number."""
        async with self._snapshot() as query:
            rows = list(await query(_LEAGUES.where(col(LeagueRow.id) == number)))
            return await _record(query, rows[0]) if rows else None

    async def of_server(self, guild: int, limit: int) -> list[LeagueRecord]:
        """Return the newest seasons of a server, at most `limit`, without entrants, tables and corrections."""
        rows = await self._query(_LEAGUES.where(col(LeagueRow.guild) == guild).limit(limit))
        return [LeagueRecord(**row._asdict()) for row in rows]

    async def acts(self, league: int) -> list[LeagueAct]:
        """Return what was done to a season, in order."""
        row = LeagueActRow
        by: Any = col(_BY.user_id)
        words: Any = col(row.words)
        whom: Any = _WHOM.user
        columns: tuple[Any, ...] = (
            *(col(row.at), col(row.kind), by.label("by"), func.coalesce(_BY.name, "").label("by_name")),
            whom.label("whom"),
            *(func.coalesce(_WHOM.name, "").label("whom_name"), words.label("reason"), col(row.amount)),
        )
        query = (
            select_columns(*columns)
            .join_from(row, _BY, col(_BY.id) == col(row.person_id), isouter=True)
            .join(_WHOM, col(_WHOM.id) == col(row.whom_id), isouter=True)
            .where(col(row.league_id) == league)
            .order_by(col(row.id))
        )
        return [LeagueAct(**act._asdict()) for act in await self._query(query)]

    async def last_moves(self, tables: Collection[int]) -> dict[int, int]:
        """Return the time (ms) of each user's last move at any of these tables."""
        event = EventRow
        user: Any = PersonRow.user
        query = select_columns(user, func.max(event.at))
        query = query.join_from(event, PersonRow, col(PersonRow.id) == col(event.person_id))
        moves = col(event.table_id).in_(tables), col(event.kind) == EventKind.MOVE
        return {row[0]: row[1] for row in await self._query(query.where(*moves).group_by(user))}

    async def enqueue_board(self, league: LeagueRecord) -> None:
        """Let the message of a league be brought up to date: its tables have gone on."""
        async with self._begin() as session:
            await enqueue_guild_work(session, WorkKind.LEAGUE_BOARD, self._clock(), [(league.guild, str(league.id))])

    async def note_posted(self, league: int, channel: int, message: int) -> None:
        """Note where a league's message stands from now on. It is brought up to date once more."""
        async with self._begin() as session:
            row = await session.get(LeagueRow, league, with_for_update=True)
            if row is not None:
                row.update({"message_channel": channel, "message": message})
                await enqueue_guild_work(session, WorkKind.LEAGUE_BOARD, self._clock(), [(row.guild, str(league))])

    async def note_message_gone(self, league: int, message: int) -> None:
        """Record that this message of a league is gone."""
        row = LeagueRow
        async with self._begin() as session:
            still = col(row.id) == league, col(row.message) == message
            await session.exec(update(row).where(*still).values(message_channel=None, message=None))

    async def delete_old(self, guild: int, before: int) -> None:
        """Delete the seasons of a server that ended before `before`."""
        row = LeagueRow
        async with self._begin() as session:
            await session.exec(delete(row).where(col(row.guild) == guild, col(row.ended) < before))

    async def _changed(
        self, session: AsyncSession, league: int, states: Collection[LeagueStatus], stage: int | None = None
    ) -> LeagueRow | None:
        """Return the row of a season that is to be changed, and enqueue its work.

        The season is in one of these states, and in `stage` if one is given.
        """
        row = await session.get(LeagueRow, league, with_for_update=True)
        if row is None or row.status not in states or stage not in {None, row.stage}:
            return None
        await self._record_change(session, row)
        return row

    async def _record_change(self, session: AsyncSession, row: LeagueRow) -> None:
        """Count a change of a season, and enqueue its work."""
        row.update({"seq": row.seq + 1})
        assert row.id is not None
        await enqueue_league_work(session, [(row.guild, row.id)], self._clock())


async def _record(query: Query, row: Any) -> LeagueRecord:
    """Return the season of a row, with its entrants, tables and corrections."""
    who, table, act = LeagueEntrantRow, LeagueTableRow, LeagueActRow
    user: Any = PersonRow.user
    group: Any = col(who.group_number)
    columns: tuple[Any, ...] = (
        *(user.label("user"), col(PersonRow.name), group.label("group")),
        *columns_of(Entrant, who),
    )
    entrants = (
        select_columns(*columns)
        .join_from(who, PersonRow, col(PersonRow.id) == col(who.person_id))
        .where(col(who.league_id) == row.id)
        .order_by(col(who.stage), col(who.entered), col(who.person_id))
    )
    tables = select_columns(col(table.group_number), col(table.number), col(table.table_id), col(table.void))
    tables = tables.where(col(table.league_id) == row.id, col(table.stage) == row.stage)
    tables = tables.order_by(col(table.group_number), col(table.number))
    corrections = (
        select_columns(PersonRow.user, col(act.amount))
        .join_from(act, PersonRow, col(PersonRow.id) == col(act.whom_id))
        .where(col(act.league_id) == row.id, col(act.kind) == "correct", col(act.at) >= (row.began or 0))
        .order_by(col(act.id))
    )
    entries = [Entrant(**stored._asdict()) for stored in await query(entrants)]
    return LeagueRecord(
        **row._asdict(),
        entrants=tuple(entry for entry in entries if entry.stage == row.stage),
        earlier=tuple(entry for entry in entries if entry.stage < row.stage),
        tables=tuple([LeagueTable(*stored) for stored in await query(tables)]),
        corrections=tuple([(user, amount) for user, amount in await query(corrections)]),
    )


async def _set_entrant(session: AsyncSession, league: LeagueRow, person: int, **values: Any) -> None:
    """Set columns of an entrant of the stage that is played."""
    row = await session.get(LeagueEntrantRow, (league.id, league.stage, person))
    if row is not None:
        row.update(values)


async def _set_final(
    session: AsyncSession, league: LeagueRow, people: Mapping[int, int], final: Mapping[int, tuple[int, str]]
) -> None:
    """Keep the final place and points of each user."""
    for user, (place, points) in final.items():
        await _set_entrant(session, league, people[user], final_place=place, final_points=points)


async def _log(session: AsyncSession, league: int, act: NewLeagueAct, now: int) -> None:
    """Keep an act."""
    by = None if act.by is None else (await meet(session, {act.by: act.by_name}))[act.by]
    whom = None if act.whom is None else (await person_rows(session, [act.whom])).get(act.whom)
    row = LeagueActRow(league_id=league, at=now, kind=act.kind, words=act.reason, amount=act.amount)
    row.update({"person_id": by, "whom_id": whom})
    session.add(row)
