"""Requests as discord.py itself makes them: one of each kind the bot sends, for the tests of the checker."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, cast

import discord
from discord import app_commands, ui
from discord.http import HTTPClient, MultipartParameters, Route, handle_message_parameters
from discord.webhook.async_ import AsyncWebhookAdapter, interaction_message_response_params, interaction_response_params

Json = Any

APPLICATION, CHANNEL, MESSAGE, INTERACTION = 1100, 2200, 3300, 4400
TOKEN = "aW50ZXJhY3Rpb246dG9rZW4"
NOBODY = discord.AllowedMentions.none()


@dataclass(slots=True)
class Sample:
    """A request on its way to Discord."""

    method: str
    path: str
    body: Json = None
    content_type: str | None = None
    files: list[tuple[str, str, int]] = field(default_factory=list[tuple[str, str, int]])
    query: dict[str, str] = field(default_factory=dict[str, str])


def make_sample(route: Route, body: Json, form: list[dict[str, Any]] | None, query: Mapping[str, Any] | None) -> Sample:
    """A request from what discord.py hands to its session."""
    sent_message = Sample(
        route.method, route.url.removeprefix(Route.BASE), query={k: str(v) for k, v in (query or {}).items()}
    )
    if form:
        parts = {part["name"]: part for part in form}
        sent_message.body = json.loads(parts.pop("payload_json")["value"])
        sent_message.content_type = "multipart/form-data"
        sent_message.files = [
            (name, entry["filename"], len(entry["value"].getbuffer())) for name, entry in parts.items()
        ]
    elif body is not None:
        sent_message.body = json.loads(discord.utils._to_json(body))
        sent_message.content_type = "application/json"
    return sent_message


class Http(HTTPClient):
    """discord.py's client, stopped at the point where it would send."""

    async def request(
        self, route: Route, *, files: Any = None, form: Any = None, **rest: Any
    ) -> Any:  # what a caller would await is an answer; here it is the request
        return make_sample(route, rest.get("json"), list(form) if form else None, rest.get("params"))


class Adapter(AsyncWebhookAdapter):
    """The same for interactions and their webhooks."""

    async def request(self, route: Route, session: Any, **rest: Any) -> Any:
        return make_sample(route, rest.get("payload"), rest.get("multipart"), rest.get("params"))


def picture(name: str, text: str) -> discord.File:
    """A file with its alt text."""
    return discord.File(BytesIO(b"\x89PNG" + bytes(60)), filename=name, description=text)


def button(label: str, key: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary, **rest: Any) -> Any:
    """A button that outlives a restart."""
    return ui.Button[Any](label=label, custom_id=key, style=style, **rest)


def cards(count: int, **rest: Any) -> Any:
    """A select of cards."""
    options = [
        discord.SelectOption(label=f"Card {n}", value=f"c{n}", description="may be played") for n in range(count)
    ]
    return ui.Select[Any](custom_id="play:7:12", placeholder="Play a card", options=options, **rest)


class Table(ui.LayoutView):
    """What a table's public message holds."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        card = ui.Section[Any](ui.TextDisplay("### Voren\nFirst trick"), accessory=button("Poke", "poke:7"))
        gallery = ui.MediaGallery[Any](
            discord.MediaGalleryItem("attachment://table.png", description="Four hands, a pot")
        )
        row = ui.ActionRow[Any](*(button(word, f"{word}:7:12") for word in ("Hand", "Log", "Rules", "Stay")))
        row.add_item(button("Fold", "fold:7:12", discord.ButtonStyle.danger, emoji="♠️"))
        again = ui.ActionRow[Any](ui.Button[Any](label="Rulebook", url="https://example.org/voren"))
        parts = (card, gallery, ui.Separator[Any](), ui.TextDisplay[Any]("Ann leads; the pot holds 12."), row)
        self.add_item(ui.Container[Any](*parts, accent_colour=discord.Colour(0x2E7D32)))
        self.add_item(again)


class Hand(ui.LayoutView):
    """What a seat sees of its hand."""

    def __init__(self, count: int = 25) -> None:
        super().__init__(timeout=None)
        thumbnail = ui.Thumbnail[Any]("attachment://hand.png", description="Your hand: G♠ 5♥ 1♦")
        self.add_item(ui.Section[Any](ui.TextDisplay("Your hand"), accessory=thumbnail))
        self.add_item(ui.ActionRow[Any](cards(count)))


class Form(ui.Modal, title="Score a hand"):
    """A form with every kind of field the bot uses."""

    note: Any = ui.TextDisplay("Points as they were at the table.")
    points: Any = ui.Label(
        text="Points",
        description="0 to 100",
        component=ui.TextInput(custom_id="p", min_length=1, max_length=3, default="12"),
    )
    who: Any = ui.Label(
        text="Who",
        component=ui.Select(
            custom_id="w", options=[discord.SelectOption(label="Ann"), discord.SelectOption(label="Bo")]
        ),
    )
    how: Any = ui.Label(
        text="How",
        component=ui.RadioGroup(
            custom_id="h", options=[discord.RadioGroupOption(label="Won"), discord.RadioGroupOption(label="Lost")]
        ),
    )
    sure: Any = ui.Label(text="Played to the end", component=ui.Checkbox(custom_id="s", default=True))


def make_ping() -> Any:
    """A classic view: one row with one button."""
    view = ui.View(timeout=None)
    view.add_item(button("My hand", "hand:7:12", discord.ButtonStyle.primary))
    view.add_item(cards(3, row=1))
    return view


def commands() -> list[dict[str, Any]]:
    """A tree with a group, options of several kinds, and a context menu."""
    group = app_commands.Group(name="voren", description="Voren, for a pot", guild_only=True)

    @group.command(name="new", description="Set up a table")
    @app_commands.describe(
        seats="How many play", ante="What each puts in", deal="Who deals", name="A name for the table"
    )
    @app_commands.choices(
        deal=[app_commands.Choice(name="Cut for it", value="cut"), app_commands.Choice(name="Host", value="host")]
    )
    async def new(
        _: discord.Interaction,
        seats: app_commands.Range[int, 2, 10],
        ante: int = 1,
        deal: str = "cut",
        name: app_commands.Range[str, 1, 40] = "",
        where: discord.TextChannel | None = None,
    ) -> None:
        """Set up a table."""

    rules = app_commands.Group(name="rules", description="Rulebooks")

    @rules.command(name="voren", description="Voren's rulebook")
    async def voren(_: discord.Interaction, clause: str = "") -> None:
        """Voren's rulebook."""

    @voren.autocomplete("clause")
    async def complete(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return []

    async def seats_of(_: discord.Interaction, message: discord.Message) -> None:
        """Who sits here."""

    client = discord.Client(intents=discord.Intents(guilds=True))
    tree = app_commands.CommandTree(client)
    menu = app_commands.ContextMenu(name="Who sits here?", callback=seats_of)
    for each_group in (group, rules, menu):
        tree.add_command(each_group)
    everything = [*tree.get_commands(), *tree.get_commands(type=discord.AppCommandType.message)]
    # Twice over the same: get_commands without a type holds menus in some releases.
    distinct = {(sample.name, type(sample)): sample for sample in everything}
    return [cast("dict[str, Any]", sample.to_dict(tree)) for sample in distinct.values()]


async def requests() -> dict[str, Sample]:
    """One request of each kind, by a name."""
    http, adapter, session = Http(asyncio.get_running_loop()), Adapter(), cast("Any", None)
    player = discord.Object(5500)

    def respond(params: MultipartParameters) -> Any:
        return adapter.create_interaction_response(INTERACTION, TOKEN, session=session, params=params)

    def message(**rest: Any) -> MultipartParameters:
        return handle_message_parameters(previous_allowed_mentions=NOBODY, **rest)

    def answer(kind: int, **rest: Any) -> Any:
        return respond(interaction_message_response_params(type=kind, previous_allowed_mentions=NOBODY, **rest))

    ephemeral = discord.MessageFlags(ephemeral=True)
    embed = discord.Embed(title="Standings", description="After three hands").add_field(name="Ann", value="12")
    follow = message(view=Hand(3), flags=discord.MessageFlags(ephemeral=True), file=picture("hand.png", "Your hand"))
    edited = message(view=Table(), attachments=[picture("table.png", "Later")])
    data: dict[str, Any] = {
        "table": http.send_message(
            CHANNEL, params=message(view=Table(), file=picture("table.png", "A table"), nonce="7-12-t")
        ),
        "ping": http.send_message(
            CHANNEL,
            params=message(
                content="<@5500>, your lead.",
                view=make_ping(),
                nonce="7-12-p",
                allowed_mentions=discord.AllowedMentions(users=[player]),
            ),
        ),
        "table edit": http.edit_message(CHANNEL, MESSAGE, params=edited),
        "ping edit": http.edit_message(CHANNEL, MESSAGE, params=message(content="Played.", view=None)),
        "standings": http.send_message(CHANNEL, params=message(embed=embed)),
        "hand": answer(4, view=Hand(), flags=ephemeral, file=picture("hand.png", "Your hand")),
        "refusal": answer(4, content="It is not your turn (K4.4).", flags=discord.MessageFlags(ephemeral=True)),
        "update": answer(7, view=Table(), attachments=[picture("table.png", "A table")]),
        "thinking": respond(interaction_response_params(type=5, data={"flags": 64})),
        "later": respond(interaction_response_params(type=6)),
        "form": respond(interaction_response_params(type=9, data=Form(custom_id="pad:9").to_dict())),
        "choices": respond(
            interaction_response_params(
                type=8, data={"choices": [app_commands.Choice(name="V5.2", value="V5.2").to_dict()]}
            )
        ),
        "followup": adapter.execute_webhook(
            APPLICATION, TOKEN, session=session, wait=True, with_components=True, **params_of(follow)
        ),
        "original": adapter.edit_original_interaction_response(
            APPLICATION,
            TOKEN,
            session=session,
            **params_of(message(view=Hand(2), attachments=[picture("hand.png", "Now")])),
        ),
        "commands": http.bulk_upsert_global_commands(APPLICATION, commands()),
        "emoji": http.create_application_emoji(APPLICATION, "voren_g_s", "data:image/png;base64,iVBORw0KGgo="),
        "thread": http.start_thread_without_message(
            CHANNEL, name="Voren: Ann's table", auto_archive_duration=10080, type=11
        ),
        "thread from message": http.start_thread_with_message(
            CHANNEL, MESSAGE, name="Voren", auto_archive_duration=1440
        ),
        "wake": http.edit_channel(CHANNEL, archived=False),
        "delete": http.delete_message(CHANNEL, MESSAGE),
        "me": http.request(Route("GET", "/users/@me")),
        "application": http.application_info(),
        "gateway": http.request(Route("GET", "/gateway/bot")),
        "emojis": http.request(Route("GET", "/applications/{application_id}/emojis", application_id=APPLICATION)),
    }
    return {name: cast("Sample", await value) for name, value in data.items()}


def params_of(params: MultipartParameters) -> dict[str, Any]:
    """Message parameters as the webhook adapter takes them."""
    return {"payload": params.payload, "multipart": params.multipart, "files": params.files}
