"""Short games played through planned faults, and what must hold after each."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from time import perf_counter
from typing import Any

from data.engine.clock import now_ms
from data.engine.errors import StoreError
from data.tables.events import EventKind
from data.tables.work import WorkState
from sandbox import Outcome, Refused
from tests.e2e.faults import Trouble
from tests.support.house import House
from tests.support.labels import choose_label
from tests.support.messages import boards_of, buttons, selects, text
from tests.support.moves import find_move_buttons, read_move
from tests.support.waiting import until
from tests.system.crash.players import command_of_game, says_made
from tests.system.crash.stored_tables import StoredTable, has_one_board

Json = dict[str, Any]
PATIENCE = 600
"""Seconds of virtual time for a game: each press that gets no answer takes 60 of them (tests/support/patience.py)."""


class Ordeal:
    """Two people, now and then with a computer player, at one table after another."""

    def __init__(self, house: House, trouble: Trouble, rng: Random) -> None:
        self.house = house
        self.trouble = trouble
        self.rng = rng
        self.games = 0
        self.played = "voren"
        """The game under way."""
        self.unanswered = 0
        self.clicks = 0
        self._made: dict[int, tuple[str, str | None]] = {}
        self._began = perf_counter()

    def __str__(self) -> str:
        seconds = perf_counter() - self._began
        return (
            f"{self.trouble.count} fault points in {self.games} games and {seconds:.0f} s; {self.clicks} clicks, of "
            f"which {self.unanswered} heard that the application did not respond"
        )

    async def game(self, commits: dict[int, str], calls: dict[int, str], game: str = "voren") -> None:
        """Play a game of a single hand with these faults to its end, and compare the table with its log."""
        self.trouble.plan(dict(commits), dict(calls))
        self.trouble.points.clear()
        self._made.clear()
        self.played = game
        try:
            async with asyncio.timeout(PATIENCE):
                table = await self._open(game)
                await self._play(table)
                self.trouble.plan({}, {})
                await self._caught_up(table)
                await self._check(table)
        except (AssertionError, TimeoutError) as error:
            due, table = self.house.services.scheduler, max(await self.house.store.tables.numbers(0, 1 << 30))
            owed = [
                work_item
                for work_item in await self.house.store.work.of_table(table)
                if work_item.state in {WorkState.DUE, WorkState.RETRACT}
            ]
            message = (
                f"game {self.games}, of {game}: {error!r} after {list(self.trouble.points)}; "
                f"planned {commits} {calls}; "
                f"at {now_ms()} table {table} owes {owed}, and the sleeper looks at {due._alarm}"
            )
            raise AssertionError(message) from error
        self.games += 1

    # -- people --------------------------------------------------------------------------------------------------------

    async def _answered(self, act: Any, name: str, move: str | None = None) -> Json | None:
        """Return the message that somebody gets, None where the application did not respond. Fail on a traceback."""
        self.clicks += 1
        try:
            outcome: Outcome = await act
        except Refused:  # the button has gone meanwhile
            return None
        if outcome["state"] == "failed":
            self.unanswered += 1
            return None
        if outcome["state"] in {"deferred", "deferred_update"}:
            return None
        message = outcome.get("message") or {"content": ""}
        message_text = text(message)
        assert message_text
        assert "Traceback" not in message_text
        assert "Error" not in message_text
        if says_made(name, move, self.played, message_text):
            self._made[int(outcome["interaction_id"])] = name, move
        return message

    async def _open(self, game: str) -> int:
        people = self.house.sandbox.people
        command, options = command_of_game(game, 1)
        while True:
            lobby = await self._answered(people.command("Ada", "card-room", command, options), command)
            custom_ids = [
                custom_id for custom_id in buttons(lobby or {"content": ""}).values() if ":join_table:" in custom_id
            ]
            if custom_ids:
                table = int(custom_ids[0].split(":")[2])
                break
            # Whatever became of it, people see what the channel shows.
        await self._until(
            table, lambda: self._press("Bela", table, "eh:join_table:"), lambda live: len(live.record.seats) > 1
        )
        if self.rng.random() < 0.3:
            await self._press("Ada", table, "eh:add_computer:", "normal")
        await self._until(table, lambda: self._start(table), lambda live: live.state is not None)
        return table

    async def _start(self, table: int) -> None:
        """Start; a lobby that does not show who has joined, for its answer was lost, is joined again."""
        if await self._press("Ada", table, "eh:start_game:") is None:
            await self._press("Bela", table, "eh:join_table:")

    async def _until(self, table: int, act: Any, result: Any) -> None:
        while True:
            await act()
            with suppress(StoreError):  # it may be failing just now; the person tries again
                if result(await self.house.services.tables.find(table)):
                    return

    async def _press(self, who: str, table: int, start: str, *chosen: str) -> Json | None:
        """Press a button of the table's message, or choose there; who finds none asks for the table to be shown."""
        people = self.house.sandbox.people
        for board in reversed(boards_of(self.house.sandbox, table)):
            for custom_id in (selects if chosen else buttons)(board).values():
                if custom_id.startswith(start):
                    return await self._answered(people.click(who, board, custom_id, list(chosen) or None), custom_id)
        await asyncio.sleep(0.01)
        return None

    async def _play(self, table: int) -> None:
        people = self.house.sandbox.people
        hands: dict[str, Json] = {}
        while not await self._over(table):
            for who in ("Ada", "Bela"):
                message = self.house.sandbox.world.messages.get(hands.get(who, {}).get("id", ""))
                choices = find_move_buttons(message.data) if message is not None else {}
                if message is not None and choices:
                    custom_id = choices[choose_label(choices, self.rng)]
                    move = read_move(message.data, custom_id)
                    answer = await self._answered(people.click(who, message.data, custom_id), custom_id, move)
                else:
                    answer = await self._press(who, table, f"eh:show_hand:{table}")
                    if answer is None and not boards_of(self.house.sandbox, table):
                        show = people.command(who, "card-room", "table show", {"table": table})
                        await self._answered(show, "table show")
                if answer is not None and "Refresh" in buttons(answer):
                    hands[who] = answer

    async def _over(self, table: int) -> bool:
        record = await self.house.store.tables.get(table)
        assert record is not None
        return record.status == "over"

    # -- what must hold ------------------------------------------------------------------------------------------------

    async def _kept(self, table: int) -> StoredTable:
        store = self.house.store
        record = await store.tables.get(table)
        assert record is not None
        return StoredTable(record, await store.tables.log(table), await store.work.of_table(table))

    async def _caught_up(self, table: int) -> None:
        """Wait until the table's one board shows the last state, and nothing is owed or left."""
        wanted = await (await self._kept(table)).looks()
        sandbox = self.house.sandbox
        await sandbox.people.until(lambda: has_one_board(sandbox, table, wanted), PATIENCE)

        async def nothing_owed() -> bool:
            return not any(
                work_item.state in {WorkState.DUE, WorkState.RETRACT} for work_item in (await self._kept(table)).work
            )

        await until(nothing_owed, PATIENCE)

    async def _check(self, table: int) -> None:
        """Check that the log replays to the scores, holds all that was acknowledged, and no decision twice."""
        stored_table = await self._kept(table)
        assert [event.seq for event in stored_table.log] == list(range(1, stored_table.record.seq + 1))
        state = stored_table.live().state
        assert state is not None
        assert state.finished
        assert [seat.points for seat in stored_table.record.seats] == list(state.score().totals)
        data = {event.interaction: event for event in stored_table.log if event.interaction is not None}
        for interaction, (name, move) in self._made.items():
            event = data.get(interaction)
            if event is None:
                assert name.endswith(" new"), (
                    f"acknowledged and lost: {name}"
                )  # an earlier table of this game's opening
                assert await self.house.store.tables.event_of_interaction(interaction)
            elif event.kind == EventKind.MOVE:
                assert move == event.text
        here = await self.house.live(table)
        assert here.record.seq == stored_table.record.seq
        assert here.state == state
