"""The positions of Five Crowns: before a deal (F2), a turn's two moves (F3), a reshuffle (F3.4), after the end (F5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rules.contract import NOTHING, Expects, Legal, Refusal, Score, State, View, not_awaited, not_to_act
from rules.five_crowns import views
from rules.five_crowns.records import (
    CARD,
    DISCARDED,
    DREW,
    MOST,
    NOBODY,
    RESHUFFLED,
    RESHUFFLES,
    TOOK,
    WENT_OUT,
    Last,
    Sheet,
    awaited,
)
from rules.five_crowns.settle import settled, winners
from rules.five_crowns.words import (
    DISCARDED_BY,
    DRAW,
    OUT_BY,
    OUTS,
    TAKE,
    canonical,
    card_of,
    discards_of,
    draw_first,
    drawn_already,
    gone_out_already,
    not_all_in_melds,
    not_held,
)
from rules.melds import NUMBER, UNIT, least, outs
from rules.tricks import make

ALONE: Final = tuple((seat,) for seat in range(MOST))
EITHER: Final = Legal((DRAW, TAKE))
"""F3.1: a turn's first move."""


class Position(State):
    """What all positions share: value equality, the score, and no move but where a phase has one."""

    __slots__ = ("sheet",)

    sheet: Sheet
    finished: ClassVar[bool] = False  # pyright: ignore[reportIncompatibleMethodOverride]: a plain fact is quicker to ask

    @property
    def number(self) -> int:
        return self.sheet.number

    def values(self) -> tuple[object, ...]:
        """All that makes this position what it is."""
        return (self.sheet,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and type(other) is type(self) and other.values() == self.values()

    def __hash__(self) -> int:
        return hash(self.values())

    def score(self) -> Score:
        sheet = self.sheet
        return Score(sheet.points, sheet.totals, self.finished, winners(sheet.totals) if self.finished else ())


class Awaiting(Position):
    """Before a deal: the pack is shuffled (F2.1)."""

    __slots__ = ()

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    @property
    def phase(self) -> str:
        return "deal"

    @property
    def expects(self) -> Expects:
        return awaited("deal", self.sheet.setup.pack)

    def chance(self, event: str, cards: Sequence[str]) -> State:
        if event != "deal":
            raise not_awaited(event)
        sheet = self.sheet
        order = read_order(cards, sheet.setup.pack, "K3.2")
        seats, dealt = sheet.setup.seats, sheet.size * sheet.setup.seats
        eldest = (sheet.dealer + 1) % seats
        hands = [0] * seats
        for place in range(dealt):
            hands[(eldest + place) % seats] += UNIT[order[place]]
        pile = order[dealt : dealt + 1]
        return turn_of(eldest, sheet, tuple(hands), (order,), dealt + 1, pile, b"", NOBODY)

    def view(self, seat: int | None) -> View:
        return views.between(self.sheet, seat, self.phase)


class Finished(Position):
    """After the last deal (F5.3)."""

    __slots__ = ()

    finished: ClassVar[bool] = True

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    @property
    def phase(self) -> str:
        return "finished"

    def view(self, seat: int | None) -> View:
        return views.between(self.sheet, seat, self.phase)


class Playing(Position):
    """A deal in progress.

    `turn` is the seat whose turn it is, `orders` the pack as dealt and each reshuffled stock, `at` the place of the
    next card to draw in the last of them, `pile` the discard pile (the top last), `told` the moves so far, `out` the
    seat that has gone out or NOBODY.
    """

    __slots__ = ("at", "hands", "orders", "out", "pile", "told", "turn")

    def __init__(
        self,
        turn: int,
        sheet: Sheet,
        hands: tuple[int, ...],
        orders: tuple[bytes, ...],
        at: int,
        pile: bytes,
        told: bytes,
        out: int,
    ) -> None:
        self.turn = turn
        self.sheet = sheet
        self.hands = hands
        self.orders = orders
        self.at = at
        self.pile = pile
        self.told = told
        self.out = out

    def values(self) -> tuple[object, ...]:
        return self.turn, self.sheet, self.hands, self.orders, self.at, self.pile, self.told, self.out

    @property
    def to_act(self) -> tuple[int, ...]:
        return ALONE[self.turn]

    def view(self, seat: int | None) -> View:
        return views.playing(
            views.Facts(
                self.sheet, self.phase, self.turn, self.hands, self.orders, self.at, self.pile, self.told, self.out
            ),
            seat,
            self.to_act,
            () if seat is None else self.legal(seat).moves,
        )


class Drawing(Playing):
    """A turn's first move: the top of the stock, or the top of the discard pile (F3.1)."""

    __slots__ = ()

    @property
    def phase(self) -> str:
        return "draw"

    def legal(self, seat: int) -> Legal:
        return EITHER if seat == self.turn else NOTHING

    def apply(self, seat: int, text: str) -> State:
        turn = self.turn
        if seat != turn:
            raise not_to_act(seat)
        if text == DRAW:
            card = self.orders[-1][self.at]
            hands = list(self.hands)
            hands[turn] += UNIT[card]
            return Discarding(
                turn,
                self.sheet,
                tuple(hands),
                self.orders,
                self.at + 1,
                self.pile,
                self.told + DREW[card],
                self.out,
            )
        if text == TAKE:
            pile = self.pile
            hands = list(self.hands)
            hands[turn] += UNIT[pile[-1]]
            return Discarding(
                turn,
                self.sheet,
                tuple(hands),
                self.orders,
                self.at,
                pile[:-1],
                self.told + TOOK,
                self.out,
            )
        move = canonical(text)
        if move != text:
            return self.apply(seat, move)
        card = card_of(move)
        if card is not None and not self.hands[turn] >> 4 * card & 15:
            raise not_held(card)
        raise draw_first()


class Discarding(Playing):
    """A turn's second move: a discard, with which the seat may go out (F3.1, F3.3)."""

    __slots__ = ()

    @property
    def phase(self) -> str:
        return "discard"

    def legal(self, seat: int) -> Legal:
        if seat != self.turn:
            return NOTHING
        hand = self.hands[seat]
        moves = discards_of(hand)
        if self.out == NOBODY:
            found = outs(hand, self.sheet.size)
            if found:
                moves = (*moves, *[OUTS[number] for number in found])
        return make(Legal, (moves, ()))

    def apply(self, seat: int, text: str) -> State:
        turn = self.turn
        if seat != turn:
            raise not_to_act(seat)
        hand = self.hands[turn]
        card = DISCARDED_BY.get(text)
        if card is not None:
            if not hand >> 4 * card & 15:
                raise not_held(card)
            return self.next_turn(hand - UNIT[card], card, DISCARDED[card], self.out)
        card = OUT_BY.get(text)
        if card is None:
            move = canonical(text)
            if move != text:
                return self.apply(seat, move)
            raise drawn_already()
        if not hand >> 4 * card & 15:
            raise not_held(card)
        if self.out != NOBODY:
            raise gone_out_already(self.out)
        left = least(hand - UNIT[card], self.sheet.size)
        if left:
            raise not_all_in_melds(card, left)
        return self.next_turn(hand - UNIT[card], card, WENT_OUT[card], turn)

    def next_turn(self, hand: int, card: int, told: bytes, out: int) -> State:
        """The position after this turn: the next seat's, or the end of the deal when all have had their last (F5.1)."""
        turn = self.turn
        changed = list(self.hands)
        changed[turn] = hand
        hands = tuple(changed)
        turn += 1
        if turn == len(hands):
            turn = 0
        if turn == out:
            return over(self.sheet, hands, self.orders, self.told + told, out)
        pile = self.pile + CARD[card]
        if self.at < len(self.orders[-1]):
            return Drawing(turn, self.sheet, hands, self.orders, self.at, pile, self.told + told, out)
        return turn_of(turn, self.sheet, hands, self.orders, self.at, pile, self.told + told, out)


class Reshuffling(Playing):
    """The stock is empty at the start of a turn: all of the discard pile but its top card is the new one (F3.4)."""

    __slots__ = ()

    @property
    def phase(self) -> str:
        return "reshuffle"

    @property
    def to_act(self) -> tuple[int, ...]:
        return ()

    @property
    def expects(self) -> Expects:
        return awaited("reshuffle", self.pile[:-1])

    def chance(self, event: str, cards: Sequence[str]) -> State:
        if event != "reshuffle":
            raise not_awaited(event)
        order = read_order(cards, self.pile[:-1], "F3.4")
        orders = (*self.orders, order)
        return Drawing(self.turn, self.sheet, self.hands, orders, 0, self.pile[-1:], self.told + RESHUFFLED, self.out)


def turn_of(
    turn: int,
    sheet: Sheet,
    hands: tuple[int, ...],
    orders: tuple[bytes, ...],
    at: int,
    pile: bytes,
    told: bytes,
    out: int,
) -> State:
    """The start of a turn: with an empty stock a reshuffle, and at the fourth such moment the deal's end (F3.4)."""
    if at < len(orders[-1]):
        return Drawing(turn, sheet, hands, orders, at, pile, told, out)
    if len(orders) <= RESHUFFLES:
        return Reshuffling(turn, sheet, hands, orders, at, pile, told, out)
    return over(sheet, hands, orders, told, out)


def over(sheet: Sheet, hands: tuple[int, ...], orders: tuple[bytes, ...], told: bytes, out: int) -> State:
    """The deal is counted (F5.1, F5.2); the next is dealt by the dealer's left (F1.3), or the game is over (F5.3)."""
    points = settled(hands, sheet.size, out)
    setup = sheet.setup
    last = Last(sheet.number, sheet.dealer, orders, told, hands, out, points)
    totals = tuple(total + more for total, more in zip(sheet.totals, points, strict=True))
    if sheet.number + 1 == setup.deals:
        return Finished(Sheet(setup, sheet.number, sheet.dealer, totals, (*sheet.points, points), last))
    dealer = (sheet.dealer + 1) % setup.seats
    return Awaiting(Sheet(setup, sheet.number + 1, dealer, totals, (*sheet.points, points), last))


def read_order(cards: Sequence[str], expected: bytes, clause: str) -> bytes:
    """An order of cards as numbers. Raises Refusal `bad_cards` where it is not exactly the expected multiset (K3.2)."""
    order: list[int] = []
    for text in cards:
        number = NUMBER.get(text.upper()) if text.isascii() else None
        if number is None:
            raise Refusal("bad_cards", clause, "“{card}” is not a card of this pack.", card=text[:20])
        order.append(number)
    if len(order) != len(expected):
        sentence = "{expected} cards are awaited, not {given}."
        raise Refusal("bad_cards", clause, sentence, expected=len(expected), given=len(order))
    if sorted(order) != sorted(expected):
        raise Refusal(
            "bad_cards", clause, "These are not the awaited cards: some are there too often, some are missing."
        )
    return bytes(order)
