"""What is said to a player when something cannot be done, and how other errors become such a sentence."""

from __future__ import annotations

import logging
import secrets

from data.errors import StoreError
from rules.contract import Refusal

log = logging.getLogger(__name__)


class Declined(Exception):
    """Something the bot does not do, with the sentence for the person who asked. Nothing has changed."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Stale(Declined):
    """A click on a decision that has been made or has gone: the answer is a sentence and a fresh view."""


class UnknownTable(Declined):
    """A table that is not, or no longer, in the records."""


def sentence_for(error: BaseException, where: str) -> str:
    """The sentence for the player who met `error`; what no player can help is logged for the operator with `where`.

    `where` holds ids only (interaction, guild, user), never what was played.
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
            log.error("%s: unexpected %s, shown as %s", where, type(error).__name__, mark, exc_info=safe(error))
            return f"Something went wrong on my side. Confirmed moves are kept. Tell my operator: {mark}."


def safe(error: BaseException | None) -> BaseException | None:
    """`error` for the log: with its traceback, without its text and its causes, which could hold a card."""
    if error is None:
        return None
    shown = type(error)(*()) if type(error) in {KeyError, ValueError, TypeError, AttributeError, IndexError} else None
    if shown is None:
        shown = RuntimeError(type(error).__name__)
    return shown.with_traceback(error.__traceback__)
