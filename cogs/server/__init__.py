"""What moderators and organisers do in a server: moderation and club nights."""
