"""Hands of the day: their secrets, and people's tries."""
