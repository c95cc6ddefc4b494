"""Tests of bot/pictures/."""
