"""Commands: `python -m rules serve | perft FILE DEPTH | replay FILE | verify FILE | silly FILE | play GAME | arena`."""

# serve          speak the line protocol (conventions, K6) on standard input and output
# perft FILE N   count the move sequences of depth N from the end of a log, with the count below each first move
# replay FILE    tell a log (a dump, or an example hand of seeds/) step by step
# verify FILE    check a table's fair shuffles from its proof
# play GAME      play random games through the public contract and say how fast that went
# silly FILE     have a computer player make a move again that somebody called silly
# arena          play deals between two levels of computer players and say how much better one does

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, cast

from rules.arena import command as arena
from rules.contract import Chance, Refusal
from rules.perft import count_by_first_move
from rules.perft import perft as count_moves
from rules.players import compare_moves, players_of, strong_player
from rules.proof import check
from rules.protocol import Server, score_json
from rules.registry import GAMES, game_named
from rules.simulate import random_table
from rules.table import Table, text, whole


def main(arguments: list[str] | None = None) -> int:
    """Run one command. Returns the exit code: 0, or 1 where the command says what is wrong."""
    parser = argparse.ArgumentParser(prog="python -m rules", description="The games of Eldest Hand.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("serve", help="speak the line protocol on standard input and output")
    perft_parser = commands.add_parser("perft", help="count move sequences from the end of a log")
    perft_parser.add_argument("file", type=Path)
    perft_parser.add_argument("depth", type=int)
    for name, help_text in (
        ("replay", "tell a log step by step"),
        ("verify", "check a table's fair shuffles"),
        ("silly", "have a computer player make a move again that somebody called silly"),
    ):
        commands.add_parser(name, help=help_text).add_argument("file", type=Path)
    play = commands.add_parser("play", help="play random games and say how fast that went")
    play.add_argument("game", choices=sorted(GAMES))
    play.add_argument("--games", type=int, default=200)
    play.add_argument("--seats", type=int)
    play.add_argument("--seed", type=int, default=1)
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="VALUE is JSON or a word")
    arena.add_arguments(commands.add_parser("arena", help="compare two levels of computer players over many deals"))
    options = parser.parse_args(arguments)
    sys.set_int_max_str_digits(0)  # chips can outgrow any number of digits (K8.1)
    try:
        return COMMANDS[options.command](options)
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
    except RecursionError:
        print("This is nested too deeply.", file=sys.stderr)
    return 1


def serve(_: argparse.Namespace) -> int:
    """Answer requests until standard input ends."""
    output = sys.stdout
    try:
        for answer in Server().lines(sys.stdin.buffer):
            output.write(answer + "\n")
            output.flush()
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stderr.close()  # nobody listens any more; say nothing more
    return 0


def _read_object(path: Path) -> dict[str, Any]:
    """Return the object of a file. Raises Refusal for a file without one, OSError."""
    try:
        content: object = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise Refusal("bad_request", None, "{path} is not JSON: {error}.", path=path, error=error) from None
    if not isinstance(content, dict):
        raise Refusal("bad_request", None, "The file does not hold an object.")
    return cast("dict[str, Any]", content)


def _load_table(path: Path) -> Table:
    """Return the table of a file. Raises Refusal, OSError."""
    content = _read_object(path)
    return Table.load(content.get("game") if isinstance(content.get("game"), dict) else content)


def perft(options: argparse.Namespace) -> int:
    """Print the count below each first move, and their sum."""
    if options.depth < 0:
        raise Refusal("bad_request", "K6", "A depth is not negative.")
    state = _load_table(options.file).state
    counts = count_by_first_move(state, options.depth)
    for move, count in sorted(counts.items()):
        print(f"{count:>12} {move}")
    print(f"{sum(counts.values()) if counts else count_moves(state, options.depth):>12} in all")
    return 0


def replay(options: argparse.Namespace) -> int:
    """Tell a log event by event, with the score after every hand."""
    content = _read_object(options.file)
    if isinstance(content.get("title"), str):
        print(content["title"])
        print(content.get("story", ""))
        print()
    target = _load_table(options.file)
    table = target.without_events()
    print(
        f"{table.game.name}, {table.seats} seats, options {json.dumps(dict(table.options))}, seat {table.dealer} deals."
    )
    for number, event in enumerate(target.events, start=1):
        hands_before = len(table.state.score().hands)
        if isinstance(event, Chance):
            print(f"{number:>4}  {event.event}: {' '.join(event.cards)}")
        else:
            print(f"{number:>4}  seat {event.seat}: {event.text}")
        table = table.event(event)
        score = table.state.score()
        for hand in score.hands[hands_before:]:
            print(f"      hand over: {' '.join(map(str, hand))}; totals {' '.join(map(str, score.totals))}")
    answer = score_json(table)
    if answer["finished"]:
        print(f"Won by {', '.join(f'seat {seat}' for seat in answer['winners'])}.")
    else:
        acting = ", ".join(f"seat {seat}" for seat in table.state.to_act) or "nobody"
        print(f"Phase {table.state.phase}; to act: {acting}.")
    if "score" in content and content["score"] != answer:
        print("The score differs from the one in the file.", file=sys.stderr)
        return 1
    return 0


def verify(options: argparse.Namespace) -> int:
    """Print what checking each draw of a proof came to."""
    findings = check(_read_object(options.file))
    for finding in findings:
        mark = {True: "fair", False: "NOT FAIR", None: "not yet"}[finding.holds]
        print(f"{mark:>8}  {finding.sentence}")
    return 1 if any(finding.holds is False for finding in findings) else 0


def silly(options: argparse.Namespace) -> int:
    """Print the move that the same player makes in the same view with the same chance; a search's estimates, too."""
    record = _read_object(options.file)
    game, level, stored_move = game_named(text(record, "game")), text(record, "level"), text(record, "move")
    worlds, seed = whole(record, "worlds"), whole(record, "seed")
    player = players_of(game).get(level)
    if player is None:
        raise Refusal("bad_request", None, "{game} has no {level} player.", game=game.name, level=level)
    view: Any = record.get("view")
    try:
        if worlds:
            estimates = compare_moves(game, view, [stored_move], Random(seed), worlds).estimates
            new_move = strong_player(game, worlds).choose(view, Random(seed))
        else:
            new_move, estimates = player.choose(view, Random(seed)), ()
    except (TypeError, LookupError, ValueError):
        raise Refusal("bad_request", None, "The file has no view in which this seat is to move.") from None
    print(f"{game.name}, {level}, {worlds} worlds, version {text(record, 'version')}")
    print(f"then  {stored_move}")
    print(f"now   {new_move}{' (the same)' if new_move == stored_move else ''}")
    for estimate in estimates:
        print(f"{estimate.points:>+12.2f} +-{estimate.error:.2f} {estimate.move}")
    return 0 if new_move == stored_move else 1


def _options(pairs: list[str]) -> dict[str, Any]:
    """Return the options of `--option NAME=VALUE`."""
    options: dict[str, Any] = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value  # a word needs no quotation marks
    return options


def play_random(command: argparse.Namespace) -> int:
    """Play random games and print decisions a second."""
    game = game_named(command.game)
    options = _options(command.option)
    rng = Random(command.seed)
    decisions = 0
    start_seconds = perf_counter()
    for _ in range(command.games):
        seats = command.seats or rng.randint(*game.seats)
        table = random_table(Table.new(game, seats, options, rng.randrange(seats)), rng)
        decisions += sum(1 for event in table.events if not isinstance(event, Chance))
    spent_seconds = perf_counter() - start_seconds
    pace = f"{decisions / spent_seconds:,.0f} a second"
    print(f"{command.games} games of {game.name}, {decisions} decisions in {spent_seconds:.2f} s: {pace}.")
    return 0


def compare(options: argparse.Namespace) -> int:
    """Print how much better one level of computer players does than another."""
    return arena.run(options, _options(options.option))


COMMANDS = {
    "arena": compare,
    "serve": serve,
    "perft": perft,
    "replay": replay,
    "verify": verify,
    "play": play_random,
    "silly": silly,
}

if __name__ == "__main__":
    sys.exit(main())
