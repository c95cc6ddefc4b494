"""Small helpers that every floor of bot/ uses: errors, text, tasks, metrics, settings."""
