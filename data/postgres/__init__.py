"""PostgreSQL's own matters: connections, locks, errors."""
