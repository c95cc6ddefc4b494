"""A pad's chart, and the pad as files."""

from __future__ import annotations

import io
import re

import discord

from bot.app.router import ComponentInteraction, route
from bot.common.text import escape
from bot.nights.consents import night_of_pad
from bot.pads.exporting.files import format_csv, format_json
from bot.pads.pad import Pad
from bot.ui.kit.components import button, file_component, picture, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pads import chart
from bot.ui.pads.pdf import render_pdf
from bot.ui.pads.sheet import MAX_TITLE_LETTERS
from bot.ui.scene.text import numbered_names_text
from bot.ui.table import layouts
from cogs.base import ComponentCog
from cogs.pads.common import load_pad
from cogs.standings.common import files_of, paint_for, require_may_write


class PadFiles(ComponentCog):
    """The routes of charts and files."""

    @route(CustomId.SHOW_PAD_CHART, response="private", on="public")
    async def _show_pad_chart(self, component: ComponentInteraction) -> None:
        """Show the course of the totals: as a picture, or in words by preference."""
        await self._totals(component, alone=True)

    @route(CustomId.POST_PAD_CHART, response="public", on="private")
    async def _post_pad_chart(self, component: ComponentInteraction) -> None:
        """Post the chart for all (`post_pad_chart:PAD`)."""
        require_may_write(component)
        await self._totals(component, alone=False)

    async def _totals(self, component: ComponentInteraction, *, alone: bool) -> None:
        """Show the pad's totals as a chart, or in words; to the presser alone with a button to post them."""
        pad, *_ = await load_pad(component)
        heading = f"### Totals of {escape(pad.title, MAX_TITLE_LETTERS)}"
        show = [row(button(CustomId.POST_PAD_CHART, pad.id, label="Show to all"))] if alone else []
        paint = await paint_for(self.services, component.interaction, alone=alone)
        if paint is None:
            await component.response.send(layout=layouts.layout(layouts.text(heading, chart.chart_text(pad)), *show))
            return
        drawn = await chart.draw(pad, paint)
        words, drawing = layouts.text(heading, numbered_names_text(drawn.numbered)), picture(drawn.filename, drawn.alt)
        await component.response.send(layout=layouts.layout(words, drawing, *show), files=files_of(drawn))

    @route(CustomId.EXPORT_PAD, response="update", on="private")
    async def _export_pad(self, component: ComponentInteraction) -> None:
        """Send the pad as files: for spreadsheets, whole, and to print."""
        pad, *_ = await load_pad(component)
        stem, mark = _stem(pad), await self.services.store.privacy.database_id()
        made_of = {
            f"{stem}.csv": format_csv(pad, mark),
            f"{stem}.json": format_json(pad, mark),
            f"{stem}.pdf": await render_pdf(pad, await self._occasion(component, pad)),
        }
        notice = "CSV for spreadsheets, JSON with everything, PDF to print. They contain names, but no Discord IDs."
        files = [discord.File(io.BytesIO(data), name) for name, data in made_of.items()]
        layout = layouts.layout(layouts.text(f"### {escape(pad.title, MAX_TITLE_LETTERS)} as files", notice))
        layout.parts.extend(file_component(name) for name in made_of)
        await component.response.send(layout=layout, files=files)

    async def _occasion(self, component: ComponentInteraction, pad: Pad) -> str:
        """Return the club night on which a pad was played, its channel and its server, as far as they are known."""
        night, guild = await night_of_pad(self.services.pads, pad), component.interaction.guild
        names = [] if night is None else [night[0].name]
        if guild is not None:
            channel = guild.get_channel_or_thread(pad.record.channel)
            names += [guild.name] if channel is None else [f"#{channel.name}", guild.name]
        return " · ".join(names)


def _stem(pad: Pad) -> str:
    """Return the name of a pad's files, in letters that every system takes."""
    letters = re.sub(r"[^a-z0-9]+", "-", pad.title.lower()).strip("-")[:40]
    return f"{letters or 'pad'}-{pad.id}"
