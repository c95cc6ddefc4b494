"""The pad of Mitigati asks for card points and bonuses (P2), or the words that bought the hand off (P3)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any, ClassVar, Final

from bot.common.text import distinct_names, plain
from bot.pads.entry_forms import EntryContext, EntryForm, EntryMethod, PickField, TextField, Typed, UnclearInput
from bot.ui.pads.form_input import numbers_field, parse_number, parse_numbers, picked_values, prefill_lines, typed_text
from bot.ui.pads.presenter import make_ledger
from bot.ui.scene.scene import Ledger
from cogs.games.mitigati.ledger import parts
from rules.mitigati.bonuses import bonus_points
from rules.mitigati.cards import SEATS
from rules.mitigati.pad import ALL_POINTS
from rules.mitigati.records import MAX_WORD, MIN_WORD
from rules.sentences import listed

PLAYED: Final = "played"
BOUGHT: Final = "bought"
BONUSES: Final = "bonuses"
ORDER: Final = "order"
IN_A_ROW: Final = 30
"""Letters of a name among three of an option."""

_WORD: Final = re.compile(r"(a|asks?|asked|o|offers?|offered)[ :]*([^a-z]*)", re.IGNORECASE)
_NOTHING: Final = {"", "-", "none", "nothing"}


class MitigatiPad:
    """The pad of Mitigati (bot/ui/pads/presenter.py)."""

    game: ClassVar[str] = "mitigati"
    options: ClassVar[tuple[str, ...]] = ("rotation", "bargaining", "bonuses")

    def ways(self, context: EntryContext) -> tuple[EntryMethod, ...]:
        """Return a hand that was played; and, where there is bargaining, one that was bought off."""
        names = context.player_names()
        cards = tuple(
            TextField(_card(seat), name, hint="One of the three can stay blank", required=False)
            for seat, name in enumerate(names)
        )
        bonuses = numbers_field(
            BONUSES, "Points for declared bonuses", names, "blank if nobody declared", required=False
        )
        played_form = EntryForm(PLAYED, "Card points", "Card points, with the discard", (*cards, bonuses))
        ways = [EntryMethod(PLAYED, "Enter hand", (played_form,))]
        if context.options["bargaining"]:
            words = tuple(
                TextField(_word(seat), name, hint="ask 20 or offer 35; blank if neither", required=False)
                for seat, name in enumerate(names)
            )
            order = PickField(
                ORDER,
                "Order of the last asks and offers",
                _orders(names),
                fewest=0,
                hint="Only if nobody passed and offers exceed asks",
            )
            bought_off_form = EntryForm(BOUGHT, "Words", "Each player's last ask or offer", (*words, order))
            ways.append(EntryMethod(BOUGHT, "Bought off", (bought_off_form,)))
        return tuple(ways)

    def read_facts(self, context: EntryContext, way: str, inputs: Typed) -> dict[str, Any]:
        """Return `card_points` and `bonuses`, or `words` and, if it was said, `order`. Raises UnclearInput."""
        names = context.player_names()
        if way == BOUGHT:
            words = [_standing_word(typed_text(inputs, BOUGHT, _word(seat)), name) for seat, name in enumerate(names)]
            order = [int(seat) for value in picked_values(inputs, BOUGHT, ORDER) for seat in value.split()]
            return {"words": words, **({"order": order} if order else {})}
        bonuses = typed_text(inputs, PLAYED, BONUSES)
        return {
            "card_points": _card_points([typed_text(inputs, PLAYED, _card(seat)) for seat in range(SEATS)], names),
            "bonuses": list(parse_numbers(bonuses, names)) if bonuses else [0] * SEATS,
        }

    def fill_forms(self, context: EntryContext, facts: Mapping[str, Any]) -> tuple[str, Typed]:
        """Return the numbers of all three, or their words."""
        if "words" in facts:
            words = {_word(seat): [" ".join(map(str, word or ()))] for seat, word in enumerate(facts["words"])}
            order = " ".join(map(str, facts.get("order", ())))
            return BOUGHT, {BOUGHT: {**words, ORDER: [order] if order else []}}
        cards = {_card(seat): [str(points)] for seat, points in enumerate(facts["card_points"])}
        return PLAYED, {PLAYED: {**cards, BONUSES: [prefill_lines(context.player_names(), facts["bonuses"])]}}

    def ledger(
        self, context: EntryContext, entry: Mapping[str, Any], outcome: Mapping[str, Any], totals: Sequence[int]
    ) -> Ledger:
        """Return card points less 49 and bonuses; or what was asked and offered, and how the rest was shared or cut."""
        last: dict[str, Any] = {"bought_off": "words" in entry, "points": outcome["points"]}
        if last["bought_off"]:
            last["words"] = entry["words"]
        else:
            last["card_points"] = entry["card_points"]
            last["bonuses"] = bonus_points(entry["bonuses"], entry["rule"])
        return make_ledger(context, *parts(last), totals)


def _card(seat: int) -> str:
    """Return the key of the field of a seat's card points."""
    return f"points_{seat}"


def _word(seat: int) -> str:
    """Return the key of the field of a seat's word."""
    return f"word_{seat}"


def _orders(names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the six orders in which three can have spoken, as options."""
    short = distinct_names(dict(enumerate(names)), IN_A_ROW)
    return tuple(
        (" ".join(map(str, order)), ", ".join(short[seat] for seat in order)) for order in permutations(range(SEATS))
    )


def _card_points(texts: Sequence[str], names: Sequence[str]) -> list[int]:
    """Return the card points of three seats. A missing number is the total less the others (M1.2)."""
    blank = [seat for seat, text in enumerate(texts) if not text]
    if len(blank) > 1:
        raise UnclearInput(f"Type the card points of at least two players: {listed(names)}.")
    points_by_seat = [parse_number(text, f"{name}'s card points") if text else 0 for text, name in zip(texts, names)]
    if blank:
        missing_points = ALL_POINTS - sum(points_by_seat)
        if missing_points < 0:
            other_names = listed([name for seat, name in enumerate(names) if seat not in blank])
            raise UnclearInput(
                f"{other_names} cannot have {sum(points_by_seat)} card points together: there are only {ALL_POINTS}."
            )
        points_by_seat[blank[0]] = missing_points
    return points_by_seat


def _standing_word(text: str, name: str) -> list[Any] | None:
    """Return a standing word as the rules read it, None for none (M3.3)."""
    if text.lower() in _NOTHING:
        return None
    word = _WORD.fullmatch(text)
    if word is None:
        excerpt = plain(text, 40)
        raise UnclearInput(
            f"{name}: “{excerpt}” is not clear. Write “ask 20” or “offer 35” ({MIN_WORD} to {MAX_WORD})."
        )
    return ["ask" if word[1].lower().startswith("a") else "offer", parse_number(word[2], f"What {name} said")]
