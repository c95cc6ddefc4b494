"""The sandbox page in a real Chromium."""
