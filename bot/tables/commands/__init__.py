"""What people can do at a table, one act a file."""
