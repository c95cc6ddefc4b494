"""A small bot with one of everything, on discord.py's real network code, for the tests of the stand-in."""

from __future__ import annotations

import asyncio
import contextlib
import io
import re
from collections.abc import AsyncIterator
from typing import Any, Self

import discord
import yarl
from discord import app_commands, ui
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from sandbox import Sandbox


class CountButton(ui.DynamicItem[ui.Button[Any]], template=r"press:(?P<count>\d+)"):
    """A button that counts in its own id, so that it works after a restart."""

    def __init__(self, count: int) -> None:
        super().__init__(ui.Button(label=f"Pressed {count}", custom_id=f"press:{count}"))
        self.count = count

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["count"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=build_table(self.count + 1))


class HandButton(ui.DynamicItem[ui.Button[Any]], template="hand"):
    """A button, for all, that opens a private answer with a picture."""

    def __init__(self) -> None:
        super().__init__(ui.Button(label="My hand", custom_id="hand"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://hand.png", description="Ace of cups")))
        picture = discord.File(io.BytesIO(b"\x89PNG"), "hand.png", description="Ace of cups")
        await interaction.response.send_message(view=view, file=picture, ephemeral=True)


class FormButton(ui.DynamicItem[ui.Button[Any]], template="form"):
    """A button that opens a form."""

    def __init__(self) -> None:
        super().__init__(ui.Button(label="Form", custom_id="form"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(ChipsForm())


class ChipsForm(ui.Modal, title="Chips"):
    amount = ui.Label(text="How many", component=ui.TextInput(custom_id="amount", max_length=4))
    suits = ui.Label(
        text="Which",
        component=ui.Select(
            custom_id="suits", max_values=2, options=[discord.SelectOption(label=text) for text in ("cups", "coins")]
        ),
    )

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        assert isinstance(self.amount.component, ui.TextInput)
        assert isinstance(self.suits.component, ui.Select)
        text = f"{self.amount.component.value} of {' and '.join(self.suits.component.values)}"
        await interaction.response.send_message(text, ephemeral=True)


def build_table(count: int) -> ui.LayoutView:
    """Return a message with one of each button, pressed so often."""
    view = ui.LayoutView(timeout=None)
    row: ui.ActionRow[Any] = ui.ActionRow()
    for item in (CountButton(count), HandButton(), FormButton()):
        row.add_item(item)
    view.add_item(ui.Container(ui.TextDisplay(f"The table, {count}"), row))
    return view


class Botlet(commands.AutoShardedBot):
    """The bot, or some of its shards. `resumed` is set when a session was taken up again."""

    def __init__(self, shards: list[int] | None = None, count: int | None = None) -> None:
        shard_options: Any = {"shard_ids": shards, "shard_count": count}
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=60,
            guild_ready_timeout=0.01,
            **shard_options,
        )
        self.resumed = asyncio.Event()
        self.tree.add_command(new)
        self.tree.add_command(slow)
        self.tree.add_command(silent)
        self.tree.add_command(weigh)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(CountButton, HandButton, FormButton)
        await self.tree.sync()

    async def on_shard_resumed(self, shard: int) -> None:
        self.resumed.set()


@app_commands.command(description="A new table")
@app_commands.choices(game=[app_commands.Choice(name="Voren", value="voren")])
async def new(
    interaction: discord.Interaction[Any],
    count: app_commands.Range[int, 0, 9],
    game: str = "voren",
    rule: str | None = None,
    partner: discord.Member | None = None,
) -> None:
    await interaction.response.send_message(view=build_table(count))


@new.autocomplete("rule")
async def suggest_rules(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=text, value=text) for text in ("follow suit", "trump") if current in text]


@app_commands.command(description="Answers later")
async def slow(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.defer(ephemeral=True)
    await interaction.edit_original_response(content="Here it is")
    await interaction.followup.send("And this", ephemeral=True)


@app_commands.command(description="Never answers")
async def silent(interaction: discord.Interaction[Any]) -> None:
    return


@app_commands.command(description="Reads a file")
async def weigh(interaction: discord.Interaction[Any], file: discord.Attachment, note: str = "") -> None:
    body = await file.read()
    text = f"{file.filename} {file.content_type} {file.size} {len(body)} {body[:20]!r} {file.ephemeral} {note}"
    await interaction.response.send_message(text.rstrip(), ephemeral=True)


@weigh.autocomplete("note")
async def suggest_note(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=typed, value=typed)]


@contextlib.asynccontextmanager
async def run_botlet(
    sandbox: Sandbox, shards: list[int] | None = None, count: int | None = None
) -> AsyncIterator[Botlet]:
    """Connect the bot, or some of its shards, to a stand-in, and put discord.py's addresses back afterwards."""
    addresses = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = sandbox.api_base, yarl.URL(sandbox.gateway_url)
    bot, shard_ids = Botlet(shards, count), set(shards or [0])
    task = asyncio.create_task(bot.start(sandbox.token))
    try:
        online = asyncio.create_task(sandbox.people.until(lambda: shard_ids <= sandbox.gateway.online_shards, 10))
        await asyncio.wait((task, online), return_when=asyncio.FIRST_COMPLETED)
        if not online.done():
            online.cancel()
            await task
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)
        await sandbox.people.until(lambda: not shard_ids & sandbox.gateway.online_shards, 10)  # it has heard of that
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = addresses
