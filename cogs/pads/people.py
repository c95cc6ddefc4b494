"""A pad's players, keepers, name and game, and its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.app.router import ComponentInteraction, route
from bot.common.errors import Declined, Stale
from bot.common.text import NAME_LIMIT, escape, plain
from bot.nights.same_players import MemberOrGuest, find_same_players
from bot.pads import commands as pad_commands
from bot.pads.commands import PadActor
from bot.pads.free_game import MAX_POINT_DIGITS
from bot.pads.pad import Pad
from bot.pads.pads import PadCommand
from bot.standings.pad_results import game_result
from bot.ui.kit.components import custom_id
from bot.ui.kit.custom_ids import CustomId
from bot.ui.kit.forms import Form, Values
from bot.ui.kit.modals import labelled_modal, make_modal, parse_fields, text_label
from bot.ui.pads.finishing import finish_panel, finished_panel
from bot.ui.pads.form_input import parse_sequence
from bot.ui.pads.panels import more_panel
from bot.ui.pads.players import PAGES, players_page
from bot.ui.pads.presenter import MAX_TITLE_LETTERS, PadPresenter
from bot.ui.pads.sheet import points_text
from bot.ui.scene.text import amount
from bot.ui.standings.seasons import season_text
from bot.ui.table.lobby_panel import chosen_options, option_fields
from cogs.base import ComponentCog
from cogs.pads.common import ensure_access, load_pad, players_panel, post_here, returns_input
from cogs.table.arrange_lobby import chosen_people


class PadPeople(ComponentCog):
    """The routes of players, keepers and the pad itself."""

    # -- players -----------------------------------------------------------------------------------------------------

    @route(CustomId.SHOW_PAD_PLAYERS, response="private", on="public")
    async def _show_pad_players(self, component: ComponentInteraction) -> None:
        """Show the page of the pad's players."""
        pad, actor, _ = await load_pad(component)
        await self._panel(component, pad, actor)

    async def _panel(self, component: ComponentInteraction, pad: Pad, actor: PadActor, feedback: str = "") -> None:
        await component.response.send(layout=await players_panel(self.services, pad, actor, feedback))

    @route(CustomId.SHOW_PLAYERS_PAGE, response="update", on="private")
    async def _show_players_page(self, component: ComponentInteraction) -> None:
        """Show the page on which one thing is changed, or the one with everybody (`show_players_page:PAD:PAGE`)."""
        pad, actor, _ = await load_pad(component)
        page = component.word(1)
        if page not in PAGES or pad.record.status == "finished" or not actor.may_keep(pad):
            await self._panel(component, pad, actor)
        else:
            await component.response.send(layout=players_page(pad, page))

    @route(CustomId.ADD_LAST_PAD_PLAYERS, response="update", on="private")
    async def _add_last_pad_players(self, component: ComponentInteraction) -> None:
        """Add the players of the night's last pad or table (`add_last_pad_players:PAD`)."""
        pad, actor, _ = await load_pad(component)
        same_players = await find_same_players(self.services.pads, self.services.tables, pad)
        if not same_players:
            raise Stale("They are on this pad already.")
        await self._add(component, pad, actor, same_players)

    async def _add(
        self, component: ComponentInteraction, pad: Pad, actor: PadActor, people: Sequence[MemberOrGuest]
    ) -> None:
        """Add members and guests, and say that members are asked."""
        names = ", ".join(escape(plain(name, NAME_LIMIT)) for _, name in people)
        member_remark = " Members are asked first." if any(user not in {None, actor.id} for user, _ in people) else ""
        await self._change(
            component, pad, actor, pad_commands.add_players(actor, people), f"Added: {names}.{member_remark}"
        )

    async def _change(
        self, component: ComponentInteraction, pad: Pad, actor: PadActor, build: PadCommand, feedback: str
    ) -> None:
        """Change the players, and show who plays then."""
        await ensure_access(component, pad)
        pad, _ = await self.services.pads.change(pad.id, build)
        await self._panel(component, pad, actor, feedback)

    @route(CustomId.JOIN_PAD, response="update", on="private")
    async def _join_pad(self, component: ComponentInteraction) -> None:
        """Add the presser to the players."""
        pad, actor, _ = await load_pad(component)
        await self._change(
            component, pad, actor, pad_commands.add_players(actor, [(actor.id, actor.name)]), "You play on this pad."
        )

    @route(CustomId.LEAVE_PAD, response="update", on="private")
    async def _leave_pad(self, component: ComponentInteraction) -> None:
        """Remove the presser from the players. Their points stay."""
        pad, actor, _ = await load_pad(component)
        player = pad.player_of(actor.id)
        leave = pad_commands.leave(actor, 0 if player is None else player.number)
        await self._change(component, pad, actor, leave, "You left the pad. Your points stay.")

    @route(CustomId.ADD_PAD_MEMBERS, response="update", on="private")
    async def _add_pad_members(self, component: ComponentInteraction) -> None:
        """Add the chosen members (`add_pad_members:PAD`); members on the pad are skipped."""
        pad, actor, _ = await load_pad(component)
        added_people = [
            person
            for person in chosen_people(component)
            if (player := pad.player_of(person.id)) is None or player.state == "left"
        ]
        if not added_people:
            raise Declined("They are on this pad already.")
        await self._add(component, pad, actor, [(person.id, person.display_name) for person in added_people])

    @route(CustomId.SET_PAD_PLAYERS, response="update", on="private")
    async def _set_pad_players(self, component: ComponentInteraction) -> None:
        """Set the chosen players for the next hands."""
        pad, actor, _ = await load_pad(component)
        build = pad_commands.set_states(actor, component.chosen_numbers())
        await self._change(component, pad, actor, build, "The players of the next hands are set.")

    @route(CustomId.REMOVE_PAD_PLAYER, response="update", on="private")
    async def _remove_pad_player(self, component: ComponentInteraction) -> None:
        """Remove the chosen player. Their points stay."""
        pad, actor, _ = await load_pad(component)
        build = pad_commands.leave(actor, next(iter(component.chosen_numbers()), 0))
        await self._change(component, pad, actor, build, "The player left the pad. Their points stay.")

    @route(CustomId.MOVE_PAD_PLAYER, response="update", on="private")
    async def _move_pad_player(self, component: ComponentInteraction) -> None:
        """Move the chosen player one place earlier, from now on (`move_pad_player:PAD`)."""
        pad, actor, _ = await load_pad(component)
        number, order = next(iter(component.chosen_numbers()), 0), list(pad.players)
        if number not in order or order.index(number) == 0:
            raise Stale(pad_commands.PLAYERS_CHANGED)
        place = order.index(number)
        build = pad_commands.sit_after(actor, number, order[place - 2] if place > 1 else None)
        await ensure_access(component, pad)
        pad, _ = await self.services.pads.change(pad.id, build)
        await component.response.send(layout=players_page(pad, "seats", "The order of seats is changed."))

    @route(CustomId.OPEN_STARTING_POINTS_FORM, response="update", on="private")
    async def _open_starting_points_form(self, component: ComponentInteraction) -> None:
        """Ask for the starting points of the chosen latecomer (`open_starting_points_form:PAD`)."""
        pad, actor, _ = await load_pad(component)
        player = pad_commands.require_late_comer(pad, actor, next(iter(component.chosen_numbers()), 0))
        totals = [
            amount(pad.totals[other_number]) for other_number in pad.standing.ranked if other_number != player.number
        ]
        totals_text = f"The others have {totals[0]} to {totals[-1]} now. " if totals else ""
        label = plain(f"Points {player.name} starts with", MAX_TITLE_LETTERS)
        hint, start = f"{totals_text}Blank: none.", "" if player.start is None else str(player.start)
        points = text_label("points", label, MAX_POINT_DIGITS + 1, hint=hint, value=start, required=False)
        submit = custom_id(CustomId.SUBMIT_STARTING_POINTS_FORM, pad.id, player.number)
        await component.response.modal(labelled_modal("Starting points", submit, points))

    @route(CustomId.SUBMIT_STARTING_POINTS_FORM, response="update", on="private")
    @returns_input
    async def _submit_starting_points_form(self, component: ComponentInteraction) -> None:
        """Set a latecomer's starting points, or with none take them back (`submit_starting_points_form:PAD:PLAYER`)."""
        pad, actor, _ = await load_pad(component)
        number, typed = component.number(1) or 0, "".join(component.fields.get("points", ())).strip()
        points = parse_sequence(typed)
        if typed and (points is None or len(points) != 1 or abs(points[0]) >= 10**MAX_POINT_DIGITS):
            await component.response.send(
                layout=players_page(pad, "late", f"“{escape(typed, 40)}” is not a whole number.")
            )
            return
        start = points[0] if points else None
        player = pad_commands.require_late_comer(pad, actor, number)
        change_text = "has no starting points" if start is None else f"starts with {points_text(start)}"
        sentence = f"{escape(player.name, NAME_LIMIT)} {change_text}."
        await self._change(component, pad, actor, pad_commands.give_start(actor, number, start), sentence)

    # -- the pad -----------------------------------------------------------------------------------------------------

    @route(CustomId.SHOW_PAD_MORE, response="private", on="public")
    @route(CustomId.RETURN_TO_PAD_MORE, response="update", on="private")
    async def _more(self, component: ComponentInteraction) -> None:
        """Show the panel of what else can be done with the pad."""
        pad, actor, _ = await load_pad(component)
        await component.response.send(layout=more_panel(pad, actor))

    async def _settle(
        self, component: ComponentInteraction, pad: Pad, actor: PadActor, build: PadCommand, feedback: str
    ) -> None:
        await ensure_access(component, pad)
        pad, _ = await self.services.pads.change(pad.id, build)
        await component.response.send(layout=more_panel(pad, actor, feedback))

    @route(CustomId.ADD_PAD_KEEPERS, response="update", on="private")
    async def _add_pad_keepers(self, component: ComponentInteraction) -> None:
        """Make the chosen people keepers."""
        pad, actor, _ = await load_pad(component)
        keepers = [*pad.record.keepers, *((person.id, person.display_name) for person in chosen_people(component))]
        await self._settle(component, pad, actor, pad_commands.set_keepers(actor, keepers), "Keepers added.")

    @route(CustomId.OPEN_PAD_NAME_FORM, response="update", on="private")
    async def _open_pad_name_form(self, component: ComponentInteraction) -> None:
        """Ask for the pad's name."""
        pad, *_ = await load_pad(component)
        name = text_label("name", "The pad's name", NAME_LIMIT, value=pad.record.name, required=False)
        submit = custom_id(CustomId.SUBMIT_PAD_NAME_FORM, pad.id)
        await component.response.modal(labelled_modal("Name", submit, name))

    @route(CustomId.SUBMIT_PAD_NAME_FORM, response="update", on="private")
    @returns_input
    async def _submit_pad_name_form(self, component: ComponentInteraction) -> None:
        """Rename the pad."""
        pad, actor, _ = await load_pad(component)
        build = pad_commands.set_options(actor, "".join(component.fields.get("name", ())), None)
        await self._settle(component, pad, actor, build, "The pad is renamed.")

    @route(CustomId.OPEN_PAD_OPTIONS_FORM, response="update", on="private")
    async def _open_pad_options_form(self, component: ComponentInteraction) -> None:
        """Open the form of the pad's options as set. Raises Declined where its game has none."""
        pad, _, presenter = await load_pad(component)
        if not presenter.options:
            raise Declined(f"{pad.game.name} has no options on a pad.")
        form = _options_form(pad, presenter)
        current_values = tuple(_as_json(pad.record.options[name]) for name in presenter.options)
        await component.response.modal(
            make_modal(form, custom_id(CustomId.SUBMIT_PAD_OPTIONS_FORM, pad.id), str, current_values)
        )

    @route(CustomId.SUBMIT_PAD_OPTIONS_FORM, response="update", on="private")
    async def _submit_pad_options_form(self, component: ComponentInteraction) -> None:
        """Set the submitted options of the pad."""
        pad, actor, presenter = await load_pad(component)
        draft, error_text = parse_fields(_options_form(pad, presenter), component.fields)
        if error_text:
            await component.response.send(layout=more_panel(pad, actor, error_text))
            return
        settled = chosen_options(pad.game, tuple(choice for choice in draft if choice is not None), presenter.options)
        options = {**pad.record.options, **settled}  # the others stay as a file may have had them
        await self._settle(
            component, pad, actor, pad_commands.set_options(actor, None, options), "The options are changed."
        )

    @route(CustomId.ASK_TO_FINISH_PAD, response="update", on="private")
    async def _ask_to_finish_pad(self, component: ComponentInteraction) -> None:
        """Ask a keeper whether the pad is to be finished."""
        pad, actor, _ = await load_pad(component)
        pad_commands.require_keeper(actor, pad)
        await component.response.send(layout=finish_panel(pad))

    @route(CustomId.FINISH_PAD, response="update", on="private")
    async def _finish_pad(self, component: ComponentInteraction) -> None:
        """Finish a pad (`finish_pad:PAD:1`), or with 0 open it again."""
        pad, actor, _ = await load_pad(component)
        is_finish = component.number(1) == 1
        await ensure_access(component, pad)
        pad, _ = await self.services.pads.change(pad.id, pad_commands.finish(actor, over=is_finish))
        if is_finish:
            season = await self._season_of_game(pad)
            await component.response.send(layout=finished_panel(pad, actor, season))
        else:
            await component.response.send(layout=more_panel(pad, actor, "The pad is open again."))

    async def _season_of_game(self, pad: Pad) -> str:
        """Return the season in which a finished pad's game counts, if it is not the current one. Raises StoreError."""
        finished = await self.services.store.pads.finished_at(pad.id)
        game = game_result(pad, finished)
        if game is None or finished is None:
            return ""
        return season_text(await self.services.store.results.seasons(pad.record.guild), game.at, finished, "the game")

    @route(CustomId.POST_PAD, response="public", on="private")
    async def _post_pad(self, component: ComponentInteraction) -> None:
        """Post the pad in the presser's channel."""
        pad, *_ = await load_pad(component)
        await post_here(component.response, self.services, pad)


def _options_form(pad: Pad, presenter: PadPresenter) -> Form:
    return Form("padoptions", "", f"{pad.game.name}: options", option_fields(pad.game, presenter.options), _no_move)


def _no_move(_: Values) -> str:
    """Return "": options are not moved."""
    return ""


def _as_json(value: Any) -> int | str:
    return value if type(value) is int else str(value)
