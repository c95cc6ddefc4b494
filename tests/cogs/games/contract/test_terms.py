"""The terms of a table in words, as its lobby tells them (test_commands.py): what is played, and for how long."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from rules.contract import Game
from rules.registry import GAMES
from tests.support.every_game import every_game, presenter_of, samples_of

MAX_LETTERS = 400

DURATION = re.compile(r"[Aa]bout \d+ moves? a player, \d+ (?:minutes|hours) in all, or days at your own pace\.")

SENTENCES: dict[str, list[tuple[int, Mapping[str, Any], list[str]]]] = {
    "abracadabra": [
        (2, {}, ["Bid how many tricks you will win, and which. 2 deals.", "With a dummy as third hand.",
                 "About 40 moves a player, 10 minutes in all, or days at your own pace."]),
        (3, {}, ["3 deals. About"]),
        (4, {}, ["4 deals. About"]),
        (2, samples_of(GAMES["abracadabra"]).options, [
            "7 deals at most, or until a player has 200 points.",
            "Short pack: 24 cards. Declarer chooses trumps.",
            "Extra tricks do not spoil a bid.",
        ]),
    ],
    "conference": [
        (4, {}, ["Tarot, two against two. 4 hands: the most points win. About 80 moves a player, 40 minutes"]),
        (4, samples_of(GAMES["conference"]).options, [
            "8 hands: ",
            "Allegiance: a call with Good or Evil decides which suits count.",
            "League: the dealer's side attacks with trumps 20 and 21.",
            "Gallowglass: the dealer may hire a suit.",
            "The pack is cut, not shuffled: the log tells much of the next deal.",
        ]),
    ],
    "five_crowns": [
        (2, {}, ["11 deals from 3 cards to 13; the lowest score wins."]),
        (2, {"first": 4, "last": 6}, ["3 deals from 4 cards to 6"]),
        (2, {"first": 5, "last": 5}, ["1 deal of 5 cards"]),
        (12, {"last": 4}, ["2 deals from 3 cards to 4"]),
    ],
    "mitigati": [
        (3, {}, ["Tarot for three, 3 hands: the most points win. About 90 moves a player, 35 minutes"]),
        (3, samples_of(GAMES["mitigati"]).options, [
            "6 hands",
            "No bargaining.",
            "Nobody pays for bonuses: only their declarer scores them.",
            "The deal passes to the left.",
        ]),
    ],
    "voren": [
        (2, {}, ["Each of three tricks wins a third of the pot. Ante: 3.", "4 hands; about"]),
        (2, {"ante": 9}, ["Ante: 9."]),
        (2, {"hands": 1}, ["1 hand; about 3 moves a player, 5 minutes"]),
        (2, {"limit": 5}, ["A match costs at most 15."]),
        (2, {"no_trump_turnup": "unsuited"}, ["A Crown turned up makes its suit trumps."]),
        (2, {"ante": 300, "hands": 100, "limit": 100}, ["100 hands; about 340 moves a player, 90 minutes in all"]),
    ],
}  # fmt: skip
"""By games: the number of players, options that are not the standard's, and what is told."""


@pytest.mark.parametrize("game", SENTENCES)
def test_terms_of_a_table_are_told_in_sentences(game: str) -> None:
    for seats, options, sentences in SENTENCES[game]:
        terms = presenter_of(GAMES[game]).terms_text(GAMES[game].resolve(options, seats), seats)
        assert DURATION.search(terms), terms
        for sentence in sentences:
            assert sentence in terms, (options, terms)


@every_game
def test_terms_of_a_table_say_what_every_option_changes(game: Game) -> None:
    """Each value that differs from the standard is told, for the fewest or the most players."""
    presenter = presenter_of(game)
    for option, value in samples_of(game).options.items():
        sentence = False
        for seats in game.seats:
            standard = game.resolve({}, seats)
            terms, others = (
                presenter.terms_text(standard, seats),
                presenter.terms_text({**standard, option: value}, seats),
            )
            for text in (terms, others):
                assert 1 <= len(text) <= MAX_LETTERS
            assert standard[option] != value
            sentence = sentence or terms != others
        assert sentence, option
