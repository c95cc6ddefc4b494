"""People who live by their habits, and do at their tables what they are shown that they may do.

They see what Discord shows them: the board, their own hand, mentions. `DEEDS` (deeds.py) is what they may do beside
making their moves.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, time
from random import Random
from typing import Any

from sandbox import Outcome, Refused
from sandbox.server import membership
from tests.e2e.leaks.games import GAMES
from tests.month.habits import DAY, Habits
from tests.month.house import House
from tests.month.tables import NOTHING, Table
from tests.support.labels import choose_label
from tests.support.messages import buttons, selects, text
from tests.support.moves import choose_cards, find_offered_moves
from tests.system.crash.players import NOT_KEPT, READY, Witness
from tests.toy.tests.e2e.quince import fields_of
from tests.virtual.loop import BEGIN

Json = dict[str, Any]
SITTING = 14
"""Things that somebody does at a table before they put it away, at most."""
THINKS = (3.0, 25.0)
"""Seconds between two of them."""
CURIOUS = 0.03
"""How likely somebody looks at their cards though it is not their turn."""
STROLLS = 0.1
"""How likely somebody looks in on others, too."""
CLAIMS = 0.8
"""How likely somebody who is offered to claim the rest of a hand does."""
TAKEN = re.compile(r"(\d+) of \d+ seats taken")
LINGERS = 30.0
"""Seconds for which somebody waits whether it is their turn again."""
PATIENT = 0.35 * DAY
"""Seconds after which those who sit in a lobby begin without those who have not come."""


@dataclass
class Person:
    """Somebody with their tables and habits."""

    house: House
    witness: Witness
    key: str
    name: str
    habits: Habits
    rng: Random
    around: list[Table] = field(default_factory=list[Table])
    """All tables that there are."""
    tables: list[Table] = field(default_factory=list[Table])
    hands: dict[int, str] = field(default_factory=dict[int, str])
    """Their newest hand message at each table."""
    called: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when they are mentioned."""
    gone: bool = False
    done: set[tuple[str, int]] = field(default_factory=set[tuple[str, int]])
    """What of `DEEDS` that is done once they have done, and at which table."""

    night_since: float | None = None
    """Since when the bot knows of their night, in seconds since 1970; None if it does not."""
    away: tuple[float, float] | None = None
    """From when until when they have said to be away and nobody mentions them, a day short of what they said."""

    @property
    def since(self) -> float:
        """Return the seconds since the month began."""
        return self.house.loop.time() - BEGIN

    # -- from look to look -------------------------------------------------------------------------------------------

    async def live(self) -> None:
        """Look and play, until the month is over or they leave."""
        from tests.month.deeds import look_around

        await asyncio.sleep(self.rng.uniform(0, self.habits.looks))
        await self._tell_night()
        while not self.gone:
            await self._be_there()
            await self._tell_away()
            if self.habits.leaves is not None and self.since >= self.habits.leaves:
                await self._leave()
                return
            for table in self.rng.sample(self.tables, len(self.tables)):
                await self.visit(table)
            if self.rng.random() < STROLLS:
                with suppress(Refused):
                    await look_around(self, self.around)
            await self._until_next()

    async def _be_there(self) -> None:
        """Sleep, or be away, as long as that takes."""
        while True:
            out = max(self.habits.asleep_for(self.house.now), self.habits.gone_for(self.since))
            if not out:
                return
            await asyncio.sleep(out + self.rng.uniform(0, 3600))

    async def _tell_night(self) -> None:
        """Settle when nobody is to mention them, if they do so; it counts once that was answered."""
        if self.habits.declares:
            begin, end = self.habits.night
            if await self._use("settings quiet", zone=self.habits.zone, begin=str(begin), end=str(end)):
                self.night_since = self.house.now

    async def _tell_away(self) -> None:
        """Say that they will be away, when they look for the last time before, and that they are back."""
        away = self.habits.away
        if away is None or not self.habits.declares:
            return
        if not self.away and away[0] - DAY < self.since < away[0]:
            back = datetime.fromtimestamp(self.house.now - self.since + away[1], UTC).date()
            if await self._use("away until", day=back.isoformat()):
                self.away = (self.house.now, datetime.combine(back, time.min, UTC).timestamp() - DAY)
        elif self.away and self.since >= away[1] and ("back", 0) not in self.done:
            self.done.add(("back", 0))
            await self._use("away back")

    async def _use(self, name: str, **options: Any) -> bool:
        """Use a command that is about no table. Returns whether the answer says that it was kept."""
        channel = self.tables[0].channel if self.tables else "card-room"
        with suppress(Refused):
            answer = await self._answer(await self.witness.command(self.key, channel, name, **options))
            sentence = "" if answer is None else text(answer)
            return bool(sentence) and not any(refusal in sentence for refusal in (*NOT_KEPT, "went wrong"))
        return False

    async def _until_next(self) -> None:
        """Wait until they look of their own accord, or a while after they were mentioned."""
        looks = self.rng.expovariate(1 / self.habits.looks)
        opens = [table.opens - self.since for table in self.tables if table.number is None and table.host == self.key]
        try:
            async with asyncio.timeout(max(60.0, min([looks, *opens]))):
                await self.called.wait()
        except TimeoutError:
            return
        self.called.clear()
        await asyncio.sleep(self.rng.expovariate(1 / self.habits.answers))

    async def _leave(self) -> None:
        from tests.month.deeds import leave

        self.gone = True
        if self.habits.how == "press":
            for table in self.tables:
                if table.number is not None and not table.over:
                    await leave(self, table)
        if self.habits.how == "server":
            membership.leave(self.house.sandbox.world, self.key)

    # -- at a table --------------------------------------------------------------------------------------------------

    async def visit(self, table: Table) -> None:
        """Do at a table what there is to be done."""
        from tests.month.deeds import DEEDS

        if table.over or (table.number is None and not await self._open(table)):
            return
        lingered = False
        for _ in range(SITTING):
            if self.habits.leaves is not None and self.since >= self.habits.leaves:
                return
            board = await self.board(table)
            if table.over or not board["id"]:
                return
            if await self._lobby(table, board):
                if "eh:start_game" in "".join(buttons(board).values()):
                    return
            elif await self._turn(table, board):
                lingered = False
            elif lingered:
                break
            else:
                lingered = True
                await asyncio.sleep(LINGERS)
            await self.think()
        for deed in DEEDS:
            if deed.likely > self.rng.random() and deed.may(self, table):
                with suppress(Refused):  # it is not to be had there just now
                    await deed.do(self, table)
                await self.think()

    async def think(self) -> None:
        """Take a moment."""
        await asyncio.sleep(self.rng.uniform(*THINKS))

    async def board(self, table: Table) -> Json:
        """Return the table as it is shown; whoever finds it nowhere asks for it."""
        world = self.house.sandbox.world
        board = table.board(world)
        if not board["id"]:
            await self.command(table, "table show", table=table.number)
            board = table.board(world)
        channel = world.channels.get(board.get("channel_id", ""))
        if channel is not None and channel.archived:
            self.house.sandbox.people.say(self.key, channel.id, "Is anybody here?")
        table.over = table.over or table.is_over(world)
        return board

    async def _open(self, table: Table) -> bool:
        """Open a table if that is theirs to do and its time has come; return whether they did."""
        if table.host != self.key or self.since < table.opens:
            return False
        if table.opening:  # the answer never came: whether it is there the channel shows
            for message in self.house.sandbox.people.messages(self.key, table.channel, 50):
                if message.get("interaction_metadata", {}).get("id") == str(table.opening):
                    table.note_lobby(message, self.since)
        if table.number is None:
            before = set(self.witness.sent)
            opened = await self.witness.command(self.key, table.channel, table.command, **table.options)
            table.opening = max(set(self.witness.sent) - before, default=0)
            message = await self._answer(opened)
            if message is not None:
                table.note_lobby(message, self.since)
                if table.others:
                    panel = await self._answer(await self.click(message, f"eh:arrange_table:{table.number}", table))
                    if panel is not None:
                        await self.click(panel, f"eh:invite_people:{table.number}", table, list(table.others))
        return table.number is not None

    async def _answer(self, outcome: Outcome | None) -> Json | None:
        """Return the message that answers an interaction, also one that is deferred; None if none comes."""
        if outcome is None:
            return None
        if outcome["state"] == "deferred":
            await asyncio.sleep(10)
            world = self.house.sandbox.world
            message = world.messages.get(world.interactions[outcome["interaction_id"]].original_id or "")
            return None if message is None else message.data
        return outcome.get("message")

    async def _lobby(self, table: Table, board: Json) -> bool:
        """Do what there is to be done before a table begins; return whether it has not begun."""
        named = {custom_id.split(":")[1]: custom_id for custom_id in buttons(board).values()}
        if "join_table" not in named and "start_game" not in named:
            return False
        key = ("join", table.number or 0)
        if table.host != self.key and key not in self.done and "join_table" in named:
            if await self.click(board, named["join_table"], table) is not None:
                self.done.add(key)
            board = await self.board(table)
        number = self.count_people(board)
        late = self.since > table.opened + PATIENT
        if number < len(table.people()) and not late:
            return True
        if late or table.host == self.key:
            for _ in range(table.computers + max(0, len(table.people()) - number)):
                await self._press_if_there(table, "add_computer", "normal")
            await self._press_if_there(table, "start_game")
        return True

    async def _press_if_there(self, table: Table, verb: str, *chosen: str) -> None:
        """Press a button of the board with this verb, or choose in its select."""
        board = await self.board(table)
        for custom_id in (selects if chosen else buttons)(board).values():
            if custom_id.startswith(f"eh:{verb}:"):
                await self.click(board, custom_id, table, list(chosen) or None)
                await self.think()
                return

    async def _turn(self, table: Table, board: Json) -> bool:
        """Make a move if one is to be made; return whether something was done."""
        ahead = [button_id for button_id in buttons(board).values() if button_id.startswith("eh:deal_next_hand:")]
        if ahead:
            return await self.click(board, ahead[0], table) is not None
        if not self.waits_for_me(board) and self.rng.random() > CURIOUS:
            return False
        hand = self.hand(table)
        if not list_choices(hand) and not choose_cards(hand, self.rng):
            button_ids = [button_id for button_id in buttons(board).values() if button_id.startswith("eh:show_hand:")]
            if not button_ids:
                return False
            self.keep(table, await self.click(board, button_ids[0], table))
            hand = self.hand(table)
        choices = list_choices(hand) | choose_cards(hand, self.rng)
        forms = sorted(button_id for button_id in buttons(hand).values() if button_id.startswith("eh:open_move_form:"))
        if not choices and not forms:
            return False
        await self.think()
        claims = [button_id for button_id in buttons(hand).values() if button_id.startswith("eh:claim_tricks:")]
        if claims and self.rng.random() < CLAIMS:
            self.keep(table, await self.click(hand, claims[0], table))
            return True
        if forms and (not choices or self.rng.random() < 0.2):
            await self._fill_in(table, hand, self.rng.choice(forms))
            return True
        label = choose_label(choices, self.rng)
        if label == "Fold" and self.rng.random() < 0.8:
            label = max(choices)
        custom_id, values = choices[label]
        await self.press(table, hand, custom_id, values)
        return True

    async def press(self, table: Table, message: Json, custom_id: str, values: list[str]) -> None:
        """Make a choice; who is hasty makes it twice, in two windows at once or one after the other."""
        hasty = self.rng.random() < self.habits.hasty
        if not hasty:
            self.keep(table, await self.click(message, custom_id, table, values))
            return
        twice = (self.click(message, custom_id, table, values) for _ in range(2))
        for answer in await asyncio.gather(*twice):
            self.keep(table, answer)

    async def _fill_in(self, table: Table, hand: Json, form: str) -> None:
        """Open a form of the hand and fill it in; its Confirm is pressed like any other button."""
        opened = await self.click(hand, form, table)
        if opened is None or opened["state"] != "modal":
            self.keep(table, opened)
            return
        await self.think()
        filled = GAMES[table.game].filled(list(fields_of(opened).values()), self.rng)
        self.keep(table, await self.witness.submit(self.key, opened, filled))

    # -- what they press and see -------------------------------------------------------------------------------------

    async def click(
        self, message: Json, custom_id: str, table: Table, values: list[str] | None = None
    ) -> Outcome | None:
        """Press a button of a message, or choose in its menu; None if no answer came."""
        return await self.witness.click(self.key, message, custom_id, values, table.game)

    async def command(self, table: Table, name: str, /, **options: Any) -> Outcome | None:
        """Use a command in the table's channel; None if no answer came, or it is not to be had there."""
        world = self.house.sandbox.world
        board = table.board(world)
        where = board.get("channel_id", table.channel)
        if world.channels[where].archived:
            where = table.channel
        try:
            return await self.witness.command(self.key, where, name, **options)
        except Refused:
            return None

    async def look(self, name: str, table: Table) -> None:
        """Use a command that asks for no table."""
        await self.command(table, name)

    def keep(self, table: Table, answer: Outcome | None) -> None:
        """Keep the hand that an answer shows."""
        if answer is not None and "message" in answer and "Refresh" in buttons(answer["message"]):
            self.hands[table.number or 0] = answer["message"]["id"]

    def hand(self, table: Table) -> Json:
        """Return the newest hand that the person keeps, as it is now."""
        message = self.house.sandbox.world.messages.get(self.hands.get(table.number or 0, ""))
        return NOTHING if message is None else message.data

    @staticmethod
    def count_people(board: Json) -> int:
        """Return how many people sit in a lobby."""
        match = TAKEN.search(text(board))
        return int(match[1]) if match else 0

    def waits_for_me(self, board: Json) -> bool:
        """Check whether a board says that it is this person's turn."""
        return any(f"**{self.name}**" in line for line in read_awaited(board))


def read_awaited(board: Json) -> list[str]:
    """Return the lines of a board about those for whom it waits."""
    return [line for line in text(board).splitlines() if line.startswith("▶")]


def list_choices(hand: Json) -> dict[str, tuple[str, list[str]]]:
    """Return the moves that a hand offers."""
    ready: dict[str, tuple[str, list[str]]] = {
        label: (custom_id, []) for label, custom_id in buttons(hand).items() if custom_id.startswith(READY)
    }
    return find_offered_moves(hand) | ready


def listen_for_mentions(people: dict[str, Person]) -> Any:
    """Return a listener of the stand-in's that tells people when they are mentioned."""

    def listener(user: str, event: str, data: Json) -> None:
        if event == "MENTION" and user in people:
            people[user].called.set()

    return listener
