"""Worlds that differ in nothing but cards: the same ids, times, commitments and moves, another order of the pack.

What people do is a list of steps. In the first world a step may leave something open ("some legal move"); what became
of it is written down, and the second world takes the very same steps.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import AsyncGenerator, Awaitable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, Final, TypeVar

import pytest
from discord.http import Route

from bot.common.settings import Settings
from bot.scheduler.scheduler import Scheduler
from data.engine import clock as wall_clock
from data.store import Store
from data.tables.events import EventKind
from data.tables.records import NewEvent
from data.tables.work import WorkKind
from rules.contract import Expects, Refusal, State
from sandbox import Clock, Recorded, Sandbox
from tests.e2e.leaks.games import GAMES
from tests.e2e.leaks.knowledge import Game, Place
from tests.e2e.leaks.players import BYSTANDER, Party
from tests.e2e.leaks.watch import Watch
from tests.support.databases import fresh
from tests.support.house import House
from tests.support.labels import choose_label, move_named
from tests.support.messages import Json, buttons, components
from tests.support.moves import find_offered_moves, forged_id, play_id
from tests.support.patience import be_patient
from tests.virtual.world import virtual_loop, virtual_world

NOW: Final = 1_790_000_000.0
PATIENT: Final = 60.0
SEATED: Final = ("Ada", "Bela", "Cleo", "Dora")
AND_MORE: Final = (*SEATED, "Edda", "Fritz", "Gus", "Hilde")
"""Who sits at a table for eight."""

FIRST_DEAL: Final = 0
"""The first draw of cards at a table."""

Step = tuple[str, ...]


@dataclass
class World:
    """A table in a world of its own, and all that was sent there: `said` by reader, in order."""

    house: House
    watch: Watch
    clock: Clock
    waiting: list[Awaitable[None]]
    orders: dict[int, list[str]]
    rng: Random
    game: Game
    said: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    steps: list[Step] = field(default_factory=list[Step])
    party: Party = field(init=False)
    last_click: dict[str, str] = field(default_factory=dict[str, str])
    page: dict[str, Json] = field(default_factory=dict[str, Json])
    other: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    """Orders of the pack that a bystander could not tell from those of this world."""
    _told: tuple[Mapping[str, Any], str, set[str], str] | None = None
    """The payload of the last event, the event, who has been told it, and how it is written down."""

    # -- what is sent ------------------------------------------------------------------------------------------------

    def _say(self, reader: str | None, text: str) -> None:
        plain = text.replace(self.house.sandbox.base, "http://sandbox")
        plain = plain.replace(self.house.sandbox.base.removeprefix("http://"), "sandbox")
        self.said.setdefault(reader or "everybody", []).append(plain)

    def listen(self) -> None:
        """Write everything down from now on."""
        self.house.sandbox.recorder.requests.append(self._request)
        self.house.sandbox.recorder.events.append(self._event)
        handler = logging.Handler(logging.DEBUG)
        handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
        # discord.py says it is ready two seconds after it has connected, whatever has been played until then
        handler.addFilter(lambda record: not record.getMessage().startswith("ready as "))
        handler.emit = lambda record: self._say("the operator", handler.format(record))
        logging.getLogger().addHandler(handler)
        self._handler = handler

    def _event(self, user: str, event: str, data: Mapping[str, Any]) -> None:
        # The same payload goes to one user after the other; after the last it may change, so it is written anew.
        if self._told is None or self._told[0] is not data or self._told[1] != event or user in self._told[2]:
            self._told = (data, event, set(), json.dumps(data, sort_keys=False))
        self._told[2].add(user)
        self._say(user, f"{event} {self._told[3]}")

    def _request(self, request: Recorded) -> None:
        files = [(file.filename, file.description, hashlib.sha256(file.body).hexdigest()) for file in request.files]
        reader = self.watch.reader(request)
        self._say(reader, f"{request.method} {request.path} {request.query} {json.dumps(request.body)} {files}")
        self._say("the wire", f"{request.method} {request.route} {request.status} {len(files)}")

    # -- what is done ------------------------------------------------------------------------------------------------

    @property
    def table(self) -> int:
        """The table's number."""
        return self.party.table.number

    async def settle(self) -> None:
        """Bring every shown hand and then the public message up to date, one after the other."""
        bot = self.house.bot
        live = await self.house.live(self.table)
        await self.house.until(lambda: not live.computers() and not bot.services.responder.under_way, PATIENT)
        while self.waiting:
            await self.waiting.pop(0)
        if live.record.shown_seq < live.record.seq:
            await bot.services.board.refresh(live)

    async def take(self, steps: Sequence[Step]) -> None:
        """Take these steps, and write down what they came to."""
        for step in steps:
            self.steps.append(await self._take(step))
            await self.settle()

    def _opened(self, who: str, answer: Any) -> None:
        """A hand message takes the place of the one before."""
        if "Refresh" in buttons(answer.get("message") or {"content": "", "components": []}):
            self.party.hands[who] = answer["message"]

    async def _take(self, step: Step) -> Step:  # one line a kind of step
        match step:
            case ("hand", who):
                # whatever the answer is: a hand shown where all can see it is for the search to find
                board = self.house.board(self.party.table, who)
                self._opened(who, await self.house.press(who, board, "My hand"))
            case ("legal", *verb):
                who = await self.house.find_awaited(self.party.table) or ""
                if who not in self.party.hands:
                    await self._take(("hand", who))
                legal = find_offered_moves(self.house.sandbox.people.message(who, self.party.hands[who]))
                moves = {label: move_named(label) or "" for label in legal}
                fitting = [label for label, move in moves.items() if move.startswith(tuple(verb) or "")]
                return await self._take(("move", who, moves[choose_label(fitting, self.rng)]))
            case ("move", who, move):
                if who not in self.party.hands:
                    await self._take(("hand", who))
                live = await self.house.live(self.table)
                seat = live.seat_of(self.party.id_of(who))
                assert seat is not None
                custom_id = self.last_click[who] = play_id(live, seat, move)
                hand, values = self.house.sandbox.people.message(who, self.party.hands[who]), list[str]()
                if custom_id not in buttons(hand).values():  # a large hand has its moves in selects
                    picks = (
                        button_id for label, button_id in find_offered_moves(hand).items() if move_named(label) == move
                    )
                    custom_id, values = next(picks, (custom_id, values))
                if custom_id in {component.get("custom_id") for component in components(hand)}:
                    self._opened(who, await self.house.click(who, hand, custom_id, values or None))
                else:  # legal, but left out where it is never the better one: a discard of somebody who can go out
                    self._opened(who, await self.party.altered(who, hand, custom_id))
            case ("form", move):
                who = await self.house.find_awaited(self.party.table) or ""
                (seat,), book = self.seats([who]), self.watch.books[self.table]
                move = move.format(place=(seat - book.dealer - 1) % book.seats)  # among those who are dealt to
                return await self._take(("form", who, self.game.by_place(move, self._order(), self.rng)))
            case ("form", who, placed):
                move = self.game.at_places(placed, self._order())
                verb = move.partition(" ")[0]
                await self._take(("hand", who))
                before = (await self.house.live(self.table)).record.seq
                forms = {
                    button_id: label
                    for label, button_id in buttons(self.party.hands[who]).items()
                    if button_id.startswith("eh:open_move_form:")
                }
                form = next((label for words, label in forms.items() if verb in words.split(":")), "")
                if form:
                    await self.party.fill_in(
                        who, self.party.hands[who], form, lambda fields: self.game.naming(fields, move)
                    )
                else:
                    select = next(
                        component
                        for component in components(self.party.hands[who])
                        if component.get("custom_id", "").startswith("eh:pick_cards:")
                    )
                    await self.party.click(who, self.party.hands[who], *self.game.naming([select], move).popitem())
                assert (await self.house.live(self.table)).record.seq > before, move
            case ("say", label):
                who = await self.house.find_awaited(self.party.table) or ""
                await self._take(("hand", who))
                await self.settle()
                whole = next(
                    button_label
                    for button_label in find_offered_moves(self.party.hands[who])
                    if button_label.startswith(label)
                )
                self._opened(who, await self.house.press(who, self.party.hands[who], whole))
            case ("press", who, label):
                board = self.house.board(self.party.table, who)
                whole = next(button_label for button_label in buttons(board) if button_label.startswith(label))
                answer: Any = await self.house.press(who, board, whole)
                self.page[who] = answer.get("message") or {}
                self._opened(who, answer)
            case ("more", who, label):
                more: Any = await self.house.press(who, self.house.board(self.party.table, who), "More")
                await self.house.press(who, more["message"], label)
            case ("older", who):
                await self.house.click(who, self.page[who], buttons(self.page[who])["Older"])
            case ("show", who):
                question: Any = await self.house.press(who, self.party.hands[who], "Show hand")
                self._opened(who, await self.house.press(who, question["message"], "Show hand"))
            case ("hint", who):
                self._opened(who, await self.house.press(who, self.party.hands[who], "Hint"))
            case ("refresh", who):
                await self.house.press(who, self.party.hands[who], "Refresh")
            case ("command", who, name):
                await self.house.command(who, name, channel=self.party.table.place)
            case ("forge", who, text):
                live = await self.house.live(self.table)
                if who not in self.party.hands:
                    await self._take(("hand", who))
                self.watch.named.setdefault(str(self.party.id_of(who)), set()).add(text.rpartition(" ")[2])
                message = self.party.hands.get(who) or self.house.board(self.party.table, who)  # of a bystander
                self._opened(who, await self.party.altered(who, message, forged_id(live, text)))
            case ("stale", who):
                await self.party.altered(who, self.party.hands[who], self.last_click[who])
            case ("ping",):
                self.clock.advance(300)
                store = self.house.store
                for work in await store.work.due(wall_clock.now_ms(), 100):
                    if work.kind == WorkKind.PING:
                        await self.house.services.turn_pings.handle(work)
            case ("freeze",):
                await self.freeze()
            case _:
                raise ValueError(step)
        return step

    def _order(self) -> list[str]:
        """The order of the pack as it was dealt."""
        return self.watch.books[self.table].orders[0]

    async def freeze(self) -> None:
        """The bot is started anew with other rules, so that the log is read no more: no hand message refreshes."""
        for open_hand in self.house.services.hand_messages._open.pop(self.table, {}).values():
            open_hand.expiry_timer.cancel()
        await self.house.execute("UPDATE tables SET rules_version = 0 WHERE id = ?", self.table)
        self.house.services.tables.evict(self.table)
        assert (await self.house.live(self.table)).record.status == "frozen"

    # -- what could be otherwise -------------------------------------------------------------------------------------

    def seats(self, names: Iterable[str]) -> list[int]:
        """The seats of these people."""
        live = self.house.services.tables._live[self.table]
        numbers = [live.seat_of(self.party.id_of(name)) for name in names]
        return [seat for seat in numbers if seat is not None]

    def otherwise(self, observers: Iterable[str], computers: Iterable[int] = ()) -> dict[int, list[str]]:
        """The orders of another world: in the hand in progress all that is hidden from every observer lies otherwise.

        Seats of `computers` observe, too. Every move that was made is legal in it. Cards change places within their
        order only, so that what is shuffled again is the same.
        """
        live, book = self.house.services.tables._live[self.table], self.watch.books[self.table]
        assert live.state is not None
        assert book.orders, "no hand is in progress"
        places = book.places(None).union(*(book.places(seat) for seat in (*self.seats(observers), *computers)))
        start = live.game.start(live.state.view(None))
        numbers = [int(event.public["draw"]) for event in book.acts if event.kind == EventKind.CHANCE]
        for _ in range(5000):
            other = [self._otherwise(order, places, number) for number, order in enumerate(book.orders)]
            try:
                self._replay(start, book.acts, other)
            except Refusal:
                continue
            hidden = sum(map(len, other)) - len(places)
            pairs = [pair for two in zip(book.orders, other, strict=True) for pair in zip(*two, strict=True)]
            if sum(text != two for text, two in pairs) > hidden // 2:
                return {**self.orders, **dict(zip(numbers, other, strict=True))}
        raise AssertionError("no other world fits these moves")

    def _otherwise(self, order: Sequence[str], known: set[Place], number: int) -> list[str]:
        """An order in which the cards lie otherwise whose places are not known."""
        other = list(order)
        places = [place for place in range(len(order)) if (number, place) not in known]
        cards = [order[place] for place in places]
        self.rng.shuffle(cards)
        for place, card in zip(places, cards, strict=True):
            other[place] = card
        return other

    def _replay(self, state: State, acts: Iterable[NewEvent], orders: Iterable[Sequence[str]]) -> None:
        """Do what was done, with other orders. Raises Refusal."""
        cards, (first, *_), other = iter(orders), self.watch.books[self.table].orders, list[str]()
        for event in acts:
            if event.kind == EventKind.CHANCE:
                dealt = next(cards)
                state, other = state.chance(event.text, dealt), other or list(dealt)
            else:
                assert event.seat is not None
                state = state.apply(event.seat, self.game.at_places(self.game.by_place(event.text, first), other))


Built = TypeVar("Built", bound=World)


async def one_by_one(*works: Awaitable[None]) -> None:
    """Do pieces of work in their order, where the bot does them at once."""
    for work in works:
        await work


def rig(order: list[str], cards: Sequence[str], seats: int) -> None:
    """Let eldest be dealt these cards, singly: they change places with those that lie there."""
    for turn, card in enumerate(cards):
        place, other = turn * seats, order.index(card)
        order[place], order[other] = order[other], order[place]


@asynccontextmanager
async def empty_world(
    orders: dict[int, list[str]] | None = None,
    *,
    seed: int = 1,
    game: str = "voren",
    first_hand: tuple[str, ...] = (),
    seats: int = len(SEATED),
    pictures: bool = True,
    kind: type[Built] = World,
) -> AsyncGenerator[Built]:
    """A world without a table, in which nothing is written down yet; `orders` are those of its draws, else drawn.

    `first_hand` are the cards that eldest of so many `seats` is dealt first, singly as all are.
    """
    before, clock, known = Route.BASE, Clock(NOW), GAMES[game]
    given = orders or {}
    drawn: dict[int, list[str]] = {}
    waiting: list[Any] = []

    def order_for(draw: Any, expects: Expects) -> list[str]:
        number, cards = int(draw.event), list(expects.cards)
        drawn[number] = given.get(number) or known.laid(cards, Random(seed * 100 + number))
        if number == FIRST_DEAL and not given:
            rig(drawn[number], first_hand, seats)
        return list(drawn[number])

    handle = Scheduler.handle

    def only_computers(due: Scheduler, kind: WorkKind, *args: Any, **named: Any) -> None:
        """The test delivers all else that is owed, in an order of its own."""
        if kind == WorkKind.COMPUTER:
            handle(due, kind, *args, **named)

    # Both worlds have the same chance: what is on its way at once arrives in the same order.
    with (
        virtual_world(virtual_loop(), f"worlds {seed}"),
        TemporaryDirectory() as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(wall_clock, "time", SimpleNamespace(time_ns=lambda: int(clock.now() * 1e9)))
        patch.setattr("bot.tables.model.step.order_for", order_for)
        patch.setattr(Scheduler, "handle", only_computers)
        hand_messages = "bot.transport.interactions.hand_messages"
        patch.setattr(f"{hand_messages}.HandMessages._run", lambda _, work: waiting.append(work))
        patch.setattr("bot.transport.interactions.hand_messages.EDIT_SECONDS", 0)
        patch.setattr("bot.transport.interactions.hand_messages.SETTLE_SECONDS", 0)
        patch.setattr("bot.transport.interactions.hand_messages.gather_edits", one_by_one)
        patch.setattr("bot.ui.table.scene_renderer.PICTURE_TIMEOUT_SECONDS", PATIENT)
        patch.setattr("bot.ui.table.scene_renderer.BOARD_PICTURE_TIMEOUT_SECONDS", PATIENT)
        be_patient(patch)
        patch.setitem(Sandbox.start.__func__.__globals__, "SWEEP_SECONDS", 3600.0)
        home = Path(folder)
        url = f"sqlite+aiosqlite:///{home / 'eldest.sqlite3'}"
        sandbox = await Sandbox.start(home / "sandbox.sqlite3", clock=clock, seed=seed)
        chosen = Settings(
            database_url=url, pictures=pictures, emoji=False, computer_delay=0, ping_delay=0, double_tap=0
        )
        house = House(sandbox, chosen, Random(seed))
        here = kind(house, Watch(house), clock, waiting, drawn, Random(seed), known)
        try:
            for name in (*AND_MORE[3:], BYSTANDER):
                sandbox.people.add_user(name)
            fresh(home / "eldest.sqlite3")
            await house.start(store=await Store.open(url, clock=wall_clock.now_ms))
            house.services.tables.secret = Random(seed).randbytes
            house.services.tables.rng = Random(seed)
            here.watch.read(house.store)
            await house.until(lambda: not house.bot._background._tasks, PATIENT)
            yield here
        finally:
            logging.getLogger().removeHandler(here.__dict__.get("_handler") or logging.NullHandler())
            for work in waiting:
                work.close()
            await house.stop()
            await sandbox.close()
            Route.BASE = before


@asynccontextmanager
async def world(
    orders: dict[int, list[str]] | None = None,
    *,
    seed: int = 1,
    game: str = "voren",
    first_hand: tuple[str, ...] = (),
    people: tuple[str, ...] = SEATED,
    computers: int = 0,
    pictures: bool = True,
    **options: Any,
) -> AsyncGenerator[World]:
    """A world with a table that has just been dealt; see `empty_world`.

    `people` sit at it, the last of them played by so many `computers`. Without `options` it is one for three hands.
    """
    named: dict[str, Any] = {"seed": seed, "game": game, "first_hand": first_hand, "pictures": pictures}
    async with empty_world(orders, seats=len(people), **named) as house:
        seated = people[: len(people) - computers]
        played = options or house.game.options(3)
        table = await house.house.open(seated[0], seated[1:], computers, game=house.game.command, **played)
        house.party = Party(house.house, house.watch, table, seated, Random(seed), house.game, 0)
        await house.settle()
        house.listen()
        yield house


def divergence(entry: World, two: World, observers: Iterable[str]) -> str | None:
    """The first payload for somebody who may not know the difference that is not the same in two worlds."""
    for reader in readers(entry, observers):
        for left, right in zip(entry.said.get(reader, []), two.said.get(reader, [])):
            if left != right:
                place = next((at for at, (a, b) in enumerate(zip(left, right)) if a != b), 0)
                return (
                    f"{reader}: {left[max(0, place - 150) : place + 80]!r} / {right[max(0, place - 60) : place + 80]!r}"
                )
    return None


def readers(world: World, observers: Iterable[str]) -> list[str]:
    """Who may not know what lies otherwise in another world."""
    return [
        "the wire",
        "everybody",
        "the operator",
        *(str(world.party.id_of(name)) for name in (*observers, BYSTANDER)),
    ]


def difference(entry: World, two: World, observers: Iterable[str]) -> str | None:
    """The first thing that somebody who may not know it was told otherwise in one of two worlds."""
    if text := divergence(entry, two, observers):
        return text
    for reader in readers(entry, observers):
        first, second = entry.said.get(reader, []), two.said.get(reader, [])
        if len(first) != len(second):
            return f"{reader}: {len(first)} and {len(second)} payloads; {(first + second)[-1][:300]}"
    return None
