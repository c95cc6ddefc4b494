"""Tests of bot/show/pictures/."""
