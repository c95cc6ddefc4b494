"""The whole bot over the wire: discord.py against the local stand-in."""
