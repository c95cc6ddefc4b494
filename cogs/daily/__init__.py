"""`/daily`: the hand of the day."""
