"""Tests of bot/transport."""
