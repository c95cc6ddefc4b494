"""Candidate moves of the search of Abracadabra: all listed moves, and a handful from templates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.abracadabra.cards import BIDS
from rules.abracadabra.moves import Exposure, Place
from rules.contract import View
from rules.players.abracadabra.heuristic import wanted
from rules.players.abracadabra.reading import card_named, last_bids, suit_mask, table_of

AROUND: Final = 2
"""How many tricks more or fewer than wanted are bid or named at most."""
SHIFTED: Final = 3
"""How far the named tricks are moved forward at most, and how many of them alone."""
MOST_EXPOSED: Final = 4
"""How many of the last tricks are turned up at most, unless all are."""


def candidates(view: View, moves: Sequence[str]) -> list[str]:
    """Return the moves that are looked at, each once, `moves` first. All of them are legal if these are."""
    match view["phase"]:
        case "bid":
            moves_to_compare = _bids(view)
        case "place":
            moves_to_compare = _places(view)
        case "expose" if view["choices"]:
            moves_to_compare = _exposures(view)
        case "play":
            moves_to_compare = _plays(view, moves)
        case _:
            moves_to_compare = list[str](view["moves"])
    return list(dict.fromkeys((*moves, *moves_to_compare)))


def _bids(view: View) -> list[str]:
    """Return bids around the number of tricks that is wanted, and pass. A far higher one names tricks that are lost."""
    want = wanted(view, table_of(view))
    near = [f"bid {number}" for number in range(want - AROUND, want + AROUND + 1)]
    return ["pass", *(move for move in view["moves"] if move in near)]


def _places(view: View) -> list[str]:
    """Return the placings to compare: none if legal, and the last tricks in numbers around the wanted one.

    The wanted number of tricks is tried earlier, too: all of them, or one.
    """
    (choice,) = view["choices"]
    fewest, most = choice["count"]
    length = len(choice["cards"])
    want = min(max(wanted(view, table_of(view)), fewest), most)
    choices = [last_bids(length, count) for count in range(max(fewest, want - AROUND), min(most, want + AROUND) + 1)]
    choices += [0] if not fewest else []
    if 0 < want < length:
        last, earlier = last_bids(length, want), 1 << length - want - 1
        choices += [last >> steps for steps in range(1, min(SHIFTED, length - want) + 1)]
        choices += [last & ~(1 << length - step) | earlier for step in range(1, min(SHIFTED, want) + 1)]
    return [str(Place(bid_cards)) for bid_cards in choices]


def _exposures(view: View) -> list[str]:
    """Return the exposures to compare: none, the last few or all placed cards, each with and without the pile."""
    (choice,) = view["choices"]
    cards = choice["cards"]
    choices: list[str] = []
    for count in sorted({*range(min(MOST_EXPOSED, len(cards)) + 1), len(cards)}):
        last = BIDS.mask(cards[len(cards) - count :])
        choices += [str(Exposure(last, pile)) for pile in ((False, True) if choice["pile"] else (False,))]
    return choices


def _plays(view: View, moves: Sequence[str]) -> list[str]:
    """Return one card of each run of equal cards, from `moves` if it has any. No other seat has a card between them."""
    table = table_of(view)
    texts = {move: card_named(move.removeprefix("play "), table.turn_up) for move in view["moves"]}
    cards_on_table = sum(card_named(card, table.turn_up) for _, card in view["trick"])
    others = table.unseen | cards_on_table | (table.hand if view["due"] == "dummy" else table.dummy)
    runs: dict[int, str] = {}
    for move in (*moves, *texts):
        over = suit_mask(texts[move]) & -texts[move] & ~texts[move] & others
        runs.setdefault(over & -over or suit_mask(texts[move]), move)  # by the card above, or the suit
    return list(runs.values())
