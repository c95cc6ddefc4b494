"""A table's More: the menu of what can be looked up and done there, and what no other cog does of it."""

from __future__ import annotations

from typing import Final

from discord.ext import commands

from bot.app.client import EldestHand
from bot.app.router import Press
from bot.common.errors import Declined
from bot.tables.model.seats import NOT_SEATED
from bot.tables.model.table_state import Live
from bot.ui.table import table_menu
from bot.ui.table.table_menu import Viewer
from cogs.server.moderation import ask_to_free
from cogs.table.leave_and_end import NO_SUCH_SEAT, ask_to_end, ask_to_release
from cogs.table.replay import export
from cogs.table.shuffles import WORD, add_word, check_shuffles, word_form

VERBS: Final = (
    "more", "mute", "terms", "export", "verify", "word", "worded", "endtable", "replace", "replacing", "giveaway",
)  # fmt: skip


class Menu(commands.Cog):
    """The menu's buttons."""

    def __init__(self, bot: EldestHand) -> None:
        self.services = bot.services

    async def cog_load(self) -> None:
        """Register the verbs."""
        add = self.services.router.add
        add("more", self._more, "private", "public")
        add("mute", self._mute, "update", "private")
        add("terms", self._terms, "private", "private")
        add("export", self._export, "private", "private")
        add("verify", self._verify, "private", "private")
        add("word", self._word, "private", "private")
        add("worded", self._worded, "private", "private")
        add("endtable", self._end, "private", "private")
        add("replace", self._replace, "private", "private")
        add("replacing", self._replacing, "update", "private")
        add("giveaway", self._give_away, "update", "private")

    async def cog_unload(self) -> None:
        """Forget the verbs."""
        for verb in VERBS:
            self.services.router.remove(verb)

    async def _more(self, press: Press) -> None:
        live, user = await press.table(), press.interaction.user.id
        viewer = Viewer(
            seat=live.seat_of(user),
            muted=live.id in (await self.services.people.of(user)).muted,
            hosts=live.record.host == user,
            moderates=_moderates(press),
        )
        await press.reply.send(layout=table_menu.menu(live, viewer))

    async def _mute(self, press: Press) -> None:
        """`mute:TABLE:1`: mention somebody at this table no more, or with 0 again."""
        live = await press.table()
        await self.services.people.mute(press.interaction.user, live.id, muted=press.number(1) == 1)
        await self._more(press)

    async def _terms(self, press: Press) -> None:
        await press.reply.send(layout=table_menu.options_and_seats(await press.table()))

    async def _export(self, press: Press) -> None:
        await export(press.reply, self.services, await press.table())

    async def _verify(self, press: Press) -> None:
        await check_shuffles(press.reply, self.services, await press.table())

    # -- a word for the next shuffle ---------------------------------------------------------------------------------

    async def _word(self, press: Press) -> None:
        live = await press.table()
        if live.seat_of(press.interaction.user.id) is None:
            raise Declined(NOT_SEATED)
        await press.reply.modal(word_form(live))

    async def _worded(self, press: Press) -> None:
        live, word = await press.table(), "".join(press.fields.get(WORD, ())).strip()
        if not word:
            raise Declined("Type a word.")
        await add_word(press.reply, self.services, live, word)

    # -- ending, and other people's seats ----------------------------------------------------------------------------

    async def _end(self, press: Press) -> None:
        await ask_to_end(press.reply, await press.table())

    async def _replace(self, press: Press) -> None:
        """`replace:TABLE`: ask which player is to be replaced."""
        live = await press.table()
        seat = live.seat_of(press.interaction.user.id)
        if seat is None and not _moderates(press):
            raise Declined(NOT_SEATED)
        if not table_menu.replaceable(live, seat):
            raise Declined("No other person plays at this table.")
        await press.reply.send(layout=table_menu.whom_to_replace(live, seat))

    async def _replacing(self, press: Press) -> None:
        """`replacing:TABLE:SEAT`: ask who is to play on there; a moderator without a seat can only free it."""
        live = await press.table()
        seat = _seat(press, live)
        if live.seat_of(press.interaction.user.id) is None:
            await ask_to_free(press.reply, live, seat)
        else:
            await press.reply.send(layout=table_menu.how_to_replace(live, seat))

    async def _give_away(self, press: Press) -> None:
        """`giveaway:TABLE:SEAT`: ask whether a computer player is to play on there."""
        live = await press.table()
        await ask_to_release(press.reply, self.services, live, _seat(press, live))


def _moderates(press: Press) -> bool:
    return press.interaction.permissions.manage_messages


def _seat(press: Press, live: Live) -> int:
    """The seat that a button names. Raises Declined where it is no person's, or one's own."""
    seat = press.number(1)
    if seat is None or seat not in table_menu.replaceable(live, live.seat_of(press.interaction.user.id)):
        raise Declined(NO_SUCH_SEAT)
    return seat


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(Menu(bot))
