"""Work that falls due: it is claimed, run, retried, and yields to interactions."""
