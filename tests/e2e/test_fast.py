"""Games of Voren played faster than people play: no table stops, each has one board, and Discord is never hurried."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bot.transport.interactions import responses
from data.tables.events import EventKind
from data.tables.work import WorkState
from tests.support.house import House, start_house
from tests.support.messages import text
from tests.support.moves import play_id
from tests.support.patience import be_patient
from tests.system.crash.players import Player, Witness

PAUSES = (0.001, 0.004, 0.01)
"""Seconds for which somebody thinks: whoever is asked answers within ten milliseconds."""
DISCORD_WAITS = 3.0
"""Seconds after which Discord takes no answer."""
STILL = 45.0
"""Seconds after which a table at which nothing happens has stopped."""


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Defer answers when the bot does so: who plays fast meets that."""
    be_patient(monkeypatch, defers=responses.DEFER_AFTER_SECONDS)


@pytest.fixture(autouse=True)
async def measure_by_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure answers by the loop's clock, whatever else the machine does."""
    monkeypatch.setattr("tests.system.crash.players.perf_counter", asyncio.get_running_loop().time)


async def play(house: House, tables: int, games: int, hands: int) -> None:
    """Play so many games at each of so many tables, and compare what is there at the end with what should be."""
    hurried = list[str]()
    house.check_every, house.forgetful = 200, True
    house.sandbox.recorder.requests.append(
        lambda request: hurried.append(request.path) if request.status == 429 else None
    )
    house.tolerate = lambda request: request.answer.get("code") == 10008  # hands that make room for newer ones
    witness = Witness(house.sandbox)
    players: list[Player] = []
    for number in range(tables):
        people = [f"Player {number}{letter}" for letter in "abc"[: 1 + number % 3]]
        for name in people:
            house.sandbox.people.add_user(name)
        players.append(
            Player(
                witness,
                people,
                Random(number),
                ("card-room", "parlour")[number % 2],
                hands,
                most=games,
                computers=1 + number % 2,
                pauses=PAUSES,
            )
        )
    playing = [asyncio.create_task(play_on(house, player)) for player in players]
    await asyncio.gather(*playing)
    numbers = [number for player in players for number in player.tables]
    assert len(numbers) == tables * games
    for number in numbers:
        live = await house.live(number)
        assert live.record.status == "over", number
        try:
            await house.until(lambda number=number: len(house.boards(number)) == 1, 30)
        except TimeoutError:
            results = [(board["id"], board["channel_id"], text(board)) for board in house.boards(number)]
            owed = await house.store.work.of_table(number)
            raise AssertionError(f"{live.record} has {len(results)} boards: {results}; {owed} is owed") from None
    assert hurried == [], "what Discord refused to do so soon"
    assert [seconds for seconds in witness.seconds if seconds > DISCORD_WAITS] == []


async def play_on(house: House, player: Player) -> None:
    """Let somebody play; fail if nothing happens at their table for too long."""
    task = asyncio.create_task(player.play())
    before: object = None
    try:
        while not task.done():
            await asyncio.wait([task], timeout=STILL)
            if task.done() or player.table is None:
                continue
            live = await house.live(player.table)
            now = player.table, live.record.seq
            owed = [
                work_item
                for work_item in await house.store.work.of_table(player.table)
                if work_item.state != WorkState.DONE
            ]
            message_text = text(player.board())
            assert now != before, f"{live.record} has stopped: {live.decisions} decide, {owed} is owed.\n{message_text}"
            before = now
    finally:
        task.cancel()
    await task


@pytest.mark.timeout(200)
async def test_ten_games_played_fast() -> None:
    async with start_house(
        unhurried=True, ping_delay=0, ping_quiet=0, computer_delay=0.05, max_live_tables=100
    ) as house:
        await play(house, 10, 1, 1)


@pytest.mark.soak
async def test_two_hundred_games_played_fast() -> None:
    """Whole games of six hands, ten after another at each of twenty tables."""
    async with start_house(
        unhurried=True, ping_delay=0, ping_quiet=0, computer_delay=0.05, max_live_tables=100
    ) as house:
        await play(house, 20, 10, 6)


async def test_ten_moves_a_second_on_one_table_earn_no_refusal_for_haste() -> None:
    """With everybody's hand open. Each move is answered; board and hands show the last one in the end."""
    moves, cadence = 60, 0.1
    async with start_house(unhurried=True) as house:
        house.check_every = 20
        table = await house.open("Ada", ("Bela", "Cleo"), hands=100)
        hands = {who: await house.hand(who, table) for who in ("Ada", "Bela", "Cleo")}
        rng, loop = Random(10), asyncio.get_running_loop()
        began = loop.time()
        for result in range(moves):
            await asyncio.sleep(began + result * cadence - loop.time())
            live = await house.live(table)
            assert live.state is not None
            if live.awaits_deal():
                who, custom_id = "Ada", f"eh:deal_next_hand:{live.id}:{live.state.number}"
                answer = await house.forge(who, hands[who], custom_id)
            else:
                seat = live.state.to_act[0]
                who = live.record.seats[seat].name
                custom_id = play_id(live, seat, rng.choice(live.state.legal(seat).moves))
                answer = await house.forge(who, hands[who], custom_id)
            hands[who] = answer.get("message") or hands[who]
        took = loop.time() - began
        live = await house.live(table)
        assert (
            sum(event.kind in {EventKind.MOVE, EventKind.NEXT} for event in await house.store.tables.log(live.id))
            >= moves
        )
        await house.fresh(table)
        await house.until(lambda: house.hands_are_fresh(live))
        assert not [request for request in house.requests if request.status == 429]
        assert took < moves * cadence * 3  # else it was no such haste
