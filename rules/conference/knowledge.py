"""What play has shown of the hidden cards: who cannot hold a card, who must hold one of some."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final

from rules.conference.match import SEATS, Match, partner
from rules.conference.tricks import hires, leading
from rules.contract import View
from rules.tarot_tuned import (
    BIT,
    FOOL_BIT,
    HONOURS,
    INDEX,
    KINGS,
    LED,
    PLAIN,
    SUIT_MASKS,
    SUITS,
    TRUMPS,
    indices,
    mask_of,
)

DISCARD: Final = SEATS
"""The discard as a holder of hidden cards, beside the seats."""
COURTS: Final = mask_of([rank + suit for suit in SUITS for rank in "JCQK"])
COMMON: Final = PLAIN & ~KINGS
"""The cards that may always be discarded (C3.1)."""


@dataclass(frozen=True, slots=True)
class Case:
    """One way in which an open question may be answered, by holder: cards that it does not have, cards that it has,
    and cards of which it has at least one.
    """

    without: dict[int, int] = field(default_factory=dict[int, int])
    having: dict[int, int] = field(default_factory=dict[int, int])
    some: dict[int, int] = field(default_factory=dict[int, int])


@dataclass(slots=True)
class Known:
    """All that a view tells of where the cards are. Lists by holder have the four seats and the discard."""

    match: Match
    seat: int | None
    plays: list[tuple[int, int]]
    """The cards as they were played, each with its seat."""
    moves: list[str]
    """The moves that played them."""
    winners: list[int]
    """Who won the tricks so far."""
    hired: int
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
    hires: bool = False
    """Whether another seat has played a card that may or may not have stood in for the suit led."""

    @property
    def hidden(self) -> int:
        """The cards that may be anywhere."""
        return self.match.setup.pack & ~sum(self.gone) & ~sum(self.held)

    @property
    def others(self) -> list[int]:
        """The holders whose cards the viewer does not know."""
        seats = [seat for seat in range(SEATS) if seat != self.seat]
        return [*seats, DISCARD] if self.counts[DISCARD] and not self.held[DISCARD] else seats

    def dealt(self, hands: dict[int, int]) -> list[int]:
        """All that each seat was dealt, when the holders' unknown cards are `hands`."""
        dealt = [self.gone[seat] | self.held[seat] | hands.get(seat, 0) for seat in range(SEATS)]
        dealt[self.match.dealer] |= self.held[DISCARD] | hands.get(DISCARD, 0)
        return dealt


def known_from(view: View, match: Match) -> Known:
    """What a view of a dealt hand tells."""
    seat = view["seat"]
    played = [event for event in view["log"] if event.get("move", "").startswith("play ")]
    plays = [(event["seat"], INDEX[event["move"].split(" ")[1]]) for event in played]
    gone = [0] * (SEATS + 1)
    for trick in [*(trick["cards"] for trick in view["tricks"]), view["trick"]]:
        for player, card in trick:
            gone[player] |= BIT[INDEX[card]]
    held = [*(mask_of(cards) for cards in view["known"]), mask_of(view["discard"] or [])]
    if seat is not None:
        held[seat] = mask_of(view["hand"])
    discarded = any(event.get("move", "").startswith("discard") for event in view["log"])
    letter = view["gallowglass"]
    known = Known(
        match,
        seat,
        plays,
        [event["move"] for event in played],
        [trick["winner"] for trick in view["tricks"]],
        SUIT_MASKS[SUITS.index(letter)] if letter and letter in SUITS else 0,
        gone,
        held,
        [*view["counts"], match.setup.surplus if discarded else 0],
        [0] * SEATS + [KINGS | HONOURS],
    )
    _from_calls(known, view)
    _from_discard(known)
    _from_play(known, view)
    return known


def _from_calls(known: Known, view: View) -> None:
    """C7.3: a partner who did not bring out the other card does not hold it."""
    for call in view["calls"][:1]:
        mate = partner(call["seat"])
        trick = known.plays[SEATS * call["trick"] : SEATS * (call["trick"] + 1)]
        if any(player == mate for player, _ in trick):
            known.voids[mate] |= BIT[INDEX["EVIL" if call["card"] == "GOOD" else "GOOD"]]


def _from_play(known: Known, view: View) -> None:
    """C5.2, C4.2: what a seat showed when it did not follow suit."""
    idle = INDEX[view["idle"]] if view["idle"] else None
    back: dict[str, Any] | None = view["taken_back"]
    stands_in: dict[tuple[int, int], set[bool]] = {}
    for number in range(0, len(known.plays), SEATS):
        trick = known.plays[number : number + SEATS]
        led = 0
        unsure: list[tuple[int, int, set[bool]]] = []
        for place, (seat, card) in enumerate(trick):
            bit = BIT[card]
            if card != idle and led and not bit & (led | FOOL_BIT):  # a card brought out shows nothing (C7.3)
                if hires(card, led, known.hired):
                    unsure.append((seat, led, _stood_in(known, back, number + place, led)))
                    known.voids[seat] |= led & ~COURTS
                else:
                    known.voids[seat] |= led if bit & TRUMPS else led | TRUMPS
            led = led or LED[card]
        if len(trick) == SEATS and number // SEATS < len(known.winners):
            _narrow(trick, led, known.hired, idle, back, number // SEATS, known.winners, unsure)
        for seat, suit, answers in unsure:
            if seat == known.seat:
                continue
            known.hires = True
            if answers:
                open_now = stands_in.setdefault((seat, suit), {False, True})
                open_now &= answers
    for (seat, suit), answers in stands_in.items():
        known.cases.append(_stand_in_cases(known, seat, suit, answers))


def _stood_in(known: Known, back: dict[str, Any] | None, at: int, led: int) -> set[bool]:
    """Whether the card played at `at` may have stood in for the suit led (True), or been a card of a seat that was
    void (False); empty where the cards that are known since answer it, and nothing is left to find.
    """
    seat = known.plays[at][0]
    then = sum({BIT[card] for player, card in known.plays[at + 1 :] if player == seat}) | known.held[seat]
    if back and back["seat"] == seat and back["trick"] >= at // SEATS:
        then |= BIT[INDEX[back["for"]]]
    if then & led:
        return set()
    return {True} if then & TRUMPS else {False, True}


def _narrow(
    trick: list[tuple[int, int]],
    led: int,
    hired: int,
    idle: int | None,
    back: dict[str, Any] | None,
    number: int,
    winners: list[int],
    unsure: list[tuple[int, int, set[bool]]],
) -> None:
    """Keeps of the answers those with which the trick goes to the seat that won it."""
    lying = list(trick)
    if back and back["trick"] == number:
        lying = [(seat, INDEX[back["for"]] if seat == back["seat"] else card) for seat, card in trick]
    seen: list[set[bool]] = [set() for _ in unsure]
    for answer in product(*(answers or {True} for _, _, answers in unsure)):
        served = sum(1 << seat for (seat, _, _), yes in zip(unsure, answer, strict=True) if yes)
        if leading(lying, led, hired, served, idle) == winners[number]:
            for one, yes in zip(seen, answer, strict=True):
                one.add(yes)
    for (_, _, answers), one in zip(unsure, seen, strict=True):
        answers &= one


def _stand_in_cases(known: Known, seat: int, suit: int, answers: set[bool]) -> list[Case]:
    """C4.2: the seat is void of the suit led and of trumps; or it holds court cards of it, the lowest of them this."""
    found: list[Case] = []
    if False in answers:
        found.append(Case({seat: suit | TRUMPS}))
    if True in answers:
        below = 0
        for card in indices(suit & COURTS & known.hidden & ~known.voids[seat]):
            found.append(Case({seat: below}, {seat: BIT[card]}))
            below |= BIT[card]
    return found


def _from_discard(known: Known) -> None:
    """C3.1: trumps are in a hidden discard only where the dealer kept no plain card but Kings."""
    if DISCARD not in known.others:
        return
    dealer = known.match.dealer
    cases = [Case({DISCARD: TRUMPS})]
    if not (known.gone[dealer] | known.held[dealer]) & COMMON:
        cases.append(Case({dealer: COMMON}, some={DISCARD: TRUMPS}))
    known.cases.append(cases)
