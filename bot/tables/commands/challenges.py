"""Challenges: others try to beat what a seat made of a deal, with the same cards, against strong computer players.

The cards come from the log of a hand that is over. Those who sat there have no try, and see the ranking.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from bot.common.errors import Declined
from bot.people.bans import BANNED_TEXT
from bot.people.person import Person
from bot.tables.model import finished_hands
from bot.tables.model.seat_history import SeatHistory
from bot.tables.model.table_state import TableState
from bot.tables.model.tries import person_mark
from bot.tables.services.finished_hand_steps import Steps, steps_of
from bot.tables.services.tables import Tables
from data.deals.records import CHALLENGE_MS, Deal, DealOrigin, DealPlan, NewDeal
from data.people.records import is_erased
from data.tables.events import EventKind
from data.tables.records import FINISHED, Span
from rules.contract import Chance, OptionValue
from rules.shuffle import SECRET_BYTES

MAX_OPEN: Final = 5
"""Challenges that are open in a server at a time: their messages do not fill its channels."""

MAX_HANDS: Final = 10
"""Hands of a game that is played whole."""

NO_CHALLENGE: Final = "This hand cannot be a challenge."
NOT_TO_END: Final = "Only those who played that hand to its end can make it a challenge."
TOO_MANY: Final = f"{MAX_OPEN} challenges are open in this server. Wait until one is over."
CHALLENGE_GONE: Final = "This challenge is gone."
CHALLENGE_ENDED: Final = "This challenge is over. Press *Ranking*."
PLAY_FIRST: Final = "Play your own try first. You see this once it is over, or when the challenge ends."
SITS_THERE: Final = "You sit at the table where this was played, so you have no try."


class PlayedCards(NamedTuple):
    """The cards of a challenge: who sat there, the asker's seat, the dealer, the orders of the pack, and the points."""

    users: set[int]
    seat: int
    dealer: int
    packs: list[tuple[str, ...]]
    points: int


def is_offered(table: TableState, options: Mapping[str, OptionValue] | None) -> bool:
    """Whether hands of a table can be challenges. `options`: those under which a hand is a game (`Presenter`)."""
    last = table.last_hand
    if options is None or last is None or table.record.private or table.void or table.record.status == "frozen":
        return False
    return bool(options) or (table.record.status == "over" and last.number < MAX_HANDS)


def channel_of(table: TableState) -> int:
    """Return the channel in which challenges of a table are posted: the one around its own thread, if it has one."""
    return table.record.settings.get("parent_channel", table.record.channel)


async def open_challenge(
    tables: Tables, table: TableState, hand: int, options: Mapping[str, OptionValue] | None, who: Person
) -> Deal:
    """Return the challenge with the cards of a finished hand (from 0); somebody who played it opens it if it is new.

    Without `options` that make a hand a game it has those of the whole game. Raises Declined, CorruptLog, StoreError.
    """
    deals, now = tables.store.deals, tables.clock()
    if options is None or not is_offered(table, options):
        raise Declined(NO_CHALLENGE)
    hand = hand if options else 0
    cards = await _cards_of(tables, table, hand, who, whole=not options)
    existing = await deals.from_hand(table.id, hand)
    if existing is not None:
        return existing
    record = table.record
    if await tables.store.moderation.banned_among(record.guild, [who.id]):
        raise Declined(BANNED_TEXT)
    plan = DealPlan({**record.options, **options}, len(record.seats), cards.seat, cards.dealer)
    origin = DealOrigin(record.guild, channel_of(table), table.id, hand, cards.points)
    secret = tables.secret(SECRET_BYTES)
    new = NewDeal("challenge", record.game, plan, now, now + CHALLENGE_MS, secret, cards.packs, origin)
    deal = await deals.challenge(new, {user: person_mark(secret, user) for user in cards.users}, MAX_OPEN)
    if deal is None:
        raise Declined(TOO_MANY)
    tables.on_work_due.emit(now)
    return deal


async def _cards_of(tables: Tables, table: TableState, hand: int, who: Person, *, whole: bool) -> PlayedCards:
    """Return the cards of a hand, or of the `whole` game. Raises Declined unless the reader played it to its end."""
    store = tables.store
    spans = await store.tables.hands(table.id)
    if not finished_hands.are_whole(spans) or not 0 <= hand < len(spans):
        raise Declined(NO_CHALLENGE)
    played = spans if whole else [spans[hand]]
    history = SeatHistory.of(table.record.seats, await store.tables.seat_changes(table.id))
    first, last = played[0].first, played[-1].last
    seat = next((seat.seat for seat in table.record.seats if history.holder_at(seat.seat, last) == who.id), None)
    if seat is None:
        raise Declined(NOT_TO_END)
    steps = [await _steps(tables, table, spans, span.number) for span in played]
    return PlayedCards(
        users={user for user in history.seated(first, last) if not is_erased(user)},
        seat=seat,
        dealer=steps[0].start.view(None)["dealer"],
        packs=[_pack(hand_steps) for hand_steps in steps],
        points=sum(span.points[seat] for span in played),
    )


async def _steps(tables: Tables, table: TableState, spans: list[Span], number: int) -> Steps:
    steps = await steps_of(tables.store, table, spans, number)
    if steps is None:
        raise Declined(NO_CHALLENGE)
    return steps


def _pack(steps: Steps) -> tuple[str, ...]:
    """Return the order of the pack that a hand was dealt from."""
    with finished_hands.reading():
        dealt = next(event for event in reversed(steps.events) if event.kind == EventKind.CHANCE)
        order = finished_hands.event_of(dealt)
        assert isinstance(order, Chance)
        return order.cards


async def find(tables: Tables, number: int | None, guild: int | None) -> tuple[Deal, DealOrigin]:
    """Return the challenge of that number in a server, and where it comes from. Raises Declined, StoreError."""
    deal = None if number is None else await tables.store.deals.find(number)
    if deal is None or deal.origin is None or deal.origin.guild != guild:
        raise Declined(CHALLENGE_GONE)
    return deal, deal.origin


async def require_may_begin(tables: Tables, deal: Deal, origin: DealOrigin, user: int) -> None:
    """Raise Declined if a challenge is over, or if a user sits at its table now: they can look at its cards."""
    if tables.clock() >= deal.closes:
        raise Declined(CHALLENGE_ENDED)
    if await _sits_there(tables, origin, user):
        raise Declined(SITS_THERE)


async def may_see_results(tables: Tables, deal: Deal, origin: DealOrigin, user: int) -> bool:
    """Whether a user may see results of a challenge: it or their own try is over, or they sat at its table."""
    if deal.closed is not None:
        return True
    own_try = await tables.store.deals.find_try(deal.id, person_mark(deal.secret, user))
    if own_try is None:
        return await _sits_there(tables, origin, user)
    if own_try.table is None:
        return own_try.user == user
    return (await tables.find(own_try.table)).record.status in FINISHED


async def require_may_look(tables: Tables, table: TableState, user: int) -> None:
    """Raise Declined if cards of a table are an open challenge whose results a user may not see yet."""
    if table.seat_of(user) is not None:
        return
    for deal in await tables.store.deals.open_from(table.id):
        if deal.origin is not None and not await may_see_results(tables, deal, deal.origin, user):
            raise Declined(PLAY_FIRST)


async def _sits_there(tables: Tables, origin: DealOrigin, user: int) -> bool:
    return origin.table is not None and (await tables.find(origin.table)).seat_of(user) is not None
