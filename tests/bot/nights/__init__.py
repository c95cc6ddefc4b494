"""Tests of club nights as values."""
