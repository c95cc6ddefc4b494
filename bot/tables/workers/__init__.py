"""Workers of tables: computer moves, clocks, retention."""
