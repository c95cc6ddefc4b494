"""Tests of bot/wire."""
