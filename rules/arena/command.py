"""`python -m rules arena`: how much better one level of computer players does than another, over many deals."""

from __future__ import annotations

import argparse
import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from time import process_time
from typing import Any, Final, NamedTuple

from rules.arena import greedy, plain
from rules.arena.results import Interval, Results, percentile
from rules.arena.silly import KINDS
from rules.arena.tables import PATTERNS, Choose, Contest, Played, play_deal
from rules.contract import OptionValue, Refusal
from rules.players import LEVELS, budget_of, players_of, strong_player
from rules.registry import GAMES

FEWEST_DEALS: Final = 2
GREEDY: Final = "greedy"
PLAIN: Final = "plain"
YARDSTICKS: Final = (GREEDY, PLAIN)
"""Players to measure levels against, which nobody meets at a table."""


class Setting(NamedTuple):
    """A contest in plain values, from which another process makes the same contest."""

    game: str
    seats: int
    options: dict[str, OptionValue]
    a: str
    b: str
    seed: str
    worlds: int | None
    """How many worlds the strong level looks at; None where it does not play."""
    silly: bool
    alone: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--game", required=True, choices=sorted(GAMES))
    parser.add_argument("--a", required=True, choices=(*LEVELS, *YARDSTICKS), help="the level whose lead is measured")
    parser.add_argument("--b", required=True, choices=(*LEVELS, *YARDSTICKS), help="the level of the others")
    parser.add_argument("--deals", type=int, required=True)
    parser.add_argument("--seed", required=True)
    parser.add_argument("--seats", type=int, help="the fewest of the game by default")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="VALUE is JSON or a word")
    parser.add_argument("--worlds", type=int, help="worlds that the strong level looks at at most")
    parser.add_argument("--file", type=Path, help="keep each deal's result here; a later run goes on from it")
    parser.add_argument("--silly", action="store_true", help="count silly moves, too")
    parser.add_argument("--alone", action="store_true", help="one A at each table, in Conference with a partner of B")
    parser.add_argument("--processes", type=int, default=1)


def run(chosen: argparse.Namespace, options: dict[str, OptionValue]) -> int:
    """Play the deals that the file does not hold yet, and print A's lead.

    Raises Refusal for what cannot be compared, and for a file with another contest's results.
    """
    game = GAMES[chosen.game]
    seats: int = chosen.seats or game.seats[0]
    if seats not in PATTERNS or not game.seats[0] <= seats <= game.seats[1]:
        raise Refusal("bad_request", None, "{game} is not compared with {seats} seats.", game=game.name, seats=seats)
    if chosen.deals < FEWEST_DEALS:
        raise Refusal("bad_request", None, "An interval needs at least {deals} deals.", deals=FEWEST_DEALS)
    for level in (chosen.a, chosen.b):
        if level not in {*players_of(game), *YARDSTICKS}:
            raise Refusal("bad_request", None, "{game} has no {level} player.", game=game.name, level=level)
    strong = "strong" in (chosen.a, chosen.b)
    worlds = chosen.worlds or budget_of(game) if strong else None
    setting = Setting(chosen.game, seats, options, chosen.a, chosen.b, chosen.seed, worlds, chosen.silly, chosen.alone)
    commit = _commit()
    results = Results({**setting._asdict(), "commit": commit}, chosen.file)
    missing = [deal for deal in range(chosen.deals) if deal not in results.played]
    for played in _played(setting, missing, chosen.processes):
        results.add(played)
        if len(results.played) % 10 == 0:
            print(f"{len(results.played)} deals: {_said(results.lead(results.played))}", flush=True)
    _report(setting, results, range(chosen.deals), commit)
    return 0


def _played(setting: Setting, deals: Sequence[int], processes: int) -> Iterator[Played]:
    """Play these deals, in so many processes."""
    play = partial(_play, setting)
    if processes == 1:
        yield from map(play, deals)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play, deals)


def _play(setting: Setting, deal: int) -> Played:
    game = GAMES[setting.game]
    players = {"a": _player(setting, setting.a), "b": _player(setting, setting.b)}
    contest = Contest(game, setting.seats, setting.options, players, setting.seed, setting.silly, setting.alone)
    return play_deal(contest, deal)


def _player(setting: Setting, level: str) -> Choose:
    game = GAMES[setting.game]
    if level == GREEDY:
        return greedy.choose
    if level == PLAIN:
        return partial(plain.choose, game)
    if level == "strong" and setting.worlds is not None:
        return strong_player(game, setting.worlds).choose
    return next(player.choose for player in players_of(game).values() if player.level == level)


def _report(setting: Setting, results: Results, deals: range, commit: str) -> None:
    """Print the setting, A's lead, and the CPU time of decisions."""
    report: dict[str, Any] = {**setting._asdict(), "deals": len(deals), "commit": commit}
    print(", ".join(f"{name} {value}" for name, value in report.items() if value not in (None, False, {})))
    print(f"{setting.a} less {setting.b}: {_said(results.lead(deals))}")
    print(f"{setting.a}: {results.first(deals):.1%} of the first places")
    for side, level in (("a", setting.a), ("b", setting.b)):
        spent = results.seconds(side)
        median, slow = (1000 * percentile(spent, percent) for percent in (50, 99))
        print(f"{level}: {len(spent)} decisions, CPU median {median:.2f} ms, p99 {slow:.2f} ms")
        if setting.silly:
            counts = results.silly(side)
            kinds = (f"{kind} {1000 * counts[kind] / len(spent):.1f}" for kind in KINDS[setting.game])
            print(f"{level}: silly moves in a thousand decisions: {', '.join(kinds)}")
    start_seconds = process_time()
    sum(range(10**6))
    print(f"calibration: sum(range(10**6)) takes {1000 * (process_time() - start_seconds):.1f} ms")


def _said(interval: Interval) -> str:
    return f"{interval.mean:+.2f} +-{interval.mean - interval.low:.2f} ({interval.low:+.2f} to {interval.high:+.2f})"


def _commit() -> str:
    """Return the commit of the working tree, marked where something is changed; `unknown` outside of a repository."""
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
