"""Reasons why a card won its trick in Conference (C4.3, C5.3, C6), in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cogs.games.tarot.cards import KINDS, TRUMPS, card_text_after_name, kind_of
from cogs.games.tarot.pack import FOOL
from rules.conference.records import side

SPIRITS: Final = {"GOOD", "EVIL"}


def winning_reason(view: Mapping[str, Any], number: int) -> str:
    """Return the reason why trick `number` (0-based) of a view or its `last` was won, with the special rule if
    one applied.
    """
    trick = view["tricks"][number]
    counting_cards: list[tuple[int, str]] = [
        (seat, card) for seat, card in trick["cards"] if card not in {FOOL, view["idle"]}
    ]
    card = next(card for seat, card in counting_cards if seat == trick["winner"])
    spirits = [side(seat) for seat, spirit in counting_cards if spirit in SPIRITS]
    if len(spirits) > 1:
        together = spirits[0] == spirits[1]
        outcome_text = "one side beat everything" if together else "both sides cancel out"
        return f"wins, as Good and Evil from {outcome_text}"
    led_suit = kind_of(led_in(view, number))
    return (
        "wins"
        if kind_of(card) in {led_suit, TRUMPS}
        else _stood_in(card, [lying_card for _, lying_card in counting_cards], led_suit)
    )


def led_in(view: Mapping[str, Any], number: int) -> str:
    """Return the card that asked for a suit in a trick (C5.4, C7.3: also one that was taken back)."""
    taken_back = view["taken_back"]
    for seat, card in view["tricks"][number]["cards"]:
        if taken_back and (taken_back["trick"], taken_back["seat"]) == (number, seat):
            card = taken_back["card"]
        if card != FOOL:
            return card
    raise ValueError("a trick of Fools")


def _stood_in(card: str, cards: Sequence[str], led_suit: str) -> str:
    """Return a card of the hired suit that ranks among the suit led (C4.3)."""
    is_equal_rank = any(kind_of(other_card) == led_suit and other_card[:-1] == card[:-1] for other_card in cards)
    rank = f" as the later {card_text_after_name(card).split(' ')[0]}," if is_equal_rank else ","
    return f"wins{rank} standing in for {KINDS[led_suit]}"
