"""Somebody who learns games, whatever becomes of the bot."""

from __future__ import annotations

import asyncio
from random import Random

from sandbox import Outcome
from tests.support.messages import Json, buttons
from tests.support.moves import find_offered_moves
from tests.system.crash.players import FOLLOW, READY, Witness

PAUSES = (0.01, 0.05, 0.2)
"""Seconds for which somebody thinks before a step."""


class Learner:
    """Somebody who plays one lesson after another, by hints and by moves of their own, whatever becomes of the bot."""

    def __init__(self, witness: Witness, who: str, channel: str, game: str, rng: Random) -> None:
        self.witness = witness
        self.who = who
        self.channel = channel
        self.game = game
        self.rng = rng
        self.message: Json = {"content": ""}
        self.lessons = 0
        """How many were played to their end."""
        self.stopping = False
        """Whether they stop before their next step."""

    async def play(self, most: int) -> None:
        """Play until so many lessons have come to their end."""
        while self.lessons < most and not self.stopping:
            await asyncio.sleep(self.rng.choice(PAUSES))
            result = buttons(self.message)
            if (begin := result.get("Begin")) is not None:
                self._keep(await self.witness.click(self.who, self.message, begin, [], self.game))
                continue
            follow = next((text for text in result.values() if text.startswith(FOLLOW)), None)
            if follow is None or self.rng.random() < 0.1:
                self._keep(await self.witness.command(self.who, self.channel, "learn", game=self.game))
                continue
            ready = {label: (text, list[str]()) for label, text in result.items() if text.startswith(READY)}
            own = sorted((find_offered_moves(self.message) | ready).values())
            custom_id, values = self.rng.choice(own) if own and self.rng.random() < 0.5 else (follow, [])
            answer = await self.witness.click(self.who, self.message, custom_id, values, self.game)
            if answer is not None and answer["state"] == "modal":  # a hint for a form, which is filled in with it
                answer = await self.witness.submit(self.who, answer, {})
            self._keep(answer)

    def _keep(self, answer: Outcome | None) -> None:
        """Go on from what was answered; from nothing by asking for the lesson."""
        self.message = (answer or {}).get("message") or {"content": ""}
        if "Play again" in buttons(self.message):
            self.lessons += 1
            self.message = {"content": ""}
