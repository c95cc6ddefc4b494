"""A person's data, part by part, for their own export.

It holds nothing that they may not know: of events only the text of their own moves, words and notes, nothing of a hand
in play, and nobody else but the people they have blocked.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import BigInteger, ColumnElement, Text, and_, case, cast, func, literal, null, or_, select, tuple_

from data.engine.columns import table_of
from data.engine.repository import Repository
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
from data.standings.models import GamePartRow, GameResultRow, HandPartRow, HandResultRow, RatedGameRow, StandingRow
from data.tables.events import EventKind
from data.tables.models import EventRow, HandRow, SeatRow, TableRow, WorkRow
from data.tables.records import LIVE
from data.tables.work import WorkKind, WorkState

_TABLES: Final = table_of(TableRow)
_SEATS: Final = table_of(SeatRow)
_EVENTS: Final = table_of(EventRow)
_WORK: Final = table_of(WorkRow)
_HANDS: Final = table_of(HandRow)
_PADS: Final = table_of(PadRow)
_PAD_KEEPERS: Final = table_of(PadKeeperRow)
_PAD_PLAYERS: Final = table_of(PadPlayerRow)
_PAD_HANDS: Final = table_of(PadHandRow)
_PAD_CHANGES: Final = table_of(PadChangeRow)
_PAD_CONTESTS: Final = table_of(PadContestRow)
_PAD_CONSENTS: Final = table_of(PadConsentRow)
_PAD_DRAFTS: Final = table_of(PadDraftRow)
_PEOPLE: Final = table_of(PersonRow)
_PREFERENCES: Final = table_of(PreferencesRow)
_BLOCKS: Final = table_of(BlockRow)
_BANS: Final = table_of(BanRow)
_ACTS: Final = table_of(ActRow)
_NIGHTS: Final = table_of(NightRow)
_HAND_RESULT_PARTS: Final = table_of(HandPartRow)
_HAND_RESULTS: Final = table_of(HandResultRow)
_GAME_RESULT_PARTS: Final = table_of(GamePartRow)
_GAME_RESULTS: Final = table_of(GameResultRow)
_STANDINGS: Final = table_of(StandingRow)
_RATED_GAMES: Final = table_of(RatedGameRow)

PAGE_ROWS: Final = 200
"""Rows that are read at a time."""

HIDDEN_IN_PLAY: Final = ("move", "note", "show")
"""Event kinds that are left out while their hand is in play."""


class ExportPart(NamedTuple):
    """Rows of a part, by column names; a part's rows come in order, it may have none."""

    name: str
    rows: list[dict[str, Any]]


class _Query(NamedTuple):
    """The query of a part: `select` with the columns of `key`, in whose order rows come."""

    name: str
    select: Any  # a Select names all its columns in its type
    key: tuple[ColumnElement[Any], ...]


class ExportsRepository(Repository):
    """The exports of all people."""

    async def parts(self, user: int) -> AsyncGenerator[ExportPart]:
        """A user's data, some rows at a time; nothing if there is none. Raises StoreError."""
        person = _PEOPLE
        query = select(person.c.id, person.c.user_id.label("number"), person.c.name.label("name"))
        found = await self._query(query.where(person.c.user_id == user))
        if not found:
            return
        me, number, name = found[0]
        yield ExportPart("you", [{"number": number, "name": name}])
        for part in _queries(me):
            yield ExportPart(part.name, [])
            async for rows in self._pages(part):
                yield ExportPart(part.name, rows)

    async def _pages(self, part: _Query) -> AsyncGenerator[list[dict[str, Any]]]:
        keys = [column.label(f"key_{place}") for place, column in enumerate(part.key)]
        query, after = part.select.add_columns(*keys).order_by(*part.key).limit(PAGE_ROWS), None
        while True:
            page = query if after is None else query.where(tuple_(*part.key) > after)
            rows: Sequence[Any] = await self._query(page)
            if rows:
                yield [dict(zip(row._fields[: -len(keys)], row[: -len(keys)], strict=True)) for row in rows]
            if len(rows) < PAGE_ROWS:
                return
            after = tuple(rows[-1][-len(keys) :])


def _queries(me: int) -> list[_Query]:
    """The parts of the person with this row."""
    return [*_of_tables(me), *_of_results(me), *_of_pads(me), *_of_themselves(me), *_of_servers(me)]


def _of_tables(me: int) -> list[_Query]:
    table, seat, event, hand = _TABLES, _SEATS, _EVENTS, _HANDS

    def by_seat(setting: str, place: str = "") -> ColumnElement[Any]:
        path = literal(f'$.{setting}."').concat(cast(seat.c.seat, Text)).concat(f'"{place}')
        return func.json_extract(table.c.settings, path, type_=BigInteger)

    seats = (
        select(
            *(table.c.id.label("table"), table.c.game.label("game"), table.c.guild.label("server")),
            *(
                table.c.channel.label("channel"),
                table.c.status.label("status"),
                table.c.options.label("options"),
            ),
            *(table.c.created.label("opened_at"), seat.c.seat.label("seat"), seat.c.points.label("points")),
            *((table.c.host_id == me).label("host"), by_seat("looked", "[0]").label("looked_at")),
            *(by_seat("late", "[0]").label("times_out"), by_seat("spent").label("bank_used_ms")),
        )
        .join_from(seat, table, table.c.id == seat.c.table_id)
        .where(seat.c.person_id == me)
    )
    over = select(func.coalesce(func.max(hand.c.last), 0)).where(hand.c.table_id == event.c.table_id)
    open_to_them = or_(
        table.c.status.not_in(LIVE),
        event.c.kind.not_in(HIDDEN_IN_PLAY),
        event.c.seq <= over.correlate(event).scalar_subquery(),
    )
    own = case((event.c.kind.in_(("move", "word")), event.c.text), else_=literal(""))
    wrote = case((event.c.kind == EventKind.NOTE, event.c.hidden["text"].as_string()), else_=null())
    events = (
        select(
            *(event.c.table_id.label("table"), event.c.seq.label("event"), event.c.at.label("at")),
            *(event.c.kind.label("kind"), event.c.seat.label("seat"), func.coalesce(wrote, own).label("text")),
        )
        .join_from(event, table, table.c.id == event.c.table_id)
        .where(event.c.person_id == me, open_to_them)
    )
    work, number = _WORK, select(_PEOPLE.c.user_id).where(_PEOPLE.c.id == me).scalar_subquery()
    missed = select(
        work.c.table_id.label("table"),
        func.json_extract(work.c.payload, "$.since", type_=BigInteger).label("missed_at"),
        func.json_array_length(work.c.payload, "$.told").label("messages"),
    ).where(
        *(work.c.kind == WorkKind.POST_DIGEST, work.c.state.in_((WorkState.DUE, WorkState.PARKED))),
        func.json_extract(work.c.payload, "$.user", type_=BigInteger) == number,
    )
    return [
        _Query("tables", seats, (seat.c.table_id, seat.c.seat)),
        _Query("events", events, (event.c.table_id, event.c.seq)),
        _Query("missed", missed, (work.c.id,)),
    ]


def _of_results(me: int) -> list[_Query]:
    part, result = _HAND_RESULT_PARTS, _HAND_RESULTS
    hands = (
        select(
            *(part.c.source.label("where"), part.c.origin.label("of"), part.c.number.label("hand")),
            *(result.c.guild.label("server"), result.c.game.label("game"), result.c.at.label("at")),
            *(result.c.state.label("state"), result.c.friendly.label("friendly"), part.c.seat.label("seat")),
            *(part.c.points.label("points"), part.c.feats.label("feats"), result.c.entered.label("entered")),
        )
        .join_from(
            part,
            result,
            and_(
                result.c.source == part.c.source,
                result.c.origin == part.c.origin,
                result.c.number == part.c.number,
            ),
        )
        .where(part.c.person_id == me)
    )
    mine, game = _GAME_RESULT_PARTS, _GAME_RESULTS
    games = (
        select(
            *(mine.c.source.label("where"), mine.c.origin.label("of"), game.c.guild.label("server")),
            *(game.c.game.label("game"), game.c.at.label("at"), game.c.state.label("state")),
            *(game.c.friendly.label("friendly"), mine.c.seat.label("seat"), mine.c.points.label("points")),
            *(mine.c.place.label("place"), mine.c.won.label("won"), mine.c.stay.label("stay")),
            game.c.entered.label("entered"),
        )
        .join_from(mine, game, and_(game.c.source == mine.c.source, game.c.origin == mine.c.origin))
        .where(mine.c.person_id == me)
    )
    row = _STANDINGS
    standings = select(
        *(row.c.guild.label("server"), row.c.game.label("game"), row.c.season.label("season")),
        *(row.c.hands.label("hands"), row.c.points.label("points"), row.c.best.label("best")),
        *(row.c.games.label("games"), row.c.wins.label("wins"), row.c.longest.label("longest_streak")),
        *(row.c.feats.label("feats"), row.c.rated.label("rated"), row.c.mu.label("mu")),
        row.c.sigma.label("sigma"),
    ).where(row.c.person_id == me)
    game = _RATED_GAMES
    ratings = select(
        *(game.c.guild.label("server"), game.c.game.label("game"), game.c.season.label("season")),
        *(game.c.at.label("at"), game.c.source.label("where"), game.c.origin.label("of")),
        *(game.c.place.label("place"), game.c.mu.label("mu"), game.c.sigma.label("sigma")),
    ).where(game.c.person_id == me)
    return [
        _Query("hands", hands, (part.c.source, part.c.origin, part.c.number, part.c.part)),
        _Query("games", games, (mine.c.source, mine.c.origin, mine.c.part)),
        _Query("standings", standings, (row.c.guild, row.c.game, row.c.season)),
        _Query("ratings", ratings, (game.c.guild, game.c.game, game.c.season, game.c.at, game.c.origin)),
    ]


def _of_pads(me: int) -> list[_Query]:
    pad, keeper, player = _PADS, _PAD_KEEPERS, _PAD_PLAYERS
    keeps = select(keeper.c.pad_id).where(keeper.c.person_id == me)
    mine = player.alias()
    pads = (
        select(
            *(pad.c.id.label("pad"), pad.c.name.label("name"), pad.c.game.label("game")),
            *(pad.c.guild.label("server"), pad.c.channel.label("channel"), pad.c.status.label("status")),
            *(pad.c.created.label("opened_at"), pad.c.id.in_(keeps).label("keeps"), pad.c.deleted.label("deleted_at")),
            *(mine.c.number.label("player"), mine.c.state.label("state"), mine.c.start.label("start")),
        )
        .join_from(pad, mine, and_(mine.c.pad_id == pad.c.id, mine.c.person_id == me), isouter=True)
        .where(or_(pad.c.id.in_(keeps), mine.c.number.is_not(None)))
    )
    hand = _PAD_HANDS
    entries = select(
        *(hand.c.pad_id.label("pad"), hand.c.number.label("hand"), hand.c.entered.label("entered_at")),
        *(
            hand.c.played.label("played_at"),
            hand.c.day.label("day"),
            hand.c.state.label("state"),
            hand.c.told.label("told"),
        ),
        hand.c.points.label("points"),
    ).where(hand.c.person_id == me)
    change = _PAD_CHANGES
    account = case((change.c.kind.in_(("enter", "correct")), change.c.after), else_=null())
    changes = select(
        *(change.c.pad_id.label("pad"), change.c.seq.label("change"), change.c.at.label("at")),
        *(change.c.kind.label("kind"), change.c.hand.label("hand"), account.label("told")),
    ).where(change.c.person_id == me)
    contest = _PAD_CONTESTS
    contests = select(
        *(contest.c.pad_id.label("pad"), contest.c.hand.label("hand"), contest.c.at.label("at")),
        *(contest.c.why.label("why"), contest.c.outcome.label("outcome")),
    ).where(contest.c.person_id == me)
    consent = _PAD_CONSENTS
    consents = select(
        *(consent.c.pad_id.label("pad"), consent.c.player.label("player"), consent.c.guest.label("called")),
        *(consent.c.asked.label("asked_at"), consent.c.told.label("told_at"), consent.c.state.label("answer")),
    ).where(consent.c.person_id == me)
    draft = _PAD_DRAFTS
    drafts = select(
        *(draft.c.pad_id.label("pad"), draft.c.hand.label("hand"), draft.c.updated.label("at")),
        draft.c.typed.label("typed"),
    ).where(draft.c.person_id == me)
    return [
        _Query("pads", pads, (pad.c.id,)),
        _Query("pad_entries", entries, (hand.c.pad_id, hand.c.number)),
        _Query("pad_changes", changes, (change.c.pad_id, change.c.seq)),
        _Query("pad_contests", contests, (contest.c.pad_id, contest.c.seq)),
        _Query("pad_consents", consents, (consent.c.pad_id,)),
        _Query("pad_drafts", drafts, (draft.c.id,)),
    ]


def _of_themselves(me: int) -> list[_Query]:
    likes = select(_PREFERENCES.c.settings.label("settings")).where(_PREFERENCES.c.person_id == me)
    whom = _PEOPLE.alias()
    blocked = (
        select(whom.c.name.label("name"), _BLOCKS.c.at.label("at"))
        .join_from(_BLOCKS, whom, whom.c.id == _BLOCKS.c.blocked_id)
        .where(_BLOCKS.c.person_id == me)
    )
    return [
        _Query("settings", likes, (_PREFERENCES.c.person_id,)),
        _Query("blocked", blocked, (_BLOCKS.c.blocked_id,)),
    ]


def _of_servers(me: int) -> list[_Query]:
    night, act, ban = _NIGHTS, _ACTS, _BANS
    nights = select(
        *(night.c.id.label("night"), night.c.guild.label("server"), night.c.name.label("name")),
        *(night.c.began.label("began_at"), (night.c.person_id == me).label("began_it")),
        *((night.c.ender_id == me).label("ended_it"), (night.c.deleter_id == me).label("deleted_it")),
    ).where(or_(night.c.person_id == me, night.c.ender_id == me, night.c.deleter_id == me))
    did = (act.c.guild.label("server"), act.c.at.label("at"), act.c.act.label("act"))
    moderated = select(*did, act.c.table_id.label("table"), act.c.words.label("words"))
    about = select(*did, act.c.table_id.label("table"))
    kept_out = select(ban.c.guild.label("server"), ban.c.at.label("at")).where(ban.c.person_id == me)
    return [
        _Query("nights", nights, (night.c.id,)),
        _Query("moderated", moderated.where(act.c.person_id == me), (act.c.id,)),
        _Query("moderated_by_others", about.where(act.c.whom_id == me), (act.c.id,)),
        _Query("kept_out_of", kept_out, (ban.c.guild,)),
    ]
