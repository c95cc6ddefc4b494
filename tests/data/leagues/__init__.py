"""Stored leagues."""
