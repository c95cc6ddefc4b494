"""Replaces an erased person's number outside of their row: in events, work and changes of pads.

Their row's number with a minus takes its place.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Text, cast, delete
from sqlmodel import col, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession

from data.pads.models import PadChangeRow
from data.tables.models import EventRow, WorkRow
from data.tables.work import BannedSeatPayload, DigestPayload, WorkKind, WorkState
from data.tables.work_rows import IS_DIGEST


async def erase_number(session: AsyncSession, me: int, user: int, now: int) -> None:
    """Take the number `user` of the person with row `me` out of whatever names it."""
    await _erase_freed_seats(session, me, user)
    await _erase_digest_items(session, me, user)
    await _erase_digests(session, me, user, now)
    await _erase_keepers(session, me, user)


def _tables_of(me: int) -> Any:
    """Return the tables at which they have done something."""
    return select(EventRow.table_id).where(EventRow.person_id == me)


def payload_has(key: str, user: int) -> ColumnElement[bool]:
    """Whether a work item's payload has this user at `key`; their number may need more than 32 bits."""
    return cast(col(WorkRow.payload)[key].as_string(), BigInteger) == user


async def _erase_freed_seats(session: AsyncSession, me: int, user: int) -> None:
    """Delete the queued releases of the person's seats. In those that they requested, anonymise the moderator."""
    freed = col(WorkRow.kind) == WorkKind.FREE_BANNED_SEAT
    await session.exec(delete(WorkRow).where(freed, col(WorkRow.key) == str(user)))
    for work in await session.exec(select(WorkRow).where(freed, payload_has("by", user))):
        work.update({"payload": BannedSeatPayload(user=work.payload["user"], by=-me)})


async def _erase_digest_items(session: AsyncSession, me: int, user: int) -> None:
    """Empty the announcements for the user, and cancel those that are due."""
    is_about_user = (
        col(WorkRow.table_id).in_(_tables_of(me)),
        WorkRow.kind == WorkKind.ANNOUNCE,
        payload_has("user", user),
    )
    for work in await session.exec(select(WorkRow).where(*is_about_user)):
        state = WorkState.CANCELLED if work.state == WorkState.DUE else work.state
        work.update({"payload": {}, "state": state})


async def _erase_digests(session: AsyncSession, me: int, user: int, now: int) -> None:
    """Empty the user's digests. Retract those that were posted, and cancel the others."""
    for work in await session.exec(select(WorkRow).where(IS_DIGEST, payload_has("user", user))):
        posted = work.state == WorkState.DONE or (work.state == WorkState.DUE and work.channel is not None)
        work.update(
            {
                "key": str(work.id),
                "payload": DigestPayload(user=-me, since=0, notices=[]),
                "state": WorkState.RETRACT if posted else WorkState.CANCELLED,
                "due": now,
            }
        )


async def _erase_keepers(session: AsyncSession, me: int, user: int) -> None:
    """Replace the user's number in the changes of keepers of every pad."""
    mentions = (cast(col(column), Text).contains(str(user)) for column in (PadChangeRow.before, PadChangeRow.after))
    for change in await session.exec(select(PadChangeRow).where(PadChangeRow.kind == "keepers", or_(*mentions))):
        change.update(
            {"before": _without(user, me, change.before), "after": _without(user, me, change.after)},
        )


def _without(user: int, me: int, account: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return one side of a change of keepers, with the row's number in place of the user's."""
    if account is None:
        return None
    return {**account, "keepers": [-me if keeper == user else keeper for keeper in account.get("keepers", ())]}
