"""Discord's side of the stand-in: its API, gateway, interactions, limits and faults."""
