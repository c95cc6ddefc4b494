"""Tests of bot/ui/pictures/."""
