"""The composition root: the Discord client, the object graph, the router of custom ids, starting and stopping."""
