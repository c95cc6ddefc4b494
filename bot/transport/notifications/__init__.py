"""Messages that are posted once: turn pings, announcements, reminders."""
