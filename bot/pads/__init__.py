"""Score pads: hands that were played anywhere, entered, corrected and added up."""
