"""The SQL by which somebody's data is taken out: compiled once. `:me` is their row, `:user` their number at Discord."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    JSON,
    BigInteger,
    CompoundSelect,
    Integer,
    Select,
    Text,
    and_,
    bindparam,
    case,
    cast,
    delete,
    exists,
    func,
    literal_column,
    null,
    or_,
    select,
    tuple_,
    union,
    update,
)

from data.engine.columns import table_of
from data.engine.statements import compiled, insert, quoted
from data.nights.models import NightPartRow, NightRow
from data.pads.statements import CHANGES, CONSENTS, CONTESTS, DRAFTS, KEEPERS, PADS, PLAYERS
from data.pads.statements import HANDS as PAD_HANDS
from data.people.models import BlockRow, PreferencesRow
from data.people.statements import ACTS, BANS, PEOPLE
from data.privacy.models import ErasureRow
from data.tables.events import EventKind
from data.tables.records import LIVE
from data.tables.statements import EVENTS, SEATS, TABLES, WORK
from data.tables.work import WorkKind, WorkState

NIGHTS: Final = table_of(NightRow)
BLOCKS: Final = table_of(BlockRow)
PREFERENCES: Final = table_of(PreferencesRow)
ERASURES: Final = table_of(ErasureRow)

_ME: Any = bindparam("me", type_=BigInteger())
_USER: Any = bindparam("user", type_=BigInteger())
_NOW: Any = bindparam("now", type_=BigInteger())
_ONE = literal_column("1", Integer())
_NONE = literal_column("0", Integer())
_EMPTY = literal_column("''", Text())
_DUE, _CANCELLED = quoted(WorkState.DUE), quoted(WorkState.CANCELLED)
_PERSON = literal_column("'person'", Text())


def _json(column: Any, key: str) -> Any:
    return func.json_extract(column, literal_column(f"'$.{key}'", Text()))


WHOSE: Final = compiled(select(PEOPLE.c.user_id).where(PEOPLE.c.id == _ME))
NOTED: Final = compiled(
    insert(ERASURES).values(person_id=_ME, at=bindparam("at", type_=BigInteger())).on_conflict_do_nothing()
)

# What goes

OVERWRITE: Final = "PRAGMA secure_delete = ON"
AS_BEFORE: Final = "PRAGMA secure_delete = OFF"
"""Whether SQLite overwrites what is deleted, or leaves it in the file until the place is needed."""

_LEFT_OUT = _json(PREFERENCES.c.settings, "no_statistics") == _ONE
DELETE_PREFERENCES: Final = compiled(delete(PREFERENCES).where(PREFERENCES.c.person_id == _ME, _LEFT_OUT.is_not(True)))
KEEP_NO_STATISTICS: Final = compiled(
    update(PREFERENCES)
    .where(PREFERENCES.c.person_id == _ME)
    .values(settings=literal_column("""'{"no_statistics":true}'""", Text()), updated=_NONE)
)
"""Games played without statistics stay so: counted now, they would change ratings of others."""
DELETE_BLOCKS: Final = compiled(delete(BLOCKS).where((BLOCKS.c.person_id == _ME) | (BLOCKS.c.blocked_id == _ME)))
DELETE_DRAFTS: Final = compiled(delete(DRAFTS).where(DRAFTS.c.person_id == _ME))
_BANNED_THERE = exists().where(BANS.c.guild == ACTS.c.guild, BANS.c.person_id == ACTS.c.whom_id)
ERASE_REASONS_ABOUT: Final = compiled(update(ACTS).where(ACTS.c.whom_id == _ME, ~_BANNED_THERE).values(words=_EMPTY))
ERASE_REASONS: Final = compiled(
    update(ACTS)
    .where(ACTS.c.person_id == select(PEOPLE.c.id).where(PEOPLE.c.user_id == _USER).scalar_subquery())
    .values(words=_EMPTY)
)
"""Why somebody was kept out is for moderators to know as long as they are."""
LEFT_NAMELESS: Final = compiled(update(PEOPLE).where(PEOPLE.c.id == _ME).values(user_id=null(), name=_EMPTY))
BANS_OF: Final = compiled(select(func.count()).where(BANS.c.person_id == _ME))
KEEP_NUMBER: Final = compiled(insert(PEOPLE).values(user_id=_USER, name=_EMPTY))
MOVE_BANS: Final = compiled(
    update(BANS).where(BANS.c.person_id == _ME).values(person_id=bindparam("new_row", type_=BigInteger()))
)

# Their number where it stands outside of their row

_THEIRS: Select[Any] = select(EVENTS.c.table_id).where(EVENTS.c.person_id == _ME)
ERASE_WISHES: Final = compiled(
    update(EVENTS)
    .where(
        EVENTS.c.table_id.in_(_THEIRS),
        EVENTS.c.kind == literal_column("'dealer'", Text()),
        _json(EVENTS.c.public, "wants") == cast(_USER, Text()),
    )
    .values(
        public=func.json_set(EVENTS.c.public, literal_column("'$.wants'", Text()), cast(-_ME, Text()), type_=JSON())
    )
)
DELETE_UNSEATING: Final = compiled(
    delete(WORK).where(WORK.c.kind == quoted(WorkKind.FREE_BANNED_SEAT), WORK.c.key == cast(_USER, Text()))
)
ERASE_UNSEATER: Final = compiled(
    update(WORK)
    .where(WORK.c.kind == quoted(WorkKind.FREE_BANNED_SEAT), _json(WORK.c.payload, "by") == _USER)
    .values(payload=func.json_set(WORK.c.payload, literal_column("'$.by'", Text()), -_ME, type_=JSON()))
)
ERASE_DIGEST_ITEMS: Final = compiled(
    update(WORK)
    .where(
        WORK.c.table_id.in_(_THEIRS),
        WORK.c.kind == quoted(WorkKind.ANNOUNCE),
        _json(WORK.c.payload, "user") == _USER,
    )
    .values(payload=literal_column("'{}'", Text()), state=case((WORK.c.state == _DUE, _CANCELLED), else_=WORK.c.state))
)
_POSTED = (WORK.c.state == quoted(WorkState.DONE)) | ((WORK.c.state == _DUE) & WORK.c.channel.is_not(None))
ERASE_DIGESTS: Final = compiled(
    update(WORK)
    .where(WORK.c.kind == quoted(WorkKind.POST_DIGEST), _json(WORK.c.payload, "user") == _USER)
    .values(
        key=cast(WORK.c.id, Text()),
        payload=func.json_object(
            *(quoted("user"), -_ME, quoted("since"), _NONE, quoted("told"), func.json_array()), type_=JSON()
        ),
        state=case((_POSTED, quoted(WorkState.RETRACT)), else_=_CANCELLED),
        due=_NOW,
    )
)
"""Digests for them: a posted one is taken back."""
_KEEPING = CHANGES.c.kind == literal_column("'keepers'", Text())
KEEPERS_NAMED: Final = compiled(
    select(CHANGES.c.pad_id, CHANGES.c.seq, CHANGES.c.before, CHANGES.c.after).where(
        _KEEPING,
        (func.instr(CHANGES.c.before, cast(_USER, Text())) > _NONE)
        | (func.instr(CHANGES.c.after, cast(_USER, Text())) > _NONE),
    )
)
NAME_KEEPERS: Final = compiled(
    update(CHANGES)
    .where(CHANGES.c.pad_id == bindparam("pad"), CHANGES.c.seq == bindparam("of_seq"))
    .values(
        before=bindparam("new_before", type_=Text()),
        after=bindparam("new_after", type_=Text()),
    )
)

# Tables: whoever has read one before reads it anew, and their seats are given up

_LIVE = TABLES.c.status.in_([literal_column(f"'{status}'", Text()) for status in LIVE])
_SEATED: Select[Any] = select(SEATS.c.table_id).where(SEATS.c.person_id == _ME)
TABLES_LIVE: Final = compiled(
    select(TABLES.c.id, TABLES.c.seq, TABLES.c.guild)
    .where(_LIVE, or_(TABLES.c.id.in_(_THEIRS), TABLES.c.id.in_(_SEATED), TABLES.c.host_id == _ME))
    .order_by(TABLES.c.id)
)
MOVED_ON: Final = compiled(update(TABLES).where(TABLES.c.id == bindparam("table")).values(seq=TABLES.c.seq + _ONE))
FORGOTTEN: Final = compiled(
    insert(EVENTS).values(
        table_id=bindparam("table"),
        seq=bindparam("new"),
        kind=quoted(EventKind.ERASE),
        seat=null(),
        text=_EMPTY,
        public=literal_column("'{}'", Text()),
        hidden=null(),
        interaction=null(),
        person_id=_ME,
        at=_NOW,
    )
)
TABLES_SHOWN: Final = compiled(
    select(TABLES.c.id, TABLES.c.seq, TABLES.c.thread, _json(TABLES.c.settings, "around"), TABLES.c.channel)
    .where(TABLES.c.id.in_(_SEATED), ~_LIVE, TABLES.c.message.is_not(None), TABLES.c.shown >= TABLES.c.seq)
    .where(TABLES.c.updated > bindparam("since", type_=BigInteger()))
    .order_by(TABLES.c.id.desc())
    .limit(bindparam("most"))
    .offset(_NONE)
)
SHOW_ANEW: Final = compiled(update(TABLES).where(TABLES.c.id == bindparam("table")).values(shown=TABLES.c.seq - _ONE))

# Pads: another keeper where there is none left, and the message shows them no more

_PADS_OF: CompoundSelect[Any] = union(
    select(KEEPERS.c.pad_id).where(KEEPERS.c.person_id == _ME),
    select(PLAYERS.c.pad_id).where(PLAYERS.c.person_id == _ME),
    select(PAD_HANDS.c.pad_id).where(PAD_HANDS.c.person_id == _ME),
    select(CONTESTS.c.pad_id).where((CONTESTS.c.person_id == _ME) | (CONTESTS.c.decider_id == _ME)),
    select(CONSENTS.c.pad_id).where((CONSENTS.c.person_id == _ME) | (CONSENTS.c.by_id == _ME)),
)
PADS_OF: Final = compiled(select(PADS.c.id, PADS.c.seq).where(PADS.c.id.in_(_PADS_OF)).order_by(PADS.c.id))
KEEPERS_OF: Final = compiled(
    select(KEEPERS.c.person_id, PEOPLE.c.user_id)
    .join_from(KEEPERS, PEOPLE, PEOPLE.c.id == KEEPERS.c.person_id)
    .where(KEEPERS.c.pad_id == bindparam("pad"))
    .order_by(KEEPERS.c.place)
)
HEIR: Final = compiled(
    select(PLAYERS.c.person_id, PEOPLE.c.user_id)
    .join_from(PLAYERS, PEOPLE, PEOPLE.c.id == PLAYERS.c.person_id)
    .where(
        PLAYERS.c.pad_id == bindparam("pad"),
        PLAYERS.c.person_id != _ME,
        PLAYERS.c.state != literal_column("'left'", Text()),
        PEOPLE.c.user_id.is_not(None),
    )
    .order_by(PLAYERS.c.place)
    .limit(_ONE)
    .offset(_NONE)
)
DELETE_KEEPER: Final = compiled(delete(KEEPERS).where(KEEPERS.c.pad_id == bindparam("pad"), KEEPERS.c.person_id == _ME))
ADD_KEEPER: Final = compiled(
    insert(KEEPERS).values(pad_id=bindparam("pad"), person_id=bindparam("heir", type_=BigInteger()), place=_NONE)
)
PAD_MOVED_ON: Final = compiled(
    update(PADS)
    .where(PADS.c.id == bindparam("pad"))
    .values(
        seq=PADS.c.seq + _ONE,
        recorded=case((PADS.c.recorded == PADS.c.seq, PADS.c.seq + _ONE), else_=PADS.c.recorded),
    )
)
"""Their results are the same as before."""
KEPT_BY: Final = compiled(
    insert(CHANGES).values(
        pad_id=bindparam("pad"),
        seq=bindparam("new"),
        kind=literal_column("'keepers'", Text()),
        hand=null(),
        before=bindparam("new_before", type_=Text()),
        after=bindparam("new_after", type_=Text()),
        person_id=_ME,
        interaction=null(),
        at=_NOW,
    )
)
CONTESTS_ANEW: Final = compiled(
    update(CONTESTS)
    .where((CONTESTS.c.person_id == _ME) | (CONTESTS.c.decider_id == _ME), CONTESTS.c.message.is_not(None))
    .values(shown=_EMPTY)
)
"""Their messages name them."""

_BROUGHT = select(CONSENTS.c.player).where(
    CONSENTS.c.pad_id == PLAYERS.c.pad_id, CONSENTS.c.person_id == _ME, CONSENTS.c.guest == _EMPTY
)
ERASE_BROUGHT_PLAYERS: Final = compiled(
    update(PLAYERS)
    .where(PLAYERS.c.person_id.is_(null()), PLAYERS.c.number.in_(_BROUGHT.correlate(PLAYERS).scalar_subquery()))
    .values(name=_EMPTY)
)
"""A guest who is one since they did not agree has their name, which nobody typed."""
CONSENTS_ANEW: Final = compiled(
    update(CONSENTS)
    .where((CONSENTS.c.person_id == _ME) | (CONSENTS.c.by_id == _ME), CONSENTS.c.message.is_not(None))
    .values(shown=_EMPTY)
)
"""Their messages mention or name them."""
END_CONSENTS: Final = compiled(
    update(CONSENTS)
    .where(CONSENTS.c.person_id == _ME)
    .values(
        guest=_EMPTY,
        state=case(
            (CONSENTS.c.state == literal_column("'asked'", Text()), literal_column("'refused'", Text())),
            else_=CONSENTS.c.state,
        ),
    )
)
"""Nobody waits for an answer of theirs."""

_THEIR_PLAYERS = select(PLAYERS.c.pad_id, PLAYERS.c.number).where(PLAYERS.c.person_id == _ME)
_IN_COPIES = tuple_(PLAYERS.c.source_pad, PLAYERS.c.source_number).in_(_THEIR_PLAYERS) & PLAYERS.c.person_id.is_(null())
COPIES_OF: Final = compiled(
    select(PADS.c.id).where(PADS.c.id.in_(select(PLAYERS.c.pad_id).where(_IN_COPIES))).order_by(PADS.c.id)
)
ERASE_COPY: Final = compiled(
    update(PLAYERS).where(PLAYERS.c.pad_id == bindparam("pad"), _IN_COPIES).values(name=_EMPTY)
)
COPY_MOVED_ON: Final = compiled(
    update(PADS).where(PADS.c.id == bindparam("pad")).values(seq=PADS.c.seq + _ONE, recorded=_NONE)
)
"""Pads that came from files of theirs: the guest that they were there has no name any more, in results neither."""

# Club nights

_WHILE_ON = TABLES.c.created.between(NIGHTS.c.began, func.coalesce(NIGHTS.c.ended, NIGHTS.c.began + bindparam("day")))
_PADS_THEN = PADS.c.created.between(NIGHTS.c.began, func.coalesce(NIGHTS.c.ended, NIGHTS.c.began + bindparam("day")))
_PARTS: Final = table_of(NightPartRow)
_AT_NIGHT = (
    (NIGHTS.c.person_id == _ME)
    | (NIGHTS.c.ender_id == _ME)
    | (NIGHTS.c.deleter_id == _ME)
    | exists().where(TABLES.c.guild == NIGHTS.c.guild, TABLES.c.id.in_(_SEATED), _WHILE_ON)
    | exists().where(PADS.c.guild == NIGHTS.c.guild, PADS.c.id.in_(_PADS_OF), _PADS_THEN)
    | exists().where(
        _PARTS.c.night_id == NIGHTS.c.id,
        or_(
            and_(_PARTS.c.source == literal_column("'table'", Text()), _PARTS.c.number.in_(_SEATED)),
            and_(_PARTS.c.source == literal_column("'pad'", Text()), _PARTS.c.number.in_(_PADS_OF)),
        ),
    )
)
NIGHTS_OF: Final = compiled(
    select(NIGHTS.c.id).where(_AT_NIGHT, or_(NIGHTS.c.message.is_not(None), NIGHTS.c.card.is_not(None)))
)
NIGHT_CHANGED: Final = compiled(update(NIGHTS).where(NIGHTS.c.id == bindparam("night")).values(seq=NIGHTS.c.seq + _ONE))
