"""Worlds in which somebody plays a hand of the day or a challenge, and others look at whatever they can."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import pytest

from bot.search.search_processes import Chosen, SearchProcesses
from bot.tables.commands import challenges, lobby, matches, play
from bot.tables.model.actor import Actor
from bot.transport.interactions import table_lookup
from cogs.daily.plans import plan_of
from data.tables.records import LESSONS_GUILD_ID
from rules.contract import Game as RulesGame
from rules.contract import View
from rules.players import player_of
from rules.registry import game_named
from sandbox import Refused
from tests.e2e.leaks.players import Party
from tests.e2e.leaks.worlds import Step, World, empty_world
from tests.support.house import Seated
from tests.support.labels import choose_label
from tests.support.messages import Json, buttons
from tests.support.moves import find_offered_moves

CHANNEL: Final = "card-room"
SITTERS: Final = ("Cleo", "Dora")
"""Who sat at the table of a challenge."""
PLAYER, OTHER, SEAT = "Ada", "Bela", 0
"""Whose try it is, somebody else, and the seat of whoever plays a hand of the day."""

BEGIN: Final = "Begin my try"
READY: Final = ("eh:make_ready_move:", "eh:deal_next_hand:")

MOVING: Final = frozenset(
    {"make_move", "pick_move", "confirm_move", "confirm_move_form", "make_ready_move", "pick_cards", "deal_next_hand"}
)
"""Verbs that go on with one's own try."""

APART: Final = frozenset(
    {
        *("begin_lesson", "open_table", "submit_pad_form", "erase_my_data", "begin_daily_hand", "end_challenge"),
        *("open_match", "play_match", "play_next_board", "end_match"),
    }
)
"""Verbs that begin or erase something of one's own, and the ends of challenges and matches by moderators."""

BEHIND: Final = ("", ":0", ":-1", ":1:0", ":0:play:0")
"""What stands behind the table's number in an id that somebody makes up."""

LOOKS: Final = ("show_log", "show_replay", "show_review", "show_scores", "show_revealed_hands", "show_hand")
"""Verbs that show a table."""
PRIVATE: Final = ("table show", "table log", "table hand", "table notes", "table replay")
"""Commands that name a table."""
OPEN: Final = ("table list", "table mine", "table lobbies", "privacy show", "privacy export")
"""Commands that name none."""

LONG_NUMBER: Final = re.compile(r"\b\d{17,20}\b")
TOKEN: Final = re.compile(r"/(interactions|webhooks)/(\d+)/[^/ \"]+")


@dataclass
class TryWorld(World):
    """A world without tables, in which computer players of tries repeat a script where there is one."""

    script: list[str] = field(default_factory=list[str])
    """What computer players did, in order; places of cards stand for cards that only the mover may know."""
    repeats: bool = False
    """Whether they do what the script says. Else it is written."""
    another_plays: bool = False
    """Whether the step "another" plays somebody else's try to its end, or does nothing."""
    answers: list[Json] = field(default_factory=list[Json])
    """The messages that the people who pry were answered with."""
    source: int = 0
    """The number of the table of the challenge."""
    deal: int = 0
    """The number of the challenge."""
    match: int = 0
    """The number of the match."""
    _done: int = 0

    async def settle(self) -> None:
        """Wait until everything is answered."""
        services = self.house.services
        await self.house.until(lambda: not services.responder.under_way, 60)
        while self.waiting:
            await self.waiting.pop(0)

    def _order(self) -> list[str]:
        """The order of the pack in the newest try, as it was dealt; empty before a deal."""
        orders = self.watch.books[max(self.watch.books)].orders
        return orders[0] if orders else []

    async def choose(self, game: RulesGame, view: View, seed: int) -> Chosen:
        """A computer player's move: the next of the script, or one by the seed."""
        if self.repeats:
            move = self.game.at_places(self.script[self._done], self._order())
        else:
            move = player_of(game).choose(view, Random(seed))
            self.script.append(self.game.by_place(move, self._order()))
        self._done += 1
        return Chosen(move, "strong", 1)

    async def _take(self, step: Step) -> Step:
        match step:
            case ("daily", who):
                self._opened(who, await self.house.command(who, "daily", channel=CHANNEL, game=self.game.id))
            case ("begin", who):
                self._opened(who, await self.house.press(who, self.party.hands[who], BEGIN))
                await self._begun(who)
            case ("challenge",):
                await self._challenge()
            case ("match",):
                await self._match()
            case ("board", who):
                custom_id = f"eh:play_next_board:{self.match}"
                self._opened(who, await self.house.forge(who, self._message(who), custom_id))
                await self._begun(who)
            case ("play", who):
                message = self.house.boards(self.source)[0]
                self._opened(who, await self.house.forge(who, message, f"eh:play_challenge:{self.deal}"))
                await self._begun(who)
            case ("move", who):
                message = self._message(who)
                ready = {
                    label: (button_id, [])
                    for label, button_id in buttons(message).items()
                    if button_id.startswith(READY)
                }
                choices = {
                    label: button_id
                    for label, button_id in (find_offered_moves(message) | ready).items()
                    if label != "Fold"
                }
                custom_id, values = choices[choose_label(choices, self.rng)]
                return await self._take(("click", who, custom_id, *values))
            case ("click", who, custom_id, *values):
                self._opened(who, await self.house.click(who, self._message(who), custom_id, values or None))
            case ("pry", who, custom_id):
                await self._pry(who, custom_id)
            case ("command", who, name, *table):
                options = {"table": int(table[0])} if table else {}
                answer: Any = await self.house.command(who, name, channel=CHANNEL, **options)
                self.answers.append(answer.get("message") or {})
            case ("finish", who):
                await self._play_out(who)
            case ("another", who):
                if self.another_plays:
                    await self._play_out(who)
            case _:
                raise ValueError(step)
        return step

    async def _begun(self, who: str) -> None:
        await self.settle()
        tries = await self.house.store.tables.of_user(self.party.id_of(who), LESSONS_GUILD_ID, live=False)
        self.party.table.number = tries[-1].id

    async def _challenge(self) -> None:
        """Let two people play a hand of Voren, and post it."""
        tables, world = self.house.services.tables, self.house.sandbox.world
        where = (int(world.guild_id), int(self.house.sandbox.people.channel(CHANNEL)["id"]))
        host, other = (Actor(self.party.id_of(who), who, None) for who in SITTERS)
        live = await lobby.open_table(tables, game_named("voren"), {"hands": 1}, where, host)
        await lobby.join(tables, live.id, other)
        await lobby.start(tables, live.id, host)
        while live.state is not None and live.record.status == "playing":
            seat = live.state.to_act[0]
            user = live.record.seats[seat].user
            assert user is not None
            await play.act(tables, live.id, live.state.legal(seat).moves[0], Actor(user, "", None))
        await self.house.services.board.post(live)
        self.source = live.id
        self.deal = (await challenges.open_challenge(tables, live, 0, {}, host)).id

    async def _match(self) -> None:
        """Open a match of four boards."""
        guild = int(self.house.sandbox.world.guild_id)
        channel = int(self.house.sandbox.people.channel(CHANNEL)["id"])
        plans = [plan_of(game_named(self.game.id), board) for board in range(matches.MIN_BOARDS)]
        opener = matches.Opener(guild, channel, 1, self.party.id_of(SITTERS[0]), SITTERS[0])
        await matches.open_match(self.house.services.tables, self.game.id, plans, opener)
        (match,) = await self.house.store.matches.of_server(guild)
        self.match = match.id

    def _opened(self, who: str, answer: Any) -> None:
        self.party.hands[who] = answer["message"]

    def _message(self, who: str) -> Json:
        """Somebody's message as it is now."""
        return self.house.sandbox.people.message(who, self.party.hands[who])

    async def _pry(self, who: str, custom_id: str) -> None:
        """Press a button that nobody sent, below the own message; that is then as it was."""
        if who not in self.party.hands:
            await self._take(("daily", who))
        message = self.house.sandbox.world.messages.get(self.party.hands[who]["id"])
        if message is None:
            await self._take(("daily", who))
            await self.settle()
            message = self.house.sandbox.world.messages[self.party.hands[who]["id"]]
        before = deepcopy(message.data)
        try:
            answer: Any = await self.house.forge(who, message.data, custom_id)
        except Refused:
            return
        await self.settle()
        self.answers.append(answer.get("message") or {})
        if message.data["components"] != before["components"]:  # the answer took its place
            await self._take(("daily", who))

    async def _play_out(self, who: str) -> None:
        number, rng = self.table, Random(0)
        live = await self.house.services.tables.find(number)
        for _ in range(200):
            if live.record.status != "playing":
                return
            message = self._message(who)
            ready = {
                label: (button_id, []) for label, button_id in buttons(message).items() if button_id.startswith(READY)
            }
            choices = find_offered_moves(message) | ready
            custom_id, values = choices[choose_label(choices, rng)]
            self._opened(who, await self.house.click(who, message, custom_id, values or None))
            await self.settle()
        raise AssertionError("the try does not end")

    def verbs(self) -> list[str]:
        """The verbs of all routes that somebody may press at another's try."""
        return sorted(self.house.services.router._routes.keys() - APART)


@asynccontextmanager
async def try_world(
    orders: dict[int, list[str]] | None = None, *, game: str, seed: int = 1, script: Iterable[str] | None = None
) -> AsyncGenerator[TryWorld]:
    """A world for tries at the hand of a day; computer players of a second one repeat the `script` of the first."""
    async with empty_world(orders, seed=seed, game=game, pictures=False, kind=TryWorld) as house:
        house.script, house.repeats = list(script or ()), script is not None
        house.party = Party(house.house, house.watch, Seated(0, CHANNEL, {}), (PLAYER,), Random(seed), house.game, 0)
        house.listen()

        async def choose(_: SearchProcesses, of: RulesGame, view: View, number: int) -> Chosen:
            return await house.choose(of, view, number)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(SearchProcesses, "choose_for_try", choose)
            yield house


def pry(world: TryWorld, who: str, table: int) -> list[Step]:
    """Every verb and command at a table, by somebody who has no seat there."""
    forged = [
        ("pry", who, f"eh:{verb}:{table}{BEHIND[(place + table) % len(BEHIND)]}")
        for place, verb in enumerate(world.verbs())
    ]
    return [
        *forged,
        *[("pry", who, f"eh:{verb}:{table}:-1") for verb in LOOKS],
        *[("command", who, name, str(table)) for name in PRIVATE],
        *[("command", who, name) for name in OPEN],
    ]


def own_prying(world: TryWorld, who: str, table: int) -> list[Step]:
    """Every verb at somebody's own try that makes no move of it."""
    verbs = [verb for verb in world.verbs() if verb not in MOVING]
    return [
        *[("pry", who, f"eh:{verb}:{table}{behind}") for verb in verbs for behind in ("", ":0")],
        *[("command", who, name) for name in OPEN],
    ]


def visible_texts(world: TryWorld, who: str) -> list[str]:
    """What somebody was shown, in order, without what follows from how many others were answered before."""
    known: dict[str, str] = {}

    def counted(match: re.Match[str]) -> str:
        return known.setdefault(match[0], f"#{len(known)}")

    texts = world.said.get(str(world.party.id_of(who)), [])
    return [LONG_NUMBER.sub(counted, TOKEN.sub(r"/\1/\2/", text)) for text in texts]


def first_difference(entry: TryWorld, two: TryWorld, readers: Iterable[str]) -> str | None:
    """The first thing that one of these people was shown otherwise in one of two worlds."""
    for who in readers:
        first, second = visible_texts(entry, who), visible_texts(two, who)
        for left, right in zip(first, second):
            if left != right:
                place = next((at for at, (a, b) in enumerate(zip(left, right)) if a != b), 0)
                return f"{who}: {left[max(0, place - 200) : place + 80]!r} / {right[max(0, place - 60) : place + 80]!r}"
        if len(first) != len(second):
            return f"{who}: {len(first)} and {len(second)} payloads; {(first + second)[-1][:300]}"
    return None


def everybody_may_look_at_a_try(patch: pytest.MonkeyPatch, *_: object) -> None:
    """Leak on purpose: answer whoever asks for a try, as if it were their own."""
    patch.setattr(table_lookup, "_is_open", lambda *_: True)
