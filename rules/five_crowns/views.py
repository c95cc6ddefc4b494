"""The views of seats (K5), as docs/views/five_crowns.md documents it, and the way back from a view to public facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.contract import State, View
from rules.five_crowns.cards import numbers, texts
from rules.five_crowns.deal import dealt_cards
from rules.five_crowns.meld import best_arrangement
from rules.five_crowns.moves import Action, read
from rules.five_crowns.records import DRAW, RESHUFFLE, TAKE, Hand, Last, LogEntry, Setup, Sheet
from rules.five_crowns.reshuffle import count_reshuffles
from rules.melds import CARDS, NUMBER, RANKS, Arrangement, hand_of, points_left_without, texts_of
from rules.views import common, pack_of

GAME = "five_crowns"


def between(state: State, sheet: Sheet, seat: int | None) -> View:
    """Return the view where no cards are on the table: before a deal or after the end."""
    setup = sheet.setup
    return {
        **common(GAME, state, sheet, seat, last_view(sheet)),
        **_deal(sheet),
        "turn": None,
        "counts": [0] * setup.seats,
        "turn_up": None,
        "pile": [],
        "stock": 0 if state.finished else len(setup.pack),
        "reshuffles": 0,
        "fresh": None,
        "out": None,
        "shown": None,
        "arranged": None,
        "leaves": {},
    }


def in_hand(state: State, hand: Hand, turn: int, seat: int | None, fresh: LogEntry | None = None) -> View:
    """Return the view of a deal in progress, in the turn of seat `turn`, which has come by its card as `fresh` says."""
    sheet, size, seat_out = hand.sheet, hand.size, hand.seat_out
    view = {
        **common(GAME, state, sheet, seat, last_view(sheet)),
        **_deal(sheet),
        "log": _log((*hand.log, fresh) if fresh else hand.log, seat),
        "turn": turn,
        "counts": [size + (fresh is not None and player == turn) for player in range(sheet.setup.seats)],
        "turn_up": CARDS[hand.orders[0][sheet.setup.seats * size]],
        "pile": texts(hand.pile),
        "stock": len(hand.stock),
        "reshuffles": count_reshuffles(hand),
        "fresh": _fresh_view(fresh, seat) if fresh else None,
        "out": seat_out,
        "shown": None if seat_out is None else _melds_view(best_arrangement(hand.hands[seat_out], size)),
        "arranged": None,
        "leaves": {},
    }
    if seat is not None:
        cards = hand.hands[seat]
        arrangement = best_arrangement(cards, size)
        view["hand"] = texts_of(cards)
        view["arranged"] = {"left": arrangement.left, "melds": _melds_view(arrangement), "rest": list(arrangement.rest)}
        if fresh and seat == turn:
            view["leaves"] = {CARDS[card]: points for card, points in points_left_without(cards, size).items()}
    return view


def _deal(sheet: Sheet) -> View:
    """Return the part about the deal in every view."""
    return {"deals": sheet.setup.deals, "size": sheet.size, "wild": _wild(sheet.size)}


def _wild(size: int) -> str:
    """Return the wild rank of a deal of so many cards each: the one with that number (F2.2)."""
    return RANKS[size - 3]


def _melds_view(arrangement: Arrangement) -> list[list[str]]:
    return [list(meld) for meld in arrangement.melds]


def _knows(action: LogEntry, seat: int | None) -> bool:
    """Whether a viewer knows the card that came in: all see what is taken, one seat alone what is drawn (F3.1)."""
    return action.verb == TAKE or action.seat == seat


def _fresh_view(action: LogEntry, seat: int | None) -> dict[str, Any]:
    """Return the card that the seat at turn has come by, as far as the viewer may know it."""
    return {
        "move": action.verb,
        "card": CARDS[action.card] if action.card is not None and _knows(action, seat) else None,
    }


def _log(log: Iterable[LogEntry], seat: int | None, *, is_over: bool = False) -> list[dict[str, Any]]:
    """Return a deal's events as a viewer knows them; once it is over everybody knows all."""
    return [{"event": "deal"}, *(_log_entry(action, is_over or _knows(action, seat)) for action in log)]


def _log_entry(action: LogEntry, is_known: bool) -> dict[str, Any]:
    """Return one event of a log; `is_known`: with the card that came in."""
    if action.verb == RESHUFFLE:
        return {"event": RESHUFFLE}
    if action.verb in (DRAW, TAKE):
        entry = {"seat": action.seat, "move": action.verb}
        return {**entry, "card": CARDS[action.card]} if is_known and action.card is not None else entry
    return {"seat": action.seat, "move": str(Action(action.verb, action.card))}


def last_view(sheet: Sheet) -> dict[str, Any] | None:
    """Return the deal that ended last, whole (K5.2), or None."""
    last, seats = sheet.last, sheet.setup.seats
    if last is None:
        return None
    arrangements = [best_arrangement(cards, last.size) for cards in last.hands]
    pack = last.orders[0]
    eldest = (last.dealer + 1) % seats
    return {
        "number": last.number,
        "dealer": last.dealer,
        "size": last.size,
        "wild": _wild(last.size),
        "out": last.seat_out,
        "points": list(last.points),
        "hands": [texts_of(cards) for cards in last.hands],
        "melds": [_melds_view(arrangement) for arrangement in arrangements],
        "left": [list(arrangement.rest) for arrangement in arrangements],
        "dealt": [texts(sorted(cards)) for cards in dealt_cards(pack, seats, eldest, last.size)],
        "turn_up": CARDS[pack[last.size * seats]],
        "log": _log(last.log, None, is_over=True),
        "pack": texts(pack),
        "reshuffled": [texts(order) for order in last.orders[1:]],
    }


def setup_of(view: View) -> Setup:
    """Return the setup of the table that a view shows."""
    return Setup.from_options(view["seats"], view["options"], pack_of(view))


def sheet_of(view: View) -> Sheet:
    """Return the score sheet that a view shows: all public facts from before the deal in progress."""
    points = tuple(tuple(points) for points in view["points"])
    last = last_of(view["last"]) if view["last"] else None
    return Sheet(setup_of(view), view["number"], view["dealer"], points, last)


def last_of(fields: Mapping[str, Any]) -> Last:
    """Return the deal that a view's `last` shows."""
    dealer, seats = fields["dealer"], len(fields["hands"])
    return Last(
        number=fields["number"],
        dealer=dealer,
        size=fields["size"],
        orders=tuple(numbers(order) for order in (fields["pack"], *fields["reshuffled"])),
        hands=tuple(hand_of(hand) for hand in fields["hands"]),
        log=_log_of(fields["log"][1:], (dealer + 1) % seats, seats),
        seat_out=fields["out"],
        points=tuple(fields["points"]),
    )


def _log_of(entries: Iterable[Mapping[str, Any]], turn: int, seats: int) -> tuple[LogEntry, ...]:
    """Return the log of a finished deal, from its view. Seat `turn` begins; a reshuffle comes before a turn."""
    log: list[LogEntry] = []
    for event in entries:
        if "event" in event:
            log.append(LogEntry(turn, RESHUFFLE))
            continue
        action = read(event["move"])
        card = NUMBER[event["card"]] if action.card is None else action.card
        log.append(LogEntry(event["seat"], action.verb, card))
        if action.card is not None:
            turn = (turn + 1) % seats
    return tuple(log)
