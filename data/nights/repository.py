"""Stored club nights, and the tables and pads that belong to one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, or_, update
from sqlalchemy import select as select_columns
from sqlalchemy.orm import aliased
from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from data.engine.columns import columns_of, json_integer, values_of
from data.engine.repository import Query, Repository
from data.nights.errors import NightIsOn
from data.nights.models import NightPartRow, NightRow
from data.nights.outbox import enqueue_night_work
from data.nights.records import MAX_NIGHT_MS, NewNight, NightRecord
from data.pads.models import PadChangeRow, PadRow
from data.people.models import PersonRow
from data.people.rows import meet
from data.standings.records import Origin
from data.tables.models import HandRow, TableRow
from data.tables.night_work import ENQUEUE_BOARD, ENQUEUE_LAST_BOARD, ENQUEUE_RESULTS

_PERSON, _ENDER, _DELETER = aliased(PersonRow), aliased(PersonRow), aliased(PersonRow)
_BY: Any = col(_PERSON.user_id)
_NOT_DELETED = col(NightRow.deleted).is_(None)
_COLUMNS: tuple[Any, ...] = (
    *columns_of(NightRecord, NightRow),
    *(_BY.label("by"), func.coalesce(_PERSON.name, "").label("by_name")),
    *(func.coalesce(_ENDER.name, "").label("ended_by"), func.coalesce(_DELETER.name, "").label("deleted_by")),
)
"""The fields of a NightRecord, by name, save the parts of the night."""
_NIGHTS = (
    select_columns(*_COLUMNS)
    .join_from(NightRow, _PERSON, col(_PERSON.id) == col(NightRow.person_id), isouter=True)
    .join(_ENDER, col(_ENDER.id) == col(NightRow.ender_id), isouter=True)
    .join(_DELETER, col(_DELETER.id) == col(NightRow.deleter_id), isouter=True)
    .order_by(col(NightRow.id).desc())
)


class NightsRepository(Repository):
    """The club nights of all servers."""

    async def begin(self, new: NewNight, interaction: int | None) -> int:
        """Begin a club night, unless the interaction has begun one already. Returns its number.

        Raises NightIsOn where one is on in that channel.
        """
        now = self._clock()
        async with self._begin() as session:
            if interaction is not None:
                same_interaction = select(NightRow.id).where(NightRow.interaction == interaction)
                if (earlier := (await session.exec(same_interaction)).first()) is not None:
                    return earlier
            if (on := await _night_on(session, new.channel, now)) is not None:
                raise NightIsOn(on)
            person = (await meet(session, {new.by: new.by_name}, rename=True))[new.by]
            row = NightRow(**values_of(new, NightRow), person_id=person, began=now, interaction=interaction)
            session.add(row)
            await session.flush()
            assert row.id is not None
            for statement in (ENQUEUE_LAST_BOARD, ENQUEUE_RESULTS):
                await session.exec(statement, params={"night": row.id, "at": now + MAX_NIGHT_MS})
        return row.id

    async def end(self, night: int, user: int, name: str) -> bool:
        """End a club night as a user of that name. False if it has ended already."""
        return await self._set_once(night, user, name, "ended", "ender_id")

    async def delete(self, night: int, user: int, name: str) -> bool:
        """Mark a club night as deleted. False if it is already."""
        return await self._set_once(night, user, name, "deleted", "deleter_id")

    async def _set_once(self, night: int, user: int, name: str, when: str, by: str) -> bool:
        """Set the columns `when` and `by` of a night to now and a user; False where `when` is set already."""
        now = self._clock()
        async with self._begin() as session:
            person = (await meet(session, {user: name}, rename=True))[user]
            row = await session.get(NightRow, night, with_for_update=True)
            if row is None or getattr(row, when) is not None:
                return False
            row.update({when: now, by: person, "seq": row.seq + 1})
            await enqueue_night_work(session, [night], now)
        return True

    async def undelete(self, night: int, after: int) -> bool:
        """Bring a club night back that was deleted after `after`; False for any other.

        Raises NightIsOn where it is still on, and another is on in its channel.
        """
        now = self._clock()
        async with self._begin() as session:
            row = await session.get(NightRow, night, with_for_update=True)
            if row is None or row.deleted is None or row.deleted <= after:
                return False
            on = None
            if row.ended is None and row.began > now - MAX_NIGHT_MS:
                on = await _night_on(session, row.channel, now)
            if on is not None:
                raise NightIsOn(on)
            row.update({"deleted": None, "deleter_id": None, "seq": row.seq + 1})
            await enqueue_night_work(session, [night], now)
        return True

    async def deleted(self, before: int) -> list[int]:
        """Return the club nights that were deleted before `before`."""
        query = select(col(NightRow.id)).where(col(NightRow.deleted) < before).order_by(col(NightRow.id))
        return [night for (night,) in await self._query(query)]

    async def purge(self, night: int, before: int) -> None:
        """Delete a club night for good that was deleted before `before`."""
        async with self._begin() as session:
            await session.exec(delete(NightRow).where(col(NightRow.id) == night, col(NightRow.deleted) < before))

    async def set_part(self, night: int, origin: Origin, *, belongs: bool) -> None:
        """Bring a table or pad into a club night, or take it out."""
        row = NightPartRow(night_id=night, source=origin.source, number=origin.number, belongs=belongs)
        async with self._begin() as session:
            await session.merge(row)
            await _set(session, night, seq=NightRow.seq + 1)
            await enqueue_night_work(session, [night], self._clock())

    async def note_posted(self, night: int, channel: int, message: int) -> None:
        """Note where a night's message stands from now on. It is brought up to date once more.

        News from before may have gone into the message before it.
        """
        async with self._begin() as session:
            await _set(session, night, message_channel=channel, message=message)
            await session.exec(ENQUEUE_BOARD, params={"night": night, "at": self._clock()})

    async def note_message_gone(self, night: int, message: int) -> None:
        """Record that this message of a night is gone."""
        async with self._begin() as session:
            still = col(NightRow.message) == message
            await _set(session, night, still, message_channel=None, message=None)

    async def enqueue_results(self, night: int) -> None:
        """Let the results of a night be brought up to date: a table or pad of the night has changed."""
        async with self._begin() as session:
            await session.exec(ENQUEUE_RESULTS, params={"night": night, "at": self._clock()})

    async def night(self, number: int) -> NightRecord | None:
        """Return the club night of that number."""
        return next(iter(await self._nights(col(NightRow.id) == number)), None)

    async def in_channel(self, channel: int) -> NightRecord | None:
        """Return the newest club night of a channel, on or over."""
        return next(iter(await self._nights(col(NightRow.channel) == channel, _NOT_DELETED, limit=1)), None)

    async def of_server(self, guild: int, limit: int) -> list[NightRecord]:
        """Return the newest club nights of a server, at most `limit`."""
        return await self._nights(col(NightRow.guild) == guild, _NOT_DELETED, limit=limit)

    async def parts_of(self, night: NightRecord) -> list[Origin]:
        """Return the tables and pads of a club night, in the order in which they were opened.

        Those opened there in time or brought in count. Tables taken out or closed without a hand do not, nor imported
        pads, whose evening is unknown.
        """
        tables, pads = (
            [origin.number for origin in night.inside if origin.source == source] for source in ("table", "pad")
        )
        while_on = night.began, night.end
        table, around = TableRow, json_integer(col(TableRow.settings)["parent_channel"])
        in_night = and_(
            or_(col(table.channel) == night.channel, around == night.channel),
            col(table.created).between(*while_on),
        )
        played = select(col(HandRow.table_id)).where(col(HandRow.table_id) == col(table.id)).exists()
        query = select(col(table.created), col(table.id)).where(
            col(table.guild) == night.guild,
            or_(in_night, col(table.id).in_(tables)),
            or_(col(table.status) != "ended", played),
        )
        origins = [(when, Origin("table", number)) for when, number in await self._query(query)]
        pad = PadRow
        change = PadChangeRow
        imported = select(col(change.pad_id)).where(col(change.pad_id) == col(pad.id), col(change.kind) == "import")
        in_night = and_(col(pad.channel) == night.channel, col(pad.created).between(*while_on), ~imported.exists())
        query = select(col(pad.created), col(pad.id)).where(
            col(pad.guild) == night.guild, or_(in_night, col(pad.id).in_(pads)), col(pad.deleted).is_(None)
        )
        origins += [(when, Origin("pad", number)) for when, number in await self._query(query)]
        return [origin for _, origin in sorted(origins) if origin not in night.outside]

    async def _nights(self, *where: ColumnElement[bool], limit: int | None = None) -> list[NightRecord]:
        async with self._snapshot() as query:
            rows = await query(_NIGHTS.where(*where).limit(limit))
            parts = await self._parts(query, [row.id for row in rows])
        return [
            NightRecord(**row._asdict(), inside=frozenset(parts[row.id, True]), outside=frozenset(parts[row.id, False]))
            for row in rows
        ]

    async def _parts(self, query: Query, nights: Sequence[int]) -> dict[tuple[int, bool], set[Origin]]:
        part = NightPartRow
        columns = col(part.night_id), col(part.belongs), col(part.source), col(part.number)
        parts_by_night: defaultdict[tuple[int, bool], set[Origin]] = defaultdict(set)
        for night, belongs, source, number in await query(select(*columns).where(col(part.night_id).in_(nights))):
            parts_by_night[night, belongs].add(Origin(source, number))
        return parts_by_night


async def _night_on(session: AsyncSession, channel: int, now: int) -> int | None:
    """Return the night that is on in a channel."""
    on = select(NightRow.id).where(NightRow.channel == channel, col(NightRow.ended).is_(None), _NOT_DELETED)
    return (await session.exec(on.where(NightRow.began > now - MAX_NIGHT_MS))).first()


async def _set(session: AsyncSession, night: int, *only: ColumnElement[bool], **values: Any) -> None:
    """Set columns of a night."""
    await session.exec(update(NightRow).where(col(NightRow.id) == night, *only).values(values))
