"""Python's garbage collector, kept from looking through all that lives as long as the bot: with ten thousand servers
that takes half a second, in which nobody is answered.
"""

from __future__ import annotations

import gc
from typing import Final

STARTING: Final = (2_000, 10, 1_000_000)
"""New objects before the collector looks at them, how often before it looks at those that stayed, and then at all:
never, for while servers arrive nearly all that is made stays."""

RUNNING: Final = (5_000, 8, 200)
"""The same from then on: an answer makes a thousand objects, nearly all gone with it; what a table is made of stays."""


def starting() -> None:
    """The bot is about to connect."""
    gc.set_threshold(*STARTING)


async def ready() -> None:
    """All servers are known: what there is by now stays, and is not looked through again.

    After a lost session Discord tells of all servers once more, so that this happens once more.
    """
    gc.freeze()
    gc.set_threshold(*RUNNING)
