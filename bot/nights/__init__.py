"""Club nights: the tables and pads of a channel in one evening."""
