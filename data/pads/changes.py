"""Writes of pads: opening and changing, each in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import delete
from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from data.engine.columns import checked, values_of
from data.engine.errors import StoreError
from data.engine.values import Values
from data.pads.errors import ChangeMade, PadMoved, ServerHasPads, UnknownPad
from data.pads.guests import adopt
from data.pads.models import (
    CHANGEABLE,
    PadChangeRow,
    PadConsentRow,
    PadContestRow,
    PadDraftRow,
    PadHandRow,
    PadKeeperRow,
    PadPlayerRow,
    PadRow,
)
from data.pads.outbox import PAD_WORK, enqueue_again, enqueue_boards_of_pad, enqueue_pad_posts, enqueue_pad_work
from data.pads.records import NewChange, NewPad, PadConsent, PadHand, PadPlayer, PadWrite, WriteResult
from data.pads.statements import KEEP_CONSENT, KEEP_HAND
from data.people.rows import meet, person_rows
from data.tables.models import WorkRow
from data.tables.work import WorkKind, WorkState

Rows = Mapping[int, int]
"""The rows' numbers of people, by user."""


async def open_pad(
    session: AsyncSession,
    new: NewPad,
    opened: NewChange,
    players: Sequence[PadPlayer],
    hands: Sequence[Values],
    now: int,
) -> int:
    """Open a pad with its hands (`hand_values`), by the change `opened`; returns its number."""
    last_number = max((player.number for player in players), default=0)
    row = PadRow(**values_of(new, PadRow), last_player_number=last_number, seq=1, created=now, updated=now)
    session.add(row)
    await session.flush()
    assert row.id is not None
    keeper = {opened.user: opened.name}
    rows = await _meet(session, keeper, _names(players), (hand["person_id"] for hand in hands))
    _add_keepers(session, row.id, keeper, rows)
    _add_players(session, row.id, players, rows)
    session.add(_change(row.id, 1, opened, rows, now))
    await _keep_hands(session, row.id, hands, rows)
    await enqueue_pad_work(session, [row.id], (WorkKind.RECORD_PAD,), now)
    await enqueue_boards_of_pad(session, row.id, now)
    return row.id


async def check_limit(session: AsyncSession, guild: int, most: int) -> None:
    """Raise ServerHasPads where a server has `most` open pads already."""
    query = select(func.count()).where(PadRow.guild == guild, PadRow.status == "open", col(PadRow.deleted).is_(None))
    pad_count = (await session.exec(query)).one()
    if pad_count >= most:
        raise ServerHasPads(pad_count)


async def check_not_repeated(session: AsyncSession, interaction: int | None) -> None:
    """Hold an interaction that has made its change already. Raises ChangeMade."""
    if interaction is None:
        return
    query = select(PadChangeRow.pad_id, PadChangeRow.seq).where(PadChangeRow.interaction == interaction)
    earlier = (await session.exec(query)).first()
    if earlier is not None:
        raise ChangeMade(*earlier)


async def write_change(session: AsyncSession, step: PadWrite, hands: Sequence[Values]) -> WriteResult:
    """Write a change of a pad, with its hands (`hand_values`), and its effects on others.

    Returns its number and the other pads. Raises PadMoved on another's change since, UnknownPad.
    """
    row = await session.get(PadRow, step.pad, with_for_update=True)
    if row is None:
        raise UnknownPad(f"pad {step.pad}")
    if row.seq != step.after:
        raise PadMoved(f"pad {step.pad} is at change {row.seq}, the writer was at {step.after}")
    new, now = step.after + 1, step.at
    row.update({**step.changes, "seq": new, "updated": now})
    keepers, players = dict(step.keepers or ()), step.players or ()
    person_ids = [*(hand["person_id"] for hand in hands), *(item.by for item in step.consents)]
    others = _names(players, step.consents)
    rows = await _meet(session, {step.change.user: step.change.name, **keepers}, others, person_ids)
    if step.keepers is not None:
        await session.exec(delete(PadKeeperRow).where(col(PadKeeperRow.pad_id) == step.pad))
        _add_keepers(session, step.pad, keepers, rows)
    if step.players is not None:
        await session.exec(delete(PadPlayerRow).where(col(PadPlayerRow.pad_id) == step.pad))
        _add_players(session, step.pad, players, rows)
    await _keep_hands(session, step.pad, hands, rows)
    session.add(_change(step.pad, new, step.change, rows, now))
    if step.consents:
        await session.exec(KEEP_CONSENT, params=[_consent(step.pad, item, rows) for item in step.consents])
    contests = await _contest(session, step, new, rows[step.change.user])
    if step.draft is not None:
        await session.exec(delete(PadDraftRow).where(col(PadDraftRow.id) == step.draft))
    await enqueue_pad_work(session, [step.pad], PAD_WORK, now)
    requests = {consent.seq for consent in step.consents}
    await enqueue_pad_posts(session, step.pad, WorkKind.CONSENT_REQUEST, sorted(requests), now)
    await enqueue_pad_posts(session, step.pad, WorkKind.CONTEST_NOTICE, contests, now)
    if step.change.kind == "undelete":
        await enqueue_again(session, now, col(WorkRow.pad_id) == step.pad, col(WorkRow.state) == WorkState.CANCELLED)
    await enqueue_boards_of_pad(session, step.pad, now)
    return WriteResult(new, () if step.adoption is None else await adopt(session, step.pad, step.adoption, now))


def check_changes(step: PadWrite) -> None:
    """Refuse a change of what is no changeable column of a pad, or a value that does not fit. Raises StoreError."""
    if unknown := step.changes.keys() - CHANGEABLE:
        raise StoreError(f"a pad has no {', '.join(sorted(unknown))} to change")
    checked(PadRow, step.changes, only=frozenset(step.changes))


def hand_values(hands: Iterable[PadHand]) -> list[Values]:
    """Return the rows of hands, checked, each with the user who entered it instead of their row, and without a pad.

    Raises StoreError where a value does not fit.
    """
    return [checked(PadHandRow, values_of(hand, PadHandRow) | {"pad_id": 0, "person_id": hand.by}) for hand in hands]


async def _meet(
    session: AsyncSession, renamed: Mapping[int, str], others: Mapping[int, str], others_named: Iterable[int | None]
) -> Rows:
    """Give people rows, of whom the `others` keep a known name. Returns these and the rows of `others_named`."""
    rows = await meet(session, renamed, rename=True)
    if others:
        rows |= await meet(session, others)
    if rest := {user for user in others_named if user is not None} - rows.keys():
        rows |= await person_rows(session, rest)
    return rows


def _names(*lists: Iterable[PadPlayer] | Iterable[PadConsent]) -> dict[int, str]:
    """Return the names of players and of people who consent, by user; guests left out."""
    names: dict[int, str] = {}
    for people in lists:
        for person in people:
            if person.user is not None:
                names[person.user] = names.get(person.user) or person.name
    return names


def _add_keepers(session: AsyncSession, pad: int, keepers: Iterable[int], rows: Rows) -> None:
    session.add_all(PadKeeperRow(pad_id=pad, person_id=rows[user], place=place) for place, user in enumerate(keepers))


def _add_players(session: AsyncSession, pad: int, players: Iterable[PadPlayer], rows: Rows) -> None:
    for player in players:
        values: Values = {**values_of(player, PadPlayerRow), "pad_id": pad, "guest": player.name}
        if player.user is not None:
            values |= {"guest": "", "person_id": rows.get(player.user)}
        session.add(PadPlayerRow(**values))


async def _keep_hands(session: AsyncSession, pad: int, hands: Iterable[Values], rows: Rows) -> None:
    params = [{**hand, "pad_id": pad, "person_id": rows.get(hand["person_id"])} for hand in hands]
    if params:
        await session.exec(KEEP_HAND, params=params)


def _change(pad: int, seq: int, change: NewChange, rows: Rows, now: int) -> PadChangeRow:
    return PadChangeRow(**values_of(change, PadChangeRow), pad_id=pad, seq=seq, person_id=rows[change.user], at=now)


def _consent(pad: int, consent: PadConsent, rows: Rows) -> Values:
    """Return the checked row of a user's consent."""
    by = None if consent.by is None else rows.get(consent.by)
    people = {"person_id": rows[consent.user], "by_id": by}
    return checked(PadConsentRow, {**values_of(consent, PadConsentRow), **people, "pad_id": pad})


async def _contest(session: AsyncSession, step: PadWrite, seq: int, person: int) -> list[int]:
    """Keep a contest of a hand, or settle those that wait; returns them. `person` is the row of the acting user."""
    contests = list[int]()
    if step.why is not None:
        values: Values = {"pad_id": step.pad, "seq": seq, "hand": step.change.hand, "why": step.why, "at": step.at}
        session.add(PadContestRow(**values, person_id=person))
        contests.append(seq)
    if step.outcome is not None:
        contest = PadContestRow
        of_hand = contest.pad_id == step.pad, contest.hand == step.change.hand, contest.outcome == "waits"
        for waiting in (await session.exec(select(contest).where(*of_hand).with_for_update())).all():
            waiting.update({"outcome": step.outcome, "decided": seq, "decider_id": person})
            contests.append(waiting.seq)
    return contests
