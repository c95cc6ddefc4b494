"""Stored preferences of people."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import delete, select
from sqlmodel import col

from data.engine.repository import Repository
from data.people.errors import SettingsMoved
from data.people.models import PersonRow, PreferencesRow
from data.people.records import Preferences
from data.people.rows import meet
from data.processes.notifications import ChangeKind, notify
from data.standings.models import RatedGameRow, StandingRow
from data.standings.statements import mark_changed_of


class PreferencesRepository(Repository):
    """The preferences of all people."""

    async def of(self, user: int) -> Preferences:
        """The preferences of a user; the defaults if they have set none."""
        mine = select(col(PreferencesRow.settings), col(PreferencesRow.version)).join(
            PersonRow, col(PersonRow.id) == col(PreferencesRow.person_id)
        )
        found = await self._query(mine.where(col(PersonRow.user_id) == user))
        return _read(*found[0]) if found else Preferences()

    async def users_with_only_card(self) -> frozenset[int]:
        """The users whose only legal card is played for them."""
        mine = select(col(PersonRow.user_id)).join(PreferencesRow, col(PersonRow.id) == col(PreferencesRow.person_id))
        wanted = col(PreferencesRow.settings)["plays_only_card"].as_boolean().is_(True)
        found = await self._query(mine.where(wanted, col(PersonRow.user_id).is_not(None)))
        return frozenset(user for (user,) in found)

    async def save(self, who: tuple[int, str], settled: Preferences) -> bool:
        """Save the preferences of `who`, a user and their name. Raises SettingsMoved if another has saved since.

        Without statistics their standings go at once. Returns whether standings have to be rebuilt.
        """
        user, name = who
        async with self._begin() as session:
            me = (await meet(session, {user: name}, rename=True))[user]
            row = await session.get(PreferencesRow, me, with_for_update=True)
            if settled.version != (0 if row is None else row.version):
                raise SettingsMoved(f"preferences of person {me}")
            await notify(session, ChangeKind.PERSON, user)
            settings = asdict(settled)
            version: int = settings.pop("version") + 1
            new: dict[str, Any] = {"settings": settings, "version": version, "updated": self._clock()}
            before = row is not None and bool(row.settings.get("no_statistics"))
            if row is None:
                session.add(PreferencesRow(person_id=me, **new))
            else:
                row.update(new)
            if settled.no_statistics == before:
                return False
            await mark_changed_of(session, me, self._clock())
            if settled.no_statistics:
                await session.exec(delete(StandingRow).where(col(StandingRow.person_id) == me))
                await session.exec(delete(RatedGameRow).where(col(RatedGameRow.person_id) == me))
        return True


def _read(stored: dict[str, Any], version: int) -> Preferences:
    """The stored values as preferences, without fields of newer versions."""
    known: dict[str, Any] = {field.name: stored[field.name] for field in fields(Preferences) if field.name in stored}
    known["muted"] = tuple(known.get("muted", ()))
    known["away"] = tuple((begin, end) for begin, end in known.get("away", ()))
    if night := known.get("night"):
        known["night"] = tuple(night)
    known["version"] = version
    return Preferences(**known)
