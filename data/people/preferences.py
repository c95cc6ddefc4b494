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
        """Return the preferences of a user; the defaults if they have set none."""
        stored = select(col(PreferencesRow.settings), col(PreferencesRow.version)).join(
            PersonRow, col(PersonRow.id) == col(PreferencesRow.person_id)
        )
        rows = await self._query(stored.where(col(PersonRow.user_id) == user))
        return _read(*rows[0]) if rows else Preferences()

    async def users_with_only_card(self) -> frozenset[int]:
        """Return the users whose only legal card is played for them."""
        users = select(col(PersonRow.user_id)).join(PreferencesRow, col(PersonRow.id) == col(PreferencesRow.person_id))
        is_wanted = col(PreferencesRow.settings)["plays_only_card"].as_boolean().is_(True)
        rows = await self._query(users.where(is_wanted, col(PersonRow.user_id).is_not(None)))
        return frozenset(user for (user,) in rows)

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
    """Return the stored values as preferences, without fields of newer versions."""
    values: dict[str, Any] = {field.name: stored[field.name] for field in fields(Preferences) if field.name in stored}
    values["muted"] = tuple(values.get("muted", ()))
    values["away"] = tuple((begin, end) for begin, end in values.get("away", ()))
    if night := values.get("night"):
        values["night"] = tuple(night)
    values["version"] = version
    return Preferences(**values)
