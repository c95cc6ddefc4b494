"""The operator's tools: backups, restore, checks, numbers, logs, and shutdown in time."""
