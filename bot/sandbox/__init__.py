"""A local stand-in for Discord, for `make play` and for tests. docs/sandbox.md says how it is used."""

from bot.sandbox.app import Sandbox
from bot.sandbox.errors import Refused
from bot.sandbox.people import Outcome, People
from bot.sandbox.recorder import Recorded, RecordedFile, Recorder
from bot.sandbox.records import Clock

__all__ = ["Clock", "Outcome", "People", "Recorded", "RecordedFile", "Recorder", "Refused", "Sandbox"]
