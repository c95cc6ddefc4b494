"""What every game of the registry keeps to on Discord, a sixth one too: tests/support/samples.py finds the games."""
