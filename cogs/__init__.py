"""Discord's face: commands, prompts and scenes. Every module or package here is loaded as an extension."""
