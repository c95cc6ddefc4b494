"""Private panels of a score pad's players: who plays, a page for each thing to change, the guests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import discord

from bot.common.text import NAME_LIMIT, escape, plain
from bot.pads.commands import PadActor
from bot.pads.free_game import MAX_PLAYERS
from bot.pads.guest_commands import is_guest
from bot.pads.pad import Pad
from bot.ui.kit.components import Layout, Part, button, row, rows, select, text, user_select
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pads.panels import partners_line
from bot.ui.pads.sheet import (
    MAX_TITLE_LETTERS,
    debts_text,
    has_other_players,
    player_name,
    player_names,
    points_text,
    starting_points_text,
)
from bot.ui.table import layouts
from data.pads.records import PadPlayer, PlayerState
from rules.sentences import listed

MAX_ADDED_MEMBERS: Final = 10
"""Members that may be added at a time."""

MAX_PROPOSED_LINKS: Final = 15
"""Guests for whom a member is proposed."""

Proposals = Mapping[int, tuple[int, str]]
"""The member who may be a guest, by guest: user and name."""

NOBODY_PROPOSED: Final[Proposals] = MappingProxyType({})

STATE_HEADINGS: Final[dict[PlayerState, str]] = {"in": "Play the next hands", "out": "Sit out", "left": "Have left"}


def people_panel(
    pad: Pad,
    actor: PadActor,
    feedback: str,
    same: Sequence[str] = (),
    proposed: Proposals = NOBODY_PROPOSED,
    undo: int | None = None,
) -> Layout:
    """Return the players of a pad, and the buttons that the viewer may press.

    `same` are the players of the last pad, by name. `proposed` asks whether new guests are members. `undo` is the
    change that *Undo* takes back.
    """
    lines = [f"**{feedback}**" if feedback else "", f"### Players of {escape(pad.title, MAX_TITLE_LETTERS)}"]
    debts = debts_text(pad) if has_other_players(pad) else ""
    parts: list[Part] = [layouts.text(*lines, *_people_lines(pad), debts)]
    if pad.record.status == "finished":
        return layouts.layout(*parts)
    own_player = pad.player_of(actor.id)
    own = (
        button(CustomId.LEAVE_PAD, pad.id, own_player.number, label="Leave this pad")
        if own_player is not None and own_player.state != "left"
        else button(CustomId.JOIN_PAD, pad.id, label="Join", style=discord.ButtonStyle.success)
    )
    if not actor.may_keep(pad):
        return layouts.layout(*parts, row(own))
    if proposed:
        parts += _proposal_parts(pad, proposed)
    if same:
        label = plain(f"Same players: {listed(same)}", 80)
        parts.append(row(button(CustomId.ADD_LAST_PAD_PLAYERS, pad.id, label=label, style=discord.ButtonStyle.primary)))
    if len(pad.record.players) < MAX_PLAYERS:
        parts.append(user_select(CustomId.ADD_PAD_MEMBERS, pad.id, placeholder="Add members …", most=MAX_ADDED_MEMBERS))
    buttons = [button(CustomId.OPEN_GUESTS_FORM, pad.id, label="Add guests")]
    buttons += [_page_button(pad, page, label) for page, label in PAGES.items() if _page_parts(pad, page)]
    if linkable_players(pad):
        buttons.append(button(CustomId.SHOW_PAD_GUESTS, pad.id, label="Guests …"))
    undoing = [] if undo is None else [button(CustomId.SPLIT_PLAYERS, pad.id, undo, label="Undo")]
    return layouts.layout(*parts, *rows([*undoing, *buttons, own]))


def _people_lines(pad: Pad) -> list[str]:
    """Return the players in the order of seats, by what they do; then who was asked to join."""
    lines = list[str]()
    for state, heading in STATE_HEADINGS.items():
        names = [_described_name(pad, player) for player in pad.record.players if player.state == state]
        lines += [f"**{heading}:** {', '.join(names)}"] if names else []
    lines += [sides] if (sides := partners_line(pad, pad.playing)) else []
    requested = [
        player.number
        for player in pad.record.players
        if player.number in pad.requests_by_player and player.state == "in"
    ]
    if requested:
        many = len(requested) > 1
        until = "play as guests until they join" if many else "plays as a guest until then"
        lines.append(f"-# {player_names(pad, requested)} {'were' if many else 'was'} asked to join, and {until}.")
    return lines


def _described_name(pad: Pad, player: PadPlayer) -> str:
    guest = "" if player.user is not None else " (asked)" if player.number in pad.requests_by_player else " (guest)"
    return f"{escape(player_name(pad, player.number), NAME_LIMIT)}{guest}"


def _page_button(pad: Pad, page: str, label: str) -> Part:
    return button(CustomId.SHOW_PLAYERS_PAGE, pad.id, page, label=label)


MAIN_PAGE: Final = "main"
"""The page with everybody, `people_panel`."""

PAGES: Final = {"playing": "Who plays …", "seats": "Seats …", "late": "Latecomers …", "away": "Remove …"}
"""The pages of the players, each with its button."""


def players_page(pad: Pad, page: str, feedback: str = "") -> Layout:
    """Return the page on which one thing about the players is changed."""
    back = row(_page_button(pad, MAIN_PAGE, "Back"))
    parts = _page_parts(pad, page) or [text("There is nothing to change.")]
    return layouts.layout(*([text(f"**{feedback}**")] if feedback else []), *parts, back)


def _page_parts(pad: Pad, page: str) -> list[Part]:
    """Return a page's question and its select; nothing where there is nothing to choose."""
    active_players = [player for player in pad.record.players if player.state != "left"]
    if page == "playing" and active_players:
        options = [_option(pad, player, chosen=player.state == "in") for player in active_players]
        chosen = select(CustomId.SET_PAD_PLAYERS, pad.id, options=options, placeholder="Players …", most=len(options))
        return [text("**Who plays the next hands?** The others sit out."), chosen]
    if page == "away" and active_players:
        options = [_option(pad, player) for player in active_players]
        chosen = select(CustomId.REMOVE_PAD_PLAYER, pad.id, options=options, placeholder="Player …")
        return [text("**Who leaves the pad?** Their points stay."), chosen]
    if page == "seats" and len(pad.record.players) > 1:
        numbered = " · ".join(
            f"{place}\u00a0{escape(player_name(pad, player.number), NAME_LIMIT)}"
            for place, player in enumerate(pad.record.players, 1)
        )
        options = [_option(pad, player) for player in pad.record.players[1:]]
        chosen = select(CustomId.MOVE_PAD_PLAYER, pad.id, options=options, placeholder="Player …")
        return [text(f"**Who moves up one seat?**\n{numbered}"), chosen]
    late = [
        player for player in pad.record.players if pad.standing.came_late(player.number) or player.start is not None
    ]
    if page == "late" and late:
        options = [_option(pad, player, starting_points_text(pad, player.number) or "ranks last") for player in late]
        chosen = select(CustomId.OPEN_STARTING_POINTS_FORM, pad.id, options=options, placeholder="Latecomer …")
        return [text("**Latecomers** rank last, unless you give them starting points:"), chosen]
    return []


def _option(pad: Pad, player: PadPlayer, about: str | None = None, *, chosen: bool = False) -> discord.SelectOption:
    called = plain(player_name(pad, player.number), 80)
    return discord.SelectOption(label=called, value=str(player.number), description=about, default=chosen)


# -- guests ------------------------------------------------------------------------------------------------------------


def linkable_players(pad: Pad) -> list[PadPlayer]:
    """Return the guests of a pad, without members who were added by others: these are asked themselves."""
    return [player for player in pad.record.players if is_guest(pad, player.number)]


def guests_panel(pad: Pad, feedback: str = "", proposed: Proposals = NOBODY_PROPOSED) -> Layout:
    """Return the choice of a guest, below the guests for whom a member is `proposed`."""
    lines = [f"**{feedback}**" if feedback else "", f"### Guests of {escape(pad.title, MAX_TITLE_LETTERS)}"]
    back = row(_page_button(pad, MAIN_PAGE, "Back"))
    options = [_option(pad, player) for player in linkable_players(pad)]
    if not options:
        return layouts.layout(layouts.text(*lines, "This pad has no guests."), back)
    chosen = select(CustomId.CHOOSE_GUEST, pad.id, options=options, placeholder="Guest …")
    asks = text("Who is it? You can rename a guest, or say which member or other player it is.")
    return layouts.layout(layouts.text(*lines), *_proposal_parts(pad, proposed), asks, chosen, back)


def _proposal_parts(pad: Pad, proposed: Proposals) -> list[Part]:
    """Return the questions whether guests are members, each with its button."""
    some = list(proposed.items())[:MAX_PROPOSED_LINKS]
    if not some:
        return []
    questions = [f"Is {escape(player_name(pad, guest), NAME_LIMIT)} <@{user}>?" for guest, (user, _) in some]
    buttons = [
        button(
            CustomId.CONFIRM_GUEST_LINK,
            pad.id,
            guest,
            user,
            label=f"{plain(player_name(pad, guest), 40)} is {plain(called, 30)}",
        )
        for guest, (user, called) in some
    ]
    return [layouts.text(*questions, "-# The member is asked. A guest stays a guest until then."), *rows(buttons)]


def guest_panel(pad: Pad, guest: int) -> Layout:
    """Return the choices for one guest: a member, another player, a new name."""
    who, many = player_name(pad, guest), len([hand for hand in pad.record.hands if guest in hand.players])
    hands = "no hands yet" if not many else "1 hand" if many == 1 else f"{many} hands"
    heading = f"### {escape(who, NAME_LIMIT)}\n-# Guest, {hands}. A member gets the hands after agreeing."
    member = user_select(CustomId.LINK_GUEST, pad.id, guest, placeholder="Is this member …", most=1)
    others = [_option(pad, player) for player in pad.record.players if player.number != guest]
    same = [select(CustomId.CHOOSE_SAME_PLAYER, pad.id, guest, options=others, placeholder="Is the same player as …")]
    buttons = [
        button(CustomId.OPEN_GUEST_NAME_FORM, pad.id, guest, label="Rename …"),
        button(CustomId.SHOW_PAD_GUESTS, pad.id, label="Back"),
    ]
    return layouts.layout(text(heading), member, *(same if others else []), row(*buttons))


def merge_panel(pad: Pad, guest: int, into: int) -> Layout:
    """Return the question before a guest's hands become another player's."""
    names = [escape(player_name(pad, number), NAME_LIMIT) for number in (guest, into)]
    theirs, others = (sum(number in hand.players for hand in pad.record.hands) for number in (guest, into))
    total = points_text(pad.totals[guest] + pad.totals[into])
    both = f"{theirs + others} {'hand' if theirs + others == 1 else 'hands'}"
    becomes = "1 hand becomes" if theirs == 1 else f"{theirs} hands become"
    follows = f"The guest's {becomes} {names[1]}'s: together {both} and {total}." if theirs else "The guest goes."
    lines = [
        f"**Are {names[0]} and {names[1]} the same person?**",
        follows,
        "A keeper can undo this: *More*, then *Changes*.",
    ]
    buttons = [
        button(CustomId.MERGE_PLAYERS, pad.id, guest, into, label="Yes, one line", style=discord.ButtonStyle.primary),
        button(CustomId.CHOOSE_GUEST, pad.id, guest, label="Cancel"),
    ]
    return layouts.layout(layouts.text(*lines), row(*buttons))
