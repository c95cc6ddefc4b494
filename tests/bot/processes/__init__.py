"""Tests of bot/processes."""
