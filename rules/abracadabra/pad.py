"""P5: what a deal of Abracadabra at a physical table scores, from what people write down after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from rules.abracadabra.cards import BIDS, VALUE_SUM
from rules.abracadabra.scoring import Tally, score, succeeds
from rules.contract import Refusal
from rules.dealing import ways

FIELDS: Final = ("hands", "success", "two_player")
REQUIRED: Final = ("placed", "tricks", "own")
OPTIONAL: Final = ("won", "right_kept", "right_lost", "pile")


class Hand(NamedTuple):
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
    def right(self) -> int:
        """The cards on the right."""
        return self.kept | self.lost

    @property
    def scored(self) -> int:
        """The cards whose tricks the seat won."""
        return self.won | self.kept

    @property
    def missed(self) -> int:
        """The cards that are known to name tricks which the seat did not win."""
        return self.lost if self.named is None else self.named & ~self.scored


def pad(entry: Mapping[str, Any]) -> dict[str, Any]:
    """`points` and `succeeded` of one deal; all 0 for a void one.

    Raises Refusal `bad_request` where fields are missing, unknown, of the wrong type or hold a word or a number of
    seats that there is not (K6), and `bad_entry` (P5) for what cannot have happened.
    """
    if "void" in entry:
        return _void(entry)
    _fields(entry, FIELDS, ())
    success = _word(entry, "success", ("exact", "at_least"))
    two_player = _word(entry, "two_player", ("dummy", "short"))
    lines: object = entry["hands"]
    if not isinstance(lines, list):
        raise _malformed("The field hands has one entry a seat.")
    lines = cast("list[object]", lines)
    seats = _seats(len(lines))
    tricks = 13 if seats == 4 else 12
    hands = [_hand(line, tricks) for line in lines]
    _check_cards(hands, tricks)
    _check_declarer(hands)
    in_a_trick = 3 if seats == 2 and two_player == "dummy" else seats
    _check_own(hands, in_a_trick, 13 if seats == 4 else 6 if in_a_trick == 2 else 9)
    _check_tricks(hands, tricks)
    tallies = [
        Tally(
            hand.placed,
            VALUE_SUM[hand.won],
            VALUE_SUM[hand.kept] - VALUE_SUM[hand.lost],
            hand.tricks,
            hand.own,
            hand.pile,
        )
        for hand in hands
    ]
    at_least = success == "at_least"
    return {
        "points": [sum(parts) for parts in score(tallies, at_least)],
        "succeeded": [seat for seat, tally in enumerate(tallies) if succeeds(tally.placed, tally.tricks, at_least)],
    }


def _void(entry: Mapping[str, Any]) -> dict[str, Any]:
    """A deal at which all passed (A4.2)."""
    _fields(entry, ("void", "seats"), ())
    if entry["void"] is not True:
        raise _malformed("The field void is true, or left out.")
    seats = _seats(_whole("seats", entry["seats"]))
    return {"points": [0] * seats, "succeeded": []}


def _seats(seats: int) -> int:
    if not 2 <= seats <= 4:
        raise _malformed("Abracadabra is for 2 to 4 seats, not {seats}.", seats=seats)
    return seats


def _hand(line: object, tricks: int) -> Hand:
    if not isinstance(line, dict):
        raise _malformed("The field hands has an object for each seat.")
    fields = cast("dict[str, object]", line)
    _fields(fields, REQUIRED, OPTIONAL)
    placed = fields["placed"]
    named = None
    if isinstance(placed, list):
        named = _bid_cards("placed", cast("list[object]", placed), tricks)
        number = named.bit_count()
    else:
        number = _count("placed", placed)
    lists: list[int] = []
    for name in ("won", "right_kept", "right_lost"):
        cards = fields.get(name, [])
        if not isinstance(cards, list):
            raise _malformed("The field {name} is a list of bid cards.", name=name)
        lists.append(_bid_cards(name, cast("list[object]", cards), tricks))
    pile = fields.get("pile", False)
    if type(pile) is not bool:
        raise _malformed("The field pile is true or false.")
    won, kept, lost = lists
    return Hand(number, named, won, kept, lost, _count("tricks", fields["tricks"]), _count("own", fields["own"]), pile)


def _bid_cards(name: str, cards: list[object], tricks: int) -> int:
    """A list of bid cards, by value or by rank, as a set."""
    found = 0
    for card in cards:
        if isinstance(card, str):
            bit = BIDS.bit.get(card.upper(), 0) if card.isascii() else 0
        elif type(card) is int:
            bit = 1 << card - 1 if 1 <= card <= tricks else 0
        else:
            raise _malformed("The field {name} has values or ranks of bid cards.", name=name)
        if not bit or bit >> tricks:
            raise _wrong("“{card}” is no bid card of this table.", card=str(card)[:20])
        if bit & found:
            raise _wrong("The bid card {card} is named twice.", card=card)
        found |= bit
    return found


def _check_cards(hands: Sequence[Hand], tricks: int) -> None:
    """What each seat says of its bid cards must fit together."""
    for seat, hand in enumerate(hands):
        named = (hand.won, hand.kept, hand.lost)
        together = hand.scored | hand.lost
        if sum(cards.bit_count() for cards in named) > together.bit_count():
            raise _wrong("Seat {seat} has a bid card named twice.", seat=seat)
        if hand.named is not None and together & ~hand.named:
            card = BIDS.listed(together & ~hand.named)[0]
            raise _wrong("Seat {seat} cannot have won, kept or lost a card that it did not place: {card}.",
                         seat=seat, card=card)  # fmt: skip
        if together.bit_count() > hand.placed or hand.placed > tricks:
            raise _wrong("Seat {seat} has more bid cards named than it placed, or placed more than there are.",
                         seat=seat)  # fmt: skip
        if hand.pile and hand.placed == tricks:
            raise _wrong("Seat {seat} placed all its bid cards, so its pile is empty.", seat=seat)


def _check_declarer(hands: Sequence[Hand]) -> None:
    """Exactly one seat placed the most cards, and only it may have some on its right (A5.3, A6.1)."""
    most = max(hand.placed for hand in hands)
    if not most:
        raise _wrong("Nobody placed a card, and Declarer places at least one.")
    declarers = [seat for seat, hand in enumerate(hands) if hand.placed == most]
    if len(declarers) > 1:
        raise _wrong("Seats {first} and {second} placed the same number of cards, and Declarer places the most.",
                     first=declarers[0], second=declarers[1])  # fmt: skip
    for seat, hand in enumerate(hands):
        if hand.right and seat != declarers[0]:
            raise _wrong("Only Declarer, seat {declarer}, can have cards on its right, not seat {seat}.",
                         declarer=declarers[0], seat=seat)  # fmt: skip


def _check_own(hands: Sequence[Hand], in_a_trick: int, in_a_suit: int) -> None:
    """No more cards of its suit than the pack has, nor than the seat's tricks have room for (A8.5)."""
    for seat, hand in enumerate(hands):
        if hand.own > in_a_suit:
            raise _wrong("Seat {seat} cannot have {own} cards of its suit: the pack has {most}.",
                         seat=seat, own=hand.own, most=in_a_suit)  # fmt: skip
        if hand.own > hand.tricks * in_a_trick:
            raise _wrong("Seat {seat} cannot have {own} cards of its suit: its tricks have {most} cards in all.",
                         seat=seat, own=hand.own, most=hand.tricks * in_a_trick)  # fmt: skip


def _check_tricks(hands: Sequence[Hand], tricks: int) -> None:
    """The tricks must be all there are, and it must be possible that each was won as the placed cards tell."""
    if sum(hand.tricks for hand in hands) != tricks:
        raise _wrong("The tricks of all seats are {tricks} together, not {sum}.",
                     tricks=tricks, sum=sum(hand.tricks for hand in hands))  # fmt: skip
    taken = 0
    for seat, hand in enumerate(hands):
        if taken & hand.scored:
            raise _wrong("Trick {trick} is named as won by two seats.",
                         trick=BIDS.listed(taken & hand.scored)[0])  # fmt: skip
        taken |= hand.scored
        if hand.scored.bit_count() > hand.tricks:
            raise _wrong("Seat {seat} has more won bid cards than tricks.", seat=seat)
        if hand.placed - hand.scored.bit_count() > tricks - hand.tricks:
            raise _wrong("Seat {seat} has more lost bid cards than tricks that it did not win.", seat=seat)
    allowed: list[int] = []
    for trick in (1 << number for number in range(tricks)):
        holders = [seat for seat, hand in enumerate(hands) if trick & hand.scored]
        holders = holders or [seat for seat, hand in enumerate(hands) if not trick & hand.missed]
        if not holders:
            raise _wrong("Everybody placed {card}, so somebody must have won that trick.",
                         card=BIDS.listed(trick)[0])  # fmt: skip
        allowed.append(sum(1 << seat for seat in holders))
    if not ways(allowed, [hand.tricks for hand in hands]):
        raise _wrong("The tricks cannot be shared out so that the won and the lost bid cards are right.")


def _fields(entry: Mapping[str, object], required: Sequence[str], optional: Sequence[str]) -> None:
    for name in entry:
        if name not in required and name not in optional:
            raise _malformed("There is no field {name} in a deal of Abracadabra.", name=str(name)[:40])
    for name in required:
        if name not in entry:
            raise _malformed("The field {name} is missing.", name=name)


def _word(entry: Mapping[str, object], name: str, words: Sequence[str]) -> str:
    word = entry[name]
    if not isinstance(word, str):
        raise _malformed("The field {name} is a text.", name=name)
    if word not in words:
        raise _malformed("The field {name} is {one} or {other}.", name=name, one=words[0], other=words[1])
    return word


def _whole(name: str, value: object) -> int:
    if type(value) is not int:
        raise _malformed("The field {name} is a whole number.", name=name)
    return value


def _count(name: str, value: object) -> int:
    number = _whole(name, value)
    if number < 0:
        raise _wrong("The field {name} cannot be below 0.", name=name)
    return number


def _malformed(sentence: str, **fields: object) -> Refusal:
    return Refusal("bad_request", "P5", sentence, **fields)


def _wrong(sentence: str, **fields: object) -> Refusal:
    return Refusal("bad_entry", "P5", sentence, **fields)
