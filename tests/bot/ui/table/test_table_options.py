"""What is played, in words: every option of every game with each of its values, as one line that reads well."""

from __future__ import annotations

import pytest

from bot.ui.table.table_options import describe_option
from rules.registry import GAMES

LINES = {
    "abracadabra": (
        "Trumps: turned up, with a joker",
        "Tricks that make a bid: exactly as many as named",
        "Two players: with a dummy as third hand",
        "Deals: one for each player, or any number with a target",
        "Total that ends the game: none",
    ),
    "conference": (
        "Good and Evil: low trumps that win together",
        "League: not played",
        "Gallowglass: not played",
        "Between hands: the pack is shuffled",
        "Hands: 4",
    ),
    "five_crowns": ("Cards in the first deal: 3", "Cards in the last deal: 13"),
    "mitigati": (
        "Hands: 3",
        "Next dealer: the player to the right",
        "Bargaining: players may pay to stop a hand",
        "Bonuses: each opponent pays them",
    ),
    "voren": (
        "Ante: 3",
        "Hands: two for each player",
        "No trumps if turned up: the Wolf, Treachery or any Crown",
        "Limit of a match in antes: none",
    ),
}
"""The lines of each game's standard; a game that is not listed is held to the other tests."""


@pytest.mark.parametrize("game", LINES)
def test_the_standard_of_a_game_reads_so(game: str) -> None:
    result = GAMES[game]
    assert (
        tuple(describe_option(result, name, option.default) for name, option in result.options.items()) == LINES[game]
    )


@pytest.mark.parametrize("game", GAMES)
def test_no_line_asks_whether_and_answers_something_else(game: str) -> None:
    """ "Whether ...: without ..." is no sentence; a yes or no has words of its own."""
    for name, option in GAMES[game].options.items():
        for value in option.allowed or (option.low, option.high, *option.extra_values):
            line = describe_option(GAMES[game], name, value)
            assert not line.startswith("Whether"), line
            assert line.count(": ") == 1, line
            assert not line.endswith((".", ": yes", ": no")), line
