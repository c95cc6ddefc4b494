"""The verbs of standings: each is pressed with ids that nobody gave out in the tests here."""

from cogs.results import fame, leaderboard, stats

OF_RESULTS = frozenset({*leaderboard.VERBS, *stats.VERBS, *fame.VERBS, "seasonbegin"})
