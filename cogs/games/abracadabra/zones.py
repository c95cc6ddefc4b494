"""The zones of the table of Abracadabra: the card turned up, tricks, bid cards, the dummy; from views alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bot.ui.game import common_texts
from bot.ui.game.players import Players
from bot.ui.scene.scene import CardScene, CardState, Group, Zone
from cogs.games.abracadabra.cards import JOKER, bid_card, laid, trumps, value_of
from rules.contract import View


class Lying(NamedTuple):
    """A seat's bid cards as a reader may know them: ranks, None for a card that lies face down.

    `right` are Declarer's that lie face up on its right, `turned` those of them that were turned down (A7.3).
    """

    right: tuple[str, ...]
    turned: tuple[str, ...]
    won: tuple[str, ...]
    lost: tuple[str, ...]
    to_come: tuple[str | None, ...]

    @property
    def known(self) -> bool:
        """Whether any of them lies face up."""
        return any((*self.right, *self.turned, *self.won, *self.lost, *self.to_come))


def turn_up(view: Mapping[str, Any]) -> tuple[Zone, ...]:
    """Return the card that was turned up for trumps (A2.1), where one was."""
    if view["turn_up"] is None:
        return ()
    what = trumps(view)
    note = what if view["turn_up"] == JOKER else f"{what} are trumps"
    return (Zone("Turned up", (CardScene(view["turn_up"]),), note=note),)


def trick(
    title: str, cards: Sequence[tuple[int, str]], best: int | None, dummy: int | None, players: Players, *, over: bool
) -> Zone:
    """Return a trick in progress or finished: each card with its player or the dummy, and the winning one (A7.2)."""
    lying = tuple(
        CardScene(
            card, common_texts.trick_card_state(place == best, over), "dummy" if place == dummy else players.name(seat)
        )
        for place, (seat, card) in enumerate(cards)
    )
    return Zone(title, lying)


def dummys_place(view: View) -> int | None:
    """Return the place of the dummy's card in the trick in progress (A7.2)."""
    return None if not view["with_dummy"] else 0 if view["lead_from"] == "dummy" else 2


def lying(view: View, seat: int) -> Lying | None:
    """Return a seat's bid cards in a deal in progress; None while their number is not public (A5.3)."""
    if view["numbers"][seat] is None:
        return None
    declarer = seat == view["declarer"]
    right, turned = (tuple(view[key]) if declarer else () for key in ("right", "turned"))
    won, lost, left = tuple(view["won"][seat]), tuple(view["lost"][seat]), view["left"][seat]
    hidden = view["numbers"][seat] - len(right) - len(turned) - len(won) - len(lost)
    return Lying(right, turned, won, lost, (None,) * hidden if left is None else tuple(left))


def settled(last: Mapping[str, Any], seat: int) -> Lying:
    """Return a seat's bid cards when a deal is over."""
    declarer = seat == last["declarer"]
    right, turned = (tuple(last[key]) if declarer else () for key in ("right", "turned"))
    return Lying(right, turned, tuple(last["won"][seat]), tuple(last["lost"][seat]), ())


def bid_cards(title: str, lying: Lying, over: int, note: str = "") -> Zone:
    """Return a seat's bid cards, where `over` tricks are, in groups: those won stand out, those lost are paler."""
    parts: list[tuple[str, Sequence[str | None], CardState, bool]] = [
        ("exposed", [rank for rank in lying.right if value_of(rank) > over], "plain", False),
        ("won double", [rank for rank in lying.right if value_of(rank) <= over], "won", False),
        ("lost double", lying.turned, "plain", True),
        ("won", lying.won, "won", False),
        ("lost", lying.lost, "plain", True),
        ("to come", lying.to_come, "plain", False),
    ]
    parts = [part for part in parts if part[1]]
    return Zone(
        title,
        tuple(CardScene(rank and bid_card(rank), state) for _, ranks, state, _ in parts for rank in ranks),
        note=note,
        groups=tuple(Group(word, len(ranks), faded) for word, ranks, _, faded in parts),
    )


def dummy(view: View) -> tuple[Zone, ...]:
    """Return the dummy's cards once it is laid open (A4.2, A6.3), marked for the player who plays from it now."""
    if not view["dummy"]:
        return ()
    barred = [card for card in view["barred"] if card in view["dummy"]]
    cards, groups = laid(view["dummy"], view["turn_up"], barred=barred)
    return (Zone("Dummy", cards, groups=groups),)
