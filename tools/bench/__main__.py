"""`make bench`: every benchmark, or those named: `python -m tools.bench core store`.

Each figure of ours stands beside a peer's, taken in the same run with the two alternating; only the ratio means
anything, for these machines are noisy. With `--against COMMIT` it stands beside the same figure of another commit.
"""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

import tools.bench
from tools.bench import against
from tools.bench.rows import Row


def benches() -> dict[str, ModuleType]:
    """Return the benchmarks: every module here that has a `run`."""
    result: dict[str, ModuleType] = {}
    for module in iter_modules(tools.bench.__path__):
        if module.name not in {"__main__", "against", "bare_bot", "floor_bot", "rows", "side"}:
            loaded = import_module(f"tools.bench.{module.name}")
            if hasattr(loaded, "run"):
                result[module.name] = loaded
    return result


def main(arguments: list[str]) -> int:
    """Run and print them. Returns 2 for a name that is none, or a commit at which they cannot be run."""
    parser = ArgumentParser(prog="python -m tools.bench", description="Every benchmark, or those named.")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--against", metavar="COMMIT", help="measure that commit too, the two alternating")
    parser.add_argument("--rounds", type=int, default=against.ROUNDS, help="how often each of the two is measured")
    parser.add_argument(
        "--repeats", type=int, default=0, help="repeats of a round; else they share the benchmark's own"
    )
    namespace = parser.parse_args(arguments)
    known = benches()
    unknown = [name for name in namespace.names if name not in known]
    if unknown:
        sys.stderr.write(f"There is no benchmark {', '.join(unknown)}; there are {', '.join(known)}.\n")
        return 2
    names: list[str] = namespace.names or list(known)
    if namespace.against is not None:
        return compare(names, namespace.against, namespace.rounds, namespace.repeats)
    for name in names:
        sys.stdout.write(f"\n{name}\n")
        rows: list[Row] = known[name].run()
        for row in rows:
            sys.stdout.write(f"  {row.name:<66} {row.ours:>20} {row.peer:>20} {row.ratio:>7.2f}x   {row.goal}\n")
            sys.stdout.flush()
    return 0


def compare(names: list[str], commit: str, rounds: int, repeats: int) -> int:
    """Print the figures here and at another commit, the ratio of the medians, and that of the peers' medians."""
    try:
        with against.checked_out(commit) as tree:
            for name in names:
                sys.stdout.write(f"\n{name}, here and at {commit}\n")
                for compared in against.run(name, tree, rounds, repeats):
                    here, text = (f"{value:,.2f}{compared.unit}" for value in (compared.here, compared.there))
                    peers = f"(peers {compared.peers:.2f}x)"
                    sys.stdout.write(f"  {compared.name:<66} {here:>20} {text:>20} {compared.ratio:>7.2f}x   {peers}\n")
                    sys.stdout.flush()
    except subprocess.CalledProcessError as error:
        sys.stderr.write(f"This cannot be run: {' '.join(map(str, error.cmd))}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
