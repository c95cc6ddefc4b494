"""Games set up for a test: the pack is stacked so that seats get the cards that the test names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from rules.conference import GAME
from rules.contract import Pack, State
from rules.dealing import Sharing
from rules.tarot.cards import CARDS, PACK_78, PACK_80, SUIT_MASKS, SUITS, TRUMPS
from tests.rules.moves import after

KINDS = {"-T": TRUMPS, **{f"-{letter}": mask for letter, mask in zip(SUITS, SUIT_MASKS, strict=True)}}
"""What a hand that a test names may be closed against: "KE QE -E" holds no other card of Earth, "-T" no trump."""


def stack_pack(
    hands: Mapping[int, str], dealer: int, cards: Sequence[str] = PACK_80, league: bool = False
) -> list[str]:
    """Return an order of the pack that deals each seat the cards named, the first of them in its first packet.

    The other cards go where no hand is closed against them. In League 20 and 21 lie on top.
    """
    named = {seat: [card for card in hands.get(seat, "").split() if card not in KINDS] for seat in range(4)}
    closed = {seat: [KINDS[word] for word in hands.get(seat, "").split() if word in KINDS] for seat in range(4)}
    taken_out = ["20", "21"] if league else []
    rest = [card for card in cards if card not in taken_out and not any(card in hand for hand in named.values())]
    seats = [(dealer + step) % 4 for step in (1, 2, 3, 4)]
    attack = (dealer, dealer ^ 1)
    places = [
        seat
        for size in (4, 5, 5, 5)
        for seat in seats
        for _ in range(3 if league and size == 4 and seat in attack else size)
    ]
    places += [dealer] * (len(cards) - len(taken_out) - len(places))
    allowed = [
        sum(1 << seat for seat in range(4) if not any(CARDS.bit[card] & mask for mask in closed[seat])) for card in rest
    ]
    sizes = [places.count(seat) - len(named[seat]) for seat in range(4)]
    shares = Sharing(rest, allowed, sizes).draw(Random(1))
    queues = {seat: named[seat] + sorted(shares[seat], key=CARDS.bit.__getitem__) for seat in range(4)}
    return taken_out + [queues[seat].pop(0) for seat in places]


def new(dealer: int = 3, pack: Pack | None = None, **options: Any) -> State:
    """Return a game of one hand unless `options` say otherwise."""
    return GAME.new(4, GAME.resolve({"hands": 1, **options}), dealer, pack)


def deal_hands(hands: Mapping[int, str], dealer: int = 3, **options: Any) -> State:
    """Return a position after a stacked deal."""
    cards = PACK_78 if options.get("good_evil") == "none" else PACK_80
    order = stack_pack(hands, dealer, cards, options.get("league", False))
    return new(dealer, **options).chance("deal", order)


def begin_play(hands: Mapping[int, str], dealer: int = 3, hire: str = "", **options: Any) -> State:
    """Return a position before the first trick: the dealer discards the first cards that the test does not name."""
    state = deal_hands(hands, dealer, **({"gallowglass": True} if hire else {}), **options)
    (template,) = state.legal(dealer).choices
    choice = template.to_view()
    named = hands.get(dealer, "").split()
    cards = [*choice.get("must", ()), *(card for card in choice["cards"] if card not in named)]
    state = after(state, "discard " + " ".join(list(dict.fromkeys(cards))[: choice["count"][0]]))
    return after(state, f"gallowglass {hire}") if hire else state


def find_winner(state: State, *cards: str) -> int:
    """Return the seat that wins the trick in which the seats in turn play these cards."""
    state = after(state, *(f"play {card}" for card in cards))
    return (
        state.view(None)["tricks"][-1]["winner"] if state.to_act else state.view(None)["last"]["tricks"][-1]["winner"]
    )
