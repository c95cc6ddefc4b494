"""Questions to people whom others made players of a score pad, and the replies to their answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from bot.common.text import NAME_LIMIT, escape, person_name
from bot.nights.consents import SameNight
from bot.pads.consents import is_awaited
from bot.pads.pad import Pad
from bot.ui.kit.components import Layout, Part, button, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pads.sheet import MAX_TITLE_LETTERS
from bot.ui.table import layouts
from data.pads.records import PadConsent
from rules.sentences import listed

MAX_NAMED_PADS: Final = 5
"""Pads of a night that a question names besides its own."""

NOT_JOINED: Final = "Nothing there counts for you until you join."


def consent_buttons(pad: Pad, seq: int) -> list[Part]:
    """Return the two answers to the question of change `seq` of a pad."""
    yes = button(CustomId.AGREE_TO_PAD, pad.id, seq, label="Join pad", style=discord.ButtonStyle.success)
    return [yes, button(CustomId.REFUSE_PAD, pad.id, seq, label="Leave me out")]


def consequence_text(consent: PadConsent) -> str:
    """Return the consequence of either answer, to stand below the question."""
    if not consent.guest:
        return NOT_JOINED
    return f"If you join, {escape(consent.guest, NAME_LIMIT)}'s hands on all pads here become yours."


def question_text(pad: Pad, consent: PadConsent) -> str:
    """Return the question for one person, with its reason; in markdown."""
    by, title = escape(person_name(consent.by_name), NAME_LIMIT), escape(pad.title, MAX_TITLE_LETTERS)
    if consent.guest:
        return f"Are you {escape(consent.guest, NAME_LIMIT)} on **{title}**? {by} says so."
    return f"{by} added you to **{title}**. Do you play there?"


def same_night_text(same: SameNight, *, alone: bool) -> str:
    """Return the other pads that the answer covers, for one person (`alone`) or several, in markdown."""
    whom = "" if alone else ", for whoever was added there"
    return f"Also {_titles(same.pads)} (club night **{escape(same.night, NAME_LIMIT)}**){whom}: one answer covers all."


def _titles(pads: Sequence[Pad]) -> str:
    titles = [f"**{escape(pad.title, MAX_TITLE_LETTERS)}**" for pad in pads[:MAX_NAMED_PADS]]
    return listed([*titles, *([f"{len(pads) - MAX_NAMED_PADS} more"] if len(pads) > MAX_NAMED_PADS else [])])


def request_text(pad: Pad, those: Sequence[PadConsent], same: SameNight | None) -> str:
    """Return the message that asks these people, all by one change, with their answers so far; in markdown.

    It asks for other pads of the same night, too.
    """
    waiting = [consent for consent in those if is_awaited(pad, consent)]
    lines: list[str] = []
    if waiting:
        lines.append(f"{' '.join(f'<@{consent.user}>' for consent in waiting)} {question_text(pad, waiting[0])}")
        lines += [] if same is None else [same_night_text(same, alone=len(waiting) == 1)]
        lines.append(consequence_text(waiting[0]))
    else:
        lines.append(f"Players were added to **{escape(pad.title, MAX_TITLE_LETTERS)}**.")
    agreed = [consent for consent in those if consent.state in {"used", "agreed", "left"} and consent.name]
    refused = [consent for consent in those if consent.state == "refused" and consent.name]
    if agreed:
        lines.append(f"{_joined_names(agreed)} joined.")
    if refused:
        lines.append(f"{_joined_names(refused)} {'is' if len(refused) == 1 else 'are'} left out.")
    return "\n".join(lines)


def _joined_names(those: Sequence[PadConsent]) -> str:
    return listed([escape(person_name(consent.name), NAME_LIMIT) for consent in those])


def question_panel(pad: Pad, consent: PadConsent, same: SameNight | None) -> Layout:
    """Return the question for one person who has not been asked yet, below the answer to another request."""
    more = [] if same is None else [same_night_text(same, alone=True)]
    words = layouts.text(question_text(pad, consent), *more, consequence_text(consent))
    return layouts.layout(words, row(*consent_buttons(pad, consent.seq)))


def implied_consent_panel(pad: Pad, consent: PadConsent) -> Layout:
    """Return the message for a member who joined a pad by using it, with the button to leave."""
    sentence = f"You joined **{escape(pad.title, MAX_TITLE_LETTERS)}** by using it: its hands count for you."
    return layouts.layout(layouts.text(sentence), row(consent_buttons(pad, consent.seq)[1]))


def agreed_text(pads: Sequence[Pad], guest: str) -> str:
    """Return the reply to a member who agreed, with the offer to adopt the guest's other hands."""
    more = f" So do the hands of the guest {escape(guest, NAME_LIMIT)} on other pads here." if guest else ""
    return f"You joined {_titles(pads)}: {'its' if len(pads) == 1 else 'their'} hands count for you.{more}"


def refused_text(pads: Sequence[Pad]) -> str:
    """Return the reply to a member who declines to join."""
    return f"You are left out of {_titles(pads)}: nothing there counts for you."
