"""Takes an erased person out of score pads: nobody waits for them, and another keeps their pads."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from sqlalchemy import CompoundSelect, Text, cast, delete, exists, tuple_, union, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from data.pads.models import PadChangeRow, PadConsentRow, PadContestRow, PadHandRow, PadKeeperRow, PadPlayerRow, PadRow
from data.pads.outbox import enqueue_again
from data.people.models import PersonRow
from data.tables.models import WorkRow
from data.tables.work import WorkKind


def pads_of(me: int) -> CompoundSelect[Any]:
    """Return the pads on which a person stands anywhere."""
    keeper, player, hand, contest, consent = PadKeeperRow, PadPlayerRow, PadHandRow, PadContestRow, PadConsentRow
    return union(
        select(keeper.pad_id).where(keeper.person_id == me),
        select(player.pad_id).where(player.person_id == me),
        select(hand.pad_id).where(hand.person_id == me),
        select(contest.pad_id).where((col(contest.person_id) == me) | (col(contest.decider_id) == me)),
        select(consent.pad_id).where((col(consent.person_id) == me) | (col(consent.by_id) == me)),
    )


async def leave_pads(session: AsyncSession, me: int, now: int) -> list[int]:
    """Take a person from their pads, and move each one on. Returns the pads that are to be shown anew."""
    await _show_anew(session, me, now)
    await _end_consents(session, me)
    await _erase_guest_names(session, me)
    copies = await _erase_copies(session, me)
    own_pads = select(PadRow).where(col(PadRow.id).in_(pads_of(me))).order_by(col(PadRow.id)).with_for_update()
    pads = {pad.id: pad for pad in await session.exec(own_pads) if pad.id is not None}
    for pad in pads.values():
        seq = pad.seq + 1
        # Their results are the same as before.
        pad.update({"seq": seq, "recorded": seq if pad.recorded == pad.seq else pad.recorded})
    await _leave_keepers(session, me, pads, now)
    for pad in await session.exec(select(PadRow).where(col(PadRow.id).in_(copies)).with_for_update()):
        pad.update({"seq": pad.seq + 1, "recorded": 0})
    return sorted({*pads, *copies})


async def _show_anew(session: AsyncSession, me: int, now: int) -> None:
    """Let messages of contests and consents be edited that mention or name them."""
    work, contest, consent = WorkRow, PadContestRow, PadConsentRow
    for kind, row, theirs in (
        (WorkKind.CONTEST_NOTICE, contest, (col(contest.person_id) == me) | (col(contest.decider_id) == me)),
        (WorkKind.CONSENT_REQUEST, consent, (col(consent.person_id) == me) | (col(consent.by_id) == me)),
    ):
        of_row = col(row.pad_id) == col(work.pad_id), cast(row.seq, Text) == col(work.key)
        posted = col(work.kind) == kind, col(work.message).is_not(None)
        await enqueue_again(session, now, *posted, exists().where(theirs, *of_row))


async def _end_consents(session: AsyncSession, me: int) -> None:
    """End what they were asked."""
    player, consent = PadPlayerRow, PadConsentRow
    # A guest who is one since they did not agree has their name, which nobody typed.
    added = select(consent.pad_id, consent.player).where(consent.person_id == me, consent.guest == "")
    guest = col(player.person_id).is_(None), tuple_(col(player.pad_id), col(player.number)).in_(added)
    await session.exec(update(player).where(*guest).values(guest=""))
    for row in await session.exec(select(consent).where(col(consent.person_id) == me)):
        # Nobody waits for an answer of theirs.
        row.update({"guest": "", "state": "refused" if row.state == "asked" else row.state})


async def _erase_guest_names(session: AsyncSession, me: int) -> None:
    """Take the names out of changes that renamed a guest who is them by now, or gave a guest's hands to them."""
    player, change = PadPlayerRow, PadChangeRow
    own_players = set((await session.exec(select(player.pad_id, player.number).where(player.person_id == me))).all())
    name_changes = select(change).where(col(change.pad_id).in_(pads_of(me)), col(change.kind).in_(("rename", "merge")))
    for row in reversed((await session.exec(name_changes.order_by(col(change.pad_id), col(change.seq)))).all()):
        before, after = row.before or {}, row.after or {}
        if {(row.pad_id, before.get("number")), (row.pad_id, after.get("number"))} & own_players:
            own_players.add((row.pad_id, before["number"]))
            row.update({"before": before | {"name": ""}, "after": after | ({"name": ""} if "name" in after else {})})


async def _erase_copies(session: AsyncSession, me: int) -> set[int]:
    """Take their name from pads that came from files of theirs, where they are a guest. Returns these pads.

    In the results of these pads that guest has no name any more, either.
    """
    player = PadPlayerRow
    theirs = select(player.pad_id, player.number).where(player.person_id == me)
    copied = tuple_(col(player.source_pad), col(player.source_number)).in_(theirs)
    guests = update(player).where(copied, col(player.person_id).is_(None)).values(guest="")
    return {pad for (pad,) in await session.exec(guests.returning(col(player.pad_id)))}


async def _leave_keepers(session: AsyncSession, me: int, pads: dict[int, PadRow], now: int) -> None:
    """Remove them from keepers of these pads, which have moved on. A pad without any goes to its first player."""
    keeper, person = PadKeeperRow, PersonRow
    kept_pads = select(keeper.pad_id).where(keeper.person_id == me)
    query = select(keeper.pad_id, keeper.person_id, person.user_id).join(person, col(person.id) == keeper.person_id)
    query = query.where(col(keeper.pad_id).in_(kept_pads)).order_by(col(keeper.pad_id), col(keeper.place))
    keepers: defaultdict[int, list[tuple[int, int | None]]] = defaultdict(list)
    for pad, row, user in await session.exec(query):
        keepers[pad].append((row, user))
    left = {pad: [user for row, user in of if row != me and user is not None] for pad, of in keepers.items()}
    heirs = await _first_players(session, me, [pad for pad, users in left.items() if not users])
    await session.exec(delete(keeper).where(col(keeper.person_id) == me))
    for pad, (heir, user) in heirs.items():
        session.add(PadKeeperRow(pad_id=pad, person_id=heir, place=0))
        left[pad] = [user]
    for pad, of in keepers.items():
        session.add(
            PadChangeRow(
                pad_id=pad,
                seq=pads[pad].seq,
                kind="keepers",
                before={"keepers": [-me if row == me else user for row, user in of]},
                after={"keepers": left[pad]},
                person_id=me,
                at=now,
            )
        )


async def _first_players(session: AsyncSession, me: int, pads: list[int]) -> dict[int, tuple[int, int]]:
    """Return, by pad, the row and the user of the first player who has not left, except the person with row `me`."""
    player, person = PadPlayerRow, PersonRow
    query = (
        select(player.pad_id, person.id, person.user_id)
        .join(person, col(person.id) == col(player.person_id))
        .where(col(player.pad_id).in_(pads), person.id != me, player.state != "left", col(person.user_id).is_not(None))
        .order_by(col(player.pad_id), col(player.place))
    )
    first_players: dict[int, tuple[int, int]] = {}
    for pad, row, user in await session.exec(query):
        assert row is not None
        assert user is not None
        first_players.setdefault(pad, (row, user))
    return first_players
