"""The rules of standings in plain sentences: six behind *What counts?*, all behind *All rules*."""

from __future__ import annotations

from typing import Final

from bot.standings.seasons import GRACE_DAYS
from bot.ui.kit.components import Layout, button, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.standings.figures import SIGMAS
from bot.ui.standings.ranking import MIN_GAMES
from bot.ui.table import layouts
from data.standings.records import PROVISIONAL_GAMES

HEADING: Final = "### What counts?"

SUMMARY: Final = (
    "**Games** count once finished, at a table or on a pad. **Hands** count when they are over.",
    "**Friendly games** and lessons do not count.",
    "**A rating** says how well you play. It needs two members against each other, not guests.",
    "**If someone adds you to a pad**, it counts for you once you join.",
    "**If you leave a game** or miss most of your moves, you are placed last.",
    "**A contested hand** counts only if a keeper says so.",
)
"""The most common questions."""

COUNTED_RESULTS: Final = (
    "**Games** count once finished, at a table or on a pad. **Hands** count when they are over, or entered on a pad.",
    "**A game ended early**, or passed out in every deal, does not count. Its hands do.",
    (
        "**A pad's game** counts for those who played every hand, or came later with starting points. If nobody did, "
        "it counts for those who played most. For the others only their hands count."
    ),
    "**A pad to which someone else adds you** counts for you once you join. Until then you are a guest.",
    "**Friendly games** and lessons do not count.",
    "**Computer players** take places but have no standings. **Guests** have standings but no rating.",
    (
        "**If you leave a game**, or lose your seat by being away, you are placed last unless you are back at its end. "
        "If you take over a seat, only your hands count. A hand that two people began and ended counts for neither."
    ),
    (
        "**Moves made for you when time ran out** are not yours. A game does not count for you if you chose no move. "
        "You are placed last if you chose fewer than half. A hand counts for you if you chose at least half. Planned "
        "moves are yours."
    ),
    "**A contested hand** and its pad's game do not count until a keeper decides.",
    "**Without statistics** (`/settings me`) you are left out, and placed like a guest.",
)
"""The results that count, and for whom."""

RATING_EXPLANATION: Final = (
    (
        "**Ratings** compare places (openskill, Bradley-Terry); a tie is a draw. Partners are rated together. A game "
        "is rated if at least two sides have only people. A rating starts at 0.0 and is "
        f"cautious: while your games are few, it stays low (the estimate less {SIGMAS} times its uncertainty). Pads of "
        "other games have none."
    ),
    (
        f"**Provisional** ratings are those of fewer than {PROVISIONAL_GAMES} games. They have no place. An average "
        f"has none before {MIN_GAMES} hands."
    ),
    (
        f"**A season** counts what was played in it and entered within {GRACE_DAYS} days of its end. A game counts in "
        "the season in which it ended. Ratings start anew each season. All time counts everything."
    ),
)
"""The explanation of the figures."""


def counting_summary() -> Layout:
    """Return the most important rules of counting, with the button to all of them."""
    lines = layouts.text(HEADING, *(f"- {line}" for line in SUMMARY), "-# Only results of this server count.")
    return layouts.layout(lines, row(button(CustomId.SHOW_WHAT_COUNTS, "all", label="All rules")))


def counting_rules() -> Layout:
    """Return all rules of counting, in one message."""
    heading = layouts.text(HEADING, "-# Only results of this server count.")
    return layouts.layout(
        heading, *(layouts.text(*(f"- {line}" for line in lines)) for lines in (COUNTED_RESULTS, RATING_EXPLANATION))
    )
