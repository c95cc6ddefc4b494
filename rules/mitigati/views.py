"""K5: what a seat may see, and the way back from it. docs/views/mitigati.md lists the keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.contract import Move, State, View
from rules.mitigati import bargain
from rules.mitigati.bonuses import bonuses_of, worth
from rules.mitigati.cards import SEATS
from rules.mitigati.deal import packets
from rules.mitigati.fool import find_fool
from rules.mitigati.moves import moves_of_tricks
from rules.mitigati.records import Course, Declaration, Exchange, Hand, Last, Round, Setup, Sheet, Trick, Word
from rules.mitigati.settlement import sum_asks, sum_offers
from rules.mitigati.trick import asked_suit, winner
from rules.tarot.cards import CARDS, suit_letter
from rules.trick_counts import count_tricks_won
from rules.views import common, pack_of


def between(state: State, sheet: Sheet, seat: int | None) -> View:
    """Return the view while a deal is awaited, and after the end: what every view has, with what holds in every
    phase.
    """
    return {
        **common("mitigati", state, sheet, seat, sheet.last and last_view(sheet.last)),
        "packets": None if seat is None else [],
        "counts": [0] * SEATS,
        "reached": 0,
        "words": [None] * SEATS,
        "order": [],
        "offered": 0,
        "asked": 0,
        "discard": None,
        "declarations": [None] * SEATS,
        "led": None,
        "trick": [],
        "tricks": [],
        "taken": [0] * SEATS,
        "winning": None,
        "fool": None,
    }


def bargaining(state: State, hand: Hand, so_far: Round, packets_dealt: int, seat: int | None) -> View:
    """Return the view in a round of bargaining after `packets_dealt` packets."""
    view = {
        **between(state, hand.sheet, seat),
        "log": _log(hand, seat),
        "reached": packets_dealt,
        "counts": [sum(hand.sheet.setup.packets[:packets_dealt])] * SEATS,
        "words": _words_view(so_far.standing),
        "order": list(so_far.order),
        "offered": sum_offers(so_far.standing),
        "asked": sum_asks(so_far.standing),
    }
    if seat is not None:
        seen_packets = packets(hand, seat, packets_dealt)  # M2.2
        view.update(hand=CARDS.listed(sum(seen_packets)), packets=[CARDS.listed(packet) for packet in seen_packets])
    return view


def before_play(state: State, hand: Hand, hands: Sequence[int], seat: int | None) -> View:
    """Return the view once all packets are dealt. `hands` are the cards that each seat still holds."""
    sheet = hand.sheet
    packets_dealt = len(sheet.setup.packets)
    view = {
        **between(state, sheet, seat),
        "log": _log(hand, seat),
        "reached": packets_dealt,
        "counts": [cards.bit_count() for cards in hands],
        "discard": CARDS.listed(hand.discard) if seat == sheet.dealer and hand.discard else None,
        "declarations": _declarations_view(hand.declarations),
    }
    if seat is not None:
        view.update(
            hand=CARDS.listed(hands[seat]),
            packets=[CARDS.listed(packet) for packet in packets(hand, seat, packets_dealt)],
        )
    return view


def playing(state: State, course: Course, seat: int | None) -> View:
    """Return the view between two cards."""
    hand, hands, tricks, trick = course
    view = before_play(state, hand, hands, seat)
    all_tricks = (*tricks, trick)
    fool = find_fool(all_tricks)
    view["log"] += _move_entries(moves_of_tricks(all_tricks))
    led_suit = asked_suit(trick)
    view["led"] = suit_letter(led_suit)
    view["trick"] = _trick_cards_view(trick)
    view["tricks"] = _tricks_view(tricks)
    view["taken"] = list(count_tricks_won(tricks, SEATS))
    view["winning"] = winner(trick) if led_suit else None
    view["fool"] = fool and {"seat": fool[0], "trick": fool[1], "winner": all_tricks[fool[1]].winner}
    return view


def _log(hand: Hand, seat: int | None) -> list[dict[str, Any]]:
    """Return the hand's events before play as the viewer may know them: without the deal's cards or another
    seat's discard.
    """
    entries: list[dict[str, Any]] = [{"event": "deal"}]
    for move in hand.log:
        if move.text.startswith("discard ") and move.seat != seat:
            hidden = {"move": "discard", "hidden": True, "count": hand.discard.bit_count()}
            entries.append({"seat": move.seat, **hidden})
        else:
            entries += _move_entries([move])
    return entries


def _move_entries(moves: Sequence[Move]) -> list[dict[str, Any]]:
    return [{"seat": move.seat, "move": move.text} for move in moves]


def _words_view(standing: Sequence[Word | None]) -> list[list[Any] | None]:
    return [list(word) if word else None for word in standing]


def _declarations_view(declarations: Sequence[Declaration | None]) -> list[dict[str, Any] | None]:
    return [
        None if declaration is None else {"items": _items_view(declaration), "worth": worth(declaration)}
        for declaration in declarations
    ]


def _items_view(declaration: Declaration) -> list[dict[str, Any]]:
    return [
        {"bonus": bonus.name, "cards": CARDS.listed(bonus.cards), "points": bonus.points}
        for bonus in bonuses_of(declaration)
    ]


def _trick_cards_view(trick: Trick) -> list[list[Any]]:
    return [[seat, CARDS.text[card]] for seat, card in trick.plays()]


def _tricks_view(tricks: Sequence[Trick]) -> list[dict[str, Any]]:
    return [{"leader": trick.leader, "cards": _trick_cards_view(trick), "winner": trick.winner} for trick in tricks]


def last_view(last: Last) -> dict[str, Any]:
    """Return the hand that ended last as views show it, made anew; all of it is public (K5.2)."""
    exchange = last.exchange
    return {
        "number": last.number,
        "dealer": last.dealer,
        "points": list(last.points),
        "bought_off": last.is_bought_off,
        "log": [{"event": "deal"}, *_move_entries(last.log), *_move_entries(moves_of_tricks(last.tricks))],
        "pack": [CARDS.text[card] for card in last.order],
        "reached": last.packets_dealt,
        "dealt": [CARDS.listed(cards) for cards in last.dealt_cards],
        "words": _words_view(last.standing),
        "order": list(last.speaking_order),
        "discard": CARDS.listed(last.discard),
        "declarations": _declarations_view(last.declarations),
        "tricks": _tricks_view(last.tricks),
        "taken": list(count_tricks_won(last.tricks, SEATS)),
        "fool": exchange and {"from": exchange.giver, "to": exchange.winner, "given": CARDS.text[exchange.given_card]},
        "piles": [CARDS.listed(pile) for pile in last.piles],
        "card_points": None if last.card_points is None else list(last.card_points),
        "bonuses": None if last.bonuses is None else list(last.bonuses),
    }


def last_of(fields: Mapping[str, Any]) -> Last:
    """Return the hand that a view shows as its last one: equal to the one that it was made from."""
    fool = fields["fool"]
    return Last(
        number=fields["number"],
        dealer=fields["dealer"],
        points=tuple(fields["points"]),
        order=tuple(CARDS.bit[card] for card in fields["pack"]),
        packets_dealt=fields["reached"],
        dealt_cards=tuple(CARDS.mask(cards) for cards in fields["dealt"]),
        log=tuple(_move_of(event) for event in fields["log"][1:] if not event["move"].startswith("play ")),
        standing=tuple(word and Word(*word) for word in fields["words"]),
        speaking_order=tuple(fields["order"]),
        discard=CARDS.mask(fields["discard"]),
        declarations=tuple(declaration and _declaration_of(declaration) for declaration in fields["declarations"]),
        tricks=tuple(trick_of(trick) for trick in fields["tricks"]),
        exchange=fool and Exchange(fool["from"], fool["to"], CARDS.bit[fool["given"]]),
        piles=tuple(CARDS.mask(pile) for pile in fields["piles"]),
        card_points=None if fields["card_points"] is None else tuple(fields["card_points"]),
        bonuses=None if fields["bonuses"] is None else tuple(fields["bonuses"]),
    )


def round_of(log: Sequence[Mapping[str, Any]], dealer: int) -> Round:
    """Return the round of bargaining at the end of a log (M3). All of it is public.

    `log` is that of a view, as far as one likes; where its last word ended a round, the next one is given.
    """
    eldest = Round((dealer + 1) % SEATS)
    so_far = eldest
    for event in log[1:]:
        verb, _, number = str(event["move"]).partition(" ")
        if verb in ("ask", "offer"):
            so_far = bargain.after_word(so_far, Word("ask" if verb == "ask" else "offer", int(number)))
        else:
            so_far = bargain.after_pass(so_far)
        if verb == "continue" or bargain.is_silent(so_far):
            so_far = eldest
    return so_far


def _move_of(fields: Mapping[str, Any]) -> Move:
    return Move(fields["seat"], fields["move"])


def _declaration_of(fields: Mapping[str, Any]) -> Declaration:
    return Declaration(**{item["bonus"]: CARDS.mask(item["cards"]) for item in fields["items"]})


def trick_of(fields: Mapping[str, Any]) -> Trick:
    """Return a finished trick as a view shows it."""
    return Trick(fields["leader"], tuple(CARDS.bit[card] for _, card in fields["cards"]), fields["winner"])


def sheet_of(view: View) -> Sheet:
    """Return the score sheet of the hand that a view shows."""
    return Sheet(
        setup=Setup.from_options(view["options"], pack_of(view)),
        number=view["number"],
        dealer=view["dealer"],
        points=tuple(tuple(points) for points in view["points"]),
        last=view["last"] and last_of(view["last"]),
    )
