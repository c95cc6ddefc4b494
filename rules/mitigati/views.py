"""K5: what a seat may see, and the way back from it. docs/views/mitigati.md lists the keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.contract import Move, State, View
from rules.mitigati import bargain
from rules.mitigati.bonuses import bonuses_of, worth
from rules.mitigati.cards import SEATS
from rules.mitigati.deal import packets
from rules.mitigati.fool import fool_played
from rules.mitigati.moves import played
from rules.mitigati.records import Course, Declaration, Exchange, Hand, Last, Round, Setup, Sheet, Trick, Word
from rules.mitigati.settlement import asked, offered
from rules.mitigati.trick import suit_asked, winner
from rules.tarot.cards import CARDS, suit_letter
from rules.trick_counts import count_tricks_won
from rules.views import common, pack_of


def between(state: State, sheet: Sheet, seat: int | None) -> View:
    """The view while a deal is awaited, and after the end: what every view has, with what holds in every phase."""
    return {
        **common("mitigati", state, sheet, seat, sheet.last and shown_last(sheet.last)),
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


def bargaining(state: State, hand: Hand, so_far: Round, reached: int, seat: int | None) -> View:
    """The view in a round of bargaining after `reached` packets."""
    view = {
        **between(state, hand.sheet, seat),
        "log": _log(hand, seat),
        "reached": reached,
        "counts": [sum(hand.sheet.setup.packets[:reached])] * SEATS,
        "words": _words(so_far.standing),
        "order": list(so_far.order),
        "offered": offered(so_far.standing),
        "asked": asked(so_far.standing),
    }
    if seat is not None:
        seen = packets(hand, seat, reached)  # M2.2
        view.update(hand=CARDS.listed(sum(seen)), packets=[CARDS.listed(packet) for packet in seen])
    return view


def before_play(state: State, hand: Hand, hands: Sequence[int], seat: int | None) -> View:
    """The view once all packets are dealt. `hands` are the cards that each seat still holds."""
    sheet = hand.sheet
    reached = len(sheet.setup.packets)
    view = {
        **between(state, sheet, seat),
        "log": _log(hand, seat),
        "reached": reached,
        "counts": [cards.bit_count() for cards in hands],
        "discard": CARDS.listed(hand.discard) if seat == sheet.dealer and hand.discard else None,
        "declarations": _declarations(hand.declarations),
    }
    if seat is not None:
        view.update(
            hand=CARDS.listed(hands[seat]), packets=[CARDS.listed(packet) for packet in packets(hand, seat, reached)]
        )
    return view


def playing(state: State, course: Course, seat: int | None) -> View:
    """The view between two cards."""
    hand, hands, tricks, trick = course
    view = before_play(state, hand, hands, seat)
    every = (*tricks, trick)
    fool = fool_played(every)
    view["log"] += _moves(played(every))
    led = suit_asked(trick)
    view["led"] = suit_letter(led)
    view["trick"] = _cards(trick)
    view["tricks"] = _tricks(tricks)
    view["taken"] = list(count_tricks_won(tricks, SEATS))
    view["winning"] = winner(trick) if led else None
    view["fool"] = fool and {"seat": fool[0], "trick": fool[1], "winner": every[fool[1]].winner}
    return view


def _log(hand: Hand, seat: int | None) -> list[dict[str, Any]]:
    """The hand's events before play as the viewer may know them: without the deal's cards or another seat's discard."""
    entries: list[dict[str, Any]] = [{"event": "deal"}]
    for move in hand.log:
        if move.text.startswith("discard ") and move.seat != seat:
            hidden = {"move": "discard", "hidden": True, "count": hand.discard.bit_count()}
            entries.append({"seat": move.seat, **hidden})
        else:
            entries += _moves([move])
    return entries


def _moves(moves: Sequence[Move]) -> list[dict[str, Any]]:
    return [{"seat": move.seat, "move": move.text} for move in moves]


def _words(standing: Sequence[Word | None]) -> list[list[Any] | None]:
    return [list(word) if word else None for word in standing]


def _declarations(declarations: Sequence[Declaration | None]) -> list[dict[str, Any] | None]:
    return [
        None if declaration is None else {"items": _items(declaration), "worth": worth(declaration)}
        for declaration in declarations
    ]


def _items(declaration: Declaration) -> list[dict[str, Any]]:
    return [
        {"bonus": bonus.name, "cards": CARDS.listed(bonus.cards), "points": bonus.points}
        for bonus in bonuses_of(declaration)
    ]


def _cards(trick: Trick) -> list[list[Any]]:
    return [[seat, CARDS.text[card]] for seat, card in trick.plays()]


def _tricks(tricks: Sequence[Trick]) -> list[dict[str, Any]]:
    return [{"leader": trick.leader, "cards": _cards(trick), "winner": trick.winner} for trick in tricks]


def shown_last(last: Last) -> dict[str, Any]:
    """The hand that ended last as views show it, made anew; all of it is public (K5.2)."""
    exchange = last.exchange
    return {
        "number": last.number,
        "dealer": last.dealer,
        "points": list(last.points),
        "bought_off": last.bought_off,
        "log": [{"event": "deal"}, *_moves(last.log), *_moves(played(last.tricks))],
        "pack": [CARDS.text[card] for card in last.order],
        "reached": last.reached,
        "dealt": [CARDS.listed(cards) for cards in last.dealt],
        "words": _words(last.standing),
        "order": list(last.spoken),
        "discard": CARDS.listed(last.discard),
        "declarations": _declarations(last.declarations),
        "tricks": _tricks(last.tricks),
        "taken": list(count_tricks_won(last.tricks, SEATS)),
        "fool": exchange and {"from": exchange.giver, "to": exchange.winner, "given": CARDS.text[exchange.given]},
        "piles": [CARDS.listed(pile) for pile in last.piles],
        "card_points": None if last.card_points is None else list(last.card_points),
        "bonuses": None if last.bonuses is None else list(last.bonuses),
    }


def last_of(fields: Mapping[str, Any]) -> Last:
    """The hand that a view shows as its last one: equal to the one that it was made from."""
    fool = fields["fool"]
    return Last(
        number=fields["number"],
        dealer=fields["dealer"],
        points=tuple(fields["points"]),
        order=tuple(CARDS.bit[card] for card in fields["pack"]),
        reached=fields["reached"],
        dealt=tuple(CARDS.mask(cards) for cards in fields["dealt"]),
        log=tuple(_move_of(event) for event in fields["log"][1:] if not event["move"].startswith("play ")),
        standing=tuple(word and Word(*word) for word in fields["words"]),
        spoken=tuple(fields["order"]),
        discard=CARDS.mask(fields["discard"]),
        declarations=tuple(declaration and _declaration_of(declaration) for declaration in fields["declarations"]),
        tricks=tuple(trick_of(trick) for trick in fields["tricks"]),
        exchange=fool and Exchange(fool["from"], fool["to"], CARDS.bit[fool["given"]]),
        piles=tuple(CARDS.mask(pile) for pile in fields["piles"]),
        card_points=None if fields["card_points"] is None else tuple(fields["card_points"]),
        bonuses=None if fields["bonuses"] is None else tuple(fields["bonuses"]),
    )


def round_of(log: Sequence[Mapping[str, Any]], dealer: int) -> Round:
    """The round of bargaining at the end of a log (M3). All of it is public.

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
        if verb == "continue" or bargain.fell_silent(so_far):
            so_far = eldest
    return so_far


def _move_of(fields: Mapping[str, Any]) -> Move:
    return Move(fields["seat"], fields["move"])


def _declaration_of(fields: Mapping[str, Any]) -> Declaration:
    return Declaration(**{item["bonus"]: CARDS.mask(item["cards"]) for item in fields["items"]})


def trick_of(fields: Mapping[str, Any]) -> Trick:
    """A finished trick as a view shows it."""
    return Trick(fields["leader"], tuple(CARDS.bit[card] for _, card in fields["cards"]), fields["winner"])


def sheet_of(view: View) -> Sheet:
    """The score sheet of the hand that a view shows."""
    return Sheet(
        setup=Setup.of(view["options"], pack_of(view)),
        number=view["number"],
        dealer=view["dealer"],
        points=tuple(tuple(points) for points in view["points"]),
        last=view["last"] and last_of(view["last"]),
    )
