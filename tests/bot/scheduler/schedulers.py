"""The scheduler of tables without Discord."""

from __future__ import annotations

from bot.scheduler.scheduler import Due
from bot.tables.services.tables import Tables


def scheduler_of(tables: Tables) -> Due:
    """A scheduler of these tables, made as the bot makes its own (bot/app/services.py), and told of what they owe.

    In place of Discord's errors an OSError passes, and a PermissionError is hopeless.
    """
    due = Due(
        tables.store,
        passing=(OSError,),
        hopeless=lambda error: isinstance(error, PermissionError),
        known=tables.known,
        clock=tables.clock,
    )
    tables.owed.connect(due.expect)
    return due
