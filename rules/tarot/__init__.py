"""Shared by the tarot games, Mitigati and Conference: the pack and its points, following suit, the discard, moves."""

# It is no game of its own. Clauses are named as Mitigati has them, with Conference's beside; where a function refuses,
# its caller names its own clause.
