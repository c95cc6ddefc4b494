"""Games set up for a test: the pack is stacked so that seats get the cards that the test names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.contract import Pack, State
from rules.mitigati import GAME
from rules.tarot.cards import PACK_78
from tests.rules.moves import after


def stack_pack(
    hands: Mapping[int, str], dealer: int, cards: Sequence[str] = PACK_78, packets: Sequence[int] = (5,) * 5
) -> list[str]:
    """Return an order of the pack that deals each seat the cards named, the first of them in its first packet.

    The cards that no hand names fill the places left, in canonical order.
    """
    named = {seat: text.split() for seat, text in hands.items()}
    rest = [card for card in cards if not any(card in hand for hand in named.values())]
    seats = [(dealer + step) % 3 for step in (1, 2, 3)]
    places = [seat for size in packets for seat in seats for _ in range(size)]
    places += [dealer] * (len(cards) - len(places))
    queues = {seat: list(named.get(seat, ())) for seat in seats}
    order = [queues[seat].pop(0) if queues[seat] else None for seat in places]
    assert not any(queues.values()), "a hand names too many cards"
    return [card if card is not None else rest.pop(0) for card in order]


def new(options: Mapping[str, Any] | None = None, dealer: int = 0, pack: Pack | None = None) -> State:
    """Return a game of one hand without bargaining, unless `options` say otherwise."""
    chosen = {"hands": 1, "bargaining": False, **(options or {})}
    return GAME.new(3, GAME.resolve(chosen), dealer, pack)


def deal_hands(hands: Mapping[int, str], dealer: int = 0, options: Mapping[str, Any] | None = None) -> State:
    """Return a position after a stacked deal."""
    return new(options, dealer).chance("deal", stack_pack(hands, dealer))


def begin_play(hands: Mapping[int, str], dealer: int = 0, options: Mapping[str, Any] | None = None) -> State:
    """Return a position before the first trick: the dealer discards the first cards it may, nobody declares."""
    state = deal_hands(hands, dealer, options)
    (choice,) = state.legal(dealer).choices
    cards = [card for card in choice.to_view()["cards"] if card not in hands.get(dealer, "").split()]
    return after(state, "discard " + " ".join(cards[:3]), *["declare nothing"] * 3)
