"""People who claim tricks and take moves back, without Discord."""

from __future__ import annotations

from tests.support.people import ADA, BELA, CLEO, Person

PEOPLE = [ADA, BELA, CLEO, *(Person(20 + number, f"Person {number}") for number in range(8))]
