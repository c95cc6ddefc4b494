"""Tests mirror the folders of the project; tests/e2e drives the whole bot over the wire."""
