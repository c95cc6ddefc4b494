"""Between Discord and us: verbs, replies, components, hands, the outbox."""
