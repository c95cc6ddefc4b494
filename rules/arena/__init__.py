"""The arena: tables of computer players of two levels, and how much better one of them does."""
