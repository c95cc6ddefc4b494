"""Somebody who plays hands of the day, whatever becomes of the bot."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final

from sandbox import Outcome
from tests.support.labels import choose_label
from tests.support.messages import Json, buttons, text
from tests.support.moves import choose_cards, find_offered_moves
from tests.system.crash.players import READY, Witness, says_made
from tests.system.crash.stored_tables import read_looks

BEGIN: Final = "eh:begin_daily_hand:"
NEXT: Final = "eh:deal_next_hand:"
OVER: Final = "Above are each player's points at this table."
"""What the message of a finished try says."""

PAUSES: Final = (0.01, 0.05)
"""Seconds for which somebody thinks before a step."""

PATIENCE_SECONDS: Final = 5
"""Seconds after which somebody who sees no answer asks for their hand again."""


class DailyPlayer:
    """Somebody who plays tries at hands of the day in a channel of a server, by what Discord shows of them.

    With `is_alike` the moves depend on nothing but the choices: two such players make the same moves of the same cards.
    `most` is how many moves they make in a day at most.
    """

    def __init__(
        self,
        witness: Witness,
        who: str,
        channel: str,
        rng: Random,
        *,
        is_alike: bool = False,
        most: int | None = None,
    ) -> None:
        self.witness = witness
        self.who = who
        self.channel = channel
        self.rng = rng
        self.is_alike = is_alike
        self.most = most
        self.moves = 0
        """The moves of the day."""
        self.finished: set[str] = set()
        """The games of the day whose try they have seen the end of."""
        self._message: str | None = None
        """The id of the message that they play in; None where they have to ask for it."""

    def begin_day(self) -> None:
        """Begin another day."""
        self.finished.clear()
        self.moves = 0

    async def play(self, games: tuple[str, ...]) -> None:
        """Play these games' hands of the day to their end."""
        for game in games:
            while game not in self.finished and self.moves != self.most:
                await asyncio.sleep(self.rng.choice(PAUSES))
                await self._step(game)
            self._message = None

    async def _step(self, game: str) -> None:
        """Make a move, or look how the try stands."""
        message = self._now()
        if OVER in text(message):
            self.finished.add(game)
            return
        ready = {
            label: (button_id, list[str]())
            for label, button_id in buttons(message).items()
            if button_id.startswith((*READY, NEXT))
        }
        choices = find_offered_moves(message) | ready | choose_cards(message, self._luck(message))
        if not choices or self.rng.random() < 0.05:
            await self._ask(game)
            return
        custom_id, values = choices[choose_label(choices, self._luck(message))]
        self.moves += 1
        await self._press(message, custom_id, values, game)

    def _luck(self, message: Json) -> Random:
        return Random(" ".join(sorted(find_offered_moves(message)))) if self.is_alike else self.rng

    async def _ask(self, game: str) -> None:
        """Ask for the try, and begin it if there is none yet."""
        self._message = None
        await self._keep(await self.witness.command(self.who, self.channel, "daily", game=game), game)
        message = self._now()
        begin = next((custom_id for custom_id in buttons(message).values() if custom_id.startswith(BEGIN)), None)
        if begin is not None:
            await self._press(message, begin, [], game)

    async def _press(self, message: Json, custom_id: str, values: list[str], game: str) -> None:
        before = read_looks(message)
        answer = await self.witness.click(self.who, message, custom_id, values, game)
        await self._keep(answer, game, before)

    async def _keep(self, answer: Outcome | None, game: str, before: object = None) -> None:
        """Go on from an answer, once it is there; from none, or one that never comes, by asking again."""
        self._message = None
        if answer is None:
            return
        world = self.witness.sandbox.world
        interaction = world.interactions[answer["interaction_id"]]

        def read_message() -> list[Json]:
            record = world.messages.get(interaction.original_id or interaction.source_id or "")
            is_new = record is not None and buttons(record.data) and read_looks(record.data) != before
            return [record.data] if record is not None and is_new else []

        try:
            (message,) = await self.witness.sandbox.people.until(read_message, PATIENCE_SECONDS)
        except TimeoutError:
            return
        self._message = message["id"]
        if answer["state"].startswith("deferred"):
            sent = self.witness.sent[int(answer["interaction_id"])]
            sent.answer = text(message)
            sent.made = says_made(sent.name, sent.move, game, sent.answer)

    def _now(self) -> Json:
        """Return the message that they play in, as it is now; an empty one where it is gone."""
        message = self.witness.sandbox.world.messages.get(self._message or "")
        return {"content": "", "components": []} if message is None else message.data
