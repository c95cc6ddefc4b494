"""People and servers: names, preferences, blocks, bans, settings."""
