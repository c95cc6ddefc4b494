"""Score pads: what the pad of any game asks for."""
