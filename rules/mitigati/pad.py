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
from rules.mitigati.records import MAX_WORD, MIN_ABUNDANCE, MIN_MIXED, MIN_WORD, Word
from rules.mitigati.scoring import hand_points
from rules.mitigati.settlement import settle, sum_asks, sum_offers
from rules.seats import seats_from
from rules.tarot.cards import CARDS, HONOURS, KINGS, NUMBERED, PACK_78, points

ALL_POINTS: Final = points(CARDS.mask(PACK_78))
HAND_SIZE: Final = sum(FULL.packets)
ORDINARY_TRUMPS: Final = NUMBERED.bit_count() - 2
"""The trumps other than the Magician and the World."""
MOST_KINGS: Final = KINGS.bit_count()
END_TRUMPS: Final = 2
"""The Magician and the World: both Honours and trumps."""


def pad(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the points of an entry.

    Raises Refusal `bad_request` for its form, `bad_entry` for what cannot have happened.
    """
    return {"points": list(_bought_off_points(entry) if "words" in entry else _played_points(entry))}


def _played_points(entry: Mapping[str, Any]) -> tuple[int, ...]:
    """Return a hand that was played (P2)."""
    reader = Entry("P2", entry, ("card_points", "rule"), ("bonuses",))
    points_by_seat = reader.wholes("card_points", SEATS)
    bonuses = reader.wholes("bonuses", SEATS, default=0)
    rule = reader.word("rule", ("each", "flat"))
    for number in (*points_by_seat, *bonuses):
        if number < 0:
            raise reader.impossible("Card points and bonuses cannot be negative.", number=number)
    if sum(points_by_seat) != ALL_POINTS:
        raise reader.impossible("Card points must add up to {all}.", all=ALL_POINTS)
    for number in points_by_seat:
        if number in (1, 2):
            sentence = "Nobody can have {number} card points: a trick or the discard has at least 3."
            raise reader.impossible(sentence, number=number)
    for bonus in bonuses:
        if bonus not in POSSIBLE_WORTHS:
            raise reader.impossible("No declaration is worth {bonus}.", bonus=bonus)
    if not fit_together(bonuses):
        sentence = "One pack cannot hold bonuses of {first}, {second} and {third} together."
        raise reader.impossible(sentence, first=bonuses[0], second=bonuses[1], third=bonuses[2])
    return hand_points(points_by_seat, bonus_points(bonuses, rule))


def fit_together(bonuses: Sequence[int]) -> bool:
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
                need = min_trumps_needed(bonus, kings[seat], int(fool == seat), (magician == seat) + (world == seat))
                trumps += ORDINARY_TRUMPS + 1 if need is None else need
            if trumps <= ORDINARY_TRUMPS:
                return True
    return False


@cache
def min_trumps_needed(bonus: int, kings: int, fools: int, ends: int) -> int | None:
    """Return the fewest ordinary trumps (2 to 20) with which a hand can declare `bonus`, or None if it cannot.

    The hand holds so many Kings, the Fool or not, and `ends` of Magician and World; it need not show them all.
    """
    if not bonus:
        return 0
    counts: list[int] = []
    for trumps in (0, *range(MIN_ABUNDANCE, NUMBERED.bit_count() + 1)):
        other_worth = bonus - (worth_abundance(trumps) if trumps else 0)
        for shown_kings, shown_fools, shown_ends in _ways_to_show(other_worth, kings, fools, ends):
            # Of the abundance, as many as can be are trumps that are shown anyway, then other ends, then ordinary ones.
            ordinary = max(0, trumps - ends)
            used_ends = max(shown_ends, min(ends, trumps))
            if ordinary <= ORDINARY_TRUMPS and ordinary + used_ends + shown_kings + shown_fools <= HAND_SIZE:
                counts.append(ordinary)
    return min(counts, default=None)


def _ways_to_show(worth: int, kings: int, fools: int, ends: int) -> Iterator[tuple[int, int, int]]:
    """Yield the Kings, Fools and ends that a hand may show for other bonuses than abundance, worth `worth` (M5.3
    to M5.6).
    """
    all_honours = HONOURS.bit_count()
    for counts in product(range(kings + 1), range(fools + 1), range(ends + 1)):
        king_count, honours = counts[0], counts[1] + counts[2]
        worths: list[int] = []
        if king_count == MOST_KINGS:
            worths.append(worth_kings(honours))
        if honours == all_honours:
            worths.append(worth_honours(king_count))
        if king_count == MOST_KINGS and honours == all_honours:
            worths.append(worth_kings(0) + worth_honours(0))
        if king_count + honours >= MIN_MIXED:
            worths.append(worth_mixed(king_count + honours))
        if king_count + honours == 0:
            worths.append(0)
        if worth in worths:
            yield counts


POSSIBLE_WORTHS: Final = frozenset(
    bonus for bonus in range(100) if min_trumps_needed(bonus, MOST_KINGS, 1, END_TRUMPS) is not None
)
"""All that a declaration can be worth."""


def _bought_off_points(entry: Mapping[str, Any]) -> tuple[int, ...]:
    """Return a hand that was bought off (P3)."""
    reader = Entry("P3", entry, ("words", "dealer"), ("order",))
    standing = _read_words(reader)
    dealer = reader.seat("dealer", SEATS)
    order = reader.seats_named("order", SEATS)
    for word in standing:
        if word and not MIN_WORD <= word.number <= MAX_WORD:
            sentence = "Asks and offers are from {least} to {most} points, not {number}."
            raise reader.impossible(sentence, least=MIN_WORD, most=MAX_WORD, number=word.number)
    offered_points, asked_points = sum_offers(standing), sum_asks(standing)
    if not offered_points:
        raise reader.impossible("Type at least one offer.")
    if offered_points < asked_points:
        sentence = "Offers of {offered} do not cover asks of {asked}."
        raise reader.impossible(sentence, offered=offered_points, asked=asked_points)
    if all(standing) and offered_points > asked_points and sorted(order) != list(range(SEATS)):
        sentence = "Choose the order of the last asks and offers."
        raise reader.impossible(sentence)
    return settle(standing, seats_from(dealer + 1, SEATS), order)


def _read_words(reader: Entry) -> tuple[Word | None, ...]:
    """Return the standing word of each seat."""
    words = tuple(None if word is None else _read_word(reader, word) for word in reader.members("words"))
    if len(words) != SEATS:
        raise reader.malformed("The field words must be a list with a word for each seat.")
    return words


def _read_word(reader: Entry, word: object) -> Word:
    pair = cast("list[object]", word) if isinstance(word, list) else []
    number = pair[1] if len(pair) == 2 and pair[0] in ("ask", "offer") else None
    if type(number) is not int:
        raise reader.malformed("A word is null, [“ask”, number] or [“offer”, number].")
    return Word("ask" if pair[0] == "ask" else "offer", number)


def entry_of(facts: Mapping[str, Any], context: PadContext) -> dict[str, Any]:
    """Return the entry of a hand from its facts: `words`, or `card_points` and `bonuses`."""
    return {"dealer": context.dealer, **facts} if "words" in facts else {"rule": context.options["bonuses"], **facts}
