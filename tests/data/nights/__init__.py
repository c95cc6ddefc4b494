"""Stored club nights."""
