"""The end of a score pad: its payments and winners, and the question before it."""

from __future__ import annotations

import discord

from bot.common.text import escape
from bot.pads.commands import PadActor
from bot.pads.pad import Pad
from bot.ui.kit.components import Layout, button, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pads.panels import more_panel
from bot.ui.pads.sheet import MAX_TITLE_LETTERS, leader_text, player_names
from bot.ui.table import layouts
from bot.ui.table.debts import payments_text


def finish_panel(pad: Pad) -> Layout:
    """Return the question before a pad is finished, with its payments and winners."""
    hands = "1 hand" if len(pad.counted) == 1 else f"{len(pad.counted)} hands"
    lines = [f"**Finish {escape(pad.title, MAX_TITLE_LETTERS)}?**"]
    if not pad.counted:
        lines.append("No hands yet.")
    elif pad.settlement:
        first, *others = settlement_lines(pad)
        lines += [f"{hands}. {first}", *others]
    else:
        lines.append(f"{hands}. {leader_text(pad, over=True) or 'Nobody wins.'}")
    lines += [apart] if (apart := _not_joined_line(pad)) else []
    lines.append("After that, nobody can change it unless a keeper reopens it.")
    yes = button(CustomId.FINISH_PAD, pad.id, 1, label="Finish pad", style=discord.ButtonStyle.primary)
    return layouts.layout(layouts.text(*lines), row(yes, button(CustomId.RETURN_TO_PAD_MORE, pad.id, label="Cancel")))


def settlement_lines(pad: Pad) -> list[str]:
    """Return the leader of an open pad with debts, the payments if it is finished, and the winner.

    The text is empty without debts.
    """
    if not pad.settlement:
        return []
    moved = [(player_names(pad, [player]), chips) for player, chips in pad.settlement.items()]
    return [
        leader_text(pad, over=False),
        f"Finishing it pays the matches owed: {payments_text(moved)}.",
        f"So {leader_text(pad.with_status('finished'), over=True)}",
    ]


def _not_joined_line(pad: Pad) -> str:
    """Return the players who have not agreed to be players yet: nothing counts for them before."""
    apart = [player for player in pad.requests_by_player if any(player in hand.players for hand in pad.counted)]
    if not apart:
        return ""
    have, them = ("has", player_names(pad, apart)) if len(apart) == 1 else ("have", "them")
    return f"{player_names(pad, apart)} {have} not joined yet. The pad counts for {them} only after *Join pad*."


def finished_panel(pad: Pad, actor: PadActor, season: str) -> Layout:
    """Return the reply after a pad was finished: the winners, a link to its message, and the `season` it counts in."""
    where = f"https://discord.com/channels/{pad.record.guild}/{pad.record.message_channel}/{pad.record.message}"
    link = "" if pad.record.message is None else f"[Go to the pad]({where})"
    won = leader_text(pad, over=True).replace("**", "")
    return more_panel(
        pad, actor, " ".join(filter(None, ("The pad is finished.", won, season, _not_joined_line(pad)))), link
    )
