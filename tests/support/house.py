"""The whole bot on the sandbox, over the wire, with people who click: what the end-to-end tests are written in.

    async with start_house() as house:
        table = await house.open("Ada", seats=["Bela"], computers=2)
        await house.play_out(table)

Every request of the bot is checked against Discord's OpenAPI description where that lies beside the project, and
against the sandbox's own refusals: a test fails at its end if the bot sent anything that Discord would not take.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import ExitStack, asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from discord.http import Route

import data.store
from bot.app.client import EldestHand
from bot.app.services import Services
from bot.common.settings import Settings
from bot.scheduler import scheduler
from bot.tables.model import follow_up_work
from bot.tables.model.table_state import TableState
from bot.transport.api import rate_limits
from bot.transport.interactions import hand_messages
from bot.transport.messages import tracked_message
from cogs.games.base import COMMAND_NAMES
from data.databases import database_of
from data.engine.process import new_process
from data.pads import outbox as pad_outbox
from data.standings import statements as standings_statements
from data.store import Store
from data.tables.work import WorkKind
from rules import shuffle
from sandbox import Outcome, Recorded, Sandbox
from tests.openapi import Checker
from tests.support.databases import DATABASE, Place, new_place, upgrade_others
from tests.support.messages import Json, boards_of, buttons, selects, text
from tests.support.moves import find_move_buttons
from tests.support.needs import ROOT
from tests.support.waiting import PATIENCE, pause_seconds, until

OPENAPI = ROOT.parent / "shared" / "discord" / "openapi.json"


ON_THE_WIRE = 0.01
"""Seconds after which the bot has heard of the answers that people have got."""
REGISTERED: dict[str, list[str]] = {}
"""What is wrong with the commands, which every bot registers at its start: they are the same each time."""
COMMANDS = "/applications/{application_id}/commands"
POSTING = ("POST", "/channels/{channel_id}/messages")
NONCE = re.compile(r"[0-9a-f]+-[0-9a-f]+|[0-9]+-[0-9]+-(pn?[0-9a-f]+|h|r|c|a|k|m|o|n|d|w|l)")
"""Our nonces, made of what is posted; discord.py gives a post without one a number drawn at random."""


@cache
def checker() -> Checker | None:
    """Discord's own description of its API, or None where it does not lie beside the project."""
    return Checker.load(OPENAPI) if OPENAPI.exists() else None


def unread(request: Recorded) -> bool:
    """Check whether a request was refused before anybody looked into it."""
    return request.body is None and request.status >= 400


def could_be_doubled(request: Recorded) -> bool:
    """Check whether a request is a post that would stand there twice if it were tried again."""
    if (request.method, request.route) != POSTING or unread(request):
        return False
    body = request.body or {}
    return not (NONCE.fullmatch(str(body.get("nonce"))) and body.get("enforce_nonce"))


OLDEST_SNOWFLAKE = 1 << 42
"""Ids of Discord from its second month on are higher; the numbers of `count(1000)` in tests are lower."""


def running_test() -> str:
    """Return the name of the test that runs, with its parameters; empty outside pytest."""
    return os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]


class TimelessStream(shuffle.Stream):
    """The stream of a draw without ids of interactions that hold the time: with them cards would differ every run."""

    def __init__(self, draw: shuffle.Draw) -> None:
        words = tuple(word for word in draw.contributions if not (word.isdecimal() and int(word) >= OLDEST_SNOWFLAKE))
        super().__init__(replace(draw, contributions=words))


@dataclass
class Seated:
    """A table as its players meet it: its number and the channel or thread where it is played."""

    number: int
    place: str
    lobby: Json


@dataclass
class House:
    """A sandbox with the bot on it. `stop` and `start` restart the bot; the sandbox and the database live on."""

    sandbox: Sandbox
    settings: Settings
    rng: Random
    bot: EldestHand = field(init=False)
    store: Store = field(init=False)
    problems: list[str] = field(default_factory=list[str])
    refused: list[str] = field(default_factory=list[str])
    requests: list[Recorded] = field(default_factory=list[Recorded])
    asked: int = 0
    """How many requests there have been."""
    forgetful: bool = False
    """Requests are counted and not kept: those of a long game fill the memory, and garbage collections take seconds."""
    tolerate: Callable[[Recorded], bool] = lambda _: False
    """Which refusals a test brings about on purpose."""
    every: float = field(default_factory=pause_seconds)
    """Seconds between two edits in one channel."""
    posts: tuple[float, float] = (1000, 1)
    """Posts in one channel within so many seconds: people in tests ask for a table more often than people do."""
    check_every: int = 1
    """Compare only every so many requests with the OpenAPI description, which costs as much as the bot's own work."""
    registering: list[str] = field(default_factory=list[str])
    """The methods with which the bot has asked for its commands since its start."""
    deals: Random = field(default_factory=lambda: Random(running_test()))
    """What decides the cards and the computer players' choices: the same in each run of a test."""
    _running: asyncio.Task[None] | None = None

    def watch(self) -> None:
        """Check every request from now on."""
        self.sandbox.recorder.requests.append(self._check)

    def _check(self, request: Recorded) -> None:
        self.asked += 1
        if not self.forgetful:
            self.requests.append(request)
        if 400 <= request.status < 500 and not self.tolerate(request):
            self.refused.append(f"{request.method} {request.route}: {request.status} {request.answer}")
        if could_be_doubled(request):
            self.problems.append(f"{request.method} {request.route}: without a nonce of ours it could be doubled")
        spec = checker()
        if spec is not None and self.asked % self.check_every == 0 and not unread(request):
            of_all = request.route.startswith("/applications/")
            same = f"{request.method} {request.route} {json.dumps(request.body)}" if of_all else ""
            names = REGISTERED.get(same) if of_all else None
            if names is None:
                content_type = "multipart/form-data" if request.files else "application/json"
                files = [(file.field, file.filename, file.size) for file in request.files]
                names = spec.problems(request.method, request.path, request.body, content_type, files, request.query)
            if of_all:
                REGISTERED[same] = names
            self.problems += [f"{request.method} {request.route}: {problem}" for problem in names]

    @property
    def services(self) -> Services:
        """What the bot is made of."""
        return self.bot.services

    async def start(self, *, store: Store | None = None) -> None:
        """Start the bot and wait until its commands are there and read back, and the gateway is up."""
        is_known = bool(self.commands())
        self.registering.clear()
        if self._registers not in self.sandbox.recorder.requests:
            self.sandbox.recorder.requests.append(self._registers)
        Route.BASE = self.settings.api_base or self.sandbox.api_base
        clock = self.sandbox.clock.now_ms
        database = database_of(self.settings.database_url, self.settings.erasure_log)
        shards = self.settings.shards
        process = None if shards is None else new_process(shards.count)
        self.store = store or await Store.open(database, clock=clock, process=process)
        self.bot = EldestHand(self.settings, self.store, clock=clock)
        self.bot.services.rate_limits.edit_seconds = self.every
        self.bot.services.rate_limits.posts = self.posts
        self.bot.services.tables.secret, self.bot.services.tables.rng = self.deals.randbytes, self.deals
        self._running = asyncio.create_task(self.bot.start(self.sandbox.token))
        await self.until(lambda: self.is_up(is_known), 15)

    def is_up(self, is_known: bool) -> bool:
        """Check whether the bot is connected, and has registered its commands if not `is_known`."""
        return self.sandbox.gateway.online and bool(self.commands()) and self.registered(is_known)

    def _registers(self, request: Recorded) -> None:
        if request.route == COMMANDS:
            self.registering.append(request.method)

    def registered(self, is_known: bool) -> bool:
        """Check whether the bot has registered its commands, or found them there, and asks for them no more."""
        return self.registering[-1:] == ["GET"] and (is_known or "PUT" in self.registering)

    async def turn(self, seconds: float) -> None:
        """Turn the clock of everybody forward, while the bot is there and no board is being moved."""
        tables = self.services.tables
        await self.until(lambda: not any(live.showing.locked() for live in tables._live.values()))
        self.sandbox.advance(seconds)
        await self.bot.handle_clock_change()

    async def stop(self) -> None:
        """Stop the bot as a person would: whatever is owed stays owed."""
        await self.bot.close()
        if self._running is not None:
            await asyncio.gather(self._running, return_exceptions=True)
        await self.store.close()

    async def restart(self) -> None:
        """Stop and start the bot."""
        await self.stop()
        await self.start()

    def commands(self) -> list[str]:
        """Return the registered commands' names."""
        return [command["name"] for scope in self.sandbox.world.commands.values() for command in scope.values()]

    async def wait_until_settled(self, *kinds: WorkKind) -> None:
        """Wait until no work of these kinds is due within seconds, or running."""

        async def idle() -> bool:
            due = await self.store.work.due(self.services.clock() + 5000, 1, kinds)
            return not due and not any(self.services.scheduler.is_handling(kind) for kind in kinds)

        await self.until(idle)

    async def execute(self, statement: str, *values: Any) -> None:
        """Run SQL in a transaction of the bot's store. A connection of the test's own could find it locked for ever:
        the bot cannot end its transaction while the test holds the event loop.
        """
        async with self.store._transactions.begin() as session:
            connection = await session.connection()
            text = statement if connection.dialect.name == "sqlite" else statement.replace("?", "%s")
            await connection.exec_driver_sql(text, values)

    async def until(self, check: Callable[[], Any], seconds: float = PATIENCE) -> Any:
        """Wait until `check()` is true (tests/support/waiting.py)."""
        return await until(check, seconds)

    # -- people ------------------------------------------------------------------------------------------------------

    async def command(self, who: str, name: str, /, channel: str = "card-room", **options: Any) -> Outcome:
        """Use the slash command `name`; options of a game by their names in the rules."""
        named = {COMMAND_NAMES.get(option, option): value for option, value in options.items()}
        return await self.sandbox.people.command(who, channel, name, named)

    async def files(self, message: Json) -> dict[str, bytes]:
        """Return the files of a message by name."""
        result = {
            attachment["filename"]: await self.sandbox.world.store.file(attachment["id"])
            for attachment in message["attachments"]
        }
        return {name: data for name, data in result.items() if data is not None}

    async def meant(self, who: str, name: str, yes: str, channel: str = "card-room", **options: Any) -> Outcome:
        """Use a command that asks its person whether they mean it, and press that button of the question."""
        message = (await self.command(who, name, channel, **options)).get("message") or {}
        assert message["flags"] & 64, message
        return await self.press(who, message, yes)

    async def press(self, who: str, message: Json, label: str) -> Outcome:
        """Press the button with that label. Raises KeyError if the message, as it is now, has none."""
        now = self.sandbox.people.message(who, message)
        return await self.sandbox.people.click(who, now, buttons(now)[label])

    async def choose(self, who: str, message: Json, placeholder: str, *values: str) -> Outcome:
        """Choose in the select with that placeholder. Raises KeyError if the message, as it is now, has none."""
        now = self.sandbox.people.message(who, message)
        return await self.sandbox.people.click(who, now, selects(now)[placeholder], list(values))

    async def add_computer(self, who: str, lobby: Json, choice: str = "normal") -> Outcome:
        """Add a computer player of a level, or with `LEVEL:fill` one in each free seat."""
        return await self.choose(who, lobby, "Add computer …", choice)

    async def click(self, who: str, message: Json, custom_id: str, values: list[str] | None = None) -> Outcome:
        """Click a component by its custom id."""
        return await self.sandbox.people.click(who, message, custom_id, values)

    def as_it_was(self, message: Json) -> None:
        """Give a message the components it had, as somebody sees it whose client has not caught up with an edit."""
        now = self.sandbox.world.messages[message["id"]]
        now.data["components"] = message["components"]
        now.changed()

    @contextmanager
    def planted(self, message: Json, custom_id: str, *values: str) -> Generator[None]:
        """While entered, a button with this id stands below a message, or with values a select, as nobody sent it."""
        record = self.sandbox.world.messages[message["id"]]
        before = record.data["components"]
        part: Json = {"type": 2, "id": 900, "style": 2, "label": "Mine", "custom_id": custom_id}
        if values:
            options = [{"label": value, "value": value} for value in values]
            part = {"type": 3, "id": 900, "custom_id": custom_id, "options": options, "max_values": len(options)}
        own_message = {"type": 1, "id": 901, "components": [part]}
        record.data["components"] = [*before, own_message]
        record.changed()
        try:
            yield
        finally:
            if own_message in record.data["components"]:  # else it was edited
                record.data["components"] = before
                record.changed()

    async def forge(self, who: str, message: Json, custom_id: str, *values: str) -> Outcome:
        """Press a button, or with values choose in a select, that this person put below a message themselves."""
        with self.planted(message, custom_id, *values):
            return await self.click(who, message, custom_id, list(values) or None)

    async def open(
        self,
        host: str,
        others: tuple[str, ...] = (),
        computers: int = 0,
        *,
        start: bool = True,
        game: str = "voren",
        **options: Any,
    ) -> Seated:
        """Open a table, of Voren where no other game is named, seat people and computers, and start it."""
        if game == "voren":
            options = {"auto_last_card": False, **options}  # each move is somebody's, unless a test says so
        options = {"friendly": False, **options}  # as of somebody who has played before
        opened = await self.command(host, f"{game} new", **options)
        assert opened["state"] == "message", opened
        lobby = opened.get("message") or {}
        number = int(buttons(lobby)["Join"].split(":")[2])
        for other in others:
            assert (await self.press(other, lobby, "Join"))["state"] == "update"
        for _ in range(computers):
            assert (await self.add_computer(host, lobby))["state"] == "update"
        seated = Seated(number, lobby["channel_id"], lobby)
        if start:
            await self.press(host, lobby, "Start")
            await self.until(
                lambda: not self.bot.services.responder.under_way
            )  # deferred on a busy machine: the thread comes then
            live = await self.live(seated)
            assert live.record.status == "playing"
            seated.place = str(live.record.thread or live.record.channel)
        return seated

    async def live(self, table: Seated | int) -> TableState:
        """Return the bot's own idea of a table."""
        return await self.bot.services.tables.find(table if isinstance(table, int) else table.number)

    def boards(self, table: Seated | int) -> list[Json]:
        """Return every public message, wherever it stands, that is a board of the table: there should be one."""
        number = table if isinstance(table, int) else table.number
        return boards_of(self.sandbox, number)

    def board(self, table: Seated, who: str = "Ada") -> Json:
        """Return the table's public message: the newest public one with its Log button."""
        messages = self.sandbox.people.messages(who, table.place)
        return next(
            message for message in reversed(messages) if not message["flags"] & 64 and "Log" in buttons(message)
        )

    async def shows(self, table: Seated | int, board: Json, phase: str) -> bool:
        """Check whether the table is in this phase of a hand, and a board says of it what is to be said now."""
        live = await self.live(table)
        now = (await self.services.renderer.render_board(live)).layout.parts
        assert live.state is not None
        return live.state.phase == phase and text(board) == text({"content": "", "components": list(now)})

    async def fresh(self, table: Seated) -> Json:
        """Return the public message once it shows the table's last event."""
        live = await self.live(table)
        await self.until(lambda: live.record.shown_seq >= live.record.seq)
        return self.board(table)

    def hands_are_fresh(self, live: TableState) -> bool:
        """Whether every hand of a table that refreshes by itself shows the table's last event, and no click on one is
        being answered: what comes of that is another edit.
        """
        hands = self.bot.services.hand_messages
        if any(table == live.id for table, _ in hands._postponed):
            return False
        return all(open_hand.seq >= live.record.seq for open_hand in hands._open.get(live.id, {}).values())

    def answers_to(self, outcome: Outcome) -> int:
        """Return how often the bot has answered an interaction, or tried to."""
        path = f"/interactions/{outcome['interaction_id']}/"
        return sum(request.path.startswith(path) for request in self.requests)

    async def hand(self, who: str, table: Seated) -> Json:
        """Return a person's own hand, by pressing My hand at the table."""
        answer = await self.press(who, self.board(table, who), "My hand")
        assert answer["state"] == "message", answer
        await self.seen(who, table)
        return answer.get("message") or {}

    async def seen(self, who: str, table: Seated) -> None:
        """Wait until it is kept that a person has looked."""
        live = await self.live(table)
        seat, state = live.seat_of(int(self.sandbox.people.user(who)["id"])), live.state
        if seat is None or state is None or live.record.status != "playing":
            return
        await self.until(lambda: str(seat) in live.record.settings.get("last_looks", {}))

    async def press_in_hand(self, who: str, table: Seated, label: str) -> Outcome:
        """Look at one's own hand and press a button of it: a move, mostly."""
        return await self.press(who, await self.hand(who, table), label)

    async def press_behind_more(self, who: str, board: Json, label: str) -> Outcome:
        """Press More below a board, and then a button of what that shows."""
        return await self.press(who, (await self.press(who, board, "More")).get("message") or {}, label)

    async def find_awaited(self, table: Seated, patience: float = 20) -> str | None:
        """Return the name of a person whose turn it is, once no computer player is to move; None if nobody is."""
        live = await self.live(table)
        await self.until(lambda: not live.computers(), patience)
        if live.state is None or live.record.status != "playing":
            return None
        acting = [live.record.seats[seat] for seat in live.state.awaited]
        return acting[0].name if acting else None

    async def act(self, table: Seated, who: str) -> str:
        """Make a random legal move through the person's own hand message; returns the button's label."""
        hand = await self.hand(who, table)
        label, custom_id = self.rng.choice(sorted(find_move_buttons(hand).items()))
        answer = await self.click(who, hand, custom_id)
        assert answer["state"] == "update", answer
        assert "You" in text(answer.get("message") or {}), answer
        return label

    async def play_a_hand(
        self, table: Seated, act: Callable[[Seated, str], Awaitable[Any]] | None = None
    ) -> TableState:
        """Play the first hand, with random moves or with those that `act` makes; returns the table once it is over."""
        for _ in range(300):
            live = await self.live(table)
            if live.record.status != "playing" or live.awaits_deal() or (live.state is not None and live.state.number):
                return live
            who = await self.find_awaited(table)
            if who is not None:
                await (act or self.act)(table, who)
        message = "the hand did not end"
        raise AssertionError(message)

    async def whole_log(self, who: str, board: Json) -> str:
        """Return all pages of the log, oldest first, as `who` reads them from the newest back."""
        page = (await self.press(who, board, "Log")).get("message") or {}
        pages = [text(page)]
        while "Older" in buttons(page):
            page = (await self.press(who, page, "Older")).get("message") or {}
            pages.append(text(page))
        return "\n".join(reversed(pages))

    async def play_out(
        self, table: Seated, most: int = 2000, act: Callable[[Seated, str], Awaitable[Any]] | None = None
    ) -> TableState:
        """Play to the end of the game with random moves, or with those that `act` makes; returns the finished table."""
        for _ in range(most):
            who = await self.find_awaited(table)
            live = await self.live(table)
            if live.record.status != "playing":
                return live
            if who is not None:
                await (act or self.act)(table, who)
            else:
                seated = next(seat.name for seat in live.record.seats if seat.kind == "person")
                await self.fresh(table)
                word = self.services.presenters.of(live).hand_word.lower()
                await self.press(seated, self.board(table, seated), f"Next {word}")
        message = f"the game did not end after {most} moves"
        raise AssertionError(message)


@contextmanager
def hurry() -> Generator[None]:
    """While entered, boards, hands, pads and computer players follow within a look, and emoji go up at once.

    The bot lets some time pass, so that a burst of moves is one edit, and tests would wait for it after every move.
    """
    soon = pause_seconds()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(follow_up_work, "DEBOUNCE_MS", int(soon * 1000))
        patch.setattr(scheduler, "BATCH_DELAY_SECONDS", soon)
        patch.setattr(hand_messages, "SETTLE_SECONDS", soon)
        patch.setattr(hand_messages, "EDIT_SECONDS", soon)
        patch.setattr(tracked_message.TrackedMessages, "edit_interval_seconds", soon)
        patch.setattr(pad_outbox, "RECORD_DELAY_MS", int(soon * 1000))
        patch.setattr(standings_statements, "UPDATE_DELAY_MS", int(soon * 1000))
        patch.setattr(rate_limits, "MAX_REQUESTS", (1000, 0.1))
        patch.setattr(rate_limits, "MAX_BACKGROUND_REQUESTS", (1000, 0.1))
        yield


def settings_of(place: Place, **settings: Any) -> Settings:
    """Return a bot's settings on a database: without pictures, emoji and pauses, but for what is given."""
    chosen: dict[str, Any] = {
        "database_url": place.url,
        "erasure_log": place.database().erasure_log,
        "pictures": False,
        "emoji": False,
        "computer_delay": 0,
        "double_tap": 0,
        "max_open": 1000,
        "search_processes": 0,
        **settings,
    }
    return Settings(**chosen)


@asynccontextmanager
async def start_house(
    path: Path | None = None, *, place: Place | None = None, unhurried: bool = False, **settings: Any
) -> AsyncGenerator[House]:
    """A sandbox with the bot on it, in a folder of its own; fails at its end if the bot sent what Discord refuses.

    The database is a new one, or that of `place`.

    Boards and hands follow on a move at once, unless it is `unhurried`: then the bot takes its own time, and the
    stand-in refuses whatever Discord would refuse for haste.
    """
    before = Route.BASE
    with (
        pytest.MonkeyPatch.context() as patch,
        TemporaryDirectory() as folder,
        ExitStack() as stack,
        nullcontext() if unhurried else hurry(),
    ):
        patch.setattr(shuffle, "Stream", TimelessStream)
        patch.setattr(data.store, "upgrade", upgrade_others)
        home = path or Path(folder)
        place = place or stack.enter_context(new_place(DATABASE, home, "eldest.sqlite3"))
        sandbox = await Sandbox.start(home / "sandbox.jsonl")
        house = House(sandbox, settings_of(place, **settings), Random(1))
        if unhurried:
            sandbox.rates.enforced = True
            house.every, house.posts = rate_limits.EDIT_SECONDS, rate_limits.MAX_POSTS
        house.watch()
        try:
            await house.start()
            yield house
        finally:
            await asyncio.sleep(ON_THE_WIRE)
            await house.stop()
            await sandbox.close()
            Route.BASE = before
    assert not house.refused, json.dumps(house.refused[:5], indent=1)
    assert not house.problems, json.dumps(house.problems[:5], indent=1)
