"""The messages of pads: where they stand, and what they show."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import groupby
from operator import attrgetter

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import aliased
from sqlmodel import col
from sqlmodel import select as select_rows
from sqlmodel.ext.asyncio.session import AsyncSession

from data.engine.repository import Repository
from data.pads.models import PadConsentRow, PadRow
from data.pads.outbox import enqueue_boards_of_pad, enqueue_pad_work
from data.pads.records import ConsentMessage
from data.people.models import PersonRow
from data.people.rows import person_rows
from data.processes.notifications import ChangeKind, notify
from data.tables.models import WorkRow
from data.tables.records import Work
from data.tables.work import WorkKind
from data.tables.work_rows import WORK_ROWS, work_of

_PERSON = aliased(PersonRow)


class PadMessages(Repository):
    """The messages of all pads: of the pad itself, of contests, and of what people are asked whom others added."""

    async def note_posted(self, pad: int, seq: int, channel: int, message: int) -> None:
        """Note where a pad's message stands from now on, and that it shows change `seq`; one that is behind is to be
        edited.

        An edit that brings it up to date is not noted: the work item says that.
        """
        now = self._clock()
        async with self._begin() as session:
            row = await session.get(PadRow, pad, with_for_update=True)
            if row is None:
                return
            row.update({"message_channel": channel, "message": message})
            await notify(session, ChangeKind.PAD, pad)
            if row.seq != seq:
                await enqueue_pad_work(session, pad, (WorkKind.PAD_BOARD,), now)
            await enqueue_boards_of_pad(session, pad, now)  # they link to the message

    async def note_message_gone(self, pad: int, message: int) -> None:
        """Note that a pad's message, if it is still this, is no more."""
        async with self._begin() as session:
            row = await session.get(PadRow, pad, with_for_update=True)
            if row is not None and row.message == message:
                row.update({"message_channel": None, "message": None})
                await notify(session, ChangeKind.PAD, pad)

    async def post_of(self, pad: int, kind: WorkKind, key: int) -> Work | None:
        """The work item of the message of a kind that stands for a change of a pad."""
        work = WorkRow
        query = WORK_ROWS.where(col(work.pad_id) == pad, col(work.kind) == kind, col(work.key) == str(key))
        return next((work_of(row) for row in await self._query(query)), None)

    # What people are asked who were made players by others

    async def stale_consents(self, pad: int) -> list[ConsentMessage]:
        """The messages of a pad that do not show what people said, in their order."""
        consent = PadConsentRow
        owed = select(col(consent.seq)).where(
            col(consent.pad_id) == pad, col(consent.shown_state) != col(consent.state)
        )
        return await self._consent_messages(pad, col(consent.seq).in_(owed))

    async def consent_message(self, pad: int, seq: int) -> ConsentMessage | None:
        """The message that asks the people whom a change of a pad added."""
        return next(iter(await self._consent_messages(pad, col(PadConsentRow.seq) == seq)), None)

    async def _consent_messages(self, pad: int, which: ColumnElement[bool]) -> list[ConsentMessage]:
        consent = PadConsentRow
        user = _PERSON.user.label("user")
        columns = col(consent.seq), user, col(consent.channel), col(consent.message), col(consent.begun)
        query = select(*columns).join_from(consent, _PERSON, col(_PERSON.id) == col(consent.person_id))
        query = query.where(col(consent.pad_id) == pad, which)
        query = query.order_by(col(consent.seq), col(_PERSON.id))
        found: list[ConsentMessage] = []
        for seq, group in groupby(await self._query(query), attrgetter("seq")):
            rows = list(group)
            named = [row for row in rows if row.begun is not None]
            users, others = (
                tuple(row.user for row in rows if (row.begun is not None) is is_named) for is_named in (True, False)
            )
            channel, message, begun = (named[0].channel, named[0].message, named[0].begun) if named else (None,) * 3
            found.append(ConsentMessage(seq, users, others, channel, message, begun))
        return found

    async def pads_not_told_of(self, guild: int, user: int) -> list[int]:
        """The pads of a server of which a user does not know yet that they are to be a player there."""
        consent = PadConsentRow
        query = select(col(consent.pad_id)).join_from(consent, PadRow, col(PadRow.id) == col(consent.pad_id))
        query = query.join(PersonRow, col(PersonRow.id) == col(consent.person_id))
        query = query.where(col(PadRow.guild) == guild, col(PersonRow.user_id) == user)
        query = query.where(col(consent.state) == "asked", col(consent.informed_at).is_(None))
        return [pad for (pad,) in await self._query(query.order_by(col(consent.pad_id)))]

    async def begin_consents(self, pad: int, users: Collection[int], channel: int) -> None:
        """Note that a message that asks these people is about to be posted in a channel."""
        now = self._clock()
        async with self._begin() as session:
            for row in (await _consents(session, pad, users)).values():
                row.update({"channel": channel, "begun": now})

    async def note_consents_posted(
        self, pad: int, users: Collection[int], channel: int, message: int, informed: Collection[int], now: int
    ) -> None:
        """Note the place of the message that asks these people, and whom of them it informed."""
        async with self._begin() as session:
            rows = await _consents(session, pad, {*users, *informed})
            for user, row in rows.items():
                if user in users:
                    row.update({"channel": channel, "message": message})
                if user in informed:
                    _note_informed(row, now)

    async def note_consents_informed(self, pad: int, users: Collection[int], now: int) -> None:
        """Note that these people know that they are players."""
        async with self._begin() as session:
            await notify(session, ChangeKind.PAD, pad)
            for row in (await _consents(session, pad, users)).values():
                _note_informed(row, now)

    async def note_consents_shown(self, pad: int, states: Mapping[int, str]) -> None:
        """Note which states, by user, their message shows; of those whom none names, that none is to."""
        async with self._begin() as session:
            for user, row in (await _consents(session, pad, states)).items():
                row.update({"shown_state": states[user]})


async def _consents(session: AsyncSession, pad: int, users: Collection[int]) -> dict[int, PadConsentRow]:
    """The rows of these people's consents on a pad, by user, to be changed."""
    people = {row: user for user, row in (await person_rows(session, users)).items()}
    consent = PadConsentRow
    query = select_rows(consent).where(consent.pad_id == pad, col(consent.person_id).in_(people)).with_for_update()
    return {people[row.person_id]: row for row in (await session.exec(query)).all()}


def _note_informed(row: PadConsentRow, now: int) -> None:
    if row.informed_at is None:
        row.update({"informed_at": now})
