"""Random results of a few people, computer players and guests, in any order."""

from __future__ import annotations

from random import Random

from bot.standings.places import places
from data.standings.records import (
    GamePart,
    GameResult,
    HandPart,
    HandResult,
    Origin,
    PartKind,
    ResultState,
    Season,
    Source,
    Stay,
)

GUILD, GAME = 500, "voren"

SEASONS = (Season(GUILD, 1, "Spring", 300, 700), Season(GUILD, 2, "Summer", 700, None))

USERS = (900, 901, 902, 903, 904)


def pick_kind(rng: Random) -> PartKind:
    """Return who plays: mostly a person."""
    kinds: tuple[PartKind, ...] = "person", "person", "person", "person", "guest", "computer"
    return rng.choice(kinds)


def make_hand(rng: Random, origin: Origin, number: int, at: int) -> HandResult:
    """Return a hand of a table or pad."""
    people = rng.sample(USERS, rng.randint(2, len(USERS)))
    parts: list[HandPart] = []
    for seat, user in enumerate(people):
        kind = pick_kind(rng)
        points = rng.choice((rng.randint(-50, 50), 0, 10**30, -(10**30)))
        feats = {"tricks": (rng.randint(0, 2), 3)} if rng.random() < 0.7 else {}
        parts.append(HandPart(seat, kind, user if kind == "person" else None, points, feats))
    state: ResultState = "waits" if rng.random() < 0.1 else "counts"
    return HandResult(origin, number, GUILD, GAME, at, state, rng.random() < 0.1, tuple(parts))


def make_game(rng: Random, origin: Origin, at: int) -> GameResult:
    """Return a game of a table or pad; some play as partners, some leave."""
    people = rng.sample(USERS, rng.randint(2, len(USERS)))
    totals = {seat: rng.randint(-3, 3) for seat in range(len(people))}
    place, paired = places(totals, fewest_win=False), len(people) == 4 and rng.random() < 0.7
    parts: list[GamePart] = []
    for seat, user in enumerate(people):
        kind = pick_kind(rng)
        stay: Stay = "left" if kind == "person" and rng.random() < 0.15 else "whole"
        side = seat % 2 if paired else seat
        final_place = place[seat] if stay == "whole" else len(people) + 1
        won = stay == "whole" and place[seat] == 1
        parts.append(
            GamePart(seat, side, kind, user if kind == "person" else None, totals[seat], final_place, won, stay)
        )
        if stay == "left":
            parts.append(GamePart(seat, side, "computer", None, totals[seat], place[seat], won=False, stay="came"))
    state: ResultState = "waits" if rng.random() < 0.1 else "counts"
    return GameResult(origin, GUILD, GAME, at, 3, state, rng.random() < 0.1, tuple(parts))


def make_results(rng: Random, count: int) -> list[tuple[Origin, list[HandResult], GameResult | None]]:
    """Return tables and pads with their results, at times that need not be in their order."""
    results: list[tuple[Origin, list[HandResult], GameResult | None]] = []
    for number in range(1, count + 1):
        source: Source = rng.choice(("table", "pad"))
        origin, at = Origin(source, number), rng.randint(0, 1000)
        hands = [make_hand(rng, origin, index, at + 3 * index) for index in range(rng.randint(0, 4))]
        results.append((origin, hands, make_game(rng, origin, at + 20) if rng.random() < 0.8 else None))
    return results
