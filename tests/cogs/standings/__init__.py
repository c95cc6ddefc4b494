"""`/stats`, `/leaderboard`, `/season` and `/halloffame`, pressed and typed over the wire."""
