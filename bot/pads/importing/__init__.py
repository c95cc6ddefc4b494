"""Score pads read from files."""
