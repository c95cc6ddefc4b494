"""What Discord shows and takes: commands, prompts, scenes. Every module or package here with a `setup` is loaded."""
