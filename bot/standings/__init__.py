"""Results: from tables and pads to records of every finished hand and game, and from those to standings."""
