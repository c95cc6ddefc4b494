"""What is said of people's data: what is kept, what they are asked before it is taken out, and what was done.

docs/privacy.md says the same at length; who changes what is kept changes both.
"""

from __future__ import annotations

from typing import Final

import discord

from bot.ui.kit.components import Layout, attached, button, row
from bot.ui.table import layouts
from data.privacy import Kept

KEPT: Final = """### What I keep of you
**Who you are**: your number at Discord, and the name that you had when you last did something with me. Both stand in \
one place, and everything else points there.
**What you did**: tables where you sat, with every move and its time; words for shuffles and notes to partners; score \
pads that you keep or play on, and what you entered and changed there; club nights; what you did as a moderator.
**What comes of it**: results, standings and ratings in each server. `/settings me` leaves you out of them.
**What you settled**: how you like to play, your time zone, your night and when you were away, whom you \
have blocked, what you have begun to enter on a pad, an order for your next turn until it comes.
**What I do not keep**: messages, pictures of you, your e-mail, who is in a server, what you do elsewhere."""

SEEN: Final = """**Who sees it**: who can see a table or pad sees what happened there, as far as it lies open. The \
cards of a hand in progress are for whoever holds them; notes for you and your partner, and for moderators if one is \
reported; settings, orders and blocks for you alone. Whoever runs me has the whole database.
**How long**: until you have it taken out, or a server has what is over deleted after a time (`/settings server` says \
so); results that count stay then. Lessons go a week after their end. Backups go in their turn; one that is \
brought back forgets again who was \
taken out.
**What you can do**: `/privacy export` gives you all of it as a file, `/privacy delete` takes you out of it."""


def page() -> Layout:
    """What is kept, where, how long, who sees it and what to do about it."""
    return layouts.layout(layouts.text(KEPT), layouts.text(SEEN))


STAYS: Final = """What stays, without your name and number:
- Games, pads and hands that others played with you, with everybody's points: where your name was stands "Seat 2". \
Nobody else's score, standing or rating changes.
- That something was typed, not what. A shuffle into which a word of yours went can no longer be recomputed, and \
`/table verify` says so."""

BANNED: Final = """- Your number, and nothing else, for {servers} whose moderators keep you from their tables: \
without it they could not. Only they can end that."""

MESSAGES: Final = """Messages in channels are Discord's. I change those that I can: boards of the last thirty days, \
pads and club nights. Others keep your name until somebody deletes them.
`/privacy export` gives you all of it first. If you come back, you begin as somebody new."""


def question(kept: Kept, user: int) -> Layout:
    """Whether a user means it, with what follows for them."""
    asked = "**Take out all that I keep of you? This cannot be undone.**"
    lost = layouts.text(asked, "You lose:", *(f"- {one}" for one in _lost(kept)))
    servers = "1 server" if kept.bans == 1 else f"{kept.bans} servers"
    banned = [BANNED.format(servers=servers)] if kept.bans else []
    yes = button("forget", user, label="Take it all out", style=discord.ButtonStyle.danger)
    return layouts.layout(lost, layouts.text(STAYS, *banned), layouts.text(MESSAGES), row(yes))


def _lost(kept: Kept) -> list[str]:
    played = [_many(kept.over, "table") if kept.over else "", _many(kept.plays, "pad") if kept.plays else ""]
    every = {
        f"{_many(kept.live, 'seat')} at tables that go on: in a lobby the seat goes, in play a computer player plays "
        "on. Where you are the host, the next player is. A table where nobody else sits is closed.": kept.live,
        f"{_many(kept.invitations, 'invitation')}: it is as if you had said no.": kept.invitations,
        f"What you have typed: {_many(kept.words, 'word')} for shuffles and notes to partners.": kept.words,
        f"{_many(kept.keeps, 'pad')} that you keep: its other keepers do so alone, else the first member who plays on "
        "it, else nobody.": kept.keeps,
        f"That it was you who played at {' and '.join(filter(None, played))}.": kept.over or kept.plays,
        f"Your list of {_many(kept.blocked, 'person', 'people')} whom you have blocked.": kept.blocked,
        "Your place in standings, ratings and records, your settings, and what you have begun to enter on pads.": True,
    }
    return [line for line, counts in every.items() if counts]


def _many(count: int, one: str, several: str = "") -> str:
    return f"{count} {one if count == 1 else several or one + 's'}"


NOTHING: Final = "I keep nothing of you."


def exported(name: str) -> Layout:
    """All that is kept of somebody, as the attached file of that name."""
    told = (
        "**All that I keep of you.** It is a text that programs read, too (JSON). Nobody else stands in it by name or "
        "number, save the names of those whom you have blocked; moves and notes of hands still in play are left "
        "out until they are over. Nobody but you sees this message: keep the file, for it goes with it."
    )
    found = layouts.layout(layouts.text(told))
    found.parts.append(attached(name))
    return found


def done(*, banned: bool) -> Layout:
    """That somebody's data was taken out."""
    lines = [
        "**It is done.** I know you no more.",
        "Your seats are being given up and messages changed; in many places that takes a few minutes.",
    ]
    if banned:
        lines.append("Your number stays where moderators keep you from their tables, and nowhere else.")
    return layouts.layout(layouts.text(*lines))
