"""Club nights."""
