"""What tests of the commands and of the sandbox's wire need."""

from tests.bot.operations.conftest import backups, clock, database, output, settings
from tests.data.conftest import path, place, store
from tests.sandbox.conftest import sandbox, wire

__all__ = ["backups", "clock", "database", "output", "path", "place", "sandbox", "settings", "store", "wire"]
