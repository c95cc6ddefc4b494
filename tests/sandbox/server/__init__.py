"""Tests of sandbox/server/."""
