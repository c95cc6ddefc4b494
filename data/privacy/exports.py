"""A person's data, part by part, for their own export.

It holds only what the person may know: of events only the text of their own moves and notes, nothing of a hand in play.
It names nobody else but the people whom they have blocked.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Label, and_, case, func, literal, null, or_, select, tuple_
from sqlmodel import col

from data.deals.models import CupResultRow, DealRow, DealTryRow, MatchRow
from data.deals.records import date_of, day_of, days_of
from data.engine.columns import Row, table_of
from data.engine.repository import Repository
from data.leagues.models import LeagueActRow, LeagueEntrantRow, LeagueRow
from data.nights.models import NightRow
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
from data.people.models import ActRow, BanRow, BlockRow, PersonRow, PreferencesRow
from data.privacy.erasure_traces import payload_has
from data.standings.models import GamePartRow, GameResultRow, HandPartRow, HandResultRow, RatedGameRow, StandingRow
from data.tables.events import EventKind
from data.tables.models import EventRow, HandRow, ReviewRow, SeatRow, SillyMoveRow, TableRow, WorkRow
from data.tables.records import LIVE
from data.tables.work import WorkState
from data.tables.work_rows import IS_DIGEST

PAGE_ROWS: Final = 200
"""Rows that are read at a time."""

HIDDEN_IN_PLAY: Final = ("move", "note", "show")
"""Event kinds that are left out while their hand is in play."""

_NAMES: Final = {
    "guild": "server",
    "table_id": "table",
    "pad_id": "pad",
    "source": "where",
    "origin": "of",
    "created": "opened_at",
}
"""The names of columns in an export, where they are not their own."""


class ExportPart(NamedTuple):
    """Rows of a part, by column names; a part's rows come in order, it may have none."""

    name: str
    rows: list[dict[str, Any]]


class _Part(NamedTuple):
    """How a part is read: `select`, in the order of the primary key of `row`; each row is given to `shape`."""

    name: str
    row: type[Row]
    select: Any  # a Select names all its columns in its type
    shape: Callable[[dict[str, Any]], dict[str, Any]] = dict[str, Any]


class ExportsRepository(Repository):
    """The exports of all people."""

    async def parts(self, user: int) -> AsyncGenerator[ExportPart]:
        """Yield a user's data, some rows at a time; nothing if there is none. Raises StoreError."""
        query = select(*_columns(PersonRow, "id", "user_id", "name", user_id="number"))
        people = await self._query(query.where(col(PersonRow.user_id) == user))
        if not people:
            return
        you = people[0]._asdict()
        me = you.pop("id")
        yield ExportPart("you", [you])
        of_games = *_of_tables(me, user), *_of_results(me), *_of_pads(me)
        for part in (*of_games, *_of_themselves(me), *_of_leagues(me), *_of_servers(me)):
            yield ExportPart(part.name, [])
            async for rows in self._pages(part):
                yield ExportPart(part.name, rows)

    async def _pages(self, part: _Part) -> AsyncGenerator[list[dict[str, Any]]]:
        key = list(table_of(part.row).primary_key)
        names = [f"key_{column.name}" for column in key]
        query = part.select.add_columns(*(column.label(name) for column, name in zip(key, names, strict=True)))
        query = query.order_by(*key).limit(PAGE_ROWS)
        page = query
        while True:
            rows = [row._asdict() for row in await self._query(page)]
            keys: Sequence[Any] = [tuple(row.pop(name) for name in names) for row in rows]
            if rows:
                yield [part.shape(row) for row in rows]
            if len(rows) < PAGE_ROWS:
                return
            page = query.where(tuple_(*key) > keys[-1])


def _columns(row: type[Row], *names: str, **called: str) -> list[Label[Any]]:
    """Return columns of a row, by the names that they have in an export: as in `called` or `_NAMES`, else their own."""
    return [table_of(row).c[name].label({**_NAMES, **called}.get(name, name)) for name in names]


def _of_tables(me: int, user: int) -> list[_Part]:
    table, event, hand, work = TableRow, EventRow, HandRow, WorkRow
    settings = col(table.settings)
    seats = (
        select(
            *_columns(table, "id", "game", "guild", "channel", "status", "options", "created", id="table"),
            *_columns(SeatRow, "seat", "points"),
            (col(table.host_id) == me).label("host"),
            settings["last_looks"].label("looked_at"),
            settings["time_outs"].label("times_out"),
            settings["bank_spent_ms"].label("bank_used_ms"),
        )
        .join_from(SeatRow, table, col(table.id) == col(SeatRow.table_id))
        .where(col(SeatRow.person_id) == me)
    )
    over = select(func.coalesce(func.max(hand.last), 0)).where(col(hand.table_id) == col(event.table_id))
    open_to_them = or_(
        col(table.status).not_in(LIVE),
        col(event.kind).not_in(HIDDEN_IN_PLAY),
        col(event.seq) <= over.correlate(event).scalar_subquery(),
    )
    own = case((col(event.kind) == EventKind.MOVE, col(event.text)), else_=literal(""))
    wrote = case((col(event.kind) == EventKind.NOTE, col(event.hidden)["text"].as_string()), else_=null())
    events = (
        select(
            *_columns(event, "table_id", "seq", "at", "kind", "seat", seq="event"),
            func.coalesce(wrote, own).label("text"),
        )
        .join_from(event, table, col(table.id) == col(event.table_id))
        .where(col(event.person_id) == me, open_to_them)
    )
    reviews = select(*_columns(ReviewRow, "table_id", "hand", "at", "compared", "missed_moves", "closest_moves")).where(
        col(ReviewRow.person_id) == me
    )
    silly = select(*_columns(SillyMoveRow, "table_id", "seq", "at", seq="event")).where(
        col(SillyMoveRow.person_id) == me
    )
    missed = select(*_columns(work, "table_id", "payload")).where(
        IS_DIGEST,
        col(work.state).in_((WorkState.DUE, WorkState.PARKED)),
        payload_has("user", user),
    )
    return [
        _Part("tables", SeatRow, seats, _of_their_seat),
        _Part("events", event, events),
        _Part("reviews", ReviewRow, reviews),
        _Part("called_silly", SillyMoveRow, silly),
        _Part("missed", work, missed, _without_news),
    ]


def _of_their_seat(row: dict[str, Any]) -> dict[str, Any]:
    """Return a table's row with what its settings have of one seat, in place of what they have of all."""
    seat, none = str(row["seat"]), dict[str, Any]()
    looked, late, spent = (row[name] or none for name in ("looked_at", "times_out", "bank_used_ms"))
    own = {"looked_at": looked.get(seat, [None])[0], "times_out": late.get(seat, [None])[0]}
    return {**row, **own, "bank_used_ms": spent.get(seat)}


def _without_news(row: dict[str, Any]) -> dict[str, Any]:
    """Return a digest's row with how much there is to tell, in place of what."""
    payload = row.pop("payload")
    return {**row, "missed_at": payload["since"], "messages": len(payload["notices"])}


def _of_results(me: int) -> list[_Part]:
    part, result, own_game, game = HandPartRow, HandResultRow, GamePartRow, GameResultRow
    hands = (
        select(
            *_columns(part, "source", "origin", "number", number="hand"),
            *_columns(result, "guild", "game", "at", "state", "friendly"),
            *_columns(part, "seat", "points", "feats"),
            *_columns(result, "entered"),
        )
        .join_from(part, result, _same(part, result, "source", "origin", "number"))
        .where(col(part.person_id) == me)
    )
    games = (
        select(
            *_columns(own_game, "source", "origin"),
            *_columns(game, "guild", "game", "at", "state", "friendly"),
            *_columns(own_game, "seat", "points", "place", "won", "stay"),
            *_columns(game, "entered"),
        )
        .join_from(own_game, game, _same(own_game, game, "source", "origin"))
        .where(col(own_game.person_id) == me)
    )
    standings = select(
        *_columns(StandingRow, "guild", "game", "season", "hands", "points", "best", "games", "wins"),
        *_columns(StandingRow, "longest", "feats", "rated", "mu", "sigma", longest="longest_streak"),
    ).where(col(StandingRow.person_id) == me)
    rated = "guild", "game", "season", "at", "source", "origin", "place", "mu", "sigma"
    ratings = select(*_columns(RatedGameRow, *rated)).where(col(RatedGameRow.person_id) == me)
    tries = (
        select(
            *_columns(DealRow, "kind", "game", "opens", "match_id", opens="day", match_id="match"),
            *_columns(DealTryRow, "guild", "table_id", "points", "streak"),
        )
        .join_from(DealTryRow, DealRow, col(DealRow.id) == col(DealTryRow.deal_id))
        .where(col(DealTryRow.person_id) == me)
    )
    matches = (
        select(*_columns(MatchRow, "id", id="match"), *_columns(DealRow, "guild", "game", "opens", opens="day"))
        .join_from(MatchRow, DealRow, col(DealRow.match_id) == col(MatchRow.id))
        .where(col(MatchRow.person_id) == me)
        .distinct()
    )
    cups = select(*_columns(CupResultRow, "week", "guild", "permille", "group_number", group_number="group"))
    return [
        _Part("tries", DealTryRow, tries, _with_date),
        _Part("matches_run", MatchRow, matches, _with_date),
        _Part("cups", CupResultRow, cups.where(col(CupResultRow.person_id) == me), _with_monday),
        _Part("hands", part, hands),
        _Part("games", own_game, games),
        _Part("standings", StandingRow, standings),
        _Part("ratings", RatedGameRow, ratings),
    ]


def _with_date(row: dict[str, Any]) -> dict[str, Any]:
    """Return a try or a match with the date of the day on which it opened."""
    return {**row, "day": date_of(day_of(row["day"])).isoformat()}


def _with_monday(row: dict[str, Any]) -> dict[str, Any]:
    """Return a result in a cup with the date of the week's Monday, and with its percentage."""
    permille = row.pop("permille")
    return {**row, "week": date_of(days_of(row["week"])[0]).isoformat(), "percent": permille / 10}


def _same(one: type[Row], other: type[Row], *names: str) -> ColumnElement[bool]:
    """Whether rows of two tables have the same values in these columns."""
    return and_(*(table_of(one).c[name] == table_of(other).c[name] for name in names))


def _of_pads(me: int) -> list[_Part]:
    pad, player, change = PadRow, PadPlayerRow, PadChangeRow
    is_keeper = col(pad.id).in_(select(col(PadKeeperRow.pad_id)).where(col(PadKeeperRow.person_id) == me))
    pads = (
        select(
            *_columns(pad, "id", "name", "game", "guild", "channel", "status", "created", id="pad"),
            is_keeper.label("keeps"),
            *_columns(pad, "deleted", deleted="deleted_at"),
            *_columns(player, "number", "state", "start", number="player"),
        )
        .join_from(pad, player, and_(col(player.pad_id) == col(pad.id), col(player.person_id) == me), isouter=True)
        .where(or_(is_keeper, col(player.number).is_not(None)))
    )
    entries = select(
        *_columns(
            PadHandRow, "pad_id", "number", "entered", "played", number="hand", entered="entered_at", played="played_at"
        ),
        *_columns(PadHandRow, "day", "state", "account", "points"),
    ).where(col(PadHandRow.person_id) == me)
    hand = case((col(change.kind).in_(("enter", "correct")), col(change.after)), else_=null()).label("account")
    changes = select(*_columns(change, "pad_id", "seq", "at", "kind", "hand", seq="change"), hand)
    changes = changes.where(col(change.person_id) == me)
    contests = select(*_columns(PadContestRow, "pad_id", "hand", "at", "why", "outcome"))
    answers = {"guest": "called", "state": "answer"}
    consents = select(*_columns(PadConsentRow, "pad_id", "player", "asked_at", "informed_at", *answers, **answers))
    drafts = select(*_columns(PadDraftRow, "pad_id", "hand", "updated", "typed", updated="at"))
    return [
        _Part("pads", pad, pads),
        _Part("pad_entries", PadHandRow, entries),
        _Part("pad_changes", change, changes),
        _Part("pad_contests", PadContestRow, contests.where(col(PadContestRow.person_id) == me)),
        _Part("pad_consents", PadConsentRow, consents.where(col(PadConsentRow.person_id) == me)),
        _Part("pad_drafts", PadDraftRow, drafts.where(col(PadDraftRow.person_id) == me)),
    ]


def _of_themselves(me: int) -> list[_Part]:
    preferences = select(*_columns(PreferencesRow, "settings")).where(col(PreferencesRow.person_id) == me)
    blocked = (
        select(*_columns(PersonRow, "name"), *_columns(BlockRow, "at"))
        .join_from(BlockRow, PersonRow, col(PersonRow.id) == col(BlockRow.blocked_id))
        .where(col(BlockRow.person_id) == me)
    )
    return [_Part("settings", PreferencesRow, preferences), _Part("blocked", BlockRow, blocked)]


def _of_leagues(me: int) -> list[_Part]:
    league, entrant, act = LeagueRow, LeagueEntrantRow, LeagueActRow
    league_columns = (
        *_columns(league, "id", "guild", "name", "game", id="league"),
        (col(league.person_id) == me).label("ran_it"),
    )
    entries = (
        select(
            *league_columns, *_columns(entrant, "entered", "state", "final_place", "final_points", entered="entered_at")
        )
        .join_from(entrant, league, col(league.id) == col(entrant.league_id))
        .where(col(entrant.person_id) == me)
    )
    acts = select(*_columns(act, "league_id", "at", "kind", "words", league_id="league"))
    about = select(*_columns(act, "league_id", "at", "kind", "amount", league_id="league"))
    return [
        _Part("leagues", entrant, entries),
        _Part("leagues_run", league, select(*league_columns).where(col(league.person_id) == me)),
        _Part("league_acts", act, acts.where(col(act.person_id) == me)),
        _Part(
            "league_acts_of_others", act, about.where(col(act.whom_id) == me, col(act.person_id).is_distinct_from(me))
        ),
    ]


def _of_servers(me: int) -> list[_Part]:
    night, act, ban = NightRow, ActRow, BanRow
    began, ended, deleted = (col(column) == me for column in (night.person_id, night.ender_id, night.deleter_id))
    nights = select(
        *_columns(night, "id", "guild", "name", "began", id="night", began="began_at"),
        *(began.label("began_it"), ended.label("ended_it"), deleted.label("deleted_it")),
    ).where(or_(began, ended, deleted))
    moderated = select(*_columns(act, "guild", "at", "act", "table_id", "words"))
    about = select(*_columns(act, "guild", "at", "act", "table_id"))
    kept_out = select(*_columns(ban, "guild", "at"))
    return [
        _Part("nights", night, nights),
        _Part("moderated", act, moderated.where(col(act.person_id) == me)),
        _Part("moderated_by_others", act, about.where(col(act.whom_id) == me)),
        _Part("kept_out_of", ban, kept_out.where(col(ban.person_id) == me)),
    ]
