"""Leases, and changes of other processes, where several share the database."""
