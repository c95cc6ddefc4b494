"""Leagues: groups whose tables are all played at once, for some weeks."""
