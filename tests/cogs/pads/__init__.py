"""Score pads: what each game's asks, and that they come to what the tables score."""
