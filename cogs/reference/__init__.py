"""`/help` and `/rules`."""
