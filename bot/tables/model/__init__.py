"""A table in memory, and pure functions of it: no await, no store."""
