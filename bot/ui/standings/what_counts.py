"""What counts for standings and how, in short plain sentences: behind the button *What counts?*."""

from __future__ import annotations

from typing import Final

from bot.standings.seasons import GRACE_DAYS
from bot.ui.kit.components import Layout
from bot.ui.standings.figures import SURE
from bot.ui.standings.ranking import ENOUGH
from bot.ui.table import layouts
from data.result_records import PROVISIONAL

WHAT: Final = (
    (
        "**Games** count once they are played to their end, at a table here or on a score pad that is finished; "
        "**hands** as soon as they are over, or told to a pad. Hands of tables and of pads are told apart."
    ),
    (
        "**A table that is ended before its time** is no game; the hands that were over there count as hands. Nor is "
        "one at which all passed in every deal."
    ),
    (
        "**The game of a pad** is that of those who played every hand or, if nobody did, the most hands; the others "
        "have the hands they played. Who came late and was given points to start with plays for the game, too."
    ),
    "**A pad to which somebody else adds you** counts for you once you play along: until then you are a guest there.",
    "**Friendly games** count for nothing: only how many there were is kept. First hands with `/learn` are no results.",
    "**Computer players** take places, and have no standings. **Guests** of pads have standings, and no rating.",
    (
        "**Whoever leaves a game**, or loses the seat by being away, is placed last, unless they sit there again at "
        "its end. Whoever takes a seat in the middle has the hands they played, but neither the game nor a rating of "
        "it; a hand in which a seat changed hands counts for nobody there."
    ),
    (
        "**Moves made for you when your time ran out** are not yours. If you chose none in a game, it does not count "
        "for you. If you chose fewer than half, it counts as a game you left; such a hand counts for nobody there. "
        "Moves without a choice do not matter. Moves you left ahead are yours."
    ),
    "**A hand of a pad that is contested** counts for nothing until a keeper has decided, nor does its game.",
    "**Whoever wants no statistics** (`/settings me`) is left out of all of them, and is placed like a guest.",
)
"""What results count, for whom."""

HOW: Final = (
    (
        "**Ratings** come from who was placed before whom (openskill, Bradley-Terry); level places are a draw. "
        "Partners are rated together. A game is rated if at least two sides are people alone. The rating shown is "
        f"what somebody is taken for, less {SURE} times the doubt, so it begins at 0.0 and grows surer with every "
        "game. Pads of other games have none."
    ),
    (
        f"**Provisional** is a rating of fewer than {PROVISIONAL} games: it has no place yet. Nor has an average of "
        f"fewer than {ENOUGH} hands."
    ),
    (
        "**A season** counts what was played while it lasted, if it was entered at most "
        f"{GRACE_DAYS} days after its end. A game counts in the season in which it ended. Ratings begin anew in each "
        "season. All time has everything."
    ),
)
"""How the figures come about."""


def what_counts() -> Layout:
    """All of it, in one message."""
    heading = layouts.text("### What counts?", "-# Standings are those of this server, worked out from results alone.")
    return layouts.layout(heading, *(layouts.text(*(f"- {line}" for line in lines)) for lines in (WHAT, HOW)))
