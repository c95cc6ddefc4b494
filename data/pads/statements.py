"""Statements on score pads: those that put a row in place of another, and those that enqueue work."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Insert, Text, and_, bindparam, case, func

from data.engine.columns import table_of
from data.engine.statements import insert, insert_or_replace
from data.pads.models import PadConsentRow, PadDraftRow, PadHandRow, PadPlayerRow, PadRow
from data.tables.statements import WORK, enqueue_for
from data.tables.work import WorkKind

PADS: Final = table_of(PadRow)
PLAYERS: Final = table_of(PadPlayerRow)
HANDS: Final = table_of(PadHandRow)
DRAFTS: Final = table_of(PadDraftRow)
CONSENTS: Final = table_of(PadConsentRow)

ENQUEUE: Final = {
    kind: enqueue_for(WORK.c.pad_id, PADS, kind, PADS.c.id == bindparam("pad"), key=bindparam("of_key", type_=Text()))
    for kind in (WorkKind.RECORD_PAD, WorkKind.PAD_BOARD, WorkKind.CONTEST_NOTICE, WorkKind.CONSENT_REQUEST)
}
"""The statement that enqueues each kind of work of the pad `:pad` with key `:of_key`, due at `:at`."""


def _keep_consent() -> Insert:
    fresh = insert(CONSENTS)
    stored, now = CONSENTS.c, fresh.excluded
    same = stored.seq == now.seq
    new: dict[str, Any] = {name: now[name] for name in ("player", "guest", "state", "seq", "by_id", "asked_at")}
    new["is_named"] = and_(same, stored.is_named)
    informed_at = func.coalesce(stored.informed_at, now.informed_at)
    new["informed_at"] = case((same, informed_at), else_=now.informed_at)
    return fresh.on_conflict_do_update(index_elements=[stored.pad_id, stored.person_id], set_=new)


KEEP_CONSENT: Final = _keep_consent()
"""Save a consent. A request by another change than before is a new one."""


KEEP_HAND: Final = insert_or_replace(HANDS, ("pad_id", "number"), kept=("person_id", "entered"))
"""A hand that is new, or in place of what it was: who entered it, and when, stays."""

SAVE_DRAFT: Final = insert_or_replace(DRAFTS, ("pad_id", "person_id", "hand")).returning(DRAFTS.c.id)
"""A draft that is new, or in place of the one of that person for that hand; returns its number."""
