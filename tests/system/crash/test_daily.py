"""SIGKILL while people play hands of the day, amid a computer player's search, and over the close of the day.

In the end each person has one try of a hand, with the result that its log gives; each server gets one ranking of a day,
and a day counts once in a streak.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import pytest

from bot.people.guild_settings import ServerSettingsCache
from bot.standings.places import places
from bot.tables.model.tries import player_seed
from bot.ui.daily import results_mark
from bot.ui.scene.text import amount
from data.deals.records import GRACE_MS, day_of, end_of
from data.store import Store
from data.tables.events import EventKind, MoveSecret
from data.tables.work import WorkKind
from rules.registry import GAMES
from sandbox import Recorded, Sandbox
from tests.support.databases import fresh
from tests.support.messages import Json, text
from tests.support.waiting import until
from tests.system.crash.aimed import MOMENTS, STANDS, Aim, path_of
from tests.system.crash.daily_player import DailyPlayer
from tests.system.crash.players import Sent, Witness
from tests.system.crash.process import ForkedBot
from tests.system.crash.stored_tables import StoredTable, compare_logs, find_faults, read_stored_tables

CHANNEL: Final = "card-room"
LEAVER: Final = "Dora"
"""Who begins a try each day, and finishes none."""

PRESS, SEARCH = "just after a press", "while a computer player searches"
LATEST: Final = {PRESS: 0.03, SEARCH: 0.15}
"""Seconds after such a moment at which the bot is killed at the latest."""

CALLBACK: Final = "/callback"
DEFERRED: Final = frozenset({5, 6})
"""The types of an answer that follows later: computer players search meanwhile."""


class Day(NamedTuple):
    """The kills of a day: those while people play, and the moment of the one that posts a ranking; None for no such."""

    kills: tuple[str, ...]
    close: str | None


QUICK: Final = [Day((SEARCH,), STANDS), Day((PRESS,), None)]
ROUNDS: Final = 13
KILLS_A_DAY: Final = 7
"""While people play; with the one at the close, two hundred in as many rounds of two days."""


def draw_days(seed: int) -> list[Day]:
    """Two days full of kills."""
    rng = Random(seed)
    return [Day(tuple(rng.choices((PRESS, SEARCH), k=KILLS_A_DAY)), rng.choice(MOMENTS)) for _ in range(2)]


class Trial:
    """People of two servers who play the hands of days while the bot is killed."""

    def __init__(self, sandbox: Sandbox, folder: Path, seed: int) -> None:
        self.rng = Random(seed)
        self.sandbox = sandbox
        self.witness = Witness(sandbox)
        self.bot = ForkedBot(sandbox, folder)
        self.aim = Aim(sandbox, self.bot, self.rng)
        self.kills = 0
        self.amid = 0
        """How many kills left computer players to move in a try."""
        self.days = Counter[str]()
        """On how many days each person has finished a hand."""
        self.channels = [sandbox.people.channel(CHANNEL, server)["id"] for server in range(2)]
        self.guilds = [int(sandbox.world.server(server).id) for server in range(2)]
        for name in (LEAVER, "Edda"):
            sandbox.people.add_user(name)
        self.servers = {"Ada": 0, "Bela": 0, "Cleo": 1, LEAVER: 0, "Edda": 1}
        self.games: dict[str, tuple[str, ...]] = {
            "Ada": ("voren", "five_crowns"),
            "Bela": ("five_crowns", "voren"),
            "Cleo": ("voren",),
            LEAVER: ("voren",),
            "Edda": ("five_crowns",),
        }
        self.people = {
            who: DailyPlayer(
                self.witness,
                who,
                self.channels[server],
                Random(seed + place),
                is_alike=who in {"Ada", "Bela"},
                most=2 if who == LEAVER else None,
            )
            for place, (who, server) in enumerate(self.servers.items())
        }

    # -- time --------------------------------------------------------------------------------------------------------

    def now(self) -> int:
        """Return the time (ms) that the bot has, and the stand-in."""
        return self.sandbox.clock.now_ms()

    def turn(self, ms: int) -> None:
        """Turn the clocks of the stand-in and of the dead bot on."""
        self.sandbox.advance(ms / 1000)
        self.bot.ahead_ms += ms

    async def begin(self) -> None:
        """Let both servers have a channel for rankings, and start the bot in the morning."""
        fresh(path_of(self.bot))
        store = await Store.open(self.bot.database)
        settings = ServerSettingsCache(store)
        for guild, channel in zip(self.guilds, self.channels, strict=True):
            await settings.change(guild, daily_channel=int(channel))
        await store.close()
        self.turn(end_of(day_of(self.now())) - self.now())
        await self.bot.start()
        await self.sandbox.people.until(lambda: bool(self.sandbox.people.state("Ada")["commands"]), 15)

    # -- a day -------------------------------------------------------------------------------------------------------

    async def play(self, day: Day) -> None:
        """Play the hands of a day to their end with its kills, and close it."""
        number = day_of(self.now())
        for person in self.people.values():
            person.begin_day()
        for moment in day.kills:
            await self.until_killed(moment)
            await self.look(number)
            await self.bot.start()
        async with asyncio.timeout(120):
            await self.playing()
        await self.quiet_kill()
        await self.close(number, day.close)
        await self.judge(number)

    def playing(self) -> asyncio.Future[list[None]]:
        """Let everybody play their hands; return the task."""
        return asyncio.gather(*(person.play(self.games[who]) for who, person in self.people.items()))

    async def until_killed(self, moment: str) -> None:
        """Let people play, and kill the bot at such a moment, or once they are through."""
        dead, remaining = asyncio.Event(), self.rng.randint(2, 12)

        def strike() -> None:
            nonlocal remaining
            remaining -= 1
            if remaining == 0:
                asyncio.get_running_loop().call_later(self.rng.uniform(0, LATEST[moment]), kill)

        def kill() -> None:
            self.bot.kill()
            dead.set()

        def pressed(_: Sent) -> None:
            strike()

        def answered(request: Recorded) -> None:
            if request.path.endswith(CALLBACK) and (request.body or {}).get("type") in DEFERRED:
                strike()

        if moment == PRESS:
            self.witness.on_send = pressed
        else:
            self.sandbox.recorder.requests[:] = [answered]
        playing = self.playing()
        waiting = asyncio.create_task(dead.wait())
        async with asyncio.timeout(120):
            await asyncio.wait({playing, waiting}, return_when=asyncio.FIRST_COMPLETED)
        self.witness.on_send = lambda _: None
        self.sandbox.recorder.requests.clear()
        remaining = 0
        if not dead.is_set():
            self.bot.kill()
        waiting.cancel()
        self.kills += 1
        await self.bot.wait_until_gone()
        playing.cancel()
        await asyncio.gather(playing, waiting, return_exceptions=True)

    async def quiet_kill(self) -> None:
        """Kill the bot with nothing under way."""
        self.bot.kill()
        await self.bot.wait_until_gone()

    async def close(self, day: int, moment: str | None) -> None:
        """Let a day end while the bot is dead. It is killed as it posts a ranking, and closes the day in the end."""
        self.turn(end_of(day) + GRACE_MS - self.now() - self.rng.randrange(1000))
        if moment is not None:
            self.aim.aim_at_post(moment, self.rng.choice((1, 2)), lambda nonce: nonce.endswith("-0-w"))
            await self.aim.start()
            self.kills += 1
            self.sandbox.world.nonces.clear()  # as Discord forgets them after some minutes
        await self.bot.start()

        async def is_closed() -> bool:
            with sqlite3.connect(path_of(self.bot)) as database:
                results = database.execute("SELECT closed FROM deals WHERE closes = ?", (end_of(day),)).fetchall()
                kinds = WorkKind.CLOSE_DEALS, WorkKind.DAILY_RESULTS
                rows = database.execute("SELECT 1 FROM work WHERE kind IN (?, ?) AND state = 'due'", kinds).fetchall()
            database.close()
            return bool(results) and all(closed for (closed,) in results) and not rows

        await until(is_closed, 30)

    # -- what must hold ----------------------------------------------------------------------------------------------

    async def look(self, day: int) -> dict[tuple[str, str], StoredTable]:
        """Return the tries of a day as the database has them, by person and game: nobody has two, nothing is lost."""
        tables = await read_stored_tables(self.bot.database)
        compare_logs(tables, self.witness)
        tries: dict[tuple[str, str], StoredTable] = {}
        for table in tables:
            attempt, name = table.record.settings.get("attempt"), table.record.seats[0].name
            assert attempt is not None
            if attempt["closes"] == end_of(day):
                assert (name, table.record.game) not in tries, f"two tries of {name}"
                assert attempt["guild"] == self.guilds[self.servers[name]]
                tries[name, table.record.game] = table
        self.amid += any(try_.record.status == "playing" and try_.live().computers() for try_ in tries.values())
        return tries

    async def judge(self, day: int) -> None:
        """Hold the tries, the results and the rankings of a closed day against the logs."""
        await until(lambda: self._left_tries_ended(day), 10)
        tries = await self.look(day)
        assert set(tries) == {(who, game) for who, games in self.games.items() for game in games}
        for (who, _), table in tries.items():
            assert table.record.status == ("ended" if who == LEAVER else "over"), who
            self._check_players(table)
        for game in self.games["Ada"]:
            assert list_try(tries["Ada", game]) == list_try(tries["Bela", game])
        for who, games in self.games.items():
            self.days[who] += who != LEAVER and bool(games)
        for server, guild in enumerate(self.guilds):
            expected = self._results(tries, server)
            assert await self._stored(day, guild) == expected
            self._check_ranking(day, server, expected)

    async def _left_tries_ended(self, day: int) -> bool:
        return all(stored_table.record.status != "playing" for stored_table in (await self.look(day)).values())

    def _check_players(self, table: StoredTable) -> None:
        """Check that each computer player was strong, and moved with the seed of what its seat knew."""
        live, attempt = table.live(0), table.record.settings.get("attempt")
        assert attempt is not None
        for event in table.log:
            player = event.read_hidden(MoveSecret).get("player") if event.kind == EventKind.MOVE else None
            if player is not None:
                assert live.state is not None
                assert event.seat is not None
                assert player["level"] == "strong"
                assert player["seed"] == player_seed(attempt, live.state.view(event.seat))
            live.fold([event])

    def _results(
        self, tries: Mapping[tuple[str, str], StoredTable], server: int
    ) -> dict[tuple[str, str], tuple[int, int]]:
        """Points and streak of each finished try of a server, by person and game, from the logs."""
        result: dict[tuple[str, str], tuple[int, int]] = {}
        for (who, game), table in tries.items():
            state = table.live().state
            if state is not None and state.finished and self.servers[who] == server:
                result[who, game] = (state.score().totals[0], self.days[who])
        return result

    async def _stored(self, day: int, guild: int) -> dict[tuple[str, str], tuple[int, int | None]]:
        store = await Store.open(self.bot.database)
        games = {hand.id: hand.game for hand in await store.deals.hands_of_day(day)}
        results = await store.deals.results(games, guild)
        await store.close()
        return {(result.name, games[result.deal]): (result.points, result.streak) for result in results}

    def _check_ranking(self, day: int, server: int, results: Mapping[tuple[str, str], tuple[int, int]]) -> None:
        """Check that a server has one message with the rankings of a day, and each result stands there once."""
        messages: list[Json] = self.sandbox.people.messages("Ada", self.channels[server])
        (ranking,) = [text(message) for message in messages if results_mark(day) in text(message)]
        lines = defaultdict[str, dict[str, int]](dict)
        for (who, game), (points, _) in results.items():
            lines[game][who] = points
        expected = Counter(
            f"{place}\\. **{who}** {amount(points[who])}"
            + (f" · {self.days[who]} days in a row" if self.days[who] > 1 else "")
            for game, points in lines.items()
            for who, place in places(points, fewest_win=GAMES[game].fewest_win).items()
        )
        assert Counter(re.findall(r"^\d+\\\. .*$", ranking, re.MULTILINE)) == expected


def list_try(table: StoredTable) -> list[tuple[object, ...]]:
    """Return the cards and moves of a try, in order."""
    return [
        (event.kind, event.seat, event.text, None if event.kind == EventKind.MOVE else event.hidden)
        for event in table.log
        if event.kind in {EventKind.CHANCE, EventKind.MOVE}
    ]


async def play_days(folder: Path, days: list[Day], seed: int) -> Trial:
    """Play these days, and look at everything in the end."""
    async with await Sandbox.start(None, servers=2) as sandbox:
        trial = Trial(sandbox, folder, seed)
        try:
            await trial.begin()
            for day in days:
                await trial.play(day)
        finally:
            trial.bot.end()
        assert not await find_faults(trial.bot.database)
        assert "Traceback" not in trial.bot.log.read_text(encoding="utf-8")
    return trial


@pytest.mark.timeout(300)
async def test_kills_leave_one_try_a_person_and_one_result_a_day(
    tmp_path: Path,
) -> None:
    trial = await play_days(tmp_path, QUICK, seed=7)
    assert trial.kills == 3
    assert trial.amid


@pytest.mark.soak
async def test_tries_and_rankings_are_whole_after_two_hundred_kills(tmp_path: Path) -> None:
    kills, amid = 0, 0
    for seed in range(ROUNDS):
        folder = tmp_path / str(seed)
        folder.mkdir()
        trial = await play_days(folder, draw_days(seed), seed)
        kills, amid = kills + trial.kills, amid + trial.amid
    assert kills >= 200
    assert amid >= ROUNDS
