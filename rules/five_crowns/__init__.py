"""Five Crowns (F): rummy with five suits and a wild rank that climbs with the deal."""

from rules.five_crowns.game import FiveCrowns

GAME = FiveCrowns()

__all__ = ["GAME"]
