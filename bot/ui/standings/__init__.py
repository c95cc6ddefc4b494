"""Standings as people meet them: leaderboards, what a player has done, the hall of fame, seasons."""
