"""Score pads for games played anywhere, entered, corrected and added up."""
