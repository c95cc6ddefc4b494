"""Settings of people and servers: preferences, quiet hours, server settings."""
