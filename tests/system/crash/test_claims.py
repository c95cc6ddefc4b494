"""SIGKILL around a claim: the rest of the hand is played out whole or not at all, and once; what was acknowledged is
kept; pressed again afterwards it works, or says that it is done.
"""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from bot.tables.commands import play
from bot.tables.commands.claim_tricks import claimable
from bot.tables.commands.play import ALREADY_MOVED_TEXT
from bot.tables.model.actor import Actor
from bot.tables.model.move_tokens import MOVE_GONE_TEXT
from bot.tables.services.tables import Tables
from data.store import Store
from data.tables.events import EventKind
from rules.contract import State
from rules.registry import GAMES
from rules.simulate import random_move
from sandbox import Sandbox
from tests.support.claims import CLAIM, play_claimed_hand
from tests.support.messages import Json, buttons
from tests.support.people import make_actor
from tests.support.waiting import until
from tests.system.crash.aimed import path_of, read_stored_table
from tests.system.crash.players import Witness
from tests.system.crash.process import ForkedBot
from tests.system.crash.test_orders import Players

GAME, COMMAND, OPTIONS = "abracadabra", "abracadabra new", {"deals": 20}
PEOPLE, CHANNEL = ("Ada", "Bela"), "card-room"
CLAIMED = "You claimed the rest: "

LATEST = 0.06
"""Seconds after a press at which the bot is killed at the latest: most of the answers are out by then."""


class Claim(NamedTuple):
    """A table at which somebody may claim: who, in which seat and position, after how many events."""

    table: int
    who: str
    seat: int
    state: State
    seq: int


class Claims:
    """People who claim, and a bot that is killed meanwhile."""

    def __init__(self, sandbox: Sandbox, folder: Path, rng: Random) -> None:
        self.sandbox = sandbox
        self.rng = rng
        self.bot = ForkedBot(sandbox, folder)
        self.players = Players(sandbox, Witness(sandbox))

    async def open(self, count: int) -> list[Claim]:
        """Open so many tables, played without the wire until somebody may claim; return them. The bot is dead then."""
        await self.bot.start()
        await self.sandbox.people.until(lambda: bool(self.sandbox.people.state("Ada")["commands"]), 15)
        numbers: list[int] = []
        for _ in range(count):
            opened = await self.sandbox.people.command(PEOPLE[0], CHANNEL, COMMAND, OPTIONS)
            lobby: Json = opened.get("message") or {}
            numbers.append(int(buttons(lobby)["Join"].split(":")[2]))
            await self.sandbox.people.click(PEOPLE[1], lobby, buttons(lobby)["Join"])
            await self.sandbox.people.click(PEOPLE[0], lobby, buttons(lobby)["Start"])
        self.bot.kill()
        await self.bot.wait_until_gone()
        store = await Store.open(self.bot.database)
        tables = Tables(store)
        claims = [await self._play_until_claim(tables, number) for number in numbers]
        await store.close()
        return claims

    async def _play_until_claim(self, tables: Tables, table: int) -> Claim:
        while True:
            live = await tables.find(table)
            assert live.state is not None
            if live.awaits_deal():
                user = int(self.sandbox.people.user(PEOPLE[0])["id"])
                person: Any = type("Person", (), {"id": user, "display_name": PEOPLE[0]})()
                await play.next_hand(tables, table, make_actor(person, int(self.sandbox.world.ids.new())))
                continue
            seat = live.state.to_act[0]
            seat_record = live.record.seats[seat]
            if claimable(live, seat):
                return Claim(table, seat_record.name, seat, live.state, live.record.seq)
            assert seat_record.user is not None
            move = random_move(live.state, seat, self.rng)
            await play.act(tables, table, move, Actor(seat_record.user, "", int(self.sandbox.world.ids.new())))

    async def press_and_kill(self, claim: Claim, *, seen: bool) -> str:
        """Kill the bot just after the press, or once something of it is in the database; return what was answered."""
        hand = await self.players.hand(claim.who, claim.table)
        doing = asyncio.create_task(self.players.press(claim.who, hand, CLAIM))
        if seen:
            await until(lambda: self._length(claim.table) > claim.seq, 10)
        else:
            await asyncio.sleep(self.rng.uniform(0, LATEST))
        self.bot.kill()
        await self.bot.wait_until_gone()
        result, _ = await asyncio.wait([doing], timeout=0.2)
        text = doing.result() if result else ""
        doing.cancel()
        await asyncio.gather(doing, return_exceptions=True)
        return text

    def _length(self, table: int) -> int:
        with sqlite3.connect(path_of(self.bot)) as database:
            (result,) = database.execute("SELECT max(seq) FROM events WHERE table_id = ?", (table,)).fetchone()
        database.close()
        return result

    async def is_played_out(self, claim: Claim) -> bool:
        """Check that the claim is in the log, once and with the whole hand; else nothing of it is there."""
        table = await read_stored_table(self.bot, claim.table)
        events = table.log[claim.seq :]
        if not events:
            return False
        assert [event.kind for event in events].count(EventKind.CLAIM) == 1, events
        assert events[0].kind == EventKind.CLAIM, events
        state = table.live().state
        assert state is not None
        assert state.number > claim.state.number or state.expects is not None or state.finished, "a part of the hand"
        expected = play_claimed_hand(claim.state, claim.seat, GAMES[GAME], self.rng)
        assert state.score().hands[claim.state.number] == expected.score().hands[claim.state.number]
        return True

    async def press_again(self, claim: Claim, *, done: bool) -> None:
        """Press again as somebody who heard nothing: the button where it still stands, else that of a new hand."""
        before = self._length(claim.table)
        old = [message.data for message in self.sandbox.world.messages.values() if message.viewer is not None]
        still = [
            message for message in old if buttons(message).get(CLAIM, "").startswith(f"eh:claim_tricks:{claim.table}:")
        ]
        hand = still[-1] if still else await self.players.hand(claim.who, claim.table)
        if CLAIM not in buttons(hand):
            assert done
            return
        answer = await self.players.press(claim.who, hand, CLAIM)
        assert any(words in answer for words in ((ALREADY_MOVED_TEXT, MOVE_GONE_TEXT) if done else (CLAIMED,))), answer
        assert (self._length(claim.table) == before) == done


@pytest.mark.timeout(900)
@pytest.mark.parametrize("kills", [2, pytest.param(24, marks=pytest.mark.soak)])
async def test_a_hand_that_is_claimed_is_played_out_whole_whenever_the_bot_is_killed(
    tmp_path: Path, kills: int
) -> None:
    async with await Sandbox.start(None) as sandbox:
        claims = Claims(sandbox, tmp_path, Random(5))
        try:
            tables = await claims.open(kills)
            await claims.bot.start()
            for number, claim in enumerate(tables):
                text = await claims.press_and_kill(claim, seen=number % 2 == 1)
                is_done = await claims.is_played_out(claim)
                assert is_done or CLAIMED not in text  # what was acknowledged is kept
                await claims.bot.start()
                await claims.press_again(claim, done=is_done)
                assert await claims.is_played_out(claim)
        finally:
            claims.bot.end()
        assert "Traceback" not in claims.bot.log.read_text(encoding="utf-8")
