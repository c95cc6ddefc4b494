"""Opening a pad: at once where its game is known, else after asking what is played and who wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.app.router import ComponentInteraction, route
from bot.app.services import Services
from bot.common.errors import Declined
from bot.common.text import NAME_LIMIT, name_key, plain
from bot.pads.free_game import FreeGame
from bot.pads.pad import game_of
from bot.people.bans import check_not_banned
from bot.transport.interactions.responses import Response
from bot.ui.kit.components import custom_id
from bot.ui.kit.custom_ids import CustomId
from bot.ui.kit.modals import labelled_modal, text_label
from bot.ui.pads.players import guests_panel
from cogs.base import ComponentCog
from cogs.pads.common import proposals
from cogs.pads.guests import guests
from cogs.table.lobby import place_for
from data.pads.records import FREE_GAME_ID, NewPad, PadPlayer
from rules.registry import GAMES

LONGEST_GUESTS: Final = 400
"""Letters of the names of guests."""


class Opening(ComponentCog):
    """The choice of a pad's game, and the form of a pad for any other game."""

    @route(CustomId.OPEN_PAD, response="public", on="private")
    async def _open_pad(self, component: ComponentInteraction) -> None:
        """Open a pad of the chosen game (`open_pad`)."""
        await open_chosen(component.response, self.services, component.choice)

    @route(CustomId.SUBMIT_PAD_FORM, response="public", on="anywhere")
    async def _submit_pad_form(self, component: ComponentInteraction) -> None:
        """Open a pad as the form of `ask_for_game` says (`submit_pad_form:PLAYING`)."""
        typed = {key: "".join(values) for key, values in component.fields.items()}
        winning_rule = typed.get("wins", "")
        options = {"wins": winning_rule} if winning_rule in FreeGame.options["wins"].allowed else {}
        guest_names, playing = guests_in(typed.get("guests")), component.number(0) != 0
        await open_pad(
            component.response,
            self.services,
            FREE_GAME_ID,
            typed.get("name", ""),
            guest_names,
            options,
            playing=playing,
        )


async def open_chosen(response: Response, services: Services, game: str) -> None:
    """Open a pad of a game that was chosen in a list; of any other game its form comes first.

    Raises Declined where there is no such game and where no pad may be opened, StoreError.
    """
    if game not in {*GAMES, FREE_GAME_ID}:
        raise Declined("There is no such game. `/help` lists the games.")
    if game == FREE_GAME_ID:
        await place_for(services, response.interaction, "pad")
        await ask_for_game(response)
    else:
        await open_pad(response, services, game)


async def ask_for_game(response: Response, name: str = "", called: str = "", *, playing: bool = True) -> None:
    """Open the form of a pad for a game that the bot does not know."""
    game = text_label("name", "Which game", NAME_LIMIT, hint="Blank: Any game", value=name, required=False)
    labels = {"most": "The most points win", "fewest": "The fewest points win"}
    wins = [discord.SelectOption(label=label, value=value, default=value == "most") for value, label in labels.items()]
    winner = ui.Label(text="Who wins", component=ui.Select[Any](custom_id="wins", options=wins))
    hint = "Players who are not members here: names with commas between"
    guests = text_label("guests", "Guests", LONGEST_GUESTS, hint=hint, value=called, required=False)
    submit = custom_id(CustomId.SUBMIT_PAD_FORM, int(playing))
    await response.modal(labelled_modal("A pad for any game", submit, game, winner, guests))


async def open_pad(
    response: Response,
    services: Services,
    game: str,
    name: str = "",
    called: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    *,
    playing: bool = True,
) -> None:
    """Open a pad of a game where the interaction was, for its person if they play and for these guests.

    Raises Declined where it may not be opened, StoreError.
    """
    guild, channel = await place_for(services, response.interaction, "pad")
    about, who = game_of(game), response.interaction.user
    await check_not_banned(services.store, guild, who.id)
    people = [*([(who.id, who.display_name)] if playing else []), *((None, guest) for guest in called)]
    players = [PadPlayer(place + 1, user, shown_name, place) for place, (user, shown_name) in enumerate(people)]
    new = NewPad(game, about.version, plain(name, NAME_LIMIT), about.resolve(options or {}), guild, channel, who.id)
    pad = await services.pads.open(new, who.display_name, players, response.interaction.id)
    await services.pad_boards.post(response, pad.id)
    if called and (proposed := await proposals(services, pad)):
        await response.send_privately(guests_panel(pad, proposed=proposed))


def guests_in(typed: str | None) -> list[str]:
    """Return the names of guests, each once. Raises Declined where two read the same."""
    names = [] if not typed or not typed.strip() else guests(typed)
    if len(set(map(name_key, names))) < len(names):
        raise Declined("Choose other names: two guests have the same one.")
    return names
