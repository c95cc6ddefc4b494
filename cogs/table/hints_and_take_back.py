"""What a friendly game allows: a hint for whoever is to decide, and taking a move back if all agree."""

from __future__ import annotations

from typing import Final

from discord.ext import commands

from bot.app.client import EldestHand
from bot.app.router import Press
from bot.common.errors import Declined, Stale
from bot.tables.commands.take_back import TOO_LATE, take_back
from bot.tables.model.table_state import FRIENDLY, Done, Live
from bot.ui.table.layouts import Answer
from bot.ui.table.lesson import hinted, in_words
from cogs.table.play import show_hand

VERBS: Final = ("hint", "regret")

NO_HINT: Final = "There is no hint now: one is given in a friendly game, to whoever is to decide."

ASKED: Final = "The others are asked. Your move is taken back if all agree before anybody moves."


class Friendly(commands.Cog):
    """The buttons of friendly games."""

    def __init__(self, bot: EldestHand) -> None:
        self.services = bot.services

    async def cog_load(self) -> None:
        """Register the verbs."""
        self.services.router.add("hint", self._hint, "update", "private")
        self.services.router.add("regret", self._regret, "private", "anywhere", commits=True)

    async def cog_unload(self) -> None:
        """Forget the verbs."""
        for verb in VERBS:
            self.services.router.remove(verb)

    async def _hint(self, press: Press) -> None:
        """`hint:TABLE`: what the rule of thumb would do, and why, at a table where hints may be asked for."""
        live = await press.table()
        seat = live.seat_of(press.interaction.user.id)
        advice = None if seat is None or not live.record.settings.get(FRIENDLY) else await hinted(live, seat)
        if seat is None or live.state is None or advice is None:
            await show_hand(press.reply, self.services, live, Answer(NO_HINT))
            return
        look = self.services.presenters.of(live)
        emoji = await self.services.renderer.emoji_for(press.interaction.user.id, look.pack)
        await show_hand(press.reply, self.services, live, Answer(in_words(advice, look, live.state.view(seat), emoji)))

    async def _regret(self, press: Press) -> None:
        """`regret:TABLE:EVENT`: take this move back, or let its player do so."""
        live, who, seq = await press.table(), press.interaction.user, press.number(1)
        with self.services.hand_messages.answering(live, who.id):
            try:
                if seq is None:
                    raise Stale(TOO_LATE)
                live, done = await take_back(self.services.tables, live.id, seq, who, press.interaction.id)
                press.reply.moved, said = True, _what_came_of_it(live, done, live.seat_of(who.id))
            except (Stale, Declined) as error:
                live = await self.services.tables.find(live.id)
                if live.seat_of(who.id) is None or live.state is None:
                    raise
                said = error.sentence
            await show_hand(press.reply, self.services, live, Answer(said))


def _what_came_of_it(live: Live, done: Done, mine: int | None) -> str:
    """What somebody in a seat is told who asked to take a move back, or let another do so."""
    if done.kind == "back":
        return "You took your move back." if done.seat == mine else "The move is taken back."
    asking = live.last_move is not None and live.last_move.seat == mine
    return ASKED if asking else "You agree. The others have to, too."


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(Friendly(bot))
