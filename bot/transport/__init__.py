"""Talks to Discord: responses to interactions, hand messages, boards, notifications, and its API."""
