"""Standings as people meet them: leaderboards, what somebody has done, the hall of fame, seasons."""
