"""What is kept: tables, seats, the event log, the outbox. The only package that knows SQL, and it knows no Discord."""
