"""The commands, prompts and scenes of Discord. Every module or package here with a `setup` is loaded."""
