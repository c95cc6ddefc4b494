"""The SQL of score pads for the writer's thread: compiled once."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from sqlalchemy import Text, bindparam, case, delete, func, literal_column, null, select, update

from data.engine.columns import table_of
from data.engine.statements import compiled, insert, insert_into
from data.pads.models import (
    PadChangeRow,
    PadConsentRow,
    PadContestRow,
    PadDraftRow,
    PadHandRow,
    PadKeeperRow,
    PadPlayerRow,
    PadRow,
)
from data.people.statements import person
from data.tables.statements import WORK, enqueue_for
from data.tables.work import WorkKind

PADS: Final = table_of(PadRow)
KEEPERS: Final = table_of(PadKeeperRow)
PLAYERS: Final = table_of(PadPlayerRow)
HANDS: Final = table_of(PadHandRow)
CHANGES: Final = table_of(PadChangeRow)
DRAFTS: Final = table_of(PadDraftRow)
CONTESTS: Final = table_of(PadContestRow)
CONSENTS: Final = table_of(PadConsentRow)

_PAD = PADS.c.id == bindparam("pad")
_BY = {"person_id": person("person_id")}

INSERT_PAD: Final = insert_into(PADS)
PAD_SEQ: Final = compiled(select(PADS.c.seq).where(_PAD))
INSERT_KEEPER: Final = insert_into(KEEPERS, **_BY)
DELETE_KEEPERS: Final = compiled(delete(KEEPERS).where(KEEPERS.c.pad_id == bindparam("pad")))
INSERT_PLAYER: Final = insert_into(PLAYERS, **_BY)
DELETE_PLAYERS: Final = compiled(delete(PLAYERS).where(PLAYERS.c.pad_id == bindparam("pad")))
INSERT_CHANGE: Final = insert_into(CHANGES, **_BY)
CHANGE_OF: Final = compiled(
    select(CHANGES.c.pad_id, CHANGES.c.seq).where(CHANGES.c.interaction == bindparam("interaction"))
)
DELETE_DRAFT: Final = compiled(delete(DRAFTS).where(DRAFTS.c.id == bindparam("draft")))
_STILL = _PAD & (PADS.c.message == bindparam("as_message"))
POSTED: Final = compiled(
    update(PADS).where(_PAD).values(message_channel=bindparam("in_channel"), message=bindparam("as_message"))
)
_CONTEST = (CONTESTS.c.pad_id == bindparam("pad")) & (CONTESTS.c.seq == bindparam("of_contest"))
INSERT_CONTEST: Final = insert_into(CONTESTS, **_BY, decider_id=null())
SETTLE_CONTEST: Final = compiled(
    update(CONTESTS)
    .where(
        CONTESTS.c.pad_id == bindparam("pad"),
        CONTESTS.c.hand == bindparam("of_hand"),
        CONTESTS.c.outcome == literal_column("'waits'", Text()),
    )
    .values(outcome=bindparam("found"), decided=bindparam("by_change"), decider_id=person("decider"))
)
BEGIN_CONTEST: Final = compiled(
    update(CONTESTS).where(_CONTEST).values(channel=bindparam("in_channel"), begun=bindparam("at"))
)
CONTEST_SHOWN: Final = compiled(
    update(CONTESTS)
    .where(_CONTEST)
    .values(channel=bindparam("in_channel"), message=bindparam("as_message"), shown=bindparam("shows"))
)
ERASE_CONTEST_REASONS: Final = compiled(
    update(CONTESTS).where(CONTESTS.c.person_id == person("user")).values(why=literal_column("''", Text()))
)
_CONSENT = (CONSENTS.c.pad_id == bindparam("pad")) & (CONSENTS.c.person_id == person("user"))


def _keep_consent() -> str:
    values: dict[str, Any] = {column.name: bindparam(column.name) for column in CONSENTS.c}
    fresh = insert(CONSENTS).values(values | _BY | {"by_id": person("by_id")})
    there, now = CONSENTS.c, fresh.excluded
    same = there.seq == now.seq
    new: dict[str, Any] = {name: now[name] for name in ("player", "guest", "state", "seq", "by_id", "asked")}
    new |= {name: case((same, there[name]), else_=null()) for name in ("channel", "message", "begun")}
    new["shown"] = case((same, there.shown), else_=literal_column("''", Text()))
    new["told"] = case((same, func.coalesce(there.told, now.told)), else_=now.told)
    key = [CONSENTS.c.pad_id, CONSENTS.c.person_id]
    return compiled(fresh.on_conflict_do_update(index_elements=key, set_=new))


KEEP_CONSENT: Final = _keep_consent()
"""Save a consent. A request by another change than before is a new one."""
BEGIN_CONSENT: Final = compiled(
    update(CONSENTS).where(_CONSENT).values(channel=bindparam("in_channel"), begun=bindparam("at"))
)
CONSENT_POSTED: Final = compiled(
    update(CONSENTS).where(_CONSENT).values(channel=bindparam("in_channel"), message=bindparam("as_message"))
)
CONSENT_SHOWN: Final = compiled(update(CONSENTS).where(_CONSENT).values(shown=bindparam("shows")))
CONSENT_TOLD: Final = compiled(
    update(CONSENTS).where(_CONSENT).values(told=func.coalesce(CONSENTS.c.told, bindparam("at")))
)
GONE: Final = compiled(update(PADS).where(_STILL).values(message_channel=null(), message=null()))
ENQUEUE: Final = {
    kind: enqueue_for(WORK.c.pad_id, PADS, kind, _PAD)
    for kind in (WorkKind.RECORD_PAD, WorkKind.PAD_BOARD, WorkKind.CONTEST_NOTICE, WorkKind.CONSENT_REQUEST)
}
"""The statement that enqueues each kind of work of the pad `:pad`, due at `:at`."""


@cache
def advance(names: tuple[str, ...] = ()) -> str:
    """The update that moves a pad on from change `:after` to `:new` and sets the columns `names`."""
    moved = _PAD, PADS.c.seq == bindparam("after")
    changed: dict[str, Any] = {name: bindparam(name) for name in names}
    return compiled(update(PADS).where(*moved).values(seq=bindparam("new"), updated=bindparam("at"), **changed))


def _keep_hand() -> str:
    values: dict[str, Any] = {column.name: bindparam(column.name) for column in HANDS.c}
    fresh = insert(HANDS).values(values | _BY)
    kept = {"pad_id", "number", "person_id", "entered"}
    new = {column.name: fresh.excluded[column.name] for column in HANDS.c if column.name not in kept}
    return compiled(fresh.on_conflict_do_update(index_elements=[HANDS.c.pad_id, HANDS.c.number], set_=new))


KEEP_HAND: Final = _keep_hand()
"""A hand that is new, or in place of what it was: who entered it, and when, stays."""


def _save_draft() -> str:
    values: dict[str, Any] = {column.name: bindparam(column.name) for column in DRAFTS.c if column.name != "id"}
    fresh = insert(DRAFTS).values(values | _BY)
    key = {"pad_id", "person_id", "hand", "id"}
    new = {column.name: fresh.excluded[column.name] for column in DRAFTS.c if column.name not in key}
    return compiled(
        fresh.on_conflict_do_update(
            index_elements=[DRAFTS.c.pad_id, DRAFTS.c.person_id, DRAFTS.c.hand], set_=new
        ).returning(DRAFTS.c.id)
    )


SAVE_DRAFT: Final = _save_draft()
OPEN_PADS: Final = compiled(
    select(func.count()).where(
        PADS.c.guild == bindparam("of_guild"), PADS.c.status == bindparam("open"), PADS.c.deleted.is_(None)
    )
)
