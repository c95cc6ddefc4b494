"""The pad of Abracadabra asks what each player named, lost and won in a deal (P5), its points, or that all passed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from bot.common.text import distinct_names
from bot.pads.entry_forms import EntryContext, EntryForm, EntryMethod, PickField, TextField, Typed, UnclearInput
from bot.ui.pads.form_input import (
    make_order_hint,
    numbers_field,
    parse_number_pairs,
    parse_numbers,
    picked_values,
    prefill_lines,
    typed_text,
)
from bot.ui.pads.presenter import make_ledger
from bot.ui.scene.scene import Ledger
from cogs.games.abracadabra.ledger import DEAL, parts
from rules.abracadabra.cards import BIDS

PLAYED: Final = "played"
VOID: Final = "void"
POINTS_ALONE: Final = "points"

NAMED: Final = "named"
RESULT: Final = "result"

POINTS_ONLY_TITLE: Final = "Points"

EXPOSED: Final = "exposed"
TRICKS: Final = "tricks"
OWN: Final = "own"
COUNTS: Final = "counts"
"""Tricks and own-suit cards of all in one field, where there is no room for two."""
PILE: Final = "pile_"
"""The beginning of the option of a player's pile."""
UNKNOWN: Final = "+"
"""The beginning of the option of lost tricks if nobody knows which they were."""

MAX_UNKNOWN: Final = 6
"""Such tricks of the largest option: together the options reach 21, and no deal has more than 13 tricks."""

MOST_SEATS: Final = 4

IN_A_LABEL: Final = 20
"""Letters of a name in a field's label."""

TRICKS_WON: Final = "Tricks won"
OWN_SUIT_CARDS: Final = "Own-suit cards in them"

SAMPLE_COUNTS: Final = (("5", "3"), ("4", "2"), ("3", "0"), ("1", "1"))
"""Tricks and own-suit cards that show how they are typed."""


class AbracadabraPad:
    """The pad of Abracadabra (bot/ui/pads/presenter.py)."""

    game: ClassVar[str] = "abracadabra"
    options: ClassVar[tuple[str, ...]] = ("success", "two_player")

    def ways(self, context: EntryContext) -> tuple[EntryMethod, ...]:
        """Return a deal that was played, by what was named and won, or by its points alone; and one that was void."""
        names = context.player_names()
        short = distinct_names(dict(enumerate(names)), IN_A_LABEL)
        tricks = _trick_options(len(names))
        most = len(tricks) + MAX_UNKNOWN
        named = [
            PickField(
                str(seat),
                f"Tricks that {name} named",
                (*tricks, *_UNKNOWN_OPTIONS),
                fewest=0,
                most=most,
            )
            for seat, name in short.items()
        ]
        piles = tuple((f"{PILE}{seat}", f"{name}'s pile") for seat, name in enumerate(names))
        exposed = PickField(
            EXPOSED,
            "What was exposed?",
            (*tricks, *piles),
            fewest=0,
            most=len(tricks) + len(piles),
            hint="Declarer's tricks, and piles",
        )
        lost_fields = [
            PickField(
                str(seat),
                f"Named tricks that {name} lost",
                tricks,
                fewest=0,
                most=len(tricks),
            )
            for seat, name in short.items()
        ]
        forms = (
            EntryForm(NAMED, "Tricks named", "1 of 2: which tricks were named", (*named, exposed)),
            EntryForm(RESULT, "Result", "2 of 2: what was won and lost", (*_count_fields(names), *lost_fields)),
        )
        points = numbers_field(POINTS_ALONE, "Points of this deal", names, "as the table counted them")
        return (
            EntryMethod(PLAYED, "Enter hand", forms),
            EntryMethod(POINTS_ALONE, "Points only", (EntryForm(POINTS_ALONE, "Points", points.label, (points,)),)),
            EntryMethod(VOID, "All passed", ()),
        )

    def read_facts(self, context: EntryContext, way: str, inputs: Typed) -> dict[str, Any]:
        """Return `hands` by seat, with the values of bid cards; or `points`; or `void`. Raises UnclearInput."""
        if way == VOID:
            return {"void": True}
        names = context.player_names()
        if way == POINTS_ALONE:
            return {"points": list(parse_numbers(typed_text(inputs, way, POINTS_ALONE), names))}
        exposed_values = picked_values(inputs, NAMED, EXPOSED)
        exposed = _tricks(exposed_values)
        counts = _counts(inputs, names)
        named_values = [picked_values(inputs, NAMED, str(seat)) for seat in range(len(names))]
        declarer = (
            _declarer([len(_tricks(values)) + _unknown(values) for values in named_values], names) if exposed else None
        )
        hands: list[dict[str, Any]] = []
        for seat, (name, values, (tricks, own_suit_count)) in enumerate(zip(names, named_values, counts, strict=True)):
            right_cards = exposed if seat == declarer else []
            named = sorted({*_tricks(values), *right_cards})
            lost_tricks = _tricks(picked_values(inputs, RESULT, str(seat)))
            if strange := [trick for trick in lost_tricks if trick not in named]:
                raise UnclearInput(f"{name} cannot have lost trick {strange[0]}, which {name} did not name.")
            unknown = _unknown(values)
            hands.append(
                {
                    "placed": len(named) + unknown if unknown else named,
                    "won": [trick for trick in named if trick not in lost_tricks and trick not in right_cards],
                    "right_kept": [trick for trick in right_cards if trick not in lost_tricks],
                    "right_lost": [trick for trick in right_cards if trick in lost_tricks],
                    "tricks": tricks,
                    "own": own_suit_count,
                    "pile": f"{PILE}{seat}" in exposed_values,
                }
            )
        return {"hands": hands}

    def fill_forms(self, context: EntryContext, facts: Mapping[str, Any]) -> tuple[str, Typed]:
        """Return the fields: everybody's chosen tricks and the numbers, or the points; none for a void deal."""
        if "void" in facts:
            return VOID, {}
        if "points" in facts:
            lines = prefill_lines(context.player_names(), facts["points"])
            return POINTS_ALONE, {POINTS_ALONE: {POINTS_ALONE: [lines]}}
        hands: Sequence[Mapping[str, Any]] = facts["hands"]
        named: dict[str, list[str]] = {}
        result: dict[str, list[str]] = {}
        exposed: list[int] = []
        for seat, hand in enumerate(hands):
            won_cards, right_cards = [*hand["won"], *hand["right_kept"]], [*hand["right_kept"], *hand["right_lost"]]
            placed_cards = _placed(hand)
            named[str(seat)] = [
                *map(str, placed_cards),
                *_unknown_values(_how_many(hand["placed"]) - len(placed_cards)),
            ]
            result[str(seat)] = [str(trick) for trick in placed_cards if trick not in won_cards]
            exposed += right_cards
        piles = [f"{PILE}{seat}" for seat, hand in enumerate(hands) if hand["pile"]]
        named[EXPOSED] = [*map(str, sorted(exposed)), *piles]
        result |= _typed_counts(context.player_names(), hands)
        return PLAYED, {NAMED: named, RESULT: result}

    def ledger(
        self, context: EntryContext, entry: Mapping[str, Any], outcome: Mapping[str, Any], totals: Sequence[int]
    ) -> Ledger:
        """Return the points of success, tricks named and won, Declarer's exposed tricks, tricks, and cards of the own
        suit.

        Points alone have no parts.
        """
        if "points" in entry:
            columns = [(POINTS_ONLY_TITLE, outcome["points"])]
            return make_ledger(context, columns, DEAL, [""] * len(context.names), totals)
        hands: list[Mapping[str, Any]] = entry.get("hands", [{}] * len(context.names))
        success_points = 10 * (len(hands) + 1 - len(outcome["succeeded"]))  # A8.1
        rows = [_parts(hand, success_points if seat in outcome["succeeded"] else 0) for seat, hand in enumerate(hands)]
        last = {
            "void": "void" in entry,
            "parts": rows,
            "right": [card for hand in hands for card in hand.get("right_kept", ())],
            "turned": [card for hand in hands for card in hand.get("right_lost", ())],
            "placed": [range(_how_many(hand.get("placed", 0))) for hand in hands],
        }
        return make_ledger(context, *parts(last), totals)


# -- what is typed -----------------------------------------------------------------------------------------------------


def _count_fields(names: Sequence[str]) -> tuple[TextField, ...]:
    """Return the fields of tricks won and own-suit cards: one each, or one of pairs where four players leave no
    room.
    """
    samples = SAMPLE_COUNTS[: len(names)]
    if len(names) < MOST_SEATS:
        tricks, own_suit_field = (
            numbers_field(key, label, names) for key, label in ((TRICKS, TRICKS_WON), (OWN, OWN_SUIT_CARDS))
        )
        return (
            tricks._replace(sample=" ".join(trick_sample for trick_sample, _ in samples)),
            own_suit_field._replace(sample=" ".join(trick_sample for _, trick_sample in samples)),
        )
    hint, sample = make_order_hint(names, "Two numbers each: "), ", ".join(map(" ".join, samples))
    return (TextField(COUNTS, "All tricks won, own-suit cards in them", hint=hint, lines=True, sample=sample),)


def _counts(inputs: Typed, names: Sequence[str]) -> list[tuple[int, int]]:
    """Return each player's tricks and own-suit cards. Raises UnclearInput, which names the field."""
    if len(names) == MOST_SEATS:
        return parse_number_pairs(typed_text(inputs, RESULT, COUNTS), names, ("tricks won", "own-suit cards"))
    rows: list[tuple[int, ...]] = []
    for key, label in ((TRICKS, TRICKS_WON), (OWN, OWN_SUIT_CARDS)):
        try:
            rows.append(parse_numbers(typed_text(inputs, RESULT, key), names))
        except UnclearInput as error:
            raise UnclearInput(f"{label}: {error.sentence}") from error
    return list(zip(*rows, strict=True))


def _typed_counts(names: Sequence[str], hands: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Return the fields of tricks and own-suit cards as they would be typed."""
    if len(names) < MOST_SEATS:
        return {key: [prefill_lines(names, [hand[key] for hand in hands])] for key in (TRICKS, OWN)}
    lines = (f"{name}: {hand['tricks']} {hand['own']}" for name, hand in zip(names, hands, strict=True))
    return {COUNTS: ["\n".join(lines)]}


# -- what is chosen ----------------------------------------------------------------------------------------------------


def _trick_options(seats: int) -> tuple[tuple[str, str], ...]:
    """Return the tricks of a deal as options, with the ranks of the bid cards that have letters (A1.3)."""
    tricks = len(BIDS.texts) if seats == MOST_SEATS else len(BIDS.texts) - 1  # A1.3
    return tuple(
        (str(number), str(number) if rank.isdecimal() else f"{number} ({rank})")
        for number, rank in enumerate(BIDS.texts[:tricks], 1)
    )


_UNKNOWN_OPTIONS: Final = tuple(
    (f"{UNKNOWN}{count}", f"{count} more, all lost: nobody knows which") for count in range(1, MAX_UNKNOWN + 1)
)


def _tricks(values: Sequence[str]) -> list[int]:
    """Return the tricks among the values of a field, the lowest first."""
    return sorted(int(value) for value in values if value.isdecimal())


def _unknown(values: Sequence[str]) -> int:
    """Return the number of lost named tricks whose numbers are not known."""
    return sum(int(value) for value in values if value.startswith(UNKNOWN))


def _unknown_values(count: int) -> list[str]:
    """Return the options that say so, each at most once, the largest first."""
    parts: list[int] = []
    for part in range(MAX_UNKNOWN, 0, -1):
        if part <= count - sum(parts):
            parts.append(part)
    return [f"{UNKNOWN}{part}" for part in parts]


def _placed(hand: Mapping[str, Any]) -> list[int]:
    """Return the tricks that a player is known to have named."""
    placed: Sequence[int] | int = hand["placed"]
    values = (*hand["won"], *hand["right_kept"], *hand["right_lost"])
    return sorted(values if isinstance(placed, int) else placed)


def _declarer(counts: Sequence[int], names: Sequence[str]) -> int:
    """Return the seat that named the most tricks (A5.3). Raises UnclearInput where several did."""
    most = [seat for seat, count in enumerate(counts) if count == max(counts)]
    if len(most) > 1:
        first, second = names[most[0]], names[most[1]]
        raise UnclearInput(
            f"{first} and {second} named equally many tricks, so whose were exposed? Declarer named the most."
        )
    return most[0]


# -- the ledger --------------------------------------------------------------------------------------------------------


def _parts(hand: Mapping[str, Any], success: int) -> dict[str, int]:
    """Return what a seat scored, part by part (A8.1 to A8.5); nothing in a void deal."""
    return {
        "success": success if hand else 0,
        "left": sum(hand.get("won", ())),
        "right": 2 * (sum(hand.get("right_kept", ())) - sum(hand.get("right_lost", ()))),
        "tricks": hand.get("tricks", 0),
        "own": (4 if hand.get("pile") else 2) * hand.get("own", 0),
    }


def _how_many(placed: Sequence[int] | int) -> int:
    return placed if isinstance(placed, int) else len(placed)
