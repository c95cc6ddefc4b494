"""What is kept: tables, seats, events, work that falls due. The only package that knows SQL; it knows no Discord."""
