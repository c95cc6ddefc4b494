"""Tests of bot/tables/."""
