"""The figures of standings, as they are ranked and as they are read: ratings, averages, shares, whose name it is."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from bot.common.text import NAME_LIMIT, distinct_names, isolate, plain
from bot.pads.pad import FREE_GAME, game_name
from bot.ui.scene.text import amount, spoken_text
from data.pads.records import FREE_GAME_ID
from data.standings.records import PROVISIONAL_GAMES, Origin, Season, Standing
from rules.registry import GAMES

UNKNOWN_NAME: Final = "Somebody"
"""The name of a person whose own name shows nothing."""

ALL_TIME_TITLE: Final = "All time"
"""The title of all seasons together."""

APPROXIMATE_SIGN: Final = "≈"
"""Stands before an amount that is rounded (`words.amount`)."""

SIGMAS: Final = 3
"""A rating is openskill's mean minus a multiple of its standard deviation."""

_EXACT_BELOW: Final = 10**9
"""The least average without decimals."""


def rating_of(mu: float, sigma: float) -> float:
    """Return the rating that people read: openskill's ordinal.

    Everybody begins at 0.0, and more games make it surer.
    """
    return mu - SIGMAS * sigma


def rating(standing: Standing) -> float:
    """Return a player's rating."""
    return rating_of(standing.mu, standing.sigma)


def average(standing: Standing) -> Fraction:
    """Return the points a hand, on average; 0 without hands. Exact, whatever the amounts are."""
    return Fraction(standing.points, standing.hands) if standing.hands else Fraction(0)


def decimal(value: Fraction | float) -> str:
    """Return a number to one decimal, with a true minus; a huge one in the form of amounts."""
    if abs(value) >= _EXACT_BELOW:
        return amount(round(value))
    digits = f"{float(value):.1f}".replace("-", "\u2212")
    return "0.0" if digits == "\u22120.0" else digits


def spoken_figure(figure: str) -> str:
    """Return a figure as a screen reader is to say it, with its signs in words."""
    return spoken_text(figure).replace(APPROXIMATE_SIGN, "about ")


def percent_text(percent: float) -> str:
    """Return a percentage to one decimal that stays on one line: "62.5 %", "50 %"."""
    return f"{decimal(percent).removesuffix('.0')}\u00a0%"


def percentage(count: int, of: int) -> str:
    """Return a share with its percentage: "12 of 20 (60 %)"."""
    return f"{count} of {of} ({round_percentage(count, of)} %)" if of else f"{count} of {of}"


def round_percentage(count: int, of: int) -> int:
    """Return a share in percent."""
    return round(100 * count / of) if of else 0


def count_text(number: int, singular: str, more: str = "") -> str:
    """Return a number of things as text: "1 hand", "3 hands"."""
    return f"{number} {singular if number == 1 else more or f'{singular}s'}"


def is_game(game: str) -> bool:
    """Whether results can be of a game by that id."""
    return game == FREE_GAME_ID or game in GAMES


def game_title(game: str) -> str:
    """Return the title of a game in results."""
    return "Other games" if game == FREE_GAME_ID else game_name(game)


def games_in_order() -> Sequence[str]:
    """Return the ids of all games that can have results, in the order of lists."""
    return [*sorted(GAMES, key=lambda game: GAMES[game].name), FREE_GAME_ID]


def fewest_best(game: str) -> bool | None:
    """Whether the fewest points are the best; None where it is now this and now that: in pads of any game."""
    return None if game == FREE_GAME.id else GAMES[game].fewest_win


def winning_rule(game: str) -> str:
    """Return in few words whether high or low points are good."""
    fewest = fewest_best(game)
    return {True: "lowest is best", False: "highest is best", None: "each pad counts its own way"}[fewest]


def season_title(season: Season | None) -> str:
    """Return the title of a season as plain text; None is all time."""
    return ALL_TIME_TITLE if season is None else plain(season.name, NAME_LIMIT) or f"Season {season.number}"


def display_name(name: str, limit: int = NAME_LIMIT) -> str:
    """Return a person's name as plain text, whatever it is made of."""
    return isolate(plain(name, limit) or UNKNOWN_NAME)


def display_names(names: Sequence[str], limit: int = NAME_LIMIT, first: int = 0) -> list[str]:
    """Return the names in a list from its row `first` on.

    Equal names have the number of their row, from 1, before them.
    """
    return list(
        distinct_names(
            {at: plain(name, NAME_LIMIT) or UNKNOWN_NAME for at, name in enumerate(names, first)}, limit
        ).values()
    )


GUEST_SUFFIX: Final = " (guest)"
"""Stands behind the name of a guest of the server's pads."""


def standing_names(standings: Sequence[Standing], limit: int = NAME_LIMIT, first: int = 0) -> list[str]:
    """Return the names of a list of standings (`display_names`), guests marked."""
    names = display_names([standing.name for standing in standings], limit, first)
    return [
        f"{name}{GUEST_SUFFIX}" if standing.guest else name for name, standing in zip(names, standings, strict=True)
    ]


def origin_text(origin: Origin, number: int) -> str:
    """Return the table or pad where a hand can be looked at, in markdown.

    Hands of tables are counted from 0, those of pads from 1.
    """
    if origin.source == "pad":
        return f"hand {number} of pad {origin.number} (`/pad show`)"
    return f"hand {number + 1} of table {origin.number} (`/table replay`)"


def provisional_text(standing: Standing) -> str:
    """Return the number of rated games so far, and of those that a rating needs to count, in words."""
    return f"{standing.rated} of {PROVISIONAL_GAMES} games"
