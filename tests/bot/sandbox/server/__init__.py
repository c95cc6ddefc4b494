"""Tests of bot/sandbox/server/."""
