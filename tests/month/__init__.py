"""A month at fifty tables in a few minutes: one process, virtual time, nothing but memory between bot and Discord."""
