"""What Discord shows and takes: commands, prompts, scenes. Every module or package here is loaded as an extension."""
