"""The ranking of a game: an order by rating, wins, points or average, where equal players share a place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, get_args

from bot.ui.scene.text import amount
from bot.ui.standings.figures import (
    average,
    count_text,
    decimal,
    fewest_best,
    provisional_text,
    rating,
    round_percentage,
)
from data.pads.records import FREE_GAME_ID
from data.standings.records import PROVISIONAL_GAMES, Standing
from rules.registry import GAMES

Measure = Literal["rating", "wins", "points", "average"]
"""The measure that orders a leaderboard."""

MEASURES: Final[tuple[Measure, ...]] = get_args(Measure)

MEASURE_NAMES: Final[Mapping[Measure, str]] = {
    "rating": "rating",
    "wins": "games won",
    "points": "total points",
    "average": "points a hand",
}

MIN_GAMES: Final = 10
"""Hands from which on an average is ranked."""

ROWS_PER_PAGE: Final = 10
"""People on a page."""


class RankedStanding(NamedTuple):
    """A ranked person: the place from 1 (None: too few games), and the compared value.

    Averages are scaled to whole numbers (`rank`).
    """

    place: int | None
    standing: Standing
    value: int | float


class Ranking(NamedTuple):
    """A leaderboard: those with a place in its order, then those with too little behind them, who are apart."""

    game: str
    by: Measure
    rows: tuple[RankedStanding, ...]
    unrated: frozenset[int] = frozenset()
    """Players without a rated game. They appear in every order but the rating's."""

    @property
    def ranked(self) -> int:
        """The number of players with a place."""
        return sum(1 for row in self.rows if row.place is not None)

    @property
    def pages(self) -> int:
        """The number of pages, at least 1."""
        return max(1, -(-len(self.rows) // ROWS_PER_PAGE))

    def page(self, number: int) -> int:
        """Return the number of an existing page, the nearest to the one asked for."""
        return min(max(number, 0), self.pages - 1)

    def page_of(self, user: int) -> int | None:
        """Return the number of the page with a person; None if they are on none."""
        return next((at // ROWS_PER_PAGE for at, row in enumerate(self.rows) if row.standing.user == user), None)


@dataclass(frozen=True, slots=True)
class _MeasureRule:
    """The rule of an order: its value, who is in it, and who has played enough for a place.

    It also orders those who have not.
    """

    value: Callable[[Standing], int | float]
    among: Callable[[Standing], bool]
    enough: Callable[[Standing], bool]
    weight: Callable[[Standing], int]


_MEASURE_RULES: Final[Mapping[Measure, _MeasureRule]] = {
    "rating": _MeasureRule(
        rating,
        lambda standing: standing.rated > 0,
        lambda standing: not standing.is_provisional,
        lambda standing: standing.rated,
    ),
    "wins": _MeasureRule(
        lambda standing: standing.wins,
        lambda standing: standing.games > 0,
        lambda standing: standing.wins > 0,
        lambda standing: -standing.games,
    ),
    "points": _MeasureRule(
        lambda standing: standing.points,
        lambda standing: standing.hands > 0,
        lambda _: True,
        lambda standing: standing.hands,
    ),
    "average": _MeasureRule(
        lambda standing: standing.points,
        lambda standing: standing.hands > 0,
        lambda standing: standing.hands >= MIN_GAMES,
        lambda standing: standing.hands,
    ),
}


def default_measure(game: str) -> Measure:
    """Return the default measure of a game's leaderboard: pads of any game have no ratings."""
    return "wins" if game == FREE_GAME_ID else "rating"


def game_measures(game: str) -> Sequence[Measure]:
    """Return the measures that a game's leaderboard can have."""
    return [by for by in MEASURES if not (game == FREE_GAME_ID and by == "rating")]


def rank(standings: Iterable[Standing], game: str, by: Measure) -> Ranking:
    """Return the ranking of these people.

    Amounts are compared exactly, of whatever size; those who are level share a place, and stand by name.
    """
    standings, way = list(standings), _MEASURE_RULES[by]
    fewest = by in {"points", "average"} and bool(fewest_best(game))
    among = [RankedStanding(None, standing, way.value(standing)) for standing in standings if way.among(standing)]
    if by == "average":  # two averages differ by this much at least, so whole numbers tell them apart, and fast
        finest = max((row.standing.hands for row in among), default=1) ** 2
        among = [row._replace(value=row.standing.points * finest // row.standing.hands) for row in among]
    among.sort(key=lambda row: (row.standing.name.casefold(), row.standing.user))
    among.sort(key=lambda row: row.value, reverse=not fewest)  # sorts keep what is level in its order
    placed: list[RankedStanding] = []
    for row in among:
        if way.enough(row.standing):
            level = bool(placed) and placed[-1].value == row.value
            placed.append(row._replace(place=placed[-1].place if level else len(placed) + 1))
    apart = [row for row in among if not way.enough(row.standing)]
    apart.sort(key=lambda row: way.weight(row.standing), reverse=True)
    unrated = frozenset(standing.user for standing in standings if standing.games and not standing.rated)
    return Ranking(game, by, (*placed, *apart), unrated)


def rating_condition(game: str) -> str:
    """Return the condition under which a game is rated, as a sentence (bot/standings/ratings.py)."""
    pairs = game in GAMES and bool(GAMES[game].conduct.confidants(0))
    return f"For a rating, two {'pairs of members' if pairs else 'members'} must play against each other."


def figure_text(row: RankedStanding, by: Measure) -> str:
    """Return the figure of a row for people to read."""
    match by:
        case "rating":
            return decimal(row.value)
        case "average":
            return decimal(average(row.standing))
        case "wins" | "points":
            return amount(int(row.value))


def rounded_figure(row: RankedStanding, by: Measure) -> int:
    """Return the figure of a row as a whole number, for narrow places."""
    return round(average(row.standing)) if by == "average" else int(row.value)


def row_note(row: RankedStanding, by: Measure) -> str:
    """Return the note behind a row's figure."""
    standing = row.standing
    match by:
        case "rating":
            return count_text(standing.rated, "game") if row.place is not None else provisional_text(standing)
        case "wins":
            return f"of {count_text(standing.games, 'game')}, {round_percentage(standing.wins, standing.games)} %"
        case "points" | "average":
            return count_text(standing.hands, "hand")


def unranked_reason(by: Measure) -> str:
    """Return the reason why some players have no place, as the heading above them; "" if everybody has one."""
    return {
        "rating": f"Provisional: fewer than {_NUMBER_WORDS[PROVISIONAL_GAMES]} rated games",
        "wins": "No game won yet",
        "points": "",
        "average": f"Not ranked: fewer than {_NUMBER_WORDS[MIN_GAMES]} hands",
    }[by]


_NUMBER_WORDS: Final = {PROVISIONAL_GAMES: "ten", MIN_GAMES: "ten"}


RATING_SCALE: Final = "A rating is not points. Everyone begins at 0, and rises by beating others."
"""A line that explains ratings."""


def measure_explanation(game: str, by: Measure) -> str:
    """Return the meaning of an order's numbers, and which end is good; "" where that is plain."""
    if by == "rating":
        return RATING_SCALE
    if by == "wins":
        return ""
    match fewest_best(game):
        case True if by == "points":
            return "Fewest points first. Points a hand compare better."
        case True:
            return "Fewest points first."
        case None:
            return "Most points first, over many games."
        case _:
            return ""
