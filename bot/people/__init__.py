"""What is kept of a person or a server: preferences, quiet hours, settings."""
