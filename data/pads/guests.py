"""Giving a guest's play to the member who the guest turns out to be."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Table, and_, exists, literal, or_, tuple_, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from data.engine.columns import checked, table_of
from data.engine.values import Values
from data.pads.models import PadChangeRow, PadConsentRow, PadPlayerRow, PadRow
from data.pads.records import GuestAdoption
from data.pads.statements import ENQUEUE, KEEP_CONSENT
from data.people.models import PersonRow
from data.people.records import guest_key
from data.people.rows import person_rows
from data.standings.models import GamePartRow, HandPartRow
from data.standings.statements import mark_changed_of
from data.tables.night_work import ENQUEUE_BOARDS_OF_PAD
from data.tables.work import WorkKind


async def adopt(session: AsyncSession, pad: int, adoption: GuestAdoption, now: int) -> tuple[int, ...]:
    """Make all that a guest of a server played a user's, besides what stands on `pad`. Returns the changed pads.

    On `pad` they agreed to be the guest.
    """
    rows = await person_rows(session, (adoption.user, adoption.by))
    me, by = rows[adoption.user], rows.get(adoption.by)
    consents: list[Values] = []
    for row, player in await _played_by(session, pad, adoption, me):
        consent = {
            "pad_id": player.pad_id,
            "person_id": me,
            "player": player.number,
            "guest": player.guest,
            "by_id": by,
        }
        # They agreed, and are informed since now: they may contest what was entered.
        consent |= {"seq": row.seq + 1, "state": "agreed", "asked_at": now, "informed_at": now}
        consents.append(checked(PadConsentRow, consent))
        row.update({"seq": row.seq + 1})
        player.update({"person_id": me, "guest": ""})
        change: Values = {"pad_id": player.pad_id, "seq": row.seq, "kind": "link", "after": {"player": player.number}}
        session.add(PadChangeRow(**change, person_id=me, at=now))
    pads = tuple(consent["pad_id"] for consent in consents)
    if pads:
        await session.exec(KEEP_CONSENT, params=consents)
        for kind in (WorkKind.RECORD_PAD, WorkKind.PAD_BOARD):
            await session.exec(ENQUEUE[kind], params=[{"pad": other, "of_key": "", "at": now} for other in pads])
        await session.exec(ENQUEUE_BOARDS_OF_PAD, params=[{"number": other, "at": now} for other in pads])
    is_guest = PersonRow.guild == adoption.guild, PersonRow.folded == guest_key(adoption.guest)
    guest = (await session.exec(select(PersonRow.id).where(*is_guest))).first()
    if guest is not None:
        for parts in (HandPartRow, GamePartRow):
            await _adopt_deleted(session, table_of(parts), guest, me)
        await mark_changed_of(session, me, now)
    return pads


async def _played_by(
    session: AsyncSession, pad: int, adoption: GuestAdoption, me: int
) -> list[tuple[PadRow, PadPlayerRow]]:
    """Return the other pads of the server with a guest of the same name as person `me`."""
    player, folded = PadPlayerRow, guest_key(adoption.guest)
    query = select(player.pad_id, player.number, player.guest).join(PadRow, col(PadRow.id) == col(player.pad_id))
    query = query.where(PadRow.guild == adoption.guild, PadRow.id != pad)
    query = query.where(col(player.person_id).is_(None), player.guest != "")
    query = query.order_by(col(player.pad_id), col(player.number))
    guests = [(other, number) for other, number, name in await session.exec(query) if guest_key(name) == folded]
    if not guests:
        return []
    wrong = await _not_theirs(session, {other for other, _ in guests}, me)
    numbers: dict[int, int] = {}
    for other, number in guests:
        if (other, number) not in wrong and (other, None) not in wrong:
            numbers.setdefault(other, number)
    rows = (
        select(PadRow, player)
        .join(player, col(player.pad_id) == col(PadRow.id))
        .where(tuple_(col(player.pad_id), col(player.number)).in_(numbers.items()))
        .order_by(col(PadRow.id))
        .with_for_update()
    )
    return list(await session.exec(rows))


async def _not_theirs(session: AsyncSession, pads: Collection[int], me: int) -> set[tuple[int, int | None]]:
    """Return the guests, by pad and number, who cannot be the person with the row `me`.

    The number is None for a whole pad. They play there themselves, want to be left out, or the guest was added as a
    member or is asked whether it is them.
    """
    player, consent = PadPlayerRow, PadConsentRow
    plays = select(player.pad_id).where(col(player.pad_id).in_(pads), player.person_id == me)
    excluded: set[tuple[int, int | None]] = {(pad, None) for pad in await session.exec(plays)}
    refused = and_(col(consent.person_id) == me, col(consent.state) == "refused")
    others = and_(col(consent.person_id) != me, or_(col(consent.guest) == "", col(consent.state) == "asked"))
    decisions = select(consent.pad_id, consent.player, consent.person_id).where(col(consent.pad_id).in_(pads))
    for pad, number, person in await session.exec(decisions.where(or_(refused, others))):
        excluded.add((pad, None if person == me else number))
    return excluded


async def _adopt_deleted(session: AsyncSession, parts: Table, guest: int, me: int) -> None:
    """Make the parts of a guest in results of pads that were deleted the member's, where the member has none."""
    own_parts = parts.alias()
    same = [own_parts.c[column.name] == column for column in parts.primary_key if column.name != "part"]
    await session.exec(
        update(parts)
        .where(parts.c.person_id == guest, parts.c.source == "pad")
        .where(parts.c.origin.not_in(select(PadRow.id)))
        .where(~exists(select(literal(1)).select_from(own_parts).where(*same, own_parts.c.person_id == me)))
        .values(person_id=me, kind="person")
    )
