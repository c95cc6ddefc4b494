"""Tables: their state in memory, commands and computer players."""
