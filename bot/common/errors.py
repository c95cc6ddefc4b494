"""Errors with a sentence for the player, and the sentence for any other error."""

from __future__ import annotations

import logging
import secrets

from data.engine.errors import StoreError
from rules.contract import Refusal

log = logging.getLogger(__name__)


class Declined(Exception):
    """A refusal with a sentence for the person who asked. Nothing has changed."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Stale(Declined):
    """A click on a decision that is no longer open: it is answered with a sentence and a fresh view."""


class UnknownTable(Declined):
    """A table that is not, or no longer, in the records."""


def sentence_for(error: BaseException, where: str, support_url: str | None = None) -> str:
    """Return the sentence for the player who met `error`; faults of the bot are logged with `where`.

    `where` holds ids only (interaction, guild, user), never cards. `support_url` is where faults can be reported.
    """
    match error:
        case Refusal():
            return f"{error.message} ({error.clause})" if error.clause else error.message
        case Declined():
            return error.sentence
        case StoreError():
            log.error("%s: %s", where, error)
            return error.sentence
        case _:
            mark = secrets.token_hex(4)
            log.error("%s: unexpected %s, shown as %s", where, type(error).__name__, mark, exc_info=redact(error))
            report = f"Tell my operator: {mark}." if support_url is None else f"Report {mark} here: <{support_url}>"
            return f"Something went wrong on my side. Confirmed moves are kept. {report}"


def redact(error: BaseException | None) -> BaseException | None:
    """Return the error with its traceback but without text and causes, which could name a card."""
    if error is None:
        return None
    kind = type(error)
    is_plain = kind in {KeyError, ValueError, TypeError, AttributeError, IndexError}
    redacted = kind() if is_plain else RuntimeError(kind.__name__)
    return redacted.with_traceback(error.__traceback__)
