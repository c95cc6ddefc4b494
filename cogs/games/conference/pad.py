"""The pad of Conference asks for the sides' card points and tricks, and for special plays (P4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from bot.common.text import distinct_names
from bot.pads.entry_forms import (
    EntryContext,
    EntryField,
    EntryForm,
    EntryMethod,
    PickField,
    TextField,
    Typed,
    UnclearInput,
)
from bot.ui.pads.form_input import parse_number, picked_values, typed_text
from bot.ui.pads.presenter import make_ledger
from bot.ui.scene.scene import Ledger
from cogs.games.conference.ledger import parts
from cogs.games.conference.sides import seats_of
from rules.conference.pad import ALL_POINTS, TRICKS
from rules.conference.records import SIDES

WAY: Final = "hand"
WON: Final = "tricks"
PLAYED: Final = "played"
HIRED: Final = "gallowglass"
CALL: Final = "call"
IN_A_LABEL: Final = 11
"""Letters of a name, of which two stand in a field's label beside what is asked."""


class ConferencePad:
    """The pad of Conference (bot/ui/pads/presenter.py)."""

    game: ClassVar[str] = "conference"
    options: ClassVar[tuple[str, ...]] = ("good_evil", "gallowglass")

    def ways(self, context: EntryContext) -> tuple[EntryMethod, ...]:
        """Return one form: card points of the sides, tricks of the first; a hired suit or a call where there can
        be one.
        """
        sides = _sides(context)
        rest = "" if _special(context) else "; one side can stay blank"
        fields: list[EntryField] = [
            TextField(_points(side_index), f"Card points: {name}", hint=f"Without the tricks{rest}", required=False)
            for side_index, name in enumerate(sides)
        ]
        fields.append(TextField(WON, f"Tricks: {sides[0]}", hint=f"0 to {TRICKS}"))
        if special := _special(context):
            hint = "Leave empty if nothing"
            fields.append(PickField(PLAYED, "Also in this hand", special, fewest=0, most=len(special), hint=hint))
        return (EntryMethod(WAY, "Enter hand", (EntryForm(WAY, "Hand", "What each side won", tuple(fields)),)),)

    def read_facts(self, context: EntryContext, way: str, inputs: Typed) -> dict[str, Any]:
        """Return `card_points` and `tricks` by side, `gallowglass` and `call`. Raises UnclearInput.

        Card points of one side are all but those of the other where all cards count: with neither hired suit nor call.
        """
        sides, special_values = _sides(context), picked_values(inputs, WAY, PLAYED)
        texts = [typed_text(inputs, WAY, _points(side_index)) for side_index in range(SIDES)]
        blank = [side_index for side_index, text in enumerate(texts) if not text]
        if blank and (special_values or len(blank) == SIDES):
            exception = ", too, after a call or a hired suit" if special_values else ""
            raise UnclearInput(f"Type the card points of {sides[blank[0]]}{exception}.")
        points_by_side = [
            parse_number(text, f"Card points of {name}") if text else 0 for text, name in zip(texts, sides)
        ]
        for side_index in blank:
            points_by_side[side_index] = ALL_POINTS - points_by_side[1 - side_index]
            if points_by_side[side_index] < 0:
                other_points = points_by_side[1 - side_index]
                raise UnclearInput(
                    f"{sides[1 - side_index]} cannot have {other_points} card points: there are only {ALL_POINTS}."
                )
        tricks_won = parse_number(typed_text(inputs, WAY, WON), f"Tricks of {sides[0]}")
        if not 0 <= tricks_won <= TRICKS:
            raise UnclearInput(f"{sides[0]} cannot have won {tricks_won} tricks: there are {TRICKS} in all.")
        return {
            "card_points": points_by_side,
            "tricks": [tricks_won, TRICKS - tricks_won],
            "gallowglass": HIRED in special_values,
            "call": CALL in special_values,
        }

    def fill_forms(self, context: EntryContext, facts: Mapping[str, Any]) -> tuple[str, Typed]:
        """Return the numbers, and what was played."""
        form: dict[str, list[str]] = {
            _points(side_index): [str(points)] for side_index, points in enumerate(facts["card_points"])
        }
        form[WON] = [str(facts["tricks"][0])]
        if _special(context):
            form[PLAYED] = [value for value in (HIRED, CALL) if facts[value]]
        return WAY, {WAY: form}

    def ledger(
        self, context: EntryContext, entry: Mapping[str, Any], outcome: Mapping[str, Any], totals: Sequence[int]
    ) -> Ledger:
        """Return the points of each seat's own side, and those of the others or the target. Partners have the same."""
        sides = zip(entry["card_points"], entry["tricks"], strict=True)
        last = {
            "dealer": entry["dealer"],
            "gallowglass": HIRED if entry["gallowglass"] else None,
            "calls": [CALL] if entry["call"] else [],
            "card_points": entry["card_points"],
            "won": entry["tricks"],
            "totals": [points + tricks_won for points, tricks_won in sides],
        }
        return make_ledger(context, *parts(last), totals)


def _points(side_index: int) -> str:
    """Return the key of the field of a side's card points."""
    return f"points_{side_index}"


def _sides(context: EntryContext) -> list[str]:
    """Return the sides by their partners (C1.3): "Ada and Bela"."""
    short = distinct_names(dict(enumerate(context.player_names())), IN_A_LABEL)
    return [" and ".join(short[seat] for seat in seats_of(side_index)) for side_index in range(SIDES)]


def _special(context: EntryContext) -> tuple[tuple[str, str], ...]:
    """Return the plays after which not all cards count (C4.1, C7.2), as options."""
    return (
        *(((HIRED, "A suit was hired"),) if context.options["gallowglass"] else ()),
        *(((CALL, "Good or Evil was played with a call"),) if context.options["good_evil"] == "allegiance" else ()),
    )
