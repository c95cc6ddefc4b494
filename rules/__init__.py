"""The games of Eldest Hand: pure values and functions, standard library only."""
