"""A member's own settings, absence, blocks and privacy."""
