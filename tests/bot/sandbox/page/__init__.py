"""Tests of bot/sandbox/page/."""
