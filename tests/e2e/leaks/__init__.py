"""What is hidden stays hidden: every word, file and log line of the bot, searched for cards."""
