"""Facts about the hidden cards that play has shown: who cannot hold a card, who must hold one of some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from rules.cards import each
from rules.conference.allegiance import OTHER
from rules.conference.cards import COURTS
from rules.conference.discard import COMMON
from rules.conference.gallowglass import hired_for
from rules.conference.records import HIRED, SEATS, Call, Laid, Sheet, Trick, partner
from rules.conference.trick import winner
from rules.conference.views import call_of, laid_of, trick_of
from rules.contract import Move, View
from rules.tarot.cards import CARDS, FOOL, LED, TRUMPS
from rules.tarot.discard import KEPT
from rules.views import ShownHand, shown_hands_of

DISCARD: Final = SEATS
"""The discard as a holder of hidden cards, beside the seats."""


@dataclass(frozen=True, slots=True)
class Case:
    """One answer to an open question, by holder: cards that it lacks, that it has, and sets of which it has one."""

    without: dict[int, int] = field(default_factory=dict[int, int])
    having: dict[int, int] = field(default_factory=dict[int, int])
    some: dict[int, int] = field(default_factory=dict[int, int])

    def holds(self, hands: Sequence[int]) -> bool:
        """Whether the question is answered so where the holders have these cards now."""
        return (
            not any(hands[holder] & mask for holder, mask in self.without.items())
            and all(hands[holder] & mask == mask for holder, mask in self.having.items())
            and all(hands[holder] & mask for holder, mask in self.some.items())
        )


@dataclass(slots=True)
class Known:
    """All that a view shows of where the cards are. Lists by holder have the four seats and the discard."""

    sheet: Sheet
    seat: int | None
    played: tuple[Laid, ...]
    """The cards as they were played."""
    tricks: tuple[Trick, ...]
    """The finished tricks, their cards as they lie."""
    lying: tuple[tuple[Laid, ...], ...]
    """The cards of all tricks as they lie, those of the trick in progress last."""
    gallowglass: str | None
    calls: tuple[Call, ...]
    idle: int | None
    gone: list[int]
    """The cards that lie in the tricks, by the seat they came from."""
    held: list[int]
    """The cards that a holder is known to have now."""
    counts: list[int]
    """How many cards each holder has now."""
    voids: list[int]
    """The cards that a holder is known not to have now."""
    cases: list[list[Case]] = field(default_factory=list[list[Case]])
    """The questions that are open beside that, each with the ways to answer it, of which just one holds."""

    @property
    def hidden(self) -> int:
        """The cards that may be anywhere."""
        return self.sheet.setup.pack & ~sum(self.gone) & ~sum(self.held)

    @property
    def others(self) -> list[int]:
        """The holders whose cards the viewer does not know."""
        seats = [seat for seat in range(SEATS) if seat != self.seat]
        return [*seats, DISCARD] if self.counts[DISCARD] and not self.held[DISCARD] else seats

    def dealt(self, hands: Sequence[int]) -> list[int]:
        """All that each seat was dealt, where the holders have these cards now."""
        dealt = [past | present for past, present in zip(self.gone, hands, strict=False)]
        dealt[self.sheet.dealer] |= hands[DISCARD]
        return dealt


@dataclass(slots=True)
class Doubt:
    """A card of the hired suit that may have stood in for the suit led, or been played by a seat that was void."""

    seat: int
    card: int
    led: int
    answers: set[bool]
    """Whether it stood in, as far as is known; none where the cards known since show that it did."""


def known_from(view: View, sheet: Sheet) -> Known:
    """The facts that a view of a dealt hand shows."""
    seat = view["seat"]
    moves = [Move(event["seat"], event["move"]) for event in view["log"] if "move" in event]
    plays = [move for move in moves if move.text.startswith("play ")]
    tricks = tuple(trick_of(trick) for trick in view["tricks"])
    lying = (*(trick.cards for trick in tricks), laid_of(view["trick"]))
    holdings = [*(CARDS.mask(cards) for cards in view["known"]), CARDS.mask(view["discard"] or [])]
    if seat is not None:
        holdings[seat] = CARDS.mask(view["hand"])
    discarded = any(move.text.startswith("discard") for move in moves)
    knowledge = Known(
        sheet=sheet,
        seat=seat,
        played=tuple((move.seat, CARDS.bit[move.text.split(" ")[1]]) for move in plays),
        tricks=tricks,
        lying=lying,
        gallowglass=view["gallowglass"],
        calls=tuple(call_of(call) for call in view["calls"]),
        idle=None if view["idle"] is None else CARDS.bit[view["idle"]],
        gone=_by_seat(lying),
        held=holdings,
        counts=[*view["counts"], sheet.setup.extra if discarded else 0],
        voids=[0] * SEATS + [KEPT],
    )
    _from_shown_hands(knowledge, shown_hands_of(view))
    _from_calls(knowledge)
    _from_discard(knowledge)
    _from_play(knowledge)
    return knowledge


def _by_seat(tricks: Sequence[Sequence[Laid]]) -> list[int]:
    """The cards that lie in these tricks, by the seat they came from."""
    return [sum(card for cards in tricks for player, card in cards if player == seat) for seat in range(SEATS)]


def _from_shown_hands(knowledge: Known, hands: Sequence[ShownHand]) -> None:
    """Add the hands shown to the viewer: no other seat holds those cards, and their owners hold no others.

    A dealer may have discarded some of them since.
    """
    for seat, cards in hands:
        remaining = (CARDS.mask(cards) | knowledge.held[seat]) & ~knowledge.gone[seat]
        if remaining.bit_count() == knowledge.counts[seat]:
            knowledge.held[seat] = remaining
        elif DISCARD in knowledge.others:
            knowledge.voids[DISCARD] |= knowledge.sheet.setup.pack & ~remaining
        for holder in range(SEATS):
            knowledge.voids[holder] |= knowledge.sheet.setup.pack & ~remaining if holder == seat else remaining


def _from_calls(knowledge: Known) -> None:
    """C7.3: a partner who did not bring out the other card does not hold it."""
    for call in knowledge.calls:
        mate = partner(call.seat)
        if any(seat == mate for seat, _ in _played(knowledge, call.trick)):
            knowledge.voids[mate] |= OTHER[call.card]


def _played(knowledge: Known, number: int) -> tuple[Laid, ...]:
    """The cards of trick `number` (0-based) as they were played."""
    return knowledge.played[SEATS * number : SEATS * (number + 1)]


def _from_play(knowledge: Known) -> None:
    """C5.2, C4.2: what a seat showed when it did not follow suit."""
    stands_in: dict[tuple[int, int], set[bool]] = {}
    for number in range(len(knowledge.tricks) + 1):
        doubts = _from_trick(knowledge, number)
        if doubts and number < len(knowledge.tricks):
            _narrow(knowledge.tricks[number], doubts, knowledge.idle)
        for doubt in doubts:
            if doubt.answers and doubt.seat != knowledge.seat:
                open_now = stands_in.setdefault((doubt.seat, doubt.led), {False, True})
                open_now &= doubt.answers
    for (seat, suit), answers in stands_in.items():
        knowledge.cases.append(_stand_in_cases(knowledge, seat, suit, answers))


def _from_trick(knowledge: Known, number: int) -> list[Doubt]:
    """Notes what the seats lack that did not follow suit in trick `number`; gives the cards that may have stood in."""
    led = 0
    doubts: list[Doubt] = []
    hired = HIRED[knowledge.gallowglass]
    for seat, card in _played(knowledge, number):
        if card != knowledge.idle and led and not card & (led | FOOL):  # a card brought out shows nothing (C7.3)
            if card & hired_for(led, hired):
                doubts.append(Doubt(seat, card, led, _stood_in(knowledge, number, seat, led)))
                knowledge.voids[seat] |= led & ~COURTS
            else:
                knowledge.voids[seat] |= led if card & TRUMPS else led | TRUMPS
        led = led or LED[card]
    return doubts


def _stood_in(knowledge: Known, number: int, seat: int, led: int) -> set[bool]:
    """Whether the card that a seat played to trick `number` may have stood in for the suit led (True), or been a card
    of a seat that was void (False); empty where the cards known since show that it stood in.
    """
    # What lies in the trick itself counts: it may be the one of Good and Evil for which a card was taken back (C7.3).
    then = _by_seat(knowledge.lying[number:])[seat] | knowledge.held[seat]
    if then & led:
        return set()
    if seat == knowledge.seat:
        return {False}
    return {True} if then & TRUMPS else {False, True}


def _narrow(trick: Trick, doubts: Sequence[Doubt], idle: int | None) -> None:
    """Keeps of the answers those with which the trick goes to the seat that won it."""
    # Every combination of the answers kept agrees: those above the winner did not stand in, those below may have.
    seen: list[set[bool]] = [set() for _ in doubts]
    for answers in product(*(doubt.answers or {True} for doubt in doubts)):
        stand_ins = sum(doubt.card for doubt, yes in zip(doubts, answers, strict=True) if yes)
        if winner(trick.cards, doubts[0].led, stand_ins, idle) == trick.winner:
            for remaining, yes in zip(seen, answers, strict=True):
                remaining.add(yes)
    for doubt, remaining in zip(doubts, seen, strict=True):
        doubt.answers &= remaining


def _stand_in_cases(knowledge: Known, seat: int, suit: int, answers: set[bool]) -> list[Case]:
    """C4.2: the seat is void of the suit led and of trumps; or it holds court cards of it, the lowest of them this."""
    open_cases: list[Case] = []
    if False in answers:
        open_cases.append(Case({seat: suit | TRUMPS}))
    if True in answers:
        below = 0
        for card in each(suit & COURTS & knowledge.hidden & ~knowledge.voids[seat]):
            open_cases.append(Case({seat: below}, {seat: card}))
            below |= card
    return open_cases


def _from_discard(knowledge: Known) -> None:
    """C3.1: trumps are in a hidden discard only where the dealer kept no plain card but Kings."""
    if DISCARD not in knowledge.others:
        return
    dealer = knowledge.sheet.dealer
    cases = [Case({DISCARD: TRUMPS})]
    if not (knowledge.gone[dealer] | knowledge.held[dealer]) & COMMON:
        cases.append(Case({dealer: COMMON}, some={DISCARD: TRUMPS}))
    knowledge.cases.append(cases)
