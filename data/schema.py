"""All tables there are: what migrations are held to."""

from __future__ import annotations

from data.deals import models as deals
from data.engine.columns import Row
from data.leagues import models as leagues
from data.nights import models as nights
from data.pads import models as pads
from data.people import models as people
from data.privacy import models as privacy
from data.processes import models as processes
from data.standings import models as standings
from data.tables import models as tables

METADATA = Row.metadata
"""Each module adds its own tables as it is imported."""

__all__ = ["METADATA", "deals", "leagues", "nights", "pads", "people", "privacy", "processes", "standings", "tables"]
