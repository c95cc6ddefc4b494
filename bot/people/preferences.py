"""The preferences of people (`/settings me`), cached."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from bot.common.cache import Cache
from bot.common.signals import Signal
from bot.people.person import Person
from bot.people.quiet_hours import away_until, night_end
from data.people.errors import SettingsMoved
from data.people.records import MAX_MUTED, Preferences
from data.store import Store

MAX_CACHED_PEOPLE: Final = 10_000
"""People in memory: more than play in an hour."""


class PreferencesCache:
    """The preferences of people, cached. Every method may raise StoreError."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: Cache[int, Preferences] = Cache(MAX_CACHED_PEOPLE)
        self._plays_only_card: set[int] = set()
        self.opted_out: Signal[int] = Signal()
        """Emitted with each user who opts out of statistics, or in again."""
        self.change_lock = asyncio.Lock()
        """Held during every change, so that none is lost. Also held during an erasure, so that nothing read before it
        is saved after it.
        """

    async def load(self) -> None:
        """Load the users whose only legal card is played for them."""
        await self.reload_all()

    def plays_only_card(self, user: int) -> bool:
        """Whether a user's only legal card is played for them."""
        return user in self._plays_only_card

    async def of(self, user: int) -> Preferences:
        """Return the preferences of a user; the defaults if they have set none."""
        return await self._known.read(user, self._store.preferences.of)

    async def change(self, who: Person, **settings: Any) -> Preferences:
        """Change preferences by the names of their fields; returns all."""
        return await self.update(who, lambda now: replace(now, **settings))

    async def update(self, who: Person, change: Callable[[Preferences], Preferences]) -> Preferences:
        """Change preferences from their current value. Raises as `change` does."""
        async with self.change_lock:
            try:
                settled = await self._save(who, change)
            except BaseException:
                self._known.drop(who.id)  # it may have been kept
                raise
            self._known.put(who.id, settled)
            (self._plays_only_card.add if settled.plays_only_card else self._plays_only_card.discard)(who.id)
            return settled

    async def _save(self, who: Person, change: Callable[[Preferences], Preferences]) -> Preferences:
        """Change a person's preferences. Returns the new ones; raises StoreError."""
        while True:
            settled = change(await self.of(who.id))
            try:
                if await self._store.preferences.save((who.id, who.display_name), settled):
                    self.opted_out.emit(who.id)
            except SettingsMoved:
                self._known.drop(who.id)
            else:
                return replace(settled, version=settled.version + 1)

    async def is_muted(self, table_id: int, user: int) -> bool:
        """Whether a user has muted a table."""
        return table_id in (await self.of(user)).muted

    async def quiet_until(self, user: int, at: int) -> int | None:
        """Return the time (ms) at which a user's quiet time at `at` ends, by night or absence.

        Returns None if they may be mentioned.
        """
        preferences = await self.of(user)
        return max(filter(None, (night_end(preferences, at), away_until(preferences, at))), default=None)

    async def mute(self, who: Person, table_id: int, *, muted: bool) -> Preferences:
        """Mute a table for a user, or unmute it."""

        def change(now: Preferences) -> Preferences:
            others = tuple(other for other in now.muted if other != table_id)
            return replace(now, muted=(*others, table_id)[-MAX_MUTED:] if muted else others)

        return await self.update(who, change)

    async def unmute(self, who: Person) -> Preferences:
        """Unmute all tables for a user."""
        return await self.update(who, lambda now: replace(now, muted=()))

    async def reload(self, user: int) -> None:
        """Read the preferences of a user anew, which another process has changed."""
        async with self.change_lock:
            self._known.drop(user)
            settled = await self.of(user)
            (self._plays_only_card.add if settled.plays_only_card else self._plays_only_card.discard)(user)

    async def reload_all(self) -> None:
        """Read everything anew."""
        async with self.change_lock:
            self._known.clear()
            self._plays_only_card = set(await self._store.preferences.users_with_only_card())

    def evict(self, user: int) -> None:
        """Drop an erased user from memory."""
        self._known.drop(user)
        self._plays_only_card.discard(user)
