"""Tests of bot/ui/."""
