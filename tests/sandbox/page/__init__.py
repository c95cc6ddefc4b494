"""Tests of sandbox/page/."""
