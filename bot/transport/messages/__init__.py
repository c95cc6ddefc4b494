"""Public messages that are kept up to date: boards, pads, club nights."""
