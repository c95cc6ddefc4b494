"""What is SQLite's alone: the file, its lock, connections, copies."""
