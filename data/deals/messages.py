"""The messages that show the results of deals."""

from __future__ import annotations

from data.deals.models import DealRow
from data.deals.records import day_of
from data.tables.work import WorkKind


def message_work(deal: DealRow) -> tuple[WorkKind, str]:
    """Return the kind and the key of the work that posts the results of a deal."""
    match deal.kind:
        case "daily":
            return WorkKind.DAILY_RESULTS, str(day_of(deal.opens))
        case "challenge":
            return WorkKind.CHALLENGE, str(deal.id)
        case "match":
            return WorkKind.MATCH, str(deal.match_id)
