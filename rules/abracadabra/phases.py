"""The positions of Abracadabra, one class a phase: deal, suit, bid, place, trump, expose, play, and the end.

Positions are tuples, so they are immutable and equal by value. What changes with every card lies in `Playing`
itself; what stays for the whole deal lies behind one reference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from operator import add
from typing import ClassVar, NamedTuple

from rules.abracadabra import view as views
from rules.abracadabra.cards import CARDS, SUIT_NAMES, SUITS, leads, ranks
from rules.abracadabra.play import why_not
from rules.abracadabra.position import Position, Speaking, Together, with_value, without
from rules.abracadabra.records import NOBODY, PASSED, Deal, Last, Log, Sheet, Step, Taken, dealt, steps
from rules.abracadabra.scoring import settle
from rules.abracadabra.words import (
    LISTED,
    NOTHING_EXPOSED,
    PASSING,
    PILE_EXPOSED,
    PLAYS,
    SAID,
    Expose,
    Words,
    not_now,
    playing,
    read,
    write,
)
from rules.cards import read_card, wrong_pack
from rules.contract import NOTHING, Barred, Expects, Legal, Refusal, State, View, not_awaited, not_to_act
from rules.templates import Cards
from rules.tricks import ALONE, make


class _Awaiting(NamedTuple):
    sheet: Sheet


class Awaiting(_Awaiting, Position):
    """Phase `deal`: the order of the pack is awaited (K3)."""

    __slots__ = ()

    name: ClassVar[str] = "deal"

    @property
    def score_sheet(self) -> Sheet:
        return self.sheet

    @property
    def expects(self) -> Expects:
        return Expects("deal", self.sheet.setup.cards)

    def chance(self, event: str, cards: Sequence[str]) -> State:
        """Deal, and turn a card up for trumps (A2.1)."""
        if event != "deal":
            raise not_awaited(event)
        sheet = self.sheet
        expected = sheet.setup.cards
        order = [CARDS.bit.get(read_card(card), 0) for card in cards]
        # As many single bits as the pack has cards sum to the pack only if each is there once.
        if len(order) != len(expected) or sum(order) != sheet.setup.whole:
            raise wrong_pack(cards, expected)
        deal = dealt(sheet.setup, sheet.dealer, order)
        return Choosing(sheet, deal, ALONE[sheet.eldest], suit_choices(deal.suits), deal.suits, ())

    def view(self, seat: int | None) -> View:
        return views.between(self, self.sheet, seat)


@cache
def suit_choices(chosen: tuple[int, ...]) -> Legal:
    """A3.1: the suits that nobody has chosen, from those chosen by seat."""
    return Legal(tuple(f"suit {suit}" for number, suit in enumerate(SUITS) if number not in chosen))


class Choosing(Speaking):
    """Phase `suit`: each seat chooses a suit that nobody has chosen (A3.1)."""

    __slots__ = ()

    name: ClassVar[str] = "suit"

    def _why_not(self, move: Words) -> Refusal:
        if move.verb != "suit":
            return not_now("suit")
        taker = self.so_far.index(move.what)
        suit = SUIT_NAMES[move.what].capitalize()
        return Refusal("illegal_move", "A3.1", "{suit} were chosen by seat {taker} already.", suit=suit, taker=taker)

    def apply(self, seat: int, text: str) -> State:
        sheet, deal, to_act, listed, suits, said = self
        if seat != to_act[0] or text not in listed[0]:
            return self._again(seat, text)
        move = SAID[text]
        suits = with_value(suits, seat, move[1])
        said = (*said, (seat, move))
        left = ALONE[(seat + 1) % len(suits)]
        if seat != sheet.dealer:
            return make(Choosing, (sheet, deal, left, suit_choices(suits), suits, said))
        return make(
            Bidding, (sheet, deal.with_suits(suits), left, bid_choices(sheet.setup.tricks, PASSED), deal.bids, said)
        )

    @property
    def _told(self) -> Deal:
        return self.deal.with_suits(self.so_far)


@cache
def bid_choices(tricks: int, highest: int) -> Legal:
    """A4.1: what may be bid after this highest bid."""
    return Legal((*(f"bid {number}" for number in range(highest + 1, tricks + 1)), PASSING))


class Bidding(Speaking):
    """Phase `bid`: one round from Eldest (A4.1), and with a dummy perhaps a further one (A4.2)."""

    __slots__ = ()

    name: ClassVar[str] = "bid"

    def _why_not(self, move: Words) -> Refusal:
        if move.verb != "bid":
            return not_now("bid")
        tricks, highest = self.sheet.setup.tricks, max(self.so_far)
        if not 1 <= move.what <= tricks:
            return Refusal("illegal_move", "A4.1", "A bid is a number from 1 to {tricks}.", tricks=tricks)
        sentence = "A bid must be higher than every bid before it, and {highest} has been bid."
        return Refusal("illegal_move", "A4.1", sentence, highest=highest)

    def apply(self, seat: int, text: str) -> State:
        sheet, deal, to_act, listed, bids, said = self
        if seat != to_act[0] or text not in listed[0]:
            return self._again(seat, text)
        move = SAID[text]
        bid = move[1]
        bids = with_value(bids, seat, bid)
        said = (*said, (seat, move))
        left = ALONE[(seat + 1) % len(bids)]
        if seat != sheet.dealer:
            if bid != PASSED:
                listed = bid_choices(sheet.setup.tricks, bid)
            return make(Bidding, (sheet, deal, left, listed, bids, said))
        highest = max(bids)
        if highest != PASSED:
            declarer = bids.index(highest)
            return make(Placing, (sheet, deal.with_bids(bids, declarer), ALONE[declarer], deal.placed, said))
        if sheet.setup.dummy and not deal.further:  # A4.2
            return Bidding(sheet, deal._replace(further=True), left, listed, deal.bids, said)
        return hand_over(sheet, deal.with_bids(bids, NOBODY), ())

    @property
    def _told(self) -> Deal:
        return self.deal.with_bids(self.so_far, NOBODY)


def placeable(bid: int, declares: bool) -> tuple[int, int]:
    """The fewest and the most bid cards that Declarer (A5.1) or another seat (A5.3) may place."""
    return (bid, bid) if declares else (0, bid - 1)


@cache
def place_choice(tricks: int, bid: int, declares: bool) -> Legal:
    """A5.1, A5.3: place so many of the bid cards."""
    cards = ranks((1 << tricks) - 1)
    return Legal((), (Cards("place", *placeable(bid, declares), tuple(cards)),))


class Placing(Together):
    """Phase `place`: Declarer places as many bid cards as it bid (A5.1), later the others fewer (A5.3)."""

    __slots__ = ()

    name: ClassVar[str] = "place"

    def _clause(self, seat: int) -> str:
        return "A5.1" if seat == self.deal.declarer else "A5.3"

    def legal(self, seat: int) -> Legal:
        sheet, deal, to_act, _, _ = self
        if seat not in to_act:
            return NOTHING
        declarer = deal.declarer
        return place_choice(sheet.setup.tricks, deal.bids[declarer], seat == declarer)

    def apply(self, seat: int, text: str) -> State:
        sheet, deal, to_act, placed, said = self
        if seat not in to_act:
            raise not_to_act(seat)
        move = read(text)
        verb, cards, _ = move
        if verb != "place":
            raise self._not_this_phase(seat)
        setup, declarer = sheet.setup, deal.declarer
        if cards > setup.bid_cards:
            rank, highest = ranks(cards & ~setup.bid_cards)[0], ranks(setup.bid_cards)[-1]
            sentence = "You have no bid card {rank}: they run from A to {highest} at this table."
            raise Refusal("illegal_move", "K4.3", sentence, rank=rank, highest=highest)
        fewest, most = placeable(deal.bids[declarer], seat == declarer)
        if not fewest <= cards.bit_count() <= most:
            clause = self._clause(seat)
            if clause == "A5.1":
                sentence = "You bid {most}, so you place {most} bid cards, not {count}."
            else:
                sentence = "You place fewer bid cards than Declarer, so {most} at most, not {count}."
            raise Refusal("illegal_move", clause, sentence, most=most, count=cards.bit_count())
        placed = with_value(placed, seat, cards)
        said = (*said, (seat, move))
        if seat == declarer and not setup.turned:
            return Naming(sheet, deal, ALONE[seat], TRUMP_CHOICES, placed, said)
        still = without(seat, setup.everybody if seat == declarer else to_act)
        if still:
            return make(Placing, (sheet, deal, still, placed, said))
        return make(Exposing, (sheet, deal.with_placed(placed), ALONE[declarer], deal.piles, said))

    @property
    def _told(self) -> Deal:
        return self.deal.with_placed(self.so_far)


class Naming(Speaking):
    """Phase `trump`: where no card is turned Declarer announces the trump suit (A5.2)."""

    __slots__ = ()

    name: ClassVar[str] = "trump"

    def _why_not(self, move: Words) -> Refusal:
        return not_now("trump")

    def apply(self, seat: int, text: str) -> State:
        sheet, deal, to_act, listed, placed, said = self
        if seat != to_act[0] or text not in listed[0]:
            return self._again(seat, text)
        move = SAID[text]
        still = without(seat, sheet.setup.everybody)
        return Placing(sheet, deal._replace(trumps=move.what), still, placed, (*said, (seat, move)))

    @property
    def _told(self) -> Deal:
        return self.deal.with_placed(self.so_far)


TRUMP_CHOICES = Legal(tuple(f"trump {suit}" for suit in SUITS))
CLOSED_OR_OPEN = Legal((NOTHING_EXPOSED, PILE_EXPOSED))


class Exposing(Together):
    """Phase `expose`: Declarer may turn up placed cards and its pile (A6.1), then the others their piles (A6.2)."""

    __slots__ = ()

    name: ClassVar[str] = "expose"

    def _clause(self, seat: int) -> str:
        return "A6.1" if seat == self.deal.declarer else "A6.2"

    def _has_pile(self, seat: int) -> bool:
        return self.deal.placed[seat] != self.sheet.setup.bid_cards

    def legal(self, seat: int) -> Legal:
        if seat not in self.to_act:
            return NOTHING
        if seat != self.deal.declarer:
            return CLOSED_OR_OPEN  # these have placed fewer cards than Declarer, so there is a pile
        cards = ranks(self.deal.placed[seat])
        return Legal((), (Expose("expose", 0, len(cards), tuple(cards), pile=self._has_pile(seat)),))

    def apply(self, seat: int, text: str) -> State:
        sheet, deal, to_act, piles, said = self
        if seat not in to_act:
            raise not_to_act(seat)
        move = SAID.get(text) or read(text)
        verb, cards, pile = move
        if verb != "expose":
            raise self._not_this_phase(seat)
        declarer = deal.declarer
        if seat != declarer:
            if cards:
                raise Refusal(
                    "illegal_move", "A6.2", "Only Declarer may turn up placed cards; you may expose your pile."
                )
        else:
            missing = cards & ~deal.placed[seat]
            if missing:
                sentence = "You may turn up cards that you have placed, and {rank} is not among them."
                raise Refusal("illegal_move", "A6.1", sentence, rank=ranks(missing)[0])
            if pile and not self._has_pile(seat):
                raise Refusal("illegal_move", "A6.1", "You have placed all your bid cards: your pile is empty.")
            deal = deal.with_exposed(cards, piles)
        piles = with_value(piles, seat, int(pile))
        said = (*said, (seat, move))
        still = without(seat, sheet.setup.everybody if seat == declarer else to_act)
        if still:
            return make(Exposing, (sheet, deal, still, piles, said))
        return opening(sheet, deal.with_exposed(deal.right, piles), said)

    @property
    def _told(self) -> Deal:
        return self.deal.with_exposed(self.deal.right, self.so_far)


@dataclass(frozen=True, slots=True)
class Round:
    """What stays as it is through the play of a deal. The two tables follow from the deal, so they are not compared."""

    sheet: Sheet
    deal: Deal
    said: Log
    opening: tuple[Step, ...]
    """For each station the turns of a trick that it leads."""
    leads: Mapping[int, int] = field(compare=False)
    """For each card those that follow it when it is led (A7.1)."""
    beats: Mapping[int, int] = field(compare=False)
    """For each card those that take the trick from it (A7.1)."""
    hands: tuple[int, ...]
    """By holder, as they were dealt."""


@dataclass(init=False, slots=True, unsafe_hash=True)
class Playing(Position):
    """Phase `play`: tricks are played from the hands, and with a dummy from it too (A7.1, A7.2).

    Most positions are of this phase, so it has slots, which are filled and read with fewer steps than a tuple. Once
    made it is never changed.
    """

    round: Round
    to_act: tuple[int, ...]  # pyright: ignore[reportIncompatibleMethodOverride]: a field serves for a property
    step: Step
    """Whose turn it is, and from whose cards."""
    listed: Legal
    """What may be played now: looked up once as the turn comes, for `legal`, `apply` and `barred` alike."""
    held: int
    """The cards that have not been played."""
    suit: int
    """The cards of the suit led to the trick in progress, 0 before the lead."""
    beats: int
    """The cards that would win the trick in progress so far."""
    winner: Step
    """The turn that is winning the trick in progress; before the lead, the one that leads."""
    trick: tuple[int, ...]
    """The cards of the trick in progress, in the order played."""
    tricks: tuple[Taken, ...]
    """The finished tricks."""

    name: ClassVar[str] = "play"

    @property
    def score_sheet(self) -> Sheet:
        return self.round.sheet

    def legal(self, seat: int) -> Legal:
        return self.listed if seat == self.step.seat else NOTHING

    def apply(self, seat: int, text: str) -> State:
        step, listed = self.step, self.listed
        if seat != step.seat or text not in listed[0]:
            return self._again(seat, text)
        card = PLAYS[text]
        deal = self.round
        held = self.held ^ card
        suit, beats, winner, trick = self.suit, self.beats, self.winner, self.trick
        trick += (card,)
        if not suit:
            suit = deal.leads[card]
            beats = deal.beats[card]
        elif card & beats:  # A7.1: a card that beats the best so far
            beats = deal.beats[card]
            winner = step
        after = Playing()
        step = step.after
        if step is not None:
            hand = deal.hands[step.holder] & held
            playable = hand & suit or hand  # A7.1: follow suit
            after.listed = LISTED.get(playable) or playing(playable)
            after.suit = suit
            after.beats = beats
            after.trick = trick
            after.tricks = self.tricks
        else:
            tricks = self.tricks
            tricks += ((winner.seat, trick),)
            if not held:
                return hand_over(deal.sheet, deal.deal, tricks)
            step = winner = deal.opening[winner.station]  # A7.2: a card of the dummy's that wins leads from the dummy
            after.listed = playing(deal.hands[step.holder] & held)
            after.suit = after.beats = 0
            after.trick = ()
            after.tricks = tricks
        after.round = deal
        after.to_act = step.acts
        after.step = step
        after.held = held
        after.winner = winner
        return after

    def _again(self, seat: int, text: str) -> State:
        """The position after a move that is not listed as it stands: it may be so in canonical text (K7.1)."""
        if seat != self.step.seat:
            raise not_to_act(seat)
        move = read(text)
        if move.verb != "play":
            raise not_now("play")
        canonical = write(move)
        if canonical not in self.listed.moves:
            raise self._why_not(move.what)
        return self.apply(seat, canonical)

    def _why_not(self, card: int) -> Refusal:
        deal, step = self.round.deal, self.step
        own = deal.hands[step.seat] & self.held
        hand = deal.hands[step.holder] & self.held
        led = self.trick[0] if self.trick else 0
        return why_not(card, hand, own, led, deal, from_dummy=step.holder != step.seat)

    def barred(self, seat: int) -> dict[str, Barred]:
        """For each card that the seat to act may not play now, of its own and of the dummy's where that is due: why."""
        step = self.step
        if seat != step.seat:
            return {}
        hands = self.round.deal.hands
        cards = CARDS.listed((hands[seat] | hands[step.holder]) & self.held)
        instead = tuple(card for card in cards if f"play {card}" in self.listed.moves)
        return {card: Barred(self._why_not(CARDS.bit[card]), instead) for card in cards if card not in instead}

    def view(self, seat: int | None) -> View:
        deal = self.round
        return views.playing(self, deal.sheet, deal.deal, deal.said, self.tricks, self.trick, self.step, seat)


def opening(sheet: Sheet, deal: Deal, said: Log) -> Playing:
    """Eldest's first lead (A7.1)."""
    setup = sheet.setup
    first = sheet.eldest
    turns = steps(setup.seats, setup.dummy)
    table = leads(deal.turn_up, deal.trumps)
    hands = deal.hands
    in_play = Round(sheet, deal, said, turns, table.suit, table.beats, hands)
    lead = Playing()
    lead.round = in_play
    lead.step = lead.winner = turns[first]
    lead.to_act = lead.step.acts
    lead.listed = playing(hands[first])
    lead.held = sum(hands)
    lead.suit = lead.beats = 0
    lead.trick = lead.tricks = ()
    return lead


class _Finished(NamedTuple):
    sheet: Sheet
    end: str = "finished"


class Finished(_Finished, Position):
    """Phase `finished`: the game has ended (A4.2, A8.6)."""

    __slots__ = ()

    name: ClassVar[str] = "finished"

    finished: ClassVar[bool] = True

    @property
    def score_sheet(self) -> Sheet:
        return self.sheet

    def view(self, seat: int | None) -> View:
        return views.between(self, self.sheet, seat)


def hand_over(sheet: Sheet, deal: Deal, tricks: tuple[Taken, ...]) -> State:
    """The score of a deal (A8), or of a void one if there are no tricks (A4.2); then the next deal, or the end."""
    setup, number, dealer, totals, hands, counted, voids, _ = sheet
    seats = setup.seats
    if tricks:
        points = tuple(map(sum, settle(setup, deal, tricks)))
        counted, voids = counted + 1, 0
    else:
        points = (0,) * seats
        voids += 1  # A4.2
    totals = tuple(map(add, totals, points))
    last = make(Last, (number, dealer, deal, tricks))
    over = (
        voids == seats  # A4.2
        or counted == setup.limit != 0  # A8.6
        or (setup.target and max(totals) >= setup.target)  # A8.6
    )
    if not over:
        number, dealer = number + 1, (dealer + 1) % seats  # A1.4
    following = make(Sheet, (setup, number, dealer, totals, (*hands, points), counted, voids, last))
    return Finished(following) if over else make(Awaiting, (following,))
