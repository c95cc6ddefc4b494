"""Questions to people whom others made players of a score pad, and the replies to their answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from bot.common.text import NAME_LIMIT, escape, person_name
from bot.pads.pad import Pad
from bot.ui.kit.components import Layout, Part, button, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pads.sheet import MAX_TITLE_LETTERS
from bot.ui.table import layouts
from data.pads.records import PadConsent
from rules.sentences import listed

NOT_JOINED: Final = "Nothing on it counts for you until you join."


def consent_buttons(pad: Pad, seq: int) -> list[Part]:
    """The two answers to what change `seq` of a pad asks."""
    yes = button(CustomId.AGREE_TO_PAD, pad.id, seq, label="Join pad", style=discord.ButtonStyle.success)
    return [yes, button(CustomId.REFUSE_PAD, pad.id, seq, label="Leave me out")]


def consequence_text(consent: PadConsent) -> str:
    """The consequence of either answer, below the question."""
    if not consent.guest:
        return NOT_JOINED
    return f"If you join, {escape(consent.guest, NAME_LIMIT)}'s hands on all pads here become yours."


def is_awaited(pad: Pad, consent: PadConsent) -> bool:
    """Whether somebody is still to answer: nobody is who is off the pad by now."""
    return consent.state == "asked" and consent.player in pad.players


def question_text(pad: Pad, consent: PadConsent) -> str:
    """The question for one person, with its reason; in markdown."""
    by, title = escape(person_name(consent.by_name), NAME_LIMIT), escape(pad.title, MAX_TITLE_LETTERS)
    if consent.guest:
        return f"Are you {escape(consent.guest, NAME_LIMIT)} on **{title}**? {by} says so."
    return f"{by} added you to **{title}**. Do you play there?"


def request_text(pad: Pad, those: Sequence[PadConsent]) -> str:
    """The message that asks these people, all by one change, and says what has been answered; in markdown."""
    waiting = [consent for consent in those if is_awaited(pad, consent)]
    lines: list[str] = []
    if waiting:
        lines.append(f"{' '.join(f'<@{consent.user}>' for consent in waiting)} {question_text(pad, waiting[0])}")
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


def question_panel(pad: Pad, consent: PadConsent) -> Layout:
    """The question for one person who has not been told yet, below the answer to something else."""
    return layouts.layout(
        layouts.text(question_text(pad, consent), consequence_text(consent)), row(*consent_buttons(pad, consent.seq))
    )


def implied_consent_panel(pad: Pad, consent: PadConsent) -> Layout:
    """The message for somebody who joined a pad by using it, with the way out."""
    sentence = f"You joined **{escape(pad.title, MAX_TITLE_LETTERS)}** by using it: its hands count for you."
    return layouts.layout(layouts.text(sentence), row(consent_buttons(pad, consent.seq)[1]))


def agreed_text(pad: Pad, guest: str) -> str:
    """The reply to somebody who plays along, and who may be the guest of that name on other pads, too."""
    more = f" So do the hands of the guest {escape(guest, NAME_LIMIT)} on other pads here." if guest else ""
    return f"You joined **{escape(pad.title, MAX_TITLE_LETTERS)}**: its hands count for you.{more}"


def refused_text(pad: Pad) -> str:
    """The reply to somebody who is left out."""
    return f"You are left out of **{escape(pad.title, MAX_TITLE_LETTERS)}**: nothing there counts for you."
