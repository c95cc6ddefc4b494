"""`/league`: leagues of a server, for members, organisers and managers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app.router import ComponentInteraction, route
from bot.common.command_permissions import CommandPermissions
from bot.common.errors import Declined, Stale
from bot.common.text import NAME_LIMIT, escape, person_name, plain
from bot.common.time_spans import DAY_MS, DAY_SECONDS
from bot.leagues.cups import fewest_to_begin
from bot.leagues.entry import EntryRefusal, entry_refusal, max_entrants
from bot.leagues.groups import GROUP_SIZES
from bot.people.bans import BANNED_TEXT
from bot.tables.model.seats import pairs
from bot.transport.interactions.responses import Response
from bot.transport.interactions.visibility import may_see_channel
from bot.transport.messages.league_boards import NO_LEAGUE
from bot.ui.kit.components import custom_id
from bot.ui.kit.custom_ids import CustomId
from bot.ui.kit.forms import decode_values, encode
from bot.ui.kit.modals import make_modal, parse_fields
from bot.ui.leagues import (
    ending_panel,
    league_list,
    league_log,
    leaving_panel,
    opening_panel,
    starting_panel,
)
from bot.ui.table import layouts
from bot.ui.table.lobby_panel import chosen_options, options_draft, options_form
from cogs.base import ComponentCog
from cogs.table.lobby import place_for
from data.leagues.records import ACTIVE, Entrant, LeagueRecord, NewLeague, NewLeagueAct
from rules.registry import GAMES

MAX_LISTED: Final = 10
"""Seasons of a list."""

MAX_CONSIDERED: Final = 50
"""Newest seasons of a server among which those are looked for that a person may see."""

MAX_REASON_LETTERS: Final = 200
"""Letters of a reason."""

MAX_CORRECTION: Final = 100
"""Points of a correction at most."""

MAX_DAYS_TO_END: Final = 60
"""Days from now to the end of a season at most."""

WHICH: Final = "The league's number (standard: the newest of this channel, else of this server)"
ORGANISER: Final = CommandPermissions(grants="With Manage Server: leagues of other organisers, too.").extras()
NOT_ORGANISER: Final = "Only the organiser of this league and managers of this server can do that."
MANAGERS_ONLY: Final = "Only managers of this server can open a league."
CHANGED_TEXT: Final = "The league has changed meanwhile. Look at it again: `/league show`."
GONE_BUTTON_TEXT: Final = "This button no longer works. Use `/league open`."
ENTRY_REFUSAL_TEXTS: Final[Mapping[EntryRefusal, str]] = {
    "over": "This season is over. Look for another: `/league list`.",
    "closed": "The first stage of this cup is over. Nobody can enter it any more.",
    "full": "This season is full: {most} people have entered.",
    "out": "You have no place in this season any more.",
    "banned": BANNED_TEXT,
    "new": "Play one table here to its end first. Open one: `/help`, *Open a table*. Or join one: `/table lobbies`.",
}
"""Why the person who presses *Enter* may not."""
SUBSTITUTE_REFUSAL_TEXTS: Final[Mapping[EntryRefusal, str]] = {
    "over": "This season is over.",
    "full": "This season is full.",
    "out": "{name} has no place in this season any more.",
    "banned": "{name} is banned from all tables here.",
    "new": "{name} has to play one table here to its end first.",
}
"""Why `{name}` may not take over a place."""


@app_commands.guild_only()
class Leagues(
    ComponentCog, commands.GroupCog, name="league", group_description="Leagues and cups: tables for some weeks"
):
    """Leagues."""

    # -- commands for all --------------------------------------------------------------------------------------------

    @app_commands.command(name="list", description="The leagues of this server")
    async def list(self, interaction: discord.Interaction[Any]) -> None:
        """List the newest seasons."""
        async with self.services.responder.respond(interaction, "private") as response:
            assert interaction.guild_id is not None
            seasons = await self.services.store.leagues.of_server(interaction.guild_id, MAX_CONSIDERED)
            visible = [season for season in seasons if _is_visible(interaction, season)]
            await response.send(layout=league_list(visible[:MAX_LISTED]))

    @app_commands.command(name="show", description="Post a league at the bottom of this channel")
    @app_commands.describe(league=WHICH)
    async def show(
        self, interaction: discord.Interaction[Any], league: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Post a league's message anew."""
        async with self.services.responder.respond(interaction, "public") as response:
            await place_for(self.services, interaction, "league")
            await self.services.league_boards.post(response, (await self._find_league(interaction, league)).id)

    # -- commands of managers and organisers -------------------------------------------------------------------------

    @app_commands.command(
        name="open",
        description="Open a league in this channel; you are asked once more",
        extras=CommandPermissions(needs="Manage Server").extras(),
    )
    @app_commands.describe(
        name="The league's name",
        game="The game",
        seats="People at a table",
        entry="Days for entry, then all tables open (standard: 7)",
        weeks="Weeks from then to the end, in a cup weeks of each stage (standard: 4)",
        clock="Time for a move (standard: a day)",
        organiser="Who runs it (standard: you)",
        cup="A cup for 8 to 32 people, in stages: how many of each table go on (standard: no cup)",
    )
    @app_commands.choices(game=[app_commands.Choice(name=game.name, value=game.id) for game in GAMES.values()])
    @app_commands.choices(
        seats=[app_commands.Choice(name=str(seats), value=seats) for seats in GROUP_SIZES],
        cup=[app_commands.Choice(name=f"Cup: {many} of each table", value=many) for many in (1, 2)],
        clock=[app_commands.Choice(name=name, value=days) for name, days in (("a day", 1), ("3 days", 3))],
    )
    async def open(
        self,
        interaction: discord.Interaction[Any],
        name: app_commands.Range[str, 1, NAME_LIMIT],
        game: str,
        seats: int,
        entry: app_commands.Range[int, 1, 28] = 7,
        weeks: app_commands.Range[int, 1, 6] = 4,
        clock: int = 1,
        organiser: discord.User | None = None,
        cup: int = 0,
    ) -> None:
        """Ask whether it is meant."""
        async with self.services.responder.respond(interaction, "private") as response:
            terms = game, seats, entry, weeks, clock, interaction.user.id if organiser is None else organiser.id, cup
            new = await self._new_league(interaction, name, *terms)
            await response.send(layout=opening_panel(new, *terms, new.name))

    async def _new_league(
        self, interaction: discord.Interaction[Any], name: str, game: str, seats: int, entry: int, weeks: int,
        days: int, organiser: int, cup: int,
    ) -> NewLeague:  # fmt: skip
        """Return the season that a manager wants. Raises Declined, StoreError."""
        guild, channel = await place_for(self.services, interaction, "league")
        if not interaction.permissions.manage_guild:
            raise Declined(MANAGERS_ONLY)
        if not isinstance(interaction.channel, discord.TextChannel):
            raise Declined("Open a league in a text channel: its tables get threads there.")
        title, known_game = plain(name, NAME_LIMIT), GAMES.get(game)
        if not title:
            raise Declined("Type a name that can be read.")
        if known_game is None or seats not in GROUP_SIZES or not known_game.seats[0] <= seats <= known_game.seats[1]:
            most = "" if known_game is None else f"{known_game.name} has no tables of {seats}. "
            raise Declined(f"{most}Choose the other size: 3 or 4 people at a table.")
        if weeks < 2 and not cup:
            raise Declined("A league lasts 2 weeks at least.")
        if cup == 1 and pairs(known_game):
            raise Declined(f"In {known_game.name} partners go on together. Choose the cup with 2 of each table.")
        starts = self.services.clock() + entry * DAY_MS
        who = interaction.user.display_name if organiser == interaction.user.id else ""
        previous = await self.services.store.leagues.of_server(guild, MAX_CONSIDERED)
        if any(season.name == title and season.status == "entry" for season in previous):
            raise Declined(f"{escape(title)} is open for entry already. See it: `/league show`.")
        finished_seasons = (season for season in previous if season.status == "over" and not season.advance)
        last = None if cup else next((season.id for season in finished_seasons if season.game == game), None)
        length = 7 * weeks * DAY_MS
        return NewLeague(
            guild, channel, title, game, seats, days * DAY_SECONDS, starts, starts + length, organiser, who, last,
            cup, length,
        )  # fmt: skip

    @app_commands.command(name="options", description="Change the game's options before the start", extras=ORGANISER)
    @app_commands.describe(league=WHICH)
    async def options(
        self, interaction: discord.Interaction[Any], league: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Open the form of the game's options."""
        async with self.services.responder.respond(interaction, "private") as response:
            record = await self._find_organised(interaction, league)
            _require_entry(record)
            game = GAMES[record.game]
            submit = custom_id(CustomId.SUBMIT_LEAGUE_OPTIONS_FORM, record.id)
            await response.modal(make_modal(options_form(game), submit, str, options_draft(game, record.options)))

    @app_commands.command(name="start", description="Close entry and start the season now", extras=ORGANISER)
    @app_commands.describe(league=WHICH)
    async def start(
        self, interaction: discord.Interaction[Any], league: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Ask whether it is meant."""
        async with self.services.responder.respond(interaction, "private") as response:
            record = await self._find_organised(interaction, league)
            _require_can_start(record)
            await response.send(layout=starting_panel(record))

    @app_commands.command(name="end", description="Move the end of the season, or end it now", extras=ORGANISER)
    @app_commands.describe(days="Days from now to the end (0: now)", league=WHICH)
    async def end(
        self,
        interaction: discord.Interaction[Any],
        days: app_commands.Range[int, 0, MAX_DAYS_TO_END],
        league: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """Ask whether it is meant."""
        async with self.services.responder.respond(interaction, "private") as response:
            record, ends = await self._find_organised(interaction, league), self.services.clock() + days * DAY_MS
            if record.ended is not None:
                raise Declined("This season is over.")
            if days and record.status == "entry" and ends <= record.starts:
                raise Declined("The season has not started by then.")
            await response.send(layout=ending_panel(record, ends, now=days == 0))

    @app_commands.command(name="replace", description="Give somebody's place to another person", extras=ORGANISER)
    @app_commands.describe(
        member="Who plays no more",
        reason="Why",
        by="Who takes the place (standard: the next of the waiting list)",
        computers="Let computers have the place if nobody is on the waiting list (standard: no)",
        league=WHICH,
    )
    async def replace(
        self,
        interaction: discord.Interaction[Any],
        member: discord.User,
        reason: app_commands.Range[str, 1, MAX_REASON_LETTERS],
        by: discord.User | None = None,
        computers: bool = False,
        league: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """Replace an entrant of a season that is played."""
        async with self.services.responder.respond(interaction, "private") as response:
            record = await self._find_organised(interaction, league)
            entrant, who = _require_player(record, member.id), interaction.user
            refusal = None if by is None else await entry_refusal(self.services.store, record, by.id)
            if by is not None and refusal is not None and refusal != "closed":  # an organiser may in any stage
                raise Declined(SUBSTITUTE_REFUSAL_TEXTS[refusal].format(name=escape(by.display_name)))
            if (
                by is not None
                and (substitute_entrant := record.entrant(by.id)) is not None
                and substitute_entrant.is_playing
            ):
                raise Declined(f"{escape(by.display_name)} plays in this league already.")
            calendar, other = self.services.league_calendar, None if by is None else (by.id, by.display_name)
            if other is None and not computers and await calendar.substitute_for(record, entrant) is None:
                raise Declined("Nobody is on the waiting list. Name a person with `by`, or set `computers`.")
            act = NewLeagueAct("replace", who.id, who.display_name, member.id, reason)
            is_done, name = await calendar.replace(record, entrant, other, act)
            subject = "Computers take" if name is None else f"{escape(person_name(name))} takes"
            await self._answer_command(
                response,
                record,
                is_done,
                f"{subject} the seats of {escape(member.display_name)} at all open tables.",
            )

    @app_commands.command(name="void", description="Let a table of the league not count", extras=ORGANISER)
    @app_commands.describe(table="The table's number", reason="Why", league=WHICH)
    async def void(
        self,
        interaction: discord.Interaction[Any],
        table: app_commands.Range[int, 1],
        reason: app_commands.Range[str, 1, MAX_REASON_LETTERS],
        league: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """Void a table; it ends if it is still played."""
        async with self.services.responder.respond(interaction, "private") as response:
            record, who = await self._find_organised(interaction, league), interaction.user
            if all(place.table != table for place in record.tables):
                raise Declined(f"Table {table} is not a table of this league. Its message lists them.")
            act = NewLeagueAct("void", who.id, who.display_name, None, reason, table)
            await self._answer_command(
                response,
                record,
                await self.services.store.leagues.set_void(record.id, table, act),
                f"table {table} does not count. It ends in a moment if it is still played.",
            )

    @app_commands.command(name="correct", description="Give somebody points, or take some", extras=ORGANISER)
    @app_commands.describe(
        member="Whose points", points="Points to add; with a minus: to take", reason="Why", league=WHICH
    )
    async def correct(
        self,
        interaction: discord.Interaction[Any],
        member: discord.User,
        points: app_commands.Range[int, -MAX_CORRECTION, MAX_CORRECTION],
        reason: app_commands.Range[str, 1, MAX_REASON_LETTERS],
        league: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """Correct the points of an entrant."""
        async with self.services.responder.respond(interaction, "private") as response:
            record, who = await self._find_organised(interaction, league), interaction.user
            _require_player(record, member.id)
            act = NewLeagueAct("correct", who.id, who.display_name, member.id, reason, points)
            await self._answer_command(
                response,
                record,
                await self.services.store.leagues.change(record.id, ("playing",), act),
                f"{points:+d} {'point' if abs(points) == 1 else 'points'} for {escape(member.display_name)}.",
            )

    @app_commands.command(name="log", description="What was done to a league", extras=ORGANISER)
    @app_commands.describe(league=WHICH)
    async def log(
        self, interaction: discord.Interaction[Any], league: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Show the log of a season."""
        async with self.services.responder.respond(interaction, "private") as response:
            record = await self._find_organised(interaction, league)
            await response.send(layout=league_log(record, await self.services.store.leagues.acts(record.id)))

    # -- buttons -----------------------------------------------------------------------------------------------------

    @route(CustomId.OPEN_LEAGUE, response="public", on="private")
    async def _open_league(self, component: ComponentInteraction) -> None:
        """Open the season of the question (`open_league:GAME:SEATS:ENTRY:WEEKS:DAYS:ORGANISER:CUP:NAME`)."""
        numbers = [component.number(place) for place in range(1, 7)]
        if None in numbers or len(component.args) < 8:
            raise Declined(GONE_BUTTON_TEXT)
        seats, entry, weeks, days, organiser, cup = (number or 0 for number in numbers)
        if not (1 <= entry <= 28 and 1 <= weeks <= 6 and days in {1, 3} and cup in {0, 1, 2}):
            raise Declined(GONE_BUTTON_TEXT)
        name, game = ":".join(component.args[7:]), component.word(0)
        new = await self._new_league(component.interaction, name, game, seats, entry, weeks, days, organiser, cup)
        number = await self.services.store.leagues.open(new, component.interaction.id)
        self.services.league_boards.notify(new.guild)
        await self.services.league_boards.post(component.response, number)

    @route(CustomId.ENTER_LEAGUE, response="private", on="public")
    async def _enter_league(self, component: ComponentInteraction) -> None:
        """Enter the presser, or put them on the waiting list.

        Raises Declined where they may not enter, and Stale where the league has changed.
        """
        record, who = await self._load_pressed(component), component.interaction.user
        if (refusal := await entry_refusal(self.services.store, record, who.id)) is not None:
            raise Declined(ENTRY_REFUSAL_TEXTS[refusal].format(most=max_entrants(record.advance)))
        if record.entrant(who.id) is None and not await self.services.store.leagues.enter(
            record.id, who.id, who.display_name
        ):
            raise Stale(CHANGED_TEXT)
        self.services.league_boards.notify(record.guild)
        entrant = (await self.services.league_boards.find(record.id)).entrant(who.id)
        if entrant is not None and entrant.state == "waiting":
            sentence = "You are on the waiting list. You play as soon as a place is free."
        elif record.status == "playing":
            sentence = "You play in this season. Your tables: `/table mine`."
        else:
            sentence = (
                f"You are in. All tables open <t:{record.starts // 1000}:f>. You are mentioned when it is your turn."
            )
        await component.response.send_sentence(sentence)

    @route(CustomId.ASK_TO_LEAVE_LEAGUE, response="private", on="public")
    async def _ask_to_leave_league(self, component: ComponentInteraction) -> None:
        """Withdraw somebody who has no place yet; ask others whether they mean it."""
        record, who = await self._load_pressed(component), component.interaction.user
        entrant = record.entrant(who.id)
        if entrant is None or entrant.state == "out":
            raise Declined("You are not in this league.")
        if entrant.place is not None:
            await component.response.send(layout=leaving_panel(record))
            return
        if not await self.services.store.leagues.leave(record.id, who.id):
            raise Stale(CHANGED_TEXT)
        self.services.league_boards.notify(record.guild)
        await component.response.send_sentence(f"You have withdrawn from {escape(record.name)}.")

    @route(CustomId.LEAVE_LEAGUE, response="update", on="private")
    async def _leave_league(self, component: ComponentInteraction) -> None:
        """Withdraw the presser from the season. Raises Stale where they are not in it."""
        record, who = await self._load_pressed(component), component.interaction.user
        if (entrant := record.entrant(who.id)) is None:
            raise Stale(CHANGED_TEXT)
        act = NewLeagueAct("withdraw", who.id, who.display_name, who.id)
        has_left, _ = await self.services.league_calendar.replace(record, entrant, None, act)
        await self._answer_question(component, record, has_left, f"You have withdrawn from {escape(record.name)}.")

    @route(CustomId.SUBMIT_LEAGUE_OPTIONS_FORM, response="private", on="anywhere")
    async def _submit_league_options_form(self, component: ComponentInteraction) -> None:
        """Set the submitted options of the league (`submit_league_options_form:LEAGUE`)."""
        record, who = await self._load_pressed(component), component.interaction.user
        _require_organiser(component.interaction, record)
        game = GAMES[record.game]
        form = options_form(game)
        draft, error_text = parse_fields(form, component.fields)
        if error_text:
            raise Declined(error_text)
        chosen = chosen_options(game, decode_values(form, encode(form, draft)))
        options = {name: value for name, value in chosen.items() if value != game.options[name].default}
        game.resolve(options, record.seats)
        act = NewLeagueAct("options", who.id, who.display_name)
        is_changed = await self.services.store.leagues.change(record.id, ("entry",), act, options=options)
        await self._answer_question(component, record, is_changed, "The options are changed. Everybody sees them.")

    @route(CustomId.START_LEAGUE, response="update", on="private")
    async def _start_league(self, component: ComponentInteraction) -> None:
        """Start the season now, as its organiser, whatever its planned start is."""
        record = await self._load_pressed(component)
        _require_organiser(component.interaction, record)
        _require_can_start(record)
        now_ms = self.services.clock()
        has_first_end = record.advance and record.ends == record.starts + record.stage_ms  # else it was moved
        times = {"starts": now_ms, "ends": now_ms + record.stage_ms if has_first_end else record.ends}
        started = await self.services.store.leagues.change(record.id, ("entry",), None, **times)
        await self._answer_question(component, record, started, "The season starts. Its tables open in a moment.")

    @route(CustomId.MOVE_LEAGUE_END, response="update", on="private")
    async def _move_league_end(self, component: ComponentInteraction) -> None:
        """Move the end (`move_league_end:LEAGUE:SECONDS`); with 0 end the season, or cancel it before its start."""
        record, who, leagues = (
            await self._load_pressed(component),
            component.interaction.user,
            self.services.store.leagues,
        )
        _require_organiser(component.interaction, record)
        ends = (component.number(1) or 0) * 1000
        if not ends and record.status == "entry":
            act = NewLeagueAct("cancel", who.id, who.display_name)
            await self._answer_question(
                component, record, await leagues.finish(record.id, {}, act), "The season is cancelled."
            )
            return
        now_ms = self.services.clock()
        ends = ends or now_ms
        if (
            not max(now_ms, record.starts if record.status == "entry" else 0)
            <= ends
            <= now_ms + MAX_DAYS_TO_END * DAY_MS
        ):
            raise Stale(CHANGED_TEXT)
        act = NewLeagueAct("move_end", who.id, who.display_name, amount=ends)
        is_moved = await leagues.change(record.id, ACTIVE, act, ends=ends)
        period_name = "This stage" if record.advance else "The season"
        await self._answer_question(component, record, is_moved, f"{period_name} ends <t:{ends // 1000}:f>.")

    # -- which league, and who may -----------------------------------------------------------------------------------

    async def _find_league(self, interaction: discord.Interaction[Any], number: int | None) -> LeagueRecord:
        """Return the league of that number, or the newest of the server. Raises Declined, StoreError."""
        assert interaction.guild_id is not None
        leagues = self.services.store.leagues
        if number is None:
            newest = await leagues.of_server(interaction.guild_id, MAX_CONSIDERED)
            visible = [season for season in newest if _is_visible(interaction, season)]
            channels_here = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)}
            number = next(
                (
                    season.id
                    for season in (
                        *(season_here for season_here in visible if season_here.channel in channels_here),
                        *visible,
                    )
                ),
                0,
            )
        record = await leagues.league(number)
        if record is None or not _is_visible(interaction, record):
            raise Declined(NO_LEAGUE)
        return record

    async def _find_organised(self, interaction: discord.Interaction[Any], number: int | None) -> LeagueRecord:
        """Return the league of that number, for its organiser and managers. Raises Declined, StoreError."""
        record = await self._find_league(interaction, number)
        _require_organiser(interaction, record)
        return record

    async def _load_pressed(self, component: ComponentInteraction) -> LeagueRecord:
        """Return the league that the first argument names. Raises Declined, StoreError."""
        number, message = component.number(0), component.interaction.message
        record = None if number is None else await self.services.store.leagues.league(number)
        if record is None or not _is_visible(component.interaction, record):
            raise Declined(NO_LEAGUE)
        if message is not None and not message.flags.ephemeral and message.id != record.message:
            await self.services.league_boards.record_press(record.id, message.channel.id, message.id)
        return record

    async def _answer_command(self, response: Response, record: LeagueRecord, is_changed: bool, sentence: str) -> None:
        """Answer a command of an organiser with what it has done. Raises Declined if it has changed nothing."""
        if not is_changed:
            raise Declined("That cannot be done: the season is not played, or somebody else did it before.")
        self.services.league_boards.notify(record.guild)
        await response.send_sentence(f"**{escape(record.name)}**: {sentence}")

    async def _answer_question(
        self, component: ComponentInteraction, record: LeagueRecord, is_changed: bool, sentence: str
    ) -> None:
        """Answer a question's button. Raises Stale if it has changed nothing."""
        if not is_changed:
            raise Stale(CHANGED_TEXT)
        self.services.league_boards.notify(record.guild)
        await component.response.send(layout=layouts.layout(layouts.text(sentence)))


def _is_visible(interaction: discord.Interaction[Any], record: LeagueRecord) -> bool:
    """Whether a league is there for somebody: in their server, in a channel that they see, or one that they run."""
    if record.guild != interaction.guild_id:
        return False
    runs = record.organiser == interaction.user.id or interaction.permissions.manage_guild
    return runs or interaction.channel_id == record.channel or may_see_channel(interaction, record.channel)


def _require_organiser(interaction: discord.Interaction[Any], record: LeagueRecord) -> None:
    if record.organiser != interaction.user.id and not interaction.permissions.manage_guild:
        raise Declined(NOT_ORGANISER)


def _require_entry(record: LeagueRecord) -> None:
    if record.status != "entry":
        raise Declined("This season has started already.")


def _require_can_start(record: LeagueRecord) -> None:
    _require_entry(record)
    if (entered := len(record.of_state("in"))) < (fewest := fewest_to_begin(record.seats, record.advance)):
        raise Declined(f"{entered} of at least {fewest} people have entered.")


def _require_player(record: LeagueRecord, user: int) -> Entrant:
    """Return the entrant with a place in a group. Raises Declined for anybody else."""
    entrant = record.entrant(user)
    if entrant is None or entrant.place is None:
        raise Declined("That person does not play in this league.")
    return entrant
