"""Club nights: what was played in a channel in one evening."""
