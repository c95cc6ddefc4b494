"""The calendar of leagues: seasons begin, people who do not play are replaced, seasons end.

One work item a season (`league_calendar`) runs at each change and from time to time. It compares the season with its
tables and does what is missing, so that a process may end at any moment.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from bot.common.errors import Declined
from bot.leagues.cups import fewest_to_begin, order_for_next_stage, seat_people, seats_of, seats_of_next_stage
from bot.leagues.groups import blocked_together, cut_groups, season_order, separate_blocked
from bot.leagues.tables import PlayedTable, lost_seats, played_tables, players_of, read_league
from bot.people.guild_settings import ServerSettingsCache
from bot.people.quiet_hours import away_until
from bot.scheduler.scheduler import Reschedule
from bot.tables.commands import leave_and_end
from bot.tables.commands.league_tables import deal_league_table, end_league_table, open_league_table, seat_entrant
from bot.tables.model.actor import Actor
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from data.leagues.records import Entrant, LeaguePlace, LeagueRecord, NewLeagueAct
from data.people.records import is_erased
from data.standings.records import ALL_TIME
from data.tables.records import Work
from data.tables.work import WorkState
from rules.registry import GAMES

log = logging.getLogger(__name__)

ABSENT_AFTER_MS: Final = 48 * 3600 * 1000
"""Milliseconds without a move, while a table waits, after which an entrant's place goes to another."""

LOOK_EVERY_MS: Final = 3600 * 1000
"""Milliseconds between two looks at a season that is played."""

MAX_PARALLEL_SEASONS: Final = 4
"""Seasons that are looked at together: one whose tables open takes long."""

Post = Callable[[TableState], Awaitable[None]]
"""Posts a table in its channel, in a thread of its own."""

PostLeague = Callable[[LeagueRecord], Awaitable[None]]
"""Posts a league's message below the tables that have been opened."""


class Replacement(NamedTuple):
    """Whether an entrant's place has another holder, and the name of the person who has it; None for computers."""

    is_done: bool
    name: str | None


class LeagueCalendar:
    """The handler of the work of all leagues. `post` shows a table that was dealt, `post_league` the league below."""

    def __init__(
        self,
        tables: Tables,
        servers: ServerSettingsCache,
        post: Post,
        post_league: PostLeague,
        clock: Callable[[], int],
    ) -> None:
        self._tables = tables
        self._servers = servers
        self._leagues = tables.store.leagues
        self._post = post
        self._post_league = post_league
        self._clock = clock

    async def run(self, work: Work) -> WorkState:
        """Do what is due in a season. Raises Reschedule until it is over, StoreError."""
        try:
            return await self._run(work)
        finally:
            self._tables.on_work_due.emit(self._clock())  # the league's message, if it has changed

    async def _run(self, work: Work) -> WorkState:
        """Do what is due in a season. Returns the state of its work item; raises Reschedule with the next time."""
        league = await self._leagues.league(int(work.key))
        if league is not None and league.status == "entry":
            if self._clock() < league.starts:
                raise Reschedule(league.starts)
            if not await self._begin(league):
                raise Reschedule(self._clock())
            league = await self._leagues.league(league.id)
        if league is None or league.status != "playing":
            return WorkState.DONE
        if self._clock() < league.ends:
            await self._replace_absent(league)
            league = await self._leagues.league(league.id) or league
        await self._open_tables(league)
        league = await self._leagues.league(league.id) or league
        if self._clock() >= league.ends:
            if await self._finish(league):
                return WorkState.DONE
            raise Reschedule(self._clock())
        await self._settle(league)
        await self._retire(league)
        await self._post_league(league)
        await self._leagues.enqueue_board(league)
        raise Reschedule(min(league.ends, self._clock() + LOOK_EVERY_MS))

    # -- the beginning -----------------------------------------------------------------------------------------------

    async def _begin(self, league: LeagueRecord) -> bool:
        """Cut the groups and begin the season, or cancel it with too few people. False if the entrants have changed."""
        users = [entrant.user for entrant in league.of_state("in")]
        banned = await self._tables.store.moderation.banned_among(league.guild, users)
        for user in banned:
            await self._leagues.leave(league.id, user)
        users = [user for user in users if user not in banned]
        if len(users) < fewest_to_begin(league.seats, league.advance):
            return await self._leagues.finish(league.id, {}, NewLeagueAct("cancel"))
        standings = await self._tables.store.results.standings(league.guild, league.game, ALL_TIME)
        ratings = {standing.user: standing.mu for standing in standings}
        previous = None if league.previous is None else await self._leagues.league(league.previous)
        before = list[list[int]]()
        if previous is not None:
            ended = await read_league(self._tables, previous)
            before = [[row.entrant.user for row in group] for group in ended.groups]
        order = season_order(before, {user: ratings.get(user, 0.0) for user in users})
        blocks = await self._tables.store.blocks.pairs_of(users)
        cut = seat_people(order, league.seats, GAMES[league.game]) if league.advance else None
        groups = separate_blocked(cut or cut_groups(order, league.seats), blocks)
        pairs = len(blocked_together(groups, blocks))
        return await self._leagues.begin(league.id, groups, NewLeagueAct("start", amount=pairs or None))

    async def _open_tables(self, league: LeagueRecord) -> None:
        """Open and deal the tables that are not open yet."""
        groups, mention = league.groups(), (await self._servers.of(league.guild)).mention
        for unopened in league.tables:
            if unopened.table is None:
                players = players_of(league, groups[unopened.group], unopened.number)
                game, place = GAMES[league.game], LeaguePlace(league.id, unopened.group, unopened.number, league.stage)
                await open_league_table(
                    self._tables, league, game, place, players, seats_of(len(players), game), mention
                )
        league = await self._leagues.league(league.id) or league
        for played in await played_tables(self._tables, league):
            if played.table.record.status == "lobby":
                await self._post(await deal_league_table(self._tables, played.table))

    # -- places that change hands ------------------------------------------------------------------------------------

    async def substitute_for(self, league: LeagueRecord, entrant: Entrant) -> Entrant | None:
        """Return the first of the waiting list who is not banned and has no block with the entrant's group.

        A block counts in both directions. Raises StoreError.
        """
        waiting = league.of_state("waiting")
        group = [other.user for other in league.entrants if other.group == entrant.group and other.user != entrant.user]
        candidates = [candidate.user for candidate in waiting]
        blocks = await self._tables.store.blocks.pairs_of([*group, *candidates])
        banned = await self._tables.store.moderation.banned_among(league.guild, candidates)
        for candidate in waiting:
            pairs = {(candidate.user, other) for other in group} | {(other, candidate.user) for other in group}
            if candidate.user not in banned and not pairs & blocks:
                return candidate
        return None

    async def replace(
        self, league: LeagueRecord, entrant: Entrant, other: tuple[int, str] | None, act: NewLeagueAct
    ) -> Replacement:
        """Give an entrant's place to another person, else to the next of the waiting list, else to computer players.

        Nothing is done if the entrant does not play any more, or the other plays already. Raises StoreError.
        """
        substitute = None if other is not None else await self.substitute_for(league, entrant)
        if substitute is not None:
            other = substitute.user, substitute.name
        is_done = await self._leagues.replace(league.id, entrant.user, other, act, is_waiting=substitute is not None)
        return Replacement(is_done, None if other is None else other[1])

    async def _replace_absent(self, league: LeagueRecord) -> None:
        """Replace people who have made no move in time, were banned, or had their data deleted.

        Somebody from the waiting list also gets a place that computers have.
        """
        open_tables = await played_tables(self._tables, league)
        last_moves = await self._leagues.last_moves([played.table.id for played in open_tables])
        users = [entrant.user for entrant in league.of_state("in")]
        banned = await self._tables.store.moderation.banned_among(league.guild, users)
        in_play = [player for played in open_tables if played.is_in_play for player in played.players]
        for entrant in league.entrants:
            if entrant.place is None or (league.advance and entrant not in in_play):
                continue
            is_free = entrant.state == "out" or is_erased(entrant.user) or entrant.user in banned
            if is_free or await self._is_absent(entrant, last_moves.get(entrant.user, 0), open_tables):
                league = await self._leagues.league(league.id) or league  # the waiting list may be shorter by now
                if entrant.state == "out" and await self.substitute_for(league, entrant) is None:
                    continue  # computers play on
                await self.replace(league, entrant, None, NewLeagueAct("absent", whom=entrant.user))

    async def _is_absent(self, entrant: Entrant, last_move: int, open_tables: list[PlayedTable]) -> bool:
        """Whether an entrant made no move for too long while a table waited, or lost a seat since that move (ms).

        Nobody is absent while they are away.
        """
        now = self._clock()
        if now - max(entrant.since or now, last_move) < ABSENT_AFTER_MS:
            return False
        if away_until(await self._tables.store.preferences.of(entrant.user), now) is not None:
            return False
        for played in open_tables:
            if entrant in played.players:
                seat, table = played.players.index(entrant), played.table
                is_awaited = table.state is not None and seat in table.state.awaited and seat in table.timers
                if (
                    played.is_in_play
                    and is_awaited
                    and await self._tables.elapsed_ms(table, seat, now) >= ABSENT_AFTER_MS
                ):
                    return True
                if table.record.seats[seat].kind != "person":
                    changes = await self._tables.store.tables.seat_changes(table.id)
                    if any(change.seat == seat and change.at > last_move for change in changes):
                        return True
        return False

    async def _retire(self, league: LeagueRecord) -> None:
        """Let those of a cup play no more who have lost their seat, were banned, or had their data deleted."""
        league = await self._leagues.league(league.id) or league
        users = [entrant.user for entrant in league.of_state("in")]
        banned = await self._tables.store.moderation.banned_among(league.guild, users)
        gone_users = {user for user in users if user in banned or is_erased(user)}
        for played in await played_tables(self._tables, league):
            lost = lost_seats(played.table)
            for seat, player in enumerate(played.players):
                if seat in lost or played.table.record.seats[seat].user != player.user:
                    gone_users.add(player.user)
        for user in gone_users.intersection(users) if league.advance else ():
            await self._leagues.replace(league.id, user, None, NewLeagueAct("absent", whom=user))

    async def _settle(self, league: LeagueRecord) -> None:
        """Let the tables in play have the players that the season has, and end those that are void."""
        for played in await played_tables(self._tables, league):
            if played.place.void:
                await end_league_table(self._tables, played.table.id, void=True)
            elif played.is_in_play:
                for seat, player in enumerate(played.players):
                    await self._settle_seat(played.table.id, seat, player)

    async def _settle_seat(self, table_id: int, seat: int, player: Entrant) -> None:
        """Give a seat to its entrant, or take it from an entrant who is out."""
        table = await self._tables.find(table_id)
        holder = table.record.seats[seat]
        try:
            if player.state == "out" and holder.user == player.user:
                await leave_and_end.leave(self._tables, table_id, Actor(player.user, player.name, None), seat)
            elif player.state == "in" and holder.user != player.user and not is_erased(player.user):
                changes = await self._tables.store.tables.seat_changes(table_id)
                if all(event.user != player.user for event in changes):  # else they have lost the seat
                    await seat_entrant(self._tables, table_id, seat, Actor(player.user, player.name, None))
        except Declined as error:  # it has ended, is frozen, or somebody was just banned
            log.info("table %s: seat %s stays as it is (%s)", table_id, seat, error)

    # -- the end -----------------------------------------------------------------------------------------------------

    async def _finish(self, league: LeagueRecord) -> bool:
        """End the tables as they stand, and keep the order of each group; returns False if a stage of a cup follows."""
        for played in await played_tables(self._tables, league):
            if played.table.record.is_under_way:
                await end_league_table(self._tables, played.table.id, void=played.place.void)
        await self._retire(league)
        state = await read_league(self._tables, await self._leagues.league(league.id) or league)
        final = {row.entrant.user: (row.place, str(row.points)) for group in state.groups for row in group}
        playing = [
            [(row.entrant.user, row.key) for row in group if row.entrant.state == "in"] for group in state.groups
        ]
        seats = seats_of_next_stage(len(state.groups), league.seats, league.advance) if league.advance else 0
        people = order_for_next_stage(playing)[:seats]
        if len(people) <= 1:
            await self._leagues.finish(league.id, final, NewLeagueAct("end"))
            return True
        groups = seat_people(people, league.seats, GAMES[league.game])
        blocks = await self._tables.store.blocks.pairs_of(people)
        await self._leagues.begin_stage(league, final, separate_blocked(groups, blocks))
        return False
