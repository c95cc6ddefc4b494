"""Acts of people at a table, one a file."""
