"""P5: what a deal of Abracadabra at a physical table scores, from what people write down after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from rules.abracadabra.cards import BIDS, sum_of_values
from rules.abracadabra.records import Setup
from rules.abracadabra.scoring import Tally, score_parts, succeeds
from rules.contract import PadContext, Refusal
from rules.dealing import count_ways
from rules.entries import Entry

CLAUSE: Final = "P5"

MAX_DEAL_POINTS: Final = 300
"""More than A8 can give or take in a deal: it bounds points that nobody counted by their parts."""


class Line(NamedTuple):
    """A seat's line in an entry, bid cards as sets. `named` are the placed cards if they were named, else None."""

    placed: int
    named: int | None
    won: int
    kept: int
    lost: int
    tricks: int
    own: int
    pile: bool

    @property
    def won_cards(self) -> int:
        """The cards whose tricks the seat won."""
        return self.won | self.kept

    @property
    def lost_cards(self) -> int:
        """The cards that are known to name tricks which the seat did not win."""
        return self.lost if self.named is None else self.named & ~self.won_cards

    @property
    def tally(self) -> Tally:
        """The seat's input to the scoring."""
        right_value = sum_of_values(self.kept) - sum_of_values(self.lost)
        return Tally(self.placed, sum_of_values(self.won), right_value, self.tricks, self.own, self.pile)


def pad(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return `points` and `succeeded` of one deal; all 0 for a void one. Points alone (no clause) are taken as written.

    Raises Refusal `bad_request` (K6) for an entry that cannot be read, `bad_entry` (P5) for an impossible one.
    """
    if "void" in fields:
        return _void_points(Entry(CLAUSE, fields, ("void", "seats")))
    if "points" in fields:
        return _points_alone(Entry(CLAUSE, fields, ("points",)))
    entry = Entry(CLAUSE, fields, ("hands", "success", "two_player"))
    at_least = entry.word("success", ("exact", "at_least")) == "at_least"
    two_player = entry.word("two_player", ("dummy", "short"))
    listed = entry.members("hands")
    # How trumps are found makes no difference here; a joker counts in the place of the card that is turned up.
    setup = Setup(_check_seats(entry, len(listed)), "declared", "exact", two_player, 0, 0, None)
    lines = [_read_line(member, setup.tricks) for member in listed]
    _check_cards(lines, setup.tricks)
    _check_declarer(lines)
    _check_own(lines, setup)
    _check_tricks(lines, setup.tricks)
    tallies = [line.tally for line in lines]
    return {
        "points": [sum(parts) for parts in score_parts(tallies, at_least)],
        "succeeded": [seat for seat, tally in enumerate(tallies) if succeeds(tally, at_least)],
    }


def _void_points(entry: Entry) -> dict[str, Any]:
    """Return the points of a deal at which all passed (A4.2)."""
    if not entry.flag("void"):
        raise entry.malformed("The field void is true, or left out.")
    seats = _check_seats(entry, entry.whole("seats"))
    return {"points": [0] * seats, "succeeded": []}


def _points_alone(entry: Entry) -> dict[str, Any]:
    """Return the score of a deal of which only points are known, not who succeeded."""
    points = entry.wholes("points", _check_seats(entry, len(entry.members("points"))))
    for seat, seat_points in enumerate(points):
        if abs(seat_points) > MAX_DEAL_POINTS:
            raise entry.impossible(
                "Seat {seat} cannot have {points} points from one deal.", seat=seat, points=seat_points
            )
    return {"points": points, "succeeded": []}


def _check_seats(entry: Entry, seats: int) -> int:
    if not 2 <= seats <= 4:
        raise entry.malformed("Abracadabra is for 2 to 4 seats, not {seats}.", seats=seats)
    return seats


def _read_line(fields: object, tricks: int) -> Line:
    entry = Entry(CLAUSE, fields, ("placed", "tricks", "own"), ("won", "right_kept", "right_lost", "pile"))
    named = _read_bid_cards(entry, "placed", tricks) if isinstance(entry.value("placed"), list) else None
    return Line(
        placed=_read_count(entry, "placed") if named is None else named.bit_count(),
        named=named,
        won=_read_bid_cards(entry, "won", tricks),
        kept=_read_bid_cards(entry, "right_kept", tricks),
        lost=_read_bid_cards(entry, "right_lost", tricks),
        tricks=_read_count(entry, "tricks"),
        own=_read_count(entry, "own"),
        pile=entry.flag("pile", default=False),
    )


def _read_count(entry: Entry, name: str) -> int:
    number = entry.whole(name)
    if number < 0:
        raise entry.impossible("The field {name} cannot be below 0.", name=name)
    return number


def _read_bid_cards(entry: Entry, name: str, tricks: int) -> int:
    """Return a list of bid cards, by value or by rank, as a set."""
    cards = 0
    for card in entry.members(name):
        if isinstance(card, str):
            bit = BIDS.bit.get(card.upper(), 0) if card.isascii() else 0
        elif type(card) is int:
            bit = 1 << card - 1 if 1 <= card <= tricks else 0
        else:
            raise entry.malformed("The field {name} has values or ranks of bid cards.", name=name)
        if not bit or bit >> tricks:
            raise entry.impossible("“{card}” is no bid card of this table.", card=str(card)[:20])
        if bit & cards:
            raise entry.impossible("Name trick {card} only once.", card=card)
        cards |= bit
    return cards


def _impossible(sentence: str, **fields: object) -> Refusal:
    return Refusal("bad_entry", CLAUSE, sentence, **fields)


def _check_cards(lines: Sequence[Line], tricks: int) -> None:
    """Check that the seats' bid cards fit together."""
    for seat, line in enumerate(lines):
        all_cards = line.won_cards | line.lost
        if sum(cards.bit_count() for cards in (line.won, line.kept, line.lost)) > all_cards.bit_count():
            raise _impossible("Seat {seat} has a trick twice among won and doubled.", seat=seat)
        if line.named is not None and all_cards & ~line.named:
            sentence = "Seat {seat} did not name trick {card}."
            raise _impossible(sentence, seat=seat, card=BIDS.listed(all_cards & ~line.named)[0])
        if all_cards.bit_count() > line.placed or line.placed > tricks:
            sentence = "Seat {seat} cannot have named that many tricks."
            raise _impossible(sentence, seat=seat)
        if line.pile and line.placed == tricks:
            raise _impossible("Seat {seat} named every trick, so had no pile to open.", seat=seat)


def _check_declarer(lines: Sequence[Line]) -> None:
    """Check that one seat placed the most cards, and that no other has cards on its right (A5.3, A6.1)."""
    most_placed = max(line.placed for line in lines)
    if not most_placed:
        raise _impossible("Nobody named a trick, so all passed.")
    declarer, *other_seats = [seat for seat, line in enumerate(lines) if line.placed == most_placed]
    if other_seats:
        sentence = "Seats {first} and {second} named equally many tricks. Declarer names the most."
        raise _impossible(sentence, first=declarer, second=other_seats[0])
    for seat, line in enumerate(lines):
        if line.kept | line.lost and seat != declarer:
            sentence = "Only Declarer, seat {declarer}, can double tricks, not seat {seat}."
            raise _impossible(sentence, declarer=declarer, seat=seat)


def _check_own(lines: Sequence[Line], setup: Setup) -> None:
    """Check that the pack, and the seat's tricks, have room for its cards of its own suit (A8.5)."""
    suit_size = len(setup.pack) // 4
    for seat, line in enumerate(lines):
        if line.own > suit_size:
            sentence = "A suit has {most} cards, so seat {seat} cannot have won {own}."
            raise _impossible(sentence, seat=seat, own=line.own, most=suit_size)
        room = line.tricks * setup.holders
        if line.own > room:
            sentence = "Seat {seat} won {most} cards in all, so not {own} of one suit."
            raise _impossible(sentence, seat=seat, own=line.own, most=room)


def _check_tricks(lines: Sequence[Line], tricks: int) -> None:
    """Check that the tricks add up, and that the placed cards allow a winner for each."""
    trick_sum = sum(line.tricks for line in lines)
    if trick_sum != tricks:
        raise _impossible("Tricks must add up to {tricks}, not {sum}.", tricks=tricks, sum=trick_sum)
    won_cards = 0
    for seat, line in enumerate(lines):
        if won_cards & line.won_cards:
            trick = BIDS.listed(won_cards & line.won_cards)[0]
            raise _impossible("Two players cannot both win trick {trick}.", trick=trick)
        won_cards |= line.won_cards
        if line.won_cards.bit_count() > line.tricks:
            raise _impossible("Seat {seat} cannot have won more named tricks than tricks.", seat=seat)
        if line.placed - line.won_cards.bit_count() > tricks - line.tricks:
            raise _impossible("Seat {seat} lost more named tricks than the others won tricks.", seat=seat)
    allowed = [_possible_winners(lines, 1 << number) for number in range(tricks)]
    if not count_ways(allowed, [line.tricks for line in lines]):
        raise _impossible("Check the named and won tricks: they cannot all be right.")


def _possible_winners(lines: Sequence[Line], trick: int) -> int:
    """Return the seats, as a set, that can have won the trick that a bid card names."""
    seats = [seat for seat, line in enumerate(lines) if trick & line.won_cards]
    seats = seats or [seat for seat, line in enumerate(lines) if not trick & line.lost_cards]
    if not seats:
        sentence = "Everyone named trick {card}, so one of them won it."
        raise _impossible(sentence, card=BIDS.text[trick])
    return sum(1 << seat for seat in seats)


def entry_of(facts: Mapping[str, Any], context: PadContext) -> dict[str, Any]:
    """Return the entry of a deal from its facts: `hands`, `points` or `void`."""
    if "void" in facts:
        return {"void": facts["void"], "seats": context.seats}
    if "points" in facts:
        return dict(facts)
    return {"success": context.options["success"], "two_player": context.options["two_player"], **facts}
