"""Tests of bot/search."""
