"""Leaderboards over a hundred thousand recorded hands, and the largest score pads, beside an empty interaction: a press
of a button that nothing stands behind. Stand-in and bot run here in one process; pictures are left out.

Ours and the empty one alternate; the ratio is the median of the repeats' ratios. Filling the store is not measured.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, Final

from bot.pads import commands
from bot.pads.commands import PadActor
from bot.standings.standings_worker import bring_up_to_date
from bot.ui.pads.sheet import hand_questions
from data.pads.records import NEW_HAND, PadDraft
from data.standings.records import HandPart, HandResult, Origin
from rules.contract import Refusal
from tests.cogs.pads.presenters import PRESENTERS
from tests.cogs.pads.sheets import number_of, open_pad
from tests.support.house import House, start_house
from tests.support.messages import Json, buttons
from tests.support.pad_sheets import make_possible_facts, plain
from tests.support.wire_tables import person
from tools.bench.rows import Row

REPEATS: Final = 31
SEATS: Final = 4
AT_A_TABLE: Final = 200
LEADERBOARDS: Final = (("voren", 100_000, 2_000), ("mitigati", 20_000, 200))
"""The games, with so many hands of so many people."""

PADS: Final = (("voren", 10), ("five_crowns", 12))
HANDS: Final = 500
WHO: Final = "Ada"

Act = Callable[[], Awaitable[Any]]


def run() -> list[Row]:
    """Measure; takes about four minutes, most of them to write the hands down."""
    return asyncio.run(_measure())


async def _measure() -> list[Row]:
    rows: list[Row] = []
    async with start_house(refresh=False, unhurried=True) as house:
        house.check_every = 10**9
        empty = await _empty(house)
        for game, hands, people in LEADERBOARDS:
            await _play(house, game, hands, people)
            name = f"leaderboard of {people:,} people, {hands:,} hands"

            async def look(game: str = game) -> None:
                answer = await house.command(WHO, "leaderboard", game=game)
                assert answer["state"] == "message", answer

            rows.append(await _beside(name, look, empty, "at most 20x"))
        for game, players in PADS:
            rows += await _pad(house, game, players, empty)
    return rows


async def _beside(name: str, act: Act, empty: Act, goal: str, before: Act | None = None) -> Row:
    """Time `act` and the empty interaction by turns; what comes `before` each act is not timed."""
    ours: list[float] = []
    peer: list[float] = []
    for _ in range(REPEATS):
        if before is not None:
            await before()
        for once, times in ((act, ours), (empty, peer)):
            began = perf_counter()
            await once()
            times.append(perf_counter() - began)
    ratio = median(value / other for value, other in zip(ours, peer, strict=True))
    return Row(name, f"{median(ours) * 1e3:.1f} ms", f"{median(peer) * 1e3:.2f} ms", ratio, goal)


async def _empty(house: House) -> Act:
    """Return the press of a button that no cog knows."""
    message = (await house.command(WHO, "pad new", game="free", wins="most")).get("message") or {}
    record = house.sandbox.world.messages[message["id"]]
    record.data["components"].append(
        {"type": 1, "id": 901, "components": [{"type": 2, "id": 900, "style": 2, "label": "-", "custom_id": "eh:no"}]}
    )
    record.changed()

    async def press() -> None:
        answer = await house.click(WHO, message, "eh:no")
        assert answer["state"] == "message", answer

    return press


async def _play(house: House, game: str, hands: int, people: int) -> None:
    """Record so many hands of so many people, and work them in."""
    guild, rng = int(house.sandbox.world.guild_id), Random(people)
    for table in range(hands // AT_A_TABLE):
        origin = Origin("table", people * 1000 + table)
        records = [_hand(origin, number, guild, game, people, rng) for number in range(AT_A_TABLE)]
        await house.store.results.add(origin, records)
    await bring_up_to_date(house.store, guild, game)
    assert len(await house.store.results.standings(guild, game, 0)) == people


def _hand(origin: Origin, number: int, guild: int, game: str, people: int, rng: Random) -> HandResult:
    users = rng.sample(range(1000, 1000 + people), SEATS)
    parts = tuple(HandPart(seat, "person", user, rng.randint(-50, 50)) for seat, user in enumerate(users))
    at = origin.number * AT_A_TABLE + number
    return HandResult(origin, number, guild, game, at, "counts", friendly=False, parts=parts)


async def _pad(house: House, game: str, players: int, empty: Act) -> list[Row]:
    """Measure the largest pad of a game, opened cold, and its first hand corrected."""
    guests = ", ".join(f"Guest {number}" for number in range(1, players))
    message = await open_pad(house, WHO, game, guests=guests)
    number, rng = number_of(message), Random(game)
    pads, actor = house.services.pads, PadActor(person(house, WHO), None)
    for _ in range(HANDS):
        pad = await pads.find(number)
        draft = PadDraft(
            0, number, actor.id, NEW_HAND, len(pad.hands), pad.playing, pad.next_dealer(pad.playing), None, {}
        )
        while len((await pads.find(number)).hands) == len(pad.hands):
            with suppress(Refusal):
                await pads.change(number, commands.enter(actor, draft, make_possible_facts(pad, rng), pads.clock()))

    async def look() -> None:
        pads._known.clear()
        answer = await house.click(WHO, message, buttons(message)["Sheet"])
        assert answer["state"] == "message", answer

    correcting = Correcting(house, number, message)
    await correcting.prepare()
    return [
        await _beside(f"the sheet of {players} players and {HANDS} hands, {game}, cold", look, empty, "at most 40x"),
        await _beside(f"its first hand corrected, {game}", correcting.submit, empty, "at most 40x", correcting.open),
    ]


class Correcting:
    """The form of a pad's first hand, opened, and submitted with one of two accounts by turns."""

    def __init__(self, house: House, number: int, message: Json) -> None:
        self.here = house
        self.number = number
        self.message = message
        self.accounts: list[dict[str, Any]] = []
        self.shown: Any = {}

    async def prepare(self) -> None:
        """Find two accounts that the rules take, with all later hands."""
        pads, rng = self.here.services.pads, Random(self.number)
        actor = PadActor(person(self.here, WHO), None)
        while len(self.accounts) < 2:
            pad = await pads.find(self.number)
            first, facts = pad.hands[1], make_possible_facts(pad, rng)
            draft = PadDraft(0, self.number, actor.id, 1, first.rev, first.players, first.dealer, None, {})
            with suppress(Refusal):
                await pads.change(self.number, commands.enter(actor, draft, facts, pads.clock()))
                self.accounts.append(facts)

    async def open(self) -> None:
        """Open the form."""
        rev = (await self.here.services.pads.find(self.number)).hands[1].rev
        more = (await self.here.press(WHO, self.message, "More")).get("message") or {}
        self.shown = await self.here.forge(WHO, more, f"eh:correct_pad_hand:{self.number}:1:{rev}")
        self.accounts.reverse()

    async def submit(self) -> None:
        """Submit it with the other account."""
        pad = await self.here.services.pads.find(self.number)
        presenter, first = PRESENTERS[pad.record.game], pad.hands[1]
        questions = hand_questions(pad, first.players, first.dealer, 1)
        key, typed = presenter.fill_forms(questions, self.accounts[0])
        (only,) = next(method for method in presenter.ways(questions) if method.key == key).forms
        values = {field: list(some) for field, some in typed[only.key].items()}
        panel = await self.here.sandbox.people.modal(WHO, self.shown["interaction_id"], plain(values, only))
        answer = await self.here.press(WHO, panel.get("message") or {}, "Save")
        assert "is corrected" in str(answer), answer
