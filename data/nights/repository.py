"""Stored club nights, and the tables and pads that belong to one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.orm import aliased
from sqlmodel import col, func

from data.engine.repository import Repository
from data.engine.units import ran
from data.nights import units
from data.nights.models import NightPartRow, NightRow
from data.nights.records import NewNight, NightRecord
from data.pads.models import PadChangeRow, PadRow
from data.people.models import PersonRow
from data.standings.records import Origin
from data.tables.models import HandRow, TableRow

_PERSON, _ENDER, _DELETER = aliased(PersonRow), aliased(PersonRow), aliased(PersonRow)
_NOT_DELETED = col(NightRow.deleted).is_(None)


class NightsRepository(Repository):
    """The club nights of all servers."""

    async def begin(self, new: NewNight, interaction: int | None) -> int:
        """Begin a club night; returns its number.

        Raises NightMade if the interaction has begun one already, NightIsOn where one is on in that channel.
        """
        return await self._write(units.begin(new, interaction, self._clock()))

    async def end(self, night: int, user: int, name: str) -> bool:
        """Let a user of that name end a club night; False where somebody has ended it already."""
        return await self._write(units.end(night, user, name, self._clock()))

    async def delete(self, night: int, user: int, name: str) -> bool:
        """Let a user of that name delete a club night, which can be undone; False where that is done already."""
        return await self._write(units.delete_night(night, user, name, self._clock()))

    async def undelete(self, night: int, after: int) -> bool:
        """Bring a club night back that was deleted after `after`; False for any other.

        Raises NightIsOn where it is still on, and another is on in its channel.
        """
        return await self._write(units.undelete(night, after, self._clock()))

    async def deleted(self, before: int) -> list[int]:
        """The club nights that were deleted before `before`."""
        query = select(col(NightRow.id)).where(col(NightRow.deleted) < before).order_by(col(NightRow.id))
        return [night for (night,) in await self._query(query)]

    async def purge(self, night: int, before: int) -> None:
        """Delete a club night for good that was deleted before `before`."""
        await self._write(ran(units.PURGE, {"night": night, "before": before}))

    async def set_part(self, night: int, origin: Origin, *, belongs: bool) -> None:
        """Bring a table or pad into a club night, or take it out."""
        await self._write(units.set_part(night, origin, self._clock(), belongs=belongs))

    async def note_posted(self, night: int, channel: int, message: int) -> None:
        """Note where a night's message stands from now on."""
        await self._write(units.note_posted(night, channel, message, self._clock()))

    async def note_message_gone(self, night: int, message: int) -> None:
        """Note that a night's message, if it is still this, is no more."""
        await self._write(units.note_message_gone(night, message))

    async def begin_card(self, night: int) -> None:
        """Note that the message of a night's end is about to be posted."""
        await self._write(units.begin_card(night, self._clock()))

    async def note_card_posted(self, night: int, message: int, seq: int) -> None:
        """Note the message of a night's end, and that it shows change `seq`."""
        await self._write(units.note_card_posted(night, message, seq))

    async def night(self, number: int) -> NightRecord | None:
        """The club night of that number."""
        return next(iter(await self._nights(col(NightRow.id) == number)), None)

    async def in_channel(self, channel: int) -> NightRecord | None:
        """The newest club night of a channel, on or over."""
        return next(iter(await self._nights(col(NightRow.channel) == channel, _NOT_DELETED, limit=1)), None)

    async def of_server(self, guild: int, limit: int) -> list[NightRecord]:
        """The newest club nights of a server, at most `limit`."""
        return await self._nights(col(NightRow.guild) == guild, _NOT_DELETED, limit=limit)

    async def parts_of(self, night: NightRecord) -> list[Origin]:
        """The tables and pads of a club night, in the order in which they were opened.

        Those opened there in time or brought in count. Tables taken out or closed without a hand do not, nor imported
        pads, whose evening is unknown.
        """
        tables, pads = (
            [origin.number for origin in night.inside if origin.source == source] for source in ("table", "pad")
        )
        while_on = night.began, night.end
        table, around = TableRow, col(TableRow.settings)["around"].as_integer()
        here = and_(
            or_(col(table.channel) == night.channel, around == night.channel),
            col(table.created).between(*while_on),
        )
        played = select(col(HandRow.table_id)).where(col(HandRow.table_id) == col(table.id)).exists()
        query = select(col(table.created), col(table.id)).where(
            col(table.guild) == night.guild,
            or_(here, col(table.id).in_(tables)),
            or_(col(table.status) != "ended", played),
        )
        found = [(when, Origin("table", number)) for when, number in await self._query(query)]
        pad = PadRow
        change = PadChangeRow
        imported = select(col(change.pad_id)).where(col(change.pad_id) == col(pad.id), col(change.kind) == "import")
        here = and_(col(pad.channel) == night.channel, col(pad.created).between(*while_on), ~imported.exists())
        query = select(col(pad.created), col(pad.id)).where(
            col(pad.guild) == night.guild, or_(here, col(pad.id).in_(pads)), col(pad.deleted).is_(None)
        )
        found += [(when, Origin("pad", number)) for when, number in await self._query(query)]
        return [origin for _, origin in sorted(found) if origin not in night.outside]

    async def _nights(self, *where: ColumnElement[bool], limit: int | None = None) -> list[NightRecord]:
        night = NightRow
        columns = (
            *(col(night.id), col(night.guild), col(night.channel), col(night.name), col(_PERSON.user_id)),
            *(func.coalesce(_PERSON.name, ""), col(night.began), col(night.ended), col(night.seq)),
            *(col(night.message_channel), col(night.message), func.coalesce(_ENDER.name, "")),
            *(col(night.deleted), func.coalesce(_DELETER.name, "")),
            *(col(night.card_begun), col(night.card), col(night.card_shown)),
        )
        query = select(*columns).join_from(night, _PERSON, col(_PERSON.id) == col(night.person_id), isouter=True)
        query = query.join(_ENDER, col(_ENDER.id) == col(night.ender_id), isouter=True)
        query = query.join(_DELETER, col(_DELETER.id) == col(night.deleter_id), isouter=True)
        rows = await self._query(query.where(*where).order_by(col(night.id).desc()).limit(limit))
        parts = await self._parts([row[0] for row in rows])
        return [
            NightRecord(*row[:-3], *(frozenset(parts[row[0], belongs]) for belongs in (True, False)), *row[-3:])
            for row in rows
        ]

    async def _parts(self, nights: Sequence[int]) -> dict[tuple[int, bool], set[Origin]]:
        part = NightPartRow
        columns = col(part.night_id), col(part.belongs), col(part.source), col(part.number)
        found: defaultdict[tuple[int, bool], set[Origin]] = defaultdict(set)
        for night, belongs, source, number in await self._query(select(*columns).where(col(part.night_id).in_(nights))):
            found[night, belongs].add(Origin(source, number))
        return found
