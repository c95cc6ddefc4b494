"""What an operator needs: backups and putting one back, checks, numbers, metrics, logs, and an end in time."""
