"""Why a card won its trick in Conference (C4.3, C5.3, C6), in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cogs.games.tarot import tricks
from cogs.games.tarot.cards import KINDS, TRUMPS, kind_of, named
from cogs.games.tarot.pack import FOOL
from rules.conference.records import side
from rules.tarot.cards import INDEX

SPIRITS: Final = {"GOOD", "EVIL"}


def why(shown: Mapping[str, Any], number: int) -> str:
    """Why trick `number` (0-based) of a view, or of the `last` of one, was won with the card that won it."""
    trick = shown["tricks"][number]
    lying: list[tuple[int, str]] = [(seat, card) for seat, card in trick["cards"] if card not in {FOOL, shown["idle"]}]
    card = next(card for seat, card in lying if seat == trick["winner"])
    spirits = [seat for seat, one in lying if one in SPIRITS]
    if len(spirits) > 1 and side(spirits[0]) == side(spirits[1]):
        return "wins, as Good and Evil from one side beat everything"
    if len(spirits) > 1:
        others = [one for _, one in lying if one not in SPIRITS and one != card]
        return f"{_of_the_rest(card, others)}, as Good and Evil from both sides cancel out"
    cards = [one for _, one in lying]
    led = _led(shown, number)
    if kind_of(card) not in {led, TRUMPS}:
        return _stood_in(card, cards, led)
    return tricks.why({"cards": lying}, card)


def _of_the_rest(card: str, others: Sequence[str]) -> str:
    if not others:
        return "wins as the only other card"
    (other,) = others
    if kind_of(card) == kind_of(other) or kind_of(card) == TRUMPS:
        return f"beats {named(other)}"
    return f"wins, as {named(other)} does not follow suit"


def _led(shown: Mapping[str, Any], number: int) -> str:
    """The suit that was asked for in a trick (C5.4, C7.3: also by a card that was taken back)."""
    back = shown["taken_back"]
    for seat, card in shown["tricks"][number]["cards"]:
        if back and (back["trick"], back["seat"]) == (number, seat):
            card = back["card"]
        if card != FOOL:
            return kind_of(card)
    raise ValueError("a trick of Fools")


def _stood_in(card: str, cards: Sequence[str], led: str) -> str:
    """C4.3: a card of the hired suit that ranks among the suit led."""
    beaten = [one for one in cards if kind_of(one) == led]
    if not beaten:
        return f"wins, standing in for {KINDS[led]}"
    best = max(beaten, key=lambda one: INDEX[one])
    same = ", played before it" if best[:-1] == card[:-1] else ""
    return f"stands in for {KINDS[led]} and beats {named(best)}{same}"
