"""How people like to play, as they said by `/settings me`: read once, and kept in mind for those who play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from bot.common.cache import Cache
from bot.common.signals import Signal
from bot.people.person import Person
from bot.people.quiet_hours import away_until, wakes
from data.records import MOST_MUTED, Preferences
from data.store import Store

IN_MIND: Final = 10_000
"""People whose preferences are kept in memory: more than play in an hour."""


class People:
    """The preferences of people, those used last in memory. Every method may raise StoreError."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: Cache[int, Preferences] = Cache(lambda: IN_MIND)
        self._only: set[int] = set()
        self.opted_out: Signal[int] = Signal()
        """Told of each user who wants no statistics any more, or wants them again."""
        self.still = asyncio.Lock()
        """Held while anything is changed: of two changes at the same instant neither is lost. Also held while
        somebody's data is taken out, so that nothing that was read before is kept again after it.
        """

    async def load(self) -> None:
        """Learn for whom the only card that they may play is played: whoever writes what falls due has to know it."""
        self._only |= await self._store.preferences.playing_only_cards()

    def plays_only_card(self, user: int) -> bool:
        """Whether the only card that this user may play is played for them."""
        return user in self._only

    async def of(self, user: int) -> Preferences:
        """What a user has settled; the standard where they have said nothing."""
        return await self._known.read(user, self._store.preferences.of)

    async def change(self, who: Person, **settings: Any) -> Preferences:
        """Change what somebody has settled, by the names of Preferences' fields, and keep it; returns all of it."""
        return await self.update(who, lambda now: replace(now, **settings))

    async def update(self, who: Person, change: Callable[[Preferences], Preferences]) -> Preferences:
        """Change what somebody has settled, from what it is then, and keep it. Raises what `change` raises."""
        async with self.still:
            settled = change(await self.of(who.id))
            if await self._store.preferences.save((who.id, who.display_name), settled):
                self.opted_out.emit(who.id)
            self._known.put(who.id, settled)
            (self._only.add if settled.plays_only_card else self._only.discard)(who.id)
            return settled

    async def is_muted(self, table: int, user: int) -> bool:
        """Whether somebody does not want to be mentioned at a table."""
        return table in (await self.of(user)).muted

    async def rests(self, user: int, at: int) -> int | None:
        """Until when (ms) somebody is not mentioned at a time, for it is night for them, or they are away; None where
        neither.
        """
        likes = await self.of(user)
        return max(filter(None, (wakes(likes, at), away_until(likes, at))), default=None)

    async def mute(self, who: Person, table: int, *, muted: bool) -> Preferences:
        """Mention somebody at a table no more, or again."""

        def change(now: Preferences) -> Preferences:
            others = tuple(one for one in now.muted if one != table)
            return replace(now, muted=(*others, table)[-MOST_MUTED:] if muted else others)

        return await self.update(who, change)

    async def unmute(self, who: Person) -> Preferences:
        """Mention somebody at all tables again."""
        return await self.update(who, lambda now: replace(now, muted=()))

    def evict(self, user: int) -> None:
        """Drop what is in memory of a user whose data was taken out."""
        self._known.drop(user)
        self._only.discard(user)
