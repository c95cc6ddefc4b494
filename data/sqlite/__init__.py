"""SQLite's own matters: the file, its lock, connections, copies."""
