"""People without Discord."""

from __future__ import annotations

from dataclasses import dataclass

from bot.people.person import Person as AnyPerson
from bot.tables.model.actor import Actor
from tests.support.numbers import IDS


@dataclass(frozen=True)
class Person:
    """Somebody who uses the bot."""

    id: int
    display_name: str


ADA, BELA, CLEO = Person(11, "Ada"), Person(12, "Bela"), Person(13, "Cleo")


PEOPLE_BY_ID = {person.id: person for person in (ADA, BELA, CLEO)}

PLAYERS = [ADA, BELA, CLEO, *(Person(20 + number, f"Person {number}") for number in range(8))]
"""As many people as may play at one table, by their seats."""


def make_actor(who: AnyPerson, interaction: int | None = None) -> Actor:
    """Return somebody as an actor, with the next interaction unless one is given."""
    return Actor(who.id, who.display_name, next(IDS) if interaction is None else interaction)
