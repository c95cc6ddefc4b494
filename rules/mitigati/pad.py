"""P2, P3: what a hand of Mitigati played at a physical table scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, Final, cast

from rules.contract import Refusal
from rules.mitigati.bargain import LEAST, MOST, Word, Words, asked, offered, settle
from rules.mitigati.declare import ABUNDANCE, MIXED, worth_abundance, worth_honours, worth_kings, worth_mixed
from rules.mitigati.match import FULL, SEATS
from rules.mitigati.scoring import bonus_points, hand_points
from rules.tarot_tuned import HONOURS, KINGS, NUMBERED, PACK_78, mask_of, points

ALL_POINTS: Final = points(mask_of(PACK_78))
HAND: Final = sum(FULL.packets)
ORDINARY: Final = NUMBERED.bit_count() - 2
"""The trumps other than the Magician and the World."""
MOST_KINGS: Final = KINGS.bit_count()
ENDS: Final = 2
"""The Magician and the World: both Honours and trumps."""


def pad(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The points of an entry. Raises Refusal `bad_request` for its form, `bad_entry` for what cannot have happened."""
    return {"points": list(_bought_off(entry) if "words" in entry else _played(entry))}


def _played(entry: Mapping[str, Any]) -> tuple[int, ...]:
    """P2: a hand that was played."""
    _fields(entry, ("card_points", "rule"), ("bonuses",))
    counted = _numbers(entry, "card_points")
    bonuses = _numbers(entry, "bonuses") if "bonuses" in entry else [0] * SEATS
    rule: object = entry["rule"]
    if not isinstance(rule, str) or rule not in ("each", "flat"):
        raise _malformed("The field rule must be “each” or “flat”.")
    for number in (*counted, *bonuses):
        if number < 0:
            raise _impossible("P2", "Card points and bonuses are not negative; {number} is.", number=number)
    if sum(counted) != ALL_POINTS:
        raise _impossible("P2", "The card points of the three players are {all} together.", all=ALL_POINTS)
    for number in counted:
        if number in (1, 2):
            sentence = "Nobody can have {number} card points: a trick or the discard has at least 3."
            raise _impossible("P2", sentence, number=number)
    for bonus in bonuses:
        if bonus not in WORTHS:
            raise _impossible("P2", "No declaration is worth {bonus}.", bonus=bonus)
    if not together(bonuses):
        sentence = "One pack cannot hold bonuses of {first}, {second} and {third} together."
        raise _impossible("P2", sentence, first=bonuses[0], second=bonuses[1], third=bonuses[2])
    return hand_points(tuple(counted), bonus_points(bonuses, rule))


def together(bonuses: Sequence[int]) -> bool:
    """Whether three hands of one pack can declare bonuses of these worths.

    All ways to share out the Kings, the Fool, the Magician and the World are tried; the other trumps are alike, so it
    is enough that those the three need are not more than there are. Whatever nobody needs finds room: the hands have
    more free places than there are Kings and Honours, and the discard is filled from 52 plain cards.
    """
    for kings in product(range(MOST_KINGS + 1), repeat=SEATS):
        if sum(kings) > MOST_KINGS:
            continue
        for fool, magician, world in product(range(SEATS), repeat=3):
            trumps = 0
            for seat, bonus in enumerate(bonuses):
                need = needed(bonus, kings[seat], int(fool == seat), (magician == seat) + (world == seat))
                trumps += ORDINARY + 1 if need is None else need
            if trumps <= ORDINARY:
                return True
    return False


@cache
def needed(bonus: int, kings: int, fools: int, ends: int) -> int | None:
    """The fewest ordinary trumps (2 to 20) with which a hand can declare `bonus`, or None if it cannot.

    The hand holds so many Kings, the Fool or not, and `ends` of Magician and World; it need not show them all.
    """
    if not bonus:
        return 0
    found: list[int] = []
    for trumps in (0, *range(ABUNDANCE, NUMBERED.bit_count() + 1)):
        rest = bonus - (worth_abundance(trumps) if trumps else 0)
        for shown_kings, shown_fools, shown_ends in _shown(rest, kings, fools, ends):
            # Of the abundance, as many as can be are trumps that are shown anyway, then other ends, then ordinary ones.
            ordinary = max(0, trumps - ends)
            used_ends = max(shown_ends, min(ends, trumps))
            if ordinary <= ORDINARY and ordinary + used_ends + shown_kings + shown_fools <= HAND:
                found.append(ordinary)
    return min(found, default=None)


def _shown(rest: int, kings: int, fools: int, ends: int) -> Iterator[tuple[int, int, int]]:
    """The Kings, Fools and ends that a hand may show for other bonuses than abundance, worth `rest` (M5.3 to M5.6)."""
    all_honours = HONOURS.bit_count()
    for shown in product(range(kings + 1), range(fools + 1), range(ends + 1)):
        some_kings, honours = shown[0], shown[1] + shown[2]
        worths: list[int] = []
        if some_kings == MOST_KINGS:
            worths.append(worth_kings(honours))
        if honours == all_honours:
            worths.append(worth_honours(some_kings))
        if some_kings == MOST_KINGS and honours == all_honours:
            worths.append(worth_kings(0) + worth_honours(0))
        if some_kings + honours >= MIXED:
            worths.append(worth_mixed(some_kings + honours))
        if some_kings + honours == 0:
            worths.append(0)
        if rest in worths:
            yield shown


WORTHS: Final = frozenset(bonus for bonus in range(100) if needed(bonus, MOST_KINGS, 1, ENDS) is not None)
"""All that a declaration can be worth."""


def _bought_off(entry: Mapping[str, Any]) -> tuple[int, ...]:
    """P3: a hand that was bought off."""
    _fields(entry, ("words", "dealer"), ("order",))
    words = _words(entry["words"])
    dealer: object = entry["dealer"]
    if type(dealer) is not int or not 0 <= dealer < SEATS:
        raise _malformed("The field dealer must be one of the seats 0, 1 and 2.")
    order = _order(entry["order"]) if "order" in entry else []
    for word in words:
        if word and not LEAST <= word.number <= MOST:
            sentence = "Asks and offers are from {least} to {most} points, not {number}."
            raise _impossible("P3", sentence, least=LEAST, most=MOST, number=word.number)
    if not offered(words):
        raise _impossible("P3", "A hand is bought off only where somebody has offered points.")
    if offered(words) < asked(words):
        sentence = "The offers add up to {offered}, which is less than the {asked} that is asked."
        raise _impossible("P3", sentence, offered=offered(words), asked=asked(words))
    if all(words) and offered(words) > asked(words) and sorted(order) != list(range(SEATS)):
        sentence = "Everybody has spoken and more is offered than asked: say in which order the seats last spoke."
        raise _impossible("P3", sentence)
    speaking = [(dealer + step) % SEATS for step in (1, 2, 3)]
    return settle(words, speaking, order)


def _words(value: object) -> Words:
    if not isinstance(value, list):
        raise _malformed("The field words must be a list with a word for each seat.")
    words: list[Word | None] = []
    for said in cast("list[object]", value):
        if said is None:
            words.append(None)
            continue
        pair = cast("list[object]", said) if isinstance(said, list) else []
        if len(pair) != 2 or pair[0] not in ("ask", "offer") or type(pair[1]) is not int:
            raise _malformed("A word is null, [“ask”, number] or [“offer”, number].")
        words.append(Word("ask" if pair[0] == "ask" else "offer", pair[1]))
    if len(words) != SEATS:
        raise _malformed("The field words must be a list with a word for each seat.")
    return tuple(words)


def _order(value: object) -> list[int]:
    seats = cast("list[object]", value) if isinstance(value, list) else [None]
    order = [seat for seat in seats if type(seat) is int and 0 <= seat < SEATS]
    if len(order) != len(seats):
        raise _malformed("The field order must be a list of seats.")
    return order


def _fields(entry: Mapping[str, Any], needs: Sequence[str], may: Sequence[str]) -> None:
    for name in needs:
        if name not in entry:
            raise _malformed("The field {name} is missing.", name=name)
    for name in entry:
        if name not in needs and name not in may:
            raise _malformed("There is no field {name} in this entry.", name=name[:40])


def _numbers(entry: Mapping[str, Any], name: str) -> list[int]:
    value: object = entry[name]
    members = cast("list[object]", value) if isinstance(value, list) else []
    numbers = [member for member in members if type(member) is int]
    if len(members) != SEATS or len(numbers) != SEATS:
        raise _malformed("The field {name} must be a list of three whole numbers.", name=name)
    return numbers


def _malformed(sentence: str, **fields: object) -> Refusal:
    return Refusal("bad_request", None, sentence, **fields)


def _impossible(clause: str, sentence: str, **fields: object) -> Refusal:
    return Refusal("bad_entry", clause, sentence, **fields)
