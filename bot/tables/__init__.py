"""The life of tables: what is live, acts, computer players."""
