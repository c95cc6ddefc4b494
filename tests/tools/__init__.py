"""The scripts in tools/."""
