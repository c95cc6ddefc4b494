"""What every matter builds on: columns, the writer, statements, errors."""
