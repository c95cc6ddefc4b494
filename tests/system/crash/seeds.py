"""The seed of a run with kills."""

from __future__ import annotations

import os
from random import SystemRandom


def choose_seed() -> int:
    """Return the seed of a run, a new one or ELDEST_SEED, and print it."""
    number = int(os.environ.get("ELDEST_SEED") or SystemRandom().randrange(1 << 32))
    print(f"ELDEST_SEED={number}", flush=True)
    return number
