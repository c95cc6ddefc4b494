"""Between Discord and us: verbs, replies, components, hands, the board, what is posted."""
