"""Facts about the hidden cards that play has shown: who cannot hold a card, who must hold one of some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from rules.cards import each
from rules.conference.allegiance import OTHER_SPIRIT
from rules.conference.cards import COURTS
from rules.conference.discard import COMMON_CARDS
from rules.conference.gallowglass import hireable_cards
from rules.conference.records import HIRED_SUITS, SEATS, Call, LaidCard, Sheet, Trick, partner
from rules.conference.trick import winner
from rules.conference.views import call_of, laid_cards_of, trick_of
from rules.contract import Move, View
from rules.tarot.cards import CARDS, FOOL, LED, TRUMPS
from rules.tarot.discard import NEVER_DISCARDED
from rules.views import ShownHand, shown_hands_of

DISCARD: Final = SEATS
"""The discard as a holder of hidden cards, beside the seats."""


@dataclass(frozen=True, slots=True)
class Case:
    """One answer to an open question, by holder: cards that it lacks, that it has, and sets of which it has one."""

    lacked_cards: dict[int, int] = field(default_factory=dict[int, int])
    held_cards: dict[int, int] = field(default_factory=dict[int, int])
    one_of: dict[int, int] = field(default_factory=dict[int, int])

    def holds(self, hands: Sequence[int]) -> bool:
        """Whether the question is answered so where the holders have these cards now."""
        return (
            not any(hands[holder] & mask for holder, mask in self.lacked_cards.items())
            and all(hands[holder] & mask == mask for holder, mask in self.held_cards.items())
            and all(hands[holder] & mask for holder, mask in self.one_of.items())
        )


@dataclass(slots=True)
class Knowledge:
    """All that a view shows of where the cards are. Lists by holder have the four seats and the discard."""

    sheet: Sheet
    seat: int | None
    plays: tuple[LaidCard, ...]
    """The cards as they were played."""
    tricks: tuple[Trick, ...]
    """The finished tricks, their cards as they lie."""
    tricks_as_they_lie: tuple[tuple[LaidCard, ...], ...]
    """The cards of all tricks as they lie, those of the trick in progress last."""
    gallowglass: str | None
    calls: tuple[Call, ...]
    idle_card: int | None
    cards_in_tricks: list[int]
    """The cards that lie in the tricks, by the seat they came from."""
    held_cards: list[int]
    """The cards that a holder is known to have now."""
    counts: list[int]
    """How many cards each holder has now."""
    lacked_cards: list[int]
    """The cards that a holder is known not to have now."""
    cases: list[list[Case]] = field(default_factory=list[list[Case]])
    """The questions that are open beside that, each with the ways to answer it, of which just one holds."""

    @property
    def hidden_cards(self) -> int:
        """The cards that may be anywhere."""
        return self.sheet.setup.pack & ~sum(self.cards_in_tricks) & ~sum(self.held_cards)

    @property
    def unknown_holders(self) -> list[int]:
        """The holders whose cards the viewer does not know."""
        seats = [seat for seat in range(SEATS) if seat != self.seat]
        return [*seats, DISCARD] if self.counts[DISCARD] and not self.held_cards[DISCARD] else seats

    def cards_dealt(self, hands: Sequence[int]) -> list[int]:
        """Return all that each seat was dealt, where the holders have these cards now."""
        cards_by_seat = [
            past_cards | present_cards for past_cards, present_cards in zip(self.cards_in_tricks, hands, strict=False)
        ]
        cards_by_seat[self.sheet.dealer] |= hands[DISCARD]
        return cards_by_seat


@dataclass(slots=True)
class Doubt:
    """A card of the hired suit that may have stood in for the suit led, or been played by a seat that was void."""

    seat: int
    card: int
    led_suit: int
    answers: set[bool]
    """Whether it stood in, as far as is known; none where the cards known since show that it did."""


def read_knowledge(view: View, sheet: Sheet) -> Knowledge:
    """Return the facts that a view of a dealt hand shows."""
    seat = view["seat"]
    moves = [Move(event["seat"], event["move"]) for event in view["log"] if "move" in event]
    plays = [move for move in moves if move.text.startswith("play ")]
    tricks = tuple(trick_of(trick) for trick in view["tricks"])
    tricks_as_they_lie = (*(trick.cards for trick in tricks), laid_cards_of(view["trick"]))
    holdings = [*(CARDS.mask(cards) for cards in view["known"]), CARDS.mask(view["discard"] or [])]
    if seat is not None:
        holdings[seat] = CARDS.mask(view["hand"])
    has_discarded = any(move.text.startswith("discard") for move in moves)
    knowledge = Knowledge(
        sheet=sheet,
        seat=seat,
        plays=tuple((move.seat, CARDS.bit[move.text.split(" ")[1]]) for move in plays),
        tricks=tricks,
        tricks_as_they_lie=tricks_as_they_lie,
        gallowglass=view["gallowglass"],
        calls=tuple(call_of(call) for call in view["calls"]),
        idle_card=None if view["idle"] is None else CARDS.bit[view["idle"]],
        cards_in_tricks=_by_seat(tricks_as_they_lie),
        held_cards=holdings,
        counts=[*view["counts"], sheet.setup.extra if has_discarded else 0],
        lacked_cards=[0] * SEATS + [NEVER_DISCARDED],
    )
    _learn_from_shown_hands(knowledge, shown_hands_of(view))
    _learn_from_calls(knowledge)
    _learn_from_discard(knowledge)
    _learn_from_play(knowledge)
    return knowledge


def _by_seat(tricks: Sequence[Sequence[LaidCard]]) -> list[int]:
    """Return the cards that lie in these tricks, by the seat they came from."""
    return [sum(card for cards in tricks for player, card in cards if player == seat) for seat in range(SEATS)]


def _learn_from_shown_hands(knowledge: Knowledge, hands: Sequence[ShownHand]) -> None:
    """Add the hands shown to the viewer: no other seat holds those cards, and their owners hold no others.

    A dealer may have discarded some of them since.
    """
    for seat, cards in hands:
        remaining = (CARDS.mask(cards) | knowledge.held_cards[seat]) & ~knowledge.cards_in_tricks[seat]
        if remaining.bit_count() == knowledge.counts[seat]:
            knowledge.held_cards[seat] = remaining
        elif DISCARD in knowledge.unknown_holders:
            knowledge.lacked_cards[DISCARD] |= knowledge.sheet.setup.pack & ~remaining
        for holder in range(SEATS):
            knowledge.lacked_cards[holder] |= knowledge.sheet.setup.pack & ~remaining if holder == seat else remaining


def _learn_from_calls(knowledge: Knowledge) -> None:
    """Record that a partner who did not bring out the other card does not hold it (C7.3)."""
    for call in knowledge.calls:
        mate = partner(call.seat)
        if any(seat == mate for seat, _ in _plays_in_trick(knowledge, call.trick)):
            knowledge.lacked_cards[mate] |= OTHER_SPIRIT[call.card]


def _plays_in_trick(knowledge: Knowledge, number: int) -> tuple[LaidCard, ...]:
    """Return the cards of trick `number` (0-based) as they were played."""
    return knowledge.plays[SEATS * number : SEATS * (number + 1)]


def _learn_from_play(knowledge: Knowledge) -> None:
    """Record what each seat showed when it did not follow suit (C5.2, C4.2)."""
    answers_by_seat_and_suit: dict[tuple[int, int], set[bool]] = {}
    for number in range(len(knowledge.tricks) + 1):
        doubts = _learn_from_trick(knowledge, number)
        if doubts and number < len(knowledge.tricks):
            _narrow_answers(knowledge.tricks[number], doubts, knowledge.idle_card)
        for doubt in doubts:
            if doubt.answers and doubt.seat != knowledge.seat:
                open_answers = answers_by_seat_and_suit.setdefault((doubt.seat, doubt.led_suit), {False, True})
                open_answers &= doubt.answers
    for (seat, suit), answers in answers_by_seat_and_suit.items():
        knowledge.cases.append(_stand_in_cases(knowledge, seat, suit, answers))


def _learn_from_trick(knowledge: Knowledge, number: int) -> list[Doubt]:
    """Record what the seats lack that did not follow suit in trick `number`.

    Return the cards that may have stood in.
    """
    led_suit = 0
    doubts: list[Doubt] = []
    hired = HIRED_SUITS[knowledge.gallowglass]
    for seat, card in _plays_in_trick(knowledge, number):
        # A card brought out shows nothing (C7.3).
        if card != knowledge.idle_card and led_suit and not card & (led_suit | FOOL):
            if card & hireable_cards(led_suit, hired):
                doubts.append(Doubt(seat, card, led_suit, _stand_in_answers(knowledge, number, seat, led_suit)))
                knowledge.lacked_cards[seat] |= led_suit & ~COURTS
            else:
                knowledge.lacked_cards[seat] |= led_suit if card & TRUMPS else led_suit | TRUMPS
        led_suit = led_suit or LED[card]
    return doubts


def _stand_in_answers(knowledge: Knowledge, number: int, seat: int, led_suit: int) -> set[bool]:
    """Whether the card that a seat played to trick `number` may have stood in for the suit led (True), or been a
    card of a seat that was void (False); empty where the cards known since show that it stood in.
    """
    # What lies in the trick itself counts: it may be the one of Good and Evil for which a card was taken back (C7.3).
    later_cards = _by_seat(knowledge.tricks_as_they_lie[number:])[seat] | knowledge.held_cards[seat]
    if later_cards & led_suit:
        return set()
    if seat == knowledge.seat:
        return {False}
    return {True} if later_cards & TRUMPS else {False, True}


def _narrow_answers(trick: Trick, doubts: Sequence[Doubt], idle: int | None) -> None:
    """Remove the answers with which another seat would have won the trick."""
    # Every combination of the answers kept agrees: those above the winner did not stand in, those below may have.
    possible_answers: list[set[bool]] = [set() for _ in doubts]
    for answers in product(*(doubt.answers or {True} for doubt in doubts)):
        stand_ins = sum(doubt.card for doubt, yes in zip(doubts, answers, strict=True) if yes)
        if winner(trick.cards, doubts[0].led_suit, stand_ins, idle) == trick.winner:
            for remaining, stood_in in zip(possible_answers, answers, strict=True):
                remaining.add(stood_in)
    for doubt, remaining in zip(doubts, possible_answers, strict=True):
        doubt.answers &= remaining


def _stand_in_cases(knowledge: Knowledge, seat: int, suit: int, answers: set[bool]) -> list[Case]:
    """Return the cases of one seat and suit (C4.2).

    The seat is void of the suit and of trumps, or it holds court cards of the suit: one case for each lowest card.
    """
    open_cases: list[Case] = []
    if False in answers:
        open_cases.append(Case({seat: suit | TRUMPS}))
    if True in answers:
        lower_cards = 0
        for card in each(suit & COURTS & knowledge.hidden_cards & ~knowledge.lacked_cards[seat]):
            open_cases.append(Case({seat: lower_cards}, {seat: card}))
            lower_cards |= card
    return open_cases


def _learn_from_discard(knowledge: Knowledge) -> None:
    """Record that a hidden discard has trumps only if the dealer kept no plain card but Kings (C3.1)."""
    if DISCARD not in knowledge.unknown_holders:
        return
    dealer = knowledge.sheet.dealer
    cases = [Case({DISCARD: TRUMPS})]
    if not (knowledge.cards_in_tricks[dealer] | knowledge.held_cards[dealer]) & COMMON_CARDS:
        cases.append(Case({dealer: COMMON_CARDS}, one_of={DISCARD: TRUMPS}))
    knowledge.cases.append(cases)
