"""Searches of the strong computer players, in processes beside the bot."""
