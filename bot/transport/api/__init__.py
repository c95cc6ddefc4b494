"""Discord's REST API as the bot uses it: channels, members, rate limits, error codes."""
