"""What a table may do for players of Quince."""

from __future__ import annotations

from rules.contract import Conduct, View
from rules.premoves import PremoveOptions


class QuinceConduct(Conduct):
    """Passing may be left for the next turn."""

    def premoves(self, view: View) -> PremoveOptions:
        """Passing, for a seat that has not laid yet (Q4.1)."""
        spoken = view["seat"] in dict(view["laid"])
        return PremoveOptions() if view["phase"] != "lay" or spoken else PremoveOptions(("pass",))
