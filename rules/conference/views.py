"""K5: what a seat may see, made anew for each viewer, and the way back. docs/views/conference.md lists the keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.conference import allegiance, cut, deal
from rules.conference.moves import OURS, YOURS, before_play_of, play_text
from rules.conference.records import (
    SEATS,
    Call,
    Course,
    Exchange,
    Hand,
    Laid,
    Last,
    Pact,
    Result,
    Setup,
    Sheet,
    TakenBack,
    Trick,
    side,
)
from rules.conference.scoring import side_totals
from rules.conference.trick import seen_winning
from rules.contract import Move, State, View
from rules.tarot.cards import CARDS, EVIL, FOOL, GOOD, SUIT_MASKS, SUITS, suit_letter
from rules.trick_counts import count_tricks_won
from rules.views import common, pack_of


def between(state: State, sheet: Sheet, seat: int | None) -> View:
    """The view while no cards are in hand."""
    return {
        **common("conference", state, sheet, seat, sheet.last and shown_last(sheet.last)),
        "gathered": None,
        "piles": None,
        "counts": [0] * SEATS,
        "known": [[] for _ in range(SEATS)],
        "discard": None,
        "gallowglass": None,
        "led": None,
        "trick": [],
        "tricks": [],
        "taken": [0] * SEATS,
        "winning": None,
        "fool": None,
        "calls": [],
        "idle": None,
        "taken_back": None,
    }


def before_deal(state: State, sheet: Sheet, seat: int | None, opening: Sequence[Move], piles: int) -> View:
    """The view before the deal, after a cut into `piles` (0: none)."""
    view = {**between(state, sheet, seat), "log": [_said(move) for move in opening]}
    return {**view, "gathered": gathered(sheet), "piles": piles} if piles else view


def gathered(sheet: Sheet) -> list[str]:
    """C2.3: the gathered pack, top first."""
    return _in_order(cut.gathered(sheet.last)) if sheet.last else []


def before_play(state: State, hand: Hand, hands: Sequence[int], seat: int | None) -> View:
    """The view once the cards are dealt, when the seats hold `hands`."""
    dealer = hand.sheet.dealer
    return {
        **between(state, hand.sheet, seat),
        "hand": None if seat is None else CARDS.listed(hands[seat]),
        "log": _log(hand, seat),
        "counts": [cards.bit_count() for cards in hands],
        "known": _known(hand.sheet, None, hands),
        "discard": CARDS.listed(hand.discard) if seat == dealer and hand.discard else None,
        "gallowglass": hand.gallowglass,
    }


def playing(state: State, course: Course, seat: int | None) -> View:
    """The view between two cards."""
    hand, hands, tricks, trick, led, pact, _ = course
    view = before_play(state, hand, hands, seat)
    return {
        **view,
        "log": [*view["log"], *_played((*tricks, trick), pact)],
        "known": _known(hand.sheet, pact.taken_back, hands),
        "led": suit_letter(led),
        "trick": _laid(trick.cards),
        "tricks": [_trick(each_trick) for each_trick in tricks],
        "taken": list(count_tricks_won(tricks, SEATS)),
        "winning": seen_winning(trick.cards, led, hand.hired, pact.idle),
        "fool": _fool([*tricks, trick]),
        "calls": [_call(call) for call in pact.calls],
        "idle": None if pact.idle is None else CARDS.text[pact.idle],
        "taken_back": _taken_back(pact.taken_back),
    }


def _in_order(cards: Iterable[int]) -> list[str]:
    return [CARDS.text[card] for card in cards]


def _said(move: Move) -> dict[str, Any]:
    return {"seat": move.seat, "move": move.text}


def _log(hand: Hand, seat: int | None) -> list[dict[str, Any]]:
    """The hand's events before play as the viewer may know them: without the deal's cards or another's discard."""
    log: list[dict[str, Any]] = [*(_said(move) for move in hand.opening), {"event": "deal"}]
    for move in before_play_of(hand.sheet.dealer, hand.discard, hand.gallowglass):
        if move.text.startswith("discard ") and move.seat != seat:
            log.append({"seat": move.seat, "move": "discard", "hidden": True, "count": hand.discard.bit_count()})
        else:
            log.append(_said(move))
    return log


def _played(tricks: Iterable[Trick], pact: Pact) -> Iterator[dict[str, Any]]:
    """The moves that made these tricks: each card as it was played, before one was taken back, and its call (C7)."""
    calls = {(call.trick, call.seat): call.ours for call in pact.calls}
    back = pact.taken_back
    for number, trick in enumerate(tricks):
        for seat, lying in trick.cards:
            card = back.card if back and (back.trick, back.seat) == (number, seat) else lying
            yield {"seat": seat, "move": play_text(card, calls.get((number, seat)))}


def _known(sheet: Sheet, back: TakenBack | None, hands: Sequence[int]) -> list[list[str]]:
    """The public cards in each hand: those of the League (C2.2), and one taken back (C7.3)."""
    cards_by_seat = [0] * SEATS
    for card, seat in deal.given(sheet).items():
        cards_by_seat[seat] |= card
    if back:
        cards_by_seat[back.seat] |= back.card
    return [CARDS.listed(cards & hand) for cards, hand in zip(cards_by_seat, hands, strict=True)]


def _laid(cards: Sequence[Laid]) -> list[list[Any]]:
    return [[seat, CARDS.text[card]] for seat, card in cards]


def _trick(trick: Trick) -> dict[str, Any]:
    return {"leader": trick.leader, "cards": _laid(trick.cards), "winner": trick.winner}


def _fool(tricks: Sequence[Trick]) -> dict[str, Any] | None:
    """The seat that played the Fool, the trick (0-based), and its winner; None while the Fool is unplayed."""
    for number, trick in enumerate(tricks):
        for seat, card in trick.cards:
            if card == FOOL:
                return {"seat": seat, "trick": number, "winner": trick.winner}
    return None


def _call(call: Call) -> dict[str, Any]:
    """A call, with the letters of the suits that count for each side."""
    letters = [
        [letter for letter, suit in zip(SUITS, SUIT_MASKS, strict=True) if suit & allegiance.suits(call, side_index)]
        for side_index in (0, 1)
    ]
    word = OURS if call.ours else YOURS
    return {"seat": call.seat, "card": CARDS.text[call.card], "call": word, "trick": call.trick, "suits": letters}


def _taken_back(back: TakenBack | None) -> dict[str, Any] | None:
    return back and {
        "seat": back.seat,
        "card": CARDS.text[back.card],
        "for": CARDS.text[back.instead],
        "trick": back.trick,
    }


def _exchange(exchange: Exchange | None) -> dict[str, Any] | None:
    return exchange and {"from": exchange.giver, "to": exchange.receiver, "given": CARDS.text[exchange.given]}


def may_have_to_call(view: View, seat: int) -> bool:
    """Whether, for all that everybody knows, `seat` may hold Good or Evil and have to call with it (C7.2, C7.4).

    `view` is a bystander's, of a hand in play. A caller's side calls no more (C7.3, C7.5).
    """
    if view["options"]["good_evil"] != "allegiance":
        return False
    lying = [card for trick in (*view["tricks"], {"cards": view["trick"]}) for _, card in trick["cards"]]
    if {CARDS.text[GOOD], CARDS.text[EVIL]} <= set(lying):
        return False
    return not view["calls"] or side(view["calls"][0]["seat"]) != side(seat)


def tells_of_partner(before: View, after: View) -> bool:
    """Whether the move between these views is a hand's first call, whose caller's partner has played to the trick.

    Who has had the call made may then see whether that partner holds the other card: it goes out at once (C7.3).
    """
    if before["calls"] or len(after["calls"]) != 1:
        return False
    return any(side(seat) == side(after["calls"][0]["seat"]) for seat, _ in before["trick"])


def shown_last(last: Last) -> dict[str, Any]:
    """The last hand, all of which is public (K5.2)."""
    pact, result = last.pact, last.result
    return {
        "number": last.number,
        "dealer": last.dealer,
        "points": list(last.points),
        "log": [
            *(_said(move) for move in last.opening),
            {"event": "deal"},
            *(_said(move) for move in before_play_of(last.dealer, last.discard, last.gallowglass)),
            *_played(last.tricks, pact),
        ],
        "pack": _in_order(last.order),
        "dealt": [CARDS.listed(cards) for cards in last.dealt],
        "discard": CARDS.listed(last.discard),
        "gallowglass": last.gallowglass,
        "calls": [_call(call) for call in pact.calls],
        "idle": None if pact.idle is None else CARDS.text[pact.idle],
        "taken_back": _taken_back(pact.taken_back),
        "tricks": [_trick(trick) for trick in last.tricks],
        "taken": list(count_tricks_won(last.tricks, SEATS)),
        "fool": _exchange(result.exchange),
        "piles": [CARDS.listed(pile) for pile in result.piles],
        "card_points": list(result.card_points),
        "won": list(result.won),
        "totals": list(side_totals(result)),
        "gathered": _in_order(cut.gathered(last)),
    }


def sheet_of(view: View) -> Sheet:
    """The sheet at the start of the hand that `view` shows."""
    return Sheet(
        Setup.of(view["options"], pack_of(view)),
        view["number"],
        view["dealer"],
        tuple(tuple(points) for points in view["points"]),
        view["last"] and last_of(view["last"]),
    )


def last_of(fields: Mapping[str, Any]) -> Last:
    """The hand before, from what a view shows of it."""
    log = fields["log"]
    deal_at = log.index({"event": "deal"})
    exchange = fields["fool"]
    return Last(
        number=fields["number"],
        dealer=fields["dealer"],
        points=tuple(fields["points"]),
        opening=tuple(Move(event["seat"], event["move"]) for event in log[:deal_at]),
        order=tuple(CARDS.bit[card] for card in fields["pack"]),
        dealt=tuple(CARDS.mask(cards) for cards in fields["dealt"]),
        discard=CARDS.mask(fields["discard"]),
        gallowglass=fields["gallowglass"],
        tricks=tuple(trick_of(trick) for trick in fields["tricks"]),
        pact=Pact(
            calls=tuple(call_of(call) for call in fields["calls"]),
            idle=None if fields["idle"] is None else CARDS.bit[fields["idle"]],
            taken_back=taken_back_of(fields["taken_back"]),
        ),
        result=Result(
            card_points=tuple(fields["card_points"]),
            won=tuple(fields["won"]),
            piles=tuple(CARDS.mask(pile) for pile in fields["piles"]),
            exchange=exchange and Exchange(exchange["from"], exchange["to"], CARDS.bit[exchange["given"]]),
        ),
    )


def trick_of(fields: Mapping[str, Any]) -> Trick:
    """A finished trick, from what a view shows of it."""
    return Trick(fields["leader"], laid_of(fields["cards"]), fields["winner"])


def laid_of(pairs: Iterable[tuple[int, str]]) -> tuple[Laid, ...]:
    """The cards of a trick, from what a view shows of them."""
    return tuple((seat, CARDS.bit[card]) for seat, card in pairs)


def call_of(fields: Mapping[str, Any]) -> Call:
    """A call, from what a view shows of it."""
    return Call(fields["seat"], CARDS.bit[fields["card"]], fields["call"] == OURS, fields["trick"])


def taken_back_of(fields: Mapping[str, Any] | None) -> TakenBack | None:
    """The card that a seat took back, from a view."""
    if fields is None:
        return None
    return TakenBack(fields["seat"], CARDS.bit[fields["card"]], CARDS.bit[fields["for"]], fields["trick"])
