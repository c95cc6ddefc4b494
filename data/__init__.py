"""Stores tables, seats, events and work that falls due. The only package that knows SQL; it knows no Discord."""
