"""Tests of bot/show/pads."""
