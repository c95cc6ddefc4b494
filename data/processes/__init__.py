"""What processes that share a database settle through it: leases, and notifications of changes."""
