"""SIGKILL around orders: one that was acknowledged is kept, and it is carried out once, with the move that lets its
turn come: both or neither.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.tables.model.automatic_moves import PREMOVE_SECRET
from data.tables.events import EventKind
from sandbox import Outcome, Sandbox
from tests.support.messages import Json, buttons, components, text
from tests.system.crash.players import Witness
from tests.system.crash.process import BotProcess, ForkedBot
from tests.system.crash.stored_tables import StoredTable, read_stored_tables

PEOPLE, CHANNEL = ("Ada", "Bela", "Cleo"), "card-room"

PLANNED = "**Planned:** Fold."

LATEST = 0.04
"""Seconds after a press at which the bot is killed at the latest: some of the answers are out by then."""


class Players:
    """Three who play Voren, each from their own hand."""

    def __init__(self, sandbox: Sandbox, witness: Witness) -> None:
        self.sandbox = sandbox
        self.witness = witness

    async def hand(self, who: str, table: int) -> Json:
        """Return a hand as it is now, asked for until the bot answers."""
        answer: Outcome | None = None
        while not (answer or {}).get("message"):
            answer = await self.witness.command(who, CHANNEL, "table hand", table=table)
        return (answer or {}).get("message") or {}

    async def press(self, who: str, message: Json, label: str) -> str:
        """Press a button; return what that is answered with, nothing where no answer comes."""
        answer = await self.witness.click(who, message, buttons(message)[label])
        return text((answer or {}).get("message") or {"content": ""})

    async def open_table(self) -> int:
        """Open a table that has been dealt; return its number. Whoever deals has been asked."""
        opened = await self.sandbox.people.command("Ada", CHANNEL, "voren new", {"auto_last_card": False, "hands": 4})
        lobby: Json = opened.get("message") or {}
        number = int(buttons(lobby)["Join"].split(":")[2])
        for who in PEOPLE[1:]:
            await self.sandbox.people.click(who, lobby, buttons(lobby)["Join"])
        await self.sandbox.people.click("Ada", lobby, buttons(lobby)["Start"])
        for who in PEOPLE:
            hand = await self.hand(who, number)
            if "Deal" in buttons(hand):
                await self.press(who, hand, "Deal")
        return number

    async def open_plans(self, who: str, table: int, label: str) -> tuple[Json, str, str]:
        """Return the hand with what may be planned, the id of its list, and the value of a move."""
        hand = await self.hand(who, table)
        panel: Any = (await self.sandbox.people.click(who, hand, buttons(hand)["Plan next move"])).get("message")
        select = next(
            component
            for component in components(panel)
            if component.get("custom_id", "").startswith("eh:pick_premove:")
        )
        value = next(option["value"] for option in select["options"] if option["label"] == label)
        return panel, select["custom_id"], value

    async def plan(self, who: str, panel: Json, select: str, value: str) -> str:
        """Plan a move of a list; return what the hand says after it."""
        answer = await self.sandbox.people.click(who, panel, select, [value])
        return text(answer.get("message") or {"content": ""})


async def kill_after_press(bot: BotProcess, rng: Random, press: Any) -> str:
    """Kill the bot just after a press; return what that was answered with, if it was."""
    asyncio.get_running_loop().call_later(rng.uniform(0, LATEST), bot.kill)
    doing = asyncio.create_task(press)
    await bot.wait_until_gone()
    result, _ = await asyncio.wait([doing], timeout=0.2)
    sentence = doing.result() if result else ""
    doing.cancel()
    await asyncio.gather(doing, return_exceptions=True)
    return sentence


async def read_stored_table(bot: BotProcess, table: int) -> StoredTable:
    """Return a table as the database has it."""
    return next(
        stored_table for stored_table in await read_stored_tables(bot.database) if stored_table.record.id == table
    )


@pytest.mark.timeout(300)
@pytest.mark.parametrize("kills", [2, pytest.param(24, marks=pytest.mark.soak)])
async def test_an_order_is_kept_and_carried_out_whenever_the_bot_is_killed(tmp_path: Path, kills: int) -> None:
    rng = Random(11)
    async with await Sandbox.start(None) as sandbox:
        players, bot = Players(sandbox, Witness(sandbox)), ForkedBot(sandbox, tmp_path)
        await bot.start()
        await sandbox.people.until(lambda: bool(sandbox.people.state("Ada")["commands"]), 15)
        try:
            for _ in range(kills):
                table = await players.open_table()
                live = (await read_stored_table(bot, table)).live()
                assert live.state is not None
                first = live.state.to_act[0]
                earlier, two = (live.record.seats[(first + place) % 3].name for place in range(2))
                seat = str((first + 1) % 3)
                plans = await players.open_plans(two, table, "Fold")
                sentence = await kill_after_press(bot, rng, players.plan(two, *plans))
                stands = (
                    (await read_stored_table(bot, table))
                    .record.settings.get("premoves", {})
                    .get(seat, {})
                    .get("premove")
                )
                assert stands == "fold" or PLANNED not in sentence  # what was acknowledged is kept
                await bot.start()
                if stands is None:  # nobody told them that it was: they press again
                    again = await players.plan(two, *await players.open_plans(two, table, "Fold"))
                    assert PLANNED in again
                hand = await players.hand(earlier, table)
                sentence = await kill_after_press(bot, rng, players.press(earlier, hand, "Stay"))
                await bot.start()
                if "Stay" in buttons(hand := await players.hand(earlier, table)):
                    assert not sentence  # else it was made
                    assert [event.text for event in (await read_stored_table(bot, table)).log][-1] != "fold"
                    await players.press(earlier, hand, "Stay")
                moves = [event for event in (await read_stored_table(bot, table)).log if event.kind == EventKind.MOVE][
                    1:
                ]
                assert [(event.text, event.hidden) for event in moves] == [("stay", None), ("fold", PREMOVE_SECRET)]
                hand = await players.hand(two, table)
                assert "Your planned move was made:** You folded." in text(hand)
        finally:
            await bot.stop()
        assert "Traceback" not in bot.log.read_text(encoding="utf-8")
