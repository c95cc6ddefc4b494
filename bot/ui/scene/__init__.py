"""A table as a scene, from which pictures, text and alt text are made."""
