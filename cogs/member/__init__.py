"""What a member sets for themselves: settings, absence, blocks, privacy."""
