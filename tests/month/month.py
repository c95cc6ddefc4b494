"""The month itself: people at their tables, the weather, and what it comes to."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.month.habits import DAY, draw_habits
from tests.month.house import House, start_virtual_house
from tests.month.judge import Judge
from tests.month.people import Person, listen_for_mentions
from tests.month.tables import plan_tables
from tests.month.weather import Weather
from tests.system.crash.players import Witness

log = logging.getLogger(__name__)
CALM = 2.0
"""Days at the end in which nothing goes wrong any more."""
CHANNELS = 8


@dataclass
class Outcome:
    """The outcome of a month."""

    days: float
    transcript: str = ""
    requests: int = 0
    sent: int = 0
    made: int = 0
    mentions: int = 0
    reminders: int = 0
    states: dict[str, int] = field(default_factory=dict[str, int])
    unfinished: list[int] = field(default_factory=list[int])
    """The tables that are played still though a clock drives them on and nobody has paused them."""
    troubles: dict[str, int] = field(default_factory=dict[str, int])
    deaths: dict[str, int] = field(default_factory=dict[str, int])
    problems: list[str] = field(default_factory=list[str])
    """What should not be."""
    judge: Judge = field(init=False, repr=False)
    witness: Witness = field(init=False, repr=False)
    people: dict[str, Person] = field(init=False, repr=False)

    def __str__(self) -> str:
        return (
            f"{self.days} days: {self.sent} interactions, of which {self.made} were told that "
            f"something was done, {self.mentions} mentions, {self.reminders} reminders, {self.requests} requests; "
            f"tables {self.states}; {sum(self.deaths.values())} kills {self.deaths}; troubles {self.troubles}; "
            f"transcript {self.transcript}"
        )


def spend(folder: Path, seed: int, *, days: float, tables: int, people: int, every: float, more: float = 0) -> Outcome:
    """Spend so many days; return what they came to. `every` is how many seconds lie between two troubles, on average.

    What is played then is played out, as long as that takes no more than `more` days.
    """
    outcome = Outcome(days)
    with start_virtual_house(folder, seed) as (house, run):
        run(_spend(house, outcome, seed, tables, people, every, days + more))
    return outcome


async def _spend(house: House, outcome: Outcome, seed: int, tables: int, count: int, every: float, most: float) -> None:
    rng = Random(f"{seed} month")
    await house.open()
    sandbox, days = house.sandbox, outcome.days
    await sandbox.people.until(lambda: sandbox.people.state("Ada")["commands"])
    channels = [sandbox.people.add_channel(f"room {number}")["id"] for number in range(CHANNELS)]
    witness, judge = Witness(sandbox), Judge(house)
    people: dict[str, Person] = {}
    outcome.judge, outcome.witness, outcome.people = judge, witness, people
    for number in range(count):
        name = f"Player {number}"
        key = sandbox.people.add_user(name)["id"]
        own_rng = Random(f"{seed} {name}")
        people[key] = Person(house, witness, key, name, draw_habits(own_rng, days), own_rng)
    agreed = plan_tables(rng, tables, list(people), channels, days)
    for table in agreed:
        for key in table.people():
            people[key].tables.append(table)
    for person in people.values():
        person.around = agreed
    sandbox.world.listeners.append(listen_for_mentions(people))
    weather = Weather(house, Random(f"{seed} weather"), every)
    living = [asyncio.create_task(person.live()) for person in people.values()]
    blowing = asyncio.create_task(weather.blow())
    await asyncio.wait([blowing], timeout=(days - CALM) * DAY)
    if blowing.done():
        blowing.result()
    await weather.end(blowing)
    await asyncio.sleep(CALM * DAY)
    while outcome.days < most and not all(table.is_over(sandbox.world) for table in agreed):
        await asyncio.sleep(DAY)
        outcome.days += 1
    for task in living:
        task.cancel()
    for ended in await asyncio.gather(*living, return_exceptions=True):
        if isinstance(ended, BaseException) and not isinstance(ended, asyncio.CancelledError):
            raise ended
    await asyncio.sleep(600)
    await house.close()
    outcome.problems = await judge.judge(witness, agreed, people)
    outcome.states, outcome.unfinished = judge.states, judge.unfinished
    outcome.transcript, outcome.requests = house.transcript.hexdigest(), house.requests
    outcome.sent, outcome.made = len(witness.sent), sum(sent_message.made for sent_message in witness.sent.values())
    outcome.mentions, outcome.reminders = len(judge.mentions), len(judge.reminders)
    outcome.troubles, outcome.deaths = dict(weather.met), dict(house.deaths)
