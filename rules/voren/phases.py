"""The positions of Voren, one class a phase: the deal, the dealer's decision, staying in, play, the end.

Positions are tuples, so they are immutable and equal by value. What changes with every card lies in `Playing`
itself; what stays for the whole hand lies behind one reference. Who is to act and what it may do are found once, as
the position is made.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from operator import add
from typing import ClassVar, NamedTuple

from rules.cards import read_card, wrong_pack
from rules.contract import NOTHING, Barred, Expects, Legal, Refusal, Score, State, View, not_awaited, not_to_act
from rules.tricks import ALONE, make
from rules.voren import view as views
from rules.voren.cards import BEATS, CARDS, TREACHERY, UNSUITED, WOLF, name_of
from rules.voren.play import may_follow, may_lead, why_not_follow, why_not_lead
from rules.voren.records import Dealt, Last, Said, Sheet, cut_up, first_of, left_of, said_by, stayed_in
from rules.voren.settle import paid_into_pot, settle
from rules.voren.words import DECISIONS, FOLD, LISTED, PLAYS, POKE, STAY, canonical, not_now

DECIDE = Legal(tuple(DECISIONS))
SPEAK = {
    (False, False): Legal((STAY, FOLD)),
    (True, False): Legal((STAY, FOLD, POKE)),
    (False, True): Legal((STAY,)),
    (True, True): Legal((STAY, POKE)),
}
"""V4.2, V4.3: what may be said, by whether a poke is open and whether all must play."""


class Position(State):
    """What all phases share: a name, the score sheet, and mostly a seat whose turn it is."""

    __slots__ = ()

    name: ClassVar[str]

    finished: ClassVar[bool] = False  # pyright: ignore[reportIncompatibleMethodOverride]: a plain fact is quicker to ask

    @property
    @abstractmethod
    def score_sheet(self) -> Sheet:
        """The score sheet with which the hand began."""

    @property
    def phase(self) -> str:
        """The phase's name."""
        return self.name

    @property
    def number(self) -> int:
        """The number of the hand."""
        return self.score_sheet.number

    def score(self) -> Score:
        """Most chips win, and all that share the most win together (V6.6, K8.2)."""
        sheet = self.score_sheet
        if not self.finished:
            return Score(sheet.points, sheet.totals, False, ())
        best = max(sheet.totals)
        winners = tuple(seat for seat, total in enumerate(sheet.totals) if total == best)
        return Score(sheet.points, sheet.totals, True, winners)


class _Awaiting(NamedTuple):
    sheet: Sheet


class Awaiting(_Awaiting, Position):
    """Phase `deal`: the order of the pack is awaited (K3)."""

    __slots__ = ()

    name: ClassVar[str] = "deal"

    @property
    def score_sheet(self) -> Sheet:
        """The score sheet of the hand that is awaited."""
        return self.sheet

    @property
    def expects(self) -> Expects:
        """The whole pack."""
        return Expects("deal", self.sheet.setup.cards)

    def chance(self, event: str, cards: Sequence[str]) -> State:
        """Deal (V3.1) and turn up (V3.2)."""
        if event != "deal":
            raise not_awaited(event)
        sheet = self.sheet
        expected = sheet.setup.cards
        bit = CARDS.bit
        try:
            order = tuple([bit[card] for card in cards])
        except KeyError:
            order = tuple([bit.get(read_card(card), 0) for card in cards])
        # As many single bits as the pack has cards sum to the pack only if each is there once.
        if len(order) != len(expected) or sum(order) != sheet.setup.whole:
            raise wrong_pack(cards, expected)
        return Deciding(Dealt(sheet, order, *cut_up(sheet.setup, sheet.dealer, order)), ALONE[sheet.dealer])

    def view(self, seat: int | None) -> View:
        """All that `seat` may know (K5); docs/views/voren.md has the keys."""
        return views.between(self.sheet, seat, "deal")


class _Deciding(NamedTuple):
    dealt: Dealt
    to_act: tuple[int, ...]
    """The dealer."""


class Deciding(_Deciding, Position):  # pyright: ignore[reportIncompatibleVariableOverride]: a field for a property
    """Phase `dealer`: the turn-up lies, nobody has seen a card, the dealer decides (V3.4)."""

    __slots__ = ()

    name: ClassVar[str] = "dealer"

    @property
    def score_sheet(self) -> Sheet:
        """The score sheet with which the hand began."""
        return self.dealt.sheet

    def legal(self, seat: int) -> Legal:
        """The four decisions of V3.4."""
        return DECIDE if seat == self.to_act[0] else NOTHING

    def apply(self, seat: int, text: str) -> State:
        """The dealer decides (V3.4)."""
        dealt, (dealer,) = self
        if seat != dealer:
            raise not_to_act(seat)
        if text not in DECISIONS:
            text = canonical(text)
            if text not in DECISIONS:
                raise not_now(text, "dealer")
        poke, all_play = DECISIONS[text]
        eldest = (dealer + 1) % len(dealt.hands)
        return Staying(dealt, poke, all_play, (), eldest, ALONE[eldest], SPEAK[poke, all_play])

    def view(self, seat: int | None) -> View:
        """All that `seat` may know (K5); docs/views/voren.md has the keys."""
        return views.deciding(self.dealt, seat, self.legal(-1 if seat is None else seat))


class _Staying(NamedTuple):
    dealt: Dealt
    poke: bool
    all_play: bool
    words: tuple[str, ...]
    """What the seats from Eldest on have said."""
    turn: int
    to_act: tuple[int, ...]
    listed: Legal
    """What the seat to act may say (V4.2, V4.3)."""


class Staying(_Staying, Position):  # pyright: ignore[reportIncompatibleVariableOverride]: a field for a property
    """Phase `stay`: from Eldest round to the dealer each seat speaks once (V4.1)."""

    __slots__ = ()

    name: ClassVar[str] = "stay"

    @property
    def score_sheet(self) -> Sheet:
        """The score sheet with which the hand began."""
        return self.dealt.sheet

    @property
    def said(self) -> Said:
        """What has been said so far."""
        return said_by(self.dealt.sheet.dealer, len(self.dealt.hands), self.poke, self.all_play, self.words)

    def legal(self, seat: int) -> Legal:
        """`stay`, `fold` (V4.3), `poke` (V4.2)."""
        return self[6] if seat == self[4] else NOTHING

    def apply(self, seat: int, text: str) -> State:
        """A seat stays in, folds or takes the poke (V4)."""
        dealt, poke, all_play, words, turn, _, listed = self
        if seat != turn:
            raise not_to_act(seat)
        if text not in listed[0]:
            text = canonical(text)
            if text not in listed[0]:
                raise self._why_not(text)
        words = words + (text,)  # noqa: RUF005 - unpacking takes twice as long
        seats = len(dealt.hands)
        if text == FOLD and words.count(FOLD) == seats - 1:  # V4.4
            return hand_over(dealt, said_by(dealt.sheet.dealer, seats, poke, all_play, words), (), 0, ())
        if len(words) == seats:
            return opening(dealt, said_by(dealt.sheet.dealer, seats, poke, all_play, words))
        if text == POKE:  # V4.2
            listed = SPEAK[False, all_play]
        turn = (turn + 1) % seats
        return make(Staying, (dealt, poke, all_play, words, turn, ALONE[turn], listed))

    def _why_not(self, move: str) -> Refusal:
        said = self.said
        if move == FOLD:
            return Refusal("illegal_move", "V4.3", "The dealer declared all-play: nobody may fold this hand.")
        if move == POKE and not said.poke:
            return Refusal("illegal_move", "V4.2", "No poke was dealt this hand.")
        if move == POKE:
            return Refusal("illegal_move", "V4.2", "Seat {taker} has taken the poke already.", taker=said.taker)
        return not_now(move, "stay")

    def view(self, seat: int | None) -> View:
        """All that `seat` may know (K5); docs/views/voren.md has the keys."""
        return views.staying(self.dealt, self.said, self.turn, seat, self.legal(-1 if seat is None else seat))


class Round(NamedTuple):
    """What stays as it is through the play of a hand."""

    dealt: Dealt
    said: Said
    hands: tuple[int, ...]
    """The cards that each seat came into play with: the poke for the seat that took it."""
    trumps: int
    left: tuple[int, ...]
    """For each seat that is in the next one to its left that is in."""
    size: int
    """How many cards a trick has."""


class _Playing(NamedTuple):
    round: Round
    turn: int
    to_act: tuple[int, ...]
    playable: int
    """What the seat to act may play: computed once as its turn comes, for `legal`, `apply` and `barred` alike."""
    plays: tuple[int, ...]
    played: int
    missing: int
    """How many cards the trick in progress still lacks."""
    led: int
    """The card led to the trick in progress, 0 before the lead."""
    beats: int
    """The cards that would win the trick in progress so far (V5.7)."""
    winner: int
    """Who is winning the trick in progress; before the lead, who leads."""
    won: tuple[int, ...]
    """Who won each of the finished tricks."""


class Playing(_Playing, Position):  # pyright: ignore[reportIncompatibleVariableOverride]: a field for a property
    """Phase `play`: three tricks (V5)."""

    __slots__ = ()

    name: ClassVar[str] = "play"

    @property
    def score_sheet(self) -> Sheet:
        """The score sheet with which the hand began."""
        return self.round.dealt.sheet

    def legal(self, seat: int) -> Legal:
        """One move a card that may be played."""
        return LISTED[self[3]] if seat == self[1] else NOTHING

    def apply(self, seat: int, text: str) -> State:
        """A seat plays a card (V5)."""
        deal, turn, _, playable, plays, played, missing, led, beats, winner, won = self
        if seat != turn:
            raise not_to_act(seat)
        dealt, said, hands, trumps, left, size = deal
        try:
            card = PLAYS[text]
        except KeyError:
            card = self._read(text)
        if not card & playable:
            raise self._why_not(card)
        plays = plays + (card,)  # noqa: RUF005 - unpacking takes twice as long
        played |= card
        if not led:
            led = card
            beats = BEATS[trumps][card]
        elif card & beats:  # V5.7
            beats = BEATS[trumps][card]
            winner = turn
        if missing > 1:
            turn = left[turn]
            playable = may_follow(hands[turn] & ~played, trumps, led, beats)
            return make(
                Playing, (deal, turn, ALONE[turn], playable, plays, played, missing - 1, led, beats, winner, won)
            )
        won = won + (winner,)  # noqa: RUF005 - unpacking takes twice as long
        mine = hands[winner] & ~played
        if not mine:
            return hand_over(dealt, said, plays, played, won)
        playable = may_lead(mine, trumps, len(won))
        return make(Playing, (deal, winner, ALONE[winner], playable, plays, played, size, 0, 0, winner, won))

    def _read(self, text: str) -> int:
        move = canonical(text)
        card = PLAYS.get(move)
        if card is None:
            raise not_now(move, "play")
        return card

    def _why_not(self, card: int) -> Refusal:
        """Why the seat to act may not play a card that is not in `playable`."""
        mine = self.round.hands[self.turn] & ~self.played
        if not card & mine:
            return Refusal(
                "illegal_move",
                "K4.3",
                "You do not hold the {name} ({card}).",
                name=name_of(card),
                card=CARDS.text[card],
            )
        if self.led:
            return why_not_follow(card, mine, self.round.trumps, self.led, self.beats)
        return why_not_lead(card, mine, self.round.trumps, len(self.won))

    def barred(self, seat: int) -> dict[str, Barred]:
        """For each card of the seat to act that it may not play now: why."""
        if seat != self.turn:
            return {}
        mine = self.round.hands[seat] & ~self.played & ~self.playable
        instead = tuple(CARDS.listed(self.playable))
        return {card: Barred(self._why_not(CARDS.bit[card]), instead) for card in CARDS.listed(mine)}

    def view(self, seat: int | None) -> View:
        """All that `seat` may know (K5); docs/views/voren.md has the keys."""
        deal = self.round
        viewer = -1 if seat is None else seat
        return views.playing(
            deal.dealt,
            deal.said,
            deal.hands,
            self.plays,
            self.turn,
            seat,
            self.legal(viewer),
            self.barred(viewer),
        )


class _Finished(NamedTuple):
    sheet: Sheet
    end: str = "finished"


class Finished(_Finished, Position):
    """Phase `finished`: the last hand is settled."""

    __slots__ = ()

    name: ClassVar[str] = "finished"
    finished: ClassVar[bool] = True

    @property
    def score_sheet(self) -> Sheet:
        """The score sheet as it stands at the end."""
        return self.sheet

    def view(self, seat: int | None) -> View:
        """All that `seat` may know (K5); docs/views/voren.md has the keys."""
        return views.between(self.sheet, seat, "finished")


def opening(dealt: Dealt, said: Said) -> Playing:
    """The first lead (V5.1), once the dealer has spoken and at least two seats are in."""
    hands = dealt.hands
    if said.taker is not None:  # V4.2
        hands = (*hands[: said.taker], dealt.poke, *hands[said.taker + 1 :])
    stayed = stayed_in(said.states)
    first = first_of(dealt.sheet.dealer, stayed)
    size = len(stayed)
    deal = make(Round, (dealt, said, hands, dealt.trumps, left_of(stayed), size))
    playable = may_lead(hands[first], dealt.trumps, 0)
    return make(Playing, (deal, first, ALONE[first], playable, (), 0, size, 0, 0, first, ()))


def hand_over(dealt: Dealt, said: Said, plays: tuple[int, ...], played: int, won: tuple[int, ...]) -> State:
    """V6: settle the hand, and either pass the deal to the left (V6.4) or end the game.

    `played` is the set of `plays`, and `won` says who won each trick.
    """
    setup, number, dealer, totals, points, owed, _ = dealt.sheet
    seats = len(totals)
    stayed = stayed_in(said.states)
    taken = [0] * seats
    for winner in won:
        taken[winner] += 1
    exempt = None
    if played & UNSUITED == UNSUITED:  # V6.3
        wolf, treachery, size = plays.index(WOLF), plays.index(TREACHERY), len(stayed)
        if wolf // size == treachery // size:
            leader = (first_of(dealer, stayed), *won)[wolf // size]
            exempt = stayed[(stayed.index(leader) + wolf % size) % size]
    paid = paid_into_pot(setup.ante, dealer, owed)
    final = number + 1 == setup.length
    result = settle(paid, setup.ante, setup.limit, stayed, taken, exempt, final)
    brought, owes = result.points, result.owes
    totals = tuple(map(add, totals, brought))
    points = points + (brought,)  # noqa: RUF005 - unpacking takes twice as long
    last = make(Last, (number, dealer, dealt.order, said, plays, paid, result))
    if final:
        return Finished(Sheet(setup, number, dealer, totals, points, owes, last))
    dealer = (dealer + 1) % seats  # V6.4
    return make(Awaiting, (make(Sheet, (setup, number + 1, dealer, totals, points, owes, last)),))
