"""Stored score pads: each is read whole, and changed one change at a time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, exists, label, or_, select, union
from sqlalchemy.orm import aliased
from sqlmodel import col, func

from data.engine.columns import checked, columns_of, values_of
from data.engine.repository import Query
from data.pads.changes import check_changes, check_limit, check_not_repeated, hand_values, open_pad, write_change
from data.pads.messages import PadMessages
from data.pads.models import (
    PadChangeRow,
    PadConsentRow,
    PadContestRow,
    PadDraftRow,
    PadHandRow,
    PadKeeperRow,
    PadPlayerRow,
    PadRow,
)
from data.pads.records import (
    ChangeRecord,
    Contest,
    EntryTime,
    ListedPad,
    NewChange,
    NewPad,
    PadConsent,
    PadDraft,
    PadHand,
    PadPlayer,
    PadRecord,
    PadWrite,
    WriteResult,
)
from data.pads.statements import SAVE_DRAFT
from data.people.models import PersonRow
from data.people.records import guest_key
from data.people.rows import meet
from data.processes.notifications import ChangeKind, notify
from data.tables.models import SeatRow, TableRow

_PERSON = aliased(PersonRow)
_PERSON_NAME = func.coalesce(_PERSON.name, "")


class PadsRepository(PadMessages):
    """The pads of all servers."""

    async def create(
        self, new: NewPad, keeper: str, players: Sequence[PadPlayer], interaction: int | None, most: int
    ) -> int:
        """Open a pad with its first players, its keeper called `keeper`; returns its number.

        Raises ChangeMade if the interaction has opened one, ServerHasPads where `most` are open already.
        """
        now, hands = self._clock(), hand_values(new.imported or ())
        opening = NewChange("open", new.keeper, keeper, interaction)
        if new.imported is not None:
            opening = replace(opening, kind="import", after={"hands": len(hands)})
        async with self._begin() as session:
            await check_not_repeated(session, interaction)
            await check_limit(session, new.guild, most)
            pad = await open_pad(session, new, opening, players, hands, now)
            await notify(session, ChangeKind.PAD, pad)
            return pad

    async def write(self, step: PadWrite) -> WriteResult:
        """Write one change of a pad, whole or not at all; returns its number after the commit.

        Raises ChangeMade if the interaction has made its change before, PadMoved if the pad has changed since
        `step.after`, UnknownPad.
        """
        check_changes(step)
        hands = hand_values(step.hands)
        async with self._begin() as session:
            await check_not_repeated(session, step.change.interaction)
            result = await write_change(session, step, hands)
            for pad in (step.pad, *result.others):
                await notify(session, ChangeKind.PAD, pad)
            return result

    async def guest_names(self, guild: int, limit: int) -> list[str]:
        """Return the names of a server's guests: at most `limit`, those of the pads changed last first."""
        player, consent = PadPlayerRow, PadConsentRow
        added = exists().where(
            col(consent.pad_id) == col(player.pad_id),
            col(consent.player) == col(player.number),
            col(consent.guest) == "",
        )
        query = select(col(player.guest)).join_from(player, PadRow, col(PadRow.id) == col(player.pad_id))
        query = query.where(
            col(PadRow.guild) == guild, col(player.person_id).is_(None), col(player.guest) != "", ~added
        )
        query = query.order_by(col(PadRow.updated).desc(), col(PadRow.id).desc(), col(player.place)).limit(limit * 10)
        names: dict[str, str] = {}
        for (name,) in await self._query(query):
            names.setdefault(guest_key(name), name)
        return list(names.values())[:limit]

    async def copies_of(self, guild: int, pad: int) -> list[int]:
        """Return the pads of a server that came from a file of a pad."""
        player = PadPlayerRow
        query = select(col(player.pad_id)).join(PadRow, col(PadRow.id) == col(player.pad_id)).distinct()
        query = query.where(col(player.source_pad) == pad, col(PadRow.guild) == guild)
        return [number for (number,) in await self._query(query.order_by(col(player.pad_id)))]

    async def find_members(self, guild: int, names: Collection[str]) -> dict[str, tuple[int, str]]:
        """Return the members with these names (by `guest_key`) who have used the bot in a server: user and name.

        Names that several people have are left out.
        """
        keeper, player, change, consent = PadKeeperRow, PadPlayerRow, PadChangeRow, PadConsentRow
        person = PersonRow
        called = select(col(person.id), col(person.user_id), col(person.name), col(person.folded)).where(
            col(person.guild).is_(None),
            col(person.folded).in_(set(map(guest_key, names))),
            col(person.user_id).is_not(None),
        )
        async with self._snapshot() as query:
            people = {number: who for number, *who in await query(called)}

            def among(row: type[Any], *there: ColumnElement[bool]) -> Select[Any]:
                return select(col(row.person_id)).where(col(row.person_id).in_(people), *there)

            def of_pad(row: type[Any]) -> ColumnElement[bool]:
                return exists().where(col(PadRow.id) == col(row.pad_id), col(PadRow.guild) == guild)

            table = exists().where(col(TableRow.id) == col(SeatRow.table_id), col(TableRow.guild) == guild)
            used = union(
                *(among(row, of_pad(row)) for row in (keeper, player, change)),
                among(SeatRow, table),
                among(consent, of_pad(consent), col(consent.state) != "refused"),
            )
            members = [people[number] for (number,) in await query(used)] if people else []
        members_by_key = dict[str, list[tuple[int, str]]]()
        for user, name, key in members:
            members_by_key.setdefault(key, []).append((user, name))
        return {key: those[0] for key, those in members_by_key.items() if len(those) == 1}

    async def pad(self, number: int) -> PadRecord | None:
        """Return the pad of that number, with its players and all its hands, as they are at one moment."""
        async with self._snapshot() as query:
            rows = await query(select(*columns_of(PadRecord, PadRow)).where(col(PadRow.id) == number))
            if not rows:
                return None
            (row,) = rows
            return PadRecord(
                **row._asdict(),
                keepers=await self._keepers(query, number),
                players=await self._players(query, number),
                hands=await self._hands(query, number),
                contests=await self._contests(query, number),
                consents=await self._consents(query, number),
                ever_finished=row.status == "finished" or await self._was_finished(query, number),
                delete_agreed=await self._delete_agreed(query, number),
                deleted_by="" if row.deleted is None else await self._deleter(query, number),
            )

    async def _keepers(self, query: Query, pad: int) -> tuple[tuple[int, str], ...]:
        statement = select(col(PersonRow.user_id), col(PersonRow.name)).join_from(
            PadKeeperRow, PersonRow, col(PersonRow.id) == col(PadKeeperRow.person_id)
        )
        rows = await query(statement.where(col(PadKeeperRow.pad_id) == pad).order_by(col(PadKeeperRow.place)))
        return tuple((user, name) for user, name in rows if user is not None)

    async def _players(self, query: Query, pad: int) -> tuple[PadPlayer, ...]:
        player = PadPlayerRow
        name = func.coalesce(_PERSON.name, player.guest).label("name")
        statement = select(*columns_of(PadPlayer, player), _PERSON.user.label("user"), name)
        statement = statement.join_from(player, _PERSON, col(_PERSON.id) == col(player.person_id), isouter=True)
        rows = await query(statement.where(col(player.pad_id) == pad).order_by(col(player.place)))
        return tuple(PadPlayer(**row._asdict()) for row in rows)

    async def _hands(self, query: Query, pad: int) -> tuple[PadHand, ...]:
        hand = PadHandRow
        by = label("by", col(_PERSON.user_id)), _PERSON_NAME.label("by_name")
        statement = select(*columns_of(PadHand, hand), *by)
        statement = statement.join_from(hand, _PERSON, col(_PERSON.id) == col(hand.person_id), isouter=True)
        rows = await query(statement.where(col(hand.pad_id) == pad).order_by(col(hand.number)))
        return tuple(PadHand(**row._asdict()) for row in rows)

    async def _contests(self, query: Query, pad: int) -> tuple[Contest, ...]:
        contest, decider = PadContestRow, aliased(PersonRow)
        who = label("user", col(_PERSON.user_id)), _PERSON_NAME.label("name")
        contests = select(*columns_of(Contest, contest), *who, func.coalesce(decider.name, "").label("decider"))
        contests = contests.join_from(contest, _PERSON, col(_PERSON.id) == col(contest.person_id), isouter=True)
        contests = contests.join(decider, col(decider.id) == col(contest.decider_id), isouter=True)
        rows = await query(contests.where(col(contest.pad_id) == pad).order_by(col(contest.seq)))
        return tuple(Contest(**row._asdict()) for row in rows)

    async def _consents(self, query: Query, pad: int) -> tuple[PadConsent, ...]:
        consent, by = PadConsentRow, aliased(PersonRow)
        people = _PERSON.user.label("user"), _PERSON_NAME.label("name"), by.user.label("by")
        statement = select(*columns_of(PadConsent, consent), *people, func.coalesce(by.name, "").label("by_name"))
        statement = statement.join_from(consent, _PERSON, col(_PERSON.id) == col(consent.person_id))
        statement = statement.join(by, col(by.id) == col(consent.by_id), isouter=True)
        rows = await query(statement.where(col(consent.pad_id) == pad).order_by(col(consent.seq), _PERSON.user))
        return tuple(PadConsent(**row._asdict()) for row in rows)

    async def _was_finished(self, query: Query, pad: int) -> bool:
        """Whether a pad was ever finished here."""
        change = PadChangeRow
        statement = select(col(change.seq)).where(col(change.pad_id) == pad, col(change.kind).in_(("finish", "reopen")))
        return bool(await query(statement.limit(1)))

    async def _delete_agreed(self, query: Query, pad: int) -> frozenset[int]:
        """Return the users whose agreements to delete a pad are its last changes."""
        change = PadChangeRow
        last = select(func.max(col(change.seq))).where(col(change.pad_id) == pad, col(change.kind) != "agree_delete")
        statement = select(col(_PERSON.user_id)).join_from(change, _PERSON, col(_PERSON.id) == col(change.person_id))
        statement = statement.where(col(change.pad_id) == pad, col(change.seq) > last.scalar_subquery())
        return frozenset([user for (user,) in await query(statement) if user is not None])

    async def _deleter(self, query: Query, pad: int) -> str:
        """Return the name of the user who last deleted a pad."""
        changes = await self._changes(query, 1, col(PadChangeRow.pad_id) == pad, col(PadChangeRow.kind) == "delete")
        return changes[0].name if changes else ""

    async def last_entry_time(self, pad: int, hand: int) -> EntryTime | None:
        """Return the last time at which a hand was entered, corrected, or counted again after it was struck out.

        None if no change has one, as for an imported hand.
        """
        change = PadChangeRow
        query = select(col(change.seq), col(change.at)).where(
            col(change.pad_id) == pad,
            col(change.hand) == hand,
            col(change.kind).in_(("enter", "correct", "restore")),
        )
        rows = await self._query(query.order_by(col(change.seq).desc()).limit(1))
        return EntryTime(**rows[0]._asdict()) if rows else None

    async def of_server(self, guild: int, user: int, limit: int) -> list[ListedPad]:
        """Return a server's pads for a user's list: open ones first, then by last change. At most `limit`."""
        pad, hand, player, keeper = PadRow, PadHandRow, PadPlayerRow, PadKeeperRow
        counted = select(func.count()).where(col(hand.pad_id) == col(pad.id), col(hand.state) == "counts")
        me = select(col(PersonRow.id)).where(col(PersonRow.user_id) == user).scalar_subquery()
        plays = exists().where(
            col(player.pad_id) == col(pad.id), col(player.person_id) == me, col(player.state) != "left"
        )
        keeps = exists().where(col(keeper.pad_id) == col(pad.id), col(keeper.person_id) == me)
        consent = PadConsentRow
        is_asked = exists().where(
            col(consent.pad_id) == col(pad.id), col(consent.person_id) == me, col(consent.state) == "asked"
        )
        is_own = or_(plays, keeps, is_asked).label("is_own")
        query = select(*columns_of(ListedPad, pad), counted.scalar_subquery().label("hands"), is_own).where(
            col(pad.guild) == guild, col(pad.deleted).is_(None)
        )
        query = query.order_by(col(pad.status).desc(), col(pad.updated).desc(), col(pad.id)).limit(limit)
        return [ListedPad(**row._asdict()) for row in await self._query(query)]

    async def finished_at(self, pad: int) -> int | None:
        """Return the time at which a pad was first finished."""
        finished = col(PadChangeRow.pad_id) == pad, col(PadChangeRow.kind) == "finish"
        query = select(col(PadChangeRow.at)).where(*finished).order_by(col(PadChangeRow.seq)).limit(1)
        return next((at for (at,) in await self._query(query)), None)

    async def changes(self, pad: int, before: int | None, limit: int) -> list[ChangeRecord]:
        """Return changes of a pad, newest first: at most `limit`, before change `before`."""
        earlier = () if before is None else (col(PadChangeRow.seq) < before,)
        return await self._changes(self._query, limit, col(PadChangeRow.pad_id) == pad, *earlier)

    async def merged_players(self, pad: int) -> dict[int, int]:
        """Return the guests of a pad whose hands are another player's: by their former number the other's."""
        change, merged = PadChangeRow, dict[int, int]()
        query = select(col(change.kind), col(change.before), col(change.after)).where(
            col(change.pad_id) == pad, col(change.kind).in_(("merge", "split"))
        )
        for kind, before, after in await self._query(query.order_by(col(change.seq))):
            if kind == "merge":
                merged[before["number"]] = before["into"]
            else:
                merged.pop(after["number"], None)
        return merged

    async def change_of(self, interaction: int) -> int | None:
        """Return the number of the change that an interaction made."""
        query = select(col(PadChangeRow.seq)).where(col(PadChangeRow.interaction) == interaction)
        return next((seq for (seq,) in await self._query(query)), None)

    async def changes_of(self, pad: int, hand: int, limit: int) -> list[ChangeRecord]:
        """Return changes of a hand, newest first: at most `limit`."""
        return await self._changes(self._query, limit, col(PadChangeRow.pad_id) == pad, col(PadChangeRow.hand) == hand)

    async def _changes(self, query: Query, limit: int, *where: ColumnElement[bool]) -> list[ChangeRecord]:
        change = PadChangeRow
        who = label("user", col(_PERSON.user_id)), _PERSON_NAME.label("name")
        statement = select(*columns_of(ChangeRecord, change), label("pad", col(change.pad_id)), *who)
        statement = statement.join_from(change, _PERSON, col(_PERSON.id) == col(change.person_id), isouter=True)
        statement = statement.where(*where).order_by(col(change.seq).desc()).limit(limit)
        return [ChangeRecord(**row._asdict()) for row in await query(statement)]

    # Drafts

    async def save_draft(self, draft: PadDraft, name: str) -> int:
        """Keep a draft in place of what its user, called `name`, had for the same hand of the pad; returns its number.

        The draft's own `id` does not count.
        """
        values = values_of(draft, PadDraftRow) | {"pad_id": draft.pad, "person_id": 0, "updated": self._clock()}
        row = checked(PadDraftRow, values)
        del row["id"]
        async with self._begin() as session:
            row["person_id"] = (await meet(session, {draft.user: name}, rename=True))[draft.user]
            return (await session.exec(SAVE_DRAFT, params=row)).scalar_one()

    async def draft(self, number: int) -> PadDraft | None:
        """Return the draft of that number."""
        drafts = await self._drafts(col(PadDraftRow.id) == number)
        return drafts[0] if drafts else None

    async def draft_of(self, pad: int, user: int, hand: int) -> PadDraft | None:
        """Return a user's draft of a hand."""
        own = col(PadDraftRow.pad_id) == pad, col(_PERSON.user_id) == user, col(PadDraftRow.hand) == hand
        drafts = await self._drafts(*own)
        return drafts[0] if drafts else None

    async def delete_draft(self, number: int) -> bool:
        """Delete a draft; False if it is gone."""
        async with self._begin() as session:
            return (await session.exec(delete(PadDraftRow).where(col(PadDraftRow.id) == number))).rowcount > 0

    async def _drafts(self, *where: ColumnElement[bool]) -> list[PadDraft]:
        draft = PadDraftRow
        whose = label("pad", col(draft.pad_id)), label("user", col(_PERSON.user_id))
        query = select(*columns_of(PadDraft, draft), *whose)
        query = query.join_from(draft, _PERSON, col(_PERSON.id) == col(draft.person_id))
        return [PadDraft(**row._asdict()) for row in await self._query(query.where(*where))]
