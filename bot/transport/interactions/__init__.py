"""Answers to interactions, and the private messages that show a hand."""
