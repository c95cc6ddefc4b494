"""Tests of cogs/, over the wire: what people may press and type, and what they are answered."""
