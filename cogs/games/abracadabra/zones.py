"""The zones of the table of Abracadabra: the card turned up, tricks, bid cards, the dummy; from views alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bot.ui.game import common_texts
from bot.ui.game.players import Players
from bot.ui.scene.scene import CardScene, CardState, Group, Zone
from cogs.games.abracadabra.cards import JOKER, bid_card, card_groups, trumps, value_of
from rules.contract import View


class BidCards(NamedTuple):
    """A seat's bid cards as a reader may know them: ranks, None for a card that lies face down.

    `right` are Declarer's that lie face up on its right, `turned` those of them that were turned down (A7.3).
    """

    right: tuple[str, ...]
    turned: tuple[str, ...]
    won: tuple[str, ...]
    lost: tuple[str, ...]
    to_come: tuple[str | None, ...]

    @property
    def is_any_open(self) -> bool:
        """Whether any of them lies face up."""
        return any((*self.right, *self.turned, *self.won, *self.lost, *self.to_come))


def turn_up_zone(view: Mapping[str, Any]) -> tuple[Zone, ...]:
    """Return the card that was turned up for trumps (A2.1), where one was."""
    if view["turn_up"] is None:
        return ()
    trumps_letter = trumps(view)
    note = trumps_letter if view["turn_up"] == JOKER else f"{trumps_letter} are trumps"
    return (Zone("Turned up", (CardScene(view["turn_up"]),), note=note),)


def trick(
    title: str, cards: Sequence[tuple[int, str]], best: int | None, dummy: int | None, players: Players, *, over: bool
) -> Zone:
    """Return a trick in progress or finished: each card with its player or the dummy, and the winning one (A7.2)."""
    cards_on_table = tuple(
        CardScene(
            card, common_texts.trick_card_state(place == best, over), "dummy" if place == dummy else players.name(seat)
        )
        for place, (seat, card) in enumerate(cards)
    )
    return Zone(title, cards_on_table)


def dummys_place(view: View) -> int | None:
    """Return the place of the dummy's card in the trick in progress (A7.2)."""
    return None if not view["with_dummy"] else 0 if view["lead_from"] == "dummy" else 2


def bid_cards_in_play(view: View, seat: int) -> BidCards | None:
    """Return a seat's bid cards in a deal in progress; None while their number is not public (A5.3)."""
    if view["numbers"][seat] is None:
        return None
    declarer = seat == view["declarer"]
    right_cards, turned = (tuple(view[key]) if declarer else () for key in ("right", "turned"))
    won_cards, lost_cards, left_cards = tuple(view["won"][seat]), tuple(view["lost"][seat]), view["left"][seat]
    hidden = view["numbers"][seat] - len(right_cards) - len(turned) - len(won_cards) - len(lost_cards)
    return BidCards(
        right_cards, turned, won_cards, lost_cards, (None,) * hidden if left_cards is None else tuple(left_cards)
    )


def bid_cards_at_end(last: Mapping[str, Any], seat: int) -> BidCards:
    """Return a seat's bid cards when a deal is over."""
    declarer = seat == last["declarer"]
    right_cards, turned = (tuple(last[key]) if declarer else () for key in ("right", "turned"))
    return BidCards(right_cards, turned, tuple(last["won"][seat]), tuple(last["lost"][seat]), ())


def bid_cards(title: str, seat_bids: BidCards, over: int, note: str = "") -> Zone:
    """Return a seat's bid cards, where `over` tricks are, in groups: those won stand out, those lost are paler."""
    parts: list[tuple[str, Sequence[str | None], CardState, bool]] = [
        ("exposed", [rank for rank in seat_bids.right if value_of(rank) > over], "plain", False),
        ("won double", [rank for rank in seat_bids.right if value_of(rank) <= over], "won", False),
        ("lost double", seat_bids.turned, "plain", True),
        ("won", seat_bids.won, "won", False),
        ("lost", seat_bids.lost, "plain", True),
        ("to come", seat_bids.to_come, "plain", False),
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
    cards, groups = card_groups(view["dummy"], view["turn_up"], barred=barred)
    return (Zone("Dummy", cards, groups=groups),)
