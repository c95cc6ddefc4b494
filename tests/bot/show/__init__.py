"""Tests of bot/show/."""
