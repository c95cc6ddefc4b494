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
    LaidCard,
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
from rules.conference.trick import public_winner
from rules.contract import Move, State, View
from rules.tarot.cards import CARDS, EVIL, FOOL, GOOD, SUIT_MASKS, SUITS, suit_letter
from rules.trick_counts import count_tricks_won
from rules.views import common, pack_of


def between(state: State, sheet: Sheet, seat: int | None) -> View:
    """Return the view while no cards are in hand."""
    return {
        **common("conference", state, sheet, seat, sheet.last and last_view(sheet.last)),
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
    """Return the view before the deal, after a cut into `piles` (0: none)."""
    view = {**between(state, sheet, seat), "log": [_move_entry(move) for move in opening]}
    return {**view, "gathered": gathered_pack_view(sheet), "piles": piles} if piles else view


def gathered_pack_view(sheet: Sheet) -> list[str]:
    """Return the gathered pack, top first (C2.3)."""
    return _card_texts(cut.gathered_pack(sheet.last)) if sheet.last else []


def before_play(state: State, hand: Hand, hands: Sequence[int], seat: int | None) -> View:
    """Return the view once the cards are dealt, when the seats hold `hands`."""
    dealer = hand.sheet.dealer
    return {
        **between(state, hand.sheet, seat),
        "hand": None if seat is None else CARDS.listed(hands[seat]),
        "log": _log(hand, seat),
        "counts": [cards.bit_count() for cards in hands],
        "known": _public_cards_view(hand.sheet, None, hands),
        "discard": CARDS.listed(hand.discard) if seat == dealer and hand.discard else None,
        "gallowglass": hand.gallowglass,
    }


def playing(state: State, course: Course, seat: int | None) -> View:
    """Return the view between two cards."""
    hand, hands, tricks, trick, led_suit, pact, _ = course
    view = before_play(state, hand, hands, seat)
    return {
        **view,
        "log": [*view["log"], *_play_entries((*tricks, trick), pact)],
        "known": _public_cards_view(hand.sheet, pact.taken_back, hands),
        "led": suit_letter(led_suit),
        "trick": _laid_cards_view(trick.cards),
        "tricks": [_trick_view(each_trick) for each_trick in tricks],
        "taken": list(count_tricks_won(tricks, SEATS)),
        "winning": public_winner(trick.cards, led_suit, hand.hired_suit, pact.idle_card),
        "fool": _fool_view([*tricks, trick]),
        "calls": [_call_view(call) for call in pact.calls],
        "idle": None if pact.idle_card is None else CARDS.text[pact.idle_card],
        "taken_back": _taken_back_view(pact.taken_back),
    }


def _card_texts(cards: Iterable[int]) -> list[str]:
    return [CARDS.text[card] for card in cards]


def _move_entry(move: Move) -> dict[str, Any]:
    return {"seat": move.seat, "move": move.text}


def _log(hand: Hand, seat: int | None) -> list[dict[str, Any]]:
    """Return the hand's events before play as the viewer may know them: without the deal's cards or another's
    discard.
    """
    log: list[dict[str, Any]] = [*(_move_entry(move) for move in hand.opening), {"event": "deal"}]
    for move in before_play_of(hand.sheet.dealer, hand.discard, hand.gallowglass):
        if move.text.startswith("discard ") and move.seat != seat:
            log.append({"seat": move.seat, "move": "discard", "hidden": True, "count": hand.discard.bit_count()})
        else:
            log.append(_move_entry(move))
    return log


def _play_entries(tricks: Iterable[Trick], pact: Pact) -> Iterator[dict[str, Any]]:
    """Yield the moves that made these tricks: each card as it was played, before one was taken back, and its call
    (C7).
    """
    calls = {(call.trick, call.seat): call.ours for call in pact.calls}
    taken_back = pact.taken_back
    for number, trick in enumerate(tricks):
        for seat, lying_card in trick.cards:
            card = (
                taken_back.card if taken_back and (taken_back.trick, taken_back.seat) == (number, seat) else lying_card
            )
            yield {"seat": seat, "move": play_text(card, calls.get((number, seat)))}


def _public_cards_view(sheet: Sheet, taken_back: TakenBack | None, hands: Sequence[int]) -> list[list[str]]:
    """Return the public cards in each hand: those of the League (C2.2), and one taken back (C7.3)."""
    cards_by_seat = [0] * SEATS
    for card, seat in deal.league_cards(sheet).items():
        cards_by_seat[seat] |= card
    if taken_back:
        cards_by_seat[taken_back.seat] |= taken_back.card
    return [CARDS.listed(cards & hand) for cards, hand in zip(cards_by_seat, hands, strict=True)]


def _laid_cards_view(cards: Sequence[LaidCard]) -> list[list[Any]]:
    return [[seat, CARDS.text[card]] for seat, card in cards]


def _trick_view(trick: Trick) -> dict[str, Any]:
    return {"leader": trick.leader, "cards": _laid_cards_view(trick.cards), "winner": trick.winner}


def _fool_view(tricks: Sequence[Trick]) -> dict[str, Any] | None:
    """Return the seat that played the Fool, the trick (0-based), and its winner; None while the Fool is unplayed."""
    for number, trick in enumerate(tricks):
        for seat, card in trick.cards:
            if card == FOOL:
                return {"seat": seat, "trick": number, "winner": trick.winner}
    return None


def _call_view(call: Call) -> dict[str, Any]:
    """Return a call, with the letters of the suits that count for each side."""
    letters = [
        [
            letter
            for letter, suit in zip(SUITS, SUIT_MASKS, strict=True)
            if suit & allegiance.counting_suits(call, side_index)
        ]
        for side_index in (0, 1)
    ]
    word = OURS if call.ours else YOURS
    return {"seat": call.seat, "card": CARDS.text[call.card], "call": word, "trick": call.trick, "suits": letters}


def _taken_back_view(taken_back: TakenBack | None) -> dict[str, Any] | None:
    return taken_back and {
        "seat": taken_back.seat,
        "card": CARDS.text[taken_back.card],
        "for": CARDS.text[taken_back.replacement],
        "trick": taken_back.trick,
    }


def _exchange_view(exchange: Exchange | None) -> dict[str, Any] | None:
    return exchange and {"from": exchange.giver, "to": exchange.receiver, "given": CARDS.text[exchange.given_card]}


def may_have_to_call(view: View, seat: int) -> bool:
    """Whether `seat`, by public knowledge, may hold Good or Evil and have to call with it (C7.2, C7.4).

    `view` is a bystander's, of a hand in play. A caller's side calls no more (C7.3, C7.5).
    """
    if view["options"]["good_evil"] != "allegiance":
        return False
    lying_cards = [card for trick in (*view["tricks"], {"cards": view["trick"]}) for _, card in trick["cards"]]
    if {CARDS.text[GOOD], CARDS.text[EVIL]} <= set(lying_cards):
        return False
    return not view["calls"] or side(view["calls"][0]["seat"]) != side(seat)


def shows_partners_spirit(before: View, after: View) -> bool:
    """Whether the move between these views is a hand's first call, whose caller's partner has played to the trick.

    Who has had the call made may then see whether that partner holds the other card: it goes out at once (C7.3).
    """
    if before["calls"] or len(after["calls"]) != 1:
        return False
    return any(side(seat) == side(after["calls"][0]["seat"]) for seat, _ in before["trick"])


def last_view(last: Last) -> dict[str, Any]:
    """Return the last hand, all of which is public (K5.2)."""
    pact, result = last.pact, last.result
    return {
        "number": last.number,
        "dealer": last.dealer,
        "points": list(last.points),
        "log": [
            *(_move_entry(move) for move in last.opening),
            {"event": "deal"},
            *(_move_entry(move) for move in before_play_of(last.dealer, last.discard, last.gallowglass)),
            *_play_entries(last.tricks, pact),
        ],
        "pack": _card_texts(last.order),
        "dealt": [CARDS.listed(cards) for cards in last.dealt_cards],
        "discard": CARDS.listed(last.discard),
        "gallowglass": last.gallowglass,
        "calls": [_call_view(call) for call in pact.calls],
        "idle": None if pact.idle_card is None else CARDS.text[pact.idle_card],
        "taken_back": _taken_back_view(pact.taken_back),
        "tricks": [_trick_view(trick) for trick in last.tricks],
        "taken": list(count_tricks_won(last.tricks, SEATS)),
        "fool": _exchange_view(result.exchange),
        "piles": [CARDS.listed(pile) for pile in result.piles],
        "card_points": list(result.card_points),
        "won": list(result.tricks_won),
        "totals": list(side_totals(result)),
        "gathered": _card_texts(cut.gathered_pack(last)),
    }


def sheet_of(view: View) -> Sheet:
    """Return the sheet at the start of the hand that `view` shows."""
    return Sheet(
        Setup.from_options(view["options"], pack_of(view)),
        view["number"],
        view["dealer"],
        tuple(tuple(points) for points in view["points"]),
        view["last"] and last_of(view["last"]),
    )


def last_of(fields: Mapping[str, Any]) -> Last:
    """Return the hand before, from what a view shows of it."""
    log = fields["log"]
    deal_at = log.index({"event": "deal"})
    exchange = fields["fool"]
    return Last(
        number=fields["number"],
        dealer=fields["dealer"],
        points=tuple(fields["points"]),
        opening=tuple(Move(event["seat"], event["move"]) for event in log[:deal_at]),
        order=tuple(CARDS.bit[card] for card in fields["pack"]),
        dealt_cards=tuple(CARDS.mask(cards) for cards in fields["dealt"]),
        discard=CARDS.mask(fields["discard"]),
        gallowglass=fields["gallowglass"],
        tricks=tuple(trick_of(trick) for trick in fields["tricks"]),
        pact=Pact(
            calls=tuple(call_of(call) for call in fields["calls"]),
            idle_card=None if fields["idle"] is None else CARDS.bit[fields["idle"]],
            taken_back=taken_back_of(fields["taken_back"]),
        ),
        result=Result(
            card_points=tuple(fields["card_points"]),
            tricks_won=tuple(fields["won"]),
            piles=tuple(CARDS.mask(pile) for pile in fields["piles"]),
            exchange=exchange and Exchange(exchange["from"], exchange["to"], CARDS.bit[exchange["given"]]),
        ),
    )


def trick_of(fields: Mapping[str, Any]) -> Trick:
    """Return a finished trick, from what a view shows of it."""
    return Trick(fields["leader"], laid_cards_of(fields["cards"]), fields["winner"])


def laid_cards_of(pairs: Iterable[tuple[int, str]]) -> tuple[LaidCard, ...]:
    """Return the cards of a trick, from what a view shows of them."""
    return tuple((seat, CARDS.bit[card]) for seat, card in pairs)


def call_of(fields: Mapping[str, Any]) -> Call:
    """Return a call, from what a view shows of it."""
    return Call(fields["seat"], CARDS.bit[fields["card"]], fields["call"] == OURS, fields["trick"])


def taken_back_of(fields: Mapping[str, Any] | None) -> TakenBack | None:
    """Return the card that a seat took back, from a view."""
    if fields is None:
        return None
    return TakenBack(fields["seat"], CARDS.bit[fields["card"]], CARDS.bit[fields["for"]], fields["trick"])
