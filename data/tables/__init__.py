"""Tables: logs, seats, hands, and work that falls due."""
