"""Leases, and notifications of changes, between processes that share the database."""
