"""People who learn a game in a lesson: by its hints or at random, and who press what they should not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from random import Random
from typing import Any, Final

from data.tables.records import LESSONS_GUILD_ID
from sandbox import Refused
from tests.e2e.leaks.knowledge import Game
from tests.e2e.leaks.players import Party
from tests.e2e.leaks.watch import Watch
from tests.support.house import House, Seated
from tests.support.messages import Json, buttons

CHANNEL: Final = "card-room"

HEARD: Final = frozenset({"MESSAGE_CREATE", "MESSAGE_UPDATE", "MODAL", "CHOICES", "MENTION", "THREAD_CREATE"})
"""Events that tell their reader something."""

ENDING: Final = frozenset({"skip_to_end", "open_table", "submit_pad_form", "begin_lesson"})
"""Verbs that end a lesson, or open something else: they are pressed when it is time."""


class Pupil(Party):
    """One person and their lessons of a game, one after another; the only message of each is the hand."""

    @classmethod
    async def enrol(cls, house: House, watch: Watch, rng: Random, game: Game, who: str) -> Pupil:
        """Begin the first lesson."""
        pupil = cls(house, watch, Seated(0, str(house.sandbox.people.channel(CHANNEL)["id"]), {}), (who,), rng, game)
        await pupil.begin()
        return pupil

    @property
    def who(self) -> str:
        """The pupil's name."""
        return self.people[0]

    async def begin(self) -> None:
        """Ask for a lesson, the one under way if there is one: with the button of the last one or by the command."""
        try:
            answer: Any = await self.house.press(self.who, self.hands[self.who], "Play again")
        except (KeyError, Refused):  # no lesson is over, or its message shows something else by now
            answer = await self.house.command(self.who, "learn", channel=CHANNEL, game=self.game.id)
        if "Begin" in buttons(answer["message"]):
            answer = await self.house.press(self.who, answer["message"], "Begin")
        self.hands[self.who] = answer["message"]
        lessons = await self.house.store.tables.of_user(self.id_of(self.who), LESSONS_GUILD_ID, live=False)
        self.table.number = lessons[-1].id

    async def hand(self, who: str) -> Json:
        """The lesson's message as it is now."""
        try:
            return self.house.sandbox.people.message(who, self.hands[who])
        except Refused:
            await self.begin()
            return self.hands[who]

    async def learn(self, hints: float, *, leaves: bool = False) -> None:
        """Play the hand to its end, and look at everything there: so many decisions as the hint has it, the others at
        random. Who `leaves` lets the rest be played after a few.
        """
        presses, hint = 0, "Follow the hint"
        while (await self.live()).record.status == "playing":
            message = await self.hand(self.who)
            presses += 1
            if hint not in buttons(message):  # the answer to a button that no lesson has
                await self.begin()
            elif leaves and presses > 3:
                await self.click(self.who, message, buttons(message)["To the end"])
            elif self.rng.random() < self.oddity:
                await self.rng.choice(self.oddities())()
            elif self.rng.random() < hints:
                self.did["hints"] += 1
                await self.follow(message, buttons(message)[hint])
            else:
                await self.move(self.who)
        self.did["hands"] += 1
        for label in ("Log", "Scores", "Rules"):
            message = await self.hand(self.who)  # each page takes the place of the hand
            if label not in buttons(message):
                continue
            self.did[label] += 1
            await self.click(self.who, message, buttons(message)[label])

    async def follow(self, message: Json, hint: str) -> None:
        """Follow the hint; a form that it opens is sent as it was filled in, and confirmed."""
        opened = await self.click(self.who, message, hint)
        if opened.get("state") != "modal":
            return
        try:
            answer: Any = await self.house.sandbox.people.modal(self.who, opened["interaction_id"], {})
        except Refused:
            return
        page = answer.get("message") or {}
        if page and "Confirm" in buttons(page):
            await self.click(self.who, page, buttons(page)["Confirm"])

    def oddities(self) -> list[Callable[[], Awaitable[Any]]]:
        """All that the pupil may do beside the hand."""
        return [
            self.begin,
            lambda: self.stale(self.who),
            lambda: self.pry(self),
            lambda: self.pry(self),
            lambda: self.command(self.who, "table log", table=self.table.number),
            lambda: self.command(self.who, "table hand", table=self.table.number),
        ]

    async def pry(self, other: Pupil) -> None:
        """Press a button that no lesson has, or at `other`'s lesson, below one's own message."""
        verb = self.rng.choice(sorted(self.house.services.router._routes.keys() - ENDING))
        behind = self.rng.choice(("", ":0", ":-1", ":1:0", ":0:play:0"))
        self.did["pried"] += 1
        await self.altered(self.who, await self.hand(self.who), f"eh:{verb}:{other.table.number}{behind}")


class Strays:
    """Notes whatever of a lesson reaches anybody but its learner, or stands where all can see it."""

    def __init__(self, house: House, watch: Watch) -> None:
        self.found: list[str] = []
        self._here = house
        self._watch = watch
        house.sandbox.recorder.events.append(self._event)
        house.sandbox.recorder.requests.append(
            lambda request: (
                self.found.append(f"{request.method} {request.path}") if request.path.startswith("/channels/") else None
            )
        )

    def _event(self, user: str, event: str, data: Mapping[str, Any]) -> None:
        if event not in HEARD:
            return
        table = self._watch.table_of(data)
        live = None if table is None else self._here.bot.services.tables._live.get(table)
        if live is not None and live.record.lesson and live.seat_of(int(user)) is None:
            self.found.append(f"{event} of lesson {table} to {user}")
