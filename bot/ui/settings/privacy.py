"""Texts about people's data: what is stored, the question before an erasure, the reply after it.

docs/privacy.md has the long version; change both.
"""

from __future__ import annotations

from typing import Final

import discord

from bot.ui.kit.components import Layout, button, file_component, link_button, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table import layouts
from data.privacy.repository import StoredDataSummary

STORED_DATA: Final = """### Your data
**Who you are**: your Discord ID and the name you had last here.
**What you did**: your tables with every move and its time, notes to partners, \
 reviews of your hands, pads and your entries, club nights, leagues, matches, and your acts as a moderator.
**Your results**: standings and ratings in each server, hands of the day, challenges and matches. To be left out: \
`/settings me`.
**Your settings**: how you play, time zone, quiet hours, times away, people you blocked, unfinished pad entries, and \
your planned move.
**Not stored**: your messages, your picture, your e-mail, a server's members.
**What you can do**: `/privacy export` saves everything as a file. `/privacy delete` deletes you."""

STORED_DATA_TEXT: Final = """### Your data
**Who sees it**: people who can see a table or pad see what is public there. Only you see your cards \
in play, settings, planned moves, reviews and blocks. Your partner sees your notes. Moderators see a note that is \
reported. The person who runs the bot has the whole database.
**How long**: until you delete it, or the server deletes old tables (`/settings server`). Results stay then. Lessons \
and hands of the day go after a week, results of the latter after 30 days. Backups expire. You stay deleted if a \
backup is restored."""


def privacy_page(policy_url: str | None) -> Layout:
    """Return the page about stored data, with its buttons; one opens the operator's policy, if its address is set."""
    policy = [] if policy_url is None else [link_button(policy_url, label="Privacy policy")]
    buttons = row(button(CustomId.SHOW_WHO_SEES_DATA, label="Who sees it?"), *policy)
    return layouts.layout(layouts.text(STORED_DATA), buttons)


def sharing_page() -> Layout:
    """Return the page on who sees the stored data, and how long it stays."""
    return layouts.layout(layouts.text(STORED_DATA_TEXT), row(button(CustomId.SHOW_STORED_DATA, label="Back")))


WHAT_STAYS: Final = """What stays, without your name and ID:
- Games, pads and hands that others played with you, with all points. Your name becomes "Seat 2"."""

BAN_LINE: Final = """- Your ID in {servers} where you are banned. Only the moderators there can end that."""

ELSEWHERE_TEXT: Final = """Your name goes from pads, club nights, leagues and boards of the last thirty days. Other \
messages keep your name until someone deletes them.
To save your data first: `/privacy export`. If you come back, you start as a new player."""


def erasure_question(summary: StoredDataSummary, user: int) -> Layout:
    """Whether a user means it, with what follows for them."""
    question = "**Delete all your data? This cannot be undone.**"
    lost = layouts.text(question, "You lose:", *(f"- {line}" for line in _erased_lines(summary)))
    servers = "1 server" if summary.bans == 1 else f"{summary.bans} servers"
    banned = [BAN_LINE.format(servers=servers)] if summary.bans else []
    yes = button(CustomId.ERASE_MY_DATA, user, label="Delete my data", style=discord.ButtonStyle.danger)
    cancel = button(CustomId.CANCEL_QUESTION, label="Cancel")
    return layouts.layout(lost, layouts.text(WHAT_STAYS, *banned), layouts.text(ELSEWHERE_TEXT), row(yes, cancel))


def _erased_lines(summary: StoredDataSummary) -> list[str]:
    """Return a line for each kind of data that an erasure deletes."""
    tables = summary.live + summary.over
    amounts = [_amount(tables, "table") if tables else "", _amount(summary.pads, "pad") if summary.pads else ""]
    every = {
        f"{_amount(summary.live, 'seat')} at tables. A computer plays on; the next player becomes host. A table "
        "without another person closes.": summary.live,
        f"{_amount(summary.invitations, 'invitation')}, as if you had said no.": summary.invitations,
        f"{_amount(summary.notes, 'note')} that you wrote.": summary.notes,
        f"{_amount(summary.keeps, 'pad')} that you keep. Another keeper or player takes over.": summary.keeps,
        f"Your name at {' and '.join(filter(None, amounts))}.": tables or summary.pads,
        f"Your list of {_amount(summary.blocked, 'blocked person', 'blocked people')}.": summary.blocked,
        "Your standings, ratings and records, hands of the day, settings, reviews of hands, and unfinished pad "
        "entries.": True,
    }
    return [line for line, counts in every.items() if counts]


def _amount(count: int, singular: str, several: str = "") -> str:
    return f"{count} {singular if count == 1 else several or singular + 's'}"


NOTHING_STORED: Final = "Nothing is stored about you."


def export_message(name: str, number: int, files: int) -> Layout:
    """Return the message with all stored data of a person, as the attached file `name`: number `number` of so many."""
    whole = "a JSON file. Save it now: only you see this message."
    if files > 1:
        whole = f"{files} JSON files, each in a message. Save them all now: only you see them."
    sentence = (
        f"**Everything stored about you**, as {whole} No other person is "
        "named in it, except people you blocked. Moves and notes of hands in play are left out."
    )
    if number > 1:
        sentence = f"**Everything stored about you:** file {number} of {files}."
    message = layouts.layout(layouts.text(sentence))
    message.parts.append(file_component(name))
    return message


def erasure_message(*, banned: bool) -> Layout:
    """Return the reply after an erasure."""
    lines = [
        "**Your data is deleted.**",
        "Seats and messages change within a few minutes.",
    ]
    if banned:
        lines.append("Your ID stays only where you are banned.")
    return layouts.layout(layouts.text(*lines))
