"""Erases a person in one transaction, after which nobody can tell who it was.

Games stay, with a nameless row of `people`. Tables, pads, leagues and club nights are changed in the same transaction.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import delete, null, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from data.engine.columns import table_of
from data.engine.statements import insert
from data.nights.outbox import enqueue_night_work
from data.pads.models import PadContestRow, PadDraftRow
from data.pads.outbox import PAD_WORK, enqueue_pad_work
from data.people.models import ActRow, BanRow, BlockRow, PersonRow, PreferencesRow
from data.privacy.erasure_deals import leave_deals
from data.privacy.erasure_leagues import leave_leagues
from data.privacy.erasure_pads import leave_pads
from data.privacy.erasure_tables import change_nights, leave_tables
from data.privacy.erasure_traces import erase_number
from data.privacy.models import ErasureRow
from data.sqlite.overwriting import overwrite_deleted
from data.standings.statements import mark_changed_of
from data.tables.events import EventKind
from data.tables.models import EventRow, ReviewRow, SillyMoveRow


class ErasureResult(NamedTuple):
    """The result of an erasure: the user (None: erased before), and whether the id stays for moderators' bans."""

    user: int | None
    banned: bool = False


async def erase_person(session: AsyncSession, me: int, at: int, now: int) -> ErasureResult:
    """Erase the person with row `me`, as was asked for at `at`. Again it does nothing."""
    await session.exec(insert(table_of(ErasureRow)).values(person_id=me, at=at).on_conflict_do_nothing())
    person = await session.get(PersonRow, me, with_for_update=True)
    if person is None or person.user_id is None:
        return ErasureResult(None)
    user = person.user_id
    await overwrite_deleted(session)
    await mark_changed_of(session, me, now)  # what is worked out just now knows them by their number
    await erase_words(session, me)
    await _erase_reasons_about(session, me)
    await _delete_lists(session, me)
    await _delete_preferences(session, me)
    await erase_number(session, me, user, now)
    pads = await leave_pads(session, me, now)
    await leave_tables(session, me, now)
    await leave_deals(session, me, now)
    await leave_leagues(session, me, now)
    await enqueue_night_work(session, await change_nights(session, me), now)
    await enqueue_pad_work(session, pads, PAD_WORK, now)
    person.update({"user_id": None, "name": "", "folded": None})
    await session.flush()  # the number may get another row
    return ErasureResult(user, await _keep_bans(session, me, user))


async def erase_words(session: AsyncSession, me: int) -> list[int]:
    """Empty what a person has typed: notes and reasons. Returns the tables whose log has changed."""
    await session.exec(update(ActRow).where(col(ActRow.person_id) == me).values(words=""))
    await session.exec(update(PadContestRow).where(col(PadContestRow.person_id) == me).values(why=""))
    emptied = await session.exec(
        update(EventRow)
        .where(
            col(EventRow.person_id) == me,
            col(EventRow.kind) == EventKind.NOTE,
            col(EventRow.hidden).is_not(null()),  # a note has nothing else that was typed
        )
        .values(hidden=null())
        .returning(col(EventRow.table_id))
    )
    return sorted({table for (table,) in emptied})


async def _erase_reasons_about(session: AsyncSession, me: int) -> None:
    """Delete moderators' reasons about the person, except in servers that ban them."""
    kept_out = select(BanRow.guild).where(BanRow.person_id == me)
    acts = update(ActRow).where(col(ActRow.whom_id) == me, col(ActRow.guild).not_in(kept_out))
    await session.exec(acts.values(words=""))


async def _delete_lists(session: AsyncSession, me: int) -> None:
    """Delete whom they block, who blocks them, their drafts of hands and the reviews of their play.

    Computer players' moves that they called silly are nobody's.
    """
    await session.exec(delete(BlockRow).where((col(BlockRow.person_id) == me) | (col(BlockRow.blocked_id) == me)))
    await session.exec(delete(PadDraftRow).where(col(PadDraftRow.person_id) == me))
    await session.exec(delete(ReviewRow).where(col(ReviewRow.person_id) == me))
    await session.exec(update(SillyMoveRow).where(col(SillyMoveRow.person_id) == me).values(person_id=None))


async def _delete_preferences(session: AsyncSession, me: int) -> None:
    """Delete the preferences, but for `no_statistics`.

    Games played without statistics must not count later: they would change the ratings of others.
    """
    row = await session.get(PreferencesRow, me)
    if row is None:
        return
    if row.settings.get("no_statistics"):
        row.update({"settings": {"no_statistics": True}, "version": row.version + 1, "updated": 0})
    else:
        await session.delete(row)


async def _keep_bans(session: AsyncSession, me: int, user: int) -> bool:
    """Keep the bans of the person, by a new row that has nothing but the user's number.

    Returns whether there are any.
    """
    if (await session.exec(select(BanRow.guild).where(BanRow.person_id == me))).first() is None:
        return False
    number = PersonRow(user_id=user)
    session.add(number)
    await session.flush()
    await session.exec(update(BanRow).where(col(BanRow.person_id) == me).values(person_id=number.id))
    return True
