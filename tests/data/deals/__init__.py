"""Stored hands of the day."""
