"""A package a game: its commands and its presenter."""
