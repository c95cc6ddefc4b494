"""The weekly cup: percentages of the hands of the day, a result for the best days of a week, and two groups.

The store has the tries. A week is closed once, after its days; whatever process is killed, the next run goes on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from math import ceil
from typing import Final

from bot.standings.percentages import percentages
from bot.standings.places import places
from bot.tables.services.tables import Tables
from data.deals.records import CupResult, CupTry, end_of_week
from data.tables.records import Work
from data.tables.work import WorkState
from rules.registry import GAMES

BEST_DAYS: Final = 5
"""The days of a week that count for a person."""

MIN_COMPARED: Final = 3
"""People who must have finished a hand, or it does not count."""

MIN_GROUPED: Final = 8
"""People with a result in a server, from which on there may be two groups."""

GROUP_CHANGES: Final = 2
"""People who go up to Group 1, and down from it, where they are not level with more."""


async def close_week(tables: Tables, work: Work) -> WorkState:
    """Close the week of `work`, and its days if they are not closed yet. Raises StoreError."""
    week, store = int(work.key), tables.store
    await store.deals.close(end_of_week(week))
    last_week = defaultdict[int, list[CupResult]](list)
    for row in await store.cups.results(week - 1):
        last_week[row.guild].append(row)
    results = list[CupResult]()
    for guild, permilles in week_permilles(await store.cups.tries(week)).items():
        groups = group_numbers(permilles, next_first_group(last_week[guild]))
        results += [CupResult(guild, person, permille, groups[person]) for person, permille in permilles.items()]
    await store.cups.save(week, results)
    tables.on_work_due.emit(tables.clock())
    return WorkState.DONE


def week_permilles(tries: Iterable[CupTry]) -> dict[int, dict[int, int]]:
    """Return the results of a week by server and person: the mean of the best days, of each the best hand.

    A hand is compared with all tries, of all servers. A day without a hand counts 0.
    """
    deals = defaultdict[int, list[CupTry]](list)
    for attempt in tries:
        deals[attempt.deal].append(attempt)
    days = defaultdict[tuple[int, int], dict[int, float]](dict)
    for of_deal in deals.values():
        game = GAMES.get(of_deal[0].game)
        if game is None or len(of_deal) < MIN_COMPARED:
            continue
        shares = percentages({finished.person: finished.points for finished in of_deal}, fewest_win=game.fewest_win)
        for finished in of_deal:
            if finished.guild is not None:
                best = days[finished.guild, finished.person]
                best[finished.day] = max(best.get(finished.day, 0), shares[finished.person])
    results = defaultdict[int, dict[int, int]](dict)
    for (guild, person), best in days.items():
        results[guild][person] = round(10 * sum(sorted(best.values())[-BEST_DAYS:]) / BEST_DAYS)
    return results


def group_numbers(people: Collection[int], first: Collection[int]) -> dict[int, int | None]:
    """Return the group of each of these people, of whom those in `first` are in Group 1.

    There are no groups where few people take part, or where one of them would be empty.
    """
    numbers = {person: 1 if person in first else 2 for person in people}
    has_groups = len(people) >= MIN_GROUPED and len({*numbers.values()}) > 1
    return {person: number if has_groups else None for person, number in numbers.items()}


def next_first_group(results: Collection[CupResult]) -> set[int]:
    """Return the people of a server who are in Group 1 in the week after these results.

    The last two leave it, and the first two of Group 2 come. More come while it has less than half of the people. Those
    who are level share the better place. Where there were no groups, it is the better half.
    """
    upper = {row.person: row.permille for row in results if row.group_number == 1}
    lower = {row.person: row.permille for row in results if row.group_number != 1}
    safe = len(upper) - min(GROUP_CHANGES, len(upper) // 2)
    stay = {person for person, place in places(upper, fewest_win=False).items() if place <= safe}
    free = max(GROUP_CHANGES, ceil(len(results) / 2) - len(stay))
    return stay | {person for person, place in places(lower, fewest_win=False).items() if place <= free}
