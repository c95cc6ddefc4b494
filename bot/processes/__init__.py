"""What a process does where several share the database: it keeps leases, and hears of the others' changes."""
