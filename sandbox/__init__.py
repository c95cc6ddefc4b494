"""A local stand-in for Discord, for `make play` and for tests. docs/sandbox.md says how it is used."""

from sandbox.server.app import Sandbox
from sandbox.server.errors import Refused
from sandbox.server.people import Outcome, People
from sandbox.server.recorder import Recorded, RecordedFile, Recorder
from sandbox.server.records import Clock

__all__ = ["Clock", "Outcome", "People", "Recorded", "RecordedFile", "Recorder", "Refused", "Sandbox"]
