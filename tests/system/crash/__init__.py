"""The bot under kill -9, failing commits, broken connections, bad input: what it acknowledged is kept, once."""
