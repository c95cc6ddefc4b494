"""`/stats`, `/leaderboard` and `/season`, pressed and typed over the wire."""
