"""Tables on the store: loading, changing, deadlines, checks."""
