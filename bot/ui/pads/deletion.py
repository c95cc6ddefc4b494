"""Deleting a pad: the question before, the reply after, and the pad's message for the day until it is purged."""

from __future__ import annotations

from typing import Final

import discord

from bot.common.text import NAME_LIMIT, escape, name_of, person_name
from bot.pads.commands import PadActor
from bot.pads.deletion import UNDO_MS, missing_agreements, require_deleter
from bot.pads.pad import Pad
from bot.ui.kit.components import Layout, Part, button, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table import layouts
from rules.sentences import listed

MAX_TITLE_LETTERS: Final = 80

MAX_NAMED_KEEPERS: Final = 3
"""Keepers who are named."""


def keeper_names(pad: Pad, users: tuple[int, ...]) -> str:
    """Return the names of these keepers, in markdown."""
    called = [(place, name) for place, (user, name) in enumerate(pad.record.keepers) if user in users]
    names = [escape(name_of(name, place), NAME_LIMIT) for place, name in called[:MAX_NAMED_KEEPERS]]
    return listed([*names, *([f"{len(called) - MAX_NAMED_KEEPERS} more"] if len(called) > MAX_NAMED_KEEPERS else [])])


def delete_panel(pad: Pad, actor: PadActor, feedback: str = "", absent: frozenset[int] = frozenset()) -> Layout:
    """Return the question before a pad is deleted, with the list of deleted data.

    Raises Declined if the actor may not.
    """
    require_deleter(actor, pad)
    others = missing_agreements(pad, actor.id, absent)
    lines = [
        f"**{feedback}**" if feedback else "",
        f"**Delete {escape(pad.title, MAX_TITLE_LETTERS)}?**",
        f"This deletes {_contents(pad)}.",
    ]
    if pad.played_hands:
        lines.append("Statistics, ratings and club nights lose them, too.")
    if waits := len([hand for hand in pad.record.hands if hand.state == "contested"]):
        lines.append(f"{waits} contested {'hand is' if waits == 1 else 'hands are'} undecided.")
    if others:
        lines.append(f"The pad is finished, so {keeper_names(pad, others)} must agree, too.")
    lines.append("A keeper can undo this for a day. *Export* saves a copy.")
    label = "Agree to delete" if others else "Delete pad"
    yes = button(CustomId.DELETE_PAD, pad.id, pad.record.seq, label=label, style=discord.ButtonStyle.danger)
    return layouts.layout(layouts.text(*lines), row(yes, button(CustomId.RETURN_TO_PAD_MORE, pad.id, label="Cancel")))


def _contents(pad: Pad) -> str:
    """Return the number of hands and players of a pad."""
    hands, players = len(pad.record.hands), len(pad.players)
    hand_count = [f"{hands} {'hand' if hands == 1 else 'hands'}"] if hands else []
    return " and ".join((*hand_count, f"{players} {'player' if players == 1 else 'players'}"))


def deleted_panel(pad: Pad) -> Layout:
    """Return the reply after a pad was deleted."""
    return layouts.layout(
        layouts.text(f"**{escape(pad.title, MAX_TITLE_LETTERS)} is deleted.**", _purge_line(pad)),
        row(_undo_button(pad)),
    )


def deleted_board(pad: Pad) -> Layout:
    """Return the message of a pad that is deleted."""
    by = escape(person_name(pad.record.deleted_by), NAME_LIMIT)
    heading = f"## {escape(pad.title, MAX_TITLE_LETTERS)}\n-# Pad {pad.id} · {escape(pad.game.name)}"
    content = layouts.text(heading, f"**{by} deleted this pad.**", _purge_line(pad))
    return layouts.layout(content, row(_undo_button(pad)), colour=layouts.GREY)


def _purge_line(pad: Pad) -> str:
    return f"Gone for good <t:{((pad.record.deleted or 0) + UNDO_MS) // 1000}:R>."


def _undo_button(pad: Pad) -> Part:
    return button(CustomId.RESTORE_PAD, pad.id, label="Undo")


def deletion_request_line(pad: Pad) -> str:
    """Return a line on who wants to delete a pad and who has not agreed; "" where nobody wants to."""
    if not pad.record.delete_agreed:
        return ""
    asking, others = tuple(pad.record.delete_agreed), missing_agreements(pad, 0)
    verb = "wants" if len(asking) == 1 else "want"
    return f"{keeper_names(pad, asking)} {verb} to delete this pad. {keeper_names(pad, others)} must agree: *More*."
