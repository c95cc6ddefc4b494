"""The pad of Voren asks who stayed in, who won the tricks, and whom Treachery excused (P1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from bot.pads.entry_forms import EntryContext, EntryForm, EntryMethod, PickField, Typed, UnclearInput
from bot.ui.pads.form_input import picked_values
from bot.ui.pads.presenter import make_ledger
from bot.ui.scene.scene import Ledger
from cogs.games.voren.ledger import parts
from rules.voren.pot import payments_into_pot
from rules.voren.scoring import settle

WAY: Final = "hand"
STAYED: Final = "stayed"
TRICKS: Final = ("first", "second", "third")
WOLF: Final = "wolf"


class VorenPad:
    """The pad of Voren (bot/ui/pads/presenter.py). It knows debts and payments from the hand before."""

    game: ClassVar[str] = "voren"
    options: ClassVar[tuple[str, ...]] = ("ante", "limit")

    def ways(self, context: EntryContext) -> tuple[EntryMethod, ...]:
        """Return one form in which nothing is typed: everybody is in it as having stayed."""
        player_options = context.player_options()
        fields = (
            PickField(
                STAYED,
                "Who stayed in?",
                player_options,
                tuple(seat for seat, _ in player_options),
                most=len(player_options),
                hint="Remove players who folded",
            ),
            *(
                PickField(place, f"Who won the {place} trick?", player_options, fewest=0, hint=hint)
                for place, hint in zip(TRICKS, ("Leave empty if one player stayed in alone", "", ""))
            ),
            PickField(
                WOLF,
                "Whose Wolf fell to Treachery?",
                player_options,
                fewest=0,
                hint="If both were in one trick, this player owes no match",
            ),
        )
        return (EntryMethod(WAY, "Enter hand", (EntryForm(WAY, "Hand", "What happened", fields),)),)

    def read_facts(self, context: EntryContext, way: str, inputs: Typed) -> dict[str, Any]:
        """Return `stayed`, `tricks` by seat and `wolf_exempt`.

        Raises UnclearInput where a trick's winner is missing.
        """
        seats_in = sorted(int(seat) for seat in picked_values(inputs, WAY, STAYED))
        trick_winners = [int(seat) for place in TRICKS for seat in picked_values(inputs, WAY, place)]
        blank_tricks = [place for place in TRICKS if not picked_values(inputs, WAY, place)]
        if blank_tricks and len(seats_in) != 1:
            raise UnclearInput(f"Choose who won the {blank_tricks[0]} trick.")
        wolf = [int(seat) for seat in picked_values(inputs, WAY, WOLF)]
        return {
            "stayed": seats_in,
            "tricks": [trick_winners.count(seat) for seat in range(len(context.names))],
            "wolf_exempt": wolf[0] if wolf else None,
        }

    def fill_forms(self, context: EntryContext, facts: Mapping[str, Any]) -> tuple[str, Typed]:
        """Return the players who stayed or were excused, and the tricks in the order of seats (any order scores
        alike).
        """
        trick_winners = [str(seat) for seat, tricks in enumerate(facts["tricks"]) for _ in range(tricks)]
        wolf = facts["wolf_exempt"]
        return WAY, {
            WAY: {
                STAYED: [str(seat) for seat in facts["stayed"]],
                **{place: trick_winners[number : number + 1] for number, place in enumerate(TRICKS)},
                WOLF: [] if wolf is None else [str(wolf)],
            }
        }

    def ledger(
        self, context: EntryContext, entry: Mapping[str, Any], outcome: Mapping[str, Any], totals: Sequence[int]
    ) -> Ledger:
        """Return antes and matches paid, what was won, and after the last hand the matches that were paid at once."""
        seats_in, tricks, wolf = entry["stayed"], entry["tricks"], entry["wolf_exempt"]
        payments = payments_into_pot(entry["ante"], entry["dealer"], entry["owed"])
        settled = settle(payments, entry["ante"], entry["limit"], seats_in, tricks, wolf, entry["last"])
        last = {
            "dealer": entry["dealer"],
            "paid": payments,
            "settled": settled.paid_at_once,
            "winnings": settled.winnings,
            "alone": seats_in[0] if len(seats_in) == 1 else None,
            "states": ["in" if seat in seats_in else "folded" for seat in range(entry["seats"])],
            "taken": tricks,
            "exempt": wolf,
        }
        return make_ledger(context, *parts(last), totals)
