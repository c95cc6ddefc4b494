"""What every game of the registry keeps to on Discord, a sixth one too: tests/support/every_game.py finds the games."""
