"""People without Discord."""

from __future__ import annotations

from dataclasses import dataclass

from bot.people import person
from bot.tables.model.actor import Actor
from tests.support.numbers import IDS


@dataclass(frozen=True)
class Person:
    """Somebody who uses the bot."""

    id: int
    display_name: str


ADA, BELA, CLEO = Person(11, "Ada"), Person(12, "Bela"), Person(13, "Cleo")


PEOPLE = {11: ADA, 12: BELA, 13: CLEO}


def make_actor(who: person.Person, interaction: int | None = None) -> Actor:
    """Return somebody who acts, by an interaction of its own unless it is given."""
    return Actor(who.id, who.display_name, next(IDS) if interaction is None else interaction)
