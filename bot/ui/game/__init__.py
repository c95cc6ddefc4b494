"""What a game presents, and what all games present alike."""
