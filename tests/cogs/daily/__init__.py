"""Tests of the hand of the day."""
