"""A local stand-in for Discord, for `make play` and for tests. docs/sandbox.md says how it is used."""

from bot.sandbox.server.app import Sandbox
from bot.sandbox.server.errors import Refused
from bot.sandbox.server.people import Outcome, People
from bot.sandbox.server.recorder import Recorded, RecordedFile, Recorder
from bot.sandbox.server.records import Clock

__all__ = ["Clock", "Outcome", "People", "Recorded", "RecordedFile", "Recorder", "Refused", "Sandbox"]
