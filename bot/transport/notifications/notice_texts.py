"""The notices of events and of a game's end: for an announcement, or later for a digest."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bot.tables.commands.lobby import INVITE
from bot.tables.model.follow_up_work import GAME_OVER_KEY
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import THREADLESS_KEY
from bot.ui.game.players import players_of
from bot.ui.kit.notice import Notice
from bot.ui.table import announcements
from bot.ui.table.renderer import TableRenderer
from data.people.records import is_erased
from data.store import Store
from data.tables.events import EventKind
from data.tables.records import EventRecord, Work
from data.tables.work import AnnouncementPayload


class NoticeKey(NamedTuple):
    """The identity of an announcement: its key, the seq of its first event, and the number of events."""

    key: str
    seq: int
    events: int = 1

    @classmethod
    def of(cls, work: Work) -> NoticeKey:
        """Return the identity of a row's announcement."""
        return cls(work.key, work.seq, work.read(AnnouncementPayload).get("events", 1))


class NoticeTexts:
    """Makes notices. A player who used the bot at a table within `quiet` (ms) counts as present there."""

    def __init__(self, store: Store, renderer: TableRenderer, quiet: int, clock: Callable[[], int]) -> None:
        self._store = store
        self._renderer = renderer
        self._quiet = quiet
        self._clock = clock

    async def immediate_notice(self, table: TableState, key: NoticeKey, payload: AnnouncementPayload) -> Notice | None:
        """Return the notice of an announcement, None if it no longer matters. Raises StoreError."""
        if user := payload.get("user"):
            return announcements.expiry_notice(table, user)
        if key.key == INVITE:
            return announcements.rematch_invitation(table)
        if key.key == THREADLESS_KEY:
            return announcements.thread_loss_notice(table, payload.get("why", "full"))
        if key.key == GAME_OVER_KEY:
            return self._result(table, self._absent(table))
        return await self._of_events(table, key, await self._events(table, key))

    async def digest_notice(self, table: TableState, key: NoticeKey, user: int) -> Notice | None:
        """Return the notice for a user's digest, None if it was changed or answered since. Raises StoreError."""
        notice = await self._current_notice(table, key, user)
        return notice if notice is not None and user in notice.named_users else None

    async def _current_notice(self, table: TableState, key: NoticeKey, user: int) -> Notice | None:
        """Return the notice of a key for a user; None if it is outdated."""
        if not key.key:
            return announcements.expiry_notice(table, user)
        if key.key == INVITE:
            return announcements.rematch_invitation(table)
        if key.key == GAME_OVER_KEY:
            return self._result(table, (user,))
        events = await self._events(table, key)
        if await self._is_outdated(table, events[0]):
            return None
        if events[0].kind == EventKind.INVITE:
            events = [event for event in events if event.user == user and table.invitation_keys.get(user) == key.key]
        return await self._of_events(table, key, events)

    def _result(self, table: TableState, absent: tuple[int, ...]) -> Notice | None:
        return announcements.result_notice(table, self._renderer.presenters.of(table), players_of(table), absent)

    async def _events(self, table: TableState, key: NoticeKey) -> list[EventRecord]:
        """Return the events of a notice, and the event after them."""
        return await self._store.tables.game_events(table.id, key.seq - 1, key.seq + key.events)

    async def _of_events(self, table: TableState, key: NoticeKey, events: list[EventRecord]) -> Notice | None:
        """Return the notice of these events; None if there are none or nothing is to be announced."""
        if not events:
            return None
        players = players_of(table)
        if events[0].kind == EventKind.INVITE:
            return announcements.lobby_invitation(table, events[: key.events], players)
        if events[0].kind == EventKind.SWAP:
            return announcements.seat_change_notice(table, events[: key.events])
        then = events[1] if len(events) > 1 else None
        which, former = self._renderer.describe_hand_number(table), None
        if events[0].kind == EventKind.SIT:
            changes = await self._store.tables.seat_changes(table.id)
            departures = [
                change
                for change in changes
                if change.seq < key.seq and change.seat == events[0].seat and _is_departure(change)
            ]
            former = departures[-1] if departures else None
        move = self._renderer.describe_undone_move(table, events[0])
        return announcements.announce(table, events[0], then, players, which, former, move)

    async def _is_outdated(self, table: TableState, event: EventRecord) -> bool:
        """Whether a later event changed the outcome of an event."""
        user = event.user or 0
        match event.kind:
            case EventKind.OPTIONS:
                since = await self._store.tables.game_events(table.id, event.seq, table.record.seq)
                return any(later.kind == EventKind.OPTIONS for later in since)
            case EventKind.DISMISS:
                return user in table.invited or table.seat_of(user) is not None
            case _:
                return False

    def _absent(self, table: TableState) -> tuple[int, ...]:
        """Return the players who have not used the bot at the table within `quiet`."""
        people = [seat.user for seat in table.record.seats if seat.kind == "person" and seat.user is not None]
        now = self._clock()
        return tuple(user for user in people if not now - self._quiet < table.last_active_ms.get(user, 0) <= now)


def _is_departure(event: EventRecord) -> bool:
    """Whether a person who is still known left a seat in play by this event."""
    return (
        event.kind == EventKind.LEAVE
        and bool(event.public.keys() & {"instead", "released"})
        and not is_erased(event.user)
    )
