"""What a round costs whoever enters it: taps and letters for the usual number of players."""

from __future__ import annotations

import pytest

from bot.pads.entry_forms import EntryContext, PickField, Typed
from bot.pads.pad import game_of
from tests.cogs.pads.presenters import PRESENTERS

NAMES = ("Ada", "Bela", "Cleo", "Dora", "Emil")

ROUNDS: dict[str, tuple[int, str, Typed, int, int]] = {
    "voren": (4, "hand", {"hand": {"stayed": ["0", "2", "3"], "first": ["0"], "second": ["2"], "third": ["0"]}}, 10, 0),
    "mitigati": (3, "played", {"played": {"points_0": ["55"], "points_1": ["48"], "bonuses": ["5 0 10"]}}, 5, 10),
    "conference": (4, "hand", {"hand": {"points_0": ["80"], "tricks": ["11"]}}, 4, 4),
    "abracadabra": (
        3,
        "played",
        {
            "named": {"0": ["2", "7", "11"], "1": ["11", "4"], "2": ["9"], "exposed": ["11"]},
            "result": {"0": ["7"], "1": ["11"], "tricks": ["5 4 3"], "own": ["3 2 0"]},
        },
        21,
        10,
    ),
    "five_crowns": (4, "deal", {"deal": {"dealt": ["3"], "left": ["12 0 25 33"]}}, 3, 10),
    "free": (4, "points", {"points": {"points": ["12 0 25 33"]}}, 3, 10),
}
"""Players, the way of telling, what is put in, taps and letters."""


@pytest.mark.parametrize("game", ROUNDS)
def test_taps_and_letters_of_a_round(game: str) -> None:
    """A tap for each button, each field and each option; the rules take what was put in."""
    seats, key, values, taps, letters = ROUNDS[game]
    presenter, scored = PRESENTERS[game], game_of(game)
    context = EntryContext(scored.resolve({}, seats), NAMES[:seats], 0, 0)
    (way,) = [method for method in presenter.ways(context) if method.key == key]
    numbers = [0, 0]
    for form in way.forms:
        numbers[0] += 2  # it is opened and submitted
        for field in form.fields:
            chosen = set(field.chosen) if isinstance(field, PickField) else set[str]()
            field_values = values[form.key].get(field.key, sorted(chosen))
            if isinstance(field, PickField):
                changed = len(chosen ^ set(field_values))
                numbers[0] += 1 + changed if changed else 0
            elif field_values:
                numbers[0] += 1
                numbers[1] += len("".join(field_values))
    assert presenter.read_facts(context, key, values)
    assert numbers == [taps, letters]
