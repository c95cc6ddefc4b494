"""`make bench`: every benchmark, or those named: `python -m tests.bench core store`.

Each figure of ours stands beside a peer's, taken in the same run with the two alternating; only the ratio means
anything, for these machines are noisy.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

import tests.bench
from tests.bench.rows import Row


def benches() -> dict[str, ModuleType]:
    """The benchmarks: every module here that has a `run`."""
    found: dict[str, ModuleType] = {}
    for module in iter_modules(tests.bench.__path__):
        if module.name not in {"__main__", "bare_bot", "floor_bot", "rows"}:
            loaded = import_module(f"tests.bench.{module.name}")
            if hasattr(loaded, "run"):
                found[module.name] = loaded
    return found


def main(names: list[str]) -> int:
    """Run and print them. Returns 2 for a name that is none."""
    known = benches()
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.stderr.write(f"There is no benchmark {', '.join(unknown)}; there are {', '.join(known)}.\n")
        return 2
    for name in names or known:
        sys.stdout.write(f"\n{name}\n")
        rows: list[Row] = known[name].run()
        for row in rows:
            sys.stdout.write(f"  {row.name:<66} {row.ours:>20} {row.peer:>20} {row.ratio:>7.2f}x   {row.goal}\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
