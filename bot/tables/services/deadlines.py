"""The deadlines of tables, from the terms of a clock and its standstills."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.common.time_spans import DAY_SECONDS, Span, find_expiry, first_of_spans, measure_elapsed
from bot.people import quiet_hours
from bot.people.guild_settings import ServerSettingsCache
from bot.people.preferences import PreferencesCache
from bot.tables.model.clock_terms import bank_left, near_end, pauses, terms_of
from bot.tables.model.clock_work import counting
from bot.tables.model.table_state import TableState
from bot.tables.model.turn_timers import NEXT_HAND_SEAT
from bot.tables.services.uptime import Uptime
from data.people.records import Preferences

MAX_LEAGUE_AWAY_MS: Final = 3 * DAY_SECONDS * 1000
"""Milliseconds of a season for which a player of a league can be away."""


class Deadline(NamedTuple):
    """The time (ms) at which a seat's clock runs out (`ends_at_ms`), and when its two reminders are due.

    One is due at half of the time for a move, the other shortly before `ends_at_ms`. `bank` is the unused rest of the
    player's bank (ms), in use once `late`.
    """

    half_at_ms: int
    near_at_ms: int
    ends_at_ms: int
    bank: int
    late: bool = False


@dataclass(slots=True, eq=False)
class Deadlines:
    """The deadlines of all tables. `uptime` has the times at which shards were connected. Every method may raise
    StoreError.
    """

    people: PreferencesCache
    servers: ServerSettingsCache
    uptime: Uptime
    clock: Callable[[], int]

    async def of(self, table: TableState, seat: int) -> Deadline | None:
        """Return the deadline of a seat, or of the next hand (NEXT_HAND_SEAT).

        None if no clock runs for it, or if the length of its standstill is unknown.
        """
        terms, tick = terms_of(table.record.settings), table.timers.get(seat)
        if terms is None or tick is None or not self.runs(table, seat):
            return None
        preferences = await self._preferences_of(table, seat)
        bank = 0 if seat == NEXT_HAND_SEAT else bank_left(table.record.settings, seat)
        whole, away = terms.move + bank, await self._away(table)
        expiries = [
            find_expiry(tick.at, allowed, *self._standstills(table, preferences, tick.at, terms.sleep, away))
            for allowed in (terms.move // 2, terms.move, near_end(whole), whole)
        ]
        half, move, near, end = expiries
        if half is None or move is None or near is None or end is None:
            return None
        return Deadline(half, near, end, bank, late=bank > 0 and move <= self.clock())

    async def of_all(self, table: TableState) -> dict[int, Deadline | None]:
        """Return the deadlines of a table by seat or NEXT_HAND_SEAT; None for a stopped clock."""
        return {seat: await self.of(table, seat) for seat in sorted(table.timers) if self.runs(table, seat)}

    async def away(self, table: TableState) -> dict[int, int]:
        """Return the end (ms) of the absence of each player of a table who is away, by seat."""
        absences = dict[int, int]()
        for player in table.record.seats:
            until = quiet_hours.away_until(await self._preferences_of(table, player.seat), self.clock())
            if until is not None:
                absences[player.seat] = until
        return absences

    @staticmethod
    def runs(table: TableState, seat: int) -> bool:
        """Whether a clock runs for a seat, or the next hand."""
        record, tick = table.record, table.timers.get(seat)
        if record.status != "playing" or record.settings.get("paused") is not None or tick is None:
            return False
        return (seat, tick.seq) in counting(table.state, table.timers, record.seats, record.settings)

    async def elapsed_ms(self, table: TableState, seat: int, now: int) -> int:
        """Return the time (ms) that the clock of a seat has run by `now`. Without a clock it counts nights, too."""
        terms, tick = terms_of(table.record.settings), table.timers[seat]
        sleep, away = 0 if terms is None else terms.sleep, await self._away(table)
        return measure_elapsed(
            tick.at, now, *self._standstills(table, await self._preferences_of(table, seat), tick.at, sleep, away)
        )

    async def _away(self, table: TableState) -> tuple[Span, ...]:
        """Return the times in which the bot was not in the table's server."""
        return tuple(Span(*absence) for absence in (await self.servers.of(table.record.guild)).absences)

    async def _preferences_of(self, table: TableState, seat: int) -> Preferences:
        user = table.record.seats[seat].user if 0 <= seat < len(table.record.seats) else None
        return Preferences() if user is None else await self.people.of(user)

    def _standstills(
        self, table: TableState, preferences: Preferences, since: int, sleep: int, away: Iterable[Span]
    ) -> tuple[Iterable[Span], ...]:
        """Return the times in which a clock that began at `since` stands still, `sleep` hours of a night at most."""
        return (
            self.uptime.gaps(table.record.guild, table.id),
            away,
            pauses(table.record.settings),
            _absences(table, preferences),
            quiet_hours.nights(preferences, since, sleep * 60),
        )


def _absences(table: TableState, preferences: Preferences) -> Iterable[Span]:
    """Return the absences for which a player's clock stands still: in a league not more than some days a season."""
    absences = quiet_hours.absences(preferences)
    if "league" not in table.record.settings:
        return absences
    return first_of_spans(absences, table.record.created, MAX_LEAGUE_AWAY_MS)
