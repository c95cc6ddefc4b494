"""A small bot whose commands show every kind of message, component and modal field that the page must draw."""

import asyncio
import io
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image

Interaction = discord.Interaction[discord.Client]

CARDS = {"S7": "Seven of spades", "SK": "King of spades", "H9": "Nine of hearts", "DA": "Ace of diamonds"}
MARKDOWN = """# Heading
**bold** *italic* __under__ ~~struck~~ `code` ||secret|| <b>no markup</b>
- one
  - nested
1. first
> quoted
```py
a < b
```
[the rules](https://example.org/a_(b)) in <#{channel}> for <@{user}>, <t:1767225600:R>
https://discord.com/channels/1/{other}/2 or [over there](https://discord.com/channels/1/{other})"""


def draw_table(colour: str) -> discord.File:
    """Return a picture of 1100 x 500 pixels in one colour."""
    out = io.BytesIO()
    Image.new("RGB", (1100, 500), colour).save(out, "PNG")
    out.seek(0)
    return discord.File(out, "table.png", description="The table, seen from above")


class TableView(ui.LayoutView):
    """A message of Components V2 with one of everything."""

    def __init__(self, turn: str) -> None:
        super().__init__(timeout=None)
        gallery: ui.MediaGallery[TableView] = ui.MediaGallery()
        gallery.add_item(media="attachment://table.png", description="The table, seen from above")
        buttons: ui.ActionRow[TableView] = ui.ActionRow(
            ui.Button(label="My hand", custom_id="hand", style=discord.ButtonStyle.primary),
            ui.Button(label="Pass the turn", custom_id="turn", style=discord.ButtonStyle.success),
            ui.Button(label="Settings", custom_id="settings"),
            ui.Button(label="Silence", custom_id="silence", style=discord.ButtonStyle.danger),
            ui.Button(label="Closed", custom_id="closed", disabled=True),
        )
        select: ui.Select[TableView] = ui.Select(custom_id="card", placeholder="Play a card", options=list_options())
        many: ui.Select[TableView] = ui.Select(
            custom_id="discard", placeholder="Lay away two", options=list_options(), min_values=2, max_values=2
        )
        self.add_item(
            ui.Container[TableView](
                ui.TextDisplay(f"## Table 1\n**{turn}** is to play."),
                gallery,
                ui.Separator(),
                ui.Section(
                    ui.TextDisplay("Ada 12 · Bela 9"),
                    accessory=ui.Thumbnail("attachment://table.png", description="A small table"),
                ),
                buttons,
                ui.ActionRow(select),
                ui.ActionRow(many),
                ui.ActionRow(ui.UserSelect(custom_id="partner", placeholder="Choose a partner")),
                accent_colour=0xE3B95C,
            )
        )


def list_options() -> list[discord.SelectOption]:
    """Return the cards as options, with descriptions."""
    return [discord.SelectOption(label=label, value=card, description=card) for card, label in CARDS.items()]


class SettingsModal(ui.Modal, title="Settings of the table"):
    """A modal with one field of each kind."""

    intro: ui.TextDisplay[Any] = ui.TextDisplay("Change what you **like**.")
    name = ui.Label(text="Name", component=ui.TextInput(custom_id="name", min_length=3, max_length=20))
    suit = ui.Label(text="Trump", component=ui.Select(custom_id="trump", options=list_options()))
    pace = ui.Label(
        text="Pace",
        component=ui.RadioGroup(
            custom_id="pace",
            options=[
                discord.RadioGroupOption(label="Quick", value="quick"),
                discord.RadioGroupOption(label="Slow", value="slow"),
            ],
        ),
    )
    extras = ui.Label(
        text="Extras",
        component=ui.CheckboxGroup(
            custom_id="extras",
            required=False,
            options=[discord.CheckboxGroupOption(label=name, value=name.lower()) for name in ("Poke", "Kitty")],
        ),
    )


class DemoBot(discord.Client):
    """A bot that answers by custom id, so that no view has to be remembered."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=discord.AllowedMentions.none())
        self.tree = app_commands.CommandTree(self)
        group = app_commands.Group(name="voren", description="The game of Voren")
        group.command(name="new", description="Lay a new table")(new)
        self.tree.add_command(group)
        for command in (rules, say, think, nobody):
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: Interaction) -> None:
        data: dict[str, Any] = dict(interaction.data or {})
        if interaction.type is discord.InteractionType.modal_submit:
            await interaction.response.send_message(f"You wrote: {describe_answers(data)}", ephemeral=True)
        if interaction.type is not discord.InteractionType.component:
            return
        match data["custom_id"]:
            case "turn":
                await interaction.response.edit_message(view=TableView("Bela"), attachments=[draw_table("maroon")])
            case "settings":
                await interaction.response.send_modal(SettingsModal())
            case "silence":
                pass
            case custom_id:
                words = f"{custom_id}: {', '.join(data.get('values', [])) or 'pressed'}"
                await interaction.response.send_message(words, ephemeral=True)


def describe_answers(data: dict[str, Any]) -> str:
    """Return the values of a submitted modal as one line."""
    components = [entry["component"] for entry in data["components"] if "component" in entry]
    return "; ".join(
        f"{component['custom_id']}={component.get('value', component.get('values'))}" for component in components
    )


@app_commands.describe(seats="How many play", stakes="What is at stake", partner="Who plays with you", poke="With poke")
@app_commands.choices(
    stakes=[app_commands.Choice(name="Low", value="low"), app_commands.Choice(name="High", value="high")]
)
async def new(
    interaction: Interaction,
    seats: app_commands.Range[int, 2, 10],
    stakes: app_commands.Choice[str] | None = None,
    partner: discord.Member | None = None,
    poke: bool | None = None,
) -> None:
    """Lay a table, and say which options came."""
    given = f"{seats} seats, stakes {stakes and stakes.value}, partner {partner and partner.display_name}, poke {poke}"
    await interaction.response.send_message(view=TableView("Ada"), file=draw_table("darkgreen"))
    await interaction.followup.send(given, ephemeral=True)


@app_commands.command(description="Read the rules")
async def rules(interaction: Interaction, search: str) -> None:
    """Answer with the clause that was chosen."""
    await interaction.response.send_message(f"Clause {search}", ephemeral=True)


@rules.autocomplete("search")
async def clauses(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Return clauses that hold the words."""
    known = {"V1 The deal": "V1", "V2 The trick": "V2", "V3 The poke": "V3"}
    return [
        app_commands.Choice(name=name, value=value) for name, value in known.items() if current.lower() in name.lower()
    ]


@app_commands.command(description="Say something in markdown and mention somebody")
async def say(interaction: Interaction, who: discord.Member) -> None:
    """Send a message that mentions `who`, with all of markdown in it."""
    assert interaction.guild
    other = next(channel.id for channel in interaction.guild.text_channels if channel.name == "parlour")
    text = MARKDOWN.format(channel=interaction.channel_id, other=other, user=who.id)
    await interaction.response.send_message(text, allowed_mentions=discord.AllowedMentions(users=[who]))


@app_commands.command(description="Think first, answer later")
async def think(interaction: Interaction) -> None:
    """Defer the answer."""
    await interaction.response.defer(thinking=True)
    await asyncio.sleep(0.6)
    await interaction.edit_original_response(content="Thought about it.")


@app_commands.command(description="Never answer")
async def nobody(interaction: Interaction) -> None:
    """Give no answer at all."""
