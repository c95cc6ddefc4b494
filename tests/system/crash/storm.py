"""Kill after kill while people play at many tables at once, and what must hold after each."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from sandbox import Recorded, Sandbox
from tests.support.house import could_be_doubled
from tests.support.messages import boards_of
from tests.support.waiting import until
from tests.system.crash.players import SEATS, Player, Sent, Witness
from tests.system.crash.process import ForkedBot
from tests.system.crash.stored_tables import (
    StoredTable,
    check_results,
    compare_logs,
    count_decisions,
    find_faults,
    find_unknown_pings,
    find_unmarked,
    has_one_board,
    list_pings,
    read_boards,
    read_looks,
    read_stored_tables,
)

TABLES = 8
MIXED = ("voren", "five_crowns", "mitigati", "conference", "abracadabra")
"""What is played at the tables, in turn."""
DISTANCE = 0.05
"""Seconds for which an answer to a POST or PATCH is under way, as it is from the real Discord."""
AIMS = ("", "table show", "eh:start_game:")
"""What kills are aimed at in turn: anything, a table posted anew, a table that starts and moves to its thread."""

PATIENCE = 6.0
"""Seconds for which a kill waits for what it is aimed at."""

TOLD = re.compile(r"-(pn?[0-9a-f]+|a|h)$")
"""How the nonces end of what mentions people, or tells a table something."""

SETTINGS: dict[str, Any] = {"ping_delay": 0, "ping_quiet": 0}


@dataclass
class Tally:
    """The counts of a storm."""

    kills: int = 0
    sent: int = 0
    acknowledged: int = 0
    committed: int = 0
    """Kills that left a move (or another step) in the log whose sender had heard nothing."""
    posted: int = 0
    """Kills that left a message with Discord of which the database did not know."""
    aimed: Counter[str] = field(default_factory=Counter[str])
    """Kills that met what they were aimed at."""
    unmarked: list[str] = field(default_factory=list[str])
    tables: int = 0
    games: Counter[str] = field(default_factory=Counter[str])
    """Tables played to their end, by their game."""
    answer: float = 0
    seconds: float = 0
    starts: list[float] = field(default_factory=list[float])

    def fewest(self) -> int:
        """Return how often the place was met that was met least."""
        return min(self.committed, self.posted, *(self.aimed[aim] for aim in AIMS))

    def __str__(self) -> str:
        posts = sum(text.startswith("POST") for text in self.unmarked)
        return (
            f"{self.kills} kills in {self.seconds:.0f} s: {self.committed} between commit and answer, {self.posted} "
            f"between a POST or PATCH and its mark ({posts} POSTs, {len(self.unmarked) - posts} PATCHes), "
            f"{self.aimed['table show']} at a table posted anew, {self.aimed['eh:start_game:']} at a start; "
            f"{self.sent} sent, {self.acknowledged} acknowledged, {self.tables} tables played to their end "
            f"({', '.join(f'{count} of {game}' for game, count in sorted(self.games.items()))}); typical answer "
            f"{self.answer * 1000:.0f} ms, start to connected {median(self.starts):.2f} s"
        )


class Storm:
    """A sandbox, a bot beside it, and people who play on whatever happens."""

    def __init__(
        self, sandbox: Sandbox, folder: Path, seed: int, games: tuple[str, ...] = MIXED, database: str | None = None
    ) -> None:
        self.sandbox = sandbox
        self.rng = Random(seed)
        self.bots = self.new_bots(folder, database)
        self.database = self.bots[0].database
        self.witness = Witness(sandbox)
        self.tally = Tally()
        self.patience = PATIENCE
        self.pinged: dict[str, set[str]] = {}
        self.mentioned: dict[tuple[int, int], set[str]] = {}
        """The pings that mentioned somebody at a table, by table and user."""
        self.players: list[Player] = []
        self.without_nonce: list[str] = []
        self._unanswered: set[int] = set()
        self._doubtful: set[str] = set()
        sandbox.recorder.requests.append(self._note)
        sandbox.faults.add("latency", path="/channels/", after=True, seconds=DISTANCE, times=None)
        for number in range(TABLES):
            game, channel = games[number % len(games)], self.channel_of(number)
            people = [f"Player {number}{letter}" for letter in "abcd"[: SEATS.get(game, 2 + number % 2)]]
            for name in people:
                sandbox.people.add_user(name)
            rng = Random(self.rng.random())
            hands = 1 + number % 2 if game == "voren" else 1
            self.players.append(self.new_player(number, people, rng, channel, hands, game))

    def new_bots(self, folder: Path, database: str | None) -> list[ForkedBot]:
        """Return the bots that are killed."""
        return [ForkedBot(self.sandbox, folder, database, **SETTINGS)]

    def channel_of(self, number: int) -> str:
        """Return where one of the tables is played."""
        return ("card-room", "parlour")[number % 2]

    def new_player(self, number: int, people: list[str], rng: Random, channel: str, hands: int, game: str) -> Player:
        """Return who plays there."""
        return Player(self.witness, people, rng, channel, hands, game=game)

    def read_log_end(self) -> str:
        """Return the ends of the bots' logs."""
        return "\n".join(bot.read_log_end() for bot in self.bots)

    def _note(self, request: Recorded) -> None:
        """Every ping and every telling that the bot asked for: the same one may be asked for again, but not be there
        twice.
        """
        if request.method == "POST" and request.route == "/channels/{channel_id}/messages" and request.status == 200:
            nonce = str(request.body.get("nonce") or "")
            if could_be_doubled(request):
                self.without_nonce.append(f"{request.path}: {request.body}")
            if TOLD.search(nonce):
                self.pinged.setdefault(nonce, set()).add(request.answer["id"])
            if "-p" in nonce and "-pn" not in nonce:
                for user in request.body["allowed_mentions"]["users"]:
                    at = int(nonce.partition("-")[0]), int(user)
                    self.mentioned.setdefault(at, set()).add(request.answer["id"])

    async def start(self) -> None:
        """Start the bots."""
        await asyncio.gather(*map(self.start_bot, self.bots))

    async def start_bot(self, bot: ForkedBot) -> None:
        """Start one of them."""
        began = perf_counter()
        await bot.start()
        self.tally.starts.append(perf_counter() - began)

    async def run(self, kills: int, each: int, most: int) -> Tally:
        """Run the whole storm, and the calm after it; return its counts.

        At least so many kills, and up to `most` until each of the two dangerous places was met `each` times, and so was
        whatever kills are aimed at.
        """
        began = perf_counter()
        try:
            await self.start()
            await self.sandbox.people.until(lambda: bool(self.sandbox.people.state("Ada")["commands"]), 15)
            await self.measure()
            while self.tally.kills < kills or (self.tally.kills < most and self.tally.fewest() < each):
                await self.once()
            await self.calm()
        finally:
            await asyncio.gather(*(bot.stop() for bot in self.bots))
        self.tally.sent = len(self.witness.sent)
        self.tally.acknowledged = sum(sent.made for sent in self.witness.sent.values())
        self.tally.seconds = perf_counter() - began
        return self.tally

    def play(self) -> list[asyncio.Task[None]]:
        """Let all play."""
        return [asyncio.create_task(player.play()) for player in self.players]

    async def measure(self) -> None:
        """Measure how long an answer takes while all play."""
        playing = self.play()
        await until(lambda: len(self.witness.seconds) >= TABLES)
        await self.halt(playing)
        self.tally.answer = median(self.witness.seconds)

    async def once(self) -> None:
        """Play a while, kill within an answer's time of a send, look, start again and see that it catches up."""
        loop = asyncio.get_running_loop()
        dead = asyncio.Event()
        playing = self.play()

        def kill() -> None:
            self.kill()
            dead.set()

        aim = AIMS[self.tally.kills % len(AIMS)]
        late = loop.time() + self.patience

        def armed(sent: Sent) -> None:
            met = sent.name.startswith(aim) and self.is_aimed_at(sent)
            if met or loop.time() > late:
                self.witness.on_send = lambda _: None
                self.tally.aimed[aim] += met
                loop.call_later(self.rng.uniform(0, self.tally.answer), kill)

        loop.call_later(self.rng.uniform(0.4, 0.9), lambda: setattr(self.witness, "on_send", armed))
        async with asyncio.timeout(20):
            await dead.wait()
        tables = await self.recover(playing)
        await self.caught_up(tables)
        await self.adopt(tables)

    def is_aimed_at(self, _: Sent, /) -> bool:
        """Check whether what is killed next has something to do with this."""
        return True

    def kill(self) -> None:
        """Kill the bot."""
        self.bots[0].kill()

    async def recover(self, playing: list[asyncio.Task[None]]) -> list[StoredTable]:
        """Look at what the kill left, and start what was killed."""
        await self.bots[0].wait_until_gone()
        await self.halt(playing)
        tables = await self.look()
        await self.start()
        return tables

    async def halt(self, playing: list[asyncio.Task[None]]) -> None:
        """Stop those who play at once."""
        for task in playing:
            task.cancel()
        for ended in await asyncio.gather(*playing, return_exceptions=True):
            if not isinstance(ended, asyncio.CancelledError):
                raise ended or AssertionError("a player stopped playing")

    async def look(self) -> list[StoredTable]:
        """Compare what the kill left with what was said, and count it; return the tables."""
        self.tally.kills += 1
        mentioned = self._mentioned_so_far()
        tables = await read_stored_tables(self.database)
        record = compare_logs(tables, self.witness)
        silent = {number for number, sent in record.items() if not sent.answered}
        self.tally.committed += bool(silent - self._unanswered)
        self._unanswered = silent
        doubtful = find_unknown_pings(tables, self.sandbox) - self._doubtful
        self._doubtful |= doubtful
        behind = [f"POST of ping {nonce}" for nonce in doubtful] + await self.unmarked(tables)
        self.tally.posted += bool(behind)
        self.tally.unmarked += behind
        self.check_pings(tables, mentioned)
        assert not self.without_nonce, f"could be doubled: {self.without_nonce}"
        return tables

    async def unmarked(self, tables: list[StoredTable]) -> list[str]:
        """Return what the kill cut off from its mark, besides pings."""
        return await find_unmarked(tables, read_boards(tables, self.sandbox))

    def _mentioned_so_far(self) -> dict[tuple[int, int], set[str]]:
        return {at: set(ids) for at, ids in self.mentioned.items()}

    def check_pings(self, tables: list[StoredTable], mentioned: dict[tuple[int, int], set[str]]) -> None:
        """Check that no decision was pinged by two messages, and nothing told by two.

        `mentioned` are the pings from before `tables` were read: a bot that was not killed goes on meanwhile.
        """
        begun = count_decisions(tables)
        often = {at: ids for at, ids in mentioned.items() if len(ids) > begun[at]}
        assert not often, f"mentioned twice for one decision: {often}"
        twice = {nonce: ids for nonce, ids in self.pinged.items() if len(ids) > 1}
        assert not twice, f"pinged or told twice: {twice}"
        assert all(len(ids) == 1 for ids in list_pings(self.sandbox).values())

    async def caught_up(self, tables: list[StoredTable]) -> None:
        """Wait until every table has one board that shows the last state, without anybody doing anything.

        A lobby whose command was never answered has none, if its answer did not get there.
        """
        for table in tables:
            unknown = table.record.status == "lobby" and table.record.message is None
            wanted = await table.looks()

            fits = partial(has_one_board, self.sandbox, table.record.id, wanted, may_lack=unknown)
            try:
                await self.sandbox.people.until(fits, 15)
            except TimeoutError:
                messages = [read_looks(board) for board in boards_of(self.sandbox, table.record.id)]
                message = f"{table.record} shows {len(messages)}: {messages}, not {wanted}\n{self.read_log_end()}"
                raise AssertionError(message) from None

    async def adopt(self, tables: list[StoredTable]) -> None:
        """Give tables whose opening was stored and never answered to those who ask for them."""
        numbers = {number for player in self.players for number in player.tables}
        for table in tables:
            if table.record.id in numbers or table.record.lesson:
                continue
            opened: Sent = self.witness.sent[table.log[0].interaction or 0]
            player = next(person for person in self.players if person.people[0] == opened.who)
            answer = await self.sandbox.people.command(
                opened.who, player.channel, "table show", {"table": table.record.id}
            )
            assert answer["state"] in {"message", "deferred"}, answer
            player.adopt(table.record.id)

    async def calm(self) -> None:
        """Let every game be played to its end without kills; its log replays to its scores, and pings go away.

        A ping that a kill cut off from its mark is posted again, which finds it; if its seat has moved meanwhile it
        stays where it is, because nobody knows its message.
        """
        await self.finish()
        with suppress(TimeoutError):
            await self.sandbox.people.until(lambda: list_pings(self.sandbox).keys() <= self._doubtful, 20)
        mentioned = self._mentioned_so_far()
        tables = [table for table in await read_stored_tables(self.database) if not table.record.lesson]
        remaining = list_pings(self.sandbox).keys() - self._doubtful
        assert not remaining, (
            f"{remaining} stay, of {[work for table in tables for work in table.work if work.kind == 'ping']}"
        )
        await self.caught_up(tables)
        compare_logs(await read_stored_tables(self.database), self.witness)
        wrong = await find_faults(self.database)
        assert not wrong, wrong
        self.check_pings(tables, mentioned)
        for table in tables:
            state = table.live().state
            assert table.record.status == "over", f"{table.record}\n{self.read_log_end()}"
            assert state is not None
            assert state.finished
            totals = state.score().totals
            assert [seat.points for seat in table.record.seats] == list(totals)
            assert sum(totals) == 0 or table.record.game != "voren"  # what one wins there others pay
            self.tally.games[table.record.game] += 1
        await check_results(self.database, tables)
        self.tally.tables = len(tables)
        self.check_logs()

    async def finish(self) -> None:
        """Play every game to its end, also where a table was opened just after somebody had looked."""
        for player in self.players:
            player.finishing, player.pauses = True, (0.01,)
        await self.adopt(await read_stored_tables(self.database))
        async with asyncio.timeout(240):
            await asyncio.gather(*(player.play() for player in self.players))

    def check_logs(self) -> None:
        """Check that no bot has met an error that nobody foresaw."""
        logs = [bot.log.read_text(encoding="utf-8") for bot in self.bots]
        assert not [line for log in logs for line in log.splitlines() if "Traceback" in line]
