"""Moderation and club nights, by a server's moderators and organisers."""
