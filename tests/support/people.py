"""People without Discord."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Person:
    """Somebody who uses the bot."""

    id: int
    display_name: str


ADA, BELA, CLEO = Person(11, "Ada"), Person(12, "Bela"), Person(13, "Cleo")


PEOPLE = {11: ADA, 12: BELA, 13: CLEO}
