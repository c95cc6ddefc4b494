"""Charts of points and ratings."""
