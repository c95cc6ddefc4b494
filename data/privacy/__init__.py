"""Exports, erasure and retention."""
