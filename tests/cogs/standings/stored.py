"""Results in memory in place of the store's: tests say who stands where, and nothing is worked out."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from data.standings.records import BestHand, HeadToHead, RatedGame, Season, Standing
from tests.support.house import House
from tests.support.wire_tables import CHANNEL


class StoredStandings:
    """The reads of `store.results`, answered with the standings of a test; seasons begin as in the store."""

    def __init__(self) -> None:
        self.all: list[tuple[int, Standing]] = []
        """Standings, each with its server."""
        self.games: dict[int, list[RatedGame]] = {}
        """Rated games by user."""
        self.met: list[HeadToHead] = []
        self.best: BestHand | None = None
        self.began: list[Season] = []
        self.behind: set[str] = set()
        """Games whose standings are being worked out anew."""

    async def standings(self, guild: int, game: str, season: int) -> list[Standing]:
        return [
            standing
            for number, standing in self.all
            if (number, standing.game, standing.season) == (guild, game, season)
        ]

    async def standings_of(self, guild: int, user: int, season: int) -> list[Standing]:
        return [
            standing
            for number, standing in self.all
            if (number, standing.user, standing.season) == (guild, user, season)
        ]

    async def head_to_head(self, guild: int, user: int, other: int, game: str | None) -> list[HeadToHead]:
        assert await self.standings_of(guild, user, 0)
        assert user != other
        return [pair_results for pair_results in self.met if game in {None, pair_results.game}]

    async def rated_games(self, guild: int, game: str, user: int, season: int, limit: int) -> list[RatedGame]:
        standings = [standing for standing in await self.standings_of(guild, user, season) if standing.game == game]
        return self.games.get(user, [])[::-1][:limit] if standings else []

    async def best_hand(self, game: str, standings: Iterable[Standing]) -> BestHand | None:
        assert all(standing.season == 0 for standing in standings)
        return self.best if game == "voren" else None

    async def seasons(self, guild: int) -> list[Season]:
        return [season for season in self.began if season.guild == guild]

    async def begin_season(self, guild: int, name: str, at: int) -> Season:
        ended = [
            replace(season, ended=at) if season.guild == guild and season.ended is None else season
            for season in self.began
        ]
        season = Season(guild, sum(season.guild == guild for season in ended) + 1, name, at, None)
        self.began = [*ended, season]
        return season

    async def end_season(self, guild: int, number: int, at: int) -> bool:
        ended = [
            season for season in self.began if (season.guild, season.number, season.ended) == (guild, number, None)
        ]
        self.began = [replace(season, ended=at) if season in ended else season for season in self.began]
        return bool(ended)

    async def is_stale(self, guild: int, game: str) -> bool:
        return guild > 0 and game in self.behind


def use_standings(house: House, *standings: Standing, guild: int | None = None) -> StoredStandings:
    """Make the store answer from standings in memory, add these, and return them all.

    `guild` is the server that everybody is in, where it is not given.
    """
    results: Any = house.store.results
    if not isinstance(results, StoredStandings):
        house.store.results = results = StoredStandings()  # pyright: ignore[reportAttributeAccessIssue]
    results.all += [(guild or find_server_id(house), standing) for standing in standings]
    return results


def find_server_id(house: House) -> int:
    """Return the number of the server that everybody is in."""
    return int(house.sandbox.world.guild_id)


def find_user_id(house: House, name: str) -> int:
    """Return somebody's number."""
    return int(house.sandbox.people.user(name)["id"])


@contextmanager
def deny_writing(house: House, who: str) -> Generator[None]:
    """While entered, somebody may not write in the channel of these tests."""
    channel = house.sandbox.world.channels[house.sandbox.people.channel(CHANNEL)["id"]]
    overwrites = channel.data.get("permission_overwrites", [])
    denial = {"id": str(find_user_id(house, who)), "type": 1, "allow": "0", "deny": str(1 << 11)}
    channel.data["permission_overwrites"] = [*overwrites, denial]
    try:
        yield
    finally:
        channel.data["permission_overwrites"] = overwrites
