"""The messages of pads: where they stand, and what they show."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import aliased
from sqlmodel import col
from sqlmodel import select as select_rows
from sqlmodel.ext.asyncio.session import AsyncSession

from data.engine.repository import Repository
from data.pads.models import PadConsentRow, PadRow
from data.pads.outbox import enqueue_boards_of_pad, enqueue_pad_work
from data.people.models import PersonRow
from data.people.rows import person_rows
from data.processes.notifications import ChangeKind, notify
from data.tables.models import WorkRow
from data.tables.records import Work
from data.tables.work import WorkKind
from data.tables.work_rows import WORK_ROWS, work_of

_PERSON = aliased(PersonRow)


class PadMessages(Repository):
    """The messages of all pads: of the pad itself, of contests, and consent requests to people added by others."""

    async def note_posted(self, pad: int, seq: int, channel: int, message: int) -> None:
        """Store where a pad's message stands from now on, and that it shows change `seq`.

        A message that is behind is to be edited. An edit that brings it up to date is not stored: the work item says
        that.
        """
        now = self._clock()
        async with self._begin() as session:
            row = await session.get(PadRow, pad, with_for_update=True)
            if row is None:
                return
            row.update({"message_channel": channel, "message": message})
            await notify(session, ChangeKind.PAD, pad)
            if row.seq != seq:
                await enqueue_pad_work(session, [pad], (WorkKind.PAD_BOARD,), now)
            await enqueue_boards_of_pad(session, pad, now)  # they link to the message

    async def note_message_gone(self, pad: int, message: int) -> None:
        """Record that this message of a pad is gone."""
        async with self._begin() as session:
            row = await session.get(PadRow, pad, with_for_update=True)
            if row is not None and row.message == message:
                row.update({"message_channel": None, "message": None})
                await notify(session, ChangeKind.PAD, pad)

    async def post_of(self, pad: int, kind: WorkKind, key: int) -> Work | None:
        """Return the work item of the message of a kind that stands for a change of a pad."""
        work = WorkRow
        query = WORK_ROWS.where(col(work.pad_id) == pad, col(work.kind) == kind, col(work.key) == str(key))
        return next((work_of(row) for row in await self._query(query)), None)

    # Consent requests

    async def named_consents(self, pad: int, seq: int) -> set[int]:
        """Return the users named in the consent request of a pad's change."""
        consent = PadConsentRow
        query = select(_PERSON.user.label("user")).join_from(
            consent, _PERSON, col(_PERSON.id) == col(consent.person_id)
        )
        query = query.where(col(consent.pad_id) == pad, col(consent.seq) == seq, col(consent.is_named))
        return {user for (user,) in await self._query(query)}

    async def pads_not_told_of(self, guild: int, user: int) -> list[int]:
        """Return the pads of a server where a user was asked to be a player and does not know it yet."""
        consent = PadConsentRow
        query = select(col(consent.pad_id)).join_from(consent, PadRow, col(PadRow.id) == col(consent.pad_id))
        query = query.join(PersonRow, col(PersonRow.id) == col(consent.person_id))
        query = query.where(col(PadRow.guild) == guild, col(PersonRow.user_id) == user)
        query = query.where(col(consent.state) == "asked", col(consent.informed_at).is_(None))
        return [pad for (pad,) in await self._query(query.order_by(col(consent.pad_id)))]

    async def name_consents(self, pad: int, users: Collection[int]) -> None:
        """Mark these people as named in a consent request."""
        async with self._begin() as session:
            for row in (await _consents(session, pad, users)).values():
                row.update({"is_named": True})

    async def note_consents_informed(self, pad: int, users: Collection[int], now: int) -> None:
        """Record that these people know that they are players."""
        async with self._begin() as session:
            await notify(session, ChangeKind.PAD, pad)
            for row in (await _consents(session, pad, users)).values():
                if row.informed_at is None:
                    row.update({"informed_at": now})


async def _consents(session: AsyncSession, pad: int, users: Collection[int]) -> dict[int, PadConsentRow]:
    """Return the rows of these people's consents on a pad, by user, to be changed."""
    people = {row: user for user, row in (await person_rows(session, users)).items()}
    consent = PadConsentRow
    query = select_rows(consent).where(consent.pad_id == pad, col(consent.person_id).in_(people)).with_for_update()
    return {people[row.person_id]: row for row in (await session.exec(query)).all()}
