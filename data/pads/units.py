"""The units of work of score pads: everything is validated before they run."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from data.engine.columns import checked
from data.engine.errors import StoreError
from data.engine.statements import compiled
from data.engine.units import Values, to_json
from data.pads import outbox
from data.pads import statements as sql
from data.pads.errors import ChangeMade, PadMoved, ServerHasPads, UnknownPad
from data.pads.guest_units import adopt
from data.pads.models import (
    CHANGEABLE,
    PadChangeRow,
    PadConsentRow,
    PadContestRow,
    PadDraftRow,
    PadHandRow,
    PadPlayerRow,
    PadRow,
)
from data.pads.records import NewChange, NewPad, PadConsent, PadDraft, PadHand, PadPlayer, PadWrite, WriteResult
from data.people.models import PersonRow
from data.people.records import is_erased
from data.people.statements import MEET_AS_SQL as MEET_AS
from data.people.statements import MEET_SQL as MEET
from data.tables.night_work import ENQUEUE_BOARDS_OF_PAD
from data.tables.work import WorkKind

People = Iterable[tuple[int, str]]


def create(
    new: NewPad, keeper: str, players: tuple[PadPlayer, ...], interaction: int | None, most: int, now: int
) -> Callable[[sqlite3.Connection], int]:
    """The unit that opens a pad with its hands and returns its number; `keeper` is its keeper's name, `most` how many
    may be open.

    Raises ChangeMade if the interaction has opened one already, ServerHasPads.
    """
    row = checked(
        PadRow,
        {
            **{name: getattr(new, name) for name in ("game", "rules_version", "name", "options", "status")},
            "guild": new.guild,
            "channel": new.channel,
            "given": max((player.number for player in players), default=0),
            "seq": 1,
            "created": now,
            "updated": now,
        },
    )
    row["options"] = to_json(row["options"])
    hands = new.imported or ()
    opened = NewChange("open", new.keeper, keeper, interaction)
    if new.imported is not None:
        opened = NewChange("import", new.keeper, keeper, interaction, after={"hands": len(hands)})
    change = _change(opened, 1, now)
    rows = _Rows(((new.keeper, keeper),), players, hands)

    def unit(database: sqlite3.Connection) -> int:
        _check_not_repeated(database, interaction)
        ((there,),) = database.execute(sql.OPEN_PADS, {"of_guild": new.guild, "open": "open"})
        if there >= most:
            raise ServerHasPads(there)
        pad = database.execute(sql.INSERT_PAD, row).lastrowid
        assert pad is not None
        rows.insert(database, pad)
        database.execute(sql.INSERT_CHANGE, {**change, "pad_id": pad})
        enqueue(database, pad, (WorkKind.RECORD_PAD,), now)
        database.execute(compiled(ENQUEUE_BOARDS_OF_PAD), {"number": pad, "at": now})
        return pad

    return unit


def write(step: PadWrite) -> Callable[[sqlite3.Connection], WriteResult]:
    """Return the unit that writes a change of a pad and its effects on others. It returns the number and those pads.

    Raises ChangeMade if the interaction has made its change already, PadMoved on another's change since, UnknownPad.
    """
    new, now = step.after + 1, step.at
    changes = _changes(step)
    moved = {**changes, "pad": step.pad, "after": step.after, "new": new, "at": now}
    advance = sql.advance(tuple(changes))
    change = {**_change(step.change, new, now), "pad_id": step.pad}
    rows = _Rows(step.keepers or (), step.players or (), step.hands)
    contest = None if step.why is None else _contest(step, new)
    consents = [(_person(said.user, said.name), _consent(step.pad, said)) for said in step.consents]
    adopted = None if step.adoption is None else adopt(step.pad, step.adoption, now)
    restored = step.change.kind == "undelete"
    follow_up = [WorkKind.RECORD_PAD, WorkKind.PAD_BOARD]
    if step.why is not None or step.outcome is not None or restored:
        follow_up.append(WorkKind.CONTEST_NOTICE)
    if step.consents or restored:
        follow_up.append(WorkKind.CONSENT_REQUEST)
    settled = {"pad": step.pad, "of_hand": step.change.hand, "found": step.outcome, "by_change": new}

    def unit(database: sqlite3.Connection) -> WriteResult:
        _check_not_repeated(database, step.change.interaction)
        if database.execute(advance, moved).rowcount == 0:
            there = database.execute(sql.PAD_SEQ, {"pad": step.pad}).fetchone()
            if there is None:
                raise UnknownPad(f"pad {step.pad}")
            raise PadMoved(f"pad {step.pad} is at change {there[0]}, the writer was at {step.after}")
        if step.keepers is not None:
            database.execute(sql.DELETE_KEEPERS, {"pad": step.pad})
        if step.players is not None:
            database.execute(sql.DELETE_PLAYERS, {"pad": step.pad})
        database.execute(MEET_AS, _person(step.change.user, step.change.name))
        rows.insert(database, step.pad)
        database.execute(sql.INSERT_CHANGE, change)
        for whose, consent in consents:
            database.execute(MEET, whose)
            database.execute(sql.KEEP_CONSENT, consent)
        if contest is not None:
            database.execute(sql.INSERT_CONTEST, contest)
        if step.outcome is not None:
            database.execute(sql.SETTLE_CONTEST, {**settled, "decider": step.change.user})
        if step.draft is not None:
            database.execute(sql.DELETE_DRAFT, {"draft": step.draft})
        enqueue(database, step.pad, follow_up, now)
        database.execute(compiled(ENQUEUE_BOARDS_OF_PAD), {"number": step.pad, "at": now})
        return WriteResult(new, () if adopted is None else adopted(database))

    return unit


def save_draft(draft: PadDraft, name: str, now: int) -> Callable[[sqlite3.Connection], int]:
    """The unit that keeps a draft in place of what its user, called `name`, had for that hand; returns its number."""
    row = checked(
        PadDraftRow,
        {
            "pad_id": draft.pad,
            "person_id": draft.user,
            "hand": draft.hand,
            "base": draft.base,
            "players": draft.players,
            "dealer": draft.dealer,
            "played": draft.played,
            "day": draft.day,
            "typed": draft.typed,
            "updated": now,
        },
    )
    row["players"], row["typed"] = _numbers(draft.players), to_json(row["typed"])
    mine = _person(draft.user, name)

    def unit(database: sqlite3.Connection) -> int:
        database.execute(MEET_AS, mine)
        ((number,),) = database.execute(sql.SAVE_DRAFT, row).fetchall()
        return number

    return unit


def delete_draft(draft: int) -> Callable[[sqlite3.Connection], bool]:
    """The unit that forgets a draft: whether there was one."""

    def unit(database: sqlite3.Connection) -> bool:
        return database.execute(sql.DELETE_DRAFT, {"draft": draft}).rowcount > 0

    return unit


def enqueue(database: sqlite3.Connection, pad: int, kinds: Iterable[WorkKind], now: int) -> None:
    """Enqueue work of a pad, in the transaction that gives rise to it."""
    for kind in kinds:
        due = now + outbox.RECORD_DELAY_MS if kind == WorkKind.RECORD_PAD else now
        database.execute(compiled(sql.ENQUEUE[kind]), {"pad": pad, "at": due})


def note_posted(pad: int, seq: int, channel: int, message: int, now: int) -> Callable[[sqlite3.Connection], None]:
    """The unit that notes where a pad's message stands, which shows change `seq`; one that is behind is to be edited.

    No unit notes when an edit has brought it up to date: the work item says that.
    """

    def unit(database: sqlite3.Connection) -> None:
        database.execute(sql.POSTED, {"pad": pad, "in_channel": channel, "as_message": message})
        if database.execute(sql.PAD_SEQ, {"pad": pad}).fetchone() != (seq,):
            enqueue(database, pad, (WorkKind.PAD_BOARD,), now)
        database.execute(compiled(ENQUEUE_BOARDS_OF_PAD), {"number": pad, "at": now})  # they link to the message

    return unit


def note_message_gone(pad: int, message: int) -> Callable[[sqlite3.Connection], None]:
    """The unit that notes that a pad's message is no more: nothing is to be shown in it."""

    def unit(database: sqlite3.Connection) -> None:
        database.execute(sql.GONE, {"pad": pad, "as_message": message})

    return unit


def begin_contest(pad: int, seq: int, channel: int, now: int) -> Callable[[sqlite3.Connection], None]:
    """The unit that notes that the message of a contest is about to be posted in a channel."""

    def unit(database: sqlite3.Connection) -> None:
        database.execute(sql.BEGIN_CONTEST, {"pad": pad, "of_contest": seq, "in_channel": channel, "at": now})

    return unit


def note_contest_shown(
    pad: int, seq: int, channel: int | None, message: int | None, outcome: str
) -> Callable[[sqlite3.Connection], None]:
    """The unit that notes where the message of a contest stands, and which outcome it shows."""
    row = {"pad": pad, "of_contest": seq, "in_channel": channel, "as_message": message, "shows": outcome}

    def unit(database: sqlite3.Connection) -> None:
        database.execute(sql.CONTEST_SHOWN, row)

    return unit


def begin_consents(pad: int, users: Iterable[int], channel: int, now: int) -> Callable[[sqlite3.Connection], None]:
    """The unit that notes that a message that asks these people is about to be posted in a channel."""
    return _update_consents(sql.BEGIN_CONSENT, pad, users, {"in_channel": channel, "at": now})


def note_consents_posted(
    pad: int, users: Iterable[int], channel: int, message: int, informed: Iterable[int], now: int
) -> Callable[[sqlite3.Connection], None]:
    """The unit that notes the place of the message that asks these people, and whom of them it informed."""
    posted = _update_consents(sql.CONSENT_POSTED, pad, users, {"in_channel": channel, "as_message": message})
    informing = note_consents_informed(pad, informed, now)

    def unit(database: sqlite3.Connection) -> None:
        posted(database)
        informing(database)

    return unit


def note_consents_informed(pad: int, users: Iterable[int], now: int) -> Callable[[sqlite3.Connection], None]:
    """The unit that notes that these people know that they are players."""
    return _update_consents(sql.CONSENT_TOLD, pad, users, {"at": now})


def note_consents_shown(pad: int, states: Mapping[int, str]) -> Callable[[sqlite3.Connection], None]:
    """The unit that notes which states, by user, a message shows; of those whom none names, that none is to."""
    units = [_update_consents(sql.CONSENT_SHOWN, pad, (user,), {"shows": state}) for user, state in states.items()]

    def unit(database: sqlite3.Connection) -> None:
        for unit in units:
            unit(database)

    return unit


def _update_consents(
    statement: str, pad: int, users: Iterable[int], values: dict[str, Any]
) -> Callable[[sqlite3.Connection], None]:
    rows = [{"pad": pad, "user": user, **values} for user in users]

    def unit(database: sqlite3.Connection) -> None:
        database.executemany(statement, rows)

    return unit


class _Rows:
    """The rows that belong to a pad, checked; the pad's number is filled in when they are inserted."""

    def __init__(self, keepers: People, players: Iterable[PadPlayer], hands: Iterable[PadHand]) -> None:
        keepers, players, hands = tuple(keepers), tuple(players), tuple(hands)
        self._met = [
            *((MEET_AS, _person(user, name)) for user, name in keepers),
            *(
                (MEET, _person(player.user, player.name))
                for player in players
                if player.user is not None and not is_erased(player.user)
            ),
        ]
        self._keepers = [{"person_id": user, "place": place} for place, (user, _) in enumerate(keepers)]
        self._players = [_player(player) for player in players]
        self._hands = [_hand(hand) for hand in hands]

    def insert(self, database: sqlite3.Connection, pad: int) -> None:
        for statement, person in self._met:
            database.execute(statement, person)
        for statement, rows in (
            (sql.INSERT_KEEPER, self._keepers),
            (sql.INSERT_PLAYER, self._players),
            (sql.KEEP_HAND, self._hands),
        ):
            for row in rows:
                database.execute(statement, {**row, "pad_id": pad})


def _person(user: int, name: str) -> Values:
    return checked(PersonRow, {"user_id": user, "name": name})


def _player(player: PadPlayer) -> Values:
    row: Values = {
        "pad_id": 0,
        "number": player.number,
        "person_id": player.user,
        "place": player.place,
        "state": player.state,
    }
    row["source_pad"], row["source_number"] = player.source or (None, None)
    name = player.name if player.user is None else ""
    row = checked(PadPlayerRow, {**row, "name": name, "start": player.start})
    return {**row, "start": None if player.start is None else str(player.start)}


def _hand(hand: PadHand) -> Values:
    row = checked(
        PadHandRow,
        {
            "pad_id": 0,
            "number": hand.number,
            "rev": hand.rev,
            "players": hand.players,
            "dealer": hand.dealer,
            "told": hand.account,
            "entry": hand.entry,
            "brought": hand.brought,
            "points": hand.points,
            "state": hand.state,
            "person_id": hand.by,
            "entered": hand.entered,
            "played": hand.played,
            "day": hand.day,
        },
    )
    row["players"], row["points"] = _numbers(hand.players), _numbers(hand.points)
    return row | {name: to_json(row[name]) for name in ("told", "entry", "brought")}


def _change(change: NewChange, seq: int, now: int) -> Values:
    row = checked(
        PadChangeRow,
        {
            "pad_id": 0,
            "seq": seq,
            "kind": change.kind,
            "hand": change.hand,
            "before": change.before,
            "after": change.after,
            "person_id": change.user,
            "interaction": change.interaction,
            "at": now,
        },
    )
    return row | {name: None if row[name] is None else to_json(row[name]) for name in ("before", "after")}


def _contest(step: PadWrite, seq: int) -> Values:
    """The row of a hand that is contested by a change of this number."""
    fields = {"pad_id": step.pad, "seq": seq, "hand": step.change.hand, "why": step.why, "at": step.at}
    return checked(PadContestRow, {**fields, "person_id": step.change.user})


def _consent(pad: int, consent: PadConsent) -> Values:
    """The row of what somebody said to being a player."""
    fields = {
        "pad_id": pad,
        "person_id": consent.user,
        "player": consent.player,
        "guest": consent.guest,
        "state": consent.state,
    }
    return checked(
        PadConsentRow,
        {**fields, "seq": consent.seq, "by_id": consent.by, "asked": consent.asked, "told": consent.informed},
    )


def _changes(step: PadWrite) -> Values:
    """Column values for the changed fields of a pad; an unknown name or a value that does not fit is refused."""
    if unknown := step.changes.keys() - CHANGEABLE:
        raise StoreError(f"a pad has no {', '.join(sorted(unknown))} to change")
    row = checked(PadRow, step.changes, only=frozenset(step.changes))
    return {name: to_json(value) if name == "options" else value for name, value in row.items()}


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _check_not_repeated(database: sqlite3.Connection, interaction: int | None) -> None:
    """Hold an interaction that has made its change already. Raises ChangeMade."""
    if interaction is None:
        return
    made = database.execute(sql.CHANGE_OF, {"interaction": interaction}).fetchone()
    if made is not None:
        raise ChangeMade(*made)
