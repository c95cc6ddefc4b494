"""P2, P3: what a hand of Mitigati played at a physical table scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, Final, cast

from rules.contract import PadContext
from rules.entries import Entry
from rules.mitigati.bonuses import bonus_points, worth_abundance, worth_honours, worth_kings, worth_mixed
from rules.mitigati.cards import FULL, SEATS
from rules.mitigati.records import ABUNDANCE, LEAST, MIXED, MOST, Word
from rules.mitigati.scoring import hand_points
from rules.mitigati.settlement import asked, offered, settle
from rules.seats import seats_from
from rules.tarot.cards import CARDS, HONOURS, KINGS, NUMBERED, PACK_78, points

ALL_POINTS: Final = points(CARDS.mask(PACK_78))
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
    read = Entry("P2", entry, ("card_points", "rule"), ("bonuses",))
    counted = read.wholes("card_points", SEATS)
    bonuses = read.wholes("bonuses", SEATS, default=0)
    rule = read.word("rule", ("each", "flat"))
    for number in (*counted, *bonuses):
        if number < 0:
            raise read.impossible("Card points and bonuses cannot be negative.", number=number)
    if sum(counted) != ALL_POINTS:
        raise read.impossible("Card points must add up to {all}.", all=ALL_POINTS)
    for number in counted:
        if number in (1, 2):
            sentence = "Nobody can have {number} card points: a trick or the discard has at least 3."
            raise read.impossible(sentence, number=number)
    for bonus in bonuses:
        if bonus not in WORTHS:
            raise read.impossible("No declaration is worth {bonus}.", bonus=bonus)
    if not together(bonuses):
        sentence = "One pack cannot hold bonuses of {first}, {second} and {third} together."
        raise read.impossible(sentence, first=bonuses[0], second=bonuses[1], third=bonuses[2])
    return hand_points(counted, bonus_points(bonuses, rule))


def together(bonuses: Sequence[int]) -> bool:
    """Whether three hands of one pack can declare bonuses of these worths."""
    # All ways to share out the Kings, the Fool, the Magician and the World are tried; the other trumps are alike, so it
    # is enough that those the three need are not more than there are. Whatever nobody needs finds room: the hands have
    # more free places than there are Kings and Honours, and the discard is filled from 52 plain cards.
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
    counts: list[int] = []
    for trumps in (0, *range(ABUNDANCE, NUMBERED.bit_count() + 1)):
        rest = bonus - (worth_abundance(trumps) if trumps else 0)
        for shown_kings, shown_fools, shown_ends in _shown(rest, kings, fools, ends):
            # Of the abundance, as many as can be are trumps that are shown anyway, then other ends, then ordinary ones.
            ordinary = max(0, trumps - ends)
            used_ends = max(shown_ends, min(ends, trumps))
            if ordinary <= ORDINARY and ordinary + used_ends + shown_kings + shown_fools <= HAND:
                counts.append(ordinary)
    return min(counts, default=None)


def _shown(rest: int, kings: int, fools: int, ends: int) -> Iterator[tuple[int, int, int]]:
    """The Kings, Fools and ends that a hand may show for other bonuses than abundance, worth `rest` (M5.3 to M5.6)."""
    all_honours = HONOURS.bit_count()
    for counts in product(range(kings + 1), range(fools + 1), range(ends + 1)):
        some_kings, honours = counts[0], counts[1] + counts[2]
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
            yield counts


WORTHS: Final = frozenset(bonus for bonus in range(100) if needed(bonus, MOST_KINGS, 1, ENDS) is not None)
"""All that a declaration can be worth."""


def _bought_off(entry: Mapping[str, Any]) -> tuple[int, ...]:
    """P3: a hand that was bought off."""
    read = Entry("P3", entry, ("words", "dealer"), ("order",))
    standing = _words(read)
    dealer = read.seat("dealer", SEATS)
    order = read.seats_named("order", SEATS)
    for word in standing:
        if word and not LEAST <= word.number <= MOST:
            sentence = "Asks and offers are from {least} to {most} points, not {number}."
            raise read.impossible(sentence, least=LEAST, most=MOST, number=word.number)
    offers, asks = offered(standing), asked(standing)
    if not offers:
        raise read.impossible("Type at least one offer.")
    if offers < asks:
        sentence = "Offers of {offered} do not cover asks of {asked}."
        raise read.impossible(sentence, offered=offers, asked=asks)
    if all(standing) and offers > asks and sorted(order) != list(range(SEATS)):
        sentence = "Choose the order of the last asks and offers."
        raise read.impossible(sentence)
    return settle(standing, seats_from(dealer + 1, SEATS), order)


def _words(read: Entry) -> tuple[Word | None, ...]:
    """The standing word of each seat."""
    words = tuple(None if word is None else _word(read, word) for word in read.members("words"))
    if len(words) != SEATS:
        raise read.malformed("The field words must be a list with a word for each seat.")
    return words


def _word(read: Entry, word: object) -> Word:
    pair = cast("list[object]", word) if isinstance(word, list) else []
    number = pair[1] if len(pair) == 2 and pair[0] in ("ask", "offer") else None
    if type(number) is not int:
        raise read.malformed("A word is null, [“ask”, number] or [“offer”, number].")
    return Word("ask" if pair[0] == "ask" else "offer", number)


def entry_of(facts: Mapping[str, Any], context: PadContext) -> dict[str, Any]:
    """The entry of a hand from its facts: `words`, or `card_points` and `bonuses`."""
    return {"dealer": context.dealer, **facts} if "words" in facts else {"rule": context.options["bonuses"], **facts}
