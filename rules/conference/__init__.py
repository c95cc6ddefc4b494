"""Conference (C): tarot for two partnerships, with League, Allegiance and Gallowglass as options."""

from rules.conference.game import Conference

GAME = Conference()

__all__ = ["GAME"]
