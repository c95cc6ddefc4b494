"""Two bots that share one PostgreSQL database: either is killed while the other goes on, or the database is."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple

from data.engine.clock import now_ms
from data.engine.shards import Shards
from data.tables.events import EventKind
from sandbox import Outcome, Sandbox
from tests.support.messages import text
from tests.support.postgres import Server
from tests.support.waiting import until
from tests.system.crash.learner import Learner
from tests.system.crash.outage import Outage
from tests.system.crash.players import Player, Sent, Witness
from tests.system.crash.process import ForkedBot
from tests.system.crash.stored_tables import StoredTable
from tests.system.crash.storm import MIXED, SETTINGS

SERVERS = 4
"""Servers, and shards: each server is on a shard of its own."""
SHARDS = (Shards(SERVERS, frozenset({0, 1})), Shards(SERVERS, frozenset({2, 3})))
"""Those of each bot."""
ABROAD = 0.05
"""How likely somebody uses the bot in a server of the other process before a move."""
HASTY = 0.25
"""How likely the next kill comes before all has caught up with this one."""
PATIENCE = 2.0
"""Seconds for which a kill waits for what it is aimed at."""
SOON = 3.0
"""Seconds within which those are answered whose bot was not killed; Discord gives up then."""
TAKE_OVER_SECONDS = 30.0
"""Seconds within which a reserve on a busy machine is connected: six of a lease, two of a renewal, its IDENTIFYs."""
STEP = 10.0
"""Seconds that a step of somebody takes at most who is not answered."""
TOMORROW = "2040-01-01"
DATABASE = 2
"""The victim that is no bot."""


@dataclass
class Meanwhile:
    """The counts of what the people of one bot did while the other was dead."""

    sent: int = 0
    made: int = 0
    """Moves and other steps that they were told were made."""
    slowest: float = 0

    def __str__(self) -> str:
        return (
            f"while the other bot was dead: {self.sent} sent, all answered, {self.made} of them acknowledged as made, "
            f"the slowest after {self.slowest:.2f} s"
        )


class Unlisted(NamedTuple):
    """A table that was not in the list that a user asked for at a time (ms)."""

    table: int
    user: int
    asked_ms: int

    def is_missed(self, stored_table: StoredTable) -> bool:
        """Check whether the table should have been there: they had joined, and it goes on."""
        joined = any(
            event.kind == EventKind.JOIN and event.user == self.user and event.at < self.asked_ms
            for event in stored_table.log
        )
        return joined and stored_table.record.status != "over"


class Traveller(Player):
    """A player who also uses the bot in a server of the other process: in the channel `abroad`."""

    abroad = ""

    def __init__(self, witness: Witness, people: list[str], rng: Random, channel: str, hands: int, game: str) -> None:
        super().__init__(witness, people, rng, channel, hands, game=game)
        self.away: set[str] = set()
        """Who may have gone away."""
        self.unlisted: list[Unlisted] = []
        """The tables that were not in a list of theirs: these were over, or they did not sit there yet."""

    async def _turn(self) -> None:
        if self.abroad and self.rng.random() < ABROAD:
            who = self.rng.choice(self.people)
            if self.rng.random() < 0.5:
                await self._list(who)
            else:
                await self.leave(who)
                await self.come_back(who)
        await super()._turn()

    async def _list(self, who: str) -> None:
        """Look at one's tables: the list has those of all servers."""
        table, asked_ms = self.table, now_ms()
        answer = await self.witness.command(who, self.abroad, "table mine")
        message_text = text((answer or {}).get("message") or {"content": ""})
        if (
            "Your tables" in message_text
            and table
            and not re.search(rf"\btable {table}\b", message_text, re.IGNORECASE)
        ):
            user = int(self.witness.sandbox.people.user(who)["id"])
            self.unlisted.append(Unlisted(table, user, asked_ms))  # else the database was away

    async def leave(self, who: str) -> None:
        """Go away: the other process commits work for this one's tables."""
        self.away.add(who)
        await self.witness.command(who, self.abroad, "away until", day=TOMORROW)

    async def come_back(self, who: str) -> None:
        """Be there again, if that is answered."""
        back: Outcome | None = await self.witness.command(who, self.abroad, "away back")
        if back is not None:
            self.away.discard(who)


class TwoBots(Outage):
    """A storm over two bots with two servers each, their database, and people who use both."""

    def __init__(
        self,
        sandbox: Sandbox,
        folder: Path,
        seed: int,
        server: Server,
        database: str,
        *,
        shards: tuple[Shards, ...] = SHARDS,
        hasty: float = HASTY,
        soon: float = SOON,
    ) -> None:
        self.shards = shards
        super().__init__(sandbox, folder, seed, server, database)
        self.patience = PATIENCE
        self._hasty_at = hasty
        self._soon = soon
        self.meanwhile = Meanwhile()
        self.victim = DATABASE
        self._victims: list[int] = []
        self._hasty = False
        self._killed_at = 0.0
        self._log_size = 0
        self.learners: list[Learner] = []
        for number in range(SERVERS):
            who, channel = sandbox.people.add_user(f"Learner {number}"), self._channel("card-room", number)
            self.learners.append(
                Learner(self.witness, who["global_name"], channel, MIXED[number], Random(self.rng.random()))
            )

    def new_bots(self, folder: Path, database: str | None) -> list[ForkedBot]:
        """One for each set of shards."""
        return [
            ForkedBot(self.sandbox, folder, database, name=f"bot-{number}", shards=shards, **SETTINGS)
            for number, shards in enumerate(self.shards, 1)
        ]

    def channel_of(self, number: int) -> str:
        """Two tables in each server."""
        return self._channel(("card-room", "parlour")[number // SERVERS % 2], number % SERVERS)

    def _channel(self, name: str, server: int) -> str:
        id_: str = self.sandbox.people.channel(name, server)["id"]
        return id_

    def new_player(self, number: int, people: list[str], rng: Random, channel: str, hands: int, game: str) -> Player:
        """People who travel to a server of another shard."""
        player, here = Traveller(self.witness, people, rng, channel, hands, game), self._bot_at(channel)
        player.abroad = next(
            place
            for place in (self._channel("card-room", server) for server in range(SERVERS))
            if place != channel and (len(set(self.shards)) == 1 or self._bot_at(place) != here)
        )
        return player

    def _bot_at(self, channel: str) -> int:
        """Return the number of the bot that hears of a channel."""
        world = self.sandbox.world
        guild = world.guild_of(world.channels[channel])
        assert guild is not None
        return next(number for number, shards in enumerate(self.shards) if guild.shard(shards.count) in shards.ids)

    def bot_of(self, sent: Sent) -> int:
        """Return the number of the bot that somebody has used."""
        return self._bot_at(self.sandbox.world.interactions[str(sent.interaction)].channel_id)

    # -- kills ---------------------------------------------------------------------------------------------------------

    def play(self) -> list[asyncio.Task[None]]:
        """Let all play, and learn; each of three victims is killed once in three times."""
        if not self._victims:
            self._victims = self.rng.sample(range(len(self.bots) + 1), len(self.bots) + 1)
        self.victim = self._victims.pop()
        learning = [asyncio.create_task(learner.play(1 << 30)) for learner in self.learners]
        return [*super().play(), *learning]

    def is_aimed_at(self, sent: Sent, /) -> bool:
        """Check whether the bot that is killed next is used."""
        return self.victim == DATABASE or self.bot_of(sent) == self.victim

    def kill(self) -> None:
        """Kill the victim."""
        self._hasty, self._killed_at = self.rng.random() < self._hasty_at, perf_counter()
        if self.victim == DATABASE:
            super().kill()
            return
        self._log_size = self._other().log.stat().st_size
        self.bots[self.victim].kill()

    def _other(self) -> ForkedBot:
        return self.bots[1 - self.victim]

    async def recover(self, playing: list[asyncio.Task[None]]) -> list[StoredTable]:
        """Start the victim at once; those who use the other bot notice nothing."""
        if self.victim == DATABASE:
            await asyncio.sleep(self.rng.uniform(0, 0.3))
            await asyncio.to_thread(self.server.start)
            await asyncio.sleep(0.3)
            await self.rest(playing)
        else:
            bot = self.bots[self.victim]
            await bot.wait_until_gone()
            await self.start_bot(bot)
            connected_at = perf_counter()
            await self.rest(playing)
            self._check_others(connected_at)
        assert all(bot.is_connected() for bot in self.bots), self.read_log_end()
        tables = await self.look()
        known = {table.record.id: table for table in tables}
        for player in self.players:
            assert isinstance(player, Traveller)
            missed = [unlisted for unlisted in player.unlisted if unlisted.is_missed(known[unlisted.table])]
            assert not missed, f"{missed} are in no list"
        return tables

    def _check_others(self, connected_at: float) -> None:
        """Whoever used the other bot while this one was dead was answered, and its log has no error."""
        theirs = [
            sent
            for sent in self.witness.sent.values()
            if self._killed_at <= sent.began <= connected_at and self.bot_of(sent) != self.victim
        ]
        late = [sent for sent in theirs if sent.seconds is None or sent.seconds > self._soon]
        assert not late, f"late by {connected_at - self._killed_at} s of death: {late}\n{self._other().read_log_end()}"
        with self._other().log.open(encoding="utf-8") as log:
            log.seek(self._log_size)
            errors = [line for line in log if " ERROR " in line or "Traceback" in line]
        assert not errors, errors
        self.meanwhile.sent += len(theirs)
        self.meanwhile.made += sum(sent.made for sent in theirs)
        self.meanwhile.slowest = max([self.meanwhile.slowest, *(sent.seconds or 0 for sent in theirs)])

    async def rest(self, playing: list[asyncio.Task[None]]) -> None:
        """Let all end the step that they are at: nothing is under way any more that a living bot may still do."""
        people = [*self.players, *self.learners]
        for person in people:
            person.stopping = True
        ended, remaining = await asyncio.wait(playing, timeout=STEP)
        for task in ended:
            task.result()
        await self.halt([*remaining])
        for person in people:
            person.stopping = False

    # -- what must hold ------------------------------------------------------------------------------------------------

    async def unmarked(self, tables: list[StoredTable]) -> list[str]:
        """Nothing is said of boards: the bot that goes on may post and edit while one looks."""
        return []

    async def caught_up(self, tables: list[StoredTable]) -> None:
        """Also both bots tell the same of everybody's tables; after some kills the next one comes before that."""
        if self._hasty:
            return
        await self._all_come_back()
        await super().caught_up(tables)
        who = self.rng.choice(self.rng.choice(self.players).people)
        lists: list[str] = []

        async def agree() -> bool:
            lists[:] = [await self._list(who, shards) for shards in self.shards]
            return len(set(lists)) == 1

        try:
            await until(agree, 10)
        except TimeoutError:
            raise AssertionError(f"the bots disagree about the tables of {who}: {lists}") from None

    async def _all_come_back(self) -> None:
        """Boards show who is away, which is not what is compared."""
        for player in self.players:
            assert isinstance(player, Traveller)
            for who in sorted(player.away):
                await until(lambda who=who, player=player: self._is_back(player, who))

    async def _is_back(self, player: Traveller, who: str) -> bool:
        await player.come_back(who)
        return who not in player.away

    async def _list(self, who: str, shards: Shards) -> str:
        """Return somebody's tables, as the bot of these shards tells them; one of both alone knows a server's name."""
        world = self.sandbox.world
        server = next(number for number in range(SERVERS) if world.server(number).shard(shards.count) in shards.ids)
        answer = await self.sandbox.people.command(who, "card-room", "table mine", server=server)
        return re.sub(r"\) in [^:]*:", "):", text(answer.get("message") or {"content": ""}))

    async def finish(self) -> None:
        """Also the lessons are played to their end."""
        self._hasty = False
        async with asyncio.timeout(240):
            await asyncio.gather(super().finish(), *(learner.play(learner.lessons + 1) for learner in self.learners))


class Reserve(TwoBots):
    """A storm over a bot with all shards and its reserve, which takes over once the first is killed for good."""

    def __init__(self, sandbox: Sandbox, folder: Path, seed: int, server: Server, database: str) -> None:
        every = Shards(SERVERS, frozenset(range(SERVERS)))
        super().__init__(sandbox, folder, seed, server, database, shards=(every, every), hasty=0)
        self.taken_over = 0.0
        """Seconds from the kill until the reserve had the leases and was connected."""

    async def start(self) -> None:
        """Start one after the other: the second stays out."""
        first, second = self.bots
        await self.start_bot(first)
        await self.start_bot(second)  # the shards that are connected are the first one's
        await until(lambda: second.log.exists() and "in reserve" in second.read_log_end(), TAKE_OVER_SECONDS)

    def play(self) -> list[asyncio.Task[None]]:
        """Let all play; the first bot is killed next."""
        playing = super().play()
        self.victim = 0
        return playing

    def kill(self) -> None:
        """Until now the reserve has connected no shard."""
        assert sum(session.connection is not None for session in self.sandbox.gateway.sessions.values()) == SERVERS
        assert "leases taken" not in self.bots[1].read_log_end()
        super().kill()

    async def recover(self, playing: list[asyncio.Task[None]]) -> list[StoredTable]:
        """Let the reserve take over, while people go on."""
        killed = self.bots.pop(0)
        await killed.wait_until_gone()
        await until(self.bots[0].is_connected, TAKE_OVER_SECONDS)
        self.taken_over = perf_counter() - self._killed_at
        await self.rest(playing)
        return await self.look()
