"""The base of every matter: columns, the writer, statements, errors."""
