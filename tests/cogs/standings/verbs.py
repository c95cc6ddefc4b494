"""The verbs of standings: each is pressed with ids that nobody gave out in the tests here."""

from cogs.standings import hall_of_fame, leaderboard, stats

OF_RESULTS = frozenset({*leaderboard.VERBS, *stats.VERBS, *hall_of_fame.VERBS, "seasonbegin"})
