"""What a lesson says: what its game is about, what is to be decided, a hint with its reason, and what comes after."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final

import discord

from bot.common.text import escape
from bot.tables.model.table_state import DEAL, Live
from bot.tables.workers.forced_card import CARD
from bot.ui.game.card_packs import pack
from bot.ui.game.presenter import Look
from bot.ui.kit.components import Layout, Part, button, row, text
from bot.ui.table import layouts
from bot.ui.table.layouts import Emoji, Taught
from rules.contract import View
from rules.players import Hint, hint
from rules.sentences import capital

AFTER: Final = (
    "At a table it is the same: *My hand* shows your cards to you alone, and the table's message tells everybody what "
    "happens. You need not be there at the same time as the others."
)
"""What somebody reads who has come to the end of a first hand."""

ROOM: Final = 900
"""Letters for what a lesson says beside a hand."""

REASON: Final = 300
"""Letters of the reason for a hint."""


async def hinted(live: Live, seat: int) -> Hint | None:
    """The hint for a seat of a table, None where it has nothing to decide; the same as long as its decision stands."""
    state = live.state
    if state is None or seat not in state.to_act or live.record.status != "playing":
        return None
    # In a thread, for thinking may take long.
    return await asyncio.to_thread(hint, live.game, state.view(seat), Random(live.decisions[seat]))


def in_words(advice: Hint, look: Look, view: View, emoji: Emoji) -> str:
    """A hint as its reader sees it: the card to play by its name, another move as its button has it; and the reason."""
    choice = next((one for one in look.choices(view) if one.move == advice.move), None)
    if choice is None:
        move = look.would(advice.move).rstrip(".")
    elif choice.card is not None and advice.move.startswith(CARD):
        move = f"{emoji.get(choice.card, '')} {capital(pack(look.pack).name_of(choice.card))}".strip()
    else:
        move = choice.label
    return f"**Hint: {capital(move)}.** {escape(advice.why, REASON)}"


def taught(live: Live, seat: int, look: Look, view: View, advice: Hint | None, said: str) -> Taught:
    """What stands around a learner's hand: before their first move what the game is about, and always below the cards
    what is to be decided and the hint, `said` in words: next to the buttons, where the eye is.
    """
    above = "" if live.moved.get(seat) else f"### {_title(live)}\n{look.lesson.goal}"
    if advice is None:
        return Taught(above, ())
    decision = live.decisions[seat]
    follow = button("follow", live.id, decision, label="Follow the hint", style=discord.ButtonStyle.primary)
    return Taught(above, (text("\n\n".join(filter(None, (look.guide(view), said)))), row(follow)))


def _title(live: Live) -> str:
    return f"{live.game.name}: {'your first hand' if DEAL in live.record.settings else 'another hand'}"


def _after(live: Live) -> str:
    if live.record.status != "over":
        return f"-# This lesson of {live.game.name} has come to its end."
    return f"**That was your first hand.** {AFTER}" if DEAL in live.record.settings else "**That hand is over.**"


def over(live: Live, words: str, shown: Part | None) -> Layout:
    """The end of a lesson: how the hand ended, and what its learner may do next."""
    record, name = live.record, live.game.name
    items: list[Part] = [] if shown is None else [shown]
    items.append(layouts.text(words))
    items.append(layouts.text(_after(live)))
    items.append(
        row(
            button("opentable", record.game, label=f"Open a table of {name}", style=discord.ButtonStyle.success),
            button("lesson", record.game, label="Another hand"),
        )
    )
    items.append(
        row(
            button("log", record.id, "-1", label="Log"),
            button("sheet", record.id, label="Scores"),
            button("rules", record.game, "0", label="Rules"),
        )
    )
    return layouts.layout(*items)
