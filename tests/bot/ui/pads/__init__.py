"""Tests of bot/ui/pads."""
