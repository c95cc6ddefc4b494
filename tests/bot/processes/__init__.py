"""What a process does where several share the database."""
