"""The routes of standings by cog: each is pressed with ids that nobody gave out in the tests here."""

from typing import Final

from bot.app.router import routes_of
from cogs.standings.hall_of_fame import HallOfFame
from cogs.standings.leaderboard import Leaderboard
from cogs.standings.seasons import Seasons
from cogs.standings.stats import Stats

OF_LEADERBOARD: Final = sorted(dict(routes_of(Leaderboard)))
OF_STATS: Final = sorted(dict(routes_of(Stats)))
OF_HALL_OF_FAME: Final = sorted(dict(routes_of(HallOfFame)))
OF_RESULTS: Final = frozenset({*OF_LEADERBOARD, *OF_STATS, *OF_HALL_OF_FAME, *dict(routes_of(Seasons))})
