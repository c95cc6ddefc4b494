"""`/table` and every button of a table."""
