"""What is played, in words: every option of every game with each of its values, as one line that reads well."""

from __future__ import annotations

import pytest

from bot.ui.table.table_options import option_in_words
from rules.registry import GAMES

LINES = {
    "abracadabra": (
        "How trumps are found: a card is turned up, and a joker is in the pack",
        "Who succeeds in a bid: those who win exactly as many tricks as they placed cards",
        "How two play: with a dummy as third hand",
        "How many deals are played, void ones not counted: as many as seats, or any number where a total ends the game",
        "Total that ends the game after the deal in which somebody reaches it: none",
    ),
    "conference": (
        "What the Good and Evil cards are: low trumps that win together",
        "League: not played",
        "Gallowglass: not played",
        "What is done with the pack between two hands: it is shuffled",
        "How many hands a game has: 4",
    ),
    "five_crowns": ("Cards in the first deal: 3", "Cards in the last deal: 13"),
    "mitigati": (
        "How many hands a game has: 3",
        "Which way the deal goes after each hand: to the dealer's right",
        "Bargaining: a hand may be bought off while it is being dealt",
        "How a declared bonus counts: won from each opponent",
    ),
    "voren": (
        "Chips that everybody pays into the pot before a hand: 3",
        "How many hands are played: two rounds of deals",
        "Which cards turned up mean that there are no suit trumps: Wolf, Treachery and every Lesser or Greater Crown",
        "Limit of a match, in antes: none",
    ),
}
"""The lines of each game's standard; a game that is not listed is held to the other tests."""


@pytest.mark.parametrize("game", LINES)
def test_the_standard_of_a_game_reads_so(game: str) -> None:
    found = GAMES[game]
    assert tuple(option_in_words(found, name, option.default) for name, option in found.options.items()) == LINES[game]


@pytest.mark.parametrize("game", GAMES)
def test_no_line_asks_whether_and_answers_something_else(game: str) -> None:
    """ "Whether ...: without ..." is no sentence; a yes or no has words of its own."""
    for name, option in GAMES[game].options.items():
        for value in option.allowed or (option.low, option.high, *option.also):
            line = option_in_words(GAMES[game], name, value)
            assert not line.startswith("Whether"), line
            assert line.count(": ") == 1, line
            assert not line.endswith((".", ": yes", ": no")), line
