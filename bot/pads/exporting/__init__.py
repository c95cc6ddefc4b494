"""Score pads written to files."""
