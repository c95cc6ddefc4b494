"""What the scheduler does at a table by itself: computer moves, clocks, retention."""
