"""How people like to play: a row a person, for their own eyes."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import select
from sqlmodel import col

from data import result_units as units
from data.models import PersonRow, PreferencesRow
from data.records import Preferences
from data.repository import Repository


class AllPreferences(Repository):
    """Those of all people."""

    async def of(self, user: int) -> Preferences:
        """What a user has settled; the standard where they have said nothing."""
        mine = select(col(PreferencesRow.settings)).join(PersonRow, col(PersonRow.id) == col(PreferencesRow.person_id))
        found = await self._query(mine.where(col(PersonRow.user_id) == user))
        return _read(found[0][0]) if found else Preferences()

    async def playing_only_cards(self) -> frozenset[int]:
        """The users for whom the only card that they may play is played."""
        mine = select(col(PersonRow.user_id)).join(PreferencesRow, col(PersonRow.id) == col(PreferencesRow.person_id))
        wanted = col(PreferencesRow.settings)["plays_only_card"].as_boolean().is_(True)
        found = await self._query(mine.where(wanted, col(PersonRow.user_id).is_not(None)))
        return frozenset(user for (user,) in found)

    async def save(self, who: tuple[int, str], settled: Preferences) -> bool:
        """Keep what `who`, a user and their name, has settled, in place of what they had.

        Who wants no statistics any more has none from that moment on. Returns whether standings have to be worked out
        anew for it.
        """
        return await self._write(units.save_preferences(who, asdict(settled), self._clock()))


def _read(kept: dict[str, Any]) -> Preferences:
    """What is kept as a value; of a newer version only what this one knows."""
    known: dict[str, Any] = {one.name: kept[one.name] for one in fields(Preferences) if one.name in kept}
    known["muted"] = tuple(known.get("muted", ()))
    known["away"] = tuple((begin, end) for begin, end in known.get("away", ()))
    if night := known.get("night"):
        known["night"] = tuple(night)
    return Preferences(**known)
