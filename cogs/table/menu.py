"""A table's More: the menu of what can be looked up and done there, and what no other cog does of it."""

from __future__ import annotations

from bot.app.router import ComponentInteraction, route
from bot.common.errors import Declined
from bot.tables.model.seats import NOT_SEATED
from bot.tables.model.table_state import TableState
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table import table_menu
from bot.ui.table.table_menu import Viewer
from cogs.base import ComponentCog
from cogs.table.free_seat import ask_to_free
from cogs.table.leave_and_end import NO_SUCH_SEAT, ask_to_end, ask_to_release
from cogs.table.replay import export
from cogs.table.shuffles import check_shuffles


class Menu(ComponentCog):
    """The menu's buttons."""

    @route(CustomId.SHOW_MORE, response="private", on="public")
    async def _show_more(self, component: ComponentInteraction) -> None:
        """Show the table's menu for the presser."""
        table, user = await component.table(), component.interaction.user.id
        viewer = Viewer(
            seat=table.seat_of(user),
            muted=table.id in (await self.services.people.of(user)).muted,
            hosts=table.record.host == user,
            moderates=_moderates(component),
        )
        await component.response.send(layout=table_menu.table_menu(table, viewer))

    @route(CustomId.MUTE_TABLE, response="update", on="private")
    async def _mute_table(self, component: ComponentInteraction) -> None:
        """Stop mentioning the presser at this table (`mute_table:TABLE:1`), or with 0 mention them again."""
        table = await component.table()
        await self.services.people.mute(component.interaction.user, table.id, muted=component.number(1) == 1)
        await self._show_more(component)

    @route(CustomId.SHOW_TERMS, response="private", on="private")
    async def _show_terms(self, component: ComponentInteraction) -> None:
        """Show the options and terms of the table."""
        await component.response.send(layout=table_menu.options_page(await component.table()))

    @route(CustomId.EXPORT_TABLE, response="private", on="private")
    async def _export_table(self, component: ComponentInteraction) -> None:
        """Send the table's log as a file."""
        await export(component.response, self.services, await component.table())

    @route(CustomId.VERIFY_SHUFFLES, response="private", on="private")
    async def _verify_shuffles(self, component: ComponentInteraction) -> None:
        """Send the proof of the table's shuffles."""
        await check_shuffles(component.response, self.services, await component.table())

    # -- ending, and other people's seats ----------------------------------------------------------------------------

    @route(CustomId.ASK_TO_END, response="private", on="private")
    async def _ask_to_end(self, component: ComponentInteraction) -> None:
        """Ask whether the table is to end."""
        await ask_to_end(component.response, await component.table())

    @route(CustomId.ASK_WHOM_TO_REPLACE, response="private", on="private")
    async def _ask_whom_to_replace(self, component: ComponentInteraction) -> None:
        """Ask for the player to replace (`ask_whom_to_replace:TABLE`)."""
        table = await component.table()
        seat = table.seat_of(component.interaction.user.id)
        if seat is None and not _moderates(component):
            raise Declined(NOT_SEATED)
        if not table_menu.replaceable_seats(table, seat):
            raise Declined("No other person plays at this table.")
        await component.response.send(layout=table_menu.seat_to_replace_panel(table, seat))

    @route(CustomId.ASK_WHO_PLAYS_ON, response="update", on="private")
    async def _ask_who_plays_on(self, component: ComponentInteraction) -> None:
        """Ask who is to play on in a seat (`ask_who_plays_on:TABLE:SEAT`).

        A moderator without a seat can only free it.
        """
        table = await component.table()
        seat = _seat(component, table)
        if table.seat_of(component.interaction.user.id) is None:
            await ask_to_free(component.response, table, seat)
        else:
            await component.response.send(layout=table_menu.replacement_panel(table, seat))

    @route(CustomId.ASK_TO_RELEASE, response="update", on="private")
    async def _ask_to_release(self, component: ComponentInteraction) -> None:
        """Ask whether a computer player is to play on in a seat (`ask_to_release:TABLE:SEAT`)."""
        table = await component.table()
        await ask_to_release(component.response, self.services, table, _seat(component, table))


def _moderates(component: ComponentInteraction) -> bool:
    return component.interaction.permissions.manage_messages


def _seat(component: ComponentInteraction, table: TableState) -> int:
    """Return the seat that a button names.

    Raises Declined if no person or the presser sits there. Raises Declined where it is no person's, or one's own.
    """
    seat = component.number(1)
    if seat is None or seat not in table_menu.replaceable_seats(table, table.seat_of(component.interaction.user.id)):
        raise Declined(NO_SUCH_SEAT)
    return seat
